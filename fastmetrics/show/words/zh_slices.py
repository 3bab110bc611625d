"""Chinese (simplified): metrics of slices of the rows."""

SLICES = {
    "Bounds of the largest difference and of the smallest ratio hold for all pairs of "
    "slices together; each slice's interval is its own.": (
        "最大差值与最小比值的界对所有分片两两同时成立；各分片的置信区间则各自成立。"
    ),
    "Bounds of differences of models hold for all slices of a metric together.": (
        "模型之差的界对同一指标的所有分片同时成立。"
    ),
    "Differences of models in so many slices are not shown: model_differences makes "
    "them.": "分片过多，不列出各分片中模型之差：可用 model_differences 求得。",
    "Between": "在其间",
    "Cochran's Q test of slices": "各分片的 Cochran Q 检验",
    "Hotelling's test of slices": "各分片的 Hotelling 检验",
    "How far apart slices are": "各分片相差多少",
    "Positives": "正例",
    "it is not known which rows of two models are the same": (
        "不知道两个模型的哪些样本是同一个"
    ),
    "{a} minus {b} in each slice": "各分片中 {a} 减 {b}",
    "Largest difference": "最大差值",
    "Metrics by {what}": "按 {what} 分片的指标",
    "Pearson's χ² test of slices": "各分片的 Pearson χ² 检验",
    "Slices": "分片",
    "Smallest ratio": "最小比值",
    "Test of equal slices": "各分片相等的检验",
    "The {k} largest of {n} slices are shown.": "{n} 个分片中列出最大的 {k} 个。",
    "Value and interval of each slice": "各分片的值与置信区间",
    "a slice has no interval": "有一个分片没有置信区间",
    "all rows of {level}": "{level} 的所有行",
    "by": "按",
    "largest difference": "最大差值",
    "no bounds between slices: {why} ({metrics})": "分片之间没有界：{why}（{metrics}）",
    "no slices of {metrics}: not every model has them": (
        "{metrics} 没有分片：并非每个模型都有"
    ),
    "no bounds of all other rows are known in closed form": ("其余所有行没有闭式的界"),
    "p-value of equality": "相等的 p 值",
    "p-value of χ²": "χ² 的 p 值",
    "slices differ": "各分片不同",
    "slices do not vary": "各分片没有差异",
    "the metric has no interval in closed form": "该指标没有闭式置信区间",
    "the metric has no interval in closed form with these weights, only without": (
        "该指标带有这样的权重时没有闭式置信区间，不带权重时才有"
    ),
    "there are more than 1000 slices": "分片超过 1000 个",
    "there are fewer than 4 slices": "分片少于 4 个",
    "there are no more groups than slices": "组数不多于分片数",
    "there are not two slices with a value": "有值的分片不足两个",
    "{title}, {level}": "{title}，{level}",
    "{model}: how far apart slices are": "{model}：各分片相差多少",
    "{model}: metrics by {what}": "{model}：按 {what} 分片的指标",
    "{model}: value and interval of each slice": "{model}：各分片的值与置信区间",
}
