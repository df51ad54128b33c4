"""Under which names a browser keeps words that have not reached the server."""

from django.utils.crypto import salted_hmac

from raters.models import Assignment


def kept_by(user_id: int | None) -> str:
    """One person's mark, by which all that is hers is removed when she signs out."""
    return salted_hmac("raters.kept", str(user_id)).hexdigest()[:16]


def kept_as(assignment: Assignment) -> str:
    """One item of one reviewer: whoever else signs in here sends nothing under it."""
    reviewer = assignment.reviewer
    place = (assignment.study.public_code, reviewer.pseudonym, assignment.round.name)
    return "/".join((kept_by(reviewer.user_id), *place, str(assignment.position), ""))


def item_mark(assignment: Assignment) -> str:
    """By which a page says on which item it was opened: positions can be given anew. It tells
    nothing, and stands in no export."""
    return salted_hmac("raters.kept.mark", assignment.public_id.hex).hexdigest()[:16]
