"""Write docs/functions.md and docs/terms.md from the catalog, and both in Chinese.

The first is the table of all public functions, the second says which words lead to
which. ``python tools/functions_page.py`` writes them; a test says when they are out of
date.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import fastmetrics
from fastmetrics import catalog
from fastmetrics.catalog import Family, Metric
from fastmetrics.show.words import in_language, of_catalog, title_of

DOCS = Path(__file__).parents[1] / "docs"
FOLDERS = {"en": DOCS, "zh": DOCS / "zh"}

INTRODUCTION = {
    "en": """\
# Functions

Everything that `fastmetrics` exports. A metric is one number per data set: `evaluate`
reports it, `confidence_interval` puts an interval around it, and both know it by the
names in the first two columns. A name that is not a function is a variant of one, with
the parameters shown. "Interval" is the default method, see [intervals](intervals.md);
≈ marks approximate intervals, and – metrics without a known valid interval. "Merges as"
names the summary that adds up parts of the data. Batches, files and machines then
yield the same value as all rows at once. Below each table are the reasons why some
metrics have no summary.

This page is written from the catalog by `python tools/functions_page.py`.
""",
    "zh": """\
# 函数表

`fastmetrics` 导出的全部名称。指标是每个数据集一个数：`evaluate` 报告它，
`confidence_interval` 给出它的区间，两者都接受前两列中的名称。
不是函数名的名称是某个函数的变体，参数列在其后。
“区间”一列是默认的求法，见[区间](intervals.md)；≈ 表示近似，– 表示没有已知的有效区间。
“合并方式”一列是各部分数据相加所用的摘要，分批、分文件、分机器求得的与全部样本求得的相同；
有些指标没有摘要，原因列在各表之下。

本页由 `python tools/functions_page.py` 依目录写出。
""",
}
OF_TERMS = {
    "en": """\
# Terms

Words that lead to each name, in English and Chinese, with the ids of other packages.
`fastmetrics.find(term)` and `fastmetrics find TERM` search these words. Each argument
for the name of a metric accepts them: `confidence_interval("查准率", y_true, y_pred)`.
Case, spaces, hyphens and endings such as `_score` do not matter, and Greek letters are
spelled out. Short names such as F1, AP, P and R belong to metrics of several families.
They mean the metric for the given data, labels or ranked lists.

In code, `accuracy`, `precision`, `recall`, `f1` and `roc_auc` mean
`accuracy_score`, `precision_score`, `recall_score`, `f1_score` and `roc_auc_score`.

This page is written from the catalog by `python tools/functions_page.py`.
""",
    "zh": """\
# 名称表

各个名称对应的英文词、中文词以及其他软件包中的名称。`fastmetrics.find(term)` 与
`fastmetrics find TERM` 查的就是此表，凡接受指标名称的参数也接受这些词：
`confidence_interval("查准率", y_true, y_pred)`。
大小写、空格、连字符以及 `_score` 之类的词尾不起作用，希腊字母写成单词。
F1、AP、P 与 R 等短名为几族指标所共有，指适用于所给数据（标签或排序列表）的那一个。

在代码中，`accuracy`、`precision`、`recall`、`f1` 与 `roc_auc` 即 `accuracy_score`、
`precision_score`、`recall_score`、`f1_score` 与 `roc_auc_score`。

