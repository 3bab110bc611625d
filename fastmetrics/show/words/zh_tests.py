"""Chinese (simplified): what statistical tests say."""

TESTS = {
    # what they are called
    "5 × 2 cv t test": "5 × 2 交叉验证 t 检验",
    "Cochran's Q test": "Cochran Q 检验",
    "Cochran's Q test by permutation": "置换法 Cochran Q 检验",
    "DeLong test of two areas under ROC curves": "两条 ROC 曲线下面积的 DeLong 检验",
    "DeLong test of two areas under ROC curves, independent samples": (
        "两条 ROC 曲线下面积的 DeLong 检验（独立样本）"
    ),
    "DeLong test of two areas under ROC curves, unbiased variance": (
        "两条 ROC 曲线下面积的 DeLong 检验（无偏方差）"
    ),
    "Diebold-Mariano test, corrected by Harvey, Leybourne and Newbold": (
        "Diebold–Mariano 检验，经 Harvey、Leybourne 与 Newbold 修正"
    ),
    "Diebold-Mariano test, equally weighted cosine variance": (
        "Diebold–Mariano 检验，等权余弦方差"
    ),
    "{n} times, forecasts {h} ahead": "{n} 个时点，提前 {h} 步预测",
    "the variance at horizon {h} was not positive: taken as 1": (
        "提前 {h} 步的方差不为正：按 1 步计算"
    ),
    "these {n} times": "这 {n} 个时点",
    "a difference of mean losses": "平均损失之差",
    "McNemar test with continuity correction": "带连续性校正的 McNemar 检验",
    "McNemar test without continuity correction": "不带连续性校正的 McNemar 检验",
    "asymptotic Wilcoxon signed-rank test": "渐近 Wilcoxon 符号秩检验",
    "combined 5 × 2 cv F test": "合并的 5 × 2 交叉验证 F 检验",
    "cross-validation z test": "交叉验证 z 检验",
    "Kruskal–Wallis test": "Kruskal–Wallis 检验",
    "Monte Carlo Kruskal–Wallis test": "蒙特卡罗 Kruskal–Wallis 检验",
    "Monte Carlo Page test": "蒙特卡罗 Page 检验",
    "Monte Carlo Quade test": "蒙特卡罗 Quade 检验",
    "Monte Carlo aligned-ranks test": "蒙特卡罗对齐秩检验",
    "aligned-ranks test": "对齐秩检验",
    "exact Page test": "精确 Page 检验",
    "exact Quade test": "精确 Quade 检验",
    "exact aligned-ranks test": "精确对齐秩检验",
    "exact unpaired permutation test": "精确非配对置换检验",
    "unpaired permutation test": "非配对置换检验",
    "exact Friedman test": "精确 Friedman 检验",
    "exact McNemar test": "精确 McNemar 检验",
    "exact Wilcoxon signed-rank test": "精确 Wilcoxon 符号秩检验",
    "exact binomial test": "精确二项检验",
    "exact paired permutation test": "精确配对置换检验",
    "matched-pair sentence-segment test (MAPSSWE)": "配对句段检验（MAPSSWE）",
    "mid-p McNemar test": "中 p 值 McNemar 检验",
    "mid-p binomial test": "中 p 值二项检验",
    "paired permutation test": "配对置换检验",
    "t test of an error rate": "错误率的 t 检验",
    "test of equal proportions": "比例相等检验",
    "test of equal proportions with Yates' correction": "比例相等检验（Yates 校正）",
    "{test}, p = {p}": "{test}，p = {p}",
    # the picture of a law
    "{test}: {measured}": "{test}：{measured}",
    "Difference of sums over rows": "各行之和的差",
    "Density": "概率密度",
    "Chance": "概率",
    "Share of replicates": "重复样本的比例",
    "statistic": "统计量",
    "as extreme": "同样极端或更极端",
    "critical at α = {alpha}": "临界值（α = {alpha}）",
    "the statistic is infinite, beyond the axis": "统计量为无穷大，超出坐标轴",
    "the law drawn here is that of {n} random replicates": (
        "图中零假设下的分布由 {n} 个随机重复样本给出"
    ),
    "{note}; p is exact": "{note}；p 值是精确的",
    "e-value": "e 值",
    "E-value": "e 值",
    "Chance to get as high, at most": "达到该值的概率上限",
    "the e-value is beyond the axis": "e 值超出坐标轴",
    # the size of what they found
    "A − B on the first fold": "第一折上的 A − B",
    "A − B on the first repetition": "第一次重复上的 A − B",
    "AUC of A = {a}, AUC of B = {b}": "A 的 AUC = {a}，B 的 AUC = {b}",
    "AUC of A − B": "AUC 之差 A − B",
    "Without the correction for ties {name} is {value} (ties='ignored').": (
        "不校正并列时 {name} 为 {value}（ties='ignored'）。"
    ),
    "Corrected for ties {name} is {value} (ties='corrected').": (
        "校正并列后 {name} 为 {value}（ties='corrected'）。"
    ),
    "Hodges–Lehmann centre of {what}": "{what} 的 Hodges–Lehmann 中心",
    "Kendall's W": "Kendall W",
    "accuracy of {a} − {b}": "精度之差 {a} − {b}",
    "errors per segment, A − B": "每段错误数之差 A − B",
    "largest − smallest rate": "最大比例 − 最小比例",
    "mean rank correlation with the order expected": "与预期次序的平均秩相关",
    "mean error rate": "平均错误率",
    "mean loss": "平均损失",
    "mean loss of A − B": "平均损失之差 A − B",
    "mean of A − B": "A − B 的均值",
    "median of {what}": "{what} 的中位数",
    "rate of A − B": "比例之差 A − B",
    "wins": "胜数",
    "{metric} of A − B": "{metric} 之差 A − B",
    # the data
    "model {name}": "模型 {name}",
    "of {n} differences {above} are above 0, {below} below and {equal} equal to it": (
        "{n} 个差值中，{above} 个大于 0，{below} 个小于 0，{equal} 个等于 0"
    ),
    "of {n} differences {above} are above 0, {below} below and {equal} equal to it; W⁺ = {positive}, W⁻ = {negative}": (
        "{n} 个差值中，{above} 个大于 0，{below} 个小于 0，{equal} 个等于 0；W⁺ = {positive}，W⁻ = {negative}"
    ),
    "of {n} folds, A scored higher on {a} and B on {b}": (
        "{n} 折中，A 在 {a} 折得分更高，B 在 {b} 折得分更高"
    ),
    "of {n} rows A's loss is the greater on {a}, B's on {b}": (
        "{n} 行中，A 的损失在 {a} 行更大，B 的损失在 {b} 行更大"
    ),
    "of {n} rows, A alone was right on {b} and B alone on {c}": (
        "{n} 行中，只有 A 正确的有 {b} 行，只有 B 正确的有 {c} 行"
    ),
    "of {n} rows, {k} models were right on {low} to {high}": (
        "{n} 行中，{k} 个模型分别答对 {low} 至 {high} 行"
    ),
    "{k} models on {n} data sets have mean ranks from {best} ({first}) to {worst} ({last})": (
        "{k} 个模型在 {n} 个数据集上的平均序值从 {best}（{first}）到 {worst}（{last}）"
    ),
    "the {n} values of {k} models have mean ranks from {best} ({first}) to {worst} ({last})": (
        "{k} 个模型的 {n} 个值的平均序值从 {best}（{first}）到 {worst}（{last}）"
    ),
    "{k} models on {n} data sets, expected in the order {order}": (
        "{n} 个数据集上的 {k} 个模型，预期次序为 {order}"
    ),
    "{rows} of A and {m} of B": "A 的 {rows}与 B 的 {m} 行",
    "{n} error rates from {low} to {high}": "{n} 个错误率，从 {low} 到 {high}",
    "{n} rates from {low} to {high}": "{n} 个比例，从 {low} 到 {high}",
    "{n} rows and {k} folds": "{n} 行，{k} 折",
    "{n} rows in {m} groups and {k} folds": "{m} 组共 {n} 行，{k} 折",
    "{x} errors in {n} rows": "{n} 行中有 {x} 个错误",
    "{x} of {n} rows against {y} of {m}": "{n} 行中的 {x} 行，对 {m} 行中的 {y} 行",
    "{a} > {b}": "{a} > {b}",
    # what a p-value is evidence of
    "the models are in the order expected": "各模型按预期的次序排列",
    "the models are in the order expected or in the reverse": (
        "各模型按预期的次序或相反的次序排列"
    ),
    "the models are in the reverse order": "各模型按相反的次序排列",
    "A is the less accurate one": " A 的精度更低",
    "A is the more accurate one": " A 的精度更高",
    "A loses less": " A 的损失更小",
    "A loses more": " A 的损失更大",
    "A makes fewer errors per segment": " A 的每段错误数更少",
    "A makes more errors per segment": " A 的每段错误数更多",
    "A's area is the greater one": " A 的面积更大",
    "A's area is the smaller one": " A 的面积更小",
    "A's number is the greater one": " A 的数值更大",
    "A's number is the smaller one": " A 的数值更小",
    "A's rate is the greater one": " A 的比例更大",
    "A's rate is the smaller one": " A 的比例更小",
    "The p-value is undefined: the data say nothing about how sure the difference is.": (
        "p 值无定义：数据无法说明该差异有多可靠。"
    ),
    "one of the two is the greater more often": "二者之一更常为较大者",
    "the areas differ": "两个面积不同",
    "the differences are not centred at 0": "差值的中心不在 0",
    "the differences lie above 0": "差值大于 0",
    "the differences lie below 0": "差值小于 0",
    "the error rate differs from {rate}": "错误率不等于 {rate}",
    "the error rate is above {rate}": "错误率高于 {rate}",
    "the error rate is below {rate}": "错误率低于 {rate}",
    "the first is the greater more often": "前者更常为较大者",
    "the first is the smaller more often": "前者更常为较小者",
    "the models differ": "各模型不同",
    "the rates differ": "各比例不同",
    "the systems differ in their errors per segment": "两个系统的每段错误数不同",
    "their losses differ": "二者的损失不同",
    "they differ": "二者不同",
    "{measured}: at α = {alpha} this is evidence that {claim}.": (
        "{measured}：在 α = {alpha} 水平上有证据表明{claim}。"
    ),
    "{measured}: at α = {alpha} this is no evidence that {claim}.": (
        "{measured}：在 α = {alpha} 水平上没有证据表明{claim}。"
    ),
    "{statistic}, p = {p}": "{statistic}，p = {p}",
    "{statistic}, p < {p}": "{statistic}，p < {p}",
    "{statistic}, p = {p} ({sides})": "{statistic}，p = {p}（{sides}）",
    # tests that may be looked at every day
    "Alarm at update {at}: {name} fell below {null} about update {since}; a false alarm comes once in {line} updates at most.": (
        "第 {at} 次更新报警：{name} 大约自第 {since} 次更新起低于 {null}；误报平均至多每 {line} 次更新一次。"
    ),
    "Alarm at update {at}: {name} rose above {null} about update {since}; a false alarm comes once in {line} updates at most.": (
        "第 {at} 次更新报警：{name} 大约自第 {since} 次更新起高于 {null}；误报平均至多每 {line} 次更新一次。"
    ),
    "Alarm at update {n}: changed about update {k}": (
        "第 {n} 次更新报警：大约自第 {k} 次更新起发生变化"
    ),
    "After {n} rows the mean is {value} {bounds} ({level} %, at all looks together).": (
        "{n} 行之后均值为 {value} {bounds}（{level} %，对所有查看同时成立）。"
    ),
    "Asymptotic: the bounds hold if the means are nearly normal at all looks.": (
        "渐近方法：各次查看时的均值都近似正态，区间才成立。"
    ),
    "Change detector": "变化检测",
    "No alarm after {n} updates": "{n} 次更新后无报警",
    "No alarm: {found} the evidence that {name} fell below {null} is {statistic}, of {line}.": (
        "无报警：{found}，{name} 降至 {null} 以下的证据为 {statistic}，报警线为 {line}。"
    ),
    "No alarm: {found} the evidence that {name} rose above {null} is {statistic}, of {line}.": (
        "无报警：{found}，{name} 升至 {null} 以上的证据为 {statistic}，报警线为 {line}。"
    ),
    "Looked at every day, a difference of {difference} is found by {rows} rows with probability {power} by {test}; half of the runs are through by {median}.": (
        "逐日查看时，{test}以 {power} 的概率在 {rows} 行之内发现 {difference} 的差异；半数情形在 {median} 行之内结束。"
    ),
    "One look at a number of rows that is fixed beforehand takes {fixed}; with probability {chance} the difference is found by half of these.": (
        "事先固定行数、只看一次需 {fixed} 行；在其一半之内发现该差异的概率为 {chance}。"
    ),
    "Statistic": "统计量",
    "Updates": "更新次数",
    "after {n} rows in one update": "1 次更新共 {n} 行之后",
    "after {n} rows in {k} updates": "{k} 次更新共 {n} 行之后",
    "alarm": "报警线",
    "changed": "变化",
    "decided": "判定",
    "e = {e}, p = {p} ({sides})": "e = {e}，p = {p}（{sides}）",
    "estimate": "估计值",
    "greater, however often you look": "单侧（大于），无论查看多少次",
    "it holds for estimates that are nearly normal at all looks": (
        "适用于每次查看时都近似正态的估计值"
    ),
    "less, however often you look": "单侧（小于），无论查看多少次",
    "null": "原假设",
    "sequential paired test by betting": "投注法配对序贯检验",
    "sequential test by betting": "投注法序贯检验",
    "sequential unpaired test by betting": "投注法非配对序贯检验",
    "sequential z test": "序贯 z 检验",
    "the estimated value": "被估计的值",
    "two-sided, however often you look": "双侧，无论查看多少次",
    "{found} A alone was right on {b} and B alone on {c}": (
        "{found}，只有 A 正确的有 {b} 行，只有 B 正确的有 {c} 行"
    ),
    "{level} % at all looks together": "{level} %，对所有查看同时成立",
    "{name} after {n} rows: {value}, between {low} and {high}": (
        "{n} 行之后的 {name}：{value}，在 {low} 与 {high} 之间"
    ),
    "{size} {bounds} (95 %, at all looks together)": (
        "{size} {bounds}（95 %，对所有查看同时成立）"
    ),
    "{test}: {found}; {name} = {value} {bounds} ({level} %, at all looks together).": (
        "{test}：{found}；{name} = {value} {bounds}（{level} %，对所有查看同时成立）。"
    ),
    "{what} is above {null}": "{what} 高于 {null}",
    "{what} is below {null}": "{what} 低于 {null}",
    "{what} is not {null}": "{what} 不等于 {null}",
    # what would be found
    "With {data} {what} of about {size} would be found with probability {power}.": (
        "以{data}，约 {size} 的{what}能以 {power} 的概率被发现。"
    ),
    "With {k} discordant row in {n} {size} would be found with probability {power}.": (
        "{n} 行中有 {k} 行不一致时，{size}能以 {power} 的概率被发现。"
    ),
    "With {k} discordant rows in {n} {size} would be found with probability {power}.": (
        "{n} 行中有 {k} 行不一致时，{size}能以 {power} 的概率被发现。"
    ),
    "With {k} unequal pairs in {n} {size} between the shares of wins and of losses would be found with probability {power}.": (
        "{n} 对中有 {k} 对不相等时，胜负占比之间 {size}能以 {power} 的概率被发现。"
    ),
    "With {n} differences of standard deviation {deviation} one of about {size} would be found with probability {power}.": (
        "以标准差为 {deviation} 的 {n} 个差值，约 {size} 的差异能以 {power} 的概率被发现。"
    ),
    "With {rows} an error rate {where} would be found with probability {power}.": (
        "以 {rows}，{where} 的错误率能以 {power} 的概率被发现。"
    ),
    "a deviation from {rate}": "与 {rate} 的偏离",
    "a difference": "差异",
    "a difference of {size}": "{size} 的差异",
    "above {rate}": "高于 {rate}",
    "below {rate}": "低于 {rate}",
    "no difference": "没有任何差异",
    "these rows": "这些行",
    "these {n} error rates": "这 {n} 个错误率",
    "these {n} folds": "这 {n} 折",
    "these {n} rows": "这 {n} 行",
    "{a} or {b}": "{a} 或{b}",
    # notes
    "A mid-p value is not exact: the level can be passed by a little, where that of the exact test is far from reached.": (
        "中 p 值并不精确：实际水平可能略超过名义水平，而精确检验则远未达到。"
    ),
    "Rounded to {digits} digits more scores would tie: where they are decimals, give decimals=.": (
        "舍入到 {digits} 位时会有更多得分相同：若得分为小数，请给出 decimals=。"
    ),
    "Some models share no data set with some others, not even by way of third ones: these are not compared.": (
        "有些模型与另一些模型没有共同的数据集，经由其他模型也没有：它们之间不作比较。"
    ),
    "The p-value is of {n} random orders, with a Monte Carlo standard error of {error}.": (
        "p 值取自 {n} 次随机排列，蒙特卡罗标准误为 {error}。"
    ),
    "Training sets that overlap make the variance too small: where folds are not independent, take corrected_resampled_t_test.": (
        "训练集相互重叠会使方差偏小：各折不独立时，请改用 corrected_resampled_t_test。"
    ),
    "differences of 0 are left out: {n}": "剔除为 0 的差值：{n} 个",
    "drawn {n} times: the standard error of p is {error}": (
        "抽取 {n} 次：p 的标准误为 {error}"
    ),
    "pairs without a difference that are left out: {k} of {n}": (
        "剔除无差异的对：{n} 对中的 {k} 对"
    ),
    "ranks of differences of 0 are left out: {n}": "剔除为 0 的差值的秩：{n} 个",
    "rounding to {digits} digits would tie more of the differences (by {more}): where the numbers are decimals, give decimals=": (
        "舍入到 {digits} 位时会有更多差值相同（多 {more} 个）：若数值为小数，请给出 decimals="
    ),
    "the p-value is drawn, from {n} choices of rows; its Monte Carlo standard error is {error}": (
        "p 值由抽样得到，取自对各行的 {n} 次选取；其蒙特卡罗标准误为 {error}"
    ),
    "the p-value is drawn, from {n} swaps of all rows; its Monte Carlo standard error is {error}": (
        "p 值由抽样得到，取自对所有行的 {n} 次交换；其蒙特卡罗标准误为 {error}"
    ),
    "the p-value may be too large by {rest}, the chance of swaps that were not looked at": (
        "p 值可能偏大，至多偏大 {rest}，即未检查的交换的概率"
    ),
}
