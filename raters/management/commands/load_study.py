"""Make a study from one protocol file."""

import sys
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from raters.design.protocol import ProtocolFault, ProtocolRefused, protocol_from_yaml
from raters.design.review import as_text
from raters.importing.problems import ImportRefused
from raters.lifecycle import NotPermitted
from raters.locking import lock
from raters.models import SignOff
from raters.protocol_files import NoSuchRubric, StudyExists, create_from_protocol
from raters.reviewing import review_of
from raters.signing import sign


class Command(BaseCommand):
    help = "Load a study from a protocol file (docs/protocol.md) and print its review."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)
        parser.add_argument("--admin", required=True, help="the account that will run the study")
        parser.add_argument(
            "--lock", action="store_true", help="confirm both gates and lock it at once"
        )
        parser.add_argument(
            "--despite", default="", help="why it is locked although the review is not ready"
        )

    def handle(self, *args, **options):
        admin = self._admin(options["admin"])
        study = self._loaded(options["file"], admin)
        self.stdout.write(as_text(review_of(study)))
        if options["lock"]:
            self._lock(study, admin, despite=options["despite"])
        self.stdout.write(self.style.SUCCESS(f"Loaded: /studies/{study.slug}/"))

    def _admin(self, name: str):
        admin = get_user_model().objects.filter(username=name).first()
        if admin is None:
            raise CommandError(f"There is no account named {name}.")
        return admin

    def _loaded(self, path: Path, admin):
        try:
            spec = protocol_from_yaml(self._text(path), name=path.name)
            return create_from_protocol(spec, folder=path.parent, by=admin)
        except OSError as error:
            raise CommandError(f"{error.filename or path}: {error.strerror}") from None
        except ProtocolRefused as refusal:
            self._refuse([self._placed(fault, path) for fault in refusal.faults])
        except ImportRefused as refusal:
            self._refuse([str(refusal)])
        except (StudyExists, NoSuchRubric) as refusal:
            raise CommandError(str(refusal)) from None

    def _text(self, path: Path) -> str:
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise CommandError(f"{path} is not UTF-8.") from None

    def _placed(self, fault: ProtocolFault, path: Path) -> str:
        """What is known to be wrong only beside the items has its key, but no line."""
        return str(fault) if fault.line else f"{fault.file or path.name}: {fault}"

    def _refuse(self, lines: list[str]):
        self.stderr.write("\n".join(lines))
        self.stderr.write("Nothing was loaded.")
        sys.exit(1)

    def _lock(self, study, admin, *, despite: str):
        for gate in SignOff.Gate:
            sign(study, gate, by=admin)
        try:
            protocol = lock(study, by=admin, despite=despite)
        except NotPermitted as refusal:
            raise CommandError(f"Loaded as a draft, and not locked: {refusal}") from None
        self.stdout.write(f"Locked: version {protocol.version}, SHA-256 {protocol.sha256}")
