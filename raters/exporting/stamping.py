"""What every file says of itself: of which study, when made, with what, under which protocol."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from django.utils import timezone

from raters.locked_facts import software
from raters.models import Round

REHEARSAL = "REHEARSAL"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@dataclass(frozen=True)
class Stamp:
    """`mark` is empty but in rehearsals; `protocol` is a SHA-256, empty where none was locked."""

    study: str
    slug: str
    round: str
    mark: str
    protocol: str
    at: datetime
    software: tuple[tuple[str, str], ...]

    @property
    def software_in_words(self) -> str:
        return ", ".join(f"{name} {version}" for name, version in self.software)

    @property
    def in_one_line(self) -> str:
        """For a file that has no page of its own to say it on."""
        sealed = f"protocol SHA-256 {self.protocol}" if self.protocol else "never locked"
        day = self.at.isoformat(timespec="seconds")
        parts = (self.mark, self.study, f"round {self.round}", day, self.software_in_words, sealed)
        return "; ".join(part for part in parts if part)


def stamp_of(round: Round, *, at: datetime) -> Stamp:
    study = round.study
    return Stamp(
        study=study.title,
        slug=study.slug,
        round=round.name,
        mark=REHEARSAL if study.is_rehearsal else "",
        protocol=round.sealed_as,
        at=at,
        software=(("evalsite", evalsite_version()), *software().items()),
    )


def file_name(stamp: Stamp, ending: str) -> str:
    """Such as REHEARSAL-letters-2026-11-30-report.pdf; the day is that of the site."""
    day = timezone.localdate(stamp.at).isoformat()
    return "-".join(part for part in (stamp.mark, stamp.slug, day, ending) if part)


def stamped(rows: Iterable[dict], stamp: Stamp) -> Iterator[dict]:
    """Rows that are taken out of their file still say when and with what they were made."""
    shared = {
        "exported_at": stamp.at.isoformat(timespec="seconds"),
        "software": f"evalsite {evalsite_version()}",
    }
    return (row | shared for row in rows)


@lru_cache(maxsize=1)
def evalsite_version() -> str:
    with PROJECT.open("rb") as file:
        return tomllib.load(file)["project"]["version"]
