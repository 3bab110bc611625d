"""compare_across_datasets: Demšar's recipe against its twin, by hand and in words."""

import csv
import json
import math
import pickle
from importlib import resources

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.comparison.rank_tests.ranks import ranks_among_all

# The textbook's table: ranks 1 2 3; 1 2.5 2.5; 1 2 3; 1 2 3.
COURSE = {
    "A": [0.9, 0.8, 0.7, 0.9],
    "B": [0.8, 0.6, 0.6, 0.8],
    "C": [0.7, 0.6, 0.5, 0.6],
}
# Three models that differ by chance.
LEVEL = {"x": [1, 2, 3, 5], "y": [2, 1, 4, 3], "z": [3, 3, 1, 4]}


def bundled():
    text = (resources.files("fastmetrics.data") / "classifiers.csv").read_text()
    names, *rows = csv.reader(text.splitlines())
    columns = np.array([row[1:] for row in rows], float).T
    return dict(zip(names[1:], columns, strict=True))


# -------------------------------------------------------------------------- numbers


def test_the_textbooks_table():
    found = fm.compare_across_datasets(COURSE)
    assert found.names == ("A", "B", "C")
    assert found.mean_ranks.tolist() == [1, 2.125, 2.875]
    assert found.omnibus.statistic == pytest.approx(57)
    assert found.omnibus.pvalue == pytest.approx(2 / 216)
    assert found.critical_difference() == pytest.approx(1.6573, abs=1e-4)
    assert found.groups() == (("A", "B"), ("B", "C"))
    assert found.letters() == {"A": "a", "B": "ab", "C": "b"}
    assert found.ranking == ("A", "B", "C")
    assert found.median == pytest.approx([0.85, 0.7, 0.6])
    assert found.mad == pytest.approx([0.05, 0.1, 0.05])
    assert found.wins_ties_losses[1].tolist() == [[0, 0, 4], [0, 4, 0], [3, 1, 0]]
    assert found.win_probability[1].tolist() == [0, 0.5, 0.875]


scores = st.integers(2, 4).flatmap(
    lambda k: st.lists(
        st.lists(st.integers(0, 6).map(lambda x: x / 8), min_size=k, max_size=k),
        min_size=2,
        max_size=4,  # the twin takes every order of every row
    )
)


@pytest.mark.long
@settings(max_examples=examples(30, same=15))
@given(
    scores,
    st.sampled_from([0.05, 0.3, 0.9]),
    st.sampled_from(["friedman", "quade", "aligned-ranks", None]),
    st.sampled_from(["nemenyi", "rank-z", "wilcoxon", "sign"]),
    st.booleans(),
    st.booleans(),
)
def test_twin(table, alpha, omnibus, post_hoc, with_control, greater_is_better):
    options = {
        "alpha": alpha,
        "omnibus": omnibus,
        "post_hoc": post_hoc,
        "control": 1 if with_control else None,
        "greater_is_better": greater_is_better,
    }
    found = fm.compare_across_datasets(table, **options)
    twin = reference.compare_across_datasets(table, **options)
    assert found.mean_ranks.tolist() == twin.mean_ranks
    assert found.median.tolist() == twin.median
    assert found.mad.tolist() == twin.mad
    assert found.wins_ties_losses.tolist() == [
        [list(one) for one in row] for row in twin.wins_ties_losses
    ]
    assert found.win_probability.tolist() == twin.win_probability
    assert (found.omnibus is None) == (twin.omnibus is None)
    assert (found.pairs is None) == (twin.pairs is None)
    if found.omnibus is not None:
        # Sums of the law are taken in another order than the twin's.
        assert found.omnibus.pvalue == pytest.approx(twin.omnibus.pvalue, rel=1e-11)
    if found.pairs is not None:
        # Tails are computed in another way than the twin's.
        np.testing.assert_allclose(
            found.pairs.adjusted_pvalues, twin.pairs.adjusted_pvalues, rtol=1e-7
        )
    assert list(found.groups()) == twin.groups
    assert found.rank_intervals() == twin.rank_intervals


