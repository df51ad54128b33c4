"""The speaker says who it is. No Django at any depth."""

import re

from raters.design.scanning.lookup import Lookup
from raters.design.scanning.products import (
    ALL_WORDS,
    ANY_CERTAIN,
    ANY_DOUBTFUL,
    MAKERS,
    NOT_BEFORE,
)

# Of a transcript's speakers; what one of these says of itself is said of the system.
MACHINE_ROLES = frozenset(["ai", "agent", "assistant", "bot", "chatbot", "gpt", "model", "system"])

_AM = (
    r"(?:I am|I['’]m|my name is|you can call me|this is"
    r"|you are (?:talking|chatting|speaking) (?:to|with))"
)
_PRODUCT = f"(?:{ANY_CERTAIN})"
_DOUBTFUL = f"(?:{ANY_DOUBTFUL})"
_MADE = r"(?:developed|made|created|trained|built|designed|powered|provided)"
_MADE_BY_MAKER = rf",? (?:and )?(?:an? [\w ]{{1,40}} )?{_MADE} by (?:{MAKERS})\b"
_AI = (
    r"(?:(?:helpful|medical|large|virtual|conversational|health|healthcare|clinical) )*"
    r"(?:AI|A\.I\.|artificial intelligence|language model|LLM|chat ?bot)"
    r"(?:[- ](?:powered|based))?(?: (?:language|health|medical|virtual|digital))*"
    r"(?: (?:model|assistant|system|chat ?bot|program|doctor|agent|tool))?"
)
_CHINESE_MAKE = r"由[^。，,；\n]{1,15}(?:开发|研发|训练|创造|推出|打造)的"
_CHINESE_AI = (
    r"(?:(?:大型?|人工智能|AI|医疗|医学|智能|健康|对话|语言)\s?){0,4}"
    r"(?:人工智能|AI|语言模型|大模型|智能助手|智能助理|聊天机器人|机器人)"
    r"(?:助手|助理|模型|医生|系统)?"
)
_A = "(?:一个|一名|一款|一种)?"

_AI_WORDS = (
    "an ai",
    "an a.i.",
    "artificial intell",
    "language model",
    "llm",
    "chatbot",
    "chat bot",
)
_CHINESE_AI_WORDS = ("人工智能", "ai", "模型", "助手", "助理", "机器人")


def _lookup(words: tuple[str, ...], *patterns: str, flags: int = re.IGNORECASE) -> Lookup:
    return Lookup(words, re.compile("|".join(f"(?:{pattern})" for pattern in patterns), flags))


# These say which system it is, or from when.
NAMED = (
    _lookup(
        ALL_WORDS,
        rf"\b(?:as|{_AM}) {_PRODUCT}{NOT_BEFORE}(?:{_MADE_BY_MAKER})?",
        rf"\b(?:as|{_AM}) {_DOUBTFUL}{NOT_BEFORE}{_MADE_BY_MAKER}",
        rf"(?:作为|我是|我叫){_PRODUCT}{NOT_BEFORE}",
    ),
    _lookup(
        _AI_WORDS,
        rf"\b(?:as|{_AM}) an? {_AI},? (?:(?:that|which) (?:was|is) )?{_MADE} (?:and \w+ )?by"
        r" (?:the )?[A-Z][\w&'’-]*(?: (?-i:[A-Z])[\w&'’-]*){0,3}",
    ),
    _lookup(
        tuple(f"{verb} by" for verb in ("developed", "made", "created", "trained", "built")),
        rf"\b(?:I was|I am|I['’]m|I['’]ve been) {_MADE} by (?:{MAKERS})\b",
    ),
    _lookup(
        ("cutoff", "cut-off", "cut off", "update", "my training data"),
        r"\b(?:my (?:knowledge|training)(?: data)?|knowledge)[- ]?cut[- ]?off(?: date)?\b",
        r"\b(?:as of|since|up to|until) my (?:last|latest|most recent)"
        r" (?:knowledge |training )?(?:update|cut[- ]?off)\b",
        r"\bmy (?:last|latest) (?:knowledge|training) update\b",
        r"\bmy training data\b",
    ),
    _lookup(("由",), rf"(?:作为|我是|我叫){_A}{_CHINESE_MAKE}{_A}(?:{_CHINESE_AI})?"),
    _lookup(
        ("截止", "更新", "截至", "训练数据"),
        r"我的(?:知识|训练数据|训练)库?(?:截止|更新至|更新到|截至)",
        r"(?:知识|数据)库?截止(?:日期|时间|到|于)",
        r"我的训练数据",
    ),
)
# A patient may be called Claude or Kimi.
INTRODUCED = _lookup(
    ALL_WORDS, rf"\b(?i:{_AM}) {_DOUBTFUL}{NOT_BEFORE}", rf"(?:我是|我叫){_DOUBTFUL}", flags=0
)
# These only tell a machine from a person. AI without its article is also a valve that leaks.
SOME_MACHINE = (
    _lookup(_AI_WORDS, rf"\b(?i:as|I am|I['’]m)(?: just| only)? an? (?i:{_AI})\b", flags=0),
    _lookup(
        ("browse the", "access"),
        r"\bI (?:can['’]t|cannot) browse the (?:internet|web)\b",
        r"\bI (?:don['’]t|do not) have (?:real-time )?(?:internet|web) access\b",
    ),
    _lookup(_CHINESE_AI_WORDS, rf"(?:作为|我是|我只是){_A}{_CHINESE_AI}", flags=0),
)
