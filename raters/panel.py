"""Who rates, and by which personal link each arrives."""

import re

from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from raters.audit import record
from raters.lifecycle import current_round
from raters.models import Invitation, Reviewer, Study, StudyAdmin
from raters.queue import draw_queues


@transaction.atomic
def create_study(*, by, **fields) -> Study:
    """A new study whose first admin is the person who made it."""
    study = Study.objects.create(**fields)
    StudyAdmin.objects.create(study=study, user=by)
    record(study, by=by, verb="study created")
    return study


@transaction.atomic
def change_study(study: Study, *, by, changed: list[str]) -> None:
    study.save()
    record(study, by=by, verb="settings changed", fields=changed)


@transaction.atomic
def add_reviewers(study: Study, count: int, *, by, kind=Reviewer.Kind.HUMAN) -> list[Reviewer]:
    """The next `count` pseudonyms; while a round is open their queues are drawn at once."""
    Study.objects.select_for_update().get(pk=study.pk)
    first = _last_number(study) + 1
    added = [
        _add_reviewer(study, pseudonym=f"R{number:02d}", kind=kind)
        for number in range(first, first + count)
    ]
    round = current_round(study)
    if round and round.is_open and kind == Reviewer.Kind.HUMAN:
        draw_queues(round, added)
    record(study, by=by, verb="reviewers added", pseudonyms=[r.pseudonym for r in added])
    return added


def _last_number(study: Study) -> int:
    pseudonyms = study.reviewers.values_list("pseudonym", flat=True)
    return max((int(re.sub(r"\D", "", name) or 0) for name in pseudonyms), default=0)


def _add_reviewer(study: Study, *, pseudonym: str, kind: str) -> Reviewer:
    user = None
    if kind == Reviewer.Kind.HUMAN:
        name = f"{pseudonym.lower()}-{study.public_code}"
        user = get_user_model().objects.create_user(username=name)
    return Reviewer.objects.create(study=study, user=user, pseudonym=pseudonym, kind=kind)


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
