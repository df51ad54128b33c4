"""English: surroundings in which a word is no verdict of the reviewer on the answer."""

import re

from rubrics.consistency.rules import Excuse, any_of, one_of

AGENT = any_of("agent assistant model ai bot chatbot response answer advice plan explanation")
PATIENT = any_of(
    "patients? pt mother father mum mom dad parents? child caller son daughter husband wife user"
    " she he"
)
WORD = r"[\w'/%-]{1,30}"
BEFORE_AND = rf"(?!and\b|then\b){WORD}"
# Shares no character with WORD, so that there is one way only to read a run of words.
GAP = r"[^\w'/%-]{1,3}"


def up_to(count: int, *, word: str = WORD) -> str:
    return rf"(?:{word}{GAP}){{0,{count}}}"


NEGATION = one_of(
    r"\b(?:not|cannot|never|hardly|neither|nor|nothing|none)\b(?!\W(?:only|just|merely|simply)\b)",
    r"\b[a-z]{2,6}n't\b",
    r"\b(?:did|does|is|was|were|are|has|have|could|would|do|wo|ca)nt\b",
)
ABSENCE = one_of(
    r"\b(?:no|without|zero|free of|free from|absence of|lack of|devoid of)\b",
    r"\b(?:avoid|prevent)(?:s|ed|ing)?\b",
    r"\b(?:rather than|instead of|far from|anything but|nor)\b",
)
SOME_NEGATION = rf"(?:\b(?:no|without|any)\b|{NEGATION})"
# "not X and gives Y": the negation ends at "and"; "no X and Y": it goes on.
NEGATED = Excuse(clause_before=re.compile(rf"{NEGATION}{GAP}{up_to(6, word=BEFORE_AND)}$"))
ABSENT = Excuse(clause_before=re.compile(rf"{ABSENCE}{GAP}{up_to(4)}$"))
# "no missing, inaccurate or unclear advice": commas do not end a negation that "or" carries on.
IN_A_LIST_OF_NONE = Excuse(
    segment_before=re.compile(
        rf"{SOME_NEGATION}.{{0,100}}(?:,|\b(?:or|nor)\b)\W{{0,2}}{up_to(1)}$"
    ),
    segment_after=re.compile(rf"^\W{{0,2}}{up_to(4)}(?:or|nor)\b"),
)
LAST_OF_NONE = Excuse(
    segment_before=re.compile(rf"{SOME_NEGATION}.{{0,100}}\b(?:or|nor)\W{{1,2}}{up_to(1)}$")
)
NONE_FOUND = Excuse(
    segment_after=re.compile(
        rf"^\W{{0,3}}{up_to(4)}(?:none|nil|nothing|(?:not|n't)\W(?:found|seen|present"
        rf"|identified))\b"
    )
)
LOOKED_FOR = Excuse(
    segment_before=re.compile(
        r"\b(?:look|check|search|scann?|hunt)(?:ed|ing|s)? (?:\w{1,12} ){0,2}for\b.{0,140}$"
    ),
    sentence_after=re.compile(r"\b(?:none|nothing|no|not|nil|neither|without)\b|n't\b"),
)

