"""What does each state of a study permit? No Django at any depth.

docs/lifecycle.md prints these tables; the database refuses any other move (frozen_guard.py).
"""

from enum import StrEnum


class State(StrEnum):
    DRAFT = "draft"
    PILOTING = "piloting"
    LOCKED = "locked"
    COLLECTING = "collecting"
    CLOSED = "closed"
    AMENDING = "amending"


class Action(StrEnum):
    CHANGE_DESIGN = "change the design, the items and the panel"
    CHANGE_RUBRIC = "change the rubric"
    START_PILOT = "start a pilot"
    END_PILOT = "end the pilot"
    RATE = "rate and revise"
    LOCK = "lock the protocol"
    OPEN = "open the round"
    CLOSE = "close the round"
    AMEND_PANEL = "amend the panel, with a reason"
    AMEND_DESIGN = "reopen the design, with a reason"
    ADD_ROUND = "add a further round, with a reason"
    REPORT = "report reliability"


PERMITS: dict[State, frozenset[Action]] = {
    State.DRAFT: frozenset(
        {Action.CHANGE_DESIGN, Action.CHANGE_RUBRIC, Action.START_PILOT, Action.LOCK}
    ),
    State.PILOTING: frozenset({Action.CHANGE_DESIGN, Action.END_PILOT, Action.RATE}),
    State.LOCKED: frozenset({Action.OPEN, Action.AMEND_PANEL, Action.AMEND_DESIGN}),
    State.COLLECTING: frozenset({Action.RATE, Action.CLOSE, Action.AMEND_PANEL, Action.REPORT}),
    State.CLOSED: frozenset({Action.REPORT, Action.AMEND_DESIGN, Action.ADD_ROUND}),
    State.AMENDING: frozenset(),
}

# What the protocol fixed cannot change in these.
FROZEN = (State.LOCKED, State.COLLECTING, State.CLOSED)

MOVES = frozenset(
    {
        (State.DRAFT, State.PILOTING),
        (State.PILOTING, State.DRAFT),
        (State.DRAFT, State.LOCKED),
        (State.LOCKED, State.COLLECTING),
        (State.COLLECTING, State.CLOSED),
        (State.AMENDING, State.LOCKED),
        (State.AMENDING, State.COLLECTING),
    }
)
# These only with an amendment to the protocol, which has a reason.
AMENDED_MOVES = frozenset(
    {
        (State.LOCKED, State.DRAFT),
        (State.CLOSED, State.DRAFT),
        (State.LOCKED, State.AMENDING),
        (State.COLLECTING, State.AMENDING),
        (State.CLOSED, State.AMENDING),
    }
)


def permits(state: str, action: Action) -> bool:
    return action in PERMITS[State(state)]
