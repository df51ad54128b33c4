"""One reviewer's complete answer to one item, as values. No Django at any depth."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Citation:
    """A turn, or the turns up to `through`.

    Of kind "quote", `words` stand exactly so in the turn, at code point `start`; else they are the
    reviewer's own, or empty.
    """

    turn: int
    words: str = ""
    start: int | None = None
    stance: str = "supports"
    kind: str = "paraphrase"
    through: int | None = None
    strength: str = "explicit"
    reveals_safety_deficiency: bool = False


@dataclass(frozen=True)
class Answer:
    """`value` as entered. `suggested` and `final` are for criteria: see raters.models.Score."""

    code: str
    value: int
    citations: tuple[Citation, ...] = ()
    rationale: str = ""
    suggested: int | None = None
    final: int | None = None
    kept_because: str = ""
    could_harm: bool = False
    looked_for_contradiction: bool = False
    rests_on_absence: bool = False
    part_states: tuple[str, ...] = ()
    steps_done: tuple[int, ...] = ()


@dataclass(frozen=True)
class DeviationNote:
    turn: int
    tag: str
    detail: str
    severity: str = ""


@dataclass(frozen=True)
class Answers:
    """`highlights` and `training_feedback` are asked where the rubric asks for them."""

    answers: tuple[Answer, ...]
    justification: str
    what_would_change_it: str = ""
    highlights: str = ""
    training_feedback: str = ""
    read_whole_transcript: bool = False
    deviations: tuple[DeviationNote, ...] = ()
