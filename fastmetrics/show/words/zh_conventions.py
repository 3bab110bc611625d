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
        "按编号逆序，得分舍入到单精度"
    ),
    'ties="trec_eval", the default of from_trec': (
        'ties="trec_eval"，from_trec 的默认值'
    ),
    "by id, the last one first, scores as they are": "按编号逆序，得分不变",
    "by id, the first one first": "按编号顺序",
    "pyndeval, which orders runs itself; ndeval goes by their ranks": (
        "pyndeval（自行对结果排序；ndeval 按结果中的名次）"
    ),
    "no option: give other scores": "没有选项：请另给得分",
    "What intent-aware ERR is divided by at k = 1": "k = 1 时意图感知 ERR 除以什么",
    "nothing": "不除",
    "ndeval, pyndeval, and ir-measures by them": "ndeval、pyndeval，以及调用它们的 ir-measures",
    "no option: it is divided by the number of sub-topics, as at any k": (
        "没有选项：与任何 k 一样，除以子主题的个数"
    ),
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
    "The bins of the ENCE": "ENCE 的分箱",
    "of about as many rows each": "每箱行数大致相同",
    "of one width of the predicted deviation": "按预测标准差等宽",
    "The law of Friedman's statistic": "Friedman 统计量的分布",
    "χ² with k − 1 degrees of freedom": "自由度为 k − 1 的 χ²",
    "F with k − 1 and (k − 1) (N − 1) degrees of freedom": (
        "自由度为 k − 1 与 (k − 1) (N − 1) 的 F"
    ),
    'statistic="f", the default': 'statistic="f"，默认',
    "Ties in Friedman's statistic": "Friedman 统计量中的并列",
    "corrected for: of ranks 1, 2, 3 on three data sets and 1, 2.5, 2.5 on a fourth "
    "F = 57": "校正：三个数据集的序值为 1、2、3，第四个为 1、2.5、2.5 时 F = 57",
    "ignored: of the same ranks F = 24.43": "忽略：同样的序值得 F = 24.43",
    'ties="corrected", the default': 'ties="corrected"，默认',
    # who does so, where it is more than names
    "scikit-learn's DCG": "scikit-learn 的 DCG",
    "ir-measures, for RR@k and Judged@k alone": "ir-measures，仅 RR@k 与 Judged@k",
    "ranx and most hand-written code, if its sort is stable": (
        "ranx 与多数自己写的代码，若所用排序是稳定的"
    ),
    "trec_eval (also with a cut-off), ir-measures, ranx": (
        "trec_eval（截断时也是）, ir-measures, ranx"
    ),
    "recommender competitions, recommenders map_at_k": (
        "推荐系统竞赛, recommenders map_at_k"
    ),
    "torchmetrics, several texts": "torchmetrics, 若干教科书",
    "R's AIC and BIC, statsmodels": "R 的 AIC 与 BIC, statsmodels",
    "some texts": "若干教科书",
    'mlr3measures, scikit-learn multi_class="ovo" with average="weighted"': (
        'mlr3measures, scikit-learn multi_class="ovo" 与 average="weighted"'
    ),
    "Ferri and others (2009), as they print it": "Ferri 等 (2009) 文中所印",
    "Iman and Davenport (1980), Demšar (2006), scmamp": (
        "Iman 与 Davenport (1980), Demšar (2006), scmamp"
    ),
    "here alone; textbooks that leave √2 out have the level 0.015 for 0.05": (
        "仅此处；漏掉 √2 的教科书，名义水平 0.05 时实际为 0.015"
    ),
    "here alone": "仅此处",
    "Levi and others (2022)": "Levi 等 (2022)",
    "the code of Fagerland and others (2013)": "Fagerland 等 (2013) 的代码",
}
