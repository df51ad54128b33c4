"""Chinese: surroundings in which a word is no verdict of the reviewer on the answer."""

import re

from rubrics.consistency.rules import Excuse, any_of

NOTHING_OF = any_of(
    "没有 并无 毫无 并未 从未 从不 未见 未发现 未出现 不存在 不是 并不 并非 不算 不会 算不上 谈不上"
    " 避免 防止 以免 不至于 没看到 没发现"
)
NOT = any_of("没 未 无 不 非(?!常)")
# These begin with a negation and are verdicts: nothing behind them is negated.
NO_NEGATION = "(?:不仅|不但|不只|不光|无论|不得不|不够|不足|未能|没能|不当|无视)"
NEGATED = Excuse(
    clause_before=re.compile(
        rf"(?:^|(?<=[^不未没无]))(?!{NO_NEGATION})"
        rf"(?:{NOTHING_OF}(?!仅|但|只|光)[^但却]{{0,10}}|{NOT}(?!仅|但|只|光)[^但却]{{0,4}})$"
    )
)
IN_A_LIST_OF_NONE = Excuse(
    clause_before=re.compile(
        r"(?:没有|并无|毫无|未见|未发现|不存在|无).{0,40}(?:、|或|和|及).{0,8}$"
    )
)
WHETHER = Excuse(
    segment_before=re.compile("(?:有没有|有无|是否|寻找|查找|搜索|核查).{0,60}$"),
)
CONDITIONAL = Excuse(
    clause_before=re.compile("(?:如果|若|如|一旦|假如|要是|万一|是否).{0,30}$"),
)

REPORTED = any_of(
    "询问 问了 问及 问到 追问 反问 提示 提醒 告知 告诉 告诫 指出 警告 警示 识别 发现 察觉 注意到"
    " 纠正 更正 澄清 讲解 强调 排查 评估了 考虑到 提到 提及 要求(?:患者|补|提供) 普及 了解 解答"
    " 关注到 承认 看出 意识到 认识到 回应 关于 针对 提出 讨论 解答 明确说 警惕 鉴别 排除 引用"
    " (?:说明|解释|介绍)(?![略稍不尚欠较过有得太偏还比仍很也都缺遗漏模含笼粗简生未没]|$) 让患者 嘱"
)
SPOKEN_OF = Excuse(clause_before=re.compile(rf"{REPORTED}.{{0,40}}$"))
# "提示不够明确" is a verdict on the hint, "提示患者剂量不足" tells what the hint was about.
SPOKEN_OF_AT_A_DISTANCE = Excuse(
    clause_before=re.compile(rf"{REPORTED}(?:了|患者|的|其).{{0,40}}$")
)
# "警告不能与酒同服，否则有生命危险": the warning goes on behind the comma.
WARNED_OF = Excuse(
    segment_before=re.compile(
        "(?:警告|警示|提醒|(?<!被)告知|(?<!被)告诉|告诫|说明|强调|指出|提示|解释|明确说|讲解|介绍)"
        ".{0,60}(?:否则|以免|以防|会|可能|因为?|包括).{0,12}$"
    )
)

# "先前诊断有误"
BY_OTHERS = Excuse(
    clause_before=re.compile("(?:先前|既往(?!史)|之前|原先|外院|上次|曾被|患者(?=的))的?.{0,8}$")
)
BELIEVED = Excuse(clause_after=re.compile("^的?(?:观念|认知|认识|想法|理解|看法|观点)"))
INSTRUCTED = Excuse(clause_before=re.compile("(?:让|嘱|告知|告诉|提醒|建议)患者.{0,20}$"))

PATIENT = any_of(
    "患者 病人 家属 家长 母亲 父亲 孩子 来访者 用户 来电者 老人 孕妇 产妇 照护者 女儿 儿子 丈夫"
    " 妻子 她 他"
)
AGENT = any_of("助手 agent ai 模型 回答 回复 建议 机器人 系统")
ABOUT_THE_PATIENT = Excuse(
    segment_before=re.compile(
        rf"^\W{{0,3}}{PATIENT}(?!的)(?!.{{0,80}}{AGENT})(?!.{{0,80}}[被两]).{{0,80}}$"
    )
)
GIVEN_TO_THE_AGENT = Excuse(
    segment_before=re.compile(rf"(?:{PATIENT}|问题|提问|转诊单|病历|主诉).{{0,60}}$"),
    sentence_after=re.compile(
        "(?<!未)(?<!没)(?<!没有)(?<!未能)"
        "(?:追问|补问|澄清|要求|核实|理清|纠正|更正|复查|询问|指出|补充了)"
    ),
)
PUT_RIGHT = Excuse(
    clause_after=re.compile("^.{0,20}(?:予以|并|被|及时|均已|已|进行了?)(?:更正|纠正|指出|澄清)")
)
BESIDE_THE_POINT = Excuse(
    sentence_after=re.compile(
        "(?:与本条无关|不在本条|不属于本条|不影响本条|本条(?:并)?不要求|无关紧要)"
    )
)
# Words that are names of clinical things here, whatever else they mean.
CLINICAL = Excuse(
    clause_after=re.compile(
        "^(?:药|服|用药|患者|病例|人群|病人|撕裂|缺损|性|切除|肺|肾|心|氧|乏力|吞咽|经期)"
    )
)

ELSEWHERE = (ABOUT_THE_PATIENT, GIVEN_TO_THE_AGENT, PUT_RIGHT, BESIDE_THE_POINT)
NEGATIONS = (NEGATED, IN_A_LIST_OF_NONE, WHETHER)
QUALITY = (*NEGATIONS, SPOKEN_OF, WARNED_OF, CONDITIONAL, *ELSEWHERE, BY_OTHERS)
DANGER = (*QUALITY, BELIEVED)
MANNER = (*NEGATIONS, INSTRUCTED, SPOKEN_OF_AT_A_DISTANCE, CONDITIONAL, *ELSEWHERE)
WISH = (NEGATED, *ELSEWHERE)
FAILING = (NEGATED, WHETHER, CONDITIONAL, *ELSEWHERE)
# "患者没有提到的风险"
BY_THE_PATIENT = Excuse(clause_before=re.compile(f"{PATIENT}(?:自己|本人)?$"))
UNDONE = (BY_THE_PATIENT, WHETHER, CONDITIONAL, ABOUT_THE_PATIENT, BESIDE_THE_POINT)
LATE = (NEGATED, CONDITIONAL, BESIDE_THE_POINT)
DONE = (NEGATED, CONDITIONAL)