@pytest.mark.long
@settings(max_examples=examples(20, same=10))
@given(
    st.integers(0, 2**32),
    st.sampled_from([0.05, 0.5]),
    st.sampled_from(["friedman", None]),
    st.sampled_from(["wilcoxon", "sign"]),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_twin_with_missing_cells(seed, alpha, omnibus, post_hoc, control, greater):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 9, (8, 4)) / 8
    table[1:][rng.random((7, 4)) < 0.25] = math.nan
    options = {
        "alpha": alpha,
        "omnibus": omnibus,
        "post_hoc": post_hoc,
        "control": control,
        "greater_is_better": greater,
        "missing": "skillings-mack",
    }
    found = fm.compare_across_datasets(table, **options)
    twin = reference.compare_across_datasets(table.tolist(), **options)
    # Sums of fractions, rounded at the end.
    np.testing.assert_allclose(found.mean_ranks, twin.mean_ranks, rtol=1e-14)
    assert found.median.tolist() == twin.median
    assert found.wins_ties_losses.tolist() == [
        [list(one) for one in row] for row in twin.wins_ties_losses
    ]
    np.testing.assert_array_equal(found.win_probability, twin.win_probability)
    if omnibus is not None:
        assert found.omnibus.pvalue == pytest.approx(twin.omnibus.pvalue, rel=1e-9)
    if found.pairs is not None:
        np.testing.assert_allclose(
            found.pairs.adjusted_pvalues, twin.pairs.adjusted_pvalues, rtol=1e-7
        )
    assert found.rank_intervals() == {
        name: twin.rank_intervals[name] for name in found.ranking
    }


def test_rank_intervals_by_hand():
    # A is first on all of 20 data sets, B and C take turns: the difference of A and B
    # is -1 or -2, on average -1.5, with squares of 20 / 4 around it.
    rows = [[3, 2, 1], [3, 1, 2]] * 10
    found = fm.compare_across_datasets(rows)
    assert found.rank_intervals() == {0: (1, 1), 1: (2, 3), 2: (2, 3)}
    assert list(found.to_frame()["rank_high"]) == [1, 3, 3]
    assert found.to_markdown().count(" 2–3 ") == 2
    # On five data sets the same could be chance: one of 2⁵ orders is as clear.
    few = fm.compare_across_datasets(rows[:5], omnibus=None)
    assert few.rank_intervals() == {0: (1, 3), 1: (1, 3), 2: (1, 3)}
    # A lower level is a wider set.
    wide = found.rank_intervals(1e-9)
    assert wide[0][1] >= 1
    assert wide[2][0] <= 2


def test_missing_cells():
    table = np.random.default_rng(0).normal([0, 0, 0.5, 3], size=(30, 4))
    table[::3, 1] = table[1::4, 2] = math.nan
    options = {"missing": "skillings-mack", "post_hoc": "wilcoxon"}
    found = fm.compare_across_datasets(table, **options)
    assert found.omnibus == fm.skillings_mack_test(table)
    both = ~np.isnan(table[:, [1, 3]]).any(axis=1)
    alone = fm.wilcoxon_signed_rank_test(table[both, 1], table[both, 3])
    assert found.post_hoc.pvalues[1, 3] == alone.pvalue
    assert found.wins_ties_losses[1, 3].sum() == both.sum()
    assert found.rank_intervals()[3] == (1, 1)
    assert "Skillings–Mack test" in found.summary()
    rope = fm.compare_across_datasets(table, rope=0.1, random_state=0, **options)
    assert rope.equivalence[1, 3].p_less > 0.99
    # Ranks of a data set with three of four models: 1, 2, 3 times 5/4.
    ranks = ranks_among_all(table, True)[3]
    assert found.mean_ranks == pytest.approx(
        np.nanmean(ranks_among_all(table, True), axis=0)
    )
    assert np.isnan(ranks).sum() == 1
    assert sorted(ranks[~np.isnan(ranks)]) == [1.25, 2.5, 3.75]
    # Two models without a common data set.
    apart = np.array([[1, 2, math.nan], [math.nan, 1, 2]] * 3)
    pairs = fm.pairwise_tests(apart, test="sign", missing="pairwise")
    assert math.isnan(pairs.pvalues[0, 2])
    assert math.isnan(
        fm.compare_across_datasets(apart, **options).win_probability[0, 2]
    )


