"""How does a protocol file become a study? The way back: filing.py."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from django.db import transaction

from raters.audit import record
from raters.design.protocol import (
    FileOptions,
    ItemFiles,
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
from raters.importing.problems import ImportRefused, Problem
from raters.importing.reading import NamedBytes
from raters.importing.storing import store_import
from raters.models import Design, Study
from raters.panel import add_reviewer, create_study, new_reviewers
from rubrics.faults import Path as FaultPath
from rubrics.faults import RubricRefused, place_in_words
from rubrics.loading import read_rubric, store_rubric
from rubrics.models import Rubric
from rubrics.phrases import Phrase, gettext_noop
from rubrics.spec import RubricSpec

# Stand in addresses beside a reviewer's: panel/add/.
RESERVED = {"add"}
# What a person gave on the command line has its key in the file.
OF_OPTIONS = {"--field": "fields", "--role": "roles"}


@transaction.atomic
def create_from_protocol(spec: ProtocolSpec, *, folder: Path, by) -> Study:
    """A draft with everything the file says. Paths in it are relative to `folder`.

    Raises `ProtocolRefused`, where each fault has its place in the protocol, and `ImportRefused`
    for what stands in files of their own.
    """
    if Study.objects.filter(slug=spec.study.name).exists():
        message = gettext_noop("a study named %(name)s exists; give this one another name")
        _refuse(("study", "name"), message, name=spec.study.name)
    fields = {field: getattr(spec.study, key) for key, field in STUDY.items()}
    if fields["seed"] is None:
        del fields["seed"]
    study = create_study(by=by, rubric=_rubric(spec.rubric, folder), **fields)
    _store_arms(study, spec)
    _store_items(study, spec.items, folder, by=by)
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
        _refuse_unknown_rubric(choice)
    return rubric


def _refuse_unknown_rubric(choice: RubricChoice) -> None:
    if choice.version is None:
        message = gettext_noop("no rubric named %(name)s is stored here; give its file instead")
        _refuse(("rubric", "name"), message, name=choice.name)
    message = gettext_noop(
        "no version %(version)s of a rubric named %(name)s is stored here; give its file instead"
    )
    _refuse(("rubric", "version"), message, name=choice.name, version=choice.version)


def _brought_along(choice: RubricChoice, folder: Path) -> Rubric:
    """Faults of a rubric in a file of its own name that file."""
    try:
        return store_rubric(choice.document or _rubric_in(folder, choice.file))
    except RubricRefused as refusal:
        inside = () if choice.file else ("rubric", "document")
        faults = [
            ProtocolFault((*inside, *each.path), each.message, each.line, choice.file)
            for each in refusal.faults
        ]
        raise ProtocolRefused(faults) from None


def _rubric_in(folder: Path, name: str) -> RubricSpec:
    with _readable(("rubric", "file"), name):
        return read_rubric(_below(folder, name, place=("rubric", "file")))


def _below(folder: Path, name: str, *, place: FaultPath) -> Path:
    """Also where a link points to: a protocol from elsewhere reads nothing outside its folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        message = gettext_noop("%(name)s is a link that leads out of the protocol's folder")
        _refuse(place, message, name=name)
    return path


@contextmanager
def _readable(place: FaultPath, name: str):
    try:
        yield
    except OSError as error:
        message = gettext_noop("%(name)s: %(why)s")
        _refuse(place, message, name=name, why=error.strerror)


def _refuse(place: FaultPath, template: str, **values) -> NoReturn:
    raise ProtocolRefused([ProtocolFault(place, Phrase(template, values))]) from None


def _store_arms(study: Study, spec: ProtocolSpec) -> None:
    for arm in spec.arms:
        study.arms.create(
            name=arm.name, kind=arm.kind, receives=arm.receives, output_format=arm.output
        )


def _store_items(study: Study, items: ItemsSpec, folder: Path, *, by) -> None:
    for index, files in enumerate(items.files):
        place = ("items", "files", index)
        with _placed(lambda problem, place=place: _place_of_option(problem, place)):
            store_import(study, _upload(files, folder, place=place).plan(study), by=by)
    if items.rows:
        lines = rows_as_json_lines(items.rows).encode()
        kept = {"system_messages": "keep"}
        with _placed(_place_of_row):
            upload = Upload(outputs=[NamedBytes("items.rows", lines)], choices=kept)
            store_import(study, upload.plan(study), by=by)


def _upload(files: ItemFiles, folder: Path, *, place: FaultPath) -> Upload:
    options = files.options
    return Upload(
        outputs=[
            _file(folder, name, place=(*place, "outputs", index))
            for index, name in enumerate(files.outputs)
        ],
        cases=_file(folder, files.cases, place=(*place, "cases")) if files.cases else None,
        fields=dict(options.fields),
        roles=dict(options.roles),
        choices=_choices(options),
    )


def _file(folder: Path, name: str, *, place: FaultPath) -> NamedBytes:
    with _readable(place, name):
        data = _below(folder, name, place=place).read_bytes()
    return NamedBytes(Path(name).name, data)


@contextmanager
def _placed(place_of: Callable[[Problem], FaultPath | None]):
    """Problems of an import that have a place in the protocol are faults of it.

    Beside those of data files they are told as problems, under their place.
    """
    try:
        yield
    except ImportRefused as refusal:
        places = [(place_of(problem), problem) for problem in refusal.problems]
        faults = [ProtocolFault(place, problem.message) for place, problem in places if place]
        if len(faults) == len(places):
            raise ProtocolRefused(faults) from None
        raise ImportRefused(_named(problem, place) for place, problem in places) from None


def _named(problem: Problem, place: FaultPath | None) -> Problem:
    return replace(problem, file=place_in_words(place[:-1])) if place else problem


def _place_of_option(problem: Problem, place: FaultPath) -> FaultPath | None:
    if problem.file in OF_OPTIONS:
        return (*place, "options", OF_OPTIONS[problem.file], problem.field)
    return None


def _place_of_row(problem: Problem) -> FaultPath:
    """A row of the protocol is a line of the file that was made of it."""
    place = ("items", "rows") if problem.row is None else ("items", "rows", problem.row - 1)
    steps = re.findall(r"[^.\[\]]+", problem.field or "")
    return (*place, *(int(step) - 1 if step.isdecimal() else step for step in steps))


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
        add_reviewer(
            study,
            pseudonym=reviewer.pseudonym,
            kind=reviewer.kind,
            stratum=reviewer.stratum,
        )
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
        if name.lower() in RESERVED:
            message = gettext_noop("%(name)s has a meaning of its own in addresses; choose another")
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
            message = gettext_noop("no arm is named %(name)s")
            _refuse(("reference", "from_arm"), message, name=name)
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
