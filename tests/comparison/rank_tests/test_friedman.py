"""Friedman's test: exact, asymptotic, drawn, and with missing cells."""

import itertools
import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import fastmetrics as fm
from fastmetrics._kernels import rank_sums
from fastmetrics.comparison.rank_tests import friedman
from fastmetrics.comparison.rank_tests import ranks as order_laws
from fastmetrics.reference.comparison import friedman as reference

# The textbook's: ranks 1 2 3; 1 2.5 2.5; 1 2 3; 1 2 3.
TEXTBOOK = [[9, 8, 7], [8, 6, 6], [7, 6, 5], [9, 8, 6]]
# Table 6 of Demšar (2006): AUC of C4.5 with and without cut-offs and m-estimates.
DEMSAR = {
    "C4.5": [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.000,
             0.940, 0.619, 0.972, 0.957],
    "+m": [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.000,
           0.962, 0.666, 0.981, 0.978],
    "+cf": [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.000,
            0.965, 0.614, 0.9751, 0.946],
    "+m+cf": [0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.000,
              0.962, 0.669, 0.975, 0.970],
}  # fmt: skip

SMALL = hnp.arrays(
    float,
    st.tuples(st.integers(2, 4), st.integers(2, 4)),
    elements=st.integers(0, 4).map(float),
)


@pytest.mark.long
@given(
    SMALL,
    st.sampled_from(["f", "chi2"]),
    st.sampled_from(["corrected", "ignored"]),
    st.sampled_from(["auto", "exact", "asymptotic"]),
)
def test_as_the_reference(table, statistic, ties, method):
    options = {"statistic": statistic, "ties": ties, "method": method}
    found = fm.friedman_test(table, **options)
    twin = reference.friedman_test(table.tolist(), **options)
    # Statistics are quotients of whole numbers; the tails are summed in other orders.
    assert found.statistic == pytest.approx(twin.statistic, rel=1e-14)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-11)
    assert found.mean_ranks.tolist() == pytest.approx(twin.mean_ranks, rel=1e-15)
    assert found.kendall_w == pytest.approx(twin.kendall_w, rel=1e-14)


@given(SMALL)
def test_chi_squared_is_scipys(table):
    k = table.shape[1]
    if k < 3 or (table == table[:, :1]).all():
        return  # SciPy has no such
    theirs = stats.friedmanchisquare(*table.T)
    found = fm.friedman_test(table, statistic="chi2", method="asymptotic")
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-10, abs=1e-10)
    assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-10)


def test_textbook_table():
    found = fm.friedman_test(TEXTBOOK)
    assert found.mean_ranks.tolist() == [1, 2.125, 2.875]
    assert found.statistic == pytest.approx(57)
    assert found.pvalue == pytest.approx(2 / 216, rel=1e-14)
    assert (found.exact, found.n_datasets, found.df) == (True, 4, (2, 6))
    chi2 = {"statistic": "chi2"}
    assert fm.friedman_test(TEXTBOOK, **chi2).statistic == 7.6
    assert fm.friedman_test(TEXTBOOK, **chi2, ties="ignored").statistic == 7.125
    ignored = fm.friedman_test(TEXTBOOK, ties="ignored", method="asymptotic")
    assert ignored.statistic == pytest.approx(24.4286, abs=5e-5)
    assert ignored.pvalue == pytest.approx(0.00131, abs=5e-6)
    assert not ignored.exact


def test_table_of_demsar():
    options = {"ties": "ignored", "method": "asymptotic"}
    chi2 = fm.friedman_test(DEMSAR, statistic="chi2", **options)
    assert chi2.mean_ranks == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    assert chi2.statistic == pytest.approx(9.28, abs=0.005)
    f = fm.friedman_test(DEMSAR, **options)
    assert f.statistic == pytest.approx(3.69, abs=0.005)
    assert f.df == (3, 39)
    assert f.critical_value(0.05) == pytest.approx(2.85, abs=0.005)
    assert f.reject(0.05)
    assert f.models == tuple(DEMSAR)


def brute(table, least):
    """P(squares of rank sums >= least) over all orders of all rows but the first."""
    ranks = [stats.rankdata(row) * 2 for row in table]
    orders = [list(itertools.permutations(row)) for row in ranks[1:]]
    sums = [
        np.sum(np.sum([ranks[0], *choice], axis=0) ** 2)
        for choice in itertools.product(*orders)
    ]
    return np.mean(np.array(sums) >= least)


