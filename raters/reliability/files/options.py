"""What a person says about a file, beyond the file itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FileOptions:
    """Names of columns are None where they are to be guessed.

    `rater` holds several names, with commas, where `wide`. `levels` are all points of the scale in
    ascending order, as text; `level` is "nominal", "ordinal" or "interval".
    """

    item: str | None = None
    rater: str | None = None
    score: str | None = None
    wide: bool = False
    by: str | None = None
    case: str | None = None
    controls: str | None = None
    anonymous_raters: bool = False
    level: str | None = None
    levels: tuple[str, ...] | None = None
    encoding: str | None = None


def levels_of(text: str | None) -> tuple[str, ...] | None:
    """ "0,1,2" as its levels; None where nothing was said."""
    if not text or not text.strip():
        return None
    return tuple(level.strip() for level in text.split(","))
