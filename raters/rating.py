"""What happens on save and on submit?

Each entry point is one transaction that first takes the assignment's lock, so two submits at once
become one after the other and never a mixture.
"""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.http import QueryDict

from raters.activity import NOTHING_TOLD, Activity, shown_by, told_by
from raters.answers import Answer, Answers, Citation, DeviationNote
from raters.blinding import asked_in
from raters.models import Assignment, Deviation, Draft, Evidence, Rating, Round, Score
from raters.order_of_rating import may_open, require_no_putting_off, require_turn
from raters.page_marks import PageMark, stored_mark, told_mark
from raters.practising import attempt_of, end_attempt
from raters.training import gives_feedback
from rubrics.models import Question

# What rows and values have in common, by name.
OF_THE_WHOLE_ITEM = (
    "justification",
    "what_would_change_it",
    "highlights",
    "training_feedback",
    "read_whole_transcript",
)
OF_ONE_ANSWER = (
    "value",
    "suggested",
    "final",
    "kept_because",
    "rationale",
    "could_harm",
    "looked_for_contradiction",
    "rests_on_absence",
)
OF_A_CITATION = (
    "words",
    "start",
    "stance",
    "kind",
    "through",
    "strength",
    "reveals_safety_deficiency",
)
# Fields of the page that are not the reviewer's words.
NOT_WORDS = (
    "csrfmiddlewaretoken",
    "rated_by",
    "opened_on",
    "draft_version",
    "base_revision",
    "page",
    "mark",
    "submission",
    "attempt",
    "sent_later",
    "ahead",
    "active_seconds",
    "first_input_ago",
    "shown_ago",
    "add_citation",
    "save",
)


class RoundIsClosed(Exception):
    """Nothing can be submitted any more; what was submitted stands."""


class TakenAway(Exception):
    """An amendment took this item out of her queue before anything of hers was in it."""


class RatedElsewhere(Exception):
    """Another tab or device submitted other answers since this page was opened."""

    def __init__(self, current: Rating):
        self.current = current
        super().__init__(f"revision {current.revision} was submitted at {current.submitted_at}")


class SavedElsewhere(Exception):
    """Another tab or device saved or submitted words since this page was opened."""

    def __init__(self, draft: Draft):
        self.draft = draft
        super().__init__(f"draft {draft.version} was saved at {draft.saved_at}")


class OvertakenHere(SavedElsewhere):
    """The same page has told newer words already; this request of it comes late."""


class BegunAgain(Exception):
    """Practice was begun again since this page was opened: its words are of the attempt before."""


def current_rating(assignment: Assignment) -> Rating | None:
    return assignment.ratings.order_by("revision").last()


def current_answer(assignment: Assignment) -> Rating | None:
    """As `current_rating`; None where practice is repeated and this attempt has none yet."""
    return assignment.ratings.of_this_attempt().order_by("revision").last()


def mark_as_shown(assignment: Assignment, *, at: datetime) -> None:
    """From now on it stays hers. Raises `TakenAway`; the row waits for an amendment under way."""
    mine = Assignment.objects.filter(pk=assignment.pk)
    if not mine.filter(first_shown_at=None).update(first_shown_at=at) and not mine.exists():
        raise TakenAway


def hear_when_shown(assignment: Assignment, fields: QueryDict, *, at: datetime) -> None:
    """A page that showed the item from memory, without a network, tells afterwards since when."""
    since = assignment.round.opened_at
    shown = shown_by(fields.get("shown_ago", ""), since=since, at=at)
    if shown is not None and assignment.first_shown_at is None and may_open(assignment):
        mark_as_shown(assignment, at=shown)
        assignment.refresh_from_db(fields=["first_shown_at"])


