"""Write docs/functions.md and docs/terms.md, this one in Chinese too, from the catalog.

The first is the table of all public functions, the second says which words lead to
which. ``python tools/functions_page.py`` writes them; a test says when they are out of
date.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path

import fastmetrics
from fastmetrics import catalog
from fastmetrics.catalog import Family, Metric
from fastmetrics.show.words import in_language, of_catalog, title_of

PAGE = Path(__file__).parents[1] / "docs" / "functions.md"
TERMS_PAGES = {
    "en": PAGE.with_name("terms.md"),
    "zh": PAGE.parent / "zh" / "terms.md",
}

INTRODUCTION = """\
# Functions

Everything that `fastmetrics` exports. A metric is one number per data set: `evaluate`
reports it, `confidence_interval` puts an interval around it, and both know it by the
names in the first two columns. A name that is no function's is a variant of one, with
the parameters shown. "Interval" says how it is made by default, see
[intervals](intervals.md); ≈ marks those that are approximate, and – where no valid one
is known. "Merges as" names the summary in which parts of the data are added up, so that
batches, files and machines give what all rows give; below each table is why some
metrics have none.

This page is written from the catalog by `python tools/functions_page.py`.
"""
OF_TERMS = {
    "en": """\
# Terms

Which name is meant by which word, in English, in Chinese, and by the ids of other
packages. `fastmetrics.find(term)` and `fastmetrics find TERM` look here, and all that
takes the name of a metric reads it so: `confidence_interval("查准率", y_true, y_pred)`.
Case, spaces, hyphens and endings such as `_score` say nothing, and Greek letters are
spelled out. A short name that metrics of several families bear, as F1, AP, P and R,
means that of the data given, labels or ranked lists.

`accuracy`, `precision`, `recall`, `f1` and `roc_auc`, as code writes them, are
`accuracy_score`, `precision_score`, `recall_score`, `f1_score` and `roc_auc_score`.

This page is written from the catalog by `python tools/functions_page.py`.
""",
    "zh": """\
# 名称表

哪个词指哪个名称：英文、中文，以及其他软件包中的名称。`fastmetrics.find(term)` 与
`fastmetrics find TERM` 查的就是此表，凡接受指标名称之处都这样读取名称：
`confidence_interval("查准率", y_true, y_pred)`。
大小写、空格、连字符以及 `_score` 之类的词尾不起作用，希腊字母写成单词。
几族指标共有的短名，如 F1、AP、P 与 R，指所给数据（标签或排序列表）的那一个。

代码中写的 `accuracy`、`precision`、`recall`、`f1` 与 `roc_auc` 即 `accuracy_score`、
`precision_score`、`recall_score`、`f1_score` 与 `roc_auc_score`。

本页由 `python tools/functions_page.py` 依目录写出。
""",
}
# What no family and no topic is called.
ALONE = {"Report": "报告"}
HEADS_OF_TERMS = {
    "en": ("Name", "Title", "标题", "Also"),
    "zh": ("名称", "Title", "标题", "也称"),
}
KINDS = ("splitter", "validation", "curve", "table", "test", "formula")
BETTER = {True: "higher", False: "lower", None: "–"}


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for family in catalog.FAMILIES.values():
        parts += [f"## {family.title}", _metrics(family), _of_family(family)]
    for topic in catalog.TOPICS.values():
        parts += [f"## {topic.title}", _others(topic.rows)]
    parts += ["## Besides", _table(("Name", "What it is"), _besides())]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


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
        if language == "zh":
            title = ALONE.get(title) or in_language(of_catalog(title), "zh")
        parts += [f"## {title}", _table(HEADS_OF_TERMS[language], rows)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _metrics(family: Family) -> str:
    several = len({row.targets for row in family.metrics}) > 1
    head = ("Metric", "Also called", "What it is", *(["Of"] if several else []))
    rows = (
        (
            _called(row),
            ", ".join(f"`{alias}`" for alias in row.aliases),
            row.title,
            *([_targets(row)] if several else []),
            f"{_bound(row.lower)} … {_bound(row.upper)}",
            BETTER[row.greater_is_better],
            (row.interval or "–") + (" ≈" if row.approximate else ""),
            " or ".join(f"`{name}`" for name in row.merges) or "–",
        )
        for row in family.metrics
    )
    table = _table((*head, "Range", "Better", "Interval", "Merges as"), rows)
    return "\n\n".join([table, *_unmerged(family)])


def _unmerged(family: Family) -> Iterator[str]:
    """Say of all metrics that cannot be had from parts why that is."""
    reasons = dict.fromkeys(row.unmerged for row in family.metrics if row.unmerged)
    for reason in reasons:
        names = [f"`{row.name}`" for row in family.metrics if row.unmerged == reason]
        yield f"Not to be merged ({', '.join(names)}): {reason}."


def _called(row: Metric) -> str:
    """Return a metric's name, with the call that it stands for or what it needs."""
    if row.required:
        return f"`{row.name}` (needs {row.needs})"
    if row.name == row.function:
        return f"`{row.name}`"
    given = ", ".join(f"{name}={value!r}" for name, value in row.parameters.items())
    return f"`{row.name}`: `{row.function}({given})`"


def _targets(row: Metric) -> str:
    return ", ".join(target.removesuffix("-indicator") for target in row.targets)


def _bound(bound: float) -> str:
    return {catalog.INFINITY: "∞", -catalog.INFINITY: "−∞"}.get(bound, f"{bound:g}")


def _of_family(family: Family) -> str:
    # What has variants among the metrics, and no row of its own.
    behind = dict.fromkeys(row.function for row in family.metrics)
    return _others(family.others, [n for n in behind if n not in catalog.METRICS])


def _others(others: Iterable[Metric], behind: Iterable[str] = ()) -> str:
    ordered = sorted(others, key=lambda row: KINDS.index(row.kind))
    named = [(row.name, row.kind) for row in ordered]
    named += [(name, "") for name in behind]
    rows = ((f"`{name}`", kind, _summary(name)) for name, kind in named)
    return _table(("Function", "Kind", "What it does"), rows)


def _besides() -> Iterator[tuple[str, str]]:
    """Yield what is public and in no family."""
    functions = {row.function for row in catalog.METRICS.values()}
    for name in fastmetrics.__all__:
        if name not in functions and not name.startswith("__"):
            yield f"`{name}`", _summary(name)


def _summary(name: str) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(getattr(fastmetrics, name)) or "").partition("\n")[0]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    for language, path in TERMS_PAGES.items():
        path.write_text(terms(language), encoding="utf-8")
