"""McNemar's test and Cochran's against their twins, peers and printed numbers."""

import math
import pickle
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference

ALTERNATIVES = ["two-sided", "greater", "less"]
METHODS = ["exact", "mid-p", "chi2", "chi2-uncorrected"]

counts = st.integers(0, 40)
tables = st.tuples(counts, counts, counts, counts).filter(any)


def by_table(b, c, n=100, **options):
    return fm.mcnemar_test_from_table([[n - b - c, b], [c, 0]], **options)


# ------------------------------------------------------------------- against the twins


@given(tables, st.sampled_from(METHODS), st.sampled_from(ALTERNATIVES))
def test_mcnemar_is_that_of_the_twin(cells, method, alternative):
    table = [list(cells[:2]), list(cells[2:])]
    options = {"method": method, "alternative": alternative}
    found = fm.mcnemar_test_from_table(table, **options)
    twin = reference.mcnemar_test_from_table(table, **options)
    assert found.estimate == twin.estimate
    # Roots, tails and normal quantiles are rounded here and there.
    assert found.statistic == pytest.approx(twin.statistic, rel=1e-14)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    assert found.confidence_interval() == pytest.approx(twin.interval, rel=1e-12)
    assert found.odds_ratio == pytest.approx(twin.odds_ratio, nan_ok=True, rel=0)


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=30))
def test_tables_are_those_of_the_twin(rows):
    y, a, b = (list(column) for column in zip(*rows, strict=True))
    expected = reference.mcnemar_table(y, a, b)
    for dtype in (int, np.int8, np.uint16, float, np.uint64, str, object):
        columns = [np.array(column).astype(dtype) for column in (y, a, b)]
        found = fm.mcnemar_table(*columns)
        assert found.dtype == np.int64
        assert found.tolist() == expected
    mixed = fm.mcnemar_table(y, np.array(a, float), np.array(b, np.uint8)[::1])
    assert mixed.tolist() == expected
    found = fm.mcnemar_test(y, a, b, method="mid-p")
    assert found == fm.mcnemar_test_from_table(expected, method="mid-p")


@given(
    st.integers(2, 4).flatmap(
        lambda k: st.lists(st.tuples(*[st.booleans()] * k), min_size=1, max_size=8)
    )
)
def test_cochran_is_that_of_the_twin(rows):
    models = dict(enumerate(map(list, zip(*rows, strict=True))))
    truth = [True] * len(rows)
    found = fm.cochran_q_test(truth, models)
    twin = reference.cochran_q_test(truth, models)
    assert (found.estimate, found.statistic) == (twin.estimate, twin.statistic)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)


def test_permutations_are_drawn_as_they_fall(rng):
    for _ in range(3):
        rows = rng.random((5, 4)) < 0.5
        rows[0] = [1, 1, 0, 0]
        models = dict(enumerate(rows.T.tolist()))
        truth = [True] * len(rows)
        exact = reference.cochran_q_test(truth, models, method="permutation").pvalue
        n = 20_000
        found = fm.cochran_q_test(
            truth, models, method="permutation", n_resamples=n, random_state=3
        )
        error = math.sqrt(exact * (1 - exact) / n)
        assert abs(found.pvalue - exact) <= 4 * error + 1 / n


# ------------------------------------------------------------------- against the peers


def test_peers_have_the_same():
    # statsmodels 0.15.0, statsmodels.stats.contingency_tables: mcnemar(table, ...) with
    # exact=True; exact=False, correction=True; exact=False, correction=False
    table = [[101, 121], [59, 33]]
    exact, corrected, plain = (
        fm.mcnemar_test_from_table(table, method=method)
        for method in ("exact", "chi2", "chi2-uncorrected")
    )
    assert exact.pvalue == pytest.approx(4.4344492637551645e-06, rel=1e-12)
    assert corrected.statistic == pytest.approx(20.67222222222222, rel=1e-14)
    assert corrected.pvalue == pytest.approx(5.450094825427117e-06, rel=1e-12)
    assert plain.statistic == pytest.approx(21.355555555555554, rel=1e-14)
    assert plain.pvalue == pytest.approx(3.815135865112594e-06, rel=1e-12)
    # cochrans_q(...) of these ten rows of right and wrong answers
    rows = "1110 1011 0111 1101 0011 0010 0111 1111 0001 0010".split()
    found = fm.cochran_q_test(np.ones(10, int), [[int(x) for x in row] for row in rows])
    assert found.statistic == pytest.approx(4.285714285714286, rel=1e-14)
    assert found.pvalue == pytest.approx(0.2322191439242609, rel=1e-12)


