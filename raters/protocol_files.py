"""How does a protocol file become a study? The way back: filing.py."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from raters.audit import record
from raters.design.protocol import (
    FileOptions,
    ItemsSpec,
    PanelSpec,
    ProtocolFault,
    ProtocolRefused,
    ProtocolSpec,
    RubricChoice,
    rows_as_json_lines,
)
from raters.filing import DESIGN, STUDY
from raters.importing.pending import Upload
from raters.importing.reading import NamedBytes
from raters.importing.storing import store_import
from raters.models import Design, Study
from raters.panel import add_reviewer, create_study, new_reviewers
from rubrics.faults import RubricRefused
from rubrics.loading import read_rubric, store_rubric
from rubrics.models import Rubric
from rubrics.phrases import Phrase, gettext_noop


class StudyExists(Exception):
    """The name of the protocol's study is taken."""


class NoSuchRubric(Exception):
    """The protocol names a rubric that is not stored here."""


@transaction.atomic
def create_from_protocol(spec: ProtocolSpec, *, folder: Path, by) -> Study:
    """A draft with everything the file says. Paths in it are relative to `folder`.

    Raises `StudyExists`, `NoSuchRubric`, `ProtocolRefused`, `ImportRefused`, `OSError`.
    """
    if Study.objects.filter(slug=spec.study.name).exists():
        raise StudyExists(
            _("A study named %(name)s exists; give this one another name.")
            % {"name": spec.study.name}
        )
    fields = {field: getattr(spec.study, key) for key, field in STUDY.items()}
    if fields["seed"] is None:
        del fields["seed"]
    study = create_study(by=by, rubric=_rubric(spec.rubric, folder), **fields)
    _store_arms(study, spec)
    for upload in _uploads(spec.items, folder):
        store_import(study, upload.plan(study), by=by)
    _store_panel(study, spec.panel)
    _store_design(study, spec)
    record(study, by=by, verb="protocol file loaded")
    return study


def _rubric(choice: RubricChoice | None, folder: Path) -> Rubric | None:
    if choice is None:
        return None
    if choice.document is not None or choice.file:
        return _brought_along(choice, folder)
    found = Rubric.objects.filter(name=choice.name, for_one_item=False)
    if choice.version is not None:
        found = found.filter(version=choice.version)
    rubric = found.order_by("version").last()
    if rubric is None:
        raise NoSuchRubric(
            _("No rubric named %(name)s is stored here%(version)s; give its file instead.")
            % {
                "name": choice.name,
                "version": "" if choice.version is None else f", version {choice.version}",
            }
        )
    return rubric


def _brought_along(choice: RubricChoice, folder: Path) -> Rubric:
    """Faults of a rubric in a file of its own name that file."""
    try:
        return store_rubric(choice.document or read_rubric(folder / choice.file))
    except RubricRefused as refusal:
        faults = [
            ProtocolFault(each.path, each.message, each.line, choice.file)
            for each in refusal.faults
        ]
        raise ProtocolRefused(faults) from None


def _store_arms(study: Study, spec: ProtocolSpec) -> None:
    for arm in spec.arms:
        study.arms.create(
            name=arm.name, kind=arm.kind, receives=arm.receives, output_format=arm.output
        )


def _uploads(items: ItemsSpec, folder: Path):
    for files in items.files:
        cases = _file(folder, files.cases) if files.cases else None
        outputs = [_file(folder, name) for name in files.outputs]
        options = files.options
        yield Upload(
            outputs=outputs,
            cases=cases,
            fields=dict(options.fields),
            roles=dict(options.roles),
            choices=_choices(options),
        )
    if items.rows:
        lines = rows_as_json_lines(items.rows)
        yield Upload(
            outputs=[NamedBytes("items.rows", lines.encode())],
            choices={"system_messages": "keep"},
        )


def _file(folder: Path, name: str) -> NamedBytes:
    return NamedBytes(Path(name).name, (folder / name).read_bytes())


def _choices(options: FileOptions) -> dict:
    return {
        "arm": options.arm or None,
        "default_condition": options.default_condition or None,
        "system_messages": options.system_messages,
        "skip_failed": options.skip_failed,
        "id_prefix": options.id_prefix,
        "encoding": options.encoding or None,
    }


def _store_panel(study: Study, panel: PanelSpec) -> None:
    if faults := list(_pseudonym_faults(panel)):
        raise ProtocolRefused(faults)
    for reviewer in panel.reviewers:
        add_reviewer(study, pseudonym=reviewer.pseudonym, kind="human", stratum=reviewer.stratum)
    if panel.count:
        new_reviewers(study, panel.count)


def _pseudonym_faults(panel: PanelSpec) -> Iterator[ProtocolFault]:
    """A pseudonym stands in addresses and in the name of an account, which knows no case."""
    taken: set[str] = set()
    for index, reviewer in enumerate(panel.reviewers):
        name = reviewer.pseudonym
        path = ("panel", "reviewers", index, "pseudonym")
        if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
            message = gettext_noop("%(name)s: use letters A to Z, digits, - and _, such as R01")
            yield ProtocolFault(path, Phrase(message, {"name": name}))
        if name.lower() in taken:
            message = gettext_noop("%(name)s differs from another only in capitals")
            yield ProtocolFault(path, Phrase(message, {"name": name}))
        taken.add(name.lower())


def _store_design(study: Study, spec: ProtocolSpec) -> None:
    design = study.design
    for section, names in DESIGN.items():
        for key, field in names.items():
            value = getattr(getattr(spec, section), key)
            setattr(design, field, list(value) if isinstance(value, tuple) else value)
    if name := spec.reference.from_arm:
        design.reference_from_arm = study.arms.filter(name=name).first()
        if design.reference_from_arm is None:
            message = Phrase(gettext_noop("no arm is named %(name)s"), {"name": name})
            raise ProtocolRefused([ProtocolFault(("reference", "from_arm"), message)])
    _store_anchors(study, design, spec.allocation.anchors)
    design.save()


def _store_anchors(study: Study, design: Design, anchors: int | tuple[str, ...]) -> None:
    design.anchors_drawn = isinstance(anchors, int)
    if design.anchors_drawn:
        design.n_anchors = anchors
        return
    picked = study.items.real().filter(source_id__in=anchors)
    known = set(picked.values_list("source_id", flat=True))
    message = gettext_noop("no real item has the id %(id)s")
    faults = [
        ProtocolFault(("allocation", "anchors", index), Phrase(message, {"id": key}))
        for index, key in enumerate(anchors)
        if key not in known
    ]
    if faults:
        raise ProtocolRefused(faults)
    picked.update(is_anchor=True)
