"""Studies from before there was a lock: each gets an empty design and the state it is in."""

from django.db import migrations
from django.db.models import Exists, OuterRef


def describe(apps, schema_editor):
    Study, Design = apps.get_model("raters", "Study"), apps.get_model("raters", "Design")
    Round = apps.get_model("raters", "Round")
    # Whoever has a design was here before, and came back.
    for study in Study.objects.filter(design=None):
        latest = Round.objects.filter(study=study).order_by("number").last()
        # Nobody who has been rating is asked again who she is.
        Design.objects.create(study=study, asks_metadata=latest is None, longest_run=None)
        Round.objects.filter(study=study).update(rubric_id=study.rubric_id)
        if latest is not None:
            study.state = "closed" if latest.closed_at else "collecting"
            study.save(update_fields=["state"])
    enrol_those_who_rated(apps)


def enrol_those_who_rated(apps):
    Reviewer, Rating = apps.get_model("raters", "Reviewer"), apps.get_model("raters", "Rating")
    ratings = Rating.objects.filter(assignment__reviewer=OuterRef("pk"))
    for reviewer in Reviewer.objects.filter(Exists(ratings), enrolled_at=None):
        first = Rating.objects.filter(assignment__reviewer=reviewer).earliest("submitted_at")
        reviewer.enrolled_at = first.submitted_at
        reviewer.save(update_fields=["enrolled_at"])


class Migration(migrations.Migration):
    dependencies = [("raters", "0002_design_of_the_study")]
    operations = [migrations.RunPython(describe, migrations.RunPython.noop)]