def test_chi2_is_the_nearest_double():
    pairs = [(b, c) for b in range(41) for c in range(41) if b != c]
    for method, correction in (("chi2", 1), ("chi2-uncorrected", 0)):
        found = [by_table(b, c, method=method).statistic for b, c in pairs]
        assert found == [(abs(b - c) - correction) ** 2 / (b + c) for b, c in pairs]


def test_approval_ratings():
    # Agresti, Categorical Data Analysis (2002), section 10.1: of 1600 British voters
    # 150 approved in the first survey alone and 86 in the second alone, z = -4.17.
    table = [[794, 86], [150, 570]]
    found = fm.mcnemar_test_from_table(
        table, method="chi2-uncorrected", alternative="less"
    )
    assert found.statistic == pytest.approx(-4.17, abs=0.005)
    assert found.statistic_name == "z"
    both = fm.mcnemar_test_from_table(table, method="chi2-uncorrected")
    assert both.statistic == pytest.approx(17.36, abs=0.005)
    assert both.pvalue == pytest.approx(2 * found.pvalue, rel=1e-14)
    assert both.df == 1


def test_exact_p_values_are_those_of_a_binomial_test():
    for b, c in [(0, 5), (3, 9), (40, 50), (1, 900), (0, 990)]:
        for side in ALTERNATIVES:
            found = by_table(b, c, 2000, alternative=side)
            peer = stats.binomtest(b, b + c, 0.5, alternative=side).pvalue
            assert found.pvalue == pytest.approx(peer, rel=1e-11)
    assert by_table(0, 990, 2000).pvalue == pytest.approx(2 * 0.5**990, rel=1e-11)


def test_the_result_is_of_a_public_class():
    assert type(by_table(5, 12)) is fm.McnemarResult
    assert issubclass(fm.McnemarResult, fm.TestResult)
    assert by_table(5, 12).to_dict()["odds_ratio"] == 5 / 12


def test_cochran_is_mcnemar_and_friedman(rng):
    y = rng.integers(3, size=200)
    preds = np.where(rng.random((200, 4)) < [0.6, 0.7, 0.65, 0.8], y[:, None], 3)
    two = fm.cochran_q_test(y, preds[:, :2])
    plain = fm.mcnemar_test(y, preds[:, 0], preds[:, 1], method="chi2-uncorrected")
    assert two.statistic == pytest.approx(plain.statistic, rel=1e-12)
    assert two.pvalue == pytest.approx(plain.pvalue, rel=1e-12)
    right = (preds == y[:, None]).astype(float)
    every = fm.cochran_q_test(y, preds)
    peer = stats.friedmanchisquare(*right.T)
    assert every.statistic == pytest.approx(peer.statistic, rel=1e-12)
    assert every.pvalue == pytest.approx(peer.pvalue, rel=1e-11)
    drawn = fm.cochran_q_test(y, preds, method="permutation", random_state=1)
    assert abs(drawn.pvalue - every.pvalue) < 0.01


# --------------------------------------------------------------- levels, limits, bounds


def level(m, method):
    chances = stats.binom.pmf(np.arange(m + 1), m, 0.5)
    return sum(
        chance
        for b, chance in enumerate(chances)
        if by_table(b, m - b, method=method).reject()
    )


@one_case(
    "m, levels",
    [(10, [0.0215, 0.0215, 0.0215, 0.0215]), (50, [0.0328, 0.0649, 0.0328, 0.0649])],
)
def test_levels_are_those_of_the_docstring(m, levels):
    assert [round(level(m, method), 4) for method in METHODS] == levels


