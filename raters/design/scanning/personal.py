"""Addresses, numbers and birthdays of people, and not laboratory values. No Django at any depth.

A pattern's group `what` is the datum itself; the words that lead to it are left standing.
"""

import re
from collections.abc import Iterator

from raters.design.scanning.lookup import Searched

EMAIL = re.compile(
    r"(?<![\w.+%-])(?P<what>[A-Za-z0-9][\w.+%-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24})"
    r"(?![\w-])",
    re.ASCII,
)

_MONTHS = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_YEAR = r"(?:19|20)\d{2}"
_DATE = (
    rf"(?:\d{{1,2}}[/.-]\d{{1,2}}[/.-](?:{_YEAR}|\d{{2}})|{_YEAR}[/.-]\d{{1,2}}[/.-]\d{{1,2}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)?[ -]{_MONTHS}\.?,?[ -]{_YEAR}"
    rf"|{_MONTHS}\.? \d{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}"
    rf"|{_YEAR}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?[日号])?)"
)
BIRTH = re.compile(
    r"(?:(?<![A-Za-z0-9])(?:D\.?O\.?B\.?|date of birth|birth ?date|born(?: on)?(?: the)?)"
    r"|出生日期|出生年月日?|生日|出生于|生于|出生)"
    rf"[\s:：=*是为在(（]{{0,6}}(?:is |was )?(?P<what>{_DATE})(?!\d)",
    re.IGNORECASE,
)

_RECORD_WORDS = (
    r"(?:(?<![A-Za-z0-9])(?:MRN|(?:medical|health|hospital) record (?:number|no\.?|id|#)"
    r"|NHS (?:number|no\.?|#)"
    r"|patient (?:id(?:entifier)?|number|no\.?|#)|hospital (?:number|no\.?|id)"
    r"|(?:medicare|medicaid|insurance|policy|member|chart|social security) (?:number|no\.?|id|#)"
    r"|SSN|CHI (?:number|no\.?))"
    r"|(?:病历|病案|住院|门诊|就诊卡|就诊|登记|医保卡|医保|社保卡?|身份证)(?:号码?|编号)|身份证)"
)
RECORD = re.compile(
    rf"{_RECORD_WORDS}[\s:：#=*是为]{{0,6}}(?:is )?"
    r"(?P<what>[A-Z]{0,4}-?\d(?:[ -]?\d){3,17}[Xx]?)(?!\d|\.\d)",
    re.IGNORECASE,
)
RESIDENT_ID = re.compile(
    r"(?<![\dA-Za-z])(?P<what>[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])"
    r"(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx])(?![\dA-Za-z])"
)
SOCIAL_SECURITY = re.compile(
    r"(?<![\d.-])(?P<what>(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4})(?![\d-])"
)

_PHONES = (
    # +44 20 7946 0958, +1 (555) 123-4567, +8613800138000
    r"(?<![A-Za-z0-9_+])(?P<abroad>\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6})(?![\d%])",
    # (555) 123-4567, 555-123-4567, 1-555-123-4567, 555.123.4567
    r"(?<![A-Za-z0-9_.+/-])(?P<us>(?:1[-. ])?"
    r"(?:\([2-9]\d{2}\) ?[2-9]\d{2}[-. ]|[2-9]\d{2}-[2-9]\d{2}-)\d{4}"
    r"|(?<![A-Za-z0-9_.+/-])[2-9]\d{2}\.[2-9]\d{2}\.\d{4})(?![A-Za-z0-9_/-]|\.\d)",
    # 020 7946 0958, 07700 900123, (01632) 960123, 010-12345678
    r"(?<![A-Za-z0-9_.+/-])(?P<trunk>\(?0[1-9]\d{1,3}\)?[ -]\d{3,4}[ -]?\d{3,4}|07\d{9})"
    r"(?![A-Za-z0-9_/%]|[.-]\d)",
    # 06 12 34 56 78, which five values may look like as well
    r"(?<![A-Za-z0-9_.+/-])(?P<pairs>0[1-9](?: \d{2}){4})(?![A-Za-z0-9_/%]|[ .-]\d)",
    # 13800138000, 138-0013-8000
    r"(?<![A-Za-z0-9.+/-])(?P<mobile>1[3-9]\d(?:\d{8}|[- ]\d{4}[- ]\d{4}))(?![A-Za-z0-9%]|[.-]\d)",
)
PHONE = re.compile("|".join(_PHONES))
# After such words seven digits are enough.
PHONE_TOLD = re.compile(
    r"(?:(?<![A-Za-z0-9])(?:tel(?:ephone)?|phone|mobile|cell(?: ?phone)?|fax)"
    r"(?: (?:number|no\.?|is|me))*"
    r"|(?<![A-Za-z0-9])(?:call|text|ring|reach)(?: (?:me|us|him|her|them))? (?:at|on)"
    r"|电话|手机|联系方式|传真)(?:号码?)?[\s:：.=是为]{0,4}"
    r"(?P<what>\(?\d[\d() -]{5,16}\d)(?![A-Za-z0-9_/%]|\.\d)",
    re.IGNORECASE,
)
# Lines open to everybody: free numbers, services, hotlines.
_PUBLIC = re.compile(r"(?:1?8(?:00|33|44|55|66|77|88)|0800|0808|0300|0345|400|1?900)")
_LOOKS_LIKE_DATE = re.compile(
    rf"{_YEAR}[ -]\d{{1,2}}[ -]\d{{1,2}}|\d{{1,2}}[ -]\d{{1,2}}[ -]{_YEAR}"
)
# What stands inside an address of a publication is no telephone number.
_ADDRESS = re.compile(r"10\.\d{4,9}/\S+|https?://\S+|www\.\S+")

