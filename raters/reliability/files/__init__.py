"""What does a file of ratings say about agreement? Bytes in, frozen dataclasses out.

    from raters.reliability.files import FileOptions, read_ratings, summarised

The rules (names of columns, missing values, scales) are stated in docs/reliability-command.md.
"""

from raters.reliability.files.options import FileOptions
from raters.reliability.files.ratings import RatingsFile, RatingsGroup, read_ratings
from raters.reliability.files.refusals import FileRefused
from raters.reliability.files.summarising import FileSummary, GroupSummary, summarised

__all__ = [
    "FileOptions",
    "FileRefused",
    "FileSummary",
    "GroupSummary",
    "RatingsFile",
    "RatingsGroup",
    "read_ratings",
    "summarised",
]
