"""English: which words speak against an answer."""

from rubrics.consistency import english_excuses as excuses
from rubrics.consistency.rules import Words, any_of, one_of, whole_words

CONTRASTS = ("but", "however", "although", "though", "tho", "yet", "whereas", "nevertheless")
AFTERTHOUGHTS = ("which (?:is|was|could|may|might|would|makes|puts|contradicts)",)

MINOR = "(?:minor|slight|slightly|small|trivial|tiny|little|a bit|somewhat|some)"
NOT_MINOR = r"(?<!\bminor )(?<!\bsmall )(?<!\bslight )(?<!\bslightly )(?<!\btrivial )"
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# "three of four", "2/3"; not "five of five", not "1/2 mg", not "120/80".
FEWER = one_of(
    *(
        rf"(?<![\d/.])(?:{one_of(*NUMBERS[:n], *map(str, range(1, n + 1)))})"
        rf"(?: out)?(?: of (?:the )?| ?/ ?)(?:{NUMBERS[n]}|{n + 1})(?! ?mg| ?ml|[\d/.]\d)"
        for n in range(1, len(NUMBERS))
    ),
    "all but (?:one|two|three)",
)
DO = any_of(
    "ask mention address explore explain provide give include cover check confirm discuss specify"
    " state clarify warn advise offer assess screen inquire enquire say tell acknowledge recommend"
    " name consider elicit document probe suggest respond answer refer emphasi[sz]e describe"
    " summari[sz]e reassure establish safety.?net define quantify distinguish differentiate use"
    " show help set link connect tailor adapt individuali[sz]e prioriti[sz]e repeat notice try seek"
    " arrange book direct send act cite list exclude verify ensure invite encourage apologi[sz]e"
    " plan test order examine measure calculate correct challenge convey communicate raise"
    " (?:follow|pick|bring)(?:\\sup)? go\\sinto look\\sinto rule\\sout get\\sto get\\sround touch"
)
DONE = any_of(
    "asked mentioned addressed explored explained provided given included covered checked confirmed"
    " discussed specified stated clarified taken assessed screened offered acknowledged elicited"
    " documented done considered made\\sclear emphasi[sz]ed answered established spelled\\sout"
    " defined named tailored arranged followed\\sup recommended verified picked\\sup raised"
)
DOING = any_of(
    "asking mentioning addressing exploring explaining providing giving checking confirming"
    " discussing specifying stating clarifying warning saying telling acknowledging assessing"
    " naming considering offering defining"
)
NOT_DO = "(?:did not|didn't|didnt|does not|doesn't|doesnt|do not|don't|has not|hasn't)"
WAS_NOT = "(?:(?:is|are|was|were|been) (?:not|never)|(?:is|are|was|were)n'?t|not)"
ALTOGETHER = "(?:completely|totally|entirely|wholly|utterly|altogether)"

