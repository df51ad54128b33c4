"""How reliable is each criterion by itself, and each kind of criterion?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from raters.reliability.alpha import METRICS, alpha
from raters.reliability.criteria.alpha import criteria_alpha
from raters.reliability.criteria.icc import criteria_icc
from raters.reliability.criteria.table import CriteriaTable
from raters.reliability.estimate import Estimate, not_estimable
from raters.reliability.icc import form_in_words
from raters.reliability.mixed import icc_reml
from raters.reliability.table import RatingTable
from raters.reliability.wording import FEWEST_ITEMS_FOR_INTERVAL
from rubrics.phrases import Phrase, gettext_noop

TOO_FEW = gettext_noop(
    "Not computed: the criterion occurs in %(items)d items, fewer than %(fewest)d."
)


@dataclass(frozen=True)
class CriterionRow:
    """One line of the table; `name` is a criterion or a tag."""

    name: str
    n_items: int
    icc: Estimate
    alpha: Estimate


def criterion_rows(
    table: CriteriaTable,
    metric: str = "ordinal",
    *,
    seed: int,
    resamples: int = 2_000,
    fewest_items: int = FEWEST_ITEMS_FOR_INTERVAL,
) -> tuple[CriterionRow, ...]:
    """Every criterion in order of name; one in fewer than `fewest_items` items says so."""
    form = "ICC(2,1)" if table.units.identified else "ICC(1,1)"

    def row(criterion: str) -> CriterionRow:
        own = table.of_criterion(criterion)
        if own.n_items < fewest_items:
            return _too_few(criterion, own, form, metric, fewest_items=fewest_items)
        found = alpha(own, metric, seed=seed, resamples=resamples)
        return CriterionRow(criterion, own.n_items, icc_reml(own, form), found)

    return tuple(row(criterion) for criterion in table.criteria)


def tag_rows(
    table: CriteriaTable,
    tags: Mapping[str, Iterable[str]],
    metric: str = "ordinal",
    *,
    seed: int,
    resamples: int = 2_000,
) -> tuple[CriterionRow, ...]:
    """Every tag in order of name; `tags` gives those of each criterion, which may be several."""
    form = "ICC(2,1)" if table.units.identified else "ICC(1,1)"
    tagged = {criterion: set(tags.get(criterion, ())) for criterion in table.criteria}

    def row(tag: str) -> CriterionRow:
        own = table.only_criteria(one for one, given in tagged.items() if tag in given)
        return CriterionRow(
            tag,
            own.counted.n_items,
            criteria_icc(own, form),
            criteria_alpha(own, metric, seed=seed, resamples=resamples),
        )

    return tuple(row(tag) for tag in sorted(set().union(*tagged.values())))


def _too_few(
    criterion: str, own: RatingTable, form: str, metric: str, *, fewest_items: int
) -> CriterionRow:
    reason = Phrase(TOO_FEW, {"items": own.n_items, "fewest": fewest_items})
    said = (
        (f"{form} REML", form_in_words(form)),
        (f"alpha {metric}", Phrase(METRICS[metric])),
    )
    refused = (not_estimable(own, name=name, form=words, reason=reason) for name, words in said)
    return CriterionRow(criterion, own.n_items, *refused)
