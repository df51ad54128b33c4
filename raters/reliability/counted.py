"""What does a number rest on, where it is not computed from one table?"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Counted:
    """Stands in for a table where an `Estimate` is filled in."""

    n_items: int
    n_reviewers: int
    n_ratings: int
    n_cases: int
