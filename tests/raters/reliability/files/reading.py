"""Files for the tests, read and summarised."""

from raters.reliability.files import FileOptions, FileRefused, read_ratings, summarised
from raters.reliability.files.options import levels_of

HEAD = "item,rater,score"


def file_of(content, *, name="ratings.csv", levels=None, **options):
    data = content if isinstance(content, bytes) else content.encode()
    asked = FileOptions(levels=levels_of(levels), **options)
    return read_ratings(data, name=name, options=asked)


def group_of(content, **options):
    (group,) = file_of(content, **options).groups
    return group


def table_of(content, **options):
    return group_of(content, **options).table


def record_of(content, **options):
    return summarised(file_of(content, **options), seed=1, resamples=200).as_record()


def long(*rows, head=HEAD):
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


def complaint(content, **options):
    try:
        file_of(content, **options)
    except FileRefused as refusal:
        return str(refusal)
    raise AssertionError("the file was not refused")
