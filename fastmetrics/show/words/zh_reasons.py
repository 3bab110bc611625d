"""Chinese (simplified): why an interval is missing or approximate."""

REASONS = {
    # of the catalog
    "the best value over thresholds chosen on the same data is biased; smoothing the "
    "scores takes off most of that, and resampling alone a part": (
        "在同一数据上选出的最优阈值对应的数值有偏；平滑得分可消除大部分偏差，"
        "仅重抽样只能消除一部分"
    ),
    "few negatives say little of rates below one in as many as they are, which weigh "
    "as much as others on this axis; of thousands of them the interval holds": (
        "反例较少时，对低于反例数倒数的比率所知甚少，而它们在对数轴上与其余比率同等重要；反例有数千个时区间成立"
    ),
    "biased upwards by about (r - 1)(c - 1) / 2n nats for r and c clusters, and on no "
    "scale of its own; the normalised and the adjusted one have intervals": (
        "对 r 与 c 个簇约上偏 (r - 1)(c - 1) / 2n 奈特，且没有自身的尺度；"
        "归一化与校正后的版本有置信区间"
    ),
    "biased downwards by about as much as the mutual information is upwards, and on no "
    "scale of its own; the homogeneity, its share of the entropy, has an interval": (
        "下偏的程度约等于互信息上偏的程度，且没有自身的尺度；均一性是它在熵中所占的比例，有置信区间"
    ),
    "extremes of distances have no interval: what lies beyond the most distant points "
    "cannot be seen in them, nor by leaving points out": (
        "距离的极值没有置信区间：最远的点之外是什么，无论从这些点本身还是逐点剔除都看不出来"
    ),
    "describes the partition that was given, in sizes that are not random": (
        "描述的是给定的划分，其各簇大小并非随机"
    ),
    "chance alone makes it larger, so that a resampled one is larger still: at n = 200 "
    "the percentile interval covers the value in the population in 4 % of data sets; "
    "squared_calibration_error has an interval": (
        "仅凭随机性它就偏大，重抽样后更大：n = 200 时百分位区间只在 4 % 的数据集中"
        "覆盖总体值；squared_calibration_error 有置信区间"
    ),
    "it covers more than it says: of a calibrated model 97 to 98 %": (
        "其实际覆盖率高于标称值：对已校准的模型为 97 % 至 98 %"
    ),
    "the largest of a sample says little of what is larger still": (
        "样本中的最大值难以说明更大的值"
    ),
    "the range grows with the number of rows": "极差随行数增大",
    "none is known for a quotient of a root and quartiles": (
        "平方根与四分位数之商尚无已知的置信区间"
    ),
    "rows of a series are taken as independent, and their scale as fixed: where errors "
    "are correlated in time the interval covers less than it says": (
        "序列的各行视为独立，其尺度视为固定：若误差在时间上相关，"
        "区间的实际覆盖率低于标称值"
    ),
    # of these data
    "with less than ten rows for each pair of clusters, not all of the bias can be "
    "seen": "每对簇平均不足十行时，偏差不能全部看出",
    "with less than two rows for each pair of clusters, the bias cannot be seen": (
        "每对簇平均不足两行时，看不出偏差"
    ),
    "with less than ten rows for each cluster, its largest class is partly a matter of "
    "chance": "每簇平均不足十行时，簇中最大的类别部分取决于偶然",
    "all values with one row left out are equal, which says nothing": (
        "逐行剔除后的数值都相同，不提供信息"
    ),
    "undefined on these data": "在这些数据上无定义",
    "undefined on {k} of {n} replicates": "在 {n} 次重抽样中有 {k} 次无定义",
    "undefined on {k} of {n} replicates; {advice}": (
        "在 {n} 次重抽样中有 {k} 次无定义；{advice}"
    ),
    "stratified=True keeps all classes in each": (
        "stratified=True 可使每次重抽样都含有全部类别"
    ),
    "undefined on {k} of {n} folds": "在 {n} 折中有 {k} 折无定义",
    "undefined without one of {k} of {n} rows": "{n} 行中有 {k} 行，剔除其一后无定义",
    "undefined without one of {k} of {n} groups": "{n} 组中有 {k} 组，剔除其一后无定义",
    "{k} clusters of {n} rows, where 2 to {most} are needed": (
        "{n} 行分成 {k} 个簇，而所需的簇数为 2 至 {most}"
    ),
    "errors have heavy tails, a kurtosis of {k}: above 10 such intervals cover less "
    "than they say": "误差的尾部较重，峰度为 {k}：峰度高于 10 时，这类区间的实际覆盖率低于标称值",
    "{n} rows are too few for a bound of the quantile {level}": (
        "{n} 行太少，得不到 {level} 分位数的界限"
    ),
    "{n} rows are too few for a lower bound of the quantile {level}": (
        "{n} 行太少，得不到 {level} 分位数的下界"
    ),
    "{n} rows are too few for an upper bound of the quantile {level}": (
        "{n} 行太少，得不到 {level} 分位数的上界"
    ),
    "a value outside (0, inf) has no logarithm": "(0, inf) 之外的值没有对数",
    "a value outside (0, 1) has no logit": "(0, 1) 之外的值没有 logit",
    "a value outside (-1, 1) has no Fisher's z": "(-1, 1) 之外的值没有 Fisher z 变换",
    "a value outside (-inf, 1) has no logarithm of 1 less it": (
        "(-inf, 1) 之外的值，1 减去它没有对数"
    ),
    "a single row or group has no replicates that differ": (
        "只有一行或一组时，重抽样得不到不同的样本"
    ),
    "few rows decide it, which are often the same without a group: in few groups such "
    "intervals cover less than they say": (
        "该指标由少数行决定，剔除一组后这些行常常不变：组数很少时，这类区间的"
        "实际覆盖率低于标称值"
    ),
    "replicates are infinite, and so far apart that no bound is known": (
        "部分重抽样结果为无穷大，因而得不到界限"
    ),
    "all replicates lie on one side of the estimate": "所有重抽样结果都在估计值的同一侧",
    "fewer than three times do not tell how neighbours depend on each other": (
        "时点少于三个，无法得知相邻样本之间的相关性"
    ),
    "its rows cannot be drawn in blocks: it takes no sample_weight": (
        "无法按块抽取样本：该指标不接受 sample_weight"
    ),
    "undefined without some of the times": "去掉某些时点后没有定义",
    "both bounds are the same value, which says nothing": "上下界是同一个值，不提供信息",
    "both bounds lie beyond the values that the metric can have": (
        "上下界都在该指标的取值范围之外"
    ),
    "all replicates are equal, which says nothing": "所有重抽样结果都相同，不提供信息",
    "the variance is estimated as 0, which says nothing": "方差估计为 0，不提供信息",
    "undefined on one class": "只有一个类别时无定义",
    "a class has a single row": "有一个类别只有一行",
    "a difference is no ratio; use a bootstrap method": ("差值不是比率；请使用自助法"),
    "the ratio is 0, which has no logarithm": "比率为 0，没有对数",
    "a difference is no share of rows; use a bootstrap method": (
        "差值不是行的占比；请使用自助法"
    ),
    "counts of several labels per row no longer know which labels a row had, which "
    "replicates draw: give the columns instead": (
        "每行多个标签的计数不再知道各行有哪些标签，而重抽样需要它们：请改为提供各列"
    ),
    "weighted labels of several columns: their squares are not kept": (
        "多列标签带权重：其平方未被保留"
    ),
    "there are no rows": "没有行",
    "rows of one group are not independent": "同一组的各行并不独立",
    "a single row cannot be left out": "只有一行时无法逐行剔除",
    "resampled rows meet themselves again, and intervals made of them cover far too "
    "little: of nominal 95 % the percentile interval covered 79 % for the adjusted "
    "Rand index at n = 300, and 0 % for the silhouette of small clusters": (
        "重抽样的行会与自身相遇，由此得到的区间覆盖率过低：标称 95 % 时，百分位区间对 "
        "n = 300 的调整兰德指数覆盖 79 %，对小簇的轮廓系数覆盖 0 %"
    ),
    "it is no best value over thresholds": "它不是各阈值上的最优值",
    "fewer than two rows lie on the wrong side of the threshold that separates the "
    "classes best, which says too little of how many others do": (
        "最佳分隔阈值错误一侧的行不足两行，难以推断其他行的情形"
    ),
    "a sweep of so many rows lays none of them out": "行数如此之多的扫描不展开各行",
    "a table of weighted rows no longer knows which row had which weight": (
        "加权样本的列联表不再知道哪个样本有哪个权重"
    ),
    "a sweep of weights no longer knows the rows that replicates draw": (
        "带权重的扫描不再知道重抽样所需的各行"
    ),
    "a sweep that was read in ranges kept no rows that replicates draw": (
        "分段读取的扫描没有保留重抽样所需的各行"
    ),
    "a sketch counts rows of near scores together, and kept none that replicates "
    "draw": "得分草图把得分相近的行合并计数，没有保留重抽样所需的各行",
    "a single score has more than 2³¹ rows of a class": (
        "同一得分在一个类别中超过 2³¹ 行"
    ),
    "a tie holds over half of the rows, which no smooth law has": (
        "超过一半的行得分相同，平滑的分布不会如此"
    ),
    "what the jackknife finds as the bias of a geometric index is not its bias": (
        "刀切法对几何指标给出的偏差并非其真实偏差"
    ),
    "no group has rows of both classes": "没有一组同时包含两个类别的行",
    "a single group has rows of both classes": "只有一组同时包含两个类别的行",
    "undefined without one of the rows": "剔除其中一行后无定义",
    "two rows or groups tell next to nothing of how others differ": (
        "仅两行或两组几乎无法说明其他的差异"
    ),
    "two folds tell next to nothing of how others differ": (
        "仅两折几乎无法说明其他折的差异"
    ),
    "on one side there is no bound: it would be over a thousand times as far off as "
    "the value": "一侧没有界限：该界限将超过数值本身的一千倍",
    "all rows or groups are alike, which hardly says how much others differ": (
        "所有行或组都相同，难以说明其他行或组相差多少"
    ),
    "a row has an infinite loss, so that the mean has no finite bounds": (
        "有一行的损失为无穷大，均值没有有限的界"
    ),
    "one row weighs nearly all, which says nothing of how rows differ": (
        "一行几乎占有全部权重，无法说明各行的差异"
    ),
    "these sums do not tell how much its rows differ: give the columns": (
        "这些和不能说明各行相差多少：请提供各列"
    ),
    "it is over the bins of these sums, which do not tell how much its rows differ: "
    "give the columns": (
        "它按这些和自己的分箱计算，而这些和不能说明各行相差多少：请提供各列"
    ),
    "these sums do not tell how weights go with what rows lose, which count for "
    "(Σw)² / Σw² rows that are alike": (
        "这些和不能说明权重与各行损失的关系；各行按 (Σw)² / Σw² 个等权的行计"
    ),
    "sums of rows no longer know the rows that replicates draw": (
        "各行之和不再知道重抽样所需的各行"
    ),
    "its bounds are of independent rows; by_group(groups=) has those of each rate": (
        "其界限只适用于独立的样本；各比率的界限见 by_group(groups=)"
    ),
    "there are not two groups with a value": "有值的组不足两个",
    "there are more than 1000 groups": "组数超过 1000",
    "the rows of one series, which also scale its errors, cannot be left out or drawn "
    "one by one: give y_train, or groups of several series": (
        "一个序列的各行同时决定误差的尺度，不能逐行剔除或抽取：请提供 y_train，"
        "或多个序列的 groups"
    ),
    "it is neither a share of rows nor an AUC": "它既不是行的占比，也不是 AUC",
    "above 0 by chance alone, also of forecasts that are right, and replicates of rows "
    "add to that: no interval of it covers": (
        "即使预报正确，也会因偶然而大于 0，而行的重抽样又添上一份：没有能覆盖它的区间"
    ),
}
