"""Chinese (simplified): of which data something is undefined, and what comes then."""

UNDEFINED = {
    # scores and labels
    "y_true has one class only: NaN, with a warning": "y_true 只有一类：NaN，并警告",
    "y_true has one class only: ValueError": "y_true 只有一类：ValueError",
    "y_true has one class only: NaN in its place, with a warning": (
        "y_true 只有一类：以 NaN 代替，并警告"
    ),
    "no group has rows of both classes: NaN, with a warning": (
        "没有哪个组同时有两类的行：NaN，并警告"
    ),
    "no row is positive: NaN, with a warning": "没有正例：NaN，并警告",
    "no row is positive: 0, with a warning": "没有正例：0，并警告",
    "no row is positive: recall is 1 throughout, with a warning": (
        "没有正例：查全率处处为 1，并警告"
    ),
    "no row is positive: the gain is NaN, with a warning": (
        "没有正例：增益为 NaN，并警告"
    ),
    "no row is positive: the lift is NaN, with a warning": (
        "没有正例：提升度为 NaN，并警告"
    ),
    "standardized without positive rows: NaN, with a warning": (
        "没有正例时作标准化：NaN，并警告"
    ),
    "a class has fewer than two rows: NaN, with a warning": (
        "某一类不足两行：NaN，并警告"
    ),
    "a sample has fewer than two rows of a class: NaN, with a warning": (
        "某个样本中某一类不足两行：NaN，并警告"
    ),
    "there are fewer than two points, or x turns back: ValueError": (
        "不足两个点，或 x 有往复：ValueError"
    ),
    "no error costs anything: NaN, with a warning": "任何错误都没有代价：NaN，并警告",
    "no prediction could have cost anything: NaN, with a warning": (
        "任何预测都不会有代价：NaN，并警告"
    ),
    "a class has no denominator: 0 with a warning, or what zero_division says, in its "
    "place": "某一类的分母为 0：以 0 代替并警告，或按 zero_division",
    "a row has no denominator: 0 with a warning, or what zero_division says, in its "
    "place": "某一行的分母为 0：以 0 代替并警告，或按 zero_division",
    "it has no denominator: 0 with a warning, or what zero_division says": (
        "分母为 0：0 并警告，或按 zero_division"
    ),
    "a quotient has no denominator: 0 with a warning, or what zero_division says": (
        "某个商的分母为 0：0 并警告，或按 zero_division"
    ),
    "no row is positive or predicted positive: 0 with a warning, or what zero_division "
    "says": "既无正例也无预测为正的行：0 并警告，或按 zero_division",
    "no row is positive: 0 with a warning, or what zero_division says": (
        "没有正例：0 并警告，或按 zero_division"
    ),
    "no row is predicted positive: 0 with a warning, or what zero_division says": (
        "没有预测为正的行：0 并警告，或按 zero_division"
    ),
    "no row is positive: NaN with a warning, or what zero_division says": (
        "没有正例：NaN 并警告，或按 zero_division"
    ),
    "no row is negative: NaN with a warning, or what zero_division says": (
        "没有反例：NaN 并警告，或按 zero_division"
    ),
    "no row is predicted positive: NaN with a warning, or what zero_division says": (
        "没有预测为正的行：NaN 并警告，或按 zero_division"
    ),
    "no row is predicted negative: NaN with a warning, or what zero_division says": (
        "没有预测为负的行：NaN 并警告，或按 zero_division"
    ),
    "no row is positive, or none is predicted so: NaN, with a warning": (
        "没有正例，或没有预测为正的行：NaN，并警告"
    ),
    "truth or predictions hold one label only: 0": "真实或预测标记只有一种：0",
    "there is one label in all: NaN, with a warning": "一共只有一种标记：NaN，并警告",
    "all rows are predicted as the same class: NaN, with a warning": (
        "所有行都预测为同一类：NaN，并警告"
    ),
    "there are no false positives or no false negatives: NaN with a warning, unless "
    "haldane=True adds ½ to each count": (
        "没有假正例或没有假反例：NaN 并警告，除非 haldane=True 给每个计数加 ½"
    ),
    "there are no false positives, or no positive rows: NaN, with a warning": (
        "没有假正例，或没有正例：NaN，并警告"
    ),
    "there are no true negatives, or no positive rows: NaN, with a warning": (
        "没有真反例，或没有正例：NaN，并警告"
    ),
    "there are no false positives (LR₊), no true negatives (LR₋), or no positive rows: "
    "NaN, with a warning": (
        "没有假正例（LR₊）、没有真反例（LR₋）或没有正例：NaN，并警告"
    ),
    # probabilities
    "a class of the columns has no row: NaN, with a warning": (
        "某一列的类没有行：NaN，并警告"
    ),
    "classes in y_true are not those of the columns, and no labels are given: raises": (
        "y_true 的类与各列的类不同，且未给出 labels：报错"
    ),
    "classes in y_true are not those of the columns, and no labels are given: raises; "
    "k is not below the number of classes: 1, with a warning": (
        "y_true 的类与各列的类不同，且未给出 labels：报错；k 不小于类数：1，并警告"
    ),
    "y_true has one class only, and no labels are given: raises": (
        "y_true 只有一类，且未给出 labels：报错"
    ),
    "y_true has one class only, and no labels are given: raises; one row: NaN, with a "
    "warning": "y_true 只有一类，且未给出 labels：报错；只有一行：NaN，并警告",
    "y_true has one class only: −∞, or NaN if all probabilities are right, with a "
    "warning; one row: NaN, with a warning": (
        "y_true 只有一类：−∞，若所有概率都对则为 NaN，并警告；只有一行：NaN，并警告"
    ),
    "y_true has no class of a column of probabilities: raises": (
        "y_true 中没有某一概率列的类：报错"
    ),
    "something that happens has probability 0: infinite": (
        "发生之事的概率为 0：无穷大"
    ),
    "rows of one class only: NaN, with a warning": "只有一类的行：NaN，并警告",
    "one class only has rows: NaN, with a warning": "只有一类有行：NaN，并警告",
    "the probabilities of the classes do not overlap: NaN, with a warning": (
        "各类的概率互不重叠：NaN，并警告"
    ),
    "all probabilities are 0, ½ or 1: NaN, with a warning": (
        "所有概率都是 0、½ 或 1：NaN，并警告"
    ),
    # numbers
    "y_true is constant": "y_true 为常数",
    "y_true is constant: 1 if there are no errors, else 0": (
        "y_true 为常数：没有误差时为 1，否则为 0"
    ),
    "there are less than two rows; y_true is constant: 1 if there are no errors, else "
    "0": "不足两行；y_true 为常数：没有误差时为 1，否则为 0",
    "there are no more than p + 1 rows; y_true is constant: 1 if there are no errors, "
    "else 0": "行数不超过 p + 1；y_true 为常数：没有误差时为 1，否则为 0",
    "y_true holds zeros only": "y_true 全为 0",
    "the mean of y_true is 0": "y_true 的均值为 0",
    "the quartiles of y_true are the same": "y_true 的上下四分位数相同",
    "all values of a column are equal: NaN, with a warning": (
        "某一列的值全相等：NaN，并警告"
    ),
    "a denominator is 0: zero_division, or 0 with a warning; k is not below the "
    "number of classes: a warning": (
        "某个分母为 0：取 zero_division，或取 0 并警告；k 不小于类别数：警告"
    ),
    "all numbers of a column are 0: NaN, with a warning": ("某一列全为 0：NaN，并警告"),
    "both columns are one constant: NaN, with a warning": (
        "两列是同一个常数：NaN，并警告"
    ),
    "a column is constant, or the mean of y_true is 0: NaN, with a warning": (
        "某一列为常数，或 y_true 的均值为 0：NaN，并警告"
    ),
    "a yᵢ is 0: NaN, with a warning": "某个 yᵢ 为 0：NaN，并警告",
    "all yᵢ are equal: NaN, with a warning": "所有 yᵢ 相等：NaN，并警告",
    "one row, or all yᵢ the same: NaN, with a warning": (
        "只有一行，或所有 yᵢ 相同：NaN，并警告"
    ),
    "there is one row: NaN, with a warning": "只有一行：NaN，并警告",
    "a number is −1 or less: raises": "某个数不大于 −1：报错",
    "a number is not positive: raises": "某个数不为正：报错",
    "numbers are outside what the distribution allows: raises": (
        "数值超出分布允许的范围：报错"
    ),
    "a yᵢ is negative, or an fᵢ not positive: raises": (
        "某个 yᵢ 为负，或某个 fᵢ 不为正：报错"
    ),
    "no pair has a known order: NaN, with a warning": (
        "没有次序已知的一对：NaN，并警告"
    ),
    "a fair score is asked of one member: NaN, with a warning": (
        "对只有一个成员的集合求公平得分：NaN，并警告"
    ),
    "a lower end is above the upper one: raises": "某个下界高于上界：报错",
    "with sᵢ = 0 rows are infinitely good or bad; if both occur: NaN, with a warning": (
        "sᵢ = 0 的行无穷好或无穷坏；两者都有时：NaN，并警告"
    ),
    "x does not change from season to season, or has no more than m values: NaN, with "
    "a warning; of several series such are left out": (
        "x 在季节之间没有变化，或不超过 m 个值：NaN，并警告；有多个序列时略去这样的序列"
    ),
    "there are no more than K + 1 rows: infinite": "行数不超过 K + 1：无穷大",
    "all predictions are right, and the scale is not given: infinite": (
        "所有预测都对，且未给出尺度：无穷大"
    ),
    # clusters, raters and associations
    "there is one cluster, or as many as points: ValueError": (
        "只有一个簇，或簇与点一样多：ValueError"
    ),
    "all points of each cluster are the same: infinite or NaN, with a warning": (
        "每个簇内的点都相同：无穷大或 NaN，并警告"
    ),
    "no pair is together: NaN, with a warning": "没有同簇的一对：NaN，并警告",
    "no pair is together in both: 0": "没有在两个划分中都同簇的一对：0",
    "neither partition puts any two rows together: NaN, with a warning": (
        "两个划分都没有任何两行同簇：NaN，并警告"
    ),
    "all ratings are equal, or there is none; NaN is returned": (
        "所有评分相等，或没有评分；返回 NaN"
    ),
    "all ratings are equal, or no unit has two; NaN is returned": (
        "所有评分相等，或没有哪个单元有两个评分；返回 NaN"
    ),
    "there are no rows; NaN is returned": "没有行；返回 NaN",
    "all labels of a side are equal; NaN is returned": ("某一侧的标记全相等；返回 NaN"),
    "all labels that are to be told are equal; NaN is returned": (
        "待说明的标记全相等；返回 NaN"
    ),
    # ranked lists
    "a query has no relevant document: 0, or as empty says": (
        "某个查询没有相关文档：0，或按 empty"
    ),
    "a query has no relevant document: it counts c, or as empty says": (
        "某个查询没有相关文档：计为 c，或按 empty"
    ),
    "a query has no relevant document: 0, or as empty says; so where the list has "
    "none": "某个查询没有相关文档：0，或按 empty；列表中没有时亦然",
    "a query has no relevant document: 0, or as empty says; so where the list lacks "
    "relevant documents that are needed": (
        "某个查询没有相关文档：0，或按 empty；列表缺少所需的相关文档时亦然"
    ),
    "no document is relevant to a sub-topic: 0, or as empty says": (
        "没有文档与任何子主题相关：0，或按 empty"
    ),
    "a query has no document with a gain: 0, or as empty says": (
        "某个查询没有增益大于 0 的文档：0，或按 empty"
    ),
    "nothing was returned: 0": "什么也没有返回：0",
    "all lists are empty: NaN, with a warning": "所有列表都为空：NaN，并警告",
    "all lists are empty: NaN, with a warning; an item is not in the catalog: an "
    "error": "所有列表都为空：NaN，并警告；某个物品不在目录中：报错",
    "all lists are empty: NaN, with a warning; an item that nobody knows is an error, "
    "unless such are omitted": (
        "所有列表都为空：NaN，并警告；无人知晓的物品会报错，除非略去"
    ),
    "no list has two items: NaN, with a warning": (
        "没有哪个列表有两个物品：NaN，并警告"
    ),
    "fewer than two lists have items: NaN, with a warning": (
        "有物品的列表不足两个：NaN，并警告"
    ),
    "no user has both a list and a history: NaN, with a warning": (
        "没有哪个用户既有列表又有历史：NaN，并警告"
    ),
    "an item is not in the catalog: an error": "某个物品不在目录中：报错",
    # transcripts
    "the reference is empty: the insertions; NaN or an error with empty='nan' or "
    "'error'": ("参考文本为空：取插入数；empty='nan' 或 'error' 时为 NaN 或报错"),
    "both sides are empty: 0": "两侧都为空：0",
    "one side is empty: 0; both are: 1": "一侧为空：0；两侧都为空：1",
    "one side is empty: 1; both are: 0": "一侧为空：1；两侧都为空：0",
    "fewer than two segments have an error, or the differences do not vary: NaN, with "
    "a warning": "有错误的句段不足两个，或差没有变动：NaN，并警告",
    # tests and comparisons
    "all differences are equal: 0 with a p-value of 1 if they are 0, else NaN, with a "
    "warning": "所有差相等：若都为 0 则统计量为 0、p 值为 1，否则为 NaN 并警告",
    "the two differences of every repetition are equal: 0 with a p-value of 1 if what "
    "is tested is 0, else NaN, with a warning": (
        "每次重复的两个差都相等：若所检验的量为 0 则统计量为 0、p 值为 1，"
        "否则为 NaN 并警告"
    ),
    "all rates are equal: 0 with a p-value of 1 if they are ε₀, else NaN, with a "
    "warning": "所有错误率相等：若都等于 ε₀ 则统计量为 0、p 值为 1，否则为 NaN 并警告",
    "there are no bounds of the values and all values are equal: NaN, with a "
    "warning": "没有给出取值范围且所有取值都相等：NaN，并警告",
    "two models differ by the same number everywhere, in tests of Student's law: NaN, "
    "with a warning": "两个模型处处相差同一个数，且用 t 分布检验：NaN，并警告",
    "two models differ by the same number everywhere, in tests of Student's law: their "
    "p-value is NaN, with a warning": (
        "两个模型处处相差同一个数，且用 t 分布检验：p 值为 NaN，并警告"
    ),
    "δ exceeds ψ: NaN": "δ 大于 ψ：NaN",
    "a metric is undefined on the data, or without one of more than 10 % of the rows: "
    "NaN": "指标在这些数据上无定义，或去掉超过 10 % 的行中的任一行后无定义：NaN",
    "more than a tenth of the replicates are NaN: no bounds, with a warning": (
        "超过十分之一的重复样本为 NaN：没有界，并警告"
    ),
    "the metric is undefined on the data: NaN, with a warning": (
        "指标在这些数据上无定义：NaN，并警告"
    ),
    # validation
    "the metric is undefined on all resamples: NaN, with a warning": (
        "指标在所有重抽样上都无定义：NaN，并警告"
    ),
    "no row was left out, or the metric is undefined on all resamples: NaN, with a "
    "warning": "没有行被留出，或指标在所有重抽样上都无定义：NaN，并警告",
    "NaN where the metric is undefined on these rows": ("指标在这些行上无定义时为 NaN"),
    "a fold on which M is undefined is left out, with a warning": (
        "略去 M 无定义的折，并警告"
    ),
    "a fit fails: error_score, and FitFailedWarning": (
        "某次拟合失败：取 error_score，并发出 FitFailedWarning"
    ),
    "a fit fails: that candidate has no value, and FitFailedWarning; all fits fail: "
    "ValueError": (
        "某次拟合失败：该候选没有值，并发出 FitFailedWarning；全部失败：ValueError"
    ),
    "undefined for every model: ValueError": "对每个模型都无定义：ValueError",
    "a leverage is 1 or more: NaN, with a warning": "某个杠杆值不小于 1：NaN，并警告",
    "the trace is n or more: NaN, with a warning": "迹不小于 n：NaN，并警告",
    "with ddof=1 and one round variance and bias are NaN, with a warning": (
        "ddof=1 且只有一轮时方差与偏差为 NaN，并警告"
    ),
    "with ddof=1 and one model variance and bias are NaN, with a warning": (
        "ddof=1 且只有一个模型时方差与偏差为 NaN，并警告"
    ),
}