@one_case(
    "options, words",
    [
        ({}, "got NaN in row 0"),
        ({"missing": "drop"}, "missing must be one of"),
        ({"missing": "skillings-mack"}, "post_hoc must be one of .* got 'nemenyi'"),
        (
            {"missing": "skillings-mack", "post_hoc": "t", "omnibus": "quade"},
            "omnibus must be 'friedman' or None, got 'quade'",
        ),
    ],
)
def test_bad_options_with_missing_cells(options, words):
    table = [[math.nan, 1, 2], [1, 2, 3], [2, 1, 3]]
    with pytest.raises(ValueError, match=words):
        fm.compare_across_datasets(table, **options)


def test_it_is_put_together_of_the_tests():
    table = bundled()
    found = fm.compare_across_datasets(table, post_hoc="wilcoxon", adjust="shaffer")
    pairs = fm.pairwise_tests(table, test="wilcoxon", adjust="shaffer")
    assert found.omnibus.pvalue == fm.friedman_test(table).pvalue
    assert np.array_equal(found.pairs.adjusted_pvalues, pairs.adjusted_pvalues)
    assert found.groups() == pairs.groups()
    assert math.isnan(found.critical_difference())


def test_against_a_control_it_is_bonferroni_and_dunns_test():
    table = bundled()
    found = fm.compare_across_datasets(table, control="naive_bayes")
    pairs = fm.bonferroni_dunn_test(table, control="naive_bayes")
    assert np.array_equal(
        found.pairs.adjusted_pvalues, pairs.adjusted_pvalues, equal_nan=True
    )
    assert found.pairs.test == "Bonferroni–Dunn test"
    assert found.control == "naive_bayes"
    assert found.groups() == pairs.groups()
    holm = fm.compare_across_datasets(table, control="naive_bayes", adjust="holm")
    assert (holm.pairs.adjusted_pvalues[1:] <= pairs.adjusted_pvalues[1:]).sum() >= 8


@one_case(
    "omnibus, test, name",
    [
        ("quade", fm.quade_test, "Exact Quade test: F"),
        ("aligned-ranks", fm.aligned_ranks_test, "Exact aligned-ranks test: χ²"),
    ],
)
def test_other_tests_may_come_first(omnibus, test, name):
    options = {"decimals": 2, "greater_is_better": False}
    found = fm.compare_across_datasets(COURSE, omnibus=omnibus, **options)
    assert found.omnibus == test(COURSE, **options)
    assert name in found.summary()
    level = fm.compare_across_datasets(LEVEL, omnibus=omnibus)
    assert level.pairs is None
    assert f"{name.split(':')[0].removeprefix('Exact ')}, p = " in level.to_svg()
    friedman = fm.compare_across_datasets(COURSE, **options)
    np.testing.assert_array_equal(found.post_hoc.pvalues, friedman.post_hoc.pvalues)
    assert "Friedman" not in found.summary()


def test_where_the_omnibus_test_does_not_reject_no_pair_is_told_apart():
    found = fm.compare_across_datasets(LEVEL)
    assert found.omnibus.pvalue > 0.05
    assert found.pairs is None
    assert found.groups() == (found.ranking,)
    assert {*found.letters().values()} == {"a"}
    assert math.isnan(found.critical_difference())
    assert "no evidence that the models differ, and no pair" in found.summary()
    assert f"Friedman test, p = {found.omnibus.pvalue:.4f}, " in found.to_svg()
    # Against a control too; and without the test pairs are looked at in any case.
    against = fm.compare_across_datasets(LEVEL, control="z")
    assert against.groups() == (against.ranking,)
    assert fm.compare_across_datasets(LEVEL, omnibus=None).pairs is not None


def test_a_level_of_its_own_judges_both_tests():
    found = fm.compare_across_datasets(bundled(), alpha=1e-9)
    assert found.pairs is None
    assert len(found.groups()) == 1
    assert len(found.groups(0.05)) == 4
    assert found.letters(0.05)["extra_trees"] == "a"
    assert found.critical_difference(0.05) == pytest.approx(3.03, abs=0.01)
    assert "7 of 45 pairs" in found.summary(0.05)
    assert found.to_frame(alpha=0.05)["letters"].nunique() == 7
    strict = fm.compare_across_datasets(bundled())
    assert strict.groups() == found.groups(0.05)
    assert strict.to_svg() == found.to_svg(alpha=0.05)


def test_smaller_may_be_better():
    table = bundled()
    errors = {name: 1 - column for name, column in table.items()}
    found = fm.compare_across_datasets(errors, greater_is_better=False, decimals=6)
    same = fm.compare_across_datasets(table, decimals=6)
    assert np.array_equal(found.mean_ranks, same.mean_ranks)
    assert np.array_equal(found.wins_ties_losses, same.wins_ties_losses)


