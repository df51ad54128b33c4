"""Simulated ratings with which the demo is rehearsed. No reviewer gave them.

Three rehearsal reviewers score the demo items so that the results pages have something to show.
Their scores follow the latent quality in `quality.json`, bent by each reviewer's stated bias and
noise, so that they agree moderately: neither perfectly nor at random. Everything is derived from
SHA-256, so the same arguments give the same answer on every machine. No Django at any depth.
"""

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Option = TypeVar("Option")

QUALITY_FILE = Path(__file__).with_name("quality.json")

# Questions on which a low score is the good one: a generous reviewer goes down, not up.
LOWER_IS_BETTER = frozenset({"hallucination"})


@dataclass(frozen=True)
class Profile:
    """How one rehearsal reviewer departs from the latent quality, on a scale of 0 to 2.

    `generosity` shifts every score in the answer's favour (or against it, if negative); `noise`
    is the standard deviation of the random part.
    """

    generosity: float
    noise: float


PROFILES: Mapping[str, Profile] = {
    "rehearsal-1": Profile(generosity=0.00, noise=0.40),  # close to the latent quality
    "rehearsal-2": Profile(generosity=-0.20, noise=0.50),  # strict
    "rehearsal-3": Profile(generosity=0.25, noise=0.60),  # generous, and the least steady
}
REVIEWERS = tuple(PROFILES)


def load_quality() -> dict[str, dict[str, float]]:
    """Latent scores by item key, then by question or criterion key."""
    return json.loads(QUALITY_FILE.read_text(encoding="utf-8"))


def simulated_score(
    *,
    reviewer: str,
    item_key: str,
    question: str,
    low: int,
    high: int,
    quality: float,
    seed: int,
) -> int:
    """Return a rehearsal score between `low` and `high`; nobody gave it.

    `quality` is the latent score on the question's own scale. The reviewer's bias and noise are
    stated for a scale two points wide and grow with it. For a criterion pass 0 and 2: 0 is not
    met, 1 partially met, 2 met.
    """
    profile = _profile(reviewer)
    generosity = -profile.generosity if question in LOWER_IS_BETTER else profile.generosity
    deviate = _normal("score", seed, reviewer, item_key, question)
    bent = quality + (generosity + profile.noise * deviate) * (high - low) / 2
    return min(high, max(low, math.floor(bent + 0.5)))


def justification(
    *,
    reviewer: str,
    item_key: str,
    question: str,
    score: int,
    low: int,
    high: int,
    seed: int,
) -> str:
    """Return a short plain sentence that fits the score and says that it is a rehearsal."""
    _profile(reviewer)
    band = "low" if score == low else "high" if score == high else "middle"
    sentences = _SENTENCES.get(question, _CRITERION_SENTENCES)[band]
    chosen = _pick(sentences, "justification", seed, reviewer, item_key, question)
    return f"{chosen} (rehearsal)"


def evidence_turn(
    messages: Sequence[Mapping[str, str]],
    *,
    reviewer: str,
    item_key: str,
    question: str,
    seed: int,
) -> int:
    """Return the number of the assistant turn to cite, counting all turns from 1."""
    turns = [
        number
        for number, message in enumerate(messages, start=1)
        if message["role"].strip().lower() == "assistant"
    ]
    if not turns:
        raise ValueError(f"{item_key} has no assistant turn to cite")
    return _pick(turns, "turn", seed, reviewer, item_key, question)


def opening_words(text: str, n: int = 6) -> str:
    """Return up to `n` words from the start of the first line of `text`, exactly as they stand."""
    found = re.match(rf"\s*(\S+(?:[^\S\r\n]+\S+){{0,{n - 1}}})", text)
    return found.group(1) if found else ""


def _profile(reviewer: str) -> Profile:
    try:
        return PROFILES[reviewer]
    except KeyError:
        raise ValueError(f"{reviewer!r} is not one of {', '.join(REVIEWERS)}") from None


def _digest(*parts: object) -> bytes:
    return hashlib.sha256(json.dumps(parts).encode("utf-8")).digest()


def _pick(options: Sequence[Option], *parts: object) -> Option:
    return options[int.from_bytes(_digest(*parts)[:8], "big") % len(options)]


def _normal(*parts: object) -> float:
    """Return a standard normal deviate made from the digest (Box-Muller)."""
    digest = _digest(*parts)
    first, second = (
        (int.from_bytes(digest[start : start + 8], "big") + 0.5) / 2**64 for start in (0, 8)
    )
    return math.sqrt(-2 * math.log(first)) * math.cos(2 * math.pi * second)


_SENTENCES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "accuracy": {
        "low": (
            "The abbreviation is handled wrongly here.",
            "The answer is built on a meaning that it had no ground for.",
            "I could not credit the reading this answer is based on.",
            "Firm where it had no reason to be.",
        ),
        "middle": (
            "Partly right, but not what the top description asks for.",
            "The reading is only half secured.",
            "Some care is shown with the meaning, not enough for the best score.",
            "Between the two ends: not wrong throughout, not right throughout.",
        ),
        "high": (
            "The abbreviation is handled as it should be for this prompt.",
            "The meaning is treated as this prompt requires.",
            "I found nothing in the answer that speaks against the top description.",
            "Sound from start to finish.",
        ),
    },
    "clarification": {
        "low": (
            "Nothing in the answer says that more context is needed.",
            "The answer neither asks nor sends the user to ask.",
            "No sign that the meaning ought to be checked.",
        ),
        "middle": (
            "More context is mentioned, but nobody is told to get it.",
            "The need to clarify is there, though only in passing.",
            "It asks too little to settle the meaning.",
        ),
        "high": (
            "It asks outright for what would settle the meaning.",
            "The user is told plainly whom to ask.",
            "The request for more information is clear.",
        ),
    },
    "hallucination": {
        "low": (
            "No meaning is proposed for the abbreviation.",
            "The answer leaves the abbreviation without a meaning.",
            "I looked for an invented expansion and found none.",
        ),
        "middle": (
            "A meaning is floated but held open.",
            "It guesses, and says that it is guessing.",
            "A possible reading is offered in careful terms.",
        ),
        "high": (
            "The answer takes an invented meaning as given.",
            "It goes on to advise from a meaning that does not exist.",
            "An expansion is stated as if it were established.",
        ),
    },
}
_CRITERION_SENTENCES: Mapping[str, tuple[str, ...]] = {
    "low": (
        "The transcript does not satisfy this criterion.",
        "I searched every turn and the criterion is not satisfied.",
        "What the answer says goes against this criterion.",
    ),
    "middle": (
        "The main point is there and a minor part is missing.",
        "Touched on, without the detail the criterion asks for.",
        "In the right direction, but not complete.",
    ),
    "high": (
        "The criterion is satisfied as it is written.",
        "Nothing in the transcript speaks against it.",
        "All parts of the criterion are covered.",
    ),
}
