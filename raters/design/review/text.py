"""The review as text, in the layout of the benchmark method. No Django at any depth."""

from collections.abc import Callable, Iterator

from raters.design.review.reviewing import DesignReview
from raters.design.review.sections import Line, Section
from rubrics.phrases import Phrase


def as_text(review: DesignReview, translate: Callable[[str], str] = str) -> str:
    """Ends with a line break. What was typed over several lines stands on one."""
    lines: list[str] = []
    for section in review.sections:
        if lines and section.layout != "field":
            lines.append("")
        lines += _printed(section, translate)
    return "\n".join(lines) + "\n"


def _printed(section: Section, translate: Callable[[str], str]) -> Iterator[str]:
    heading = _one_line(section.heading, translate)
    texts = [_one_line(line, translate) for line in section.lines]
    if section.layout == "title":
        yield from (f"## {heading}", *texts)
    elif section.layout == "field":
        yield f"{heading}: {'; '.join(texts)}"
    else:
        yield f"### {heading}"
        for number, text in enumerate(texts, start=1):
            yield f"{number}. {text}" if section.layout == "numbered" else f"- {text}"


def _one_line(line: Line, translate: Callable[[str], str]) -> str:
    text = line.through(translate) if isinstance(line, Phrase) else line
    return " ".join(text.split())