@one_case("seed", range(6))
def test_exact_law_by_all_orders(seed):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 5, (3, 4)).astype(float)
    sums = (stats.rankdata(table, axis=1) * 2).sum(axis=0)
    found = fm.friedman_test(table, method="exact")
    assert found.pvalue == pytest.approx(brute(table, np.sum(sums**2)), rel=1e-13)


def test_printed_exact_probabilities():
    # Friedman's statistic for k = 3: 6.5 or more has probability 0.042 with N = 4
    # (Siegel 1956, Table N), and 5.2 or more 0.093 with N = 5.
    four = [[3, 2, 1], [3, 2, 1], [3, 1, 2], [3, 2, 1]]
    found = fm.friedman_test(four, statistic="chi2")
    assert found.statistic == 6.5
    assert found.pvalue == pytest.approx(0.042, abs=5e-4)
    five = [[3, 2, 1], [3, 2, 1], [3, 1, 2], [3, 2, 1], [1, 2, 3]]
    found = fm.friedman_test(five, statistic="chi2")
    assert found.statistic == pytest.approx(2.8)
    assert found.pvalue == pytest.approx(0.367, abs=5e-4)


def test_two_models_are_the_sign_test():
    rng = np.random.default_rng(5)
    for _ in range(20):
        table = rng.integers(0, 3, (9, 2)).astype(float)
        if (table[:, 0] != table[:, 1]).any():
            theirs = fm.sign_test(table[:, 0], table[:, 1]).pvalue
            assert fm.friedman_test(table).pvalue == pytest.approx(theirs, rel=1e-13)


@pytest.mark.long
def test_many_data_sets_of_two_models():
    table = np.random.default_rng(0).random((2_000, 2)) + np.array([0.04, 0])
    wins = int(np.count_nonzero(table[:, 0] > table[:, 1]))
    found = fm.friedman_test(table)
    assert found.exact
    theirs = stats.binomtest(wins, 2_000).pvalue
    assert found.pvalue == pytest.approx(theirs, rel=1e-10)


@one_case("method", ["auto", "exact", "asymptotic", "monte-carlo"])
def test_rows_alike_have_the_exact_chance_of_it(method):
    found = fm.friedman_test([[3, 2, 1, 0]] * 5, method=method)
    assert found.statistic == math.inf
    assert found.pvalue == pytest.approx(24.0**-4, rel=1e-13)
    assert found.kendall_w == 1
    # A tie leaves half the orders, and the reference without ties a finite F.
    tied = fm.friedman_test([[3, 2, 1, 1]] * 5, method=method, ties="ignored")
    assert tied.pvalue == pytest.approx(12.0**-4, rel=1e-13)
    assert math.isfinite(tied.statistic)


def test_rows_alike_keep_the_asymptotic_law_that_was_asked_for():
    found = fm.friedman_test([[3, 2, 1]] * 4, statistic="chi2", method="asymptotic")
    assert found.pvalue == pytest.approx(math.exp(-4), rel=1e-14)


@one_case("method", ["auto", "exact", "asymptotic", "monte-carlo"])
def test_no_difference_at_all(method):
    for table in ([[1, 1, 1]] * 3, [[1, 2], [2, 1]], np.eye(3)):
        found = fm.friedman_test(table, method=method)
        assert (found.statistic, found.pvalue, found.kendall_w) == (0, 1, 0)


def test_tails_keep_their_digits():
    rng = np.random.default_rng(0)
    table = np.tile(np.arange(4.0), (180, 1))
    table[0] = [1, 0, 2, 3]
    found = fm.friedman_test(table, method="exact", statistic="chi2")
    # 1 order of 24 in the odd row lies at most two steps off in what is as extreme:
    # the 180 orders alike, and one neighbour swapped in any one of the rows.
    assert found.pvalue == pytest.approx((1 + 180 * 3) * 24.0**-179, rel=1e-12)
    far = fm.friedman_test(rng.random((600, 3)) + 3 * np.arange(3), method="asymptotic",
                           statistic="chi2")  # fmt: skip
    assert far.pvalue == pytest.approx(math.exp(-600), rel=1e-10)


def test_auto_is_exact_while_that_is_cheap():
    rng = np.random.default_rng(1)
    for n, k, exact in ((20, 4, True), (10, 5, True), (30, 10, False), (5, 12, False)):
        found = fm.friedman_test(rng.random((n, k)))
        assert found.exact == exact
        assert found.distribution == ("permutation" if exact else "F")


