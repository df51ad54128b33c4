"""Which arm gave this answer, when the rows do not say it?"""

from collections.abc import Sequence

from raters.importing.fields import stem

_SEPARATORS = (".", " ", "_", "-")


def arms_by_file(files: Sequence[str]) -> dict[str, str]:
    """The part of the files' names that differs between them.

    The names without folder and ending are cut at dots; pieces that all have in common at either
    end fall away. Where that leaves the names whole, they are cut at blanks, then underscores,
    then hyphens: "responses.qwen3_14b.medicine.jsonl" gives "qwen3_14b", "answers_gpt-4o.csv"
    gives "gpt-4o" beside "answers_llama.csv". A file alone gives its whole name.
    """
    stems = [stem(file) for file in files]
    for separator in _SEPARATORS:
        shorter = _without_common_ends([each.split(separator) for each in stems])
        names = [separator.join(pieces) for pieces in shorter]
        if names != stems and len(set(names)) == len(names) and all(names):
            return dict(zip(files, names, strict=True))
    return dict(zip(files, stems, strict=True))


def _without_common_ends(pieces: list[list[str]]) -> list[list[str]]:
    if len(pieces) < 2:
        return pieces
    while all(len(each) > 1 for each in pieces) and len({each[0] for each in pieces}) == 1:
        pieces = [each[1:] for each in pieces]
    while all(len(each) > 1 for each in pieces) and len({each[-1] for each in pieces}) == 1:
        pieces = [each[:-1] for each in pieces]
    return pieces