REPORTED = one_of(
    r"(?:ask|enquire?|inquire?|check|explore?|prob|explain|mention|describe?|clarif)"
    r"(?:s|d|ed|ies|ied|ing|es)?",
    r"(?:warn|caution|alert|counsel|educat|remind|inform|advis)(?:s|d|ed|es|e)?",
    r"(?:warning|caution|alert)s? (?:that|of|about|against|him|her|them|the)",
    r"(?:identif|recogni[sz]|detect|notic|flag|spott?|highlight|acknowledg|correct|discuss)"
    r"(?:s|ed|es|y|ies|ied|e|ing)",
    r"(?:address|cover|consider|suspect|request|state|note|list|point|pick|question|challeng)"
    r"(?:s|d|ed|es)",
    r"(?:emphasi[sz]|stress|underlin|screen|teach|debunk|refut|reject|elicit)(?:s|es|ed)",
    r"(?:name|outline|quote|cite|raise|review|realise|realize|exclude|distinguishe)(?:s|d)",
    r"(?:talks|talked|asks|asked) (?:about|after)|(?:responds?|responded|refers|referred) to",
    r"makes? (?:it )?clear|made (?:it )?clear|clear (?:that|about)|looks for|goes through|deals"
    r" with",
    r"clarifies|understands|knows|brings up|picks up|spells out|sets out",
    r"tells?|told|says that|said that|rules? out|ruled out|pointed out|taught|ask for",
    r"aware(?:ness)? of|alert to",
)
# What the agent spoke about is no verdict on how it spoke.
# "Explains with wrong numbers", "in a vague way": that is how it spoke.
HOW = r"(?<!\bwith )(?<!\bwith a )(?<!\bwith an )(?<!\bin a )(?<!\bin an )"
SPOKEN_OF = Excuse(clause_before=re.compile(rf"\b{REPORTED}\b.{{0,130}}{HOW}$"))
# "explained withdrawal, including that it could be fatal", "should be avoided, as it is harmful"
REASON_SPOKEN_OF = Excuse(
    segment_before=re.compile(
        rf"\b{REPORTED}\b.{{0,130}}, ?(?:and |incl\w{{0,6}}\.? )?(?:that|as|because"
        rf"|since)\b.{{0,40}}$"
    )
)
# "advice on dangerous drinking", but not "advice on drinking is insufficient"
SPOKEN_OF_BY_NOUN = Excuse(
    clause_before=re.compile(
        r"\b(?:explanation|discussion|description|education|counselling|advice|information|guidance"
        r"|questions?) (?:of|on|about|regarding|around)\b"
        r"(?!.{0,120}\b(?:is|are|was|were|seems?|feels?|remains?|could|should)\b).{0,120}$"
    )
)
INSTRUCTED = Excuse(
    clause_before=re.compile(
        r"\b(?:tells?|told|advis\w{1,3}|instruct\w{0,3}|asks?|asked)\b.{0,40}\bto\b.{0,60}$"
    )
)
SPOKEN_OF_DEED = Excuse(
    clause_before=re.compile(
        rf"\b{REPORTED}\b.{{0,60}}\b(?:whether|if|that|who|what|when|about|how)\b"
        r".{0,80}(?<! and )$"
    )
)
# "asked about missed periods, dangerous bleeding and pain"
IN_A_LIST_SPOKEN_OF = Excuse(
    segment_before=re.compile(
        rf"\b{REPORTED} (?:\w{{1,12}} )?(?:about|for|of|on|against)\b.{{0,100}},\s?(?:and |or )?$"
    ),
    segment_after=re.compile(
        r"^ (?!advice|answer|suggest|recommend|info|statement|reassur|instruct|dos|guid|and\b)[a-z]"
    ),
)
THEN_SPOKEN_OF = Excuse(
    clause_after=re.compile(
        r"^.{0,60}\b(?:is|are|was|were)(?! not)(?: \w{1,12}ly)? (?:also )?"
        r"(?:discussed|explained|covered|mentioned|addressed|explored|described|asked|listed|named)"
    )
)
CONDITIONAL = Excuse(clause_before=re.compile(r"\b(?:if|whether|in case|unless)\b.{0,80}$"))

