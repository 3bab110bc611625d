"""PairwiseResult: groups, letters, sentences and tables of tests of pairs."""

import json
import math
from functools import partial

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.comparison.adjustments import METHODS, TITLES


def _scaled(factor, alpha):
    return factor * alpha


def pairs_of(names, pvalues, ranks, **more):
    """The result of all pairs with these p-values, in the order of combinations."""
    k = len(names)
    upper = np.triu_indices(k, 1)
    matrix = np.ones((k, k))
    matrix[upper] = pvalues
    matrix.T[upper] = pvalues
    ranks = np.asarray(ranks, dtype=float)
    estimates = ranks[:, None] - ranks[None, :]
    facts = {
        "names": tuple(names),
        "test": "Nemenyi test",
        "adjust": None,
        "estimates": estimates,
        "statistics": 2 * estimates,
        "pvalues": matrix,
        "adjusted_pvalues": matrix,
        "mean_ranks": ranks,
        "n_datasets": 4,
        **more,
    }
    return fm.PairwiseResult(**facts)


def against(control, **more):
    return fm.PairwiseResult(
        names=("x", "y", "z"),
        test="Bonferroni–Dunn test",
        adjust="bonferroni",
        estimates=np.array([math.nan, 1.0, 1.5]),
        statistics=np.array([math.nan, 1.4, 2.1]),
        pvalues=np.array([math.nan, 0.16, 0.02]),
        adjusted_pvalues=np.array([math.nan, 0.32, 0.04]),
        mean_ranks=np.array([1.0, 2.0, 2.5]),
        n_datasets=7,
        control=control,
        **more,
    )


# The course's table: groups {A, B} and {B, C}. Given in another order than the ranks'.
COURSE = pairs_of("CAB", [0.012, 0.3, 0.2], [2.875, 1, 2.125])


def test_groups_are_in_the_order_of_ranks():
    assert COURSE.groups() == (("A", "B"), ("B", "C"))
    assert COURSE.groups(0.01) == (("A", "B", "C"),)
    assert COURSE.groups(0.5) == (("A",), ("B",), ("C",))


def test_letters():
    assert COURSE.letters() == {"A": "a", "B": "ab", "C": "b"}
    assert [*COURSE.letters()] == ["A", "B", "C"]


def test_a_pair_with_an_undefined_p_value_is_not_told_apart():
    result = pairs_of("AB", [math.nan], [1, 2])
    assert result.groups() == (("A", "B"),)


def test_groups_that_are_no_stretch_of_the_ranking():
    # A and C are told apart, A and D are not.
    result = pairs_of("ABCD", [0.9, 0.01, 0.9, 0.9, 0.9, 0.9], [1, 2, 3, 4])
    assert result.groups() == (("A", "B", "D"), ("B", "C", "D"))


def test_against_a_control():
    result = against("x")
    assert result.groups() == (("x", "y"),)
    with pytest.raises(ValueError, match="compared with 'x' only"):
        result.letters()
    assert [(one["a"], one["b"]) for one in result.to_dict()["pairs"]] == [
        ("y", "x"),
        ("z", "x"),
    ]


def test_the_critical_difference_is_a_function_of_the_level():
    assert math.isnan(COURSE.critical_difference())
    result = pairs_of("AB", [0.5], [1, 2], difference=partial(_scaled, 33.0))
    assert result.critical_difference() == pytest.approx(1.65)
    assert result.critical_difference(0.1) == pytest.approx(3.3)


def test_summary_names_sizes_first_and_never_says_equal():
    assert COURSE.summary() == (
        "Nemenyi test, 3 models on 4 data sets: significant for 1 of 3 pairs at "
        "α = 0.05.\n"
        "Difference of mean ranks: C − A = 1.8750 (p = 0.0120).\n"
        "There is no evidence of differences within A, B | B, C."
    )


def test_summary_of_a_control():
    assert against("x", notes=("A note.",)).summary() == (
        "Bonferroni–Dunn test, 3 models on 7 data sets, p-values adjusted by "
        "Bonferroni's method: significant for 1 of 2 comparisons with x at α = 0.05.\n"
        "Difference of mean ranks: z − x = 1.5000 (p = 0.0400).\n"
        "There is no evidence of a difference from x of y.\n"
        "A note."
    )


def test_positions_are_said_to_be_of_models():
    result = pairs_of([0, 1], [0.01], [1, 2], test="sign test")
    assert result.summary() == (
        "Sign test, 2 models on 4 data sets: significant for 1 of 1 pair at "
        "α = 0.05.\n"
        "Difference of mean ranks: model 0 − model 1 = −1.0000 (p = 0.0100)."
    )


def test_every_adjustment_has_a_title():
    assert {*TITLES} == {*METHODS, "maxt"}


