"""What a JSON Schema cannot say of a protocol file. No Django at any depth."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import PurePosixPath, PureWindowsPath

from raters.design.protocol.faults import ProtocolFault, fault
from rubrics.phrases import gettext_noop
from rubrics.reading import repeated

# Of shares, as the database keeps them.
THOUSANDTH = Decimal("0.001")
# The ends of a range, and whether they belong to it.
SHARES = {
    ("reliability", "target"): (False, False),
    ("reliability", "width"): (False, True),
    ("reliability", "expected_icc"): (False, False),
    ("reliability", "rater_share"): (True, False),
    ("reliability", "hit_rate"): (False, True),
    ("practice", "pass_mark"): (False, True),
}


def meaning_faults(document: dict) -> Iterator[ProtocolFault]:
    """Of a document whose shape is right.

    A design that cannot be carried out is no fault: a draft may hold it, and its review says so.
    """
    yield from _arm_faults(document)
    yield from _rubric_faults(document)
    yield from _path_faults(document)
    yield from _panel_faults(document.get("panel", {}))
    yield from _anchor_faults(document.get("allocation", {}))
    yield from _order_faults(document.get("order", {}))
    yield from _practice_faults(document.get("practice", {}))
    yield from _share_faults(document)


def _arm_faults(document: dict) -> Iterator[ProtocolFault]:
    names = [row["name"].strip() for row in document.get("arms", [])]
    for name in repeated(names):
        message = gettext_noop("the arm %(name)s is listed twice; every arm has a name of its own")
        yield fault(("arms",), message, name=name)
    used = {("reference", "from_arm"): document.get("reference", {}).get("from_arm", "")}
    for index, row in enumerate(document.get("items", {}).get("files", [])):
        place = ("items", "files", index, "options", "arm")
        used[place] = row.get("options", {}).get("arm", "")
    for place, name in used.items():
        # An import may bring the arms: without a list no name is wrong.
        if name.strip() and names and name.strip() not in names:
            message = gettext_noop("there is no arm %(name)s; list it under arms, or name another")
            yield fault(place, message, name=name)


def _rubric_faults(document: dict) -> Iterator[ProtocolFault]:
    rubric = document.get("rubric")
    if rubric is None:
        return
    if len({"name", "file", "document"} & set(rubric)) != 1:
        message = gettext_noop("name one rubric: by name, by file, or as a document")
        yield fault(("rubric",), message)
    if "version" in rubric and "name" not in rubric:
        message = gettext_noop("a version goes with a name; a file or document has its own")
        yield fault(("rubric", "version"), message)


def _path_faults(document: dict) -> Iterator[ProtocolFault]:
    paths = {("rubric", "file"): document.get("rubric", {}).get("file", "")}
    for index, row in enumerate(document.get("items", {}).get("files", [])):
        place = ("items", "files", index)
        paths[(*place, "cases")] = row.get("cases", "")
        paths |= {(*place, "outputs", n): path for n, path in enumerate(row["outputs"])}
    for place, path in paths.items():
        if _leads_away(path):
            message = gettext_noop(
                "a path begins at the protocol file and stays below it: no leading /, no drive, "
                "no .."
            )
            yield fault(place, message)


def _leads_away(path: str) -> bool:
    """On any system that the file may be read on."""
    windows = PureWindowsPath(path)
    return bool(windows.anchor) or PurePosixPath(path).is_absolute() or ".." in windows.parts


def _panel_faults(panel: dict) -> Iterator[ProtocolFault]:
    strata = [name.strip() for name in panel.get("strata", [])]
    for name in repeated(strata):
        message = gettext_noop("the stratum %(name)s is listed twice; leave one out")
        yield fault(("panel", "strata"), message, name=name)
    reviewers = panel.get("reviewers", [])
    for name in repeated(row["pseudonym"].strip() for row in reviewers):
        message = gettext_noop("the pseudonym %(name)s is given twice; choose another")
        yield fault(("panel", "reviewers"), message, name=name)
    if "count" in panel and reviewers:
        message = gettext_noop("give either the reviewers or their count, not both")
        yield fault(("panel", "count"), message)


def _anchor_faults(allocation: dict) -> Iterator[ProtocolFault]:
    anchors = allocation.get("anchors", 0)
    picked = [key.strip() for key in anchors] if isinstance(anchors, list) else []
    for key in repeated(picked):
        message = gettext_noop("the item %(key)s is listed twice; leave one out")
        yield fault(("allocation", "anchors"), message, key=key)


def _order_faults(order: dict) -> Iterator[ProtocolFault]:
    if "repeat_gap" in order and not order.get("repeats"):
        message = gettext_noop("a gap goes with repeats; give their number or leave the gap out")
        yield fault(("order", "repeat_gap"), message)


def _practice_faults(practice: dict) -> Iterator[ProtocolFault]:
    if "attempts" in practice and "pass_mark" not in practice:
        message = gettext_noop(
            "a number of attempts goes with a pass mark; give the mark or leave the number out"
        )
        yield fault(("practice", "attempts"), message)


def _share_faults(document: dict) -> Iterator[ProtocolFault]:
    for place, (with_zero, with_one) in SHARES.items():
        section, name = place
        if name not in document.get(section, {}):
            continue
        value = Decimal(str(document[section][name]))
        low = value > 0 or (with_zero and value == 0)
        high = value < 1 or (with_one and value == 1)
        if not (low and high):
            yield fault(place, _RANGES[with_zero, with_one])
        elif value % THOUSANDTH:
            yield fault(place, gettext_noop("has at most three decimals; round it"))


_RANGES = {
    (False, False): gettext_noop("must lie between 0 and 1, such as 0.7"),
    (False, True): gettext_noop("must be more than 0 and at most 1, such as 0.8"),
    (True, False): gettext_noop("must be 0 or more and less than 1, such as 0.05"),
}
