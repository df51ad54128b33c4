"""Can a database go back to an earlier schema? Asked before anything is changed."""

from collections.abc import Iterator

from django.core.management.base import CommandError

WITH_THE_LOCK = "0002_design_of_the_study"
# By migration and model: the rows that the schema before has no place for, and their name.
ROWS = {
    WITH_THE_LOCK: [
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
    ],
    "0006_workbench": [
        ("Message", {}, "messages"),
        ("PracticeOutcome", {}, "outcomes of practice"),
        ("PracticeDecision", {}, "decisions about practice"),
        ("Assignment", {"again_since__isnull": False}, "practice items that were begun anew"),
        ("Design", {"practice_pass_mark__isnull": False}, "pass marks of practice"),
        ("Design", {"practice_attempts__isnull": False}, "limits of attempts at practice"),
        ("Design", {"strict_order": True}, "designs in strict order"),
    ],
}
# Of a design it is what somebody wrote; one that is empty goes without a word.
WRITTEN = ("question", "claim", "not_claimed", "reference", "panel_plan", "consent", "statistic")


def require_way_back(plan, apps, *, using: str) -> None:
    """Raises `CommandError` with all that would be lost."""
    undone = {(step.app_label, step.name) for step, is_backwards in plan if is_backwards}
    told = [
        f"The schema before {migration[:4]} has no place for: {', '.join(lost)}."
        for migration in ROWS
        if ("raters", migration) in undone and (lost := list(_lost(apps, migration, using=using)))
    ]
    if told:
        raise CommandError(
            f"Nothing was migrated. {' '.join(told)} "
            "Restore a copy of the database from before instead."
        )


def _lost(apps, migration: str, *, using: str) -> Iterator[str]:
    for name, chosen, words in ROWS[migration]:
        rows = apps.get_model("raters", name)._base_manager.using(using)
        if n := rows.filter(**chosen).count():
            yield f"{words} ({n})"
    if migration == WITH_THE_LOCK:
        yield from _lost_designs(apps, using=using)


def _lost_designs(apps, *, using: str) -> Iterator[str]:
    designs = apps.get_model("raters", "Design")._base_manager.using(using)
    empty = designs.filter(**dict.fromkeys(WRITTEN, ""), allocation="crossed")
    if n := designs.count() - empty.count():
        yield f"designs ({n})"
