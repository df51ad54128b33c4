"""Import transcripts from files: the same plan as the page, carried out at once."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from raters.importing.pending import Upload, store_checked
from raters.importing.problems import ImportRefused
from raters.importing.reading import NamedBytes
from raters.lifecycle import NotPermitted
from raters.models import Study


def pairs(values: list[str]) -> dict[str, str]:
    """`name=value` arguments as a mapping."""
    for value in values:
        if "=" not in value:
            raise CommandError(f"“{value}” is not of the form name=value.")
    return dict(value.split("=", 1) for value in values)


class Command(BaseCommand):
    help = (
        "Import items into STUDY from JSON Lines, JSON or CSV files; or a cases file with one "
        "outputs file per arm (--cases, --outputs). The same file twice adds nothing."
    )

    def add_arguments(self, parser):
        parser.add_argument("study", help="the study's short name")
        parser.add_argument("files", nargs="*", type=Path, help="files whose rows stand alone")
        parser.add_argument("--cases", type=Path, help="what all arms answered")
        parser.add_argument("--outputs", nargs="+", type=Path, default=[], help="one file per arm")
        parser.add_argument(
            "--field",
            action="append",
            default=[],
            metavar="MEANING=NAME",
            help="which field holds what, such as id=prompt_id; see docs/importing.md",
        )
        parser.add_argument(
            "--role",
            action="append",
            default=[],
            metavar="SPEAKER=ROLE",
            help="who is who, such as user=clinician",
        )
        parser.add_argument("--arm", help="the arm of rows that name none")
        parser.add_argument("--condition", help="the condition of rows that name none")
        parser.add_argument("--system-messages", choices=["drop", "keep"], default="drop")
        parser.add_argument("--skip-failed", action="store_true", help="leave out failed outputs")
        parser.add_argument("--id-prefix", default="", help="put before every id")
        parser.add_argument("--encoding", help="of all files, where it is not UTF-8")
        parser.add_argument(
            "--skip-problems",
            action="store_true",
            help="import what has no problem (otherwise it is all or nothing)",
        )
        parser.add_argument(
            "--signs-checked",
            action="store_true",
            help="the points of criteria whose sign goes against their words are meant so",
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would be added")

    def handle(self, *args, **options):
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no study “{options['study']}”. Studies: {known}.")
        plan = self._plan(study, options)
        for note in plan.notes:
            self.stdout.write(f"note: {note}")
        for problem in plan.problems:
            self.stderr.write(f"problem: {problem}")
        training = f", {plan.new_training} for training" if plan.new_training else ""
        self.stdout.write(
            f"{len(plan.new_items)} new items ({plan.new_controls} controls{training}), "
            f"{len(plan.new_cases)} cases, {len(plan.new_arms)} arms; "
            f"{plan.unchanged} already there."
        )
        if plan.problems and not options["skip_problems"]:
            self.stderr.write(f"Nothing was imported: {len(plan.problems)} problems, listed above.")
            sys.exit(1)
        if not options["dry_run"]:
            self._require_signs(plan, is_checked=options["signs_checked"])
            self._store(study, plan, options)

    def _require_signs(self, plan, *, is_checked: bool):
        if not plan.doubtful_signs or is_checked:
            return
        for question in plan.doubtful_signs:
            self.stderr.write(f"doubtful: {question.points:+} {question.text}")
        raise CommandError(
            "Nothing was imported: the points of the criteria listed above seem to have the wrong "
            "sign. Correct them, or say with --signs-checked that they are right."
        )

    def _plan(self, study, options):
        outputs = [*options["files"], *options["outputs"]]
        if not outputs:
            raise CommandError("Name at least one file.")
        upload = Upload(
            outputs=[self._read(path) for path in outputs],
            cases=self._read(options["cases"]) if options["cases"] else None,
            fields=pairs(options["field"]),
            roles=pairs(options["role"]),
            choices={
                "arm": options["arm"],
                "default_condition": options["condition"],
                "system_messages": options["system_messages"],
                "skip_failed": options["skip_failed"],
                "id_prefix": options["id_prefix"],
                "encoding": options["encoding"],
            },
        )
        try:
            return upload.plan(study)
        except ImportRefused as refusal:
            raise CommandError(str(refusal)) from None

    def _read(self, path: Path) -> NamedBytes:
        try:
            return NamedBytes(path.name, path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None

    def _store(self, study, plan, options):
        try:
            added = store_checked(
                study,
                plan,
                by=None,
                signs_checked=options["signs_checked"],
                skip_problems=options["skip_problems"],
            )
        except NotPermitted as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(self.style.SUCCESS(f"{added} items were imported into {study.slug}."))