@transaction.atomic
def save_draft(assignment: Assignment, fields: QueryDict, *, base_version: int, at) -> Draft:
    """Keep the form's words as they stand. `base_version` is the draft this page began from.

    The same words again are the same save. Raises `OvertakenHere`, `SavedElsewhere`,
    `RoundIsClosed`, `TakenAway`, `NotHerTurn`, `BegunAgain`.
    """
    _lock_open(assignment, attempt=fields.get("attempt", ""))
    draft, words = _draft_of(assignment), words_of(fields)
    sender = told_mark(fields.get("page", ""), fields.get("mark", ""))
    _refuse_overtaken(draft, sender, base_version=base_version)
    is_known = _is_known_to(draft, sender, base_version=base_version)
    if draft.fields == words and not (is_known and _is_news_of(draft, sender)):
        return draft
    if not is_known:
        raise SavedElsewhere(draft)
    draft.fields, draft.page, draft.saved_at = words, str(sender), at
    draft.version += 1
    counted = _counted(draft).joined(activity_told(fields, at=at))
    draft.active_seconds, draft.first_input_at = dict(counted.seconds), counted.first_input_at
    draft.save()
    return draft


def activity_told(fields: QueryDict, *, at: datetime) -> Activity:
    return told_by(
        fields.get("page", "")[:40],
        active=fields.get("active_seconds", ""),
        first_input_ago=fields.get("first_input_ago", ""),
        at=at,
    )


def _counted(draft: Draft) -> Activity:
    return Activity(draft.active_seconds, draft.first_input_at)


@transaction.atomic
def defer(assignment: Assignment, *, at: datetime, attempt: str = "") -> None:
    """Put it on her own list: it comes when nothing else is left.

    Raises `RoundIsClosed`, `NotHerTurn`, `BegunAgain`.
    """
    _lock_open(assignment, attempt=attempt)
    require_no_putting_off(assignment)
    Assignment.objects.filter(pk=assignment.pk).update(deferred_at=at)


def _is_known_to(draft: Draft, sender: PageMark, *, base_version: int) -> bool:
    """Has this page seen the draft, or written it itself?"""
    wrote_it = sender.is_of_the_page_of(stored_mark(draft.page))
    return draft.version == base_version or wrote_it


def _is_news_of(draft: Draft, sender: PageMark) -> bool:
    """The same words, typed anew: what this page sent between the two must not undo them."""
    if sender.mark is None or draft.version == 0:
        return False
    return sender != stored_mark(draft.page)


def _refuse_overtaken(draft: Draft, sender: PageMark, *, base_version: int) -> None:
    last, is_late = stored_mark(draft.page), draft.version != base_version
    # Words that were submitted are no draft again because their last save comes late.
    is_submitted = is_late and not draft.fields
    if sender.is_older_than(last) or (is_submitted and sender.is_as_old_as(last)):
        # Whoever knows the newer words and sends older ones means them, and is told.
        raise OvertakenHere(draft) if is_late else SavedElsewhere(draft)


def _draft_of(assignment: Assignment) -> Draft:
    found = Draft.objects.filter(assignment=assignment).first()
    return found or Draft(study=assignment.study, assignment=assignment, version=0, fields={})


def words_of(fields: QueryDict) -> dict[str, list[str]]:
    """What she wrote and chose on the page, by field."""
    # PostgreSQL stores no NUL character; nobody typed one.
    return {
        name: [value.replace("\x00", "") for value in values]
        for name, values in fields.lists()
        if name not in NOT_WORDS and "\x00" not in name
    }


@transaction.atomic
def submit(
    assignment: Assignment,
    answers: Answers,
    *,
    base_revision: int,
    at: datetime,
    base_version: int | None = None,
    page: str = "",
    mark: str = "",
    attempt: str = "",
    submission: UUID | None = None,
    activity: Activity = NOTHING_TOLD,
    simulated: bool = False,
) -> Rating:
    """Store a complete answer as the next revision and empty the draft.

    The same answers again are the same rating, and so is the same `submission`, even after a
    later revision: a repeated click or a re-sent request adds nothing. Raises `RatedElsewhere` when
    this page began from an older revision, `SavedElsewhere` when another page has saved a draft
    since version `base_version`, `OvertakenHere` when this page has saved words under a higher
    `mark`, `BegunAgain` when it was opened in an earlier `attempt` (as
    `attempt_of` marks it), `RoundIsClosed`, `TakenAway`, `NotHerTurn`.
    """
    _lock(assignment)
    if arrived := _arrived_before(assignment, submission):
        return arrived
    current, given = current_rating(assignment), current_answer(assignment)
    if given and _says_the_same(given, answers):
        _refuse_closed(assignment)
        return given
    _refuse(assignment, attempt=attempt)
    sender = told_mark(page, mark)
    if base_version is not None:
        _refuse_unknown_draft(assignment, sender, base_version=base_version)
    rating = _next_revision(
        assignment,
        current,
        base_revision=base_revision,
        at=at,
        simulated=simulated,
        submission=submission,
        activity=activity,
        **{name: getattr(answers, name) for name in OF_THE_WHOLE_ITEM},
    )
    _store_scores(rating, answers)
    _store_deviations(rating, answers)
    _empty_draft(assignment, sender, at=at)
    end_attempt(assignment, at=at)
    return rating


