"""Prove a control key against the protocol that was published."""

import json
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from raters.design.protocol import prove, sha256_of


class Command(BaseCommand):
    help = "Check a published protocol.json against its SHA-256 and its SECRET-key.json."

    def add_arguments(self, parser):
        parser.add_argument("protocol", type=Path)
        parser.add_argument("key", type=Path)
        parser.add_argument("--sha256", default="", help="the registered hash")

    def handle(self, *args, **options):
        public, secret = read(options["protocol"]), read(options["key"])
        digest = digest_of(public, options["protocol"])
        self.stdout.write(f"SHA-256 {digest}")
        faults = [str(phrase) for phrase in prove(public, secret)]
        if options["sha256"] and options["sha256"].strip().lower() != digest:
            faults.insert(0, "This is not the protocol that was registered: the hashes differ.")
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            sys.exit(1)
        self.stdout.write(self.style.SUCCESS("Proved: the key is the one that was sealed."))


def read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} is not JSON: {error}") from None


def digest_of(document: object, path: Path) -> str:
    try:
        return sha256_of(document)
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandError(f"{path} is not a protocol that was sealed: {error}") from None
