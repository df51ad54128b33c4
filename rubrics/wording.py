"""What the words of a criterion say about its points: a fault, a merit, something to be avoided.

English and Chinese. No Django at any depth.
"""

import re
from decimal import Decimal

_SUBJECT = (
    r"^\W*(?:the )?(?:response|agent|assistant|answer|model|ai|it|回复|助手|医生|模型|回答)?\W*"
)
_FAULT = re.compile(
    _SUBJECT + r"(?:fails? to|failed to|neglects? to|omits?\b|overlooks?\b|ignores?\b|wrongly\b|"
    r"incorrectly\b|inaccurately\b|falsely\b|advises against (?:seeking|calling|going)|"
    r"discourages?\b|dismiss(?:es)?\b|misses\b|未能|没有|遗漏|忽略|错误地|误导)",
    re.IGNORECASE,
)
_MERIT = re.compile(
    _SUBJECT + r"(?:correctly\b|appropriately\b|accurately\b|properly\b|clearly\b|"
    r"advises against (?!seeking|calling|going)|warns (?:of|about|against|that)\b|"
    r"(?:advises|instructs|tells|urges|directs|recommends|encourages)\b"
    r"(?!.{0,40}\b(?:against|not|avoid)\b).{0,60}?"
    r"\b(?:seek|call|go to|visit)(?:ing)?\b.{0,40}?\b(?:emergency|ambulance|911|999|112|120)\b|"
    r"正确|恰当|准确|建议(?:立即|尽快|马上|及时)?(?:就医|急诊|拨打))",
    re.IGNORECASE,
)
_AVOIDANCE = re.compile(
    _SUBJECT + r"(?:does not|doesn['’]t|do not|did not|avoids?\b|refrains? from|never\b|"
    r"不应|不会|避免|不得|未给出)",
    re.IGNORECASE,
)


def names_a_fault(text: str) -> bool:
    return bool(_FAULT.match(text))


def names_a_merit(text: str) -> bool:
    return bool(_MERIT.match(text))


def names_something_avoided(text: str) -> bool:
    return bool(_AVOIDANCE.match(text))


def fault_that_earns(text: str, *, points: Decimal, polarity: str) -> bool:
    return points > 0 and polarity == "positive" and names_a_fault(text)


def merit_that_costs(text: str, *, points: Decimal) -> bool:
    return points < 0 and (names_a_merit(text) or names_something_avoided(text))