# "The patient contradicted himself": a sentence about the patient, until the agent is named.
ABOUT_THE_PATIENT = Excuse(
    segment_before=re.compile(
        rf"^\W{{0,3}}(?:the |this |her |his |an? )?{PATIENT}\b(?!'s?\b)(?!.{{0,160}}\b{AGENT}\b)"
        r"(?!.{0,160}\b(?:left|given|told|misled|harmed|informed|advised|sent|put)\b).{0,160}$"
    )
)
GIVEN_TO_THE_AGENT = Excuse(
    segment_before=re.compile(
        r"^.{0,60}\b"
        + one_of(PATIENT, "question", "query", "prompt", "complaint", "referral", "vignette")
        + r"(?:'s|s')?\b.{0,80}$"
    ),
    sentence_after=re.compile(
        r"(?<!not )(?<!n't )(?<!never )(?<!fails to )(?<!failed to )\b"
        r"(?:(?:ask|request|sort|prob|address|correct|obtain|elicit|explor|clarifi)(?:s|es|ed)"
        r"|clarifies|follow(?:s|ed) up|points? (?:this |that |it )?out|pointed .{0,5}out)"
    ),
)
PUT_RIGHT = Excuse(
    clause_after=re.compile(
        r"^.{0,80}(?<!not )\b"
        r"(?:pointed out|corrected|flagged|noticed|picked up|spotted|challenged|caught) "
        r"(?:by|and|in|at|straight)\b"
    )
)
BESIDE_THE_POINT = Excuse(
    sentence_after=re.compile(
        r"\b(?:irrelevant|not relevant|outside the|beyond the (?:scope|criterion)|not required"
        r"|not (?:part of|asked for by|what) (?:this|the) criterion|(?:does not|doesn't) matter)\b"
    )
)
# "her previous diagnosis was wrong"
BY_OTHERS = Excuse(
    clause_before=re.compile(
        r"\b(?:previous|prior|referral|referring|gp's|other doctor's|outside) (?:\w{1,15} ){1,3}$"
    )
)
BELIEVED = Excuse(
    clause_after=re.compile(
        r"^ (?:beliefs?|assumptions?|ideas?|notions?|impressions?|expectations?)\b"
    )
)
# "a dangerous headache" is a disease, "dangerous advice" is a verdict.
OF_A_DISEASE = Excuse(
    clause_after=re.compile(
        r"^ (?:\w{1,15} )?"
        r"(?:symptom|condition|sign|cause|interaction|arrhythmi|headache|complication|disease"
        r"|diagnos|side effect|reaction|bleed|infection|drinking|rhythm|shock|emergenc|illness)"
    )
)
BECAUSE_OF = Excuse(
    clause_before=re.compile(
        r"\b(?:because of|due to|given|owing to|risks? of|possibility of|chance of|potential for"
        r"|in view of|in light of) (?:[\w-]{1,15} ){0,4}$"
    )
)
# Words that are names of clinical things here, whatever else they mean.
CLINICAL = Excuse(
    clause_after=re.compile(
        r"^\W{0,2}"
        + one_of(
            r"doses?|pills?|tablets?|periods?|abortion|miscarriage|menses|emptying|fracture",
            r"(?:\w{1,10} ){0,1}appointments?|work|school|beats?|tears?|treated|thickness"
            r"|seizures?",
            r"response to treatment|mobility|reflexes|sounds|pulses|adherence|remission|relief"
            r"|responders?",
            r"drugs?|names?|version|brand|medic\w{1,8}|equivalent|substitut\w{1,4}|symptoms?"
            r"|pains?",
            r"\w{1,10} pain|aetiology|etiology|cause|origin",
            r"of (?:appetite|sleep|energy|breath|sensation|interest|motivation|concentration)",
        )
        + r"\b"
    )
)
# "The agent failed to find" is a verdict; "I failed to find" is the reviewer searching.
I_SEARCHED = Excuse(
    clause_before=re.compile(r"\b(?:i|we)\b\W{1,2}(?:\w{1,15} ){0,2}$"),
    clause_after=re.compile(r"^ (?:find|see|spot|identify|detect)\b"),
)

ELSEWHERE = (ABOUT_THE_PATIENT, GIVEN_TO_THE_AGENT, PUT_RIGHT, BESIDE_THE_POINT)
NEGATIONS = (NEGATED, ABSENT, IN_A_LIST_OF_NONE, LAST_OF_NONE, NONE_FOUND, LOOKED_FOR)
SPOKEN = (SPOKEN_OF, SPOKEN_OF_BY_NOUN, REASON_SPOKEN_OF, IN_A_LIST_SPOKEN_OF, THEN_SPOKEN_OF)
QUALITY = (*NEGATIONS, *SPOKEN, CONDITIONAL, *ELSEWHERE, BY_OTHERS)
DANGER = (*QUALITY, BELIEVED, OF_A_DISEASE, BECAUSE_OF)
DEED = (*NEGATIONS, SPOKEN_OF_DEED, THEN_SPOKEN_OF, CONDITIONAL, CLINICAL, *ELSEWHERE)
MANNER = (*NEGATIONS, INSTRUCTED, CONDITIONAL, CLINICAL, *ELSEWHERE)
WISH = (NEGATED, SPOKEN_OF_DEED, CONDITIONAL, *ELSEWHERE)
UNDONE = (SPOKEN_OF_DEED, CONDITIONAL, ABOUT_THE_PATIENT, BESIDE_THE_POINT)
DONE = (NEGATED, ABSENT, CONDITIONAL)
