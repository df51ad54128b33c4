"""Several sentences as one phrase. No Django."""

from rubrics.phrases import Phrase, gettext_noop


def together(*sentences: Phrase | None) -> Phrase:
    """One after the other, those that are None left out."""
    first, *others = [sentence for sentence in sentences if sentence is not None]
    if not others:
        return first
    joint = gettext_noop("%(sentence)s %(following)s")
    return Phrase(joint, {"sentence": first, "following": together(*others)})


def counted(template: str, n: int) -> Phrase | None:
    """None where there is nothing to count. `template` holds %(n)d."""
    return Phrase(template, {"n": n}) if n else None
