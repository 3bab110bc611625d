"""TestResult: what tests of any kind say in sentences, tables and JSON."""

import json
import math
import pickle
from functools import partial

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.test_result import (
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics.exceptions import UndefinedMetricWarning

stats = pytest.importorskip("scipy.stats")


def _around(estimate, level):
    return estimate - level, estimate + level


def _would_find(alpha):
    return f"A difference of {4 * alpha:g} would be found."


def result_of(**more):
    facts = {
        "statistic": -1.0,
        "pvalue": 0.34659350708733416,  # of t = -1 with 9 degrees of freedom
        "method": "paired t test",
        "statistic_name": "t",
        "distribution": "t",
        "df": 9,
        "n": 10,
        "estimate": -0.25,
        "estimate_name": "mean of A − B",
        "bounds": partial(_around, -0.25),
        "detectable": _would_find,
        **more,
    }
    return fm.TestResult(**facts)


# ----------------------------------------------------------------------- sentences


def test_the_size_comes_first_and_nobody_is_called_equal():
    assert result_of(found="over 10 folds", notes=("a note",)).summary() == (
        "Paired t test: over 10 folds; mean of A − B = −0.2500 [−1.2000, 0.7000] "
        "(95 %).\n"
        "t(9) = −1, p = 0.3466 (two-sided): at α = 0.05 there is no evidence that they "
        "differ. A difference of 0.2 would be found.\n"
        "A note."
    )


def test_a_rejection_says_what_it_is_evidence_of():
    lines = {
        alternative: result_of(pvalue=1e-7, alternative=alternative).summary(0.01)
        for alternative in ("two-sided", "greater", "less")
    }
    assert [one.splitlines()[1] for one in lines.values()] == [
        "t(9) = −1, p = 1e-07 (two-sided): at α = 0.01 this is evidence that they "
        "differ.",
        "t(9) = −1, p = 1e-07 (greater): at α = 0.01 this is evidence that A's number "
        "is the greater one.",
        "t(9) = −1, p = 1e-07 (less): at α = 0.01 this is evidence that A's number "
        "is the smaller one.",
    ]


def test_what_has_no_sides_names_none():
    y, a, b = np.tile([0, 1], 10), np.ones(20, int), np.zeros(20, int)
    table = np.random.default_rng(1).random((5, 3))
    for result in (
        fm.friedman_test(table),
        fm.friedman_test(table, statistic="chi2", method="asymptotic"),
        fm.cochran_q_test(y, {"a": a, "b": b, "y": y}),
        fm.cochran_q_test(y, {"a": a, "b": y}, method="permutation", random_state=0),
        fm.five_by_two_cv_f_test(table[:, :2], table[:, 1:]),
        fm.proportions_test([1, 2, 9], [20, 20, 20]),
    ):
        assert "sided" not in result.summary()
        assert f"p = {result.pvalue:.4f}: at α = 0.05 t" in result.summary()
    for result in (
        fm.mcnemar_test(y, y, a, method="chi2"),
        fm.proportions_test([1, 9], [20, 20]),
    ):
        assert " (two-sided): at " in result.summary()


def test_its_text_says_what_was_found_and_measured():
    result = result_of(bounds=None)
    assert str(result) == (
        "Paired t test: mean of A − B = −0.2500.\nt(9) = −1, p = 0.3466 (two-sided)."
    )
    assert result.summary().splitlines()[0] == str(result).splitlines()[0]


@one_case(
    ("more", "said"),
    [
        ({"distribution": "F", "df": (2, 9.5), "has_sides": False}, "t(2, 9.5) = −1, "),
        ({"distribution": "chi2", "df": 3, "statistic_name": "χ²"}, "χ²(3) = −1, "),
        # The law is exact: F's degrees of freedom would name another one.
        ({"distribution": "permutation", "df": (2, 9)}, "t = −1, "),
        ({"statistic": math.nan, "pvalue": math.nan}, "t(9) = undefined, p = undef"),
        (
            {"statistic": 2.0**60, "df": None},
            "t = 1.1529e18, p = ",
        ),
    ],
)
def test_degrees_of_freedom_are_those_of_the_law(more, said):
    assert str(result_of(**more)).splitlines()[1].startswith(said)


def test_what_is_undefined_is_said_so():
    result = result_of(statistic=math.nan, pvalue=math.nan)
    assert "The p-value is undefined" in result.summary()
    assert not result.reject()


def test_small_numbers_keep_four_digits():
    assert "= 1.235e-05." in str(result_of(estimate=1.23456e-5, bounds=None))


# ------------------------------------------------------------------ values of the law


@one_case("distribution", ["t", "normal"])
@one_case("alternative", ["two-sided", "greater", "less"])
def test_a_statistic_at_its_critical_value_has_the_level_as_its_p_value(
    distribution, alternative
):
    df = 7 if distribution == "t" else None
    result = result_of(distribution=distribution, df=df, alternative=alternative)
    critical = result.critical_value(0.03)
    for value in critical if isinstance(critical, tuple) else (critical,):
        p = pvalue_of(value, distribution, df, alternative)
        assert p == pytest.approx(0.03, rel=1e-12)
    if alternative == "two-sided":
        assert critical[0] == -critical[1] < 0
    else:
        assert math.copysign(1, critical) == (1 if alternative == "greater" else -1)


@one_case(("distribution", "df"), [("chi2", 3), ("F", (2, 9))])
def test_a_law_without_a_lower_tail_has_one_critical_value(distribution, df):
    result = result_of(distribution=distribution, df=df)
    critical = result.critical_value(0.03)
    p = pvalue_of(critical, distribution, df, "two-sided")
    assert p == pytest.approx(0.03, rel=1e-12)


def test_a_law_without_a_table_has_none_unless_the_test_knows_it():
    assert math.isnan(result_of(distribution="permutation").critical_value())
    assert result_of(critical=partial(_around, 1.0)).critical_value(0.25) == (
        0.75,
        1.25,
    )


def test_tails_keep_their_digits():
    assert pvalue_of(37.0, "normal", None, "greater") == pytest.approx(
        math.erfc(37 / math.sqrt(2)) / 2, rel=1e-10
    )
    assert pvalue_of(-37.0, "normal", None, "two-sided") == pytest.approx(
        math.erfc(37 / math.sqrt(2)), rel=1e-10
    )
    t = 1e6  # the tail of Student's law with 2 degrees of freedom is 1 / (2 t²) there
    assert pvalue_of(t, "t", 2, "greater") == pytest.approx(0.5e-12, rel=1e-10)


# ---------------------------------------------------------- data that do not vary


def test_no_difference_without_variance_says_nothing():
    assert standardized(0.0, 0.0, constant=True, what="the differences") == (0.0, 1.0)


def test_a_difference_without_variance_is_no_certainty():
    with pytest.warns(UndefinedMetricWarning, match="the differences are all equal"):
        found = standardized(0.5, 0.0, constant=True, what="the differences")
    assert np.isnan(found).all()


def test_with_variance_a_law_is_to_be_asked():
    assert standardized(0.5, 0.25, constant=False, what="") == (2.0, None)


def test_rounding_is_no_variance():
    assert is_constant(np.array([0.1 + 0.2, 0.3, 0.3]))
    assert is_constant(np.zeros(3))
    assert not is_constant(np.array([0.3, 0.3 + 5 * np.spacing(0.3)]))


# ---------------------------------------------------------------- frames, JSON, copies


def test_to_dict_is_json():
    result = result_of(statistic=math.inf, df=(2, 9), notes=("One.",))
    found = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert found["statistic"] is None
    assert found["df"] == [2, 9]
    assert found["notes"] == ["One."]
    assert found["confidence_interval"] == pytest.approx([-1.2, 0.7])
    assert "bounds" not in found


def test_to_frame_is_a_row():
    pd = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    results = [result_of(), result_of(df=(2, 9), distribution="F", method="F test")]
    frame = pd.concat([one.to_frame() for one in results])
    assert frame.index.tolist() == ["paired t test", "F test"]
    assert frame["estimate"].tolist() == [-0.25, -0.25]
    assert frame["df"].tolist() == [9, 2]
    assert frame["df_denominator"].tolist()[1] == 9
    assert results[0].to_frame(backend="polars").columns == ["method", *frame.columns]
    assert isinstance(results[0].to_frame(backend="polars"), polars.DataFrame)
    with pytest.raises(ValueError, match="backend is 'spark'"):
        results[0].to_frame(backend="spark")


def test_a_copy_has_its_functions():
    copy = pickle.loads(pickle.dumps(result_of()))
    assert copy == result_of()
    assert copy.confidence_interval(0.5) == (-0.75, 0.25)
    assert copy.summary() == result_of().summary()


def test_notebooks_show_the_numbers_below_the_sentence():
    shown = result_of(statistic=-1.5)._repr_mimebundle_()["text/plain"]
    lines = [line.split() for line in shown.splitlines()[-5:]]
    assert lines == [
        ["t(9)", "−1.5000"],
        ["p-value", "0.3466"],
        ["mean", "of", "A", "−", "B", "−0.2500"],
        ["95", "%", "interval", "[−1.2000,", "0.7000]"],
        ["Alternative", "two-sided"],
    ]


def test_a_statistic_that_counts_has_no_decimals():
    result = result_of(
        statistic=1234.0, statistic_name="b", distribution="binomial", df=None
    )
    assert ["b", "1,234"] in [
        line.split() for line in result._repr_mimebundle_()["text/plain"].splitlines()
    ]


@one_case("alpha", [0, 1, 5, math.nan])
@one_case("name", ["critical_value", "reject", "summary"])
def test_levels_lie_between_0_and_1(name, alpha):
    with pytest.raises(ValueError, match="alpha must lie between 0 and 1"):
        getattr(result_of(), name)(alpha)
    with pytest.raises(ValueError, match="confidence_level must lie between 0 and 1"):
        result_of().confidence_interval(alpha)
