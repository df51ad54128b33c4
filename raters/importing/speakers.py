"""Who speaks: the names that real files use, and the roles that the rating page shows."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rubrics.phrases import Phrase, gettext_noop

CANONICAL_ROLES = (
    "patient",
    "clinician",
    "user",
    "assistant",
    "system",
    "tool",
    "guest",
    "caregiver",
    "nurse",
)

ALIASES: Mapping[str, tuple[str, ...]] = {
    "user": ("human", "prompter", "customer", "用户", "提问者"),
    "assistant": (
        "gpt",
        "model",
        "bot",
        "ai",
        "agent",
        "chatbot",
        "chatgpt",
        "claude",
        "llm",
        "ai assistant",
        "virtual assistant",
        "助手",
        "机器人",
        "智能助手",
    ),
    "system": ("developer", "系统"),
    "tool": ("function", "tool result", "工具"),
    "clinician": (
        "doctor",
        "dr",
        "physician",
        "provider",
        "therapist",
        "gp",
        "doc",
        "医生",
        "大夫",
        "医师",
        "醫生",
    ),
    "patient": ("pt", "client", "患者", "病人"),
    "guest": (
        "patient guest",
        "guest family",
        "guest clinician",
        "visitor",
        "family member",
        "relative",
        "family",
        "家属",
        "家屬",
    ),
    "caregiver": (
        "carer",
        "caretaker",
        "parent",
        "mother",
        "father",
        "guardian",
        "mum",
        "mom",
        "dad",
        "家长",
        "照护者",
    ),
    "nurse": ("rn", "triage nurse", "nurse practitioner", "护士", "護士"),
}

# These also head lines inside a turn ("Family: no diabetes", "Function: walks unaided"), so that
# "NAME:" alone does not make them speakers. In brackets or as a chat's role they do, and anywhere
# once the caller's `roles` name them.
ALSO_HEADINGS = frozenset(
    {"family", "function", "model", "pt", "client", "tool", "tool result", "system"}
)

# What transcribers put in brackets that is not a speaker.
STAGE_DIRECTIONS = frozenset(
    {
        "laughs",
        "laughter",
        "laughing",
        "pause",
        "silence",
        "inaudible",
        "unintelligible",
        "indiscernible",
        "crosstalk",
        "noise",
        "background",
        "cough",
        "coughs",
        "coughing",
        "sighs",
        "sigh",
        "crying",
        "music",
        "redacted",
        "name",
        "date",
        "location",
        "phone",
        "age",
        "number",
        "hospital",
        "address",
        "note",
        "edit",
        "sic",
        "end",
        "start",
        "ok",
        "yes",
        "no",
        "x",
    }
)


@dataclass(frozen=True)
class TurnDraft:
    role: str
    text: str


@dataclass(frozen=True)
class SplitTranscript:
    """`passed_over` are line starts ("Safety") that look like a speaker and were kept as text."""

    turns: tuple[TurnDraft, ...] = ()
    complaints: tuple[Phrase, ...] = ()
    blank_turns: int = 0
    passed_over: tuple[str, ...] = ()


def folded_speaker(name: str) -> str:
    """The spelling under which speakers are compared: width, case, blanks and colon evened out."""
    plain = unicodedata.normalize("NFKC", name).strip().rstrip(":").strip("*[]【】 \t")
    return " ".join(plain.casefold().replace("_", " ").replace("-", " ").split())


_KNOWN = {
    folded_speaker(alias): role
    for role in CANONICAL_ROLES
    for alias in (role, *ALIASES.get(role, ()))
}


def known_speakers(roles: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every folded speaker's name and its role; the caller's `roles` go before the table."""
    own = {
        folded_speaker(alias): _KNOWN.get(folded_speaker(role), role)
        for alias, role in (roles or {}).items()
    }
    return {**_KNOWN, **own}


def role_of(name: str, roles: Mapping[str, str] | None = None) -> str | None:
    """The canonical role, or None for a speaker nobody has told us about."""
    return known_speakers(roles).get(folded_speaker(name))


# \uff1a is the full-width colon.
_BRACKETED = re.compile(
    r"^[ \t]*[\[【](?P<name>[^\[\]【】\n]{1,40})[\]】][:\uff1a]?[ \t]*(?P<rest>.*)$"
)
_COLONED = re.compile(r"^[ \t]*(?P<name>\w[^:\uff1a*\n]{0,39}?)[ \t]*[:\uff1a][ \t]*(?P<rest>.*)$")
_BOLD = re.compile(
    r"^[ \t]*\*\*(?P<name>[^:\uff1a*\n]{1,40}?)[ \t]*"
    r"(?:\*\*[ \t]*[:\uff1a]|[:\uff1a][ \t]*\*\*)[ \t]*(?P<rest>.*)$"
)


