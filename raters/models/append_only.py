"""Rows that are written once. A correction is a new row, so nobody's earlier answer is lost.

The database refuses UPDATE by trigger as well (append_only_guard.py); DELETE is refused here, and
by PROTECT on everything that points at such a row.
"""

from django.db import models


class WrittenOnceError(TypeError):
    """Somebody tried to change or delete a row that is only ever added."""


class AppendOnlyQuerySet(models.QuerySet):
    def update(self, **fields):
        raise WrittenOnceError(f"{self.model.__name__} rows are never changed; add a new one.")

    def delete(self):
        raise WrittenOnceError(f"{self.model.__name__} rows are never deleted.")


class AppendOnly(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args, **kwargs):
        if not self._state.adding:
            raise WrittenOnceError(f"{type(self).__name__} rows are never changed; add a new one.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise WrittenOnceError(f"{type(self).__name__} rows are never deleted.")
