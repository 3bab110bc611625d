"""Chinese (simplified): the ways in which a matter is settled elsewhere and here."""

CONVENTIONS = {
    "the default": "默认",
    "no option": "没有选项",
    "The scale of AU1P": "AU1P 的尺度",
    "the mean over pairs of classes, weighted by their shares": (
        "各类对的均值，按类的占比加权"
    ),
    "one c-th of it, of c classes": "c 个类时为其 c 分之一",
    "The sign and the scale of AIC and BIC": "AIC 与 BIC 的符号与尺度",
    "2 K − 2 ln L, and K ln n − 2 ln L: lower is better": (
        "2 K − 2 ln L 与 K ln n − 2 ln L：越小越好"
    ),
    "2 ln L − 2 K: higher is better": "2 ln L − 2 K：越大越好",
    "the variance of the errors in place of the likelihood": "以误差的方差代替似然",
    "ln L − ½ K ln n: −½ of it": "ln L − ½ K ln n：为其 −½ 倍",
    "2 ln L − K ln n: −1 times it": "2 ln L − K ln n：为其 −1 倍",
    "The gain of a grade": "等级的增益",
    "Equal scores": "得分相等",
    "the mean over all orders": "对所有次序取均值",
    'ties="average", the default of arrays and columns': (
        'ties="average"，数组与列的默认值'
    ),
    "by id, the last one first, scores rounded to single precision": (
        "按编号，后者在前，得分舍入到单精度"
    ),
    'ties="trec_eval", the default of from_trec': (
        'ties="trec_eval"，from_trec 的默认值'
    ),
    "by id, the last one first, scores as they are": "按编号，后者在前，得分不变",
    "by id, the first one first": "按编号，前者在前",
    "the order of the rows": "行的次序",
    "What average precision is divided by": "平均查准率除以什么",
    "all relevant documents": "所有相关文档数",
    "the lesser of these and k": "它与 k 中较小者",
    "the relevant documents that were found": "找到的相关文档数",
    "The numerator of the 5×2cv t test": "5×2 交叉验证 t 检验的分子",
    "the difference of the first fold": "第一折的差",
    'numerator="first", the default': 'numerator="first"，默认',
    "√2 times the mean of the first two differences": "前两个差的均值的 √2 倍",
    "McNemar's test with as many rows for the one as for the other": (
        "两侧行数相等时的 McNemar 检验"
    ),
    "χ² = 0 with continuity correction, and a mid-p value of 1": (
        "带连续性校正时 χ² = 0，中 p 值为 1"
    ),
    "χ² = 1 / (b + c) with continuity correction": ("带连续性校正时 χ² = 1 / (b + c)"),
    "a mid-p value of 1 − ½ P(X = b)": "中 p 值为 1 − ½ P(X = b)",
    "The law of Friedman's statistic": "Friedman 统计量的分布",
    "χ² with k − 1 degrees of freedom": "自由度为 k − 1 的 χ²",
    "F with k − 1 and (k − 1) (N − 1) degrees of freedom": (
        "自由度为 k − 1 与 (k − 1) (N − 1) 的 F"
    ),
    'statistic="f", the default': 'statistic="f"，默认',
}
