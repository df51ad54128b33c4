"""Which page goes to which place, once the controls' and second showings' places are drawn?

Every choice is a list of wishes in the order of their weight: each narrows the choice unless it
would leave none, and the first of what is left is taken. No Django at any depth.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from raters.design.ordering.pages import Page
from raters.design.ordering.slots import RepeatSlots
from raters.design.ordering.values import Draw

Wish = Callable[[Page], bool]


class Filling:
    """A queue that is filled from front to back."""

    def __init__(
        self,
        planted: Mapping[int, Page],
        real: Sequence[Page],
        *,
        repeats: RepeatSlots,
        longest_run: int | None,
        draw: Draw,
    ):
        self.shown: list[tuple[Page, int]] = []
        self.planted, self.repeats, self.longest_run = planted, repeats, longest_run
        self.waiting = list(real)
        self.cases_waiting = Counter(page.case for page in real)
        self.arms_waiting = Counter(page.arm for page in real)
        self.repeatable: list[Page] = []
        if repeats.places:
            self.repeatable = sorted(real, key=lambda page: draw.rank("repeat", page.key))
        self.run_arm, self.run_length = "", 0

    def filled(self) -> list[tuple[Page, int]]:
        """Each page with which showing of it this is."""
        seconds = set(self.repeats.places)
        for place in range(len(self.planted) + len(self.waiting) + len(seconds)):
            if place in self.planted:
                self._show(self.planted[place], 1)
            elif place in seconds:
                self._show(self._taken_again(), 2)
            else:
                self._show(self._taken_from_waiting(), 1)
        return self.shown

    def _show(self, page: Page, showing: int) -> None:
        self.shown.append((page, showing))
        self.run_length = self.run_length + 1 if page.arm == self.run_arm else 1
        self.run_arm = page.arm

    def _taken_from_waiting(self) -> Page:
        page = chosen(self.waiting, self._wishes_for_case() + self._wishes_for_arm())
        self.waiting.remove(page)
        self.cases_waiting[page.case] -= 1
        self.arms_waiting[page.arm] -= 1
        return page

    def _taken_again(self) -> Page:
        page = chosen(self._early_enough(len(self.shown)), self._wishes_for_a_repeat())
        self.repeatable.remove(page)
        return page

    def _early_enough(self, place: int) -> list[Page]:
        """The pages that can be shown again at `place`; a page is taken again once."""
        early = self.shown[: place - self.repeats.gap + 1]
        keys = {page.key for page, showing in early if showing == 1}
        return [page for page in self.repeatable if page.key in keys]

    def _wishes_for_case(self) -> list[Wish]:
        """A case that holds more than half of what waits goes first.

        Left for later, its items could only stand side by side.
        """
        crowded = self._crowded_case()
        wishes = self._unlike_neighbours()
        if crowded is None or crowded == self._last_case():
            return wishes
        return [lambda page: page.case == crowded, *wishes]

    def _wishes_for_arm(self) -> list[Wish]:
        """An arm too numerous for the others to part goes first, unless its run is at the limit."""
        crowded, spent = self._crowded_arm(), self._spent_arm()
        wishes: list[Wish] = [lambda page: page.arm != spent] if spent else []
        if crowded is None or crowded == spent:
            return wishes
        return [lambda page: page.arm == crowded, *wishes]

    def _wishes_for_a_repeat(self) -> list[Wish]:
        """What is crowded still has to be parted, so a second showing should not add to it."""
        crowded_case, crowded_arm = self._crowded_case(), self._crowded_arm()
        spent = self._spent_arm()
        return [
            *self._unlike_neighbours(),
            lambda page: page.case != crowded_case,
            lambda page: not spent or page.arm != spent,
            lambda page: page.arm != crowded_arm,
        ]

    def _unlike_neighbours(self) -> list[Wish]:
        last, following = self._last_case(), self._following_case()
        return [lambda page: page.case != last, lambda page: page.case != following]

    def _following_case(self) -> str | None:
        """The case of the place behind this one, where that is certain already."""
        following = len(self.shown) + 1
        if following in self.planted:
            return self.planted[following].case
        if following not in self.repeats.places:
            return None
        cases = {page.case for page in self._early_enough(following)}
        return cases.pop() if len(cases) == 1 else None

    def _last_case(self) -> str | None:
        return self.shown[-1][0].case if self.shown else None

    def _spent_arm(self) -> str:
        """The arm whose run is as long as a run may be; empty if none is."""
        limit = self.longest_run
        return self.run_arm if limit is not None and self.run_length >= limit else ""

    def _crowded_case(self) -> str | None:
        return majority(self.cases_waiting, len(self.waiting), longest_run=1)

    def _crowded_arm(self) -> str | None:
        if self.longest_run is None:
            return None
        return majority(self.arms_waiting, len(self.waiting), longest_run=self.longest_run) or None


def majority(counts: Mapping[str, int], n_waiting: int, *, longest_run: int) -> str | None:
    """The name, if any, that has more than `longest_run` items to each item of the others."""
    most = max(counts.values(), default=0)
    if most <= longest_run * (n_waiting - most):
        return None
    return next(name for name, n in counts.items() if n == most)


def chosen(pages: Sequence[Page], wishes: Sequence[Wish]) -> Page:
    """The first page that has all wishes, or else as many as can be had in their order."""
    perfect = (page for page in pages if all(wish(page) for wish in wishes))
    if page := next(perfect, None):
        return page
    for wish in wishes:
        pages = [page for page in pages if wish(page)] or pages
    return pages[0]
