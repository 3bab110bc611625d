"""Critical-difference diagrams: nothing overlaps, no bar says what is not so."""

import math
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.drawn import faults, faults_of_svg
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

import fastmetrics as fm
from fastmetrics._common.names import cut
from fastmetrics.comparison import critical_differences
from fastmetrics.comparison.critical_differences import critical_difference_svg
from fastmetrics.comparison.diagrams import (
    MARK,
    dot_diagram,
    ranking_of,
    ticks,
    width_of,
)
from fastmetrics.show.pictures import Dots, Stroke, Text

GOLDEN = Path(__file__).parent / "golden"


@dataclass
class Ranked:
    """What a diagram asks of a result; of no groups, those of the difference."""

    names: tuple
    mean_ranks: np.ndarray
    difference: float = math.nan
    given: tuple | None = None
    control: object = None
    test: str = "Nemenyi test"
    adjust: str | None = None
    n_datasets: int = 4

    def critical_difference(self, alpha=0.05):
        return self.difference

    def groups(self, alpha=0.05):
        if self.given is not None:
            return self.given
        order = sorted(range(len(self.names)), key=lambda i: self.mean_ranks[i])
        found = []
        for i in order:
            best = self.mean_ranks[i]
            near = [
                j for j in order if 0 <= self.mean_ranks[j] - best < self.difference
            ]
            if not found or not set(near) <= set(found[-1]):
                found.append(near)
        return [[self.names[j] for j in group] for group in found]


def drawn_ranks(k, n, *, names="model_{}", slope=2.5):
    """Ranks of k models of different worth on n data sets."""
    rng = np.random.default_rng(k)
    scores = rng.normal(size=(n, k)) + np.linspace(0, slope, k)
    ranks = rankdata(-scores, axis=1).mean(axis=0)
    difference = 3.2 * math.sqrt(k * (k + 1) / (6 * n))
    labels = tuple(names.format(i) for i in range(k))
    return Ranked(labels, ranks, difference, n_datasets=n)


CASES = {
    # Groups {A, B} and {B, C}; Nemenyi's critical difference at N = 4.
    "course": Ranked(("A", "B", "C"), np.array([1, 2.125, 2.875]), 1.6572),
    "ten": drawn_ranks(10, 20),
    "sixty": drawn_ranks(60, 30, names="model_{}_of_a_long_search"),
    "two": Ranked(("x", "y"), np.array([1.2, 1.8]), 0.98),
    # The ruler is longer than the axis.
    "few_data_sets": Ranked(("x", "y", "z"), np.array([1.5, 2, 2.5]), 2.3437),
    # A and C are not told apart, B between them is told from A.
    "no_stretch": Ranked(
        tuple("ABCDEF"),
        np.array([1.5, 2.2, 3, 3.4, 4.9, 6]),
        given=(("A", "C", "D"), ("B", "C"), ("E",), ("D", "F")),
        test="Wilcoxon signed-rank test",
        adjust="holm",
    ),
    "control": Ranked(
        tuple("ABCD"), np.array([1.5, 2.2, 3, 3.3]), 1.2, control="A", given=()
    ),
    "control_without_difference": Ranked(
        tuple("ABCD"),
        np.array([1.5, 2.2, 3, 3.3]),
        control="A",
        given=(("A", "B", "D"),),
    ),
    "all_told": Ranked(tuple("ABC"), np.array([1.0, 2, 3]), 0.9, given=()),
    "one_group": Ranked(tuple("ABC"), np.array([2.0, 2, 2]), given=(tuple("ABC"),)),
    "widths": Ranked(
        ("模型" * 15, "é" * 40, "W" * 60, "i"), np.array([1.1, 2, 2.9, 4]), 1.0
    ),
}
WITH_DIFFERENCE = [n for n, one in CASES.items() if not math.isnan(one.difference)]


def made(name, style="bars"):
    layout = {"bars": critical_differences.bar_diagram, "intervals": dot_diagram}[style]
    return layout(ranking_of(CASES[name], 0.05))


def sketch(name, style="bars"):
    [found] = made(name, style).panels
    return found


