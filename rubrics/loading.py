"""A rubric file becomes a checked spec, and a spec becomes rows."""

from pathlib import Path

from django.db import transaction

from rubrics.faults import Fault, RubricRefused
from rubrics.models import Descriptor, Question, Rubric
from rubrics.phrases import Phrase, gettext_noop
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.writing import content_hash, mapping_from_spec
from rubrics.yaml_files import rubric_from_yaml

LIBRARY = Path(__file__).parent / "library"


class RubricVersionTaken(RubricRefused):
    """The name and version exist with other content; a changed rubric needs a new version."""

    @classmethod
    def named(cls, name: str, version: int) -> "RubricVersionTaken":
        template = gettext_noop(
            "%(name)s version %(version)s exists and differs; give the change a new version"
        )
        phrase = Phrase(template, {"name": name, "version": version})
        return cls([Fault(("version",), phrase)])


def read_rubric(path: Path) -> RubricSpec:
    """The checked content of a rubric file. Raises `RubricRefused` with all its faults."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        message = gettext_noop("the file is not UTF-8: %(what)s")
        raise RubricRefused([Fault((), Phrase(message, {"what": error.reason}))]) from error
    return rubric_from_yaml(text)


def read_library_rubric(name: str) -> RubricSpec:
    return read_rubric(LIBRARY / f"{name}.yaml")


def library_rubrics() -> list[RubricSpec]:
    return [read_rubric(path) for path in sorted(LIBRARY.glob("*.yaml"))]


@transaction.atomic
def store_rubric(spec: RubricSpec) -> Rubric:
    """The rows of `spec`: the existing ones where the same content is stored already."""
    stored = Rubric.objects.filter(name=spec.name, version=spec.version).first()
    if stored is None:
        return _create(spec)
    if stored.content_hash != content_hash(spec):
        raise RubricVersionTaken.named(spec.name, spec.version)
    return stored


def _create(spec: RubricSpec) -> Rubric:
    rubric = Rubric.objects.create(
        name=spec.name,
        version=spec.version,
        title=spec.title,
        language=spec.language,
        source=spec.source,
        guidance=spec.guidance,
        conditions=dict(spec.conditions),
        for_one_item=spec.for_one_item,
        document=mapping_from_spec(spec),
        content_hash=content_hash(spec),
    )
    for position, question in enumerate(spec.questions, start=1):
        _create_question(rubric, question, position=position)
    return rubric


def _create_question(rubric: Rubric, spec: QuestionSpec, *, position: int) -> None:
    question = Question.objects.create(
        rubric=rubric,
        position=position,
        kind=spec.kind,
        key=spec.key,
        label=spec.label,
        text=spec.text,
        conditions=list(spec.conditions),
        evidence=spec.evidence,
        tags=list(spec.tags),
        scale_min=0 if spec.levels else spec.scale_min,
        scale_max=len(spec.levels) or spec.scale_max,
        better=spec.better,
        comparative=spec.comparative,
        points=spec.points,
        polarity=spec.polarity,
        safety_critical=spec.safety_critical,
    )
    Descriptor.objects.bulk_create(
        Descriptor(
            question=question,
            condition=descriptor.condition,
            low=descriptor.low,
            high=descriptor.high,
            text=descriptor.text,
            examples=list(descriptor.examples),
        )
        for descriptor in spec.descriptors
    )
