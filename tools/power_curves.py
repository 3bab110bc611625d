"""Make docs/power.md and its pictures: how often paired tests find a difference.

Two models predict two classes, and one is the better in both. Of data sets drawn so,
each test rejects a share: its power at that difference, and its level where there is
none. Run from a checkout::

    python tools/power_curves.py [--draw]

It takes some five minutes, and its numbers are the same each time. With ``--draw`` the
pictures, power.svg in docs and in docs/zh, are drawn of the numbers of the page.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

import fastmetrics as fm
from fastmetrics.show.pictures import Entry, Line, Panel, Picture, Rule, Scale
from fastmetrics.show.pictures.svg import to_svg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from docs.words import word  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

DOCS = ROOT / "docs"
PAGE = DOCS / "power.md"
# language -> the picture of its page
PICTURES = {"en": DOCS / "power.svg", "zh": DOCS / "zh" / "power.svg"}
SEED = 20240101
N_DATA_SETS = 2_000
N_RESAMPLES = 1_999
ALPHA = 0.05
# Differences of the true accuracies, by the number of rows.
DIFFERENCES = {
    100: (0.0, 0.04, 0.08, 0.12, 0.16, 0.2),
    500: (0.0, 0.02, 0.04, 0.06, 0.08, 0.1),
}

# Share of the positives; in each class on which share of the rows exactly one model is
# right, and on which both are.
POSITIVES = 0.3
DISCORDANT = {1: 0.3, 0: 0.2}
BOTH_RIGHT = {1: 0.55, 0: 0.75}
DISCORDANCE = POSITIVES * DISCORDANT[1] + (1 - POSITIVES) * DISCORDANT[0]

METRICS = ("accuracy_score", "f1_score", "matthews_corrcoef")
TITLES = ("Accuracy", "F₁", "MCC")
# The true and both predicted labels of each kind of row.
KINDS = np.array(
    [(y, a, b) for y in (1, 0) for a in (1, 0) for b in (1, 0)], dtype=np.int8
)


def chances(difference: float) -> NDArray[np.float64]:
    """Return how likely a row is of each kind, of models that differ by so much."""
    found = []
    for y, a, b in KINDS.tolist():
        of_class = POSITIVES if y else 1 - POSITIVES
        discordant = DISCORDANT[y]
        if a == b == y:
            share = BOTH_RIGHT[y]
        elif a == b:
            share = 1 - BOTH_RIGHT[y] - discordant
        else:
            share = (discordant + (difference if a == y else -difference)) / 2
        found.append(of_class * share)
    return np.array(found)


def drawn(n: int, difference: float) -> NDArray[np.int64]:
    """Return how many rows of each kind the data sets of a point have."""
    generator = np.random.Generator(
        np.random.Philox([SEED, n + 1_000_000 * round(1e4 * difference)])
    )
    return generator.multinomial(n, chances(difference), size=N_DATA_SETS)


def true_differences(difference: float) -> list[float]:
    """Return by how much the models differ in each metric, on endless data."""
    y, a, b = KINDS.T
    of = {"sample_weight": chances(difference)}
    return [
        getattr(fm, name)(y, a, **of) - getattr(fm, name)(y, b, **of)
        for name in METRICS
    ]


def columns(counts: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return true labels and those of both models, of so many rows of each kind."""
    return np.repeat(KINDS, counts, axis=0).T.copy()


def mcnemar(method: str) -> Callable[[NDArray[np.int64]], list[list[float]]]:
    """Return a function that gives McNemar's p-values of data sets."""

    @cache
    def of(a_alone: int, b_alone: int) -> float:
        return fm.mcnemar_test_from_table(
            [[0, a_alone], [b_alone, 0]], method=method
        ).pvalue

    a_is_right = (KINDS[:, 1] == KINDS[:, 0]) & (KINDS[:, 2] != KINDS[:, 0])
    b_is_right = (KINDS[:, 2] == KINDS[:, 0]) & (KINDS[:, 1] != KINDS[:, 0])

    def pvalues(data_sets: NDArray[np.int64]) -> list[list[float]]:
        alone = zip(
            data_sets[:, a_is_right].sum(axis=1).tolist(),
            data_sets[:, b_is_right].sum(axis=1).tolist(),
            strict=True,
        )
        return [[of(*one) for one in alone]]

    return pvalues


def permuted(metric: str) -> Callable[[NDArray[np.int64]], list[list[float]]]:
    """Return a function that gives the exact permutation p-values of data sets."""

    def pvalues(data_sets: NDArray[np.int64]) -> list[list[float]]:
        return [
            [
                fm.paired_permutation_test(metric, *columns(counts)).pvalue
                for counts in data_sets
            ]
        ]

    return pvalues