def points(mark):
    return [*zip(mark.x.tolist(), mark.y.tolist(), strict=True)]


DRAWINGS = [
    *((name, "bars") for name in CASES),
    *((name, "intervals") for name in WITH_DIFFERENCE),
]


def box(text):
    """Left, top, right and bottom of a text."""
    width = width_of(text.text, text.size)
    left = text.x - {"left": 0, "center": width / 2, "right": width}[text.side]
    return left, text.y - 0.76 * text.size, left + width, text.y + 0.24 * text.size


def overlap(one, other):
    return all(
        one[side] < other[side + 2] and other[side] < one[side + 2] for side in (0, 1)
    )


# ------------------------------------------------------------------------- the layout


@one_case("name, style", DRAWINGS)
def test_no_text_meets_another_one_nor_leaves_the_paper(name, style):
    drawing = sketch(name, style)
    boxes = [box(mark) for mark in drawing.shapes if isinstance(mark, Text)]
    assert len(boxes) > 2 * len(CASES[name].names)
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= drawing.across
        assert 0 <= top < bottom <= drawing.down


@one_case("name, style", DRAWINGS)
def test_every_model_is_named_once_with_its_rank(name, style):
    drawing = sketch(name, style)
    said = [mark.text for mark in drawing.shapes if isinstance(mark, Text)]
    for model, rank in zip(CASES[name].names, CASES[name].mean_ranks, strict=True):
        assert f"{rank:.2f}" in said
        assert said.count(cut(model)) == 1


@one_case("name", CASES)
def test_no_line_to_a_name_crosses_another_one(name):
    elbows = [
        points(mark)
        for mark in sketch(name).shapes
        if isinstance(mark, Stroke) and len(mark.x) == 3
    ]
    assert len(elbows) == len(CASES[name].names)
    for one, other in combinations(elbows, 2):
        (x, top), (_, low), (end, _) = one
        (x2, _), (_, low2), (end2, _) = other
        assert low != low2 or (end < x) != (end2 < x2)  # none at the height of another
        for (at, bottom), (start, stop, height) in (
            ((x, low), (*sorted((x2, end2)), low2)),
            ((x2, low2), (*sorted((x, end)), low)),
        ):
            crosses = start < at < stop and top < height < bottom
            assert not crosses


def bars_of(drawing):
    """Left and right end, height and members (dots) of every bar."""
    found = []
    for mark in drawing.shapes:
        if isinstance(mark, Stroke) and mark.colour == MARK:
            (right, y), (left, _) = points(mark)
            reach = mark.width / 2 if mark.width > 1 else 0  # its ends are round
            found.append((left - reach, right + reach, y, []))
        elif isinstance(mark, Dots):
            found[-1][3].append(mark.x.item())
    return found


def places(drawing, k):
    """Where the k models stand, by their lines to the axis."""
    elbows = [
        mark.x[0].item()
        for mark in drawing.shapes
        if isinstance(mark, Stroke) and len(mark.x) == 3
    ]
    assert len(elbows) == k
    return sorted(elbows, reverse=True)  # the best first


@given(st.integers(2, 30), st.integers(2, 40), st.floats(0.1, 6), st.integers(0, 99))
def test_a_bar_joins_the_models_of_its_group_and_no_other(k, n, difference, seed):
    rng = np.random.default_rng(seed)
    ranks = rankdata(rng.integers(0, 9, (n, k)), axis=1).mean(axis=0)
    names = tuple(range(k))
    result = Ranked(names, ranks, difference)
    ranking = ranking_of(result, 0.05)
    [drawing] = critical_differences.bar_diagram(ranking).panels
    xs = places(drawing, k)
    found = [
        [i for i, x in enumerate(xs) if left <= x <= right]
        for left, right, _, _ in bars_of(drawing)
    ]
    assert found == ranking.groups
    spans = sorted(bars_of(drawing), key=lambda bar: (bar[2], bar[0]))
    for one, other in pairwise(spans):
        assert one[2] < other[2] or one[1] + 2 < other[0]