本页由 `python tools/functions_page.py` 依目录写出。
""",
}
HEADS_OF_TERMS = {
    "en": ("Name", "Title", "标题", "Also"),
    "zh": ("名称", "Title", "标题", "也称"),
}
KINDS = ("splitter", "validation", "curve", "table", "test", "formula")
BETTER = {True: "higher", False: "lower", None: "–"}
CHINESE = {
    "Metric": "指标",
    "Also called": "也称",
    "Title": "标题",
    "Data": "数据",
    "Range": "取值范围",
    "Better": "更好",
    "Interval": "区间",
    "Merges as": "合并方式",
    "Function": "函数",
    "Kind": "种类",
    "Summary": "说明",
    "Name": "名称",
    "Other names": "其他名称",
    "Report": "报告",
    "higher": "越大",
    "lower": "越小",
    "splitter": "划分方法",
    "validation": "验证",
    "curve": "曲线",
    "table": "表",
    "test": "检验",
    "formula": "公式",
    "binary": "二分类",
    "multiclass": "多分类",
    "multilabel": "多标签",
    "agreement": "多名评判者",
    "partition": "划分",
    "geometry": "点",
    "point": "点预测",
    "quantiles": "分位数预测",
    "interval": "区间预测",
    "ensemble": "集合预报",
    "normal": "正态预报",
    "relevant": "相关与否",
    "grades": "等级",
    "lists": "列表",
    "history": "用户历史",
    "popularity": "流行度",
    "features": "物品特征",
    "catalog": "物品目录",
    "users": "用户",
    "predictable": "可预测者",
    # why some metrics have no summary
    "rows of a group are ranked together, in whatever part they are: give all rows at "
    "once, or take a ScoreSweep of each group": (
        "同一组的样本不论在哪一部分都一起排序：一次给出全部样本，"
        "或每组各用一个 ScoreSweep"
    ),
    "distances are read between points of all parts, or from centroids of all: give "
    "all points at once": (
        "距离取自各部分的点之间，或到全部点的质心：一次给出全部的点"
    ),
    "no summary holds one clustering: give the labels of all rows at once": (
        "没有只含一个聚类的摘要：一次给出全部样本的标签"
    ),
    "its bins end at quantiles of all rows: give all rows at once, or ask for "
    "expected_calibration_error, whose bins are fixed": (
        "其分箱以全部样本的分位数为界：一次给出全部样本，"
        "或改用分箱固定的 expected_calibration_error"
    ),
    "a curve is fitted to all rows: give all rows at once": (
        "曲线由全部样本拟合：一次给出全部样本"
    ),
    "a line is fitted to all rows: give all rows at once": (
        "直线由全部样本拟合：一次给出全部样本"
    ),
    "rows of each class are ranked by the probabilities of others: give all rows at "
    "once, or take a ScoreSweep of each class against the rest": (
        "各类的样本按其他类的概率排序：一次给出全部样本，"
        "或每类对其余各用一个 ScoreSweep"
    ),
    "a quantile of all rows does not follow from those of parts: give all rows at "
    "once": "全部样本的分位数不能由各部分的分位数得出：一次给出全部样本",
    "the term of a row depends on all other rows, which no sums replace: give all rows "
    "at once": "一个样本的贡献取决于其余全部样本，无法以和代替：一次给出全部样本",
    "errors are divided by the changes from row to row of whole series: give all rows "
    "at once": "误差要除以整个序列逐个样本的变化：一次给出全部样本",
    "items are distinct in all parts together: unite the sets of items, then ask "
    "once": "不同的物品须在各部分合起来数：先合并物品的集合，再求一次",
}


def page(language: str = "en") -> str:
    """Return the page."""
    parts = [INTRODUCTION[language]]
    for family in catalog.FAMILIES.values():
        parts += [
            f"## {_said(family.title, language)}",
            _metrics(family, language),
            _of_family(family, language),
        ]
    for topic in catalog.TOPICS.values():
        parts += [f"## {_said(topic.title, language)}", _others(topic.rows, language)]
    parts += [f"## {_said('Other names', language)}", _besides(language)]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _said(text: str, language: str) -> str:
    """Return a word of the pages, or a title, in a language."""
    if language == "en":
        return text
    return CHINESE.get(text) or in_language(of_catalog(text), language)


def terms(language: str = "en") -> str:
    """Return the page of terms: a table per family and topic."""
    index = catalog.index()
    parts = [OF_TERMS[language]]
    heads = {**catalog.FAMILIES, **catalog.TOPICS}
    for task in dict.fromkeys(row.task for row in index.rows):
        title = heads[task].title if task in heads else task.capitalize()
        rows = (
            (
                f"`{row.name}`",
                title_of(row.title),
                in_language(title_of(row.title), "zh"),
                ", ".join([*(f"`{one}`" for one in row.aliases), *index.words(row)]),
            )
            for row in index.rows
            if row.task == task
        )
        parts += [
            f"## {_said(title, language)}",
            _table(HEADS_OF_TERMS[language], rows),
        ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _metrics(family: Family, language: str) -> str:
    several = len({row.targets for row in family.metrics}) > 1
    either = {"en": " or ", "zh": " 或 "}[language]
    head = ("Metric", "Also called", "Title", *(["Data"] if several else []))
    rows = (
        (
            _called(row, language),
            ", ".join(f"`{alias}`" for alias in row.aliases),
            _said(row.title, language),
            *([_targets(row, language)] if several else []),
            f"{_bound(row.lower)} … {_bound(row.upper)}",
            _said(BETTER[row.greater_is_better], language),
            (row.interval or "–") + (" ≈" if row.approximate else ""),
            either.join(f"`{name}`" for name in row.merges) or "–",
        )
        for row in family.metrics
    )
    head = (*head, "Range", "Better", "Interval", "Merges as")
    table = _table([_said(one, language) for one in head], rows)
    return "\n\n".join([table, *_unmerged(family, language)])


def _unmerged(family: Family, language: str) -> Iterator[str]:
    """Say of all metrics that cannot be had from parts why that is."""
    reasons = dict.fromkeys(row.unmerged for row in family.metrics if row.unmerged)
    for reason in reasons:
        names = [f"`{row.name}`" for row in family.metrics if row.unmerged == reason]
        template = {"en": "Not to be merged ({}): {}.", "zh": "不能合并（{}）：{}。"}
        yield template[language].format(", ".join(names), _said(reason, language))


def _called(row: Metric, language: str) -> str:
    """Return a metric's name, with the call that it stands for or what it needs."""
    if row.required and language == "zh":
        return f"`{row.name}`（须给 {row.needs.replace(' or ', ' 或 ')}）"
    if row.required:
        return f"`{row.name}` (needs {row.needs})"
    if row.name == row.function:
        return f"`{row.name}`"
    given = ", ".join(f"{name}={value!r}" for name, value in row.parameters.items())
    return f"`{row.name}`: `{row.function}({given})`"


