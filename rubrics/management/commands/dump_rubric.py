"""Print a stored rubric as the YAML file that would make it again."""

from django.core.management.base import BaseCommand, CommandError

from rubrics.models import Rubric
from rubrics.yaml_files import rubric_to_yaml


class Command(BaseCommand):
    help = "Print a stored rubric as a YAML file; the newest version unless one is named."

    def add_arguments(self, parser):
        parser.add_argument("name")
        parser.add_argument("--version", type=int, dest="rubric_version")

    # Django's own --version would win otherwise.
    def create_parser(self, prog_name, subcommand, **kwargs):
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def handle(self, *args, **options):
        found = Rubric.objects.filter(name=options["name"])
        if number := options["rubric_version"]:
            found = found.filter(version=number)
        rubric = found.order_by("-version").first()
        if rubric is None:
            names = sorted(set(Rubric.objects.values_list("name", flat=True)))
            raise CommandError(f"There is no such rubric. Stored are: {', '.join(names)}.")
        self.stdout.write(rubric_to_yaml(rubric.spec), ending="")
