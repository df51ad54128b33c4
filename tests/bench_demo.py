"""Two items of the demo study to be measured, as JSON; run inside the site by tests.bench_pages."""

import json
import sys

from django.utils import timezone

from raters.demo.building import build_demo
from raters.models import Assignment, Round
from raters.panel import enrol, invite
from raters.rating import mark_as_shown
from tests.forms import address

REVIEWER = "R04"


def characters(place: Assignment) -> int:
    return sum(len(turn.text) for turn in place.item.turns.all())


def chosen() -> dict:
    """An ordinary transcript and the longest, each with the page from which it is reached."""
    study = build_demo()
    reviewer = study.reviewers.get(pseudonym=REVIEWER)
    enrol(reviewer, consent=study.design.consent, at=timezone.now())
    places = reviewer.assignments.filter(round__kind=Round.Kind.LIVE).order_by("position")
    queue = list(places)
    # What she was shown is open to her, whatever becomes of her practice.
    for place in queue:
        mark_as_shown(place, at=timezone.now())
    ranked = sorted(queue[1:], key=characters)
    named = {"ordinary": ranked[len(ranked) // 2], "longest": ranked[-1]}
    _, token = invite(study, reviewer.user, by=study.admins.get().user)
    return {
        "token": token,
        "items": {
            name: {
                "characters": characters(place),
                "address": address(place),
                "before": address(queue[queue.index(place) - 1]),
            }
            for name, place in named.items()
        },
    }


def tell() -> None:
    sys.stdout.write(json.dumps(chosen()))
