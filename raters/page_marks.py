"""Which of two requests of one open page tells the newer words?

A page counts the changes of its words and tells the count, its mark, with everything it sends. A
request may be processed long after a later one; its lower mark gives it away.
"""

from dataclasses import dataclass

LONGEST_PAGE = 32
LONGEST_MARK = 7


@dataclass(frozen=True)
class PageMark:
    """`mark` is None where a page tells none: a form without a script, or an older script."""

    page: str = ""
    mark: int | None = None

    def __str__(self):
        return self.page if self.mark is None else f"{self.page}:{self.mark}"

    def is_of_the_page_of(self, other: "PageMark") -> bool:
        return self.page != "" and self.page == other.page

    def is_older_than(self, other: "PageMark") -> bool:
        return self._is_comparable(other) and self.mark < other.mark

    def is_as_old_as(self, other: "PageMark") -> bool:
        return self._is_comparable(other) and self.mark == other.mark

    def _is_comparable(self, other: "PageMark") -> bool:
        return self.is_of_the_page_of(other) and None not in (self.mark, other.mark)


def told_mark(page: str, mark: str) -> PageMark:
    """As a request tells it."""
    if not (page and mark.isascii() and mark.isdigit() and len(mark) <= LONGEST_MARK):
        return PageMark(page[: LONGEST_PAGE + LONGEST_MARK + 1])
    return PageMark(page[:LONGEST_PAGE], int(mark))


def stored_mark(text: str) -> PageMark:
    """As `str` wrote it."""
    page, _colon, mark = text.rpartition(":")
    return told_mark(page, mark) if page else PageMark(text)