def bootstrapped(data_sets: NDArray[np.int64]) -> list[list[float]]:
    """Return the paired bootstrap's p-values, a list for each metric."""
    found = []
    for seed, counts in enumerate(data_sets):
        y, a, b = columns(counts)
        made: Any = fm.compare(
            [*METRICS],
            y,
            {"a": a, "b": b},
            test="bootstrap",
            adjust=None,
            simultaneous=False,
            n_resamples=N_RESAMPLES,
            random_state=seed,
        )
        found.append([made[metric]["a", "b"].test_pvalue for metric in METRICS])
    return np.transpose(found).tolist()


# The columns of the table: the metric and the test.
EXACT, BOOTSTRAP = "exact permutation", "paired bootstrap"
TESTS: tuple[tuple[str, str], ...] = (
    ("Accuracy", EXACT),  # which is the exact McNemar test
    ("Accuracy", "McNemar, mid-p"),
    ("Accuracy", "McNemar, χ²"),
    ("Accuracy", "McNemar, χ² uncorrected"),
    ("F₁", EXACT),
    ("MCC", EXACT),
    ("Accuracy", BOOTSTRAP),
    ("F₁", BOOTSTRAP),
    ("MCC", BOOTSTRAP),
)
# Who finds their p-values, the slow one last.
FINDERS: tuple[Callable[[NDArray[np.int64]], list[list[float]]], ...] = (
    mcnemar("exact"),
    mcnemar("mid-p"),
    mcnemar("chi2"),
    mcnemar("chi2-uncorrected"),
    permuted("f1_score"),
    permuted("matthews_corrcoef"),
    bootstrapped,
)

Curves = dict[int, list[list[float]]]


def powers(
    n: int,
    difference: float,
    finders: Sequence[Callable[[NDArray[np.int64]], list[list[float]]]] = FINDERS,
) -> list[float]:
    """Return of each test in which share of the data sets it rejects."""
    data_sets = drawn(n, difference)
    return [
        float(np.mean(np.array(pvalues) <= ALPHA))
        for find in finders
        for pvalues in find(data_sets)
    ]


TITLE = "# Power of paired tests"
DESIGN = f"""
How often does a test find a real difference, and how often does it find one that does
not exist? Both models predict two classes, and {100 * POSITIVES:.0f} % of the rows are
positive. Exactly one of the models is right on {100 * DISCORDANT[1]:.0f} % of the
positives and on {100 * DISCORDANT[0]:.0f} % of the negatives
({100 * DISCORDANCE:.0f} % of all rows). Model A is better by the same amount in both
classes, and this amount is the difference in accuracy. Each number below is the
proportion of {N_DATA_SETS:,} simulated data sets with p at most {ALPHA:g}; all tests
use the same data sets. The standard error of such a proportion is at most
{np.sqrt(0.25 / N_DATA_SETS):.3f}, and {np.sqrt(0.05 * 0.95 / N_DATA_SETS):.3f} for a
proportion of 0.05.
"""
CALLS = f"""
The exact permutation test is `paired_permutation_test`; for accuracy it is the exact
McNemar test, with the same p-values. "χ²" is McNemar's test with the continuity
correction (`mcnemar_test` with `method="chi2"`), and "uncorrected" is the test without
it. The bootstrap is `compare` with `test="bootstrap"` and {N_RESAMPLES:,} replicates.
"""
SHOWN = f"![Power over the difference in accuracy]({PICTURES['en'].name})"


def readings(curves: Curves) -> list[str]:
    """Return what the tables show, with their numbers."""

    def share(n: int, place: int, metric: str, test: str) -> str:
        return f"{curves[n][place][TESTS.index((metric, test))]:.3f}"

    exact, mid = ("Accuracy", EXACT), ("Accuracy", "McNemar, mid-p")
    f1, mcc = ("F₁", EXACT), ("MCC", EXACT)
    drawn_f1, drawn_mcc = ("F₁", BOOTSTRAP), ("MCC", BOOTSTRAP)
    few, many = curves
    of_few, of_many = DIFFERENCES[few][2], DIFFERENCES[many][2]
    return [
        f"""**With few rows, the exact test of accuracy is conservative.** Its statistic
        is a count of about {DISCORDANCE * few:.0f} discordant rows, which has a coarse
        distribution. With {few} rows and no difference, the test rejects with
        probability {share(few, 0, *exact)}, not {ALPHA:g}; it finds a difference of
        {of_few:g} with probability {share(few, 2, *exact)}. The continuity correction
        has the same effect. With the mid-p value the probabilities are
        {share(few, 0, *mid)} and {share(few, 2, *mid)}, but the level is not guaranteed
        to stay below {ALPHA:g}.""",
        f"""**Permutation tests of F₁ and MCC are exact without this loss.** These
        metrics take many more values, and the tests nearly exhaust the level:
        {share(few, 0, *f1)} and {share(few, 0, *mcc)} with {few} rows.""",
        f"""**The metric matters more than the test.** F₁ ignores true negatives, and so
        reflects only part of the advantage of a model that is better in both classes.
        With {many} rows, the exact tests find a difference of {of_many:g} with
        probability {share(many, 2, *f1)} by F₁, {share(many, 2, *mcc)} by MCC and
        {share(many, 2, *exact)} by accuracy. For models that differ in another way, the
        order may be different.""",
        f"""**The bootstrap guarantees less.** With {few} rows it finds {of_few:g} with
        probability {share(few, 2, *drawn_f1)} by F₁ and {share(few, 2, *drawn_mcc)} by
        MCC, compared with {share(few, 2, *f1)} and {share(few, 2, *mcc)} for the
        permutation test. Without a difference it rejects with probability
        {share(few, 0, *drawn_f1)} and {share(few, 0, *drawn_mcc)}. The level of the
        bootstrap is approximate; the level of the permutation test is valid for any
        number of rows. The bootstrap tests whether the metrics are equal, the
        permutation test whether the models are exchangeable.""",
        f"""**With {many} rows, the tests of one metric give similar results.** The
        number of rows, and the number of rows on which the models disagree, matter
        more: `comparison_power` returns the power of the exact McNemar test without
        simulation.""",
    ]


