"""The paragraphs in Chinese."""

from raters.exporting.prose.fragments import Language

TEXTS = {
    "design": (
        "由{n}名评审者组成的评审组使用评分标准“{rubric}”对对话记录进行评分；"
        "各评审者独立评分，不知晓对话记录出自哪一系统，也看不到他人的评分。"
    ),
    "design_own_criteria": (
        "由{n}名评审者组成的评审组按照为每份对话记录分别制定的标准进行评分；"
        "各评审者独立评分，不知晓对话记录出自哪一系统，也看不到他人的评分。"
    ),
    "crossed": "按设计，每名评审者应评价全部条目（完全交叉设计）。",
    "anchors": "按设计，全体评审者均应评价由{n}个条目组成的锚定集，其余条目在评审者之间分配。",
    "protocol": "研究方案在本轮首次评分之前锁定（第{version}版，{day}，SHA-256：{hash}）。",
    "amended": "此前方案共修订{n}次，每次均记录了理由。",
    "no_protocol": "评分开始之前未锁定研究方案。",
    "statistic": (
        "预先指定的主要统计量为{statistic}，目标值为{target}，"
        "整个置信区间均不低于该值方视为达到目标。"
    ),
    "statistic_without_target": "预先指定的主要统计量为{statistic}，未设目标值。",
    "no_statistic": "未预先指定统计量；此处报告{statistic}。",
    "interval_satterthwaite": (
        "完整数据的{level}置信区间（CI）由方差分析得出（F分布，Satterthwaite近似自由度）。"
    ),
    "interval_exact_f": "完整数据的{level}置信区间（CI）由方差分析得出（精确F分布）。",
    "interval_mixed": (
        "对真实条目的全部评分采用限制性最大似然法（REML）拟合交叉随机效应模型，"
        "并以剖面似然法求得{level}置信区间（CI）。"
    ),
    "interval_bca": (
        "{level}置信区间（CI）由对{units}进行{resamples}次自助重抽样求得"
        "（偏差校正加速法，BCa），评审者视为固定。"
    ),
    "interval_profile": (
        "多项标准的合并分析采用以标准为固定效应的混合模型（REML），"
        "并以剖面似然法求得{level}置信区间（CI）。"
    ),
    "withheld_intervals": "独立条目不足{n}个时不给出区间。",
    "agreement": "完全一致率指对同一条目给出相同分数的评审者配对所占比例，并对条目取平均。",
    "controls": (
        "条目中混入了{n}个答案已知的对照条目；对照条目不参与任何信度系数的计算，"
        "仅以命中率报告（命中率达到{good}视为良好），并对每名评审者给出Wilson区间。"
    ),
    "no_controls": "条目中未设置对照条目。",
    "repeats": "部分条目在同一评审者的队列中不经告知地再次出现，用以衡量评审者自身前后的一致性。",
    "software": "计算所用软件：{software}；随机种子：{seed}。",
    "rehearsal": "本研究为演练，其任何数值均不构成证据。",
    "simulated": "其中{n}份评分为模拟数据。",
    "withheld": "研究方案不允许期中查看，因此本轮结束之前不报告信度。",
    "interim": "本轮评分尚未结束，以下数值为期中结果。",
    "value": (
        "“{label}”的{statistic}为{value}（{level} CI：{low}至{high}；"
        "{n_items}个条目，{n_reviewers}名评审者，{n_ratings}份评分）。"
    ),
    "value_without_interval": (
        "“{label}”的{statistic}为{value}（{n_items}个条目，{n_reviewers}名评审者，"
        "{n_ratings}份评分）；未给出置信区间，原因是{reason}。"
    ),
    "not_estimable": (
        "“{label}”的{statistic}无法估计（{n_items}个条目，{n_reviewers}名评审者，"
        "{n_ratings}份评分），原因是{reason}。"
    ),
    "target_met": "达到了目标值{target}。",
    "target_missed": "未达到目标值{target}：整个置信区间均低于该值。",
    "target_not_settled": "是否达到目标值{target}尚无定论：置信区间包含该值。",
    "target_without_interval": "是否达到目标值{target}尚无定论：没有可供比较的置信区间。",
    "exact_agreement": "完全一致率为{share}。",
    "hits": "对照条目共{n}次评分，命中{hits}次（{share}）。",
    "hits_of": "其中{flavour}{n}次，命中{hits}次（{share}）。",
    "self_consistency": "在“{label}”上，{n}个重复呈现的条目中有{share}两次得分相同。",
}

WORDS = {
    "form icc_1_1": "组内相关系数ICC(1,1)（单因素随机效应、单名评分者）",
    "form icc_2_1": "组内相关系数ICC(2,1)（双因素随机效应、绝对一致性、单名评分者）",
    "form icc_3_1": "组内相关系数ICC(3,1)（双因素混合效应、相对一致性、单名评分者）",
    "form icc_2_k": "组内相关系数ICC(2,k)（双因素随机效应、绝对一致性、k名评分者的均值）",
    "form alpha_nominal": "Krippendorff α（名义数据）",
    "form alpha_ordinal": "Krippendorff α（有序数据）",
    "form alpha_interval": "Krippendorff α（等距数据）",
    "form kappa_weighted": "二次加权 κ（对评审者配对取平均）",
    "icc_1_1": "组内相关系数ICC(1,1)",
    "icc_2_1": "组内相关系数ICC(2,1)",
    "icc_3_1": "组内相关系数ICC(3,1)",
    "icc_2_k": "组内相关系数ICC(2,k)",
    "alpha_nominal": "Krippendorff α（名义）",
    "alpha_ordinal": "Krippendorff α（有序）",
    "alpha_interval": "Krippendorff α（等距）",
    "kappa_weighted": "二次加权 κ",
    "units items": "条目",
    "units cases": "病例",
    "label own_criteria": "各条目自带标准（合并）",
    "label all_criteria": "评分标准的全部判据（合并）",
    "label total-grade": "{of}的等级",
    "flavour pos_control": "阳性对照",
    "flavour neg_control": "阴性对照",
    "flavour instability": "不稳定性对照",
    "flavour mechanism_contra": "机制矛盾对照",
    "reason every score alike": "所有评分均相同",
    "reason no ratings": "没有可供比较的评分",
    "reason one reviewer": "仅有一名评审者评分",
    "reason one item": "仅有一个条目被评分",
    "reason nothing shared": "没有条目由两名评审者评分",
    "reason no spread between items": "各条目的均值没有差异",
    "reason no disagreement": "评审者之间没有任何分歧，区间无从估计",
    "reason too few items": "独立条目过少",
    "reason one case": "所有条目来自同一病例",
    "reason resamples on one side": "重抽样所得的值全部位于估计值的同一侧",
    "reason a variance of zero": "某一方差来源恰好为零",
    "reason not meaningful": "其估计值小于零，没有实际意义",
    "reason in the report": "详见报告中的说明",
}

CHINESE = Language("zh-Hans", TEXTS, WORDS, "")
