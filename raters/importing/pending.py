"""Uploaded files are kept until their preview was read, then imported or thrown away."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from raters.audit import record
from raters.importing.options import FieldNames, ImportOptions
from raters.importing.planning import ImportPlan, plan_import
from raters.importing.reading import NamedBytes, read_drafts, read_joined_drafts
from raters.importing.storing import store_import
from raters.lifecycle import NotPermitted, locked_for_change
from raters.models import PendingFile, PendingImport, Study


@dataclass(frozen=True)
class Upload:
    """What a person gave: `cases` is None where every file's rows stand alone.

    `fields` maps a meaning to the name of the field that holds it, `roles` a speaker to a role.
    """

    outputs: Sequence[NamedBytes]
    cases: NamedBytes | None = None
    fields: dict[str, str] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    choices: dict[str, object] = field(default_factory=dict)

    @property
    def options(self) -> ImportOptions:
        names = FieldNames().with_overrides(self.fields)
        return ImportOptions(fields=names, roles=self.roles, **self.choices)

    def plan(self, study: Study) -> ImportPlan:
        if self.cases is None:
            return plan_import(study, read_drafts(self.outputs, options=self.options))
        drafts = read_joined_drafts(self.cases, self.outputs, options=self.options)
        return plan_import(study, drafts)


@transaction.atomic
def keep_upload(study: Study, upload: Upload, *, by) -> PendingImport:
    """Store the files for the preview. One waiting import a person and study is enough."""
    study.pending_imports.filter(uploaded_by=by).delete()
    pending = PendingImport.objects.create(
        study=study,
        uploaded_by=by,
        options={"fields": upload.fields, "roles": upload.roles, "choices": upload.choices},
    )
    if upload.cases is not None:
        _keep(pending, upload.cases, holds_cases=True)
    for file in upload.outputs:
        _keep(pending, file)
    return pending


def _keep(pending: PendingImport, file: NamedBytes, *, holds_cases: bool = False) -> None:
    PendingFile.objects.create(
        pending=pending, name=file.name, data=file.data, holds_cases=holds_cases
    )


def plan_of(pending: PendingImport) -> ImportPlan:
    files = list(pending.files.all())
    named = [(file.holds_cases, NamedBytes(file.name, bytes(file.data))) for file in files]
    upload = Upload(
        outputs=[file for holds_cases, file in named if not holds_cases],
        cases=next((file for holds_cases, file in named if holds_cases), None),
        **pending.options,
    )
    return upload.plan(pending.study)


@transaction.atomic
def carry_out(pending: PendingImport, *, by, signs_checked: bool = False) -> int:
    """Store what the files add *now*: another import may have come between preview and button.

    Raises as `store_import` does, and `NotPermitted` where nobody has checked points that seem to
    have the wrong sign. The second of two presses finds the files gone and adds nothing.
    """
    locked_for_change(pending.study)
    if not PendingImport.objects.filter(pk=pending.pk).exists():
        return 0
    plan = plan_of(pending)
    added = store_checked(pending.study, plan, by=by, signs_checked=signs_checked)
    discard(pending)
    return added


@transaction.atomic
def store_checked(study: Study, plan: ImportPlan, *, by, signs_checked: bool, **how) -> int:
    """As `store_import`; `NotPermitted` where nobody has checked points of doubtful sign."""
    added = store_import(study, plan, by=by, **how)
    if plan.doubtful_signs:
        _confirm_signs(study, plan, by=by, signs_checked=signs_checked)
    return added


def _confirm_signs(study: Study, plan: ImportPlan, *, by, signs_checked: bool) -> None:
    if not signs_checked:
        raise NotPermitted(
            _("Nothing was imported: say first that the points of the criteria listed are right.")
        )
    record(study, by=by, verb="signs confirmed", criteria=len(plan.doubtful_signs))


def discard(pending: PendingImport) -> None:
    pending.delete()
