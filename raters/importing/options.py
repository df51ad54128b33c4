"""What the research lead may say about the files: which column is which, who is who, which arm."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Literal

from raters.importing.problems import ImportRefused, Problem
from raters.importing.speakers import CANONICAL_ROLES, role_of
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class FieldNames:
    """The names under which each meaning is looked for, best first.

    Case, blanks and hyphens do not matter ("Prompt ID" is `prompt_id`); a dot goes into a nested
    object ("output.completion"). `case` names what was asked and `id` the row itself; a row with
    only one of them uses it for both.
    """

    id: tuple[str, ...] = (
        "id",
        "item_id",
        "sample_id",
        "conversation_id",
        "dialogue_id",
        "transcript_id",
        "row_id",
    )
    case: tuple[str, ...] = (
        "case_id",
        "case",
        "prompt_id",
        "scenario_id",
        "encounter_id",
        "question_id",
        "vignette_id",
    )
    arm: tuple[str, ...] = (
        "arm",
        "model_key",
        "model",
        "model_name",
        "model_id",
        "output.model",
    )
    condition: tuple[str, ...] = ("condition", "metadata.condition")
    domain: tuple[str, ...] = (
        "domain",
        "department",
        "specialty",
        "speciality",
        "metadata.domain",
    )
    messages: tuple[str, ...] = ("messages", "conversation", "conversations", "chat", "turns")
    prompt: tuple[str, ...] = (
        "dataset_prompt",
        "prompt",
        "question",
        "ask",
        "input",
        "query",
        "instruction",
        "initial_message",
        "content.initial_message",
    )
    completion: tuple[str, ...] = (
        "completion",
        "answer",
        "response",
        "output.completion",
        "output",
        "model_output",
        "model_response",
        "generation",
        "reply",
    )
    transcript: tuple[str, ...] = ("transcript", "dialogue", "dialog")
    context: tuple[str, ...] = (
        "context",
        "vignette",
        "background",
        "clinical_facts",
        "content.clinical_facts",
    )
    reference: tuple[str, ...] = (
        "reference",
        "reference_answer",
        "expected_interpretation_or_behavior",
        "target_expansion",
        "gold_standard",
        "content.gold_standard",
        "ground_truth",
        "target",
        "ideal_completion",
        "ideal_completions_data.ideal_completion",
        "expected_output",
        "expected_answer",
        "expected_response",
    )
    checklist: tuple[str, ...] = ("checklist", "key_points", "must_have")
    criteria: tuple[str, ...] = ("criteria", "rubric_criteria", "rubrics", "rubric")
    control: tuple[str, ...] = ("control", "control_type", "probe", "probe_arm")
    expected: tuple[str, ...] = ("expected", "expected_scores")
    explanation: tuple[str, ...] = ("explanation", "feedback", "rationale_for_reviewers")
    epoch: tuple[str, ...] = ("epoch",)
    success: tuple[str, ...] = ("success",)
    status: tuple[str, ...] = ("status",)
    error: tuple[str, ...] = ("error",)
    truncated: tuple[str, ...] = ("truncated",)
    given: frozenset[str] = frozenset()

    @classmethod
    def meanings(cls) -> tuple[str, ...]:
        return tuple(each.name for each in fields(cls) if each.name != "given")

    def names(self, meaning: str) -> tuple[str, ...]:
        return getattr(self, meaning)

    def with_overrides(self, overrides: Mapping[str, str]) -> "FieldNames":
        """`{"id": "prompt_id"}`: look for the id only there. A blank name switches a meaning off.

        The name is taken away from every other meaning. Raises ImportRefused for a meaning that
        does not exist.
        """
        unknown = [meaning for meaning in overrides if meaning not in self.meanings()]
        if unknown:
            raise ImportRefused(_unknown_meaning(meaning) for meaning in unknown)
        claimed = {folded(name) for name in overrides.values()}
        kept = {
            meaning: tuple(name for name in self.names(meaning) if folded(name) not in claimed)
            for meaning in self.meanings()
        }
        chosen = {
            meaning: (name.strip(),) if name.strip() else () for meaning, name in overrides.items()
        }
        given = {meaning for meaning, names in chosen.items() if names}
        return replace(self, **{**kept, **chosen}, given=(self.given - set(chosen)) | given)


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """The spelling under which field names are compared."""
    return "_".join(name.strip().casefold().replace("-", " ").replace("_", " ").split())


def _unknown_meaning(meaning: str) -> Problem:
    message = Phrase(
        gettext_noop(
            "“%(meaning)s” is not something a field can stand for. Choose one of: %(known)s."
        ),
        {"meaning": meaning, "known": ", ".join(FieldNames.meanings())},
    )
    return Problem("--field", None, meaning, message)


@dataclass(frozen=True)
class ImportOptions:
    """`roles` maps a speaker's name to a canonical role and goes before the known table.

    `arm` names the arm of rows that name none. `id_prefix` is put before every id; in it,
    "{file}" stands for the file's name without its ending. `encoding` applies to every file.
    """

    fields: FieldNames = field(default_factory=FieldNames)
    roles: Mapping[str, str] = field(default_factory=dict)
    arm: str | None = None
    default_condition: str | None = None
    system_messages: Literal["drop", "keep"] = "drop"
    skip_failed: bool = False
    id_prefix: str = ""
    encoding: str | None = None


def option_problems(options: ImportOptions) -> tuple[Problem, ...]:
    """Options that cannot be followed, whatever the files hold."""
    return tuple(_role_problems(options.roles))


def _role_problems(roles: Mapping[str, str]) -> Iterable[Problem]:
    for alias, role in roles.items():
        if role_of(role) is None:
            message = Phrase(
                gettext_noop("“%(role)s” is not a role. Choose one of: %(known)s."),
                {"role": role, "known": ", ".join(CANONICAL_ROLES)},
            )
            yield Problem("--role", None, alias, message)