def test_decimals_tie_what_binary_fractions_do_not():
    table = [[0.1 + 0.2, 0.3], [0.5, 0.4], [0.7, 0.1]]
    assert fm.compare_across_datasets(table).wins_ties_losses[0, 1].tolist() == [
        *(3, 0, 0)
    ]
    rounded = fm.compare_across_datasets(table, decimals=6)
    assert rounded.wins_ties_losses[0, 1].tolist() == [2, 1, 0]


def test_frames_of_any_library():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    expected = fm.compare_across_datasets(COURSE)
    for table in (pandas.DataFrame(COURSE), polars.DataFrame(COURSE)):
        found = fm.compare_across_datasets(table)
        assert found.summary() == expected.summary()
    columns = ["mean_rank", "rank_low", "rank_high", "median", "mad", "letters"]
    frame = expected.to_frame()
    assert [*frame.index] == ["A", "B", "C"]
    assert [*frame.columns] == columns
    assert expected.to_frame(backend="polars").columns == ["model", *columns]
    against = fm.compare_across_datasets(COURSE, control="A").to_frame()
    assert against["told_from_control"].tolist() == [False, False, True]


def test_practical_equivalence():
    table = bundled()
    few = {name: table[name] for name in ("naive_bayes", "extra_trees", "ada_boost")}
    found = fm.compare_across_datasets(few, rope=0.01, random_state=3)
    assert [*found.equivalence] == [
        ("naive_bayes", "extra_trees"),
        ("naive_bayes", "ada_boost"),
        ("extra_trees", "ada_boost"),
    ]
    for (a, b), one in found.equivalence.items():
        assert one == fm.bayesian_signed_rank_test(
            few[a], few[b], rope=0.01, random_state=3
        )
    again = fm.compare_across_datasets(
        few, rope=0.01, random_state=np.random.default_rng(1)
    )
    assert again.equivalence != found.equivalence
    [*_, last] = found.sentences()
    sure = sum(max(one) > 0.95 for one in found.equivalence.values())
    assert f"{sure} of 3 pairs practically different and 0 practically the " in last
    content = found.to_dict()["equivalence"]
    assert content[2]["p_greater"] == found.equivalence["extra_trees", "ada_boost"][2]
    against = fm.compare_across_datasets(few, rope=1, control="ada_boost")
    assert against.equivalence == {
        ("naive_bayes", "ada_boost"): (0, 1, 0),
        ("extra_trees", "ada_boost"): (0, 1, 0),
    }
    assert fm.compare_across_datasets(few).equivalence == {}


@one_case("control", [None, "B"])
def test_practical_equivalence_is_of_the_twins_pairs(monkeypatch, control):
    # The twin's own test draws a number at a time, and takes seconds for each pair.
    monkeypatch.setattr(
        "fastmetrics.reference.comparison.test_sets.bayesian_signed_rank_test",
        lambda x, y, **options: fm.bayesian_signed_rank_test(x, y, **options),
    )
    options = {"rope": 0.05, "random_state": 1, "control": control}
    found = fm.compare_across_datasets(COURSE, **options)
    twin = reference.compare_across_datasets(COURSE, **options)
    assert found.equivalence == twin.equivalence


# -------------------------------------------------------------- words and pictures


def test_sentences():
    assert fm.compare_across_datasets(COURSE).summary().split("\n") == [
        "3 models on 4 data sets: A has the best mean rank, 1.00 (median score 0.8500),"
        " and C the worst, 2.88 (median score 0.6000).",
        "Exact Friedman test: F = 57, p = 0.0093, Kendall's W = 0.9500: at "
        "α = 0.05 this is evidence that the models differ.",
        "Nemenyi test (critical difference of mean ranks 1.66): significant for 1 of "
        "3 pairs.",
        "There is no evidence of differences within A, B | B, C.",
        "Without the correction for ties F is 24.4286 (ties='ignored').",
    ]
    against = fm.compare_across_datasets(COURSE, control="A", omnibus=None)
    assert against.summary().split("\n")[1:] == [
        "Bonferroni–Dunn test (critical difference of mean ranks 1.58): significant "
        "for 1 of 2 models against A.",
        "There is no evidence of a difference from A of B.",
    ]
    found = fm.compare_across_datasets(COURSE, omnibus=None, post_hoc="wilcoxon")
    assert (
        "(p-values adjusted by Holm's method): significant for 0 of 3"
        in found.summary()
    )
    assert "F(9, 171) = 6.9975" in fm.compare_across_datasets(bundled()).summary()


