"""docs/benchmarks.md and the README's rows, from the figures of several machines.

Each machine's figures are a file of their own in docs/benchmarks, written by
``python -m benchmarks --record``; ``python -m benchmarks --page`` writes the pages from
all of them and measures nothing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fastmetrics import catalog
from fastmetrics.show.words import in_language, say

from .table import describe, seconds_text, targets_text, three_digits

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "benchmarks"
PAGES = {
    "en": ROOT / "docs" / "benchmarks.md",
    "zh": ROOT / "docs" / "zh" / "benchmarks.md",
}
READMES = {"en": ROOT / "README.md", "zh": ROOT / "README.zh.md"}
MARKS = "<!-- benchmarks -->", "<!-- end -->"

# What the README shows: the cases that matter, with the first peer of each.
CHOSEN = (
    "roc_auc_score",
    "f1_score, macro",
    "adjusted_mutual_info_score, 500 × 500",
    "silhouette_score",
    "bootstrap of AUC, n = 10⁶",
    "ndcg_score, 100 documents a query",
    "word_error_rate",
)

INTRODUCTION = {
    "en": """\
# Benchmarks

Each time is the best of several runs. fastmetrics and its peers run in turn in one
process, and fastmetrics uses one thread unless the case says otherwise. A ratio above 1
means that fastmetrics is faster. A ratio in bold misses its target. The floor is a
lower bound for every implementation, such as the time to read the inputs once. Each
machine has its own columns, because ratios depend on the processor.

`pip install -e ".[bench]" && python -m benchmarks` prints the table for your machine,
and `python -m benchmarks --record` adds its columns to this page.
""",
    "zh": """\
# 速度

时间取若干次运行中最快的一次；本库与其他软件包在同一进程中轮流测量，
除非另有说明，本库只用一个线程。比值大于 1 表示本库更快；粗体的未达目标。
下限是任何实现在同样的输入上都无法突破的，例如把输入读一遍。
比值也取决于处理器，所以每台机器有自己的列。