def _coloned(line: str) -> re.Match[str] | None:
    return _COLONED.match(line) or _BOLD.match(line)


@dataclass
class _Running:
    """The transcript so far; the last turn is the one that further lines belong to."""

    turns: list[tuple[str, list[str]]] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    unknown: dict[str, int] = field(default_factory=dict)

    def start(self, role: str, rest: str) -> None:
        self.turns.append((role, [rest]))

    def carry_on(self, line: str) -> None:
        (self.turns[-1][1] if self.turns else self.before).append(line)


def split_transcript(text: str, *, roles: Mapping[str, str] | None = None) -> SplitTranscript:
    """Split at lines that start with a known speaker, "[doctor] ..." or "Doctor: ...".

    All other lines belong to the running turn, whatever they start with: "Safety: ..." is not a
    speaker. Inner text is kept as it is; only the outer blanks of a turn are trimmed.
    """
    speakers = known_speakers(roles)
    own = {folded_speaker(alias) for alias in roles or {}}
    coloned = {name: role for name, role in speakers.items() if name not in ALSO_HEADINGS - own}
    bracketed_style = _uses_brackets(text, speakers, coloned)
    running = _Running()
    for line in text.split("\n"):
        _read_line(running, line, speakers, coloned, bracketed_style)
    return _finished(running)


def _uses_brackets(text: str, speakers: Mapping[str, str], coloned: Mapping[str, str]) -> bool:
    """Do the speakers stand in brackets here? Then an unknown bracket is an unknown speaker, and
    in a transcript of the form "Doctor: ..." it is a remark."""
    lines = text.split("\n")
    if any(_name(_BRACKETED.match(line)) in speakers for line in lines):
        return True
    return not any(_name(_coloned(line)) in coloned for line in lines)


def _name(match: re.Match[str] | None) -> str | None:
    return folded_speaker(match["name"]) if match else None


def _read_line(
    running: _Running,
    line: str,
    speakers: Mapping[str, str],
    coloned: Mapping[str, str],
    bracketed_style: bool,
) -> None:
    bracket, colon = _BRACKETED.match(line), _coloned(line)
    if bracket and (role := speakers.get(_name(bracket))):
        running.start(role, bracket["rest"])
    elif colon and (role := coloned.get(_name(colon))):
        running.start(role, colon["rest"])
    else:
        if bracket and bracketed_style and _looks_like_a_speaker(bracket):
            name = bracket["name"].strip()
            running.unknown[name] = running.unknown.get(name, 0) + 1
        elif colon and colon["name"].isalpha():
            running.passed_over.append(colon["name"])
        running.carry_on(line)


def _looks_like_a_speaker(bracket: re.Match[str]) -> bool:
    name = folded_speaker(bracket["name"])
    words = name.split()
    return (
        bool(bracket["rest"].strip())
        and 1 <= len(words) <= 3
        and all(word.isalnum() and not word.isdigit() for word in words)
        and not STAGE_DIRECTIONS & set(words)
    )


def _finished(running: _Running) -> SplitTranscript:
    turns = [TurnDraft(role, "\n".join(lines).strip()) for role, lines in running.turns]
    kept = tuple(turn for turn in turns if turn.text)
    return SplitTranscript(
        turns=kept,
        complaints=tuple(_complaints(running)),
        blank_turns=len(turns) - len(kept),
        passed_over=tuple(running.passed_over),
    )


def _complaints(running: _Running) -> Iterable[Phrase]:
    for name, lines in running.unknown.items():
        yield Phrase(
            gettext_noop(
                "nobody has said who “%(name)s” is (lines: %(lines)s). "
                "Say so with --role “%(name)s=ROLE”, where ROLE is one of: %(known)s."
            ),
            {"name": name, "lines": lines, "known": ", ".join(CANONICAL_ROLES)},
        )
    before = "\n".join(running.before).strip()
    if not before or running.unknown:
        return
    if running.turns:
        yield Phrase(
            gettext_noop(
                "the transcript begins with text that no speaker is named for: “%(text)s”. "
                "Begin it with a speaker such as “Doctor:” or “[patient]”, or name this speaker "
                "with --role “NAME=ROLE”."
            ),
            {"text": shortened(before)},
        )
    else:
        yield Phrase(
            gettext_noop(
                "no line of the transcript starts with a known speaker; it begins “%(text)s”. "
                "Expected lines such as “Doctor: ...” or “[patient] ...”; name other speakers "
                "with --role “NAME=ROLE”."
            ),
            {"text": shortened(before)},
        )


def shortened(text: str, length: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"
