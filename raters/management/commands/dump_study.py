"""Write a study as one protocol file."""

from django.core.management.base import BaseCommand, CommandError

from raters.design.protocol import protocol_to_yaml
from raters.filing import protocol_of
from raters.models import Study


class Command(BaseCommand):
    help = "Write everything that was set up, items and key included, as one protocol file."

    def add_arguments(self, parser):
        parser.add_argument("study", help="the study's short name")

    def handle(self, *args, **options):
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no study “{options['study']}”. Studies: {known}.")
        self.stdout.write(protocol_to_yaml(protocol_of(study)), ending="")
