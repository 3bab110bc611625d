"""Chinese (simplified): what a report says of regression, in tables and pictures."""

REGRESSION = {
    "Regression": "回归",
    "{task}: {why} (task= names another)": "{task}：{why}（可用 task= 指定其他任务）",
    "y_true has fractions": "y_true 含有小数",
    "y_pred has fractions, and y_true more than two values": (
        "y_pred 含有小数，且 y_true 的取值多于两个"
    ),
    # rows and sentences
    "{n} rows: observed from {low} to {high}, mean {mean}": (
        "{n} 行：观测值从 {low} 到 {high}，均值 {mean}"
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
    "Interval score": "区间得分",
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
}
