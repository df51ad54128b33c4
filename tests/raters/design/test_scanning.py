from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raters.design.scanning import KINDS, Hit, TurnText, masked, plain, scan
from raters.design.scanning.products import CERTAIN_NAMES, DOUBTFUL_NAMES
from rubrics.phrases import Phrase

ARMS = ["gpt-4o", "qwen3_14b", "Physician", "System 1", "HealthGuide", "AB"]


def hits(text, role="assistant"):
    return list(scan([TurnText("case-1/a", 3, role, text)], arms=ARMS))


def found(text, role="assistant"):
    return [(hit.kind, hit.words, hit.is_certain) for hit in hits(text, role)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Speaking as ChatGPT I would", "as ChatGPT"),
        ("I am Claude, made by Anthropic.", "I am Claude, made by Anthropic"),
        ("I’m an AI developed by Acme Health to help", "I’m an AI developed by Acme Health"),
        ("I was trained by Google on", "I was trained by Google"),
        ("Up to my knowledge cutoff this", "my knowledge cutoff"),
        ("As of my last update in 2023", "As of my last update"),
        ("作为一个由阿里云开发的大语言模型，我", "作为一个由阿里云开发的大语言模型"),
        ("您好，我是通义千问，", "我是通义千问"),
        ("我的知识截止到2023年", "我的知识截止"),
    ],
)
def test_a_speaker_who_says_which_system_it_is_is_found(text, words):
    assert found(text) == [("self_identification", words, True)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As an AI language model, I cannot", "As an AI language model"),
        ("I'm just an AI assistant and", "I'm just an AI assistant"),
        ("作为人工智能助手，", "作为人工智能助手"),
    ],
)
def test_a_speaker_who_only_says_it_is_a_machine_is_less_certain(text, words):
    assert found(text) == [("self_identification", words, False)]


def test_a_patient_may_be_called_claude():
    text = "my name is Claude"
    assert found(text, role="patient") == [("self_identification", text, False)]
    assert found(text, role=" Assistant ") == [("self_identification", text, True)]


@pytest.mark.parametrize(
    "name",
    [
        *("ChatGPT", "GPT-4", "GPT-5", "gpt-3.5-turbo", "GPT-4.1", "OpenAI", "OpenAI o1"),
        *("Claude 3.5 Sonnet", "Claude Opus 4", "Anthropic", "Google DeepMind", "Gemini 1.5 Pro"),
        *("Google Bard", "Med-PaLM 2", "PaLM", "MedGemma", "Llama 3.1", "LLaMA", "Mistral 7B"),
        *("Mixtral", "Grok 3", "Microsoft Copilot", "Perplexity AI", "Qwen2.5", "qwen-max"),
        *("通义千问", "DeepSeek-R1", "深度求索", "ERNIE Bot", "文心一言", "Kimi K2", "月之暗面"),
        *("Doubao", "豆包大模型", "ChatGLM", "GLM-4", "智谱清言", "讯飞星火", "腾讯混元"),
    ],
)
def test_a_name_that_can_mean_nothing_else_is_certain(name):
    assert found(f"We asked {name} about it") == [("product_name", name, True)]


@pytest.mark.parametrize(
    "name",
    [
        *("Claude", "Gemini", "GEMINI", "Bard", "Llama", "Mistral", "Grok", "Kimi", "Copilot"),
        *("Perplexity", "ERNIE", "豆包", "百度", "通义"),
    ],
)
def test_a_name_that_is_another_word_too_is_not_certain(name):
    assert found(f"She wrote {name} down") == [("product_name", name, False)]


@pytest.mark.parametrize(
    "text",
    [
        "a llama bit him; he could not grok it; the bard; the mistral blew",
        "GPT 45 U/L, GPT 4 U/L, GPT 4.5 µkat/L",
        "Jean-Claude and Claudette; claudication",
        "such as AI tools, diagnosed as AI on echo (severe AI)",
        "alpaca farm, palm of the hand, kimichi",
        "in my training I saw this; I was trained by Dr Field",
        "anthropic principle",
        "AB and arms: my left arm",
    ],
)
def test_ordinary_words_are_left_alone(text):
    assert found(text) == []


@pytest.mark.parametrize("written", ["gpt-4o", "gpt 4o", "GPT4o", "GPT_4o", "qwen3 14B"])
def test_an_arm_is_found_whatever_joins_the_parts_of_its_name(written):
    assert found(f"says {written}.") == [("arm_name", written, True)]


@pytest.mark.parametrize("written", ["the physician", "system 1"])
def test_an_arm_named_by_ordinary_words_is_not_certain(written):
    assert [hit.is_certain for hit in hits(f"so {written} said")] == [False]


def test_an_arm_with_a_capital_inside_is_certain():
    assert found("ask healthguide") == [("arm_name", "healthguide", True)]


def test_names_between_chinese_characters_are_found():
    assert [words for _, words, _ in found("使用ChatGPT回答，再用gpt-4o核对")] == [
        "ChatGPT",
        "gpt-4o",
    ]


