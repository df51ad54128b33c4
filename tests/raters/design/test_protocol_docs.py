"""docs/protocol.md is true: its example is read, and its script proves what the app sealed."""

import copy
import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from raters.design.protocol import (
    mapping_from_protocol,
    protocol_from_yaml,
    protocol_to_yaml,
    prove,
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


def places(value, path=()):
    """The values of a document and where they stand; of a list the first two."""
    if path:
        yield path, value
    pairs = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        pairs = enumerate(value[:2])
    for step, each in pairs:
        yield from places(each, (*path, step))


def alterations(value):
    """What a forger could put in its place."""
    yield from (None, {}, {"withheld": "0" * 64}, 1.5, 2**53, "\ud800")
    if isinstance(value, bool | int):
        yield from (value + 1, value == 1, float(value), str(value))
    elif isinstance(value, str):
        yield from (value + "x", "", [value])
    elif isinstance(value, list):
        yield from (value[::-1], value[1:], [*value, *value[:1]], [*value, "x"])
    else:
        yield from (value | {"extra": 1}, value | {"😀": 1}, dict(list(value.items())[1:]))


def altered(document, path, value):
    changed = copy.deepcopy(document)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def forged(which: str):
    """(protocol, key) pairs, one value of `which` altered in each."""
    sealed = seal(TELLING["claim"], salt=SALT)
    pair = {"public": sealed.public, "secret": sealed.secret}
    for path, value in places(pair[which]):
        for other in alterations(value):
            changed = altered(pair[which], path, other)
            if json.dumps(changed, sort_keys=True) != json.dumps(pair[which], sort_keys=True):
                yield path, other, pair | {which: changed}
    extra = pair[which] | {"extra": "x"}
    yield (), "extra", pair | {which: extra}


@cache
def verdicts(which: str):
    """(path, value, does the app find it, does the script, the hash it would have)."""
    check = pocket_check()
    return [
        (path, other, bool(prove(**pair)), *reversed(check(pair["public"], pair["secret"])))
        for path, other, pair in forged(which)
    ]


@pytest.mark.parametrize("which", ["public", "secret"])
def test_the_pocket_script_finds_what_the_app_finds_whatever_is_altered(which):
    rows = verdicts(which)
    assert len(rows) > 500
    assert [row[:2] for row in rows if row[2] != bool(row[3])] == []


def test_no_alteration_of_the_key_is_overlooked():
    assert [row[:2] for row in verdicts("secret") if not row[2]] == []


def test_an_alteration_of_the_protocol_changes_its_hash_or_is_found():
    sha256 = seal(TELLING["claim"], salt=SALT).sha256
    assert [row[:2] for row in verdicts("public") if not row[2] and row[4] == sha256] == []


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
