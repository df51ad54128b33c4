"""Which items does each reviewer get? No Django at any depth."""

from collections.abc import Sequence


def fully_crossed(items: Sequence[str], reviewers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Every reviewer gets every item: reviewer -> item keys."""
    return {reviewer: tuple(items) for reviewer in reviewers}
