"""A document as PDF, by typst. No Django at any depth.

The values travel as data beside a fixed template, so that no text of a study is ever run.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from raters.exporting.documents import Block, Document, Drawn, Grid

TEMPLATE = Path(__file__).with_name("report.typ")
SECONDS = 60

# Families that hold Chinese characters, the best looking first.
CHINESE_FONTS = (
    "Noto Serif CJK SC",
    "Source Han Serif SC",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Noto Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "AR PL UMing CN",
    "Droid Sans Fallback",
    "Songti SC",
    "PingFang SC",
    "SimSun",
    "Microsoft YaHei",
)

_CHINESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")

# A process of its own can be stopped when it takes too long, and shares nothing with the site.
COMPILE = """
import datetime, sys, typst
at = datetime.datetime.fromisoformat(sys.argv[1])
typst.compile("report.typ", output="report.pdf", root=".", timestamp=at)
"""


class NotTypeset(Exception):
    """typst took too long or refused; the message is for a log."""


def typeset(document: Document, *, at: datetime, seconds: float = SECONDS) -> bytes:
    """The same document and time give the same bytes. Raises NotTypeset."""
    with TemporaryDirectory(prefix="evalsite-pdf-") as name:
        folder = Path(name)
        lay_out(document, folder)
        command = [
            sys.executable,
            "-I",
            "-c",
            COMPILE,
            at.astimezone().isoformat(timespec="seconds"),
        ]
        try:
            subprocess.run(  # noqa: S603 (a fixed command: nothing of a study is in it)
                command, cwd=folder, check=True, capture_output=True, timeout=seconds
            )
        except subprocess.TimeoutExpired as error:
            raise NotTypeset(f"no PDF within {seconds} seconds") from error
        except subprocess.CalledProcessError as error:
            raise NotTypeset(error.stderr.decode(errors="replace")[-2_000:]) from error
        return (folder / "report.pdf").read_bytes()


def lay_out(document: Document, folder: Path) -> None:
    """Write what typst reads: the template, the drawings and the values."""
    blocks = [_as_data(block, folder, n) for n, block in enumerate(document.blocks)]
    data = asdict(document) | {"blocks": blocks, "fonts": list(chinese_fonts())}
    (folder / "data.json").write_text(json.dumps(data), encoding="utf-8")
    (folder / "report.typ").write_text(TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8")


def _as_data(block: Block, folder: Path, number: int) -> dict:
    data = {"kind": type(block).__name__} | asdict(block)
    if isinstance(block, Drawn):
        svg = data.pop("svg")
        width, height = _size(svg)
        data |= {"file": f"{number}.svg", "width": width, "height": height}
        (folder / data["file"]).write_text(svg, encoding="utf-8")
    return data | ({"shares": block.shares} if isinstance(block, Grid) else {})


def _size(svg: str) -> tuple[float, float]:
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    return float(box[1]), float(box[2])


@lru_cache(maxsize=1)
def chinese_fonts() -> tuple[str, ...]:
    """Those of this machine; without one Chinese characters are empty boxes on paper."""
    import typst  # slow import

    installed = set(typst.Fonts().families())
    return tuple(name for name in CHINESE_FONTS if name in installed)


def holds_chinese(texts: Iterable[str]) -> bool:
    return any(_CHINESE.search(text) for text in texts)
