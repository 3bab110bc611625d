"""Chinese (simplified): what comparisons of models say."""

COMPARISON = {
    "Across folds: {test}.": "各折之间：{test}。",
    "A p-value is the least level at which a one-sided bound leaves out being worse by {margin} or more": (
        "p 值是使单侧界限排除“差 {margin} 或更多”的最小水平"
    ),
    "A p-value is the least level at which the interval leaves 0 out": (
        "p 值是使置信区间不含 0 的最小水平"
    ),
    "All together": "同时成立",
    "At {level} for all models together, the best may be {models}.": (
        "对全部模型同时取 {level} 水平时，最好的可能是 {models}。"
    ),
    "At {level} for all models together, {model} is the best.": (
        "对全部模型同时取 {level} 水平时，{model} 最好。"
    ),
    "Benjamini and Hochberg's method": "Benjamini–Hochberg 方法",
    "Benjamini and Yekutieli's method": "Benjamini–Yekutieli 方法",
    "Bonferroni's method": "Bonferroni 方法",
    "Comparison of models by {metric}": "按 {metric} 比较模型",
    "Comparison of models on {n} data sets": "{n} 个数据集上的模型比较",
    "Difference of {metric}": "{metric} 的差值",
    "Difference of {metric} in points": "{metric} 的差值（百分点）",
    "Differences of {metric}: {k} of {n} are told apart": (
        "{metric} 的差值：{n} 对中有 {k} 对可以区分"
    ),
    "Estimate and {level} interval": "估计值与 {level} 置信区间",
    "Hochberg's method": "Hochberg 方法",
    "Holm's and Šidák's method": "Holm–Šidák 方法",
    "Holm's method": "Holm 方法",
    "Hommel's method": "Hommel 方法",
    "If {a} and {b} differ by as much as here, about {needed} rows would tell them apart with probability 0.8; these {rows} rows show a difference of {difference}.": (
        "若 {a} 与 {b} 的差异与此处相同，约需 {needed} 行才能以 0.8 的概率区分二者；现有 {rows} 行可显示的差异为 {difference}。"
    ),
    "Intervals are of up to {n} bootstrap replicates (seed {seed}).": (
        "置信区间至多取自 {n} 个自助样本（随机种子 {seed}）。"
    ),
    "Letters": "字母",
    "MAD": "绝对离差中位数",
    "Mean rank": "平均序值",
    "Mean ranks of {n} models on {k} data set, 1 is the best": (
        "{n} 个模型在 {k} 个数据集上的平均序值，1 为最好"
    ),
    "Mean ranks of {n} models on {k} data sets, 1 is the best": (
        "{n} 个模型在 {k} 个数据集上的平均序值，1 为最好"
    ),
    "Models, the best first": "模型，最好者在前",
    "Models, the highest value first": "模型，按值从高到低",
    "More than {n} groups of models are not told apart.": (
        "不能区分的模型组超过 {n} 个。"
    ),
    "Of each pair the {what} is shown.": "每对模型所示为：{what}。",
    "Of {n} pairs of neighbours in the ranking {told} are told apart.": (
        "排名相邻的 {n} 对模型中有 {told} 对可以区分。"
    ),
    "Of {n} pairs of neighbours in the ranking {told} is told apart.": (
        "排名相邻的 {n} 对模型中有 {told} 对可以区分。"
    ),
    "Pair": "模型对",
    "Pairs": "模型对",
    "Probability that the scores of the first are practically": (
        "前者得分与后者相比，实际上属于下列情形的概率"
    ),
    "Rank": "名次",
    "Shaffer's method": "Shaffer 方法",
    "The Bayesian signed-rank test finds, with a probability above {sure} each, {apart} of {n} pairs practically different and {same} practically the same.": (
        "贝叶斯符号秩检验表明，{n} 对模型中有 {apart} 对实际上不同、{same} 对实际上相同，概率均高于 {sure}。"
    ),
    "The {test} tells {told} of {n} models from {control}.": (
        "{test}：{n} 个模型中有 {told} 个可与 {control} 区分。"
    ),
    "The {test} tells {told} of {n} pairs apart.": (
        "{test}：{n} 对模型中有 {told} 对可以区分。"
    ),
    "There is no evidence of a difference from {control} of {models}.": (
        "没有证据表明 {models} 与 {control} 有差异。"
    ),
    "There is no evidence of differences within {groups}.": (
        "没有证据表明下列各组内部有差异：{groups}。"
    ),
    "Told from {model}": "与 {model} 可区分",
    "Wins–ties–losses": "胜–平–负",
    "all models are told apart": "所有模型均可区分",
    "greater": "更大",
    "it has no bounds, and no p-value.": "没有界限，也没有 p 值。",
    "margin": "界值",
    "models beyond the bar are told apart from {control}": (
        "横条之外的模型可与 {control} 区分"
    ),
    "grey: not told apart": "灰色：不能区分",
    "p-values of {n} models: {told} of {pairs} pairs are told apart ({test}).": (
        "{n} 个模型的 p 值：{pairs} 对中有 {told} 对可以区分（{test}）。"
    ),
    "the {n} best of {k} models": "{k} 个模型中最好的 {n} 个",
    "{test}, {n} models with {k} values on different data": (
        "{test}，不同数据上的 {n} 个模型，共 {k} 个值"
    ),
    "−log₁₀ p": "−log₁₀ p",
    "models that a bar joins are not told apart": "同一横条所连的模型不能区分",
    "models that a bar joins, or dots on it mark, are not told apart": (
        "同一横条所连、或其上圆点所标的模型不能区分"
    ),
    "no": "否",
    "smaller": "更小",
    "the bar joins {control} and the models that are not told from it": (
        "横条连接 {control} 与不能和它区分的模型"
    ),
    "the bar joins, or dots on it mark, {control} and the models that are not told from it": (
        "横条连接、或其上圆点标出 {control} 与不能和它区分的模型"
    ),
    "the law of the largest deviation": "最大偏差分布",
    "the same": "相同",
    "the {n} largest of {k} differences": "{k} 个差值中最大的 {n} 个",
    "thick: {level} of each; thin: {level} of all together": (
        "粗线：各自的 {level} 区间；细线：全部同时成立的 {level} 区间"
    ),
    "yes": "是",
    "{difference}, among all comparisons {bounds}": (
        "{difference}，计入全部比较为 {bounds}"
    ),
    "{metric} of {n} models on {rows} rows: {models} have the best value, {value}.": (
        "{n} 个模型在 {rows} 行上的 {metric}：{models} 并列最好，为 {value}。"
    ),
    "{sign}{value}": "{sign}{value}",
    "{test}: p = {p}.": "{test}：p = {p}。",
    "{value} {bounds} ({level})": "{value} {bounds}（{level}）",
    "{heading}: all have the mean rank {rank}.": ("{heading}：平均序值均为 {rank}。"),
    "{heading}: {first} has the best mean rank, {best} (median score {high}), and {last} the worst, {worst} (median score {low}).": (
        "{heading}：{first} 的平均序值最好，为 {best}（得分中位数 {high}）；{last} 最差，为 {worst}（得分中位数 {low}）。"
    ),
    "{head}, p-values adjusted by {method}": ("{head}，p 值按 {method}校正"),
    "{metric} and {level} interval": "{metric} 与 {level} 置信区间",
    "{metric} of {n} models on {rows} rows: from {low} ({a}) to {high} ({b}).": (
        "{rows} 行上 {n} 个模型的{metric}：从 {low}（{a}）到 {high}（{b}）。"
    ),
    "No model is called best: the metric has no known direction (greater_is_better= "
    "names it).": (
        "未指明最优模型：该指标的方向未知（可用 greater_is_better= 指定）。"
    ),
    "{metric} of {n} models on {rows} rows: best is {model}, {value}.": (
        "{rows} 行上 {n} 个模型的 {metric}：最好的是 {model}，{value}。"
    ),
    "{models} or one of {n} more": "{models} 或另外 {n} 个之一",
    "{n} comparison with {control}": "与 {control} 的 {n} 次比较",
    "{n} comparisons with {control}": "与 {control} 的 {n} 次比较",
    "{n} models on {k} data sets": "{k} 个数据集上的 {n} 个模型",
    "{n} more differences are in the JSON (--json).": (
        "另有 {n} 个差值见 JSON（--json）。"
    ),
    "{n} more differences are no larger.": "另有 {n} 个差值不大于以上各项。",
    "{n} more pairs are in the JSON (--json).": ("另有 {n} 对模型见 JSON（--json）。"),
    "Not compared: {models} (undefined).": "未比较：{models}（无定义）。",
    "{n} of {k} differences have no bounds, and count as not told apart.": (
        "{k} 个差值中有 {n} 个没有界限，按未区分开计。"
    ),
    "{n} pair": "{n} 对",
    "{n} pairs": "{n} 对",
    "{pair} = {difference}; {evidence}": ("{pair} = {difference}；{evidence}"),
    "{p}, {adjusted} adjusted by {method}": ("{p}，按{method}校正后为 {adjusted}"),
    "{p}: evidence that the first is not worse by {margin}.": (
        "{p}：有证据表明前者不会差 {margin} 或更多。"
    ),
    "{p}: evidence that they differ.": "{p}：有证据表明二者不同。",
    "{p}: no evidence that the first is not worse by {margin}.": (
        "{p}：没有证据表明前者不会差 {margin} 或更多。"
    ),
    "{p}: no evidence that they differ.": "{p}：没有证据表明二者不同。",
    "{sentence} {test}": "{sentence}{test}",
    "{sentence}.": "{sentence}。",
    "{subject}, each ± CD/2, {difference}; models whose lines overlap are not told apart ({test}).": (
        "{subject}，各取 ± CD/2，{difference}；线段相互重叠的模型不能区分（{test}）。"
    ),
    "{subject}, each ± CD/2, {difference}; {control} and models whose lines overlap are not told apart ({test}).": (
        "{subject}，各取 ± CD/2，{difference}；线段与 {control} 重叠的模型不能与它区分（{test}）。"
    ),
    "{subject}; {bars} ({test}).": "{subject}；{bars}（{test}）。",
    "{test} (critical difference of mean ranks {difference})": (
        "{test}（平均序值的临界值域 {difference}）"
    ),
    "{test} (p-values adjusted by {method})": ("{test}（p 值按{method}校正）"),
    "{test}, {adjusted}": "{test}，{adjusted}",
    "{test}, {level}": "{test}，{level}",
    "{test}, {n} models on {k} data sets": ("{test}，{k} 个数据集上的 {n} 个模型"),
    "{test}: no p-value.": "{test}：没有 p 值。",
    "{test}: {pairs}": "{test}：{pairs}",
    "{test}: {statistic}, p = {p}, Kendall's W = {concordance}: at α = {alpha} this is evidence that the models differ.": (
        "{test}：{statistic}，p = {p}，Kendall 的 W = {concordance}：在 α = {alpha} 水平上有证据表明各模型不同。"
    ),
    "{test}: {statistic}, p = {p}, Kendall's W = {concordance}: at α = {alpha} this is no evidence that the models differ, and no pairs are told apart.": (
        "{test}：{statistic}，p = {p}，Kendall 的 W = {concordance}：在 α = {alpha} 水平上没有证据表明各模型不同，也就不再区分模型对。"
    ),
    "{test}: {told} of {pairs} told apart at α = {alpha}.": (
        "{test}：在 α = {alpha} 水平上，{pairs}中有 {told} 对可以区分。"
    ),
    "{what}; adjusted by {method} for {n} of them": (
        "{what}；按{method}对其中 {n} 个作校正"
    ),
    "{what}; adjusted by {method} for {n} of them, as letters and ranks are": (
        "{what}；按{method}对其中 {n} 个作校正，字母和名次亦然"
    ),
    "{what}; adjusted by {method} for {n} of them, as ranks are": (
        "{what}；按{method}对其中 {n} 个作校正，名次亦然"
    ),
    "Šidák's method": "Šidák 方法",
    "Nemenyi test": "Nemenyi 检验",
    "Bonferroni–Dunn test": "Bonferroni–Dunn 检验",
    "Conover test": "Conover 检验",
    "z test of mean ranks": "平均序值的 z 检验",
    "Wilcoxon signed-rank test": "Wilcoxon 符号秩检验",
    "exact sign test": "精确符号检验",
    "Friedman test": "Friedman 检验",
    "Monte Carlo Friedman test": "蒙特卡罗 Friedman 检验",
    "Skillings–Mack test": "Skillings–Mack 检验",
    "Monte Carlo Skillings–Mack test": "蒙特卡罗 Skillings–Mack 检验",
    "difference of mean ranks": "平均序值之差",
    "Hodges–Lehmann centre of the differences": ("差值的 Hodges–Lehmann 中心"),
    "median of the differences": "差值的中位数",
    "mean of the differences": "差值的均值",
    # what a test found
    "95 % interval": "95 % 置信区间",
    "Alternative": "备择假设",
    "less": "更小",
    "two-sided": "双侧",
    "{name} = {value}": "{name} = {value}",
    "{name} > {value}": "{name} > {value}",
    "{size} {bounds} (95 %)": "{size} {bounds}（95 %）",
    "{test}: {found}; {size}.": "{test}：{found}；{size}。",
    "{test}: {size}.": "{test}：{size}。",
    # sample sizes
    "Exact McNemar test": "精确 McNemar 检验",
    "On {rows} rows a difference of {difference} is found with probability {power} by {test}, if differences by row vary by {deviation}.": (
        "若逐行差值的标准差为 {deviation}，则在 {rows} 行上，{test}以概率 {power} 发现 {difference} 的差异。"
    ),
    "On {rows} rows a difference of {difference} is found with probability {power} by {test}, if exactly one model is right on {share} of them.": (
        "若恰有一个模型正确的行占 {share}，则在 {rows} 行上，{test}以概率 {power} 发现 {difference} 的差异。"
    ),
    "On {rows} rows no difference is found with probability {power} by {test}: accuracies differ by no more than the discordance, {most}.": (
        "在 {rows} 行上，{test}无法以概率 {power} 发现任何差异：精度之差不超过不一致率 {most}。"
    ),
    "Looked at every day": "每天查看",
    "Normal approximation": "正态近似",
    "One look": "只查看一次",
    "Power": "检验功效",
    "Power by rows: {given} with {n}": "检验功效随行数的变化：{n} 行时为 {given}",
    "Power by utterances: {given} with {n}": (
        "检验功效随语句数的变化：{n} 条语句时为 {given}"
    ),
    "Width of the interval": "置信区间的宽度",
    "Utterances": "语句数",
    "Width of the interval by rows: {given} with {n}": (
        "置信区间的宽度随行数的变化：{n} 行时为 {given}"
    ),
    "Width of the interval by utterances: {given} with {n}": (
        "置信区间的宽度随语句数的变化：{n} 条语句时为 {given}"
    ),
    "planned": "计划",
    "Sample size": "样本量",
    "That is {n} words.": "即 {n} 个词。",
    "The formula is an approximation: the exact McNemar test finds it with probability {power}.": (
        "该公式是近似的：精确 McNemar 检验发现它的概率为 {power}。"
    ),
    "What other chances take": "其他概率所需",
    "With {n} the {level} interval of {what} of {value} is about {width} wide.": (
        "用 {n}，{what} 为 {value} 时其 {level} 置信区间宽约 {width}。"
    ),
    "With {n} {test} tells {what} of {value} from {null} with probability {power}.": (
        "用 {n}，{test}以概率 {power} 区分 {what} {value} 与 {null}。"
    ),
    "a one-sided test at level {level}": "水平 {level} 的单侧检验",
    "a share": "比例",
    "a two-sided test at level {level}": "水平 {level} 的双侧检验",
    "a word error rate": "词错误率",
    "an AUC": "AUC",
    "the difference of two AUCs": "两个 AUC 之差",
    "Both models are evaluated on these rows; the correlation of both AUCs is "
    "{correlation}.": "两个模型在这些样本上评估；两个 AUC 的相关系数为 {correlation}。",
    "Each model is evaluated on so many rows of its own.": (
        "每个模型各用这么多样本评估。"
    ),
    "{n} ({k} positive)": "{n}（{k} 行为正例）",
    "{test} that {m} tests share": "{test}（由 {m} 个检验共用）",
    "Rows are in order of time (horizon {h}): intervals and tests allow for losses of "
    "neighbouring rows that depend on each other.": (
        "样本按时间排列（提前 {h} 步）：区间与检验已考虑相邻样本损失之间的相关性。"
    ),
}
