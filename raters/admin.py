"""The site's own admin, for looking: studies are run on their own pages, which check and log."""

from django.contrib import admin
from django.db.models import Model

from raters.models import (
    Arm,
    Assignment,
    AuditEvent,
    Case,
    Invitation,
    Item,
    Rating,
    Reviewer,
    Round,
    Study,
    StudyAdmin,
)


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj: Model | None = None):
        return False

    def has_delete_permission(self, request, obj: Model | None = None):
        return False


for model in (Arm, Assignment, AuditEvent, Case, Invitation, Item, Rating, Reviewer, Round, Study):
    admin.site.register(model, ReadOnlyAdmin)
admin.site.register(StudyAdmin)