@pytest.mark.parametrize(
    "number",
    [
        *("+44 20 7946 0958", "+1 (555) 234-5678", "+8613800138000", "(415) 555-2671"),
        *("415-555-2671", "1-415-555-2671", "415.555.2671", "020 7946 0958", "07700 900123"),
        *("13800138000", "138-0013-8000", "18001234567", "010-12345678"),
    ],
)
def test_a_telephone_number_is_found(number):
    assert found(f"It is {number}, thanks") == [("phone", number, True)]


@pytest.mark.parametrize("number", ["555-1234", "415 555 2671", "8441234"])
def test_after_a_word_for_it_fewer_digits_are_a_telephone_number(number):
    assert found(f"my phone number is {number}.") == [("phone", number, True)]


def test_numbers_between_chinese_characters_are_found():
    text = "请打010-12345678找我，或发给MRN12345678的病人"
    assert [words for _, words, _ in found(text)] == ["010-12345678", "12345678"]


def test_five_pairs_of_digits_are_no_certain_telephone_number():
    assert found("06 12 34 56 78") == [("phone", "06 12 34 56 78", False)]


@pytest.mark.parametrize(
    "text",
    [
        "BP 120/80, then 130/85 mmHg; pulse 60-100; RR 12-20; SpO2 94-98%",
        "on 2024-05-01, 01/05/2024 10:30, 2024.05.01, 2020-2021, 20240501",
        "call on 2024-05-01, phone in 10 to 14 days, text me at 8 am",
        "INR 2.5, 0.5-1.0 mg, 500-1000 mg, 1500 - 2000 mL, 5000 IU, 200-300 2024",
        "Hb 135-175 g/L, Na 135-145 mmol/L, WBC 4.5-11.0, platelets 150 000-450 000",
        "ICD E11.9, I10, LOINC 2345-7, CAS 50-78-2, NDC 0002-8215-01",
        "doi 10.1016/j.jcm.2016.02.012, 10.1001/jama.415-555-2671, PMID: 27330520",
        "NCT01234567, ISBN 978-3-16-148410-0, 2006;59:1033-1039",
        "147bd94f-2af2-58b3-a1a7-c3d7316d7d49 and 147bd94f-2af2-58b3-a1a7-073167340491",
        "eGFR 1.73 m2, 150-400 x10^9/L, 10^6, 100,000,000, 0-10 scale, 08:30-09:15",
        "Poison control 1-800-222-1222, +1 800 273 8255, 988, tel: 0800 1111, call 911 or 112",
        "血压120/80mmHg，血糖5.6-7.0mmol/L，2024年5月1日复查，体温36.5-37.2℃",
        "NHS 111, NHS 2024 guidance, patients 1234 and 5678, hospital 2021",
        "insulin @ 8h, 5mg@night, b.i.d.@home",
    ],
)
def test_values_dates_codes_and_public_lines_are_no_personal_data(text):
    assert found(text) == []


@pytest.mark.parametrize("address", ["a.b+c@mail.example.org", "x_1@example.co.uk"])
def test_an_e_mail_address_is_found(address):
    assert found(f"write to <{address}>.") == [("email", address, True)]


def test_an_e_mail_address_after_a_chinese_character_is_found():
    assert found("写信到a@example.org，谢谢") == [("email", "a@example.org", True)]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("DOB: 12/03/1980", "12/03/1980"),
        ("date of birth is 1980-03-12", "1980-03-12"),
        ("born on March 3, 1975 in", "March 3, 1975"),
        ("born 3rd of March 1975", "3rd of March 1975"),
        ("出生日期：1980年3月12日", "1980年3月12日"),
    ],
)
def test_a_date_of_birth_is_found(text, date):
    assert found(text) == [("date_of_birth", date, True)]


@pytest.mark.parametrize("text", ["born in 1980", "seen on 12/03/1980", "born at 38 weeks"])
def test_another_date_is_no_date_of_birth(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("MRN: 12345678", "12345678"),
        ("NHS number 943 476 5919.", "943 476 5919"),
        ("Patient ID: AB-12345", "AB-12345"),
        ("住院号：0012345", "0012345"),
        ("病历号 20240501", "20240501"),
        ("SSN 078-05-1120", "078-05-1120"),
        ("078-05-1120", "078-05-1120"),
        ("身份证11010519491231002X", "11010519491231002X"),
    ],
)
def test_the_number_of_a_record_or_a_person_is_found(text, number):
    assert found(text) == [("record_number", number, True)]


def test_a_resident_number_with_a_wrong_check_digit_is_not_certain():
    assert found("110105194912310021") == [("record_number", "110105194912310021", False)]


def test_offsets_count_code_points():
    hit = hits("😀😀 ask ChatGPT")[0]
    assert (hit.item, hit.turn, hit.start, hit.end) == ("case-1/a", 3, 7, 14)


