"""Pages of benchmarks: for each machine how many times faster each case is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import page as benchmarks
from benchmarks.table import describe, three_digits
from docs.drawn import element
from docs.words import word
from fastmetrics.show.markup import escaped
from fastmetrics.show.pictures import Bars, Panel, Picture, Rule, Scale
from fastmetrics.show.pictures.svg import to_svg
from fastmetrics.show.words import in_language, say

__all__ = ["contents", "pages"]

# So many bars stand in a panel, each with its name.
MOST = 26
# Names of cases are so wide at most, in inches.
LONGEST = 3.2


def pages(language: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each machine's page, and what is on it."""
    for machine in benchmarks.machines():
        yield _name(machine), _page(machine, language)


def above(language: str) -> str:
    """Return the line at the top of each table: where its columns are described."""
    return word("[Machines, and how times are measured](benchmarks.md)", language)


def contents(language: str) -> str:
    """Return what the page of all machines ends with: where the pictures are."""
    machines = benchmarks.machines()
    listed = "\n".join(f"- [{_title(one)}]({_name(one)})" for one in machines)
    hidden = "\n".join(_name(one).removesuffix(".md") for one in machines)
    return (
        f"\n## {word('Picture', language)}\n\n{listed}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{hidden}\n```\n"
    )


def _name(machine: dict[str, Any]) -> str:
    return f"benchmarks/{benchmarks.slug(machine['environment'])}.md"


def _title(machine: dict[str, Any]) -> str:
    where = machine["environment"]
    return escaped(f"{where['cpu']}, {where['level']}")


def _page(machine: dict[str, Any], language: str) -> str:
    where = dict(machine["environment"])
    note = where.pop("note", "")
    said = word(
        "How many times as long the first of the peers takes, on a scale of ratios: "
        "1 is as fast, and bars to the left are slower.",
        language,
    )
    told = escaped("; ".join([*describe(where), *([note] if note else [])]))
    parts = [f"# {word('Speed', language)}: {_title(machine)}", said, told]
    for title, rows in _by_family(machine).items():
        others = benchmarks.OTHERS[language]
        heading = in_language(say(title), language) if title else others
        parts += [f"## {heading}", element(_drawn(rows, heading, language))]
    link = f"[{word('Benchmarks', language)}](../benchmarks.md)"
    return "\n\n".join([*parts, link]) + "\n"


def _by_family(machine: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the cases with a peer by family, each with its first peer."""
    with_peer = [row for row in machine["rows"] if row["ratio"]]
    first = {row["case"]: row for row in reversed(with_peer)}
    cases = [row["case"] for row in with_peer]
    return {
        title: [first[case] for case in own]
        for title, own in benchmarks.by_family([*dict.fromkeys(cases)]).items()
    }


def _drawn(rows: list[dict[str, Any]], heading: str, language: str) -> str:
    """Return bars of the ratios, the greatest at the top."""
    rows = sorted(rows, key=lambda row: -row["ratio"])
    ratios = np.array([row["ratio"] for row in rows])
    ends = float(min(ratios.min(), 1.0)) / 1.2, float(ratios.max()) * 1.2
    panels = [
        Panel(
            "",
            Scale(word("Times faster", language), *ends, kind="log"),
            Scale("", kind="names", names=_names(rows, part), longest=LONGEST),
            [_bars(ratios[part]), Rule(1.0)],
        )
        for part in np.array_split(np.arange(len(rows)), -(-len(rows) // MOST))
    ]
    title = f"{word('Times faster', language)}: {heading}"
    made = Picture("speeds", title, panels, columns=1)
    return to_svg(made, language=language, heading=False)


def _names(rows: list[dict[str, Any]], part: NDArray[Any]) -> list[str]:
    return [f"{rows[k]['case']}: {three_digits(rows[k]['ratio'])}" for k in part]


def _bars(ratios: NDArray[Any]) -> Bars:
    n = len(ratios)
    return Bars(np.arange(n + 1) - 0.5, ratios, 0, "x", np.ones(n))