def _targets(row: Metric, language: str) -> str:
    targets = [target.removesuffix("-indicator") for target in row.targets]
    comma = {"en": ", ", "zh": "、"}[language]
    return comma.join(_said(target, language) for target in targets)


def _bound(bound: float) -> str:
    return {catalog.INFINITY: "∞", -catalog.INFINITY: "−∞"}.get(bound, f"{bound:g}")


def _of_family(family: Family, language: str) -> str:
    # What has variants among the metrics, and no row of its own.
    behind = dict.fromkeys(row.function for row in family.metrics)
    alone = [name for name in behind if name not in catalog.METRICS]
    return _others(family.others, language, alone)


def _others(others: Iterable[Metric], language: str, behind: Iterable[str] = ()) -> str:
    ordered = sorted(others, key=lambda row: KINDS.index(row.kind))
    named = [(row.name, row.kind) for row in ordered]
    named += [(name, "") for name in behind]
    rows = (
        (f"`{name}`", _said(kind, language) if kind else "", _summary(name, language))
        for name, kind in named
    )
    head = ("Function", "Kind", "Summary")
    return _table([_said(one, language) for one in head], rows)


def _besides(language: str) -> str:
    """Return the table of what is public and in no family."""
    functions = {row.function for row in catalog.METRICS.values()}
    rows = (
        (f"`{name}`", _summary(name, language))
        for name in fastmetrics.__all__
        if name not in functions and not name.startswith("__")
    )
    return _table([_said(one, language) for one in ("Name", "Summary")], rows)


def _summary(name: str, language: str) -> str:
    """Return the first line of a docstring; docstrings are English, titles are not."""
    if language != "en":
        [row] = [one for one in catalog.index().rows if one.name == name]
        return _said(title_of(row.title), language)
    return (inspect.getdoc(getattr(fastmetrics, name)) or "").partition("\n")[0]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    for language, folder in FOLDERS.items():
        (folder / "functions.md").write_text(page(language), encoding="utf-8")
        (folder / "terms.md").write_text(terms(language), encoding="utf-8")