def test_a_group_that_is_no_stretch_has_a_dot_at_each_of_its_models():
    drawing = sketch("no_stretch")
    a, b, c, d, e, f = places(drawing, 6)
    found = bars_of(drawing)
    assert [sorted(members, reverse=True) for *_, members in found] == [
        [a, c, d],
        [],
        [d, f],
    ]
    left, right, *_ = found[1]
    assert d < left < c < b < right < a
    assert "or marked by dots on it" in made("no_stretch").title
    assert e not in [x for *_, members in found for x in members]


def test_the_ruler_is_as_long_as_the_critical_difference():
    for name in WITH_DIFFERENCE:
        drawing, case = sketch(name), CASES[name]
        [label] = [
            mark
            for mark in drawing.shapes
            if isinstance(mark, Text) and mark.text.startswith("CD")
        ]
        assert label.text == f"CD = {case.difference:.2f}"
        ruler, axis = (
            points(mark)
            for mark in drawing.shapes
            if isinstance(mark, Stroke) and mark.width == 1.2 and mark.y[0] == mark.y[1]
        )
        (start, _), (end, _) = ruler
        (left, _), (right, _) = axis
        per_rank = (right - left) / (len(case.names) - 1)
        assert start == left
        assert end - start == pytest.approx(case.difference * per_rank)
        assert end < drawing.across


def test_without_a_critical_difference_there_is_no_ruler():
    said = [one.text for one in sketch("no_stretch").shapes if isinstance(one, Text)]
    assert not any("CD" in text for text in said)


def test_against_a_control_one_bar_reaches_as_far_to_both_sides():
    drawing, case = sketch("control"), CASES["control"]
    xs = places(drawing, 4)
    [(left, right, *_)] = bars_of(drawing)
    per_rank = (xs[0] - xs[-1]) / (case.mean_ranks[-1] - case.mean_ranks[0])
    # The end of the axis, half a rank to the right, is nearer than the difference.
    assert right == pytest.approx(
        xs[0] + 0.5 * per_rank, abs=critical_differences.BEYOND
    )
    assert xs[2] < left < xs[1]
    coloured = [m.text for m in drawing.shapes if m.colour == MARK and type(m) is Text]
    assert coloured == ["A"]
    assert "beyond the bar differ significantly from A" in made("control").title


def test_lines_overlap_exactly_where_models_are_not_told_apart():
    for name in WITH_DIFFERENCE:
        case = CASES[name]
        lines = [
            sorted(mark.x.tolist())
            for mark in sketch(name, "intervals").shapes
            if isinstance(mark, Stroke) and mark.colour == MARK
        ]
        ranks = sorted(case.mean_ranks)
        assert len(lines) == len(ranks)
        for (a, one), (b, other) in combinations(zip(ranks, lines, strict=True), 2):
            assert (other[0] < one[1]) == (b - a < case.difference)


def test_numbers_of_an_axis():
    assert ticks(1, 2) == [1, 2]
    assert ticks(1, 12) == [*range(1, 13)]
    assert ticks(1, 13) == [1, 4, 6, 8, 10, 13]
    assert ticks(1, 10_000)[1:3] == [1000, 2000]


# ------------------------------------------------------------------------------- SVG


@one_case("name, style", DRAWINGS)
def test_svg_is_the_same_text_each_time(name, style):
    # After a change that is meant, write them again and look at each of them:
    # python tests/comparison/test_critical_differences.py
    text = critical_difference_svg(CASES[name], style=style)
    assert text == (GOLDEN / f"{name}_{style}.svg").read_text(encoding="utf-8")
    assert faults_of_svg(text) == []
    tree = ElementTree.fromstring(text)
    assert tree[0].text.startswith(f"Mean ranks of {len(CASES[name].names)} models")


@one_case("style", ["bars", "intervals"])
def test_names_are_data(style):
    hostile = ("</text><script>", '"&amp;', "\x1b[2J\x00", "$x_1$", "a\nb", "\u202eb")
    result = Ranked(hostile, np.arange(1.0, 7), 2.0)
    tree = ElementTree.fromstring(critical_difference_svg(result, style=style))
    assert {one.tag.rpartition("}")[2] for one in tree.iter()} <= {
        *("svg", "title", "text", "path", "g")
    }
    texts = [one.text for one in tree.iter() if one.tag.endswith("text")]
    for name in ("</text><script>", '"&amp;', r"\x1b[2J\x00", "$x_1$", r"a\nb"):
        assert name in texts


