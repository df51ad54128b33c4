"""Why there is no value or no interval, as a key that each language has words for."""

from rubrics.phrases import Phrase

# Beginnings of the sentences of `raters.reliability`, and the word each becomes.
BEGINNINGS = {
    "Not estimable: every score is the same": "reason every score alike",
    "Not estimable: every score on the items rated twice": "reason every score alike",
    "Not estimable: there are no ratings": "reason no ratings",
    "Not estimable: only one reviewer": "reason one reviewer",
    "Not estimable: only one item": "reason one item",
    "Not estimable: no item was rated by two": "reason nothing shared",
    "Not estimable: the items do not differ": "reason no spread between items",
    "Not meaningful": "reason not meaningful",
    "No disagreement in": "reason no disagreement",
    "No interval is shown below": "reason too few items",
    "All items come from one case": "reason one case",
    "The resampled values all lie on one side": "reason resamples on one side",
    "One source of variance is exactly zero": "reason a variance of zero",
}


def reason_key(reason: Phrase | None) -> str:
    """`reason in the report` where no words were prepared."""
    template = reason.template if reason else ""
    found = (key for start, key in BEGINNINGS.items() if template.startswith(start))
    return next(found, "reason in the report")
