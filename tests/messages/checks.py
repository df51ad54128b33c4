"""What a machine can tell to be wrong with a Chinese translation of an English sentence."""

import re
from collections import Counter

VALUE = re.compile(r"%\(\w+\)[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]|%[-#0 +]*\d*(?:\.\d+)?[sdifgr](?![a-z])")
BRACED = re.compile(r"\{[\w.]*(?::[^{}]*)?\}")
TAG = re.compile(r"</?[a-zA-Z][\w-]*")
ENDS = {".": "。", "?": "？", "!": "！", ":": "：", ";": "；", "…": "…"}
CLOSERS = "\"'”’)）」』》 \n"
HAN = re.compile(r"[一-鿿]")
ENGLISH_WORD = re.compile(r"[a-z]{2,}")
# Names that are written in Latin letters in Chinese as well.
NAMES = {"English", "evalsite"}


def faults_of(source: str, translation: str) -> list[str]:
    """In words; none where nothing is wrong that can be found by looking at the letters."""
    checks = (
        (bool(translation.strip()), "it is empty"),
        (values(source) == values(translation), "the values differ: " + told(source, translation)),
        (is_safe(source, translation), "a percent sign that stands for itself is written %%"),
        (tags(source) == tags(translation), "the HTML tags differ"),
        (edges(source) == edges(translation), "the white space at its ends differs"),
        (
            ends_alike(source, translation),
            "the full stop, question mark or colon at the end differs",
        ),
        (is_chinese(source, translation), "it is not in Chinese"),
    )
    return [fault for holds, fault in checks if not holds]


def values(text: str) -> Counter:
    """Placeholders may change places and may not get lost; `%%` is none."""
    text = text.replace("%%", "")
    return Counter(set(VALUE.findall(text))) + Counter(set(BRACED.findall(text)))


def told(source: str, translation: str) -> str:
    return f"{sorted(values(source))} against {sorted(values(translation))}"


def is_safe(source: str, translation: str) -> bool:
    """Python fills the values in, and would take a lone percent sign for one of them."""
    if not ("%%" in source or VALUE.search(source)):
        return True
    return "%" not in VALUE.sub("", translation.replace("%%", ""))


def tags(text: str) -> Counter:
    return Counter(TAG.findall(text))


def edges(text: str) -> tuple[str, str]:
    text = text or " "
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def ends_alike(source: str, translation: str) -> bool:
    last = source.rstrip(CLOSERS)[-1:]
    said = translation.rstrip(CLOSERS)[-1:]
    if last in ENDS:
        return said == ENDS[last]
    return said not in {*ENDS.values(), *ENDS}


def is_chinese(source: str, translation: str) -> bool:
    """A sentence of nothing but values and abbreviations may stay as it is."""
    words = TAG.sub("", BRACED.sub("", VALUE.sub("", source)))
    if source in NAMES or not ENGLISH_WORD.search(words):
        return True
    return bool(HAN.search(translation))
