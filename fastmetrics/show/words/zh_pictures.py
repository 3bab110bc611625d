"""Chinese (simplified): what pictures say, by the English templates."""

from __future__ import annotations

__all__ = ["PICTURES"]

PICTURES = {
    # titles of all pictures
    "{picture}: {model}": "{picture}：{model}",
    "{picture}: {n} models": "{picture}：{n} 个模型",
    "{picture}: {what} of {model} is {value}": "{picture}：{model} 的 {what} 为 {value}",
    "{picture}: {model} has the highest {what}, {value}": (
        "{picture}：{model} 的 {what} 最高，为 {value}"
    ),
    "{picture}: {model} has the lowest {what}, {value}": (
        "{picture}：{model} 的 {what} 最低，为 {value}"
    ),
    "{picture}: {model} and {n} more have the highest {what}, {value}": (
        "{picture}：{model} 及另外 {n} 个模型的 {what} 最高，为 {value}"
    ),
    "{picture}: {model} and {n} more have the lowest {what}, {value}": (
        "{picture}：{model} 及另外 {n} 个模型的 {what} 最低，为 {value}"
    ),
    "{one}; {other}": "{one}；{other}",
    "{shown} of {n} models: {what}": "{n} 个模型中的 {shown} 个：{what}",
    "those with the best values": "取值最优者",
    "those with the highest accuracy": "精度最高者",
    "those with the highest mean": "均值最高者",
    "those with the highest adjusted Rand index": "调整兰德指数最高者",
    "those with the largest Kolmogorov-Smirnov distance": (
        "Kolmogorov-Smirnov 距离最大者"
    ),
    "the first ones": "排在最前者",
    # forests
    "Values": "指标值",
    "value": "值",
    "difference": "差值",
    "{difference}, in points": "{difference}（百分点）",
    "chance: {value}": "随机水平：{value}",
    "{a} − the others": "{a} − 其他模型",
    "of {n} pairs, those with the best model": "共 {n} 对，此处为含最优模型者",
    "thick: each interval by itself; thin: all {n} hold together, with the adjusted "
    "p-values": ("粗线：各区间单独成立；细线：{n} 个区间同时成立，与校正后的 p 值一致"),
    "Differences: {what} of {a} less that of {b} is {value}": (
        "差值：{a} 与 {b} 的 {what} 之差为 {value}"
    ),
    "Differences: {what} of {a} less that of {b} is {value}, without 0": (
        "差值：{a} 与 {b} 的 {what} 之差为 {value}，不含 0"
    ),
    "Differences: {what} of {a} less that of {b} is {value}, which holds 0: these "
    "rows do not tell them apart": (
        "差值：{a} 与 {b} 的 {what} 之差为 {value}，含 0：这些数据不足以区分二者"
    ),
    "Differences of {what}: {k} of {n} pairs of models are told apart": (
        "{what} 之差：{n} 对模型中有 {k} 对可以区分"
    ),
    # scores
    "True positive rate (recall)": "真正例率（查全率）",
    "False negative rate (missed)": "假反例率（漏报）",
    "Precision and recall": "查准率与查全率",
    "average precision": "平均查准率",
    "chance": "随机水平",
    "prevalence": "正例占比",
    "equal error rate": "等错误率",
    "equal error {rate}": "等错误率 {rate}",
    "a point is where both errors are equally frequent": "点为两类错误同样频繁之处",
    "bands: all of the curve, with a confidence of {level}": (
        "带：以 {level} 的置信水平包含整条曲线"
    ),
    "bands: the curve at each place alone, with a confidence of {level}, "
    "approximately": "带：在每一处分别以约 {level} 的置信水平包含曲线",
    "Gain": "累积增益",
    "Lift": "提升度",
    "Profit": "收益",
    "Profit per row of the data": "平均每行收益",
    "profit per row at the best share": "最佳触达比例下的平均每行收益",
    "{value} at {share}": "{value}，触达 {share}",
    "the best share is chosen on these rows, so its profit is too high": (
        "最佳比例是在这些数据上选出的，因此其收益偏高"
    ),
    "a positive that is found brings {benefit}, a row that is contacted costs {cost}": (
        "每找到一个正例收益 {benefit}，每触达一行成本 {cost}"
    ),
    "Lift: times as many as by chance": "提升度：随机水平的倍数",
    "Share contacted, highest scores first": "触达比例（按得分从高到低）",
    "Share of all positives found": "找到的正例占全部正例的比例",
    "share of the positives in the top tenth": "前十分之一所找到的正例比例",
    "lift in the top tenth": "前十分之一的提升度",
    "at 10 %: {value}": "10 % 处：{value}",
    "a perfect model, and chance": "完美模型与随机水平",
    "Threshold": "阈值",
    "Thresholds": "阈值",
    "Share predicted positive": "预测为正例的比例",
    "F1 at its best threshold": "最佳阈值下的 F1",
    "best F1 at {threshold}": "F1 最高处：{threshold}",
    "chosen threshold": "选定的阈值",
    "threshold {value}": "阈值 {value}",
    "points: the best threshold, chosen on these rows": (
        "圆点：在这些数据上选出的最佳阈值"
    ),
    "bars beside points: where the best threshold falls in {share} of {n} replicates "
    "of the rows": "圆点旁的横线：{n} 次重抽样中有 {share} 的最佳阈值落在此范围内",
    "points have no intervals: rows have weights or groups": (
        "各点没有置信区间：数据带有权重或分组"
    ),
    "equal F1": "F1 等值线",
    "precision = recall": "查准率 = 查全率",
    "points: where precision and recall are equal (break-even)": (
        "圆点：平衡点，即查准率与查全率相等处"
    ),
    "expected cost at operating conditions from {low} to {high}": (
        "期望代价（运行条件从 {low} 到 {high}）"
    ),
    "operating region": "运行区间",
    "single thresholds": "单个阈值",
    "single thresholds; in colour the chosen one": "单个阈值；彩色为选定的阈值",
    "areas: the cost over all operating conditions": (
        "阴影面积：各运行条件下的期望代价"
    ),
    "Costs": "代价",
    "Probability times cost, of positives": "正例的概率代价",
    "expected cost over all operating conditions": "期望代价（各运行条件平均）",
    "on average {value}": "平均 {value}",
    "always or never predicting positive": "总是或从不预测为正例",
    "Score": "得分",
    "Negative {score}": "负的 {score}",
    "Scores by class": "各类的得分",
    "Shares below each score": "各得分以下的比例",
    "Share of the class below": "该类别中低于此得分的比例",
    "Share of its class (negatives below)": "占本类别的比例（下为反例）",
    "Kolmogorov-Smirnov distance of the classes": "两类之间的 Kolmogorov-Smirnov 距离",
    "positives": "正例",
    "negatives": "反例",
    "{model}, distance {value}": "{model}，距离 {value}",
    "{model}: {share} of the rows have a score that rows of the other class have too": (
        "{model}：{share} 的行与另一类的行得分相同"
    ),
    # labels
    "True": "真实类别",
    "Predicted": "预测类别",
    "Predicted value": "预测值",
    "Rows": "行数",
    "Share of the true class": "占真实类别的比例",
    "Share of the predicted class": "占预测类别的比例",
    "Share of all rows": "占全部行的比例",
    "Confusion: no row was predicted wrongly": "混淆：没有一行预测错误",
    "Confusion: most often {predicted} is predicted for {true}, in {share} of its "
    "rows": "混淆：最常见的是将 {true} 预测为 {predicted}，占其行数的 {share}",
    "Confusion: most often {model} predicts {predicted} for {true}, in {share} of its "
    "rows": "混淆：最常见的是 {model} 将 {true} 预测为 {predicted}，占其行数的 {share}",
    "Support of each class": "各类别的行数",
    "The most frequent confusions": "最常见的混淆",
    "The classes found least": "查全率最低的类别",
    "{true} as {predicted}": "{true} 误为 {predicted}",
    "Difference of shares": "比例之差",
    "Difference of confusions: none": "混淆之差：无",
    "Difference of confusions: {model} and {first} differ by up to {points} "
    "percentage points of a class": (
        "混淆之差：{model} 与 {first} 在一个类别上最多相差 {points} 个百分点"
    ),
    "Difference of confusions: {model} and {first} differ most in how often {true} is "
    "found, by {points} percentage points": (
        "混淆之差：{model} 与 {first} 在识别 {true} 上相差最大，为 {points} 个百分点"
    ),
    "Difference of confusions: {model} and {first} differ most in predicting "
    "{predicted} for {true}, by {points} percentage points": (
        "混淆之差：{model} 与 {first} 在将 {true} 预测为 {predicted} 上相差最大，为 "
        "{points} 个百分点"
    ),
    "Outcomes by label: share of the rows that are right or wrong on it": (
        "各标签的结果：判断正确或错误的行所占比例"
    ),
    "Outcome": "结果",
    "Label": "标签",
    "true neg.": "真反例",
    "false pos.": "假正例",
    "false neg.": "假反例",
    "true pos.": "真正例",
    "Support": "行数",
    "Rows of the class": "该类别的行数",
    "Recall of each class": "各类别的查全率",
    "Classes: none has rows": "类别：都没有数据",
    "Classes: every row of every class is found": "类别：每个类别的每一行都被识别",
    "Classes: {label} is found least, recall {value}": (
        "类别：{label} 的查全率最低，为 {value}"
    ),
    "Classes: {label} is found least, by {model}, recall {value}": (
        "类别：{model} 对 {label} 的查全率最低，为 {value}"
    ),
    "Classes by model: recall of {label} differs most, by {points} percentage points": (
        "各模型的类别：{label} 的查全率相差最大，为 {points} 个百分点"
    ),
    "Classes by model: every class has the same recall by all models": (
        "各模型的类别：所有模型对每个类别的查全率都相同"
    ),
    # probabilities
    "Reliability": "可靠性",
    "Forecast probability": "预测概率",
    "Recalibrated probability": "重校准概率",
    "calibrated": "已校准",
    "consistency band, {level}": "一致性带，{level}",
    "squared calibration error": "平方校准误差",
    "squared calibration error {value}": "平方校准误差 {value}",
    "those with the lowest Brier score": "布里尔分数最低者",
    "Murphy curve": "Murphy 曲线",
    "net benefit: true positives per row, minus false positives at the odds of the "
    "threshold; a model is of use where it is above both references": (
        "净获益：每个样本的真正例数，减去按阈值的几率折算的假正例数；模型在高于两条参考线之处有用"
    ),
    "treat all, treat none": "全部处理、全不处理",
    "Brier score {value}": "布里尔分数 {value}",
    "Threshold of the probability": "概率阈值",
    "Mean elementary score": "平均基本得分",
    "the base rate as forecast": "以基础比例作为预测",
    "twice the area below a curve is the Brier score; a curve that is nowhere above "
    "another is of forecasts that lose no more by any proper score": (
        "曲线下面积的两倍即 布里尔分数；若一条曲线处处不高于另一条，则其预测在任何恰当"
        "评分下的损失都不更大"
    ),
    "the sum over classes, each against the others": "各类别（对其余类别）之和",
    "Log loss by row": "逐行对数损失",
    "log loss": "对数损失",
    "log loss {value}": "对数损失 {value}",
    "{title}; {share} of its rows make {part} of it": (
        "{title}；其中 {share} 的行占 {part}"
    ),
    "points: the mean of the losses, the log loss": "圆点：各行损失的均值，即对数损失",
    "losses below {value} are drawn at it": "低于 {value} 的损失画在该处",
    "Quantiles of the rows' losses": "各行损失的分位数",
    "Share of the rows, smallest first": "行的比例（从小到大）",
    "Log loss of a row": "单行的对数损失",
    "What the rows with the largest losses make": "损失最大的行所占的损失",
    "Share of the rows, largest first": "行的比例（从大到小）",
    "Share of all that is lost": "占全部损失的比例",
    "{share} of the rows: {part}": "{share} 的行：{part}",
    "all rows alike": "各行相同",
    "{shown} of {n} classes: those with the most rows": (
        "{n} 个类别中的 {shown} 个：行数最多者"
    ),
    # normal forecasts
    "PIT": "PIT",
    "PIT histogram": "PIT 直方图",
    "PIT: intervals of {level} of {model} hold {share}": (
        "PIT：{model} 的 {level} 区间包含 {share}"
    ),
    "PIT: of intervals of {level} those of {model} are farthest off, they hold {share}": (
        "PIT：各模型的 {level} 区间中，{model} 偏离最远，包含 {share}"
    ),
    "{level} of the bars of right forecasts": "正确预报之柱的 {level} 范围",
    "right forecasts": "正确的预报",
    "Level of the intervals": "区间的水平",
    "Share of the rows inside": "区间内的行的比例",
    "Coverage by level": "各水平的覆盖率",
    # clusterings
    "Silhouette": "轮廓系数",
    "Silhouettes": "轮廓系数",
    "mean silhouette": "平均轮廓系数",
    "{model}, mean {value}": "{model}，均值 {value}",
    "{name}: {n} rows": "{name}：{n} 行",
    "{name}: {n} rows, {share} below 0": "{name}：{n} 行，{share} 低于 0",
    "Cluster": "簇",
    "Clusters by true label": "按真实标签划分的簇",
    "adjusted Rand index": "调整兰德指数",
    "{model}: the largest labels and clusters; {share} of the rows are in others": (
        "{model}：仅含最大的标签与簇；{share} 的行在其余标签或簇中"
    ),
}
