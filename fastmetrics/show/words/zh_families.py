"""Chinese (simplified): what a report says of single families, in tables and pictures."""

FAMILIES = {
    # regression
    "Regression": "回归",
    "{task}: {why} (task= names another)": "{task}：{why}（可用 task= 指定其他任务）",
    "the truth has fractions": "真值含有小数",
    "the predictions have fractions, and the truth more than two values": (
        "预测含有小数，且真值的取值多于两个"
    ),
    # rows and sentences
    "Labels that differ by blanks or letter case only are different labels: {true} in "
    "y_true and {predicted} in y_pred.": (
        "仅空白或大小写不同的标签是不同的标签：y_true 中的 {true} 与 y_pred 中的 {predicted}。"
    ),
    "y_true and y_pred have no label in common: {true} and {predicted}.": (
        "y_true 与 y_pred 没有共同的标签：{true} 与 {predicted}。"
    ),
    "{model}: {said}": "{model}：{said}",
    "{rows}: observed from {low} to {high}, mean {mean}": (
        "{rows}：观测值从 {low} 到 {high}，均值 {mean}"
    ),
    "{model} predicts {bias} too much on average, which makes {share} of its mean "
    "squared error.": "{model} 平均高估 {bias}，占其均方误差的 {share}。",
    "{model} predicts {bias} too little on average, which makes {share} of its mean "
    "squared error.": "{model} 平均低估 {bias}，占其均方误差的 {share}。",
    "{metric} divides by what was observed, which is 0 in {n} of {k} rows; {others} do "
    "not": "{metric} 以观测值为除数，而 {k} 行中有 {n} 行的观测值为 0；{others} 则不然",
    "no residuals: there are several columns of them": "无残差：预测有多列",
    # residuals
    "Residuals: predicted − observed": "残差：预测 − 观测",
    "Median": "中位数",
    "Skewness": "偏度",
    "Kurtosis": "峰度",
    "Above": "偏高",
    "Below": "偏低",
    "Rows with the largest residuals, counted from 0": "残差最大的行（从 0 计数）",
    "Row": "行",
    "Observed": "观测值",
    "Residual": "残差",
    "skewness and kurtosis are 0 and 3 of a normal distribution; above, below: rows for "
    "which too much, or too little, was predicted": (
        "正态分布的偏度与峰度为 0 与 3；偏高、偏低：预测过高或过低的行"
    ),
    # forecasts
    "Level": "水平",
    "Coverage": "覆盖率",
    "Mean width": "平均宽度",
    "Prediction intervals": "预测区间",
    "Rows no higher": "不高于它的行",
    "Pinball loss": "分位数损失",
    "Quantile forecasts": "分位数预测",
    "Of {model} intervals of {level} hold {share} of the rows.": (
        "{model} 的 {level} 区间包含 {share} 的行。"
    ),
    "{model}: quantiles cross in {n} rows; there an interval begins with the lesser "
    "one": "{model}：{n} 行的分位数交叉；在这些行区间从较小者开始",
    "the points of {model} are its medians": "{model} 的点预测是其中位数",
    "{way}: {what} of forecasts": "{way}：预测的{what}",
    "{first}, {second}": "{first}、{second}",
    "coverage": "覆盖率",
    "mean width": "平均宽度",
    "interval score": "区间得分",
    "pinball loss": "分位数损失",
    # pictures
    "Predictions": "预测",
    "Predicted − observed": "预测 − 观测",
    "predicted = observed": "预测 = 观测",
    "median and quartiles": "中位数与四分位数",
    "Weight of the rows": "行的权重",
    "those with the least mean squared error": "均方误差最小者",
    "{n} rows are outside": "{n} 行在图外",
    "Residuals": "残差",
    "no error": "无误差",
    "mean error {value}": "平均误差 {value}",
    "root mean squared error": "均方根误差",
    "Distribution of residuals: kurtosis {kurtosis} of {model} (normal: 3)": (
        "残差分布：{model} 的峰度为 {kurtosis}（正态分布：3）"
    ),
    "Distribution of residuals: {model} has the heaviest tails, kurtosis {kurtosis} "
    "(normal: 3)": "残差分布：{model} 的尾部最重，峰度为 {kurtosis}（正态分布：3）",
    "Histogram of residuals": "残差直方图",
    "Share of the rows": "行的比例",
    "normal, same mean and standard deviation": "正态分布（均值与标准差相同）",
    "Normal quantiles": "正态分位数",
    "Standard normal quantile": "标准正态分位数",
    "Standardised residual": "标准化残差",
    "normal": "正态分布",
    "Errors by row": "逐行误差",
    "mean absolute error": "平均绝对误差",
    "MAE {value}": "MAE {value}",
    "Absolute error of a row": "单行的绝对误差",
    "Quantiles of the absolute errors": "绝对误差的分位数",
    "What the rows with the largest errors make of the MSE": "误差最大的行在 MSE 中所占",
    "{title}; {share} of its rows make {part} of its MSE": (
        "{title}；其中 {share} 的行占其 MSE 的 {part}"
    ),
    "points: the mean of the absolute errors": "圆点：绝对误差的均值",
    "errors below {value} are drawn at it": "低于 {value} 的误差画在该处",
    # retrieval
    "Retrieval": "检索",
    # queries and documents
    "{n} queries": "{n} 个查询",
    "{queries}, {relevant} relevant documents": "{queries}，{relevant} 篇相关文档",
    "{queries}, {returned} documents, {relevant} of them relevant": (
        "{queries}，{returned} 篇文档，其中 {relevant} 篇相关"
    ),
    "{model}: {returned} documents returned, {found} of them relevant": (
        "{model}：返回 {returned} 篇文档，其中 {found} 篇相关"
    ),
    "queries that nobody judged are left out: {n}": "无人评判的查询已剔除：{n} 个",
    "queries that not all runs have are left out: {n}": (
        "并非所有运行都有的查询已剔除：{n} 个"
    ),
    "{model} has no list for {n} of {k} queries, which count as lists of nothing "
    "(missing='zero')": (
        "{model} 在 {k} 个查询中有 {n} 个没有结果列表，按空列表计（missing='zero'）"
    ),
    "no relevant document in {n} of {k} queries, which are left out of what asks for "
    "one (empty='skip')": (
        "{k} 个查询中有 {n} 个没有相关文档，需要相关文档的指标不计这些查询"
        "（empty='skip'）"
    ),
    "no relevant document in {n} of {k} queries, which count as 0 in what asks for one "
    "(empty='skip' leaves them out)": (
        "{k} 个查询中有 {n} 个没有相关文档，在需要相关文档的指标中按 0 计"
        "（empty='skip' 则剔除）"
    ),
    "{model}: documents with one score can make {metric} anything from {worst} to "
    "{best}, in {share} of the queries; that is more than its interval": (
        "{model}：得分相同的文档可使 {metric} 取 {worst} 到 {best} 之间的任意值"
        "（涉及 {share} 的查询），超出其置信区间"
    ),
    "differences: {way}, {same}": "差值：{way}，{same}",
    "each query weighted alike for both runs": "每个查询对两个运行的权重相同",
    # tables
    "Queries with the worst and the best {metric}": "{metric} 最差与最好的查询",
    "Queries on which {metric} differs most": "{metric} 相差最大的查询",
    "Query": "查询",
    "Relevant": "相关",
    "Found": "找到",
    "Returned": "返回",
    "Difference": "差值",
    # pictures
    "By cut-off: {model} has the highest {metric}, {value}": (
        "按截断位置：{model} 的 {metric} 最高，为 {value}"
    ),
    "By cut-off: {metric} of {model} is {value}": (
        "按截断位置：{model} 的 {metric} 为 {value}"
    ),
    "{metric} by cut-off": "{metric} 随截断位置的变化",
    "bands: bounds at each cut-off alone": "色带：各截断位置单独的置信界限",
    "those with the best values have bands": "值最好的几个带有色带",
    "{value} at {k}": "{k} 处为 {value}",
    "Documents looked at, k": "查看的文档数 k",
    "{metric} at k": "{metric}@k",
    "Queries": "查询",
    "Quantiles of {metric} over the queries": "各查询 {metric} 的分位数",
    "Share of the queries, lowest first": "查询的比例（从低到高）",
    "{metric} of a query": "单个查询的 {metric}",
    "points: the mean over the queries": "圆点：各查询的均值",
    "Query by query on {metric}: of {all} queries {a} is better than {b} on {n}, worse "
    "on {m} and equal on {k}": (
        "逐个查询比较 {metric}：{all} 个查询中，{a} 在 {n} 个上优于 {b}，在 {m} 个上较差，"
        "在 {k} 个上相同"
    ),
    "better on {n}, worse on {m}, equal on {k}": "{n} 个较好，{m} 个较差，{k} 个相同",
    "mean {value}": "均值 {value}",
    "Queries, sorted": "查询（已排序）",
    "Difference in {metric}": "{metric} 之差",
    # recommendation
    "Recommendation": "推荐",
    # users and items
    "{n} users": "{n} 位用户",
    "{users}, {items} items in the catalog": "{users}，目录中有 {items} 个物品",
    "{model}: {n} recommendations of {items} items, {k} to a user": (
        "{model}：共 {n} 次推荐，涉及 {items} 个物品，每位用户 {k} 个"
    ),
    "{model} has an empty list for {n} of {k} users, who are left out of means over "
    "users, those of other models too": (
        "{model} 在 {k} 位用户中有 {n} 位的列表为空；各模型的用户均值都不计这些用户"
    ),
    # why there is no interval
    "it grows with the number of users, of whom resampling has fewer different ones": (
        "它随用户数增长，而重抽样得到的不同用户更少"
    ),
    "the items of a catalog are all there are, and no sample": (
        "目录中的物品是全体，而不是样本"
    ),
    "users without a list are known by their number only": "没有列表的用户只知其人数",
    "it depends on how many users there are, whom resampling would count several "
    "times": "它取决于用户数，而重抽样会把同一用户计多次",
    "ItemCounts do not keep the lists of single users": "ItemCounts 不含单个用户的列表",
    # tables
    "Items that are recommended most": "被推荐最多的物品",
    "Item": "物品",
    "Lists": "列表数",
    "Share of the lists": "占列表的比例",
    "each user weighted alike for both models": "每位用户在两个模型中权重相同",
    # pictures
    "How equally items are recommended": "物品被推荐的均匀程度",
    "Gini index": "基尼系数",
    "Gini {value}": "基尼系数 {value}",
    "Share of the items, the least recommended first": "物品的比例（从被推荐最少的起）",
    "Share of the recommendations": "推荐次数的比例",
    "all items equally often": "所有物品次数相同",
    "Lorenz curve": "洛伦兹曲线",
    "Item, the most recommended first": "物品（从被推荐最多的起）",
    "Lists with the item": "含该物品的列表数",
    "{n} items": "{n} 个物品",
    "Items by rank": "物品按次序",
    # speech
    "Speech": "语音",
    "{n} utterances": "{n} 条语句",
    "1 utterance": "1 条语句",
    "{utterances}, {k} words in the references": "{utterances}，参考文本共 {k} 词",
    "{utterances}, {k} characters in the references": (
        "{utterances}，参考文本共 {k} 字符"
    ),
    "{utterances}, {k} tokens in the references": "{utterances}，参考文本共 {k} 个词元",
    "{line}, {k} groups of utterances": "{line}，{k} 组语句",
    "texts are compared after: {steps}": "比较前对文本依次处理：{steps}",
    # tables
    "System": "系统",
    "Right": "正确",
    "Substitutions": "替换",
    "Deletions": "删除",
    "Insertions": "插入",
    "Utterances with errors": "有错误的语句",
    "Edits, in percent of the reference": "编辑操作（占参考文本的百分比）",
    "{n} ({share})": "{n}（{share}）",
    "Commonest confusions": "最常见的混淆",
    "Said": "参考",
    "Heard": "识别",
    "Times": "次数",
    "Utterance": "语句",
    "Errors": "错误数",
    "Rate": "错误率",
    "Alignment": "对齐",
    "Utterances with most errors": "错误最多的语句",
    "Each group, in percent of the reference": "各组（占参考文本的百分比）",
    "The {n} of {k} groups with the highest error rates, in percent of the "
    "reference": "{k} 组中错误率最高的 {n} 组（占参考文本的百分比）",
    "Utt.": "语句",
    "Wrong utt.": "有错语句",
    "Tokens": "词元",
    "Subst.": "替换",
    "Del.": "删除",
    "Ins.": "插入",
    "Utterances with most errors, counted from 0": "错误最多的语句（从 0 计数）",
    "rate: errors per token of the reference; [said|heard]: one for the other, [said|*]: "
    "left out, [*|heard]: put in": (
        "错误率：错误数除以参考词元数；[参考|识别]：替换，[参考|*]：删除，"
        "[*|识别]：插入"
    ),
    "each utterance weighted alike for both systems": "每条语句对两个系统的权重相同",
    # pictures
    "Kinds of edits": "编辑操作的种类",
    "Edits by tokens of the reference": "编辑操作数与参考词元数之比",
    "those with the lowest error rate": "错误率最低者",
    "Errors by length": "错误率与长度",
    "Tokens of the reference, mean of utterances alike in length": (
        "参考词元数（长度相近语句的均值）"
    ),
}
