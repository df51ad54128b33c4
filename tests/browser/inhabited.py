"""Studies in every state that a page knows, made once for all pages that are looked at."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils import timezone

from raters.demo.building import build_demo
from raters.importing.pending import Upload, keep_upload
from raters.lifecycle import close_round, current_round, open_round, start_pilot
from raters.masking import keep, open_finds
from raters.messages import ask, tell, tell_panel
from raters.models import Assignment, Reviewer, Study
from raters.panel import add_reviewers, create_study, enrol, invite
from raters.practising import practise_again
from raters.rating import defer, submit
from rubrics.drafting import start_draft
from rubrics.loading import read_library_rubric, store_rubric
from tests.ready import ready_study
from tests.studies import (
    complete_answers,
    control_row,
    default_rows,
    import_rows,
    item_row,
    lock_in_spite,
    rate,
    rows_file,
    small_study,
)

MARKDOWN = """Call the ward **now** if any of these is true:

| sign | since |
| --- | --- |
| stiff neck | today |

1. Read the [leaflet](https://example.org).
2. Take `paracetamol`.

```
dose = 15 mg/kg every six hours, at most four times a day, and not longer than three days in a row
```
"""
TURNS = [
    {
        "role": "user",
        "content": "Mein Kind hat Fieber. 孩子发烧了。 ابني يعاني من الحمى",
    },
    {"role": "assistant", "content": "Any rash, stiff neck or trouble breathing?"},
    {"role": "user", "content": "No, none of these."},
    {"role": "assistant", "content": MARKDOWN},
]
CRITERIA = [
    {"criterion": "Says when to come back.", "points": 5},
    {"criterion": "Advises aspirin.", "points": -8, "safety_critical": True},
]
STEPS = ["Duration", "Danger signs", "Medication", "Safety net"]


@dataclass(frozen=True)
class Lived:
    """Who may sign in there, and what to put into addresses."""

    people: Mapping[str, User] = field(default_factory=dict)
    places: Mapping[str, object] = field(default_factory=dict)


def enrolled(reviewer: Reviewer) -> Reviewer:
    reviewer.years_of_experience, reviewer.prior_ai_evaluation = 9, True
    enrol(reviewer, consent=reviewer.study.design.consent, at=timezone.now())
    return reviewer


def practice_row(name: str) -> dict:
    return control_row(name, control="training", explanation="RA stands for nothing here.")


def newcomer_and_panel(study: Study, count: int, *, by: User) -> list[Reviewer]:
    """The first has not come yet; the others have been welcomed."""
    newcomer, *others = add_reviewers(study, count, by=by)
    return [newcomer, *(enrolled(each) for each in others)]


def collecting(dana: User) -> Lived:
    """Practice and a round are open; each reviewer is somewhere else on the way."""
    study = small_study(
        by=dana,
        slug="open",
        public_code="open",
        instructions="Rate when you are rested.",
        rows=[*default_rows(), practice_row("first"), practice_row("second")],
    )
    study.design.consent = "I take part.\n\nI can stop at any time."
    study.design.save()
    names = ("newcomer", "practising", "rating", "almost", "finished")
    people = dict(zip(names, newcomer_and_panel(study, len(names), by=dana), strict=True))
    lock_in_spite(study, by=dana)
    round = open_round(study, by=dana)
    rate_practice(people["practising"], n=1)
    for name, left in (("rating", 6), ("almost", 1), ("finished", 0)):
        rate_practice(people[name], n=2)
        rate_all_but(people[name], left, round=round)
    put_off = people["rating"].assignments.filter(round=round).unrated().first()
    defer(put_off, at=timezone.now())
    talk(people["rating"], by=dana)
    _, token = invite(study, people["newcomer"].user, by=dana)
    places = {
        "token": token,
        "item": study.items.real().first().pk,
        "control": study.items.controls().first().pk,
        "pseudonym": people["rating"].pseudonym,
    }
    return Lived({name: each.user for name, each in people.items()}, places)


def talk(reviewer: Reviewer, *, by: User) -> None:
    about, now = reviewer.assignments.filter(round__kind="live").first(), timezone.now()
    ask(reviewer, "Is RA room air here?", about=about, at=now)
    tell(reviewer, "Read it as it stands.", about=about, by=by, at=now)
    ask(reviewer, "When does the round end?", about=None, at=now)
    tell_panel(reviewer.study, "Take breaks.", by=by, at=now)


def practice(dana: User) -> Lived:
    """A pass mark: one reviewer missed it and may try again, one has used up her attempts."""
    rows = [*default_rows(), practice_row("first")]
    study = small_study(by=dana, slug="practice", public_code="practice", rows=rows)
    study.design.practice_pass_mark, study.design.practice_attempts = 1, 2
    study.design.save()
    again, over = (enrolled(each) for each in add_reviewers(study, 2, by=dana))
    lock_in_spite(study, by=dana)
    open_round(study, by=dana)
    for reviewer, attempts in ((again, 1), (over, 2)):
        for attempt in range(attempts):
            practise_again(reviewer, at=timezone.now())
            fail(reviewer.assignments.get(round__kind="training"), attempt)
    return Lived({"again": again.user, "over": over.user}, {"over": over.pseudonym})


def fail(assignment: Assignment, attempt: int) -> None:
    answers = complete_answers(assignment, value=2)
    submit(assignment, answers, base_revision=attempt, at=timezone.now())


def rate_practice(reviewer: Reviewer, *, n: int) -> None:
    for assignment in list(reviewer.assignments.filter(round__kind="training"))[:n]:
        rate(assignment)


def rate_all_but(reviewer: Reviewer, left: int, *, round) -> None:
    mine = list(reviewer.assignments.filter(round=round).in_presentation_order())
    for assignment in mine[: len(mine) - left]:
        rate(assignment)


def criteria(dana: User) -> Lived:
    """Items with everything an item can have, put to a rubric with everything it can ask."""
    more = {"checklist": STEPS, "criteria": CRITERIA, "messages": TURNS}
    more |= {"context": "A child of four.\n\nNo illness before.", "reference": "Guideline 4."}
    study = small_study(
        by=dana,
        slug="criteria",
        public_code="criteria",
        rubric=store_rubric(read_library_rubric("consultation-quality")),
        rows=[item_row(case, arm, **more) for case in range(3) for arm in "ab"],
        show_reference=True,
        numbered_by=Study.NumberedBy.EXCHANGE,
    )
    alice, bob = (enrolled(each) for each in add_reviewers(study, 2, by=dana))
    lock_in_spite(study, by=dana)
    open_round(study, by=dana)
    return Lived({"alice": alice.user, "bob": bob.user}, {"item": study.items.first().pk})


def side_by_side(dana: User) -> Lived:
    rows = [item_row(case, arm) for case in range(3) for arm in ("north", "south", "east")]
    study = small_study(by=dana, slug="pairs", public_code="pairs", rows=[*rows, control_row("c")])
    study.design.side_by_side = True
    study.design.save()
    [alice] = (enrolled(each) for each in add_reviewers(study, 1, by=dana))
    lock_in_spite(study, by=dana)
    open_round(study, by=dana)
    rate(alice.assignments.get(position=2))
    return Lived({"alice": alice.user})


def draft(dana: User) -> Lived:
    """All steps of the set-up are filled in; the scan finds things, and an import waits."""
    study = ready_study(by=dana)
    Study.objects.filter(pk=study.pk).update(public_code="ready")
    named = {"role": "assistant", "content": "As ChatGPT, I wrote to jane.doe@example.org."}
    row = item_row(90, "north-7b", messages=[*TURNS[:1], named, named])
    import_rows(study, [row], by=dana)
    keep(study, open_finds(study)[:1], reason="A quotation.", by=dana)
    waiting = add_reviewers(study, 1, by=dana)[0]
    places = {
        "item": study.items.real().first().pk,
        "planted": study.items.controls().first().pk,
        "import": pending(study, [item_row(91, "north-7b"), {"case": "x"}], by=dana),
    }
    return Lived({"waiting": enrolled(waiting).user}, places)


def pending(study: Study, rows: list[dict], *, by: User) -> int:
    return keep_upload(study, Upload(outputs=[rows_file("rows.jsonl", rows)]), by=by).pk


def empty(dana: User) -> Lived:
    """Just made: nothing is stated, imported or planted."""
    study = create_study(by=dana, slug="empty", title="Nothing yet", public_title="Soon")
    good = pending(study, default_rows(), by=dana)
    return Lived(places={"import": good})


def piloting(dana: User) -> Lived:
    study = small_study(by=dana, slug="pilot", public_code="pilot")
    alice = enrolled(add_reviewers(study, 1, by=dana)[0])
    start_pilot(study, [alice], n_items=2, by=dana)
    return Lived({"alice": alice.user})


def closed(dana: User) -> Lived:
    """The demo study after its end, with every figure that its report has."""
    study = build_demo()
    reviewer = enrolled(study.reviewers.get(pseudonym="R04"))
    rate_practice(reviewer, n=99)
    rate(reviewer.assignments.filter(round=current_round(study)).first())
    close_round(study, by=dana)
    places = {"code": study.public_code, "round": current_round(study).name}
    return Lived({"reviewer": reviewer.user}, places)


def rubrics(dana: User) -> Lived:
    """Stored rubrics of every kind, drafts of them, and one with faults."""
    names = ("abbreviation-handling", "consultation-quality", "healthcare-grading-guide")
    stored = {name: store_rubric(read_library_rubric(name)) for name in names}
    drafts = {name: start_draft(dana, base=rubric) for name, rubric in stored.items()}
    drafts["faulty"] = start_draft(dana, text=FAULTY)
    drafts["unread"] = start_draft(dana, text="questions: [")
    spec = stored["abbreviation-handling"].spec
    store_rubric(replace(spec, version=3, guidance=f"{spec.guidance}\n\nNew."))
    return Lived(places={name: each.pk for name, each in drafts.items()})


FAULTY = """
name: two
version: 1
title: ""
correlations: "accuracy, tone: high"
questions:
- key: accuracy
  kind: dimension
  label: Accuracy and tone
  scale: {min: 0, max: 2}
  descriptors: [{at: 0, text: Bad.}, {at: 7, text: Good.}]
"""


def nobody(dana: User) -> Lived:
    """Somebody who is in no study, and somebody who has no password yet."""
    create = get_user_model().objects.create_user
    mail = {"email": "stranger@example.org", "password": "a-long-password-for-tests"}
    return Lived({"stranger": create("stranger", **mail), "new": create("without-password")})


STUDIES: Mapping[str, Callable[[User], Lived]] = {
    build.__name__: build
    for build in (
        *(
            nobody,
            collecting,
            practice,
            criteria,
            side_by_side,
            draft,
            empty,
            piloting,
            closed,
            rubrics,
        ),
    )
}


@dataclass
class Site:
    """Builds a study when the first of its pages is looked at."""

    dana: User
    built: dict[str, Lived] = field(default_factory=dict)

    def lived(self, name: str) -> Lived:
        if name not in self.built:
            self.built[name] = STUDIES[name](self.dana)
        return self.built[name]

    def person(self, study: str, name: str) -> User | None:
        """None for anybody, who has not signed in."""
        if name == "anybody":
            return None
        return self.dana if name == "dana" else self.lived(study).people[name]

    def address(self, study: str, template: str) -> str:
        return template.format(**self.lived(study).places)
