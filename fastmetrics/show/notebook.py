"""What notebooks show of an object: a line and a small table, as text and as HTML."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from fastmetrics._common.names import display_width, printable, written

# More rows or columns than this are left out.
MOST = 20

# Notebooks say by marks of their own whether their ground is dark.
_MARKS = {
    "dark": ('[data-jp-theme-light="false"]', ".vscode-dark"),
    "light": ('[data-jp-theme-light="true"]', ".vscode-light"),
}
DARK_PLACES, LIGHT_PLACES = (
    tuple(
        f"{mark} .fastmetrics"
        for mark in (*marks, f'html[theme="{name}"]', f'html[data-theme="{name}"]')
    )
    for name, marks in _MARKS.items()
)

# The colours of reports that are needed here, by the names of their variables.
_COLOURS = ("ground", "text", "grid", "s0", "raised")
# Those of a report's style sheet that are needed here: both may stand on one page.
_RULES = (
    ".fastmetrics{color:var(--text);background:var(--ground);text-align:left;"
    "font:15px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}"
    ".fastmetrics p{margin:.3em 0;overflow-wrap:anywhere}"
    ".fastmetrics .scroll{overflow-x:auto;max-width:100%}"
    ".fastmetrics table{border-collapse:collapse;margin:0;border:0;font-size:.93em;"
    "color:inherit;background:none}"
    ".fastmetrics th,.fastmetrics td{padding:.28em .7em .28em 0;text-align:left;"
    "white-space:nowrap;border:0;border-bottom:1px solid var(--grid);color:inherit;"
    "background:none}"
    ".fastmetrics .r{text-align:right}"
    ".fastmetrics .bar{display:inline-block;position:relative;width:7em;height:.75em;"
    "margin-left:.4em;background:var(--raised);vertical-align:baseline}"
    ".fastmetrics .bar i{position:absolute;top:0;bottom:0;min-width:2px;"
    "background:var(--s0)}"
    ".fastmetrics .bar b{position:absolute;top:-.15em;bottom:-.15em;width:3px;"
    "margin-left:-1px;background:var(--text)}"
)


class Bar(NamedTuple):
    """An interval around a value."""

    low: float
    value: float
    high: float


class Shown(NamedTuple):
    """What there is to see of an object.

    Attributes
    ----------
    line : str
        What it is.
    headers : sequence of str
        Above the columns of a table; those after the first hold numbers.
    rows : sequence of sequences of str
        The table; may be empty. Names in it are `names.written`.
    bar : Bar, optional
        Drawn behind the line.
    """

    line: str
    headers: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    bar: Bar | None = None


def matrix(
    line: str,
    corner: str,
    rows: Collection[object],
    columns: Collection[object],
    values: Callable[[], Iterable[Iterable[float]]],
) -> Shown:
    """Return a line and a matrix of counts, the line alone if the matrix is large."""
    if max(len(rows), len(columns)) > MOST:
        return Shown(line)
    headers = [corner, *map(written, columns)]
    named = zip(rows, values(), strict=True)
    cells = [[written(label), *map(amount, row)] for label, row in named]
    return Shown(line, headers, cells)


def amount(value: float) -> str:
    """Write a count, or a sum of weights.

    >>> amount(1234567), amount(2.5)
    ('1,234,567', '2.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.6g}"


def bundle(*every: Shown) -> dict[str, str]:
    """Return what `_repr_mimebundle_` answers: the same as text and as HTML."""
    texts, parts = [], []
    for shown in every:
        most = shown._replace(line=printable(shown.line), rows=shown.rows[:MOST])
        left_out = len(shown.rows) - len(most.rows)
        more = f"and {left_out:,} more" if left_out else ""
        texts.append(_text(most, more))
        parts.append(_html(most, more))
    inside = f"<style>{_style()}</style>{''.join(parts)}"
    return {
        "text/plain": "\n\n".join(texts),
        "text/html": f'<div class="fastmetrics">{inside}</div>',
    }


def _text(shown: Shown, more: str) -> str:
    """Return a table under the line, its numbers flush right."""
    table = [shown.headers, *shown.rows] if shown.rows else []
    widths = [max(map(display_width, column)) for column in zip(*table, strict=True)]
    lines = [shown.line]
    for first, *numbers in table:
        cells = [first + " " * (widths[0] - display_width(first))]
        cells += [
            " " * (width - display_width(number)) + number
            for width, number in zip(widths[1:], numbers, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join([*lines, *[more] * bool(more)])


def _html(shown: Shown, more: str) -> str:
    body = f"<p>{html.escape(shown.line)}{_bar(shown.bar)}</p>"
    if shown.rows:
        heads = "".join(
            _cell("th", "col", text, k) for k, text in enumerate(shown.headers)
        )
        rows = "".join(
            "<tr>"
            + "".join(
                _cell("td" if k else "th", "row", text, k) for k, text in enumerate(row)
            )
            + "</tr>"
            for row in shown.rows
        )
        body += (
            f'<div class="scroll"><table><thead><tr>{heads}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
    if more:
        body += f"<p>{more}</p>"
    return body


def _cell(kind: str, scope: str, text: str, column: int) -> str:
    scoped = f' scope="{scope}"' if kind == "th" else ""
    right = ' class="r"' if column else ""
    return f"<{kind}{scoped}{right}>{html.escape(text)}</{kind}>"


def _bar(bar: Bar | None) -> str:
    """Return an interval as a bar: of what lies in [0, 1] or [-1, 1] on that scale."""
    if bar is None or not (math.isfinite(bar.low) and math.isfinite(bar.high)):
        return ""
    width = bar.high - bar.low
    start, end = next(
        (
            ends
            for ends in ((0.0, 1.0), (-1.0, 1.0))
            if ends[0] <= bar.low <= bar.high <= ends[1]
        ),
        (bar.low - width, bar.high + width),
    )
    if not start < end:
        return ""
    low, value, high = (100 * (position - start) / (end - start) for position in bar)
    return (
        f'<i class="bar" aria-hidden="true"><i style="left:{low:.1f}%;'
        f'right:{100 - high:.1f}%"></i><b style="left:{value:.1f}%"></b></i>'
    )


def _style() -> str:
    """Return the rules: as the notebook is, light or dark, else as the system is."""
    from fastmetrics.show.pictures.styles import theme

    light, dark = (
        "{" + "".join(f"--{name}:{colours[name]};" for name in _COLOURS) + "}"
        for colours in (theme(False).named(), theme(True).named())
    )
    return (
        f".fastmetrics{light}@media screen and (prefers-color-scheme:dark)"
        f"{{.fastmetrics{dark}}}{','.join(LIGHT_PLACES)}{light}"
        f"{','.join(DARK_PLACES)}{dark}{_RULES}"
    )