LACKING = whole_words(
    r"(?:main|only|one|a|minor|slight|the) weakness(?:es)?|partial",
    r"missing|miss(?:es|ed)\b(?! (?:it )?by)|omit(?:s|ted|ting)?|omissions?",
    r"leaves? out|left out|leaving out|lack(?:s|ed|ing)?|incompl\w{0,8}|insuff\w{0,10}",
    r"inadequa\w{0,6}|unclear|vague|ambigu\w{0,5}|inaccura\w{0,6}|imprecis\w{0,4}",
    r"superficial|cursory|perfunctory|formulaic|generic|rushed|sketchy|patchy|thin|scant|sparse",
    r"gaps?|shortcomings?|limited|absent|confusing|inconsisten\w{0,4}",
    r"suboptimal|sub-optimal|unspecific|non-?specific|debatable|questionable|lukewarm"
    r"|jargon(?!.free)",
    r"inappropriate|caveats?|hesitant|clumsy|awkward|over-?simplified|shallow|tangential|buried",
    r"un(?:specified|defined|answered|explained|explored|touched)|light on|short on"
    r"|underplay\w{0,3}",
    rf"{MINOR} (?:\w{{1,12}} )?(?:issues?|errors?|mistakes?|flaws?|slips?|problems?|wrong"
    r"|incorrect|off|late|delay\w{0,3})",
)
LEAVING = whole_words(
    r"overlook(?:s|ed|ing)?|neglect(?:s|ed|ing)?|ignor(?:es|ed|ing)|skip(?:s|ped|ping)?",
    r"forg(?:ets|ot)|gloss(?:es|ed) over|touch(?:es|ed) (?:up)?on|falls? short|fell short",
    r"(?:stops?|stopped) short|brush(?:es|ed) (?:over|aside)|leaves? (?:room|open|unclear)",
)
MANNER = whole_words(
    r"partially|partly|somewhat|in part|incompletely|inaccurately|vaguely|superficially",
    r"unclearly|insufficiently|inadequately|in passing|briefly|at times|half.?way"
    r"|half.?hearted\w{0,2}",
    r"to some (?:extent|degree)|for the most part|more or less|half (?:of )?(?:the|a)(?! (?:dose"
    r"|tablet|pill|life))",
    r"(?:mostly|largely|almost|nearly|mainly|broadly) (?:there|covered|met|satisfied|complete"
    r"|addressed|correct|accurate|fulfilled|done|all|fully|adequate|ok|fine|good|present"
    r"|every\w{0,5})",
    r"most (?:of (?:the|it|what|this)|elements|parts|points|items|steps|questions)",
    r"not (?:entirely|fully|completely|quite|all|always|wholly|particularly|very|sufficiently"
    r"|really|especially|enough|as \w{1,15}(?: \w{1,15})? as|specific|clear|explicit|detailed"
    r"|precise|exhaustive|thorough|consistently|systematic\w{0,4})",
    r"(?:isn't|wasn't|aren't|weren't) (?:entirely|fully|quite|all|very|clear|specific|enough)",
    r"n't (?:fully|quite|entirely|completely|really)",
    r"too (?:technical|vague|brief|generic|long|short|late|general|complex|fast|quick|quickly|soft"
    r"|much jargon|little|medical|formal|wordy)|(?:hard|difficult|easy) to (?:follow|miss"
    r"|overlook)",
    r"a (?:bit|little|touch|tad) (?:of )?\w{3,15}|less \w{3,12} than",
    r"than (?:i\b|this patient|a lay|necessary|needed|required|ideal|expected)|reading level is",
    r"(?:says?|said|had|with|very|rather|too) little (?:about|on|to say)|little (?:attention"
    r"|detail)",
    r"less so|left (?:ambiguous|vague|open|unclear)",
    r"(?:the |one |my )?(?:only|exception|quibble|reservation)\W{1,3}(?:is|was|being)",
    r"(?:apart|aside) from|except(?: for| that)?|with the exception of",
    r"(?<!not )only (?:one|two|three|four|half|some|part|parts|a few|brief\w{0,2}|once|part\w{2,5}"
    r"|touch\w{0,2}|mention\w{0,2}|gets?|got|says?|said|gives?|gave|given|ask(?:s|ed)"
    r"|address\w{0,2}"
    r"|cover\w{0,2}|after|when (?:asked|prompted)|at the end|late|in the last|in turn)",
    FEWER,
)
WISHES = whole_words(
    r"(?:could|should|might|ought to)(?: also| perhaps| still){0,2}"
    r"(?: have|'ve)(?! (?:a|an|the|any|some|had)\b)",
    r"(?:should|could|might) of|(?:i'd|i would) (?:have|only|also|prefer|want|like|add)",
    r"would(?: have|'ve) (?:been|liked|preferred|wanted|expected|helped|benefit\w{0,4})",
    r"(?:would|could|should|might) be (?:more|better|clearer|improved|stronger|nice|fuller)",
    r"could (?:do|go|use|add|say) (?:more|further|better|some|with|a)",
    r"better (?:if|with|had)|room (?:to improve|for improvement)|needs? (?:more|to be more"
    r"|improve)",
    r"wish(?:ed)? (?:it|the|that)",
)
GOOD_TO_LACK = any_of(
    "errors? mistakes? concerns? harm\\w{0,3} gaps? issues? omissions? missing contradict\\w{0,5}"
    " need signs? caveats? doubt hesitation more further problems? evidence inaccura\\w{0,4}"
    " danger\\w{0,3}"
    " jargon reservations? complaints? risks? judg\\w{0,6} longer real major other unsafe"
    " objections? unnecessary blame wrong"
)
UNDONE = whole_words(
    rf"{NOT_DO} (?:\w{{3,12}}ly )?(?:{DO})",
    rf"{WAS_NOT} (?:\w{{3,12}}ly )?(?:{DONE})",
    rf"without (?:ever )?(?:{DOING})",
    rf"no (?:[\w-]{{1,15}} ){{0,3}}(?:{DONE})",
    r"no (?:mention|reference|discussion|exploration|explanation|attempt|timeframe|time frame"
    r"|follow.?up|safety.?net\w{0,4}|enquiry|inquiry|clarification|acknowledg\w{0,6}|details?)",
    rf"(?:but|with|though|although|tho|just|yet) no (?!{GOOD_TO_LACK}\b)\w{{2,20}}",
    rf"(?:but|just|though|although) not (?!{GOOD_TO_LACK}\b|only|just|critical|serious"
    rf"|relevant)\w{{2,20}}",
    r"(?:did not|didn't) (?:come up|feature|appear)",
)
FAILING = whole_words(
    r"fail(?:s|ed|ing)? (?:to|at|in)|failure to(?! thrive)|(?:is|was|are) (?:a )?fail(?:ure)?",
    r"contradict(?:s|ed|ing|ory|ions?)?|(?:exact |very )?opposite of|the reverse of",
    r"violat(?:es|ed|ing|ion)|misdiagnos\w{0,4}|misle(?:ads?|d|ading)",
    r"hallucinat\w{0,5}|fabricat\w{0,4}|invent(?:s|ed)|confabulat\w{0,4}",
    r"(?:made|makes) up(?! (?:for|of|her|his|the))|dismiss(?:es|ed) (?:the|her|his|their)",
    rf"{ALTOGETHER} (?:miss(?:es|ed)|omit(?:s|ted)|ignor(?:es|ed)|overlook(?:s|ed)|fail\w{{0,3}})",
    r"(?:miss(?:es|ed)|omit(?:s|ted)|ignor(?:es|ed)|overlook(?:s|ed))(?: [\w'-]{1,15}){0,4} "
    + ALTOGETHER,
    r"(?:goes|went|runs|is) against (?:the |current |all )?(?:guid\w{1,6}|advice|nice|evidence)",
)
FAILED = whole_words(
    r"dangerous(?:ly)?|(?<!self-)(?<!self )harm(?:s|ed|ing|ful)?(?! reduction)|hazardous|unsafe"
    r"|deadly|lethal|fatal|disastrous|toxic",
    r"life-? ?threatening|(?:could|might|would|may|can) (?:have )?(?:kill(?:ed)?|harm(?:ed)?)",
    r"put(?:s|ting)? [\w' ]{1,30} (?:at risk|in danger)",
    rf"{NOT_MINOR}(?:(?<!go )(?<!went )(?<!goes )wrong(?:ly)?|incorrect(?:ly)?|errors?|mistakes?"
    rf"|erroneous(?:ly)?|mistaken)",
    r"false(?! (?:positive|negative|labou?r|teeth|alarm))|untrue|contraindicated|malpractice",
    r"negligent|unacceptable|reckless|irresponsible",
    rf"{ALTOGETHER} (?:missing|absent|unaddressed|off|inadequate)",
    rf"(?:missing|absent|unaddressed) {ALTOGETHER}",
)
NOT_AT_ALL = whole_words(
    rf"{NOT_DO} (?:\w{{1,15}}\W){{1,10}}(?:at all|in any way|whatsoever|anywhere)",
    rf"{WAS_NOT} (?:\w{{1,15}}\W){{1,8}}(?:at all|in any way|whatsoever|anywhere)",
    rf"no (?!{GOOD_TO_LACK}\b)(?:\w{{1,15}}\W){{1,8}}(?:at all|whatsoever|anywhere)",
    rf"(?:{NOT_DO}|never) (?:address|meet|satisfy|fulfill?) (?:the |this )?"
    r"(?:criterion|item|requirement)",
    rf"{NOT_DO} (?:\w{{3,12}}ly )?(?:recogni[sz]e|identify|detect|escalate)",
    rf"{NOT_DO} (?:ask|mention|say|address|explain|do) (?:\w{{1,12}} )?anything",
    rf"(?<!was )(?<!were )(?<!is )(?<!been )never (?:once )?(?:{DO}s?|{DONE}|asks"
    rf"|recogni[sz]e[sd]|identifie[sd]|told|tells|said)",
    r"not met|unmet|not satisfied|unaddressed|nowhere|no (?:evidence|sign|trace) (?:that|of|for"
    r"|in)",
    r"(?:could not|couldn't|can't|cannot) find (?:any|where|a)|no attempt|refus(?:es|ed) to|not"
    r" (?:a )?single",
    r"none of (?:the|these|this|it) (?:[\w-]{1,15} ){0,4}(?:was|were|is|are|appears?|got|has|have)"
    r"(?! (?:missed|omitted|left|wrong|inaccurate|skipped|harmful|dangerous))",
)
PLAINLY_DONE = any_of(
    "tells? recommends? suggests? advises? gives? states? says? makes? prescribes? diagnoses?"
    " reassures? claims? instructs? encourages? told recommended suggested advised gave stated said"
    " made prescribed provides? offers? discloses? minimi[sz]es? dismisses? promises? guarantees?"
    " blames? implie[sd] imply speculates? guess(?:es)? do(?:es)?\\s(?:it|so|this)"
)
SURELY = "(?:clearly|plainly|explicitly|indeed|definitely|unmistakably|undeniably|really)"
DOES = "(?:did|does|do)(?! not|n't)"
# "It did recommend the emergency department" is no bad deed.
NO_GOOD_CARE = (
    r"(?!.{0,50}\b(?:ed|er|a&e|emergency|ambulance|911|999|112|doctor|gp|hospital|specialist|urgent"
    r"|immediate|seek|see a|professional|physician|clinic|in person|not|no|against|avoid)\b)"
)
DEEDS = whole_words(
    rf"{DOES} (?:{SURELY} )?{PLAINLY_DONE}{NO_GOOD_CARE}",
    rf"{SURELY} (?:{DOES} )?{PLAINLY_DONE}{NO_GOOD_CARE}",
    r"^\W{0,3}yes\W{1,2}",
    r"word for word|verbatim|(?:is|are|was|were) (?:there|present) (?:in full|in turn|verbatim)",
    r"(?:statement|advice|phrase|sentence|claim|behaviou?r) (?:is|occurs|appears) (?:in|at) turn",
    r"(?:exactly|just) (?:as|what) (?:the|this) criterion (?:describes|says|penali[sz]es|states)",
    r"bad (?:thing|behaviou?r) is (?:there|present)",
)

WORDS = (
    Words("deficiency", LACKING, (*excuses.QUALITY, excuses.CLINICAL)),
    Words("deficiency", LEAVING, excuses.DEED),
    Words("deficiency", MANNER, excuses.MANNER),
    Words("deficiency", WISHES, excuses.WISH),
    Words("deficiency", UNDONE, excuses.UNDONE, about="undone"),
    Words("failure", FAILING, (*excuses.DEED, excuses.I_SEARCHED)),
    Words("failure", FAILED, excuses.DANGER),
    Words("failure", NOT_AT_ALL, excuses.UNDONE, about="undone"),
    Words("failure", DEEDS, excuses.DONE, about="done"),
)
