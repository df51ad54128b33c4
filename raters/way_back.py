"""Can a database go back to before there was a lock? Asked before anything is changed."""

from collections.abc import Iterator

from django.core.management.base import CommandError

WITH_THE_LOCK = ("raters", "0002_design_of_the_study")
# By model: the rows that the schema before has no place for, what to leave out, and their name.
ROWS = [
    ("Protocol", {}, "locked protocols"),
    ("Amendment", {}, "amendments"),
    ("SignOff", {}, "confirmed gates"),
    ("KeptText", {}, "words that were kept with a reason"),
    ("Consent", {}, "consents of reviewers"),
    ("Round", {"kind__in": ("pilot", "training")}, "pilots and practice rounds"),
    ("Assignment", {"showing": 2}, "hidden repeats"),
    ("Assignment", {"page__isnull": False}, "places of pages side by side"),
    ("Item", {"role": "training"}, "practice items"),
    ("Reviewer", {"left_at__isnull": False}, "reviewers who left"),
]
# Of a design it is what somebody wrote; one that is empty goes without a word.
WRITTEN = ("question", "claim", "not_claimed", "reference", "panel_plan", "consent", "statistic")


def require_way_back(plan, apps, *, using: str) -> None:
    """Raises `CommandError` with all that would be lost."""
    undone = {(step.app_label, step.name) for step, is_backwards in plan if is_backwards}
    if WITH_THE_LOCK not in undone:
        return
    if lost := list(_lost(apps, using=using)):
        raise CommandError(
            "Nothing was migrated. The schema before 0002 has no place for: "
            f"{', '.join(lost)}. Restore a copy of the database from before instead."
        )


def _lost(apps, *, using: str) -> Iterator[str]:
    for name, chosen, words in ROWS:
        rows = apps.get_model("raters", name)._base_manager.using(using)
        if n := rows.filter(**chosen).count():
            yield f"{words} ({n})"
    designs = apps.get_model("raters", "Design")._base_manager.using(using)
    empty = designs.filter(**dict.fromkeys(WRITTEN, ""), allocation="crossed")
    if n := designs.count() - empty.count():
        yield f"designs ({n})"
