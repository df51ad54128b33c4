"""How long did a reviewer work on an item?

Her open pages count: each tells all it counted for this item so far, so that a request sent twice
adds nothing, and those of two tabs or devices are added up. None is believed beyond the clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

LONGEST_SECONDS = 24 * 3600
# Words may wait on a device for a month before they are sent (static/journal.js).
LONGEST_AGO = 60 * 24 * 3600


@dataclass(frozen=True)
class Activity:
    seconds: Mapping[str, int] = field(default_factory=dict)
    first_input_at: datetime | None = None

    def joined(self, other: "Activity") -> "Activity":
        pages = {**self.seconds, **other.seconds}
        most = {page: max(self.seconds.get(page, 0), other.seconds.get(page, 0)) for page in pages}
        inputs = [each for each in (self.first_input_at, other.first_input_at) if each]
        return Activity(most, min(inputs, default=None))

    def began(self, *, since: datetime | None) -> datetime | None:
        """When first something was typed; told in whole seconds, it may seem to be too early."""
        moments = [each for each in (self.first_input_at, since) if each]
        return max(moments) if self.first_input_at else None

    def total(self, *, since: datetime | None, until: datetime) -> int | None:
        """Whole seconds, at most those that went by; None where no page has counted."""
        if not self.seconds:
            return None
        counted = sum(self.seconds.values())
        passed = int((until - since).total_seconds()) if since else counted
        return max(0, min(counted, passed))


NOTHING_TOLD = Activity()


def told_by(page: str, *, active: str, first_input_ago: str, at: datetime) -> Activity:
    """What a page sent. Its clock may be wrong, so it tells how long ago and not when."""
    seconds = _whole(active, most=LONGEST_SECONDS)
    return Activity(
        {page: seconds} if page and seconds is not None else {},
        _moment(first_input_ago, at=at),
    )


def shown_by(shown_ago: str, *, since: datetime, at: datetime) -> datetime | None:
    """When a page showed the item without a network; never before `since`, never after `at`."""
    moment = _moment(shown_ago, at=at)
    return moment and min(max(moment, since), at)


def _moment(ago: str, *, at: datetime) -> datetime | None:
    seconds = _whole(ago, most=LONGEST_AGO)
    return None if seconds is None else at - timedelta(seconds=seconds)


def _whole(text: str, *, most: int) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return min(int(text), most) if is_number else None