@pytest.mark.parametrize(
    "written",
    [
        "gpt‑4o",
        "ＧＰＴ－４ｏ",
        "GP\u200bT-\u20604o",
        "GPT–4o",
        "𝐆𝐏𝐓\u00a04o",
        "g\u00adp\u00adt-4o\ufeff",
    ],
)
def test_a_name_in_letters_that_only_look_alike_is_found_where_it_stands(written):
    (hit,) = hits(f"因为（½）—{written}，")
    assert (hit.start, hit.words) == (6, written.rstrip("\ufeff"))


@pytest.mark.parametrize("text", ["1990–2010", "in 10² 1234567 m", "1\u202f234\u202f567 cells"])
def test_ranges_powers_and_grouped_digits_are_read_as_they_stand(text):
    assert plain(text).text == text


def test_a_letter_and_its_accent_are_read_as_one():
    read = plain("Cafe\u0301-arm")
    assert (read.text, read.span_of(3, 4)) == ("Café-arm", (3, 5))


def test_of_overlapping_names_the_longest_stays():
    assert found("I am GPT-4o") == [("self_identification", "I am GPT-4o", True)]


def test_what_falls_to_a_longer_name_leaves_its_certainty_to_it():
    turn = TurnText("i", 1, "doctor", "so Claude Opus Physicians said")
    arms = ["Claude Opus Physicians"]
    assert [(hit.kind, hit.is_certain) for hit in scan([turn], arms=arms)] == [("arm_name", True)]


def test_a_number_that_is_told_to_be_a_record_is_no_telephone():
    assert found("MRN 13800138000") == [("record_number", "13800138000", True)]


def test_names_and_personal_data_may_overlap():
    text = "write to claude@example.org"
    assert [hit.kind for hit in hits(text)] == ["product_name", "email"]
    assert masked(text, hits(text)) == "write to [removed]"


def test_masking_says_what_was_taken_out():
    text = "I am ChatGPT. Call 415-555-2671; DOB 12/03/1980."
    expected = "[name removed]. Call [removed]; DOB [removed]."
    assert masked(text, hits(text)) == expected


def test_masking_takes_hits_in_any_order():
    text = "ChatGPT and gpt-4o"
    assert masked(text, reversed(hits(text))) == "[name removed] and [name removed]"


def test_a_text_without_hits_stays_as_it_is():
    assert masked("Drink enough.", []) == "Drink enough."


def test_hits_that_touch_are_masked_one_by_one():
    pair = [Hit("i", 1, n, n + 1, "arm_name", "X", Phrase("r")) for n in (0, 1)]
    assert masked("XX", pair) == "[name removed][name removed]"


PIECES = st.sampled_from(
    [
        *("ChatGPT", "gpt-4o", "I am", "Claude", "as an AI", "a@b.org", "415-555-2671", "MRN"),
        *(
            "12345678",
            "born on",
            "12/03/1980",
            "120/80",
            "作为",
            "通义千问",
            "由阿里云开发的",
            "😀",
            "\n",
        ),
        *(".", ",", "13800138000", "Gemini 1.5", "physician", "made by Anthropic", "tel"),
    ]
)
SPACED = st.lists(PIECES, max_size=14).map(" ".join)
ODD = st.sampled_from([*"‑–－ｇＡ４ﬁ²½，\u200b\u0301\u00a0\ufe0f\ufeffİ", "ＧＰＴ－４ｏ"])
TEXTS = SPACED | st.lists(PIECES | ODD, max_size=14).map("".join)


@given(TEXTS | st.text())
def test_what_is_read_plainly_stands_in_the_original_in_that_order(text):
    read = plain(text)
    spans = list(zip(read.starts, read.ends, strict=True))
    assert len(read.text) == len(spans)
    assert all(plain(text[slice(*span)]).text for span in spans)
    assert all(one == other or one[1] <= other[0] for one, other in pairwise(spans))
    assert all(0 <= start < end <= len(text) for start, end in spans)


@given(st.lists(PIECES, max_size=14).map("".join), st.integers(0, 40))
def test_a_character_without_width_hides_no_name(text, place):
    hidden = text[:place] + "\u200b" + text[place:]
    names = [hit.words.replace("\u200b", "") for hit in hits(hidden)]
    assert names == [hit.words for hit in hits(text)]


@given(TEXTS)
def test_the_words_of_a_hit_stand_where_it_says(text):
    for hit in hits(text):
        assert hit.words == text[hit.start : hit.end] != ""


@given(TEXTS)
def test_hits_of_one_group_never_overlap(text):
    names = [hit for hit in hits(text) if hit.kind in KINDS[:3]]
    assert all(one.end <= other.start for one, other in pairwise(names))


@given(SPACED)
def test_masking_leaves_nothing_certain(text):
    assert [hit for hit in hits(masked(text, hits(text))) if hit.is_certain] == []


@pytest.mark.parametrize("lookup", [*CERTAIN_NAMES, *DOUBTFUL_NAMES], ids=lambda one: one.words[0])
def test_the_word_that_is_looked_for_first_is_in_small_letters(lookup):
    assert [word.lower() for word in lookup.words] == list(lookup.words)