`pip install -e ".[bench]" && python -m benchmarks` 在你的机器上输出此表，
`python -m benchmarks --record` 把它的列加入本页。
""",
}
# The heading of cases that no family has.
OTHERS = {"en": "Other cases", "zh": "其他任务"}
# What heads the columns of the page, those of each machine, and the README's.
HEADS = {
    "en": (
        ("case", "rows", "peer", "target"),
        ("{}: ours", "{}: peer / ours", "{}: ours / floor"),
        ("job", "rows", "fastmetrics", "peer", "peer takes", "times faster"),
    ),
    "zh": (
        ("任务", "样本数", "其他软件包", "目标"),
        ("{}：本库", "{}：其他 / 本库", "{}：本库 / 下限"),
        ("任务", "样本数", "fastmetrics", "其他软件包", "其用时", "快多少倍"),
    ),
}
ON = {
    "en": "On {cpu} ({level}), scikit-learn {version}:",
    "zh": "在 {cpu}（{level}）上，scikit-learn {version}：",
}


def slug(where: dict[str, Any]) -> str:
    """Return the name of the file with a machine's figures."""
    words = f"{where['cpu']} {where['level']}"
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def record(rows: list[dict[str, Any]], where: dict[str, Any]) -> Path:
    """Write the figures of this machine; cases measured before and not now stay."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    path = FIGURES / f"{slug(where)}.json"
    kept = []
    if path.exists():
        measured = {row["case"] for row in rows}
        known = json.loads(path.read_text(encoding="utf-8"))["rows"]
        kept = [row for row in known if row["case"] not in measured]
    content = {"environment": where, "rows": [*kept, *rows]}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path


def machines() -> list[dict[str, Any]]:
    """Return the figures of all machines, in the order of their files."""
    return [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(FIGURES.glob("*.json"))
    ]


def page(order: list[str], language: str = "en") -> str:
    """Return docs/benchmarks.md; ``order``: the names of all cases there are."""
    of_case, of_machine, _ = HEADS[language]
    found = machines()
    names = [f"{chr(ord('A') + i)}" for i in range(len(found))]
    lines = [INTRODUCTION[language]]
    for name, machine in zip(names, found, strict=True):
        where = dict(machine["environment"])
        note = where.pop("note", "")  # what a reader of older figures should know
        told = [*describe(where), *([note] if note else [])]
        lines += [f"- **{name}**: {'; '.join(told)}"]
    headings = [*of_case]
    for name in names:
        headings += [one.format(name) for one in of_machine]
    by_peer = [_by_peer(machine["rows"]) for machine in found]
    for title, cases in by_family(order).items():
        heading = in_language(say(title), language) if title else OTHERS[language]
        lines += ["", f"## {heading}", ""]
        lines += [_line(headings), _line(["---"] * len(headings))]
        for case in cases:
            peers = dict.fromkeys(
                peer for rows in by_peer for known, peer in rows if known == case
            )
            for number, peer in enumerate(peers):
                lines.append(_line(_cells(case, peer, number > 0, by_peer)))
    return "\n".join(lines) + "\n"


def by_family(cases: list[str]) -> dict[str, list[str]]:
    """Return cases by the title of the family of their function, the first word.

    The cases of no family come last, with an empty title.
    """
    heads = (*catalog.FAMILIES.values(), *catalog.TOPICS.values())
    titles = {one.name: one.title for one in heads}
    tasks = {row.function: row.task for row in catalog.index().rows}
    found: dict[str, list[str]] = {title: [] for title in (*titles.values(), "")}
    for case in cases:
        first = re.match(r"\w*", case)
        task = tasks.get(first[0] if first else "", "")
        found[titles.get(task, "")].append(case)
    return {title: own for title, own in found.items() if own}


def _by_peer(rows: list[dict[str, Any]]) -> dict[tuple[str, str | None], Any]:
    return {(row["case"], row["peer"]): row for row in rows}


def _cells(
    case: str,
    peer: str | None,
    continued: bool,
    machines: list[dict[tuple[str, str | None], Any]],
) -> list[str]:
    """Return a line of the page; ``continued``: of the case of the line above."""
    rows = [rows.get((case, peer)) for rows in machines]
    one = next(row for row in rows if row is not None)
    n = f"{one['n']:,}" if one["n"] else ""
    cells = ["" if continued else case, "" if continued else n, peer or ""]
    cells.append(targets_text(one))
    for row in rows:
        if row is None:
            cells += ["", "", ""]
            continue
        ratio = "" if row["ratio"] is None else three_digits(row["ratio"])
        if "at_least" in row["missed"]:
            ratio = f"**{ratio}**"
        floor = three_digits(row["floor_ratio"]) if row["floor_ratio"] else ""
        ours = seconds_text(row["ours"])
        cells += ["", ratio, ""] if continued else [ours, ratio, floor]
    return cells


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def readme_rows(language: str = "en") -> str:
    """Return the rows that the README shows, of the first machine that has them all."""
    machine = next(
        one for one in machines() if {*CHOSEN} <= {row["case"] for row in one["rows"]}
    )
    first = {row["case"]: row for row in reversed(machine["rows"])}
    where = machine["environment"]
    lines = [
        ON[language].format(
            cpu=where["cpu"], level=where["level"], version=where["scikit-learn"]
        ),
        "",
        _line([*HEADS[language][2]]),
        _line(["---"] * 6),
    ]
    for case in CHOSEN:
        row = first[case]
        lines.append(
            _line(
                [
                    case,
                    f"{row['n']:,}",
                    seconds_text(row["ours"]),
                    row["peer"],
                    seconds_text(row["peer_seconds"]),
                    three_digits(row["ratio"]),
                ]
            )
        )
    return "\n".join(lines)


def readme(language: str = "en") -> str:
    """Return the README with these rows between its marks."""
    text = READMES[language].read_text(encoding="utf-8")
    start, end = MARKS
    before, _, rest = text.partition(f"{start}\n")
    _, _, after = rest.partition(f"\n{end}")
    return f"{before}{start}\n{readme_rows(language)}\n{end}{after}"


def write(order: list[str]) -> None:
    """Write the page and the README, in both languages."""
    for language, path in PAGES.items():
        path.write_text(page(order, language), encoding="utf-8")
        READMES[language].write_text(readme(language), encoding="utf-8")