@one_case("method", METHODS)
@one_case("alternative", ALTERNATIVES)
def test_critical_values_are_where_rejection_begins(method, alternative):
    for m in (0, 1, 4, 17):
        for b in range(m + 1):
            found = by_table(b, m - b, method=method, alternative=alternative)
            limit = found.critical_value(0.1)
            if found.distribution == "chi2" or alternative == "greater":
                limit = -math.inf, limit
            elif alternative == "less":
                limit = limit, math.inf
            low, high = limit
            assert found.reject(0.1) == (not low <= found.statistic <= high)


@pytest.mark.slow
def test_coverage_of_the_difference(rng):
    """The interval of Bonett and Price at 95 % on 40 rows: no less than 93 %."""
    n = 2000
    for cells in ([0.6, 0.1, 0.1, 0.2], [0.5, 0.25, 0.05, 0.2]):
        drawn = rng.multinomial(40, cells, n).reshape(n, 2, 2)
        held = sum(
            low <= cells[1] - cells[2] <= high
            for low, high in (
                fm.mcnemar_test_from_table(table).confidence_interval()
                for table in drawn
            )
        )
        assert held / n > 0.95 - 3 * math.sqrt(0.95 * 0.05 / n) - 0.01


@pytest.mark.slow
def test_the_level_of_cochran(rng):
    """Four models, 60 rows of their own difficulty: 0.05 within three errors."""
    n, rows, k = 2000, 60, 4
    right = rng.random((n, rows, k)) < rng.random((n, rows, 1))
    truth = np.ones(rows, bool)
    rejected = sum(fm.cochran_q_test(truth, one).reject() for one in right)
    assert abs(rejected / n - 0.05) < 3 * math.sqrt(0.05 * 0.95 / n)


def test_the_odds_ratio_and_its_interval():
    found = by_table(5, 12)
    assert found.odds_ratio == 5 / 12
    low, high = stats.binomtest(5, 17).proportion_ci(method="exact")
    expected = low / (1 - low), high / (1 - high)
    assert found.odds_ratio_interval() == pytest.approx(expected, rel=1e-9)
    assert by_table(3, 0).odds_ratio == math.inf
    assert by_table(3, 0).odds_ratio_interval()[1] == math.inf
    assert by_table(0, 3).odds_ratio_interval()[0] == 0
    none = by_table(0, 0)
    assert math.isnan(none.odds_ratio)
    assert none.odds_ratio_interval() == (0, math.inf)


# -------------------------------------------------------------------- results and input


def test_the_summary():
    found = fm.mcnemar_test_from_table([[20, 5], [12, 10]])
    assert found.summary() == (
        "Exact McNemar test: of 47 rows, A alone was right on 5 and B alone on 12; "
        "accuracy of A − B = −0.1489 [−0.3126, 0.0268] (95 %).\n"
        "b = 5, p = 0.1435 (two-sided): "
        "at α = 0.05 there is no evidence that they differ. "
        "With 17 discordant rows in 47 a difference of 0.24 would be found with "
        "probability 0.8."
    )
    few = fm.mcnemar_test_from_table([[20, 1], [0, 10]])
    assert "With 1 discordant row in 31 no difference would be found" in few.summary()
    assert few.summary(0.9).count("found") == 0
    other = fm.cochran_q_test(
        [1, 1, 1], {"a": [1, 1, 1], "b": [1, 0, 0], "c": [1, 1, 0]}
    )
    assert str(other) == (
        "Cochran's Q test: of 3 rows, 3 models were right on 1 to 3; accuracy of "
        "'a' − 'b' = 0.6667.\nQ(2) = 3, p = 0.2231."
    )


