"""Headings of the site's own, in both languages; what a result says comes from `say`."""

from __future__ import annotations

import re

__all__ = ["THEME", "WORDS", "joined", "word"]

# Chinese characters, and their punctuation, which is as wide
STOPS = r"\u3000-\u303f\uff00-\uffef\u201c\u201d"
WIDE = rf"[{STOPS}\u3400-\u9fff]"
# Ends of lines between these, and after punctuation all but before items and fences.
WITHOUT_SPACE = re.compile(
    rf"(?<={WIDE})\n *(?={WIDE})|(?<=[{STOPS}])\n *(?!```|\d+\. )(?=[\w`\[(√*])"
)

# English -> Chinese
WORDS = {
    " ({})": "（{}）",
    ". ": "。",
    ": ": "：",
    "; ": "；",
    ", {ratio} times faster than {peer}": "，速度是 {peer} 的 {ratio} 倍",
    "All benchmarks": "全部测速",
    "All measurements": "全部实测",
    "All public names, by what they are for. Each has a page.": "全部公开的名称，"
    "按用途排列，各有一页。",
    "Compare models by this metric": "以此指标比较模型",
    "Do not use it": "不宜",
    "Here": "其中",
    "Interval and speed": "区间与速度",
    "On the command line, with the columns of your file:": "在命令行，列名换成"
    "文件中的列：",
    "Other names": "其他名称",
    "Parameters and notes": "参数与说明",
    "See also": "另见",
    "Source": "源文件",
    "Table with ranges, directions and intervals": "取值范围、方向与区间的表",
    "The docstring is in English.": "文档字符串为英文。",
    "Use it": "适用",
    "When to use it": "何时使用",
    "[Machines, and how times are measured](benchmarks.md)": "[所用机器与测量方法]"
    "(benchmarks.md)",
    "also": "也称",
    "measured coverage of nominal 95 % intervals": "名义 95 % 区间的实测覆盖率",
    "{case}: {ours} for {n} rows": "{case}：{n} 个样本用时 {ours}",
    "Architecture": "代码的布局",
    "Benchmarks": "速度",
    "Call": "调用",
    "Changelog": "更新日志",
    "Collapse Sidebar": "收起侧栏",
    "Color mode": "颜色模式",
    "Contributing": "参与开发",
    "Definition in plain Python": "纯 Python 定义",
    "Expand Sidebar": "展开侧栏",
    "Gallery": "图例",
    "How many times as long the first of the peers takes, on a scale of ratios: "
    "1 is as fast, and bars to the left are slower.": "第一个对照软件包用时是本库的"
    "多少倍，按比值的刻度：1 为一样快，向左的条形表示更慢。",
    "Machine": "机器",
    "More": "更多",
    "Name": "名称",
    "Ours": "本库",
    "Peer": "其他软件包",
    "Picture": "图",
    "Reference": "参考手册",
    "Rows": "样本数",
    "Speed": "速度",
    "Step by step": "逐步计算",
    "Symbols": "符号",
    "System Settings": "跟随系统",
    "The fastmetrics developers": "fastmetrics 开发者",
    "The specification that the library is tested against.": "本库据以检验的规范。",
    "Times faster": "快多少倍",
    "Value of the row": "样本的值",
    "What to read off it": "从图中读出什么",
    "What it is": "说明",
    "What others take": "其他软件包用时",
    "This page is in English only so far.": "本页目前只有英文。",
    # Of pictures that tools draw
    "Accuracy": "精度",
    "F₁": "F₁",
    "MCC": "MCC",
    "McNemar, mid-p": "McNemar，mid-p",
    "McNemar, χ²": "McNemar，χ²",
    "Power of paired tests over the true difference": "成对检验的功效随真实差值的变化",
    "Weights of norm 1: below p = 1 their inside is not convex": "范数为 1 的权重："
    "p 小于 1 时其内部不是凸集",
    "exact permutation": "精确置换检验",
    "paired bootstrap": "成对自助法",
    "share of data sets with p ≤ 0.05": "p ≤ 0.05 的数据集所占比例",
    "true difference in accuracy": "精度的真实差值",
    "weight 1": "权重 1",
    "weight 2": "权重 2",
    "{metric}, {n} rows": "{metric}，{n} 个样本",
    # Of displays
    "Decision curve": "决策曲线",
    "Neighbours": "近邻",
    "Net benefit": "净收益",
    "Threshold probability": "阈值概率",
    "Treat all": "全部处理",
    "Treat none": "全不处理",
}

# What the theme says, and has no Chinese words for.
THEME = ("Collapse Sidebar", "Color mode", "Expand Sidebar", "System Settings")


def word(text: str, language: str) -> str:
    """Return a heading in a language."""
    return text if language == "en" else WORDS[text]


def joined(text: str) -> str:
    """Return a page without the line ends that a browser shows as spaces in Chinese."""
    return WITHOUT_SPACE.sub("", text)
