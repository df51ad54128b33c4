"""Make a study from one protocol file."""

import sys
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from raters.design.protocol import ProtocolRefused, protocol_from_yaml, with_lines
from raters.design.review import as_text
from raters.importing.problems import ImportRefused
from raters.lifecycle import NotPermitted
from raters.locking import lock
from raters.models import SignOff
from raters.protocol_files import create_from_protocol
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
        parser.add_argument(
            "--keep-draft",
            action="store_true",
            help="with --lock: keep it as a draft where it cannot be locked",
        )

    def handle(self, *args, **options):
        admin = self._admin(options["admin"])
        why_not = ""
        with transaction.atomic():
            study = self._loaded(options["file"], admin)
            self.stdout.write(as_text(review_of(study)))
            if options["lock"]:
                why_not = self._why_not_locked(study, admin, despite=options["despite"])
            if why_not and not options["keep_draft"]:
                raise CommandError(f"Not locked, so nothing was loaded: {why_not}")
        if why_not:
            raise CommandError(f"Loaded as a draft, and not locked: {why_not}")
        self.stdout.write(self.style.SUCCESS(f"Loaded: /studies/{study.slug}/"))

    def _admin(self, name: str):
        admin = get_user_model().objects.filter(username=name).first()
        if admin is None:
            raise CommandError(f"There is no account named {name}.")
        return admin

    def _loaded(self, path: Path, admin):
        text = self._text(path)
        try:
            spec = protocol_from_yaml(text, name=path.name)
            return create_from_protocol(spec, folder=path.parent, by=admin)
        except ProtocolRefused as refusal:
            self._refuse(with_lines(refusal.faults, text, name=path.name))
        except ImportRefused as refusal:
            self._refuse(refusal.problems)

    def _text(self, path: Path) -> str:
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise CommandError(f"{path} is not UTF-8.") from None
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None

    def _refuse(self, faults):
        self.stderr.write("\n".join(str(fault) for fault in faults))
        self.stderr.write("Nothing was loaded.")
        sys.exit(1)

    def _why_not_locked(self, study, admin, *, despite: str) -> str:
        try:
            with transaction.atomic():
                for gate in SignOff.Gate:
                    sign(study, gate, by=admin)
                protocol = lock(study, by=admin, despite=despite)
        except NotPermitted as refusal:
            return str(refusal)
        self.stdout.write(f"Locked: version {protocol.version}, SHA-256 {protocol.sha256}")
        return ""