def filled(text: str, bullet: str = "") -> str:
    """Return a paragraph in lines of the page's width."""
    return fill(
        " ".join(text.split()), 88, initial_indent=bullet,
        subsequent_indent=" " * len(bullet), break_on_hyphens=False,
    )  # fmt: skip


def page(curves: Curves) -> str:
    """Return the page, with a table for each number of rows."""
    parts = [TITLE, filled(DESIGN), filled(CALLS), SHOWN]
    parts.append("\n".join(filled(one, "- ") for one in readings(curves)))
    parts += [f"## {n} rows\n\n{table(n, curves[n])}" for n in curves]
    parts.append("Run `python tools/power_curves.py` to repeat the simulation.")
    return "\n\n".join(parts) + "\n"


def table(n: int, curves: list[list[float]]) -> str:
    """Return the true differences and the powers, a line per difference."""
    heads = [f"{title} of A − B" for title in TITLES]
    heads += [f"{metric}: {test}" for metric, test in TESTS]
    lines = [heads, ["---"] * len(heads)]
    lines += [
        row(difference, found)
        for difference, found in zip(DIFFERENCES[n], curves, strict=True)
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def row(difference: float, found: Sequence[float]) -> list[str]:
    """Return the cells of a line, those of the tests that were asked for."""
    return [f"{one:.3f}" for one in (*true_differences(difference), *found)]


# What is drawn of the tests: the series of each, distinguished by colour and dashes.
DRAWN = (EXACT, BOOTSTRAP, "McNemar, mid-p", "McNemar, χ²")


def read(text: str) -> Curves:
    """Return the powers that a page has in its tables."""
    found = {}
    for n in DIFFERENCES:
        lines = text.split(f"## {n} rows\n\n")[1].split("\n\n")[0].split("\n")[2:]
        cells = [line.strip("| ").split(" | ")[len(TITLES) :] for line in lines]
        found[n] = [[float(one) for one in line] for line in cells]
    return found


def picture(curves: Curves, language: str) -> Picture:
    """Return a panel for each metric and number of rows, in a language."""
    panels = []
    head = word("{metric}, {n} rows", language)
    x = word("true difference in accuracy", language)
    y = word("share of data sets with p ≤ 0.05", language)
    for title in TITLES:
        for n, found in curves.items():
            marks: list[Any] = [Rule(ALPHA, "y")]
            key = []
            for (metric, test), power in zip(TESTS, np.transpose(found), strict=True):
                if metric == title and test in DRAWN:
                    series = DRAWN.index(test)
                    marks.append(Line(np.array(DIFFERENCES[n]), power, series))
                    key.append(Entry(word(test, language), series, rank=-series))
            said = head.format(metric=word(title, language), n=n)
            panels.append(Panel(said, Scale(x), Scale(y, 0.0, 1.0), marks, key))
    title = word("Power of paired tests over the true difference", language)
    return Picture("power", title, panels)


def draw(curves: Curves) -> None:
    """Draw the pictures."""
    for language, path in PICTURES.items():
        path.write_text(to_svg(picture(curves, language)), encoding="utf-8")


def main() -> None:
    """Simulate all points, and write the page; draw the pictures of its numbers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draw", action="store_true", help="simulate nothing")
    if not parser.parse_args().draw:
        curves = {
            n: [powers(n, difference) for difference in differences]
            for n, differences in DIFFERENCES.items()
        }
        PAGE.write_text(page(curves), encoding="utf-8")
    # Of the page, so that who draws again draws the same.
    draw(read(PAGE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
