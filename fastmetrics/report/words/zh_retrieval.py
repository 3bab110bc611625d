"""Chinese (simplified): what is said of ranked lists."""

RETRIEVAL = {
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
    "{a} − {b}": "{a} − {b}",
    "mean {value}": "均值 {value}",
    "Queries, sorted": "查询（已排序）",
    "Difference in {metric}": "{metric} 之差",
}
