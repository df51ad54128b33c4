"""The turns of a row: a chat, a transcript, or a prompt and what was answered."""

from collections.abc import Mapping
from dataclasses import dataclass

from raters.importing.fields import Row, is_blank, unpacked
from raters.importing.speakers import CANONICAL_ROLES, TurnDraft, role_of, split_transcript
from rubrics.phrases import gettext_noop

_ROLE_NAMES = ("role", "from", "speaker", "author")
_CONTENT_NAMES = ("content", "value", "text", "utterance", "message")
_TEXT_PARTS = frozenset({"text", "input_text", "output_text"})
_WIDELY_KNOWN = ", ".join(CANONICAL_ROLES)

Turns = tuple[TurnDraft, ...]


@dataclass(frozen=True)
class Said:
    """`chat` is a whole conversation, `prompt` what was asked, `completion` what was answered;
    each is empty when the row does not have it. Beside a chat the prompt would be said twice."""

    chat: Turns = ()
    prompt: Turns = ()
    completion: Turns = ()

    @property
    def nothing(self) -> bool:
        return not (self.chat or self.prompt or self.completion)


def said_in(row: Row) -> Said:
    chat = _chat(row)
    return Said(chat, () if chat else prompt_of(row), _completion(row))


def prompt_of(row: Row) -> Turns:
    """The question as turns: one of the user's, or a whole list of messages."""
    found = row.found_text("prompt")
    if found is None:
        return ()
    name, value = found
    messages = unpacked(value)
    if _are_messages(messages):
        return _from_messages(row, name, messages)
    return _single(row, name, value, "user")


def with_completion(row: Row, turns: Turns, completion: Turns) -> Turns:
    """A chat's last turn may stand in a field of its own, and may be in the chat as well."""
    if not completion or turns[-1:] == completion:
        return turns
    if turns and turns[-1].role == completion[0].role:
        row.complain(
            row.found_text("completion")[0],
            gettext_noop(
                "the conversation already ends with an answer, and this field holds another one. "
                "Say that it is not the last turn with --field completion= (nothing after “=”)."
            ),
        )
    return turns + completion


def _chat(row: Row) -> Turns:
    for meaning in ("messages", "transcript"):
        if found := row.found(meaning):
            name, value = found
            messages = unpacked(value)
            if isinstance(messages, list):
                return _from_messages(row, name, messages)
            return _from_transcript(row, name, value)
    return ()


def _completion(row: Row) -> Turns:
    found = row.found_text("completion")
    if found is None:
        return ()
    name, value = found
    if isinstance(value, list):
        value = _content(row, name, value)
    return _single(row, name, value, "assistant")


def _single(row: Row, name: str, value: object, speaker: str) -> Turns:
    text = row.cleaned(value, name)
    role = role_of(speaker, row.options.roles)
    return (TurnDraft(role, text),) if text else ()


def _from_transcript(row: Row, name: str, value: object) -> Turns:
    split = split_transcript(row.cleaned(value, name), roles=row.options.roles)
    for complaint in split.complaints:
        row.complain(name, complaint.template, **complaint.values)
    row.note(_BLANK_TURNS, split.blank_turns)
    for label in split.passed_over:
        row.note(_PASSED_OVER, name=f"“{label}:”")
    return _without_system(row, split.turns)


def _are_messages(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) and _first(each, _ROLE_NAMES)[1] for each in value)
    )


def _from_messages(row: Row, name: str, messages: list) -> Turns:
    turns = []
    for index, message in enumerate(messages):
        turn = _turn(row, f"{name}[{index}]", message)
        if turn and not turn.text:
            row.note(_BLANK_TURNS)
        elif turn:
            turns.append(turn)
    # An answer that was never given; the blank turns of tool calls stand further up.
    if turns and isinstance(messages[-1], dict) and _is_blank_answer(row, messages[-1]):
        row.complain(
            f"{name}[{len(messages) - 1}]",
            gettext_noop("the conversation ends with an answer that has no text."),
        )
    return _without_system(row, tuple(turns))


def _is_blank_answer(row: Row, message: Mapping[str, object]) -> bool:
    content = _first(message, _CONTENT_NAMES)[1]
    speaker = role_of(str(_first(message, _ROLE_NAMES)[1]), row.options.roles)
    return speaker == "assistant" and (is_blank(content) or content == [])


def _turn(row: Row, path: str, message: object) -> TurnDraft | None:
    if not isinstance(message, dict):
        row.complain(path, gettext_noop("expected a message with a role and a content."))
        return None
    role_name, speaker = _first(message, _ROLE_NAMES)
    content_name, content = _first(message, _CONTENT_NAMES)
    role = _role(row, f"{path}.{role_name}", speaker)
    text = _content(row, f"{path}.{content_name}", content)
    return TurnDraft(role, text) if role else None


def _role(row: Row, path: str, speaker: object) -> str | None:
    if is_blank(speaker):
        row.complain(path, gettext_noop("the message does not say who speaks."))
        return None
    role = role_of(str(speaker), row.options.roles)
    if role is None:
        row.complain(
            path,
            gettext_noop(
                "nobody has said who “%(name)s” is. Say so with --role “%(name)s=ROLE”, where ROLE "
                "is one of: %(known)s."
            ),
            name=str(speaker).strip(),
            known=_WIDELY_KNOWN,
        )
    return role


def _content(row: Row, path: str, content: object) -> str:
    """A text, null, or a list of parts, whose texts become paragraphs of one turn."""
    if not isinstance(content, list):
        return row.cleaned(content, path)
    texts = [_part(row, f"{path}[{index}]", part) for index, part in enumerate(content)]
    return "\n".join(text for text in texts if text)


def _part(row: Row, path: str, part: object) -> str:
    if not isinstance(part, dict):
        return row.cleaned(part, path)
    kind = part.get("type", "text")
    if kind in _TEXT_PARTS:
        return row.cleaned(part.get("text"), path)
    row.complain(
        path,
        gettext_noop(
            "a message part of the type “%(kind)s” cannot be shown to reviewers; only text parts "
            "can. Remove it or put a description of it in as text."
        ),
        kind=kind,
    )
    return ""


def _first(message: Mapping[str, object], names: tuple[str, ...]) -> tuple[str, object]:
    return next(((name, message[name]) for name in names if name in message), (names[0], None))


def _without_system(row: Row, turns: Turns) -> Turns:
    """What the developers told the model is not part of the conversation, unless asked for."""
    if row.options.system_messages == "keep":
        return turns
    kept = tuple(turn for turn in turns if turn.role != "system")
    row.note(_SYSTEM_LEFT_OUT, len(turns) - len(kept))
    return kept


_BLANK_TURNS = gettext_noop("%(file)s: turns without text were left out: %(count)s.")
_SYSTEM_LEFT_OUT = gettext_noop("%(file)s: system messages were left out: %(count)s.")
_PASSED_OVER = gettext_noop(
    "%(file)s: lines that start like a speaker's were kept as text (%(count)s): %(names)s. If one "
    "of these is a speaker, name it with --role."
)