def test_nothing_that_differs_says_nothing():
    y = [0, 1, 1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for method in METHODS:
            for side in ALTERNATIVES:
                found = fm.mcnemar_test(y, y, y, method=method, alternative=side)
                assert (found.statistic, found.pvalue, found.estimate) == (0, 1, 0)
        for method in ("chi2", "permutation"):
            found = fm.cochran_q_test(
                y, [[0, 0], [1, 1], [0, 0], [0, 0]], method=method
            )
            assert (found.statistic, found.pvalue, found.estimate) == (0, 1, 0)


def test_results_are_pickled():
    for found in (
        by_table(5, 12),
        fm.cochran_q_test([1, 0, 1], [[1, 0], [0, 1], [1, 1]], method="permutation"),
    ):
        other = pickle.loads(pickle.dumps(found))
        assert other == found
        assert str(other) == str(found)


def test_a_seed_gives_the_same_p_value(rng):
    y, preds = np.ones(30, int), rng.integers(2, size=(30, 3))
    first, second, other = (
        fm.cochran_q_test(y, preds, method="permutation", random_state=seed)
        for seed in (1, 1, 2)
    )
    assert first == second
    assert first.pvalue != other.pvalue
    assert "standard error of p" in first.notes[0]


def test_labels_of_every_kind():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    y, a, b = list("xyxyz"), list("xyyyz"), list("xxxyx")
    expected = [[2, 2], [1, 0]]
    for column in (list, np.array, pandas.Series, pandas.Categorical, polars.Series):
        assert fm.mcnemar_table(column(y), column(a), column(b)).tolist() == expected
    dates = np.array(["2020-01-01", "2020-01-02"], "M8[D]")
    later = dates.astype("M8[s]")
    assert fm.mcnemar_table(dates, later, later[::-1]).tolist() == [[0, 2], [0, 0]]
    for frame in (pandas.DataFrame, polars.DataFrame):
        found = fm.cochran_q_test(y, frame({"a": a, "b": b}))
        assert "accuracy of 'a' − 'b'" in str(found)


@one_case(
    "arguments, message",
    [
        (([0, 1], [0, 1], [0]), "y_true has 2, y_pred_b has 1"),
        (([], [], []), "minimum of 1 sample"),
        (([0, 1], [0, 0.5], [0, 1]), "y_pred_a holds 0.5"),
        (([0.0, 1], [0, 1], [0, math.nan]), "y_pred_b contains NaN"),
        (([0, 1], ["a", "b"], [0, 1]), "y_true and y_pred_a must be of one kind"),
        (([[1, 0]], [[1, 0]], [[1, 0]]), "one label per row"),
        (([0, 1], [0, 1], None), "y_pred_b (is missing|must be array-like)"),
    ],
)
def test_bad_labels_are_named(arguments, message):
    for function in (fm.mcnemar_test, fm.mcnemar_table):
        with pytest.raises((ValueError, TypeError), match=message):
            function(*arguments)


@one_case(
    "table, message",
    [
        ([1, 2, 3, 4], r"must be of shape \(2, 2\).*\(4,\)"),
        ([[1, 2], [3, -4]], "at least 0, got -4"),
        ([[1, 2], [3, 0.5]], "at least 0, got 0.5"),
        ([[1, 2], [3, math.nan]], "at least 0, got nan"),
        ([[1, 2], [3, math.inf]], "at least 0, got inf"),
        ([[0, 0], [0, 0]], "at least one row"),
        ([[2**60, 0], [0, 0]], "below 2\\*\\*53"),
        ([["a", "b"], ["c", "d"]], "must hold numbers"),
    ],
)
def test_bad_tables_are_named(table, message):
    with pytest.raises(ValueError, match=message):
        fm.mcnemar_test_from_table(table)


def test_bad_options_are_named():
    with pytest.raises(ValueError, match="method must be one of"):
        fm.mcnemar_test([0], [0], [0], method="approx")
    with pytest.raises(ValueError, match="alternative must be one of"):
        fm.mcnemar_test_from_table([[1, 1], [1, 1]], alternative="both")
    y = [0, 1]
    with pytest.raises(ValueError, match="two models or more, got 1"):
        fm.cochran_q_test(y, {"a": y})
    with pytest.raises(ValueError, match="two models or more, got 0"):
        fm.cochran_q_test(y, {})
    with pytest.raises(ValueError, match="a column for each model"):
        fm.cochran_q_test(y, y)
    with pytest.raises(ValueError, match=r"y_preds\['b'\] has 1"):
        fm.cochran_q_test(y, {"a": y, "b": [1]})
    with pytest.raises(ValueError, match="method must be one of"):
        fm.cochran_q_test(y, [y, y], method="exact")
    with pytest.raises(ValueError, match="n_resamples must be"):
        fm.cochran_q_test(y, [y, y], n_resamples=1)
    with pytest.raises(ValueError, match="random_state must be"):
        fm.cochran_q_test(y, [[0, 1], [1, 1]], method="permutation", random_state=-1)