def test_auto_gives_up_on_ties_that_make_too_many_states(monkeypatch):
    rng = np.random.default_rng(2)
    table = rng.integers(0, 5, (8, 5)).astype(float)
    ranks = order_ranks(table)
    assert order_laws.exact_tail(ranks, 1) is not None
    assert order_laws.exact_tail(ranks, 1, 5_000) is None


def order_ranks(table):
    doubled = np.rint(2 * stats.rankdata(table, axis=1)).astype(np.int64)
    return doubled - (table.shape[1] + 1)


def test_exact_out_of_reach_is_an_error():
    table = np.random.default_rng(0).random((30, 12))
    with pytest.raises(ValueError, match="30 data sets and 12 models is out of reach"):
        fm.friedman_test(table, method="exact")


def test_monte_carlo_agrees_with_the_exact_law():
    table = np.random.default_rng(3).random((8, 4))
    table[:, 0] += 0.3
    exact = fm.friedman_test(table, method="exact").pvalue
    options = {"method": "monte-carlo", "n_resamples": 20_000}
    found = fm.friedman_test(table, **options, random_state=0)
    error = math.sqrt(exact * (1 - exact) / 20_000)
    assert abs(found.pvalue - exact) < 4 * error
    assert f"{error:.2g}"[:4] in found.notes[0]
    again = fm.friedman_test(table, **options, random_state=0)
    other = fm.friedman_test(table, **options, random_state=1)
    assert again.pvalue == found.pvalue != other.pvalue


# --- missing cells

GAPS = [
    [3.2, 4.1, 3.8, 4.2],
    [3.1, 3.9, 3.4, 4.0],
    [4.3, 3.5, 4.6, 4.8],
    [3.5, 3.6, 3.9, 4.0],
    [3.6, 4.2, 3.7, 3.9],
    [4.5, 4.7, 3.7, math.nan],
    [math.nan, 4.2, 3.4, math.nan],
    [4.3, 4.6, 4.4, 4.9],
    [3.5, math.nan, 3.7, 3.9],
]


def test_skillings_and_mack_example():
    # The times of assembly of Skillings & Mack (1981), as in Hollander & Wolfe (1999),
    # section 7.8: SM = 15.493 with 3 degrees of freedom.
    found = fm.friedman_test(GAPS, missing="skillings-mack", greater_is_better=False)
    twin = reference.friedman_test(
        GAPS, missing="skillings-mack", greater_is_better=False
    )
    assert found.statistic == pytest.approx(15.493, abs=5e-4)
    assert found.statistic == pytest.approx(twin.statistic, rel=1e-12)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    assert found.mean_ranks == pytest.approx(twin.mean_ranks, rel=1e-14)
    assert (found.df, found.n, found.distribution) == (3, 9, "chi2")
    assert math.isnan(found.kendall_w)


@pytest.mark.long
def test_skillings_and_mack_drawn():
    options = {"missing": "skillings-mack", "n_resamples": 2_000}
    found = fm.friedman_test(GAPS, method="monte-carlo", random_state=0, **options)
    twin = reference.friedman_test(
        GAPS, method="monte-carlo", random_state=0, **options
    )
    # Two samples of 2,000 from one law.
    error = math.sqrt(2 * twin.pvalue * (1 - twin.pvalue) / 2_000)
    assert abs(found.pvalue - twin.pvalue) < 4 * error + 1e-3


def test_skillings_and_mack_without_gaps_is_friedmans():
    table = np.random.default_rng(0).random((6, 4))
    ours = fm.friedman_test(table, missing="skillings-mack", statistic="chi2")
    assert ours.method == "exact Friedman test"
    one_more = np.vstack([table, [1, np.nan, np.nan, np.nan]])
    found = fm.friedman_test(one_more, missing="skillings-mack")
    assert found.method == "Skillings–Mack test"
    assert found.statistic == pytest.approx(ours.statistic, rel=1e-12)
    assert found.n == 6


def test_models_that_never_meet_are_not_compared():
    nan = math.nan
    rows = [[1, 2, nan, nan], [2, 1, nan, nan], [1, 2, nan, nan], [nan, nan, 1, 2]] * 2
    found = fm.friedman_test(rows, missing="skillings-mack")
    assert found.df == 2
    assert "not compared" in found.notes[0]