@transaction.atomic
def report_defect(
    assignment: Assignment,
    *,
    defect: str,
    reason: str,
    base_revision: int,
    at: datetime,
    attempt: str = "",
    submission: UUID | None = None,
    activity: Activity = NOTHING_TOLD,
    words: QueryDict | None = None,
    base_version: int = 0,
) -> Rating:
    """End the item as defective, with the reason. Idempotent, like `submit`; a draft stays.

    `words` are those of the whole form, which are saved with it: raises what `save_draft` does.
    """
    _lock(assignment)
    if arrived := _arrived_before(assignment, submission):
        return arrived
    current, given = current_rating(assignment), current_answer(assignment)
    is_given = given and (given.defect, given.defect_reason) == (defect, reason)
    if is_given:
        _refuse_closed(assignment)
    else:
        _refuse(assignment, attempt=attempt)
    # Repeated in strict order, it cannot have brought new words.
    if words is not None and (not is_given or may_open(assignment)):
        save_draft(assignment, words, base_version=base_version, at=at)
    if is_given:
        return given
    rating = _next_revision(
        assignment,
        current,
        base_revision=base_revision,
        at=at,
        submission=submission,
        activity=activity,
        outcome=Rating.Outcome.DEFECTIVE,
        defect=defect,
        defect_reason=reason,
    )
    end_attempt(assignment, at=at)
    return rating


def _arrived_before(assignment: Assignment, submission: UUID | None) -> Rating | None:
    return submission and assignment.ratings.filter(submission=submission).first()


def _refuse_unknown_draft(assignment: Assignment, sender: PageMark, *, base_version: int) -> None:
    draft = _draft_of(assignment)
    _refuse_overtaken(draft, sender, base_version=base_version)
    if draft.fields and not _is_known_to(draft, sender, base_version=base_version):
        raise SavedElsewhere(draft)


def _empty_draft(assignment: Assignment, sender: PageMark, *, at: datetime) -> None:
    """What its page told before, and comes after, is known by the mark that is left."""
    last = "" if sender.mark is None else str(sender)
    mine = Draft.objects.filter(assignment=assignment)
    if last and not mine.exists():
        Draft.objects.create(
            study=assignment.study, assignment=assignment, fields={}, page=last, saved_at=at
        )
        return
    mine.update(
        fields={},
        page=last,
        version=F("version") + 1,
        active_seconds={},
        first_input_at=None,
        saved_at=at,
    )


def _says_the_same(rating: Rating, answers: Answers) -> bool:
    return rating.outcome == Rating.Outcome.SCORED and in_one_order(
        answers_of(rating)
    ) == in_one_order(answers)


def in_one_order(answers: Answers) -> Answers:
    """The same answers in one order, so that two submissions can be compared."""
    by_code = (
        replace(
            answer,
            citations=tuple(sorted(answer.citations, key=repr)),
            final=answer.value if answer.final is None else answer.final,
        )
        for answer in sorted(answers.answers, key=lambda answer: answer.code)
    )
    deviations = tuple(sorted(answers.deviations, key=repr))
    return replace(answers, answers=tuple(by_code), deviations=deviations)


def answers_of(rating: Rating) -> Answers:
    """The stored rows as the values they were made from."""
    codes = {question.pk: code for code, question in asked_in(rating.assignment).items()}
    scores = rating.scores.prefetch_related("evidence__turn")
    return Answers(
        answers=tuple(_answer(codes[score.question_id], score) for score in scores),
        deviations=tuple(
            DeviationNote(row.turn.number, row.tag, row.detail, row.severity)
            for row in rating.deviations.select_related("turn")
        ),
        **{name: getattr(rating, name) for name in OF_THE_WHOLE_ITEM},
    )


