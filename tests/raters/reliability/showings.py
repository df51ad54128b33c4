"""What reviewers met, for the tests of their behaviour."""

from raters.reliability.behaviour import Presented


def shown(reviewer="alice", position=1, *, item=None, score=1.0, seconds=60.0, length=None, of=30):
    item = f"i{position:02}" if item is None else item
    return Presented(reviewer, item, None, position, of, seconds, length, score)


def queue(scores, *, reviewer="alice", seconds=None, items=None):
    """One item for each score, in that order."""
    n = len(scores)
    return [
        shown(
            reviewer,
            place + 1,
            item=None if items is None else items[place],
            score=scores[place],
            seconds=60.0 if seconds is None else seconds[place],
            of=n,
        )
        for place in range(n)
    ]
