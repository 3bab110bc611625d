"""Chinese (simplified): what is said of lists of items."""

RECOMMENDATION = {
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
}