def test_skillings_mack_test():
    found = fm.skillings_mack_test(GAPS, greater_is_better=False)
    twin = reference.skillings_mack_test(GAPS, greater_is_better=False)
    older = fm.friedman_test(GAPS, missing="skillings-mack", greater_is_better=False)
    assert found.statistic == pytest.approx(15.493, abs=5e-4)
    assert found.statistic == older.statistic == pytest.approx(twin.statistic)
    assert found.pvalue == older.pvalue == pytest.approx(twin.pvalue)
    drawn = fm.skillings_mack_test(
        GAPS, method="monte-carlo", greater_is_better=False, random_state=0
    )
    assert drawn.method == "Monte Carlo Skillings–Mack test"
    assert drawn.pvalue < found.pvalue  # the χ² distribution is conservative here
    table = np.random.default_rng(0).random((6, 4))
    one_more = np.vstack([table, [1, np.nan, np.nan, np.nan]])
    found = fm.skillings_mack_test(one_more)
    whole = fm.friedman_test(table, statistic="chi2", method="asymptotic")
    assert found.statistic == pytest.approx(whole.statistic, rel=1e-12)
    assert found.notes == ("Data sets with the score of one model are left out: 1.",)


def test_models_without_a_chain_of_data_sets():
    nan = math.nan
    apart = {"a": [1, 2, nan, nan], "b": [2, 1, nan, nan], "c": [nan, nan, 1, 2]}
    apart["d"] = [nan, nan, 3, 1]
    words = r"the separate sets \['a', 'b'\] and \['c', 'd'\]"
    with pytest.raises(ValueError, match=words):
        fm.skillings_mack_test(apart)
    with pytest.raises(ValueError, match="no rows connect"):
        reference.skillings_mack_test(apart)
    chain = [[1, 2, nan], [2, 1, nan], [nan, 1, 2], [nan, 3, 1]]
    assert fm.skillings_mack_test(chain).df == 2
    with pytest.raises(ValueError, match="method must be one of"):
        fm.skillings_mack_test(chain, method="exact")


def test_dropping_leaves_whole_rows():
    found = fm.friedman_test(GAPS, missing="drop")
    whole = [row for row in GAPS if not any(map(math.isnan, row))]
    assert found.pvalue == fm.friedman_test(whole).pvalue
    assert found.n == 6


@one_case(
    "scores, options, words",
    [
        ([[1, 2]], {}, "a row for each of two data sets or more, got 1"),
        (GAPS, {}, "got NaN in row 5 .* column 3: 4 of 36 cells"),
        ([[1, math.nan], [1, 2]], {"missing": "drop"}, "without NaN, got 1"),
        ([[1, math.nan], [1, 2]], {"missing": "skillings-mack"}, "two models or more"),
        (
            [[1, 2, math.nan]] * 3,
            {"missing": "skillings-mack"},
            "column 2 of scores has no score in the same row",
        ),
        (GAPS, {"missing": "skillings-mack", "method": "exact"}, "method='exact' need"),
        (TEXTBOOK, {"statistic": "t"}, "statistic must be one of"),
        (TEXTBOOK, {"ties": None}, "ties must be one of"),
        (TEXTBOOK, {"method": "mc"}, "method must be one of"),
        (TEXTBOOK, {"missing": np.array(["drop"])}, "missing must be one of"),
        (TEXTBOOK, {"n_resamples": 1}, "n_resamples must be a whole number"),
        (TEXTBOOK, {"method": "monte-carlo", "random_state": -1}, "random_state must"),
        ([[1, math.inf], [1, 2]], {"missing": "drop"}, "infinity in row 0"),
    ],
)
def test_hostile_input(scores, options, words):
    with pytest.raises(ValueError, match=words):
        fm.friedman_test(scores, **options)


def test_a_note_where_rounding_would_tie():
    rows = [[0.1 + 0.2, 0.3], [0.5, 0.4], [0.7, 0.6]]
    assert "decimals" in fm.friedman_test(rows).notes[0]
    assert "decimals" not in str(fm.friedman_test(rows, decimals=9).notes)
    tiny = [[2e-14, 1e-14], [3e-14, 5e-14]]  # small, but far from equal
    assert fm.friedman_test(tiny).notes == ()


