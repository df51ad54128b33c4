"""Build the demo study and print the links by which to look at it."""

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from raters.demo.building import ADMIN, build_demo
from raters.models import Reviewer
from raters.panel import invite


class Command(BaseCommand):
    help = "Build the demo study (once) and print fresh sign-in links for it."

    def handle(self, *args, **options):
        study = build_demo()
        admin = study.admins.get(user__username=ADMIN).user
        waiting = [
            reviewer
            for reviewer in study.reviewers.filter(kind=Reviewer.Kind.HUMAN)
            if not reviewer.assignments.filter(ratings__simulated=True).exists()
        ]
        self.stdout.write("\nThe demo study is ready. Open one of these in a browser:\n\n")
        for reviewer in waiting:
            self._link(study, reviewer.user, by=admin, label=f"rate as {reviewer.pseudonym}")
        self._link(study, admin, by=admin, label="run the study")
        report = settings.SITE_ADDRESS + reverse("report", args=[study.slug])
        self.stdout.write(f"\n  After “run the study”, the report is at {report}\n\n")

    def _link(self, study, user, *, by, label):
        _, token = invite(study, user, by=by)
        address = settings.SITE_ADDRESS + reverse("invitation", args=[token])
        self.stdout.write(f"  {label:<22} {address}")