def test_summary_of_many_models_is_short():
    k = 30
    ranks = np.arange(1.0, k + 1)
    told = np.abs(ranks[:, None] - ranks[None, :])[np.triu_indices(k, 1)] > 3
    result = pairs_of(
        [f"model {i}" for i in range(k)], np.where(told, 1e-9, 0.9), ranks
    )
    lines = result.summary().splitlines()
    assert lines[1].startswith(
        "Difference of mean ranks: model 0 − model 29 = −29.0000 (p = 1e-09); "
    )
    assert lines[1].endswith("and 341 more.")
    assert lines[2].endswith("and 17 more.")


def test_more_groups_than_anybody_reads():
    k = 27
    third = np.arange(k) // 3  # 3 ** 9 groups of one of each three
    told = (third[:, None] == third[None, :])[np.triu_indices(k, 1)]
    result = pairs_of(range(k), np.where(told, 1e-9, 0.9), np.arange(1.0, k + 1))
    with pytest.raises(ValueError, match="more than 10,000 groups"):
        result.groups()
    assert result.summary().splitlines()[2] == (
        "More than 10,000 groups of models do not differ significantly."
    )


def test_to_frame():
    pytest.importorskip("pandas")
    frame = COURSE.to_frame()
    assert frame.index.tolist() == [("C", "A"), ("C", "B"), ("A", "B")]
    assert frame.loc[("C", "A"), "adjusted_pvalue"] == 0.012
    polars = pytest.importorskip("polars")
    assert COURSE.to_frame(backend="polars").equals(
        polars.from_pandas(frame.reset_index())
    )
    with pytest.raises(ValueError, match="backend is 'spark'"):
        COURSE.to_frame(backend="spark")


def test_to_dict_is_json():
    result = pairs_of([0, 1], [math.nan], [1, 2])
    found = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert found["models"] == [
        {"name": 0, "mean_rank": 1.0},
        {"name": 1, "mean_rank": 2.0},
    ]
    assert found["pairs"][0]["pvalue"] is None


def test_notebooks_show_pairs():
    shown = COURSE._repr_mimebundle_()
    assert "C − A" in shown["text/plain"]
    assert "0.0120" in shown["text/html"]


@one_case("alpha", [0, 1, -0.1, math.nan])
@one_case("name", ["groups", "letters", "summary", "critical_difference"])
def test_levels_lie_between_0_and_1(name, alpha):
    with pytest.raises(ValueError, match="alpha must lie between 0 and 1"):
        getattr(COURSE, name)(alpha)


def test_heat_map_of_p_values():
    [picture] = [one for one in COURSE._pictures() if one.name == "pvalues"]
    [panel] = picture.panels
    [cells] = panel.marks
    assert panel.x.names == panel.y.names == ["A", "B", "C"]
    assert cells.texts == [["", "0.20", "0.012"], ["0.20", "", "0.30"],
                           ["0.012", "0.30", ""]]  # fmt: skip
    assert cells.apart.tolist() == [[False, True, False], [True, False, True],
                                    [False, True, False]]  # fmt: skip
    assert cells.values[0, 2] == pytest.approx(-math.log10(0.012))
    assert np.isnan(np.diag(cells.values)).all()
    assert picture.title == (
        "p-values of 3 models: significant for 1 of 3 pairs (Nemenyi test, "
        "α\xa0=\xa00.05)."
    )
    assert COURSE.to_svg(style="heatmap").startswith("<svg")
    assert "灰色" in COURSE.to_svg(style="heatmap", language="zh")
    with pytest.raises(ValueError, match="style must be one of"):
        COURSE.to_svg(style="heat")


def test_heat_map_against_a_control_and_of_many():
    [picture] = [one for one in against("x")._pictures() if one.name == "pvalues"]
    [panel] = picture.panels
    assert (panel.x.names, panel.y.names) == (["x"], ["y", "z"])
    assert panel.marks[0].texts == [["0.32"], ["0.040"]]
    rng = np.random.default_rng(0)
    many = fm.nemenyi_test(rng.random((5, 70)))
    [picture] = [one for one in many._pictures() if one.name == "pvalues"]
    assert picture.panels[0].marks[0].values.shape == (60, 60)
    assert picture.panels[0].marks[0].texts is None
    assert picture.notes[-1] == "the 60 best of 70 models"


def test_heat_map_is_drawn_of_comparisons_that_tell_apart():
    pytest.importorskip("matplotlib")
    scores = {"A": [9, 8, 7, 9], "B": [8, 6, 6, 8], "C": [7, 6, 5, 6]}
    found = fm.compare_across_datasets(scores)
    assert [one.name for one in found._pictures()] == ["ranks", "pvalues"]
    assert found.plot(style="heatmap").axes
    alike = fm.compare_across_datasets([[1, 2, 3], [3, 2, 1]])
    assert [one.name for one in alike._pictures()] == ["ranks"]
    assert alike.to_svg(style="heatmap").startswith("<svg")
