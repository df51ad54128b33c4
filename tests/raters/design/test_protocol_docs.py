"""docs/protocol.md is true: its example is read, and its script proves what the app sealed."""

import copy
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from raters.design.protocol import (
    mapping_from_protocol,
    protocol_from_yaml,
    protocol_to_yaml,
    seal,
)
from tests.raters.design.test_protocol_seal import LOCKED, SALT, TELLING

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def block(language: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL).group(1)


def pocket_check():
    names = {"__name__": "pocket"}
    exec(block("python"), names)  # noqa: S102
    return names["check"]


def test_the_example_is_read_and_comes_back_equal():
    spec = protocol_from_yaml(block("yaml"), name="example")
    assert protocol_from_yaml(protocol_to_yaml(spec), name="example") == spec


def test_the_example_shows_every_section():
    spec = protocol_from_yaml(block("yaml"), name="example")
    assert set(mapping_from_protocol(spec)) == {"protocol", *vars(spec)}


@pytest.mark.parametrize("place", [None, *TELLING])
def test_the_pocket_script_agrees_with_the_seal(place):
    sealed = seal(TELLING[place] if place else LOCKED, salt=SALT)
    assert pocket_check()(sealed.public, sealed.secret) == (sealed.sha256, [])


def change_an_arm(secret):
    secret["arms"][0]["name"] = "another"


def change_an_item(secret):
    secret["key"][0]["arm"] = "another"


def change_a_queue(secret):
    secret["queues"][0]["order"].reverse()


def change_a_text(secret):
    secret["withheld"][0][1] = "Another."


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (change_an_arm, ["arms"]),
        (change_an_item, ["key", "items"]),
        (change_a_queue, ["queues"]),
        (change_a_text, ["withheld"]),
    ],
)
def test_the_pocket_script_finds_what_was_forged(forge, said):
    sealed = seal(TELLING["claim"], salt=SALT)
    secret = copy.deepcopy(sealed.secret)
    forge(secret)
    assert pocket_check()(sealed.public, secret) == (sealed.sha256, said)


def test_the_pocket_script_runs_on_two_files(tmp_path):
    sealed = seal(replace(LOCKED, locked_at="病"), salt=SALT)
    (tmp_path / "pocket.py").write_text(block("python"), encoding="utf-8")
    for name in ("public", "secret"):
        text = json.dumps(getattr(sealed, name), indent=2, ensure_ascii=False)
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    command = [sys.executable, "pocket.py", "public.json", "secret.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"SHA-256 of the protocol: {sealed.sha256}",
        "does not agree: nothing, the key is proved",
    ]
