"""A rubric as it is written in a file: checked values, and every fault found at once.

No Django at any depth. The layout of the file is described in docs/rubric-format.md.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal, InvalidOperation

from rubrics.phrases import Phrase, gettext_noop

KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


@dataclass(frozen=True)
class DescriptorSpec:
    low: int
    high: int
    text: str
    condition: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuestionSpec:
    key: str
    kind: str
    label: str
    text: str = ""
    conditions: tuple[str, ...] = ()
    evidence: str = "required"
    tags: tuple[str, ...] = ()
    scale_min: int | None = None
    scale_max: int | None = None
    better: str = "higher"
    comparative: bool = False
    points: Decimal | None = None
    polarity: str = "positive"
    safety_critical: bool = False
    descriptors: tuple[DescriptorSpec, ...] = ()


@dataclass(frozen=True)
class RubricSpec:
    name: str
    version: int
    title: str
    questions: tuple[QuestionSpec, ...]
    language: str = "en"
    source: str = ""
    guidance: str = ""
    conditions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    for_one_item: bool = False

    @property
    def content_hash(self) -> str:
        """SHA-256 over everything a reviewer could read: two equal instruments have one hash."""
        canonical = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, default=str)
        return hashlib.sha256(canonical.encode()).hexdigest()


class RubricRefused(ValueError):
    """The rubric cannot be used; `problems` says where and why."""

    def __init__(self, problems: list[Phrase]):
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in problems))


def spec_from_mapping(document: object) -> RubricSpec:
    """Check a parsed rubric file. Raises `RubricRefused` with all faults found."""
    reader = _Reader()
    spec = reader.rubric(document)
    if reader.problems:
        raise RubricRefused(reader.problems)
    return spec


class _Reader:
    """Walks the document once, noting each fault with its place, and reads on."""

    def __init__(self):
        self.problems: list[Phrase] = []

    def fault(self, place: str, message: str, **values) -> None:
        self.problems.append(
            Phrase("%(place)s: %(fault)s", {"place": place, "fault": Phrase(message, values)})
        )

    def rubric(self, document) -> RubricSpec | None:
        if not isinstance(document, dict):
            self.fault("rubric", gettext_noop("expected keys such as name, title and questions"))
            return None
        conditions = self.value(document, "conditions", "rubric", dict, {})
        return RubricSpec(
            name=self.key(document, "name", "rubric"),
            version=self.value(document, "version", "rubric", int, 1),
            title=self.text(document, "title", "rubric"),
            language=self.value(document, "language", "rubric", str, "en"),
            source=self.value(document, "source", "rubric", str, ""),
            guidance=self.value(document, "guidance", "rubric", str, ""),
            conditions=conditions,
            questions=self.questions(document, known_conditions=set(conditions)),
        )

    def questions(self, document, *, known_conditions) -> tuple[QuestionSpec, ...]:
        rows = self.value(document, "questions", "rubric", list, [])
        if not rows:
            self.fault("questions", gettext_noop("a rubric asks at least one question"))
        questions = [
            self.question(row, place=f"questions[{number}]", known_conditions=known_conditions)
            for number, row in enumerate(rows, start=1)
        ]
        found = [question for question in questions if question]
        for key in sorted({q.key for q in found if [x.key for x in found].count(q.key) > 1}):
            self.fault("questions", gettext_noop("the key %(key)s is used twice"), key=key)
        return tuple(found)

    def question(self, row, *, place, known_conditions) -> QuestionSpec | None:
        if not isinstance(row, dict):
            self.fault(place, gettext_noop("expected keys such as key, kind and label"))
            return None
        place = f"{place} {row.get('key', '')}".strip()
        kind = self.choice(row, "kind", place, ("dimension", "criterion"), "dimension")
        conditions = tuple(self.value(row, "conditions", place, list, []))
        for name in sorted(set(conditions) - known_conditions if known_conditions else ()):
            self.fault(place, gettext_noop("the condition %(name)s is not listed"), name=name)
        shared = {
            "key": self.key(row, "key", place),
            "kind": kind,
            "label": self.text(row, "label", place),
            "text": self.value(row, "text", place, str, ""),
            "conditions": conditions,
            "evidence": self.choice(row, "evidence", place, ("required", "optional"), "required"),
            "tags": tuple(self.value(row, "tags", place, list, [])),
        }
        own = self.criterion if kind == "criterion" else self.dimension
        return QuestionSpec(**shared, **own(row, place))

    def criterion(self, row, place) -> dict:
        return {
            "points": self.points(row, place),
            "polarity": self.choice(row, "polarity", place, ("positive", "avoidance"), "positive"),
            "safety_critical": self.value(row, "safety_critical", place, bool, False),
        }

    def points(self, row, place) -> Decimal:
        try:
            return Decimal(str(row.get("points", 1)))
        except InvalidOperation:
            self.fault(place, gettext_noop("points must be a number"))
            return Decimal(0)

    def dimension(self, row, place) -> dict:
        scale = self.value(row, "scale", place, dict, {})
        low = self.value(scale, "min", f"{place} scale", int, None)
        high = self.value(scale, "max", f"{place} scale", int, None)
        if low is None or high is None or low >= high:
            self.fault(place, gettext_noop("scale needs a min and a larger max, whole numbers"))
            low, high = 0, 1
        return {
            "scale_min": low,
            "scale_max": high,
            "better": self.choice(row, "better", place, ("higher", "lower"), "higher"),
            "comparative": self.value(row, "comparative", place, bool, False),
            "descriptors": self.descriptors(row, place, low=low, high=high),
        }

    def descriptors(self, row, place, *, low, high) -> tuple[DescriptorSpec, ...]:
        rows = self.value(row, "descriptors", place, list, [])
        found = [
            self.descriptor(each, place=f"{place} descriptors[{number}]", low=low, high=high)
            for number, each in enumerate(rows, start=1)
        ]
        descriptors = tuple(descriptor for descriptor in found if descriptor)
        self.every_point_is_described(descriptors, place, low=low, high=high)
        return descriptors

    def descriptor(self, row, *, place, low, high) -> DescriptorSpec | None:
        if not isinstance(row, dict):
            self.fault(place, gettext_noop("expected the keys at and text"))
            return None
        at = row.get("at")
        band = at if isinstance(at, list) else [at, at]
        if len(band) != 2 or not all(type(p) is int and low <= p <= high for p in band):
            self.fault(
                place,
                gettext_noop("at must be a point, or [from, to], between %(low)s and %(high)s"),
                low=low,
                high=high,
            )
            return None
        return DescriptorSpec(
            low=min(band),
            high=max(band),
            text=self.text(row, "text", place),
            condition=self.value(row, "when", place, str, ""),
            examples=tuple(self.value(row, "examples", place, list, [])),
        )

    def every_point_is_described(self, descriptors, place, *, low, high) -> None:
        for condition in sorted({d.condition for d in descriptors} or {""}):
            described = [
                point
                for d in descriptors
                if d.condition == condition
                for point in range(d.low, d.high + 1)
            ]
            if sorted(described) != list(range(low, high + 1)):
                self.fault(
                    place,
                    gettext_noop("each point needs one descriptor (condition: %(condition)s)"),
                    condition=condition or "any",
                )

    def value(self, row, name, place, kind, default):
        found = row.get(name, default)
        if found is None or type(found) is kind:
            return default if found is None else found
        self.fault(
            place,
            gettext_noop("%(name)s must be %(kind)s"),
            name=name,
            kind=KIND_NAMES[kind],
        )
        return default

    def text(self, row, name, place) -> str:
        found = self.value(row, name, place, str, "").strip()
        if not found:
            self.fault(place, gettext_noop("%(name)s is missing or empty"), name=name)
        return found

    def key(self, row, name, place) -> str:
        found = self.text(row, name, place)
        if found and not KEY.fullmatch(found):
            self.fault(
                place,
                gettext_noop("%(name)s may hold a-z, 0-9, - and _ and at most 60 of them"),
                name=name,
            )
        return found

    def choice(self, row, name, place, choices, default) -> str:
        found = row.get(name, default)
        if found not in choices:
            self.fault(
                place,
                gettext_noop("%(name)s must be one of %(choices)s"),
                name=name,
                choices=", ".join(choices),
            )
            return default
        return found


KIND_NAMES: Mapping[type, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
}
