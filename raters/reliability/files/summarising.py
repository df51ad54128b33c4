"""All estimates of all groups of a file, with what was read and left out, also as plain values."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from raters.reliability.estimate import Estimate
from raters.reliability.files.planted import Hits, Planted
from raters.reliability.files.ratings import RatingsFile, RatingsGroup
from raters.reliability.summary import Summary, summary
from rubrics.phrases import Phrase

Translate = Callable[[str], str]


@dataclass(frozen=True)
class GroupSummary:
    group: RatingsGroup
    summary: Summary
    warnings: tuple[Phrase, ...]


@dataclass(frozen=True)
class FileSummary:
    file: RatingsFile
    groups: tuple[GroupSummary, ...]

    def as_record(self, translate: Translate = str) -> dict:
        """The JSON of docs/reliability-command.md: numbers, text, lists, None; never NaN."""
        records = [_record(self.file, one, translate) for one in self.groups]
        if self.file.columns.by is None:
            return records[0]
        named = {one.group.value: r for one, r in zip(self.groups, records, strict=True)}
        return {"groups": named, "by": self.file.columns.by}


def summarised(
    file: RatingsFile, *, seed: int, resamples: int = 2_000, target: float | None = None
) -> FileSummary:
    """Deterministic given `seed`. Each group has a seed of its own: see `seed_of_group`."""
    return FileSummary(
        file, tuple(_summarised(file, group, seed, resamples, target) for group in file.groups)
    )


def seed_of_group(seed: int, value: str | None) -> int:
    """The seed itself without groups; else from SHA-256 of "seed:value", so that a group's numbers
    do not depend on which other groups are in the file."""
    if value is None:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed}:{value}".encode()).digest()[:4])


def _summarised(file: RatingsFile, group: RatingsGroup, seed: int, resamples: int, target):
    found = summary(
        group.table,
        seed=seed_of_group(seed, group.value),
        resamples=resamples,
        level=group.scale.level,
        is_ordered=group.scale.is_ordered,
        target=target,
        hit_rate=group.planted.overall.rate if group.planted else None,
    )
    return GroupSummary(group, found, (*file.notes, *group.scale.notes, *found.warnings))


def _record(file: RatingsFile, one: GroupSummary, translate: Translate) -> dict:
    said = _Saying(translate)
    provenance = one.summary.provenance
    return {
        "data": _data(file, one),
        "estimates": {name: said.estimate(each) for name, each in one.summary.estimates.items()},
        "leading": one.summary.leading,
        "verdict": said.phrase(one.summary.verdict),
        "sentence": said.phrase(one.summary.sentence),
        "controls": said.planted(one.group.planted),
        "warnings": said.phrases(one.warnings),
        "provenance": {
            "seed": provenance.seed,
            "resamples": provenance.resamples,
            "software": dict(provenance.software),
        },
    }


def _data(file: RatingsFile, one: GroupSummary) -> dict:
    group, table = one.group, one.group.table
    return {
        "file": file.name,
        "columns": _columns(file),
        "n_items": table.n_items,
        "n_raters": table.n_reviewers,
        "n_ratings": table.n_ratings,
        "n_cases": table.n_cases,
        "share_filled": table.share_filled,
        "items_rated_once": table.items_rated_once,
        "items_rated_twice_or_more": table.items_rated_twice_or_more,
        "items_rated_by_all": table.complete_items().n_items,
        "n_missing": group.n_missing,
        "n_planted": group.planted.n_ratings + group.planted.n_missing if group.planted else 0,
        "raters_without_scores": list(table.silent_reviewers),
        "anonymous_raters": not table.identified,
        "level": group.scale.level,
        "level_was_guessed": group.scale.is_guessed,
        "levels": _levels(group),
        "distribution": [[group.scale.shown(point), n] for point, n in _few(table.distribution)],
    }


def _few(distribution):
    # Free decimals have no distribution over points that anybody could read.
    return distribution if len(distribution) <= 101 else ()


def _levels(group: RatingsGroup) -> list | None:
    levels = group.scale.levels
    return None if levels is None else [group.scale.shown(point) for point in levels]


def _columns(file: RatingsFile) -> dict:
    taken = file.columns
    score = list(taken.raters) if taken.raters else taken.score
    named = {"item": taken.item, "rater": taken.rater, "score": score}
    return named | {"by": taken.by, "case": taken.case, "controls": taken.controls}


@dataclass(frozen=True)
class _Saying:
    translate: Translate

    def phrase(self, phrase: Phrase | None) -> str | None:
        return None if phrase is None else phrase.through(self.translate)

    def phrases(self, phrases: tuple[Phrase, ...]) -> list[str]:
        return [self.phrase(phrase) for phrase in phrases]

    def estimate(self, estimate: Estimate) -> dict:
        return {
            "value": estimate.value,
            "low": estimate.low,
            "high": estimate.high,
            "method": self.phrase(estimate.method),
            "n_items": estimate.n_items,
            "n_raters": estimate.n_reviewers,
            "reason": self.phrase(estimate.reason),
            "interval_reason": self.phrase(estimate.interval_reason),
            "n_ratings": estimate.n_ratings,
            "n_cases": estimate.n_cases,
            "form": self.phrase(estimate.form),
            "excluded": self.phrases(estimate.excluded),
            "warnings": self.phrases(estimate.warnings),
        }

    def planted(self, planted: Planted | None) -> dict | None:
        if planted is None:
            return None
        return {
            "column": planted.column,
            "n_items": planted.n_items,
            "n_ratings": planted.n_ratings,
            "n_missing": planted.n_missing,
            **self.hits(planted.overall),
            "by_rater": {rater: self.hits(hits) for rater, hits in planted.by_rater},
            "reason": self.phrase(planted.reason),
        }

    def hits(self, hits: Hits) -> dict:
        record = {"n": hits.n, "hits": hits.hits, "exact_agreement_with_expected": hits.rate}
        return record if hits.low is None else record | {"low": hits.low, "high": hits.high}