def test_json_holds_all_of_it():
    found = fm.compare_across_datasets(bundled())
    content = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert content["models"][0]["model"] == "extra_trees"
    assert content["models"][0]["letters"] == "a"
    assert len(content["pairs"]["pairs"]) == 45
    assert content["omnibus"]["pvalue"] == found.omnibus.pvalue
    assert content["wins_ties_losses"][0][0] == [0, 20, 0]
    assert fm.compare_across_datasets(LEVEL).to_dict()["pairs"] is None
    without = fm.compare_across_datasets(COURSE, omnibus=None).to_dict()
    assert without["omnibus"] is None


def test_notebooks_show_sentences_table_and_diagram():
    shown = fm.compare_across_datasets(COURSE)._repr_mimebundle_()
    assert shown["text/plain"].startswith("3 models on 4 data sets: A has the best")
    assert shown["text/html"].count("<table>") == 2
    assert "<svg" in shown["text/html"]
    assert "CD = 1.66" in shown["text/html"]
    against = fm.compare_across_datasets(COURSE, control="A")._repr_mimebundle_()
    assert "Differs from A" in against["text/plain"]
    assert "yes" in against["text/plain"]


def test_it_draws_itself():
    pytest.importorskip("matplotlib")
    found = fm.compare_across_datasets(bundled())
    for style in ("bars", "intervals"):
        drawn = found.plot(style=style)
        same = fm.critical_difference_diagram(found, style=style)
        texts = [text.get_text() for text in drawn.axes[0].texts]
        assert [text.get_text() for text in same.axes[0].texts] == texts
        assert all(text in found.to_svg(style=style) for text in texts)
    level = fm.compare_across_datasets(LEVEL)
    said = level.plot().texts[0].get_text()
    assert "Friedman test" in said.replace("\n", " ")
    with pytest.raises(ValueError, match="style='bars' shows its groups"):
        level.plot(style="intervals")


def test_it_can_be_pickled():
    found = fm.compare_across_datasets(bundled())
    again = pickle.loads(pickle.dumps(found))
    assert again.summary() == found.summary()
    assert again.to_svg(style="intervals") == found.to_svg(style="intervals")


# --------------------------------------------------------------------------- errors


def test_models_that_are_equal_everywhere_are_told_apart_by_nothing():
    found = fm.compare_across_datasets(np.ones((5, 3)))
    assert found.omnibus.pvalue == 1
    assert found.groups() == ((0, 1, 2),)
    assert (found.win_probability == 0.5).all()


@one_case(
    "table, options, message",
    [
        ({"A": [1, 2]}, {}, "a column for each of two models or more"),
        ({"A": [1], "B": [2]}, {}, "two data sets or more"),
        ({"A": [1, math.nan], "B": [2, 3]}, {}, "A"),
        ({"A": [1, 2], "B": [2, 3, 4]}, {}, "of one length"),
        (COURSE, {"control": "D"}, r"control must be one of .*'A', 'B', 'C'.*'D'"),
        (COURSE, {"post_hoc": "tukey"}, "tukey"),
        (COURSE, {"adjust": "tukey"}, "tukey"),
        (COURSE, {"adjust": np.zeros(2), "control": "A"}, "adjust must be"),
        (COURSE, {"alpha": 0}, "alpha must lie between 0 and 1"),
        (COURSE, {"omnibus": "anova"}, "omnibus must be one of .* or None"),
        (COURSE, {"decimals": 10**6}, "decimals must lie between"),
        (COURSE, {"rope": -1}, "rope must be finite and not negative"),
    ],
)
def test_bad_input_is_named(table, options, message):
    with pytest.raises(ValueError, match=message):
        fm.compare_across_datasets(table, **options)


def test_many_models():
    rng = np.random.default_rng(5)
    table = rng.normal(size=(8, 1000)) + np.linspace(0, 3, 1000)
    found = fm.compare_across_datasets(table)
    assert len(found.groups()) > 10
    assert len(found.to_svg()) < 1_000_000