def test_the_result_says_what_was_found():
    found = fm.friedman_test({"tree": [9, 8, 7], "forest": [9.5, 9, 8]})
    text = found.summary()
    assert "2 models on 3 data sets" in text
    assert "(forest)" in text
    assert "no evidence that the models differ" in text
    copy = pickle.loads(pickle.dumps(found))
    assert copy == found
    np.testing.assert_array_equal(copy.mean_ranks, found.mean_ranks)


# --- the kernel


def test_kernel_refuses_what_does_not_fit():
    states, one = np.zeros((3, 1), np.int32), np.ones(1)
    row = np.array([-2, 0, 2], np.int32)
    with pytest.raises(ValueError, match="2 to 16 models"):
        rank_sums.add_row(states, one, row[:2], 4)
    with pytest.raises(ValueError, match="differ in number"):
        rank_sums.tail(states, np.ones(2), row, 4)
    with pytest.raises(ValueError, match="63 bits"):
        rank_sums.add_row(
            np.zeros((16, 1), np.int32), one, np.zeros(16, np.int32), 1000
        )


def test_kernel_adds_rows():
    row = np.array([-2, 0, 2], np.int32)
    states, chances = rank_sums.add_row(row[:, None].copy(), np.ones(1), row, 4)
    found = {tuple(s): p for s, p in zip(states.T.tolist(), chances, strict=True)}
    # By hand: 123 + each order of 123, doubled and centred.
    assert found == pytest.approx(
        {(-4, 0, 4): 1 / 6, (-4, 2, 2): 1 / 6, (-2, -2, 4): 1 / 6, (-2, 0, 2): 1 / 3,
         (0, 0, 0): 1 / 6}
    )  # fmt: skip


# --- levels


def all_tables(n, k):
    """All tables of ranks whose first row is in order; the rest is renaming."""
    orders = list(itertools.permutations(range(k)))
    for rows in itertools.product(orders, repeat=n - 1):
        yield np.array([orders[0], *rows], float)


def test_levels_of_four_data_sets_and_three_models():
    tables = [*all_tables(4, 3)]
    f = np.mean([fm.friedman_test(t, method="asymptotic").reject() for t in tables])
    exact = np.mean([fm.friedman_test(t).reject() for t in tables])
    assert f == pytest.approx(0.069, abs=5e-4)  # as the docstring says
    assert exact <= 0.05


@pytest.mark.slow
def test_level_of_ten_data_sets_and_five_models():
    rng = np.random.default_rng(7)
    tables = rng.random((2_000, 10, 5))
    level = np.mean([fm.friedman_test(t, method="asymptotic").reject() for t in tables])
    said = 0.052  # by the docstring
    assert abs(level - said) < 3 * math.sqrt(said * (1 - said) / 2_000)


def test_statistics_of_whole_numbers_are_exact():
    sums = friedman.RankSums.of(np.array([[2, 4, 6], [2, 5, 5]]), "corrected")
    assert (sums.spread, sums.whole, sums.scale) == (26, 28, 28)


def test_what_ties_make_of_the_statistic_is_said_both_ways():
    scores = {"A": [0.9] * 4, "B": [0.8] * 4, "C": [0.7, 0.8, 0.7, 0.7]}
    found = fm.friedman_test(scores)
    assert "Without the correction for ties F is 24.4286" in found.summary()
    ignored = fm.friedman_test(scores, ties="ignored")
    assert "Corrected for ties F is 57" in ignored.summary()
    assert "并列" in found.summary(language="zh")
    chi2 = fm.friedman_test(scores, statistic="chi2")
    assert "Without the correction for ties χ² is 7.125" in chi2.summary()
    untied = fm.friedman_test({"A": [3, 2, 3], "B": [2, 3, 2], "C": [1, 1, 1]})
    assert "ties" not in untied.summary()
    ways = fm.explain("friedman_test").to_dict()["conventions"]
    here = {one["who"]: one["here"] for one in ways}
    assert here["Demšar (2006), Zhou (2016)"] == 'ties="ignored"'
    for ties, statistic in (("corrected", 57), ("ignored", 24.428571428571427)):
        compared = fm.compare_across_datasets(scores, ties=ties)
        assert compared.omnibus.statistic == pytest.approx(statistic)
    with pytest.raises(ValueError, match="has no use for ties"):
        fm.compare_across_datasets(scores, omnibus="quade", ties="ignored")
    assert "the worst, 2.88" in str(compared)
    assert "2.13" in str(compared.to_markdown())
