"""Chinese (simplified): the headings and fixed phrases of explanations."""

EXPLAINED = {
    "{title} ({name})": "{title}（{name}）",
    "Formula": "公式",
    "Symbols": "符号",
    "Interval": "置信区间",
    "Others under this name": "同名的其他定义",
    "Also called": "别名",
    "Example": "示例",
    "Sources": "出处",
    "range {span}": "取值范围 {span}",
    "neither more nor less is better": "数值大小无优劣之分",
    "↑ higher is better": "↑ 越大越好",
    "↓ lower is better": "↓ 越小越好",
    "not a single number per data set": "不是每个数据集一个数值",
    "undefined if {when}": "在下列情形无定义：{when}",
    "defined for all data that it accepts": "对其接受的所有数据均有定义",
    "chance level: the share of positive rows": "随机水平：正例所占比例",
    "chance level: the share of the largest class": "随机水平：最大类别所占比例",
    "chance level: 1 over the number of classes": "随机水平：类别数的倒数",
    "no chance level: it depends on how one guesses": "没有固定的随机水平：取决于猜测方式",
    "chance level: {value}": "随机水平：{value}",
    "none: {why}": "无：{why}",
    "there is no valid one": "没有有效的方法",
    '{method} (method="{name}")': '{method}（method="{name}"）',
    "approximate: {why}": "近似：{why}",
    "its coverage has not been measured": "尚未测量其覆盖率",
    "measured coverage of nominal 95 %: {covered} ({data})": (
        "名义水平 95 % 的实测覆盖率：{covered}（{data}）"
    ),
    "none is known that differs": "未知有不同的定义",
    "{who}, {call}": "{who}，{call}",
    "{who}: {value}. {says}": "{who}：{value}。{says}",
    "{who}: {value}, here {here}. {says}": "{who}：{value}，此处为 {here}。{says}",
    "{who}: {value}, here {here}, of {rows}. {says}": (
        "{who}：{value}，此处为 {here}，数据为 {rows}。{says}"
    ),
}
