"""One reviewer's complete answer to one item, as values. No Django at any depth."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Citation:
    """`quote` is the text exactly as it stands in the turn, at code point `start`; or no quote."""

    turn: int
    quote: str = ""
    start: int | None = None
    stance: str = "supports"


@dataclass(frozen=True)
class Answer:
    code: str
    value: int
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Answers:
    answers: tuple[Answer, ...]
    justification: str
    what_would_change_it: str = ""

    @property
    def in_any_order(self) -> tuple:
        """What is compared to tell a repeated submission from a changed one."""
        answers = frozenset((a.code, a.value, frozenset(a.citations)) for a in self.answers)
        return answers, self.justification, self.what_would_change_it
