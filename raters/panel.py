"""Who rates, and by which personal link each arrives."""

import re
from collections.abc import Collection

from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.audit import record
from raters.designing import store_changes
from raters.lifecycle import NotPermitted, locked_for_change, require
from raters.models import Consent, Design, Invitation, Reviewer, Study, StudyAdmin
from raters.states import Action

# What a reviewer tells of herself.
EXPERIENCE = ("years_of_experience", "prior_ai_evaluation", "subspecialty")
# An account's name knows no case.
NUMBERED = re.compile(r"R(\d{1,6})", re.IGNORECASE)


@transaction.atomic
def create_study(*, by, **fields) -> Study:
    """A new study whose first admin is the person who made it."""
    study = Study.objects.create(**fields)
    Design.objects.create(study=study)
    StudyAdmin.objects.create(study=study, user=by)
    record(study, by=by, verb="study created")
    return study


@transaction.atomic
def change_study(study: Study, *, by, changed: list[str]) -> None:
    require(locked_for_change(study), Action.CHANGE_DESIGN)
    store_changes(study, changed)
    record(study, by=by, verb="settings changed", fields=changed)


@transaction.atomic
def add_reviewers(
    study: Study, count: int, *, by, kind=Reviewer.Kind.HUMAN, stratum: str = ""
) -> list[Reviewer]:
    """The next `count` pseudonyms, while the design may change; later it takes an amendment."""
    study = locked_for_change(study)
    require(study, Action.CHANGE_DESIGN)
    added = new_reviewers(study, count, kind=kind, stratum=stratum)
    record(study, by=by, verb="reviewers added", pseudonyms=[r.pseudonym for r in added])
    return added


def new_reviewers(
    study: Study, count: int, *, kind=Reviewer.Kind.HUMAN, stratum: str = ""
) -> list[Reviewer]:
    return [
        add_reviewer(study, pseudonym=pseudonym, kind=kind, stratum=stratum)
        for pseudonym in next_pseudonyms(study, count)
    ]


def next_pseudonyms(study: Study, count: int) -> list[str]:
    first = _last_number(study) + 1
    return [f"R{number:02d}" for number in range(first, first + count)]


@transaction.atomic
def change_strata(study: Study, reviewers: Collection[Reviewer], *, by) -> None:
    """The level of expertise of each, while the design may change."""
    require(locked_for_change(study), Action.CHANGE_DESIGN)
    for reviewer in reviewers:
        reviewer.save(update_fields=["stratum"])
    if strata := {reviewer.pseudonym: reviewer.stratum for reviewer in reviewers}:
        record(study, by=by, verb="strata changed", strata=strata)


@transaction.atomic
def remove_reviewer(reviewer: Reviewer, *, by) -> None:
    """Out of a draft's panel; who consented, wrote or was given items stays on record."""
    study = locked_for_change(reviewer.study)
    require(study, Action.CHANGE_DESIGN)
    if not _held(study, reviewer):
        raise NotPermitted(_("%(name)s is not on the panel any more.") % {"name": reviewer})
    record(study, by=by, verb="reviewer removed", pseudonym=reviewer.pseudonym)
    if reviewer.user is not None:
        revoke_invitations(study, reviewer.user, by=by)
    if _is_on_record(reviewer):
        Reviewer.objects.filter(pk=reviewer.pk).update(left_at=timezone.now())
    else:
        reviewer.delete()


def _is_on_record(reviewer: Reviewer) -> bool:
    of_hers = (reviewer.assignments, reviewer.consents, reviewer.messages)
    return any(rows.exists() for rows in of_hers)


def _held(study: Study, reviewer: Reviewer) -> bool:
    """Is she there still? Then nobody consents in her name until the end of the transaction."""
    rows = study.reviewers.select_for_update().filter(pk=reviewer.pk, left_at=None)
    return bool(rows.order_by("pk").values_list("pk", flat=True))


def needs_enrolment(reviewer: Reviewer) -> bool:
    design = reviewer.study.design
    return reviewer.enrolled_at is None and bool(design.consent or design.asks_metadata)


@transaction.atomic
def enrol(reviewer: Reviewer, *, consent: str, at) -> None:
    """Her first sign-in is complete: what she told of herself is stored with her, what she agreed
    to beside it. Once: of two requests at the same time the second changes nothing.
    """
    if not Reviewer.objects.filter(pk=reviewer.pk, enrolled_at=None).update(enrolled_at=at):
        return
    if consent:
        Consent.objects.create(study=reviewer.study, reviewer=reviewer, text=consent, given_at=at)
    reviewer.enrolled_at = at
    reviewer.save(update_fields=EXPERIENCE)


def _last_number(study: Study) -> int:
    """Of the pseudonyms that the app gives; those of a protocol file may be any others."""
    ending = f"-{study.public_code}"
    accounts = get_user_model().objects.filter(username__endswith=ending)
    # The account of somebody who was removed stays, and so does her pseudonym in the log.
    earlier = [name.removesuffix(ending) for name in accounts.values_list("username", flat=True)]
    pseudonyms = study.reviewers.values_list("pseudonym", flat=True)
    numbered = (NUMBERED.fullmatch(name) for name in (*pseudonyms, *earlier))
    return max((int(found[1]) for found in numbered if found), default=0)


def add_reviewer(study: Study, *, pseudonym: str, kind: str, stratum: str = "") -> Reviewer:
    user = None
    if kind == Reviewer.Kind.HUMAN:
        name = f"{pseudonym.lower()}-{study.public_code}"
        user = get_user_model().objects.create_user(username=name)
    return Reviewer.objects.create(
        study=study, user=user, pseudonym=pseudonym, kind=kind, stratum=stratum
    )


@transaction.atomic
def invite(study: Study, user, *, by) -> tuple[Invitation, str]:
    """A fresh link for `user`. Links issued to them before for this study stop working."""
    earlier = study.invitations.filter(user=user)
    earlier.revoke(at=timezone.now())
    invitation, token = study.invitations.issue(user, by=by, study=study)
    record(study, by=by, verb="invitation issued", to=user.get_username())
    return invitation, token


def end_sessions(user) -> None:
    """Sign the person out everywhere: a link that was passed on may have been used."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


@transaction.atomic
def revoke_invitations(study: Study, user, *, by) -> int:
    revoked = study.invitations.filter(user=user).revoke(at=timezone.now())
    end_sessions(user)
    record(study, by=by, verb="invitation revoked", to=user.get_username(), links=revoked)
    return revoked
