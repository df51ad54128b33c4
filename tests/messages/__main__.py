"""Bring the Chinese catalogue up to date, list what it lacks, and fill it in.

python -m tests.messages                           gather, merge and compile (make messages)
python -m tests.messages --missing                 how much is missing, by file
python -m tests.messages --missing --json 0 200    what is missing among sentences 0 to 199
python -m tests.messages --fill FILE.json          {"sentence": "translation"}, checked
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from tests.messages import catalogue as book
from tests.messages.extraction import template_catalogue


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.messages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--json", nargs=2, type=int, metavar=("FROM", "TO"))
    parser.add_argument("--fill", type=Path, metavar="FILE.json")
    asked = parser.parse_args()
    if asked.fill:
        return fill_from(asked.fill)
    if asked.json:
        return list_missing(*asked.json)
    return count_missing(book.read()) if asked.missing else bring_up_to_date()


def bring_up_to_date() -> int:
    book.PO.parent.mkdir(parents=True, exist_ok=True)
    template = template_catalogue()
    with book.held():
        catalogue = book.read()
        book.update(catalogue, template)
        book.write(catalogue)
    return count_missing(catalogue)


def count_missing(catalogue: Catalog) -> int:
    missing = [message for message in book.sentences(catalogue) if book.is_missing(message)]
    files = Counter(message.locations[0][0] for message in missing)
    for name, n in sorted(files.items()):
        print(f"{n:5} {name}")
    print(f"{len(missing)} of {len(book.sentences(catalogue))} sentences are not translated.")
    return 0


def list_missing(first: int, last: int) -> int:
    """Numbers count all sentences: a part stays the same part while others are filled in."""
    part = book.sentences(book.read())[first:last]
    rows = [as_row(message) for message in part if book.is_missing(message)]
    print(json.dumps(rows, ensure_ascii=False, indent=1))
    return 0


def as_row(message: Message) -> dict:
    row = {"msgid": book.key(message), "files": [name for name, _ in message.locations]}
    if not isinstance(message.id, str):
        row["plural"] = book.source(message)
    if message.auto_comments:
        row["comment"] = " ".join(message.auto_comments)
    if message.fuzzy:
        row["translation_of_a_similar_sentence"] = book.translations(message)[0]
    return row


def fill_from(path: Path) -> int:
    translated = json.loads(path.read_text(encoding="utf-8"))
    with book.held():
        catalogue = book.read()
        refused = book.fill(catalogue, translated)
        book.write(catalogue)
    for msgid, reasons in refused.items():
        print(f"refused: {msgid!r}: {'; '.join(reasons)}", file=sys.stderr)
    print(f"{len(translated) - len(refused)} translations were taken, {len(refused)} refused.")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