def _answer(code: str, score: Score) -> Answer:
    return Answer(
        code=code,
        citations=tuple(_citation(row) for row in score.evidence.all()),
        part_states=tuple(score.part_states),
        steps_done=tuple(score.steps_done),
        **{name: getattr(score, name) for name in OF_ONE_ANSWER},
    )


def _citation(row: Evidence) -> Citation:
    return Citation(turn=row.turn.number, **{name: getattr(row, name) for name in OF_A_CITATION})


def _lock_open(assignment: Assignment, *, attempt: str) -> None:
    _lock(assignment)
    _refuse(assignment, attempt=attempt)


def _refuse(assignment: Assignment, *, attempt: str) -> None:
    # Whose turn it is comes first: a refusal of a closed round shows the item.
    require_turn(assignment)
    _refuse_closed(assignment)
    _refuse_earlier_attempt(assignment, attempt)


def _refuse_earlier_attempt(assignment: Assignment, attempt: str) -> None:
    """A page that tells of no attempt is of a live round, or was opened before pages told."""
    if not attempt or not gives_feedback(assignment):
        return
    # Another attempt may have begun since the row was read.
    assignment.refresh_from_db(fields=["again_since"])
    if attempt != attempt_of(assignment):
        raise BegunAgain


def _refuse_closed(assignment: Assignment) -> None:
    if Round.objects.open().filter(pk=assignment.round_id).exists():
        return
    # Whose turn it is comes first: a refusal of a closed round shows the item.
    require_turn(assignment)
    raise RoundIsClosed


def _lock(assignment: Assignment) -> None:
    """An amendment that takes items away holds them all, and waits for whoever holds one.

    A message about the item only points at it, and need not wait.
    """
    mine = Assignment.objects.select_for_update(no_key=True).filter(pk=assignment.pk)
    if not mine.order_by("pk").values_list("pk", flat=True):
        raise TakenAway


def _next_revision(
    assignment: Assignment, current: Rating | None, *, base_revision: int, **fields
) -> Rating:
    revision = current.revision if current else 0
    if current is not None and revision != base_revision:
        raise RatedElsewhere(current)
    at = fields.pop("at")
    counted = _counted(_draft_of(assignment)).joined(fields.pop("activity"))
    return Rating.objects.create(
        study=assignment.study,
        assignment=assignment,
        revision=revision + 1,
        shown_at=assignment.first_shown_at,
        first_input_at=counted.began(since=assignment.first_shown_at),
        active_seconds=counted.total(since=assignment.first_shown_at, until=at),
        submitted_at=at,
        **fields,
    )


def _store_scores(rating: Rating, answers: Answers) -> None:
    questions = asked_in(rating.assignment)
    turns = {turn.number: turn for turn in rating.assignment.item.turns.all()}
    for answer in answers.answers:
        score = _store_score(rating, questions[answer.code], answer)
        Evidence.objects.bulk_create(
            Evidence(
                study=rating.study,
                score=score,
                turn=turns[citation.turn],
                **{name: getattr(citation, name) for name in OF_A_CITATION},
            )
            for citation in answer.citations
        )


def _store_score(rating: Rating, question: Question, answer: Answer) -> Score:
    fields = {name: getattr(answer, name) for name in OF_ONE_ANSWER}
    fields["final"] = answer.value if answer.final is None else answer.final
    return Score.objects.create(
        study=rating.study,
        rating=rating,
        question=question,
        part_states=list(answer.part_states),
        steps_done=list(answer.steps_done),
        **fields,
    )


def _store_deviations(rating: Rating, answers: Answers) -> None:
    turns = {turn.number: turn for turn in rating.assignment.item.turns.all()}
    Deviation.objects.bulk_create(
        Deviation(
            study=rating.study,
            rating=rating,
            turn=turns[note.turn],
            tag=note.tag,
            severity=note.severity,
            detail=note.detail,
        )
        for note in answers.deviations
    )