# ------------------------------------------------------------------------ matplotlib


@one_case("name, style", [("ten", "bars"), ("course", "intervals")])
def test_matplotlib_draws_the_same(name, style):
    pytest.importorskip("matplotlib")
    figure = fm.critical_difference_diagram(CASES[name], style=style)
    drawing = sketch(name, style)
    (ax,) = figure.axes
    said = [mark for mark in drawing.shapes if isinstance(mark, Text)]
    assert [text.get_text() for text in ax.texts] == [mark.text for mark in said]
    assert len(ax.lines) == len(drawing.shapes) - len(said)
    assert faults(figure) == []
    points, corner = 72 / figure.dpi, ax.get_window_extent()
    for text, mark in zip(ax.texts, said, strict=True):
        extent = text.get_window_extent()
        left, _, right, _ = box(mark)
        # As wide as was reckoned, but for pixels, and where: so nothing overlaps here.
        assert left - 3 <= (extent.x0 - corner.x0) * points
        assert (extent.x1 - corner.x0) * points <= right + 3


def test_given_axes_are_filled_and_letters_scaled():
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    drawing = sketch("ten")
    figure = Figure(figsize=(drawing.across / 144, 6))
    ax = figure.add_axes((0, 0, 1, 1))
    found = fm.critical_difference_diagram(CASES["ten"], ax=ax)
    assert found is figure
    assert {text.get_fontsize() for text in ax.texts} == {4.5, 3.75}  # half of each
    assert figure.axes == [ax]
    assert (
        ax.texts[0].get_text().replace("\n", " ").startswith("Mean ranks of 10 models")
    )


def test_a_result_draws_itself():
    pytest.importorskip("matplotlib")
    result = course_result()
    assert "α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}0.01" in result.to_svg(alpha=0.01)
    for style in ("bars", "intervals"):
        svg = critical_difference_svg(result, style=style)
        assert result.to_svg(style=style) == svg
        figure = result.plot(style=style)
        texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
        drawn = [text.get_text() for text in figure.axes[0].texts]
        assert drawn == [text.text for text in texts][: len(drawn)]
        assert figure._repr_png_().startswith(b"\x89PNG")


def course_result():
    ranks = np.array([1, 2.125, 2.875])
    pvalues = np.array([[1, 0.2, 0.02], [0.2, 1, 0.5], [0.02, 0.5, 1]])
    return fm.PairwiseResult(
        names=("A", "B", "C"),
        test="Nemenyi test",
        adjust=None,
        estimates=ranks[:, None] - ranks,
        statistics=ranks[:, None] - ranks,
        pvalues=pvalues,
        adjusted_pvalues=pvalues,
        mean_ranks=ranks,
        n_datasets=4,
        difference=lambda alpha: 1.6572,
    )


# ---------------------------------------------------------------------------- errors


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(ValueError, match="style='bars' shows its groups"):
        fm.critical_difference_diagram(CASES["no_stretch"], style="intervals")
    with pytest.raises(ValueError, match=r"style must be one of .*'bars'.*'dots'"):
        fm.critical_difference_diagram(CASES["ten"], style="dots")
    with pytest.raises(ValueError, match="alpha must lie between 0 and 1"):
        fm.critical_difference_diagram(CASES["ten"], alpha=1)
    with pytest.raises(TypeError, match=r"result must be a PairwiseResult .* ndarray"):
        fm.critical_difference_diagram(np.eye(3))
    pytest.importorskip("matplotlib")
    with pytest.raises(TypeError, match="ax must be axes of matplotlib, got int"):
        fm.critical_difference_diagram(CASES["ten"], ax=3)


if __name__ == "__main__":
    for name, style in DRAWINGS:
        path = GOLDEN / f"{name}_{style}.svg"
        path.write_text(critical_difference_svg(CASES[name], style=style), "utf-8")
