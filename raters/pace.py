"""How long will what is left take her? From her own pace, in calm words, or not at all.

No Django at any depth.
"""

from collections.abc import Iterable
from itertools import islice
from math import floor
from statistics import median

from rubrics.phrases import Phrase, gettext_noop

FEWEST_ITEMS = 3
LAST_ITEMS = 20
MINUTE = 60
HOUR = 60 * MINUTE
# From here on a half hour more or less says nothing.
LONG = 5 * HOUR


def seconds_left(worked: Iterable[int | None], *, n_left: int) -> int | None:
    """The median of her last items times what is left.

    `worked` has the latest item first, and None for an item whose seconds nobody counted. None
    where nothing is left, or where too few were counted to say anything.
    """
    counted = list(islice((each for each in worked if each is not None), LAST_ITEMS))
    if n_left < 1 or len(counted) < FEWEST_ITEMS:
        return None
    return round(median(counted) * n_left)


def about(seconds: int) -> Phrase:
    """So many seconds as one says them: to five minutes, half an hour, an hour."""
    minutes = 5 * _nearest(seconds, 5 * MINUTE)
    if minutes <= 5:
        return Phrase(gettext_noop("a few minutes"))
    if minutes < 60:
        return Phrase(gettext_noop("about %(n)d minutes"), {"n": minutes})
    return _about_hours(seconds)


def _about_hours(seconds: int) -> Phrase:
    halves = 2 * _nearest(seconds, HOUR) if seconds >= LONG else _nearest(seconds, HOUR // 2)
    hours, is_half_more = divmod(halves, 2)
    if hours == 1:
        return Phrase(
            gettext_noop("about an hour and a half")
            if is_half_more
            else gettext_noop("about an hour")
        )
    template = (
        gettext_noop("about %(n)d and a half hours")
        if is_half_more
        else gettext_noop("about %(n)d hours")
    )
    return Phrase(template, {"n": hours})


def _nearest(seconds: int, step: int) -> int:
    return floor(seconds / step + 0.5)
