"""Store a rubric from a file, or from the ready-made library by name."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from rubrics.faults import RubricRefused
from rubrics.loading import LIBRARY, read_rubric, store_rubric


class Command(BaseCommand):
    help = "Store a rubric: FILE is a YAML file, or the name of one in the ready-made library."

    def add_arguments(self, parser):
        parser.add_argument("rubric", metavar="FILE|NAME")

    def handle(self, *args, **options):
        path = self._path(options["rubric"])
        try:
            rubric = store_rubric(read_rubric(path))
        except RubricRefused as refusal:
            raise CommandError(f"{path.name} was not stored:\n{refusal}") from None
        self.stdout.write(f"{rubric.name} version {rubric.version} is stored.")

    def _path(self, given: str) -> Path:
        for path in (Path(given), LIBRARY / f"{given}.yaml"):
            if path.is_file():
                return path
        known = ", ".join(sorted(path.stem for path in LIBRARY.glob("*.yaml")))
        raise CommandError(f"There is no file {given}, and the library holds: {known}.")