# Without so many digits near each other there is neither number nor telephone.
_FOUR_DIGITS = re.compile(r"\d(?:[ -]?\d){3}")
_SEVEN_DIGITS = re.compile(r"\d(?:[ ().-]{0,2}\d){6}")
_BIRTH_WORDS = ("dob", "d.o.b", "birth", "born", "出生", "生日", "生于")


def emails(searched: Searched) -> Iterator[tuple[int, int, bool]]:
    if "@" in searched.text:
        yield from (_span(match) for match in EMAIL.finditer(searched.text))


def birthdays(searched: Searched) -> Iterator[tuple[int, int, bool]]:
    if searched.has_any(_BIRTH_WORDS):
        yield from (_span(match) for match in BIRTH.finditer(searched.text))


def record_numbers(searched: Searched) -> Iterator[tuple[int, int, bool]]:
    """A resident's number whose check digit is wrong is not certain."""
    if not _FOUR_DIGITS.search(searched.text):
        return
    yield from (_span(match) for match in RECORD.finditer(searched.text))
    yield from (_span(match) for match in SOCIAL_SECURITY.finditer(searched.text))
    for match in RESIDENT_ID.finditer(searched.text):
        yield *match.span("what"), _has_check_digit(match["what"])


def phones(searched: Searched) -> Iterator[tuple[int, int, bool]]:
    if not _SEVEN_DIGITS.search(searched.text):
        return
    addresses = [match.span() for match in _ADDRESS.finditer(searched.text)]
    for start, end, is_certain in _numbers(searched.text):
        if not any(low <= start < high for low, high in addresses):
            yield start, end, is_certain


def _numbers(text: str) -> Iterator[tuple[int, int, bool]]:
    for match in PHONE.finditer(text):
        # A Chinese mobile number may begin like an American number that is free of charge.
        if match.lastgroup == "mobile" or _is_private(match[0]):
            yield *match.span(), match.lastgroup != "pairs"
    yield from (_span(match) for match in PHONE_TOLD.finditer(text) if _is_private(match["what"]))


def _span(match: re.Match[str]) -> tuple[int, int, bool]:
    return *match.span("what"), True


def _is_private(words: str) -> bool:
    digits = re.sub(r"\D", "", words)
    if not 7 <= len(digits) <= 15 or _LOOKS_LIKE_DATE.fullmatch(words):
        return False
    if words.startswith("+"):
        return len(digits) >= 8 and not (digits[0] == "1" and _PUBLIC.match(digits))
    # A local number may begin with any digits.
    is_local = len(digits) < 10 and digits[0] != "0"
    return is_local or not _PUBLIC.match(digits)


def _has_check_digit(number: str) -> bool:
    """ISO 7064 MOD 11-2, as on the identity card."""
    total = sum(int(digit) * (2 ** (17 - place) % 11) for place, digit in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()
