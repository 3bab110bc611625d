"""What holds for every test: of data that say nothing, and of what it returns."""

import copy
import inspect
import json
import math
import pickle
import re
import warnings
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from helpers.chinese import english, visible
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.null_laws import extreme
from fastmetrics._common.test_result import ALTERNATIVES, TestMethods
from fastmetrics.catalog import METRICS
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.pictures import Rule
from fastmetrics.show.result import text_of

A = [0.81, 0.83, 0.79, 0.86, 0.80, 0.84, 0.82, 0.80, 0.85, 0.83]
B = [0.80, 0.80, 0.81, 0.82, 0.79, 0.80, 0.81, 0.78, 0.82, 0.84]
C = [0.70, 0.82, 0.80, 0.81, 0.77, 0.83, 0.79, 0.75, 0.80, 0.76]
# Each is 0.1 more than B's, but for rounding; and all are alike.
MORE, FLAT = [b + 0.1 for b in B], [0.8] * 10
Y = [0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0]
SCORES = [0.1, 0.8, 0.4, 0.3, 0.9, 0.6, 0.7, 0.5, 0.2, 0.65, 0.45, 0.35]
OTHERS = [0.3, 0.6, 0.5, 0.1, 0.8, 0.7, 0.2, 0.9, 0.4, 0.55, 0.15, 0.25]
# Right on 9, 6 and 7 rows.
P = [0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1]
Q = [1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1]
R = [0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1]
FOLDS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
RIGHT, WRONG = [float(y) for y in Y], [1.0 - y for y in Y]


class Walk(NamedTuple):
    """How a test is called with data of three kinds; each call takes options.

    ``usual``: on data that differ and vary; ``nothing``: without a difference, of which
    the statistic is 0 and the p-value 1; ``certain``: with a difference and without a
    variance, of which both are NaN. That tests of whole numbers, whose exact law is
    known without an estimated variance, have no such data is what an empty one says.
    """

    usual: tuple[Callable[..., Any], ...]
    nothing: tuple[Callable[..., Any], ...] = ()
    certain: tuple[Callable[..., Any], ...] = ()


def folds(test, shape=(10,), **options):
    """Return the walk of a test of numbers of two models over folds."""

    def call(a, b, **more):
        return test(np.reshape(a, shape), np.reshape(b, shape), **options, **more)

    return Walk(
        usual=(partial(call, A, B),),
        nothing=(partial(call, A, A), partial(call, FLAT, FLAT)),
        certain=(partial(call, MORE, B), partial(call, B, MORE)),
    )


def pairs(test, **options):
    """Return the walk of a test of numbers in pairs that is exact."""
    found = folds(test, **options)
    return found._replace(certain=())


def labels(test, **options):
    """Return the walk of a test of two models' labels."""
    return Walk(
        usual=(partial(test, Y, P, Q, **options),),
        nothing=(partial(test, Y, P, P, **options), partial(test, Y, Y, Y, **options)),
    )


def swapped(a, b, **more):
    """Return the test of areas when rows swap their scores."""
    return fm.paired_permutation_test(
        "roc_auc_score",
        Y,
        y_score_a=a,
        y_score_b=b,
        n_resamples=99,
        random_state=1,
        **more,
    )


def tables(call, certain=False, **options):
    """Return the walk of a test of a table of data sets and models."""
    usual, none = np.transpose([A, B, C]), np.transpose([A, A, A])
    sure = np.transpose([B, MORE])
    return Walk(
        usual=(partial(call, usual, **options),),
        nothing=(partial(call, none, **options),),
        certain=(partial(call, sure, **options),) if certain else (),
    )


def values(call, **options):
    """Return the walk of a test of models on different data."""
    return Walk(
        usual=(partial(call, [A, B[:7], C[:5]], **options),),
        nothing=(
            partial(call, [[1.0, 2.0], [1.0, 2.0], [2.0, 1.0]], **options),
            partial(call, [FLAT, FLAT[:3]], **options),
        ),
    )


WALKS = {
    "binomial_test": Walk(
        usual=(
            partial(fm.binomial_test, 3, 20, error_rate=0.3),
            partial(fm.binomial_test, 3, 20, error_rate=0.3, method="mid-p"),
        ),
    ),
    "paired_cv_t_test": folds(fm.paired_cv_t_test),
    "corrected_resampled_t_test": folds(
        fm.corrected_resampled_t_test, n_train=90, n_test=10
    ),
    "five_by_two_cv_t_test": folds(fm.five_by_two_cv_t_test, shape=(5, 2)),
    "five_by_two_cv_t_test of means": folds(
        fm.five_by_two_cv_t_test, shape=(5, 2), numerator="mean"
    ),
    "five_by_two_cv_f_test": folds(fm.five_by_two_cv_f_test, shape=(5, 2)),
    "error_rate_t_test": Walk(
        usual=(
            partial(fm.error_rate_t_test, A, error_rate=0.8),
            partial(fm.error_rate_t_test, A, error_rate=0.8, n_train=90, n_test=10),
        ),
        nothing=(partial(fm.error_rate_t_test, FLAT, error_rate=0.8),),
        certain=(partial(fm.error_rate_t_test, FLAT, error_rate=0.7),),
    ),
    "proportions_test": Walk(
        usual=(
            partial(fm.proportions_test, [15, 25], [50, 60]),
            partial(fm.proportions_test, [15, 25], [50, 60], correction=True),
        ),
        nothing=(
            partial(fm.proportions_test, [0, 0], [50, 60]),
            partial(fm.proportions_test, [50, 60], [50, 60]),
        ),
    ),
    "sign_test": pairs(fm.sign_test),
    # Where half of the ties are wins, these are the statistic.
    "sign_test with split ties": pairs(fm.sign_test, ties="split")._replace(nothing=()),
    "wilcoxon_signed_rank_test": pairs(fm.wilcoxon_signed_rank_test, decimals=6),
    "wilcoxon_signed_rank_test by the normal law": pairs(
        fm.wilcoxon_signed_rank_test, decimals=6, method="asymptotic"
    ),
    **{
        f"mcnemar_test by {method}": labels(fm.mcnemar_test, method=method)
        for method in ("exact", "mid-p", "chi2", "chi2-uncorrected")
    },
    "mcnemar_test_from_table": Walk(
        usual=(partial(fm.mcnemar_test_from_table, [[20, 9], [3, 8]]),),
        nothing=(partial(fm.mcnemar_test_from_table, [[20, 0], [0, 8]]),),
    ),
    **{
        f"cochran_q_test by {method}": Walk(
            usual=(partial(fm.cochran_q_test, Y, np.transpose([P, Q, R]), **options),),
            nothing=(
                partial(fm.cochran_q_test, Y, np.transpose([P, P, P]), **options),
                partial(fm.cochran_q_test, Y, np.transpose([Y, Y, Y]), **options),
            ),
        )
        for method, options in {
            "chi-squared": {},
            "permutation": {"method": "permutation", "random_state": 1},
        }.items()
    },
    **{
        f"cv_loss_test with {variance}": Walk(
            usual=(partial(fm.cv_loss_test, A, B, FOLDS, variance=variance),),
            nothing=(
                partial(fm.cv_loss_test, A, A, FOLDS, variance=variance),
                partial(fm.cv_loss_test, FLAT, FLAT, FOLDS, variance=variance),
            ),
            certain=(
                partial(fm.cv_loss_test, MORE, B, FOLDS, variance=variance),
                partial(fm.cv_loss_test, B, MORE, FOLDS, variance=variance),
            ),
        )
        for variance in ("all", "within")
    },
    "diebold_mariano_test": folds(fm.diebold_mariano_test, horizon=2),
    "diebold_mariano_test with hln": folds(
        fm.diebold_mariano_test, horizon=2, variance="hln"
    ),
    "paired_permutation_test of labels": labels(
        partial(fm.paired_permutation_test, "f1_score")
    ),
    "paired_permutation_test of losses": Walk(
        usual=(partial(fm.paired_permutation_test, "mean", loss_a=A, loss_b=B),),
        nothing=(
            partial(fm.paired_permutation_test, "mean", loss_a=A, loss_b=A),
            partial(fm.paired_permutation_test, "mean", loss_a=FLAT, loss_b=FLAT),
        ),
    ),
    "paired_permutation_test of scores": Walk(
        usual=(partial(swapped, SCORES, OTHERS),),
        nothing=(partial(swapped, SCORES, SCORES),),
    ),
    "unpaired_permutation_test of labels": Walk(
        usual=(partial(fm.unpaired_permutation_test, "f1_score", Y, P, Y, Q),),
        nothing=(partial(fm.unpaired_permutation_test, "f1_score", Y, Y, Y, Y),),
    ),
    "unpaired_permutation_test of losses": Walk(
        usual=(
            partial(fm.unpaired_permutation_test, "mean", loss_a=A, loss_b=C[:8]),
            partial(
                fm.unpaired_permutation_test,
                "mean",
                loss_a=A,
                loss_b=C[:8],
                method="monte-carlo",
                random_state=1,
            ),
        ),
        nothing=(
            partial(fm.unpaired_permutation_test, "mean", loss_a=FLAT, loss_b=FLAT[:3]),
        ),
    ),
    "unpaired_permutation_test of scores": Walk(
        usual=(
            partial(
                fm.unpaired_permutation_test,
                "roc_auc_score",
                Y,
                y_score_a=SCORES,
                y_true_b=Y,
                y_score_b=OTHERS,
                n_resamples=99,
                random_state=1,
            ),
        ),
    ),
    "quade_test": tables(fm.quade_test),
    "quade_test by its F": tables(fm.quade_test, method="asymptotic"),
    "aligned_ranks_test": tables(fm.aligned_ranks_test),
    "aligned_ranks_test by chi-squared": tables(
        fm.aligned_ranks_test, method="asymptotic"
    ),
    # Of no difference L is its mean, which is not 0.
    "page_test": tables(fm.page_test)._replace(nothing=()),
    "page_test by the normal law": tables(
        fm.page_test, method="asymptotic", order=[1, 0, 2]
    )._replace(nothing=()),
    "kruskal_wallis_test": values(fm.kruskal_wallis_test),
    "kruskal_wallis_test by draws": values(
        fm.kruskal_wallis_test, method="monte-carlo", random_state=1
    ),
    "dunn_test": values(fm.dunn_test),
    "dunn_test with a control": values(fm.dunn_test, control=0),
    "friedman_test": tables(fm.friedman_test),
    "skillings_mack_test": tables(fm.skillings_mack_test),
    "friedman_test by chi-squared": tables(
        fm.friedman_test, statistic="chi2", method="asymptotic"
    ),
    "nemenyi_test": tables(fm.nemenyi_test),
    "bonferroni_dunn_test": tables(fm.bonferroni_dunn_test, control=0),
    **{
        f"pairwise_tests by {test}": tables(
            fm.pairwise_tests, test=test, certain=test in ("t", "conover")
        )
        for test in ("nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t")
    },
    **{
        f"delong_roc_test{what}": Walk(
            usual=(partial(delong, Y, SCORES, OTHERS),),
            nothing=(
                partial(delong, Y, SCORES, SCORES),
                partial(delong, Y, RIGHT, RIGHT),
            ),
            certain=(
                partial(delong, Y, RIGHT, WRONG),
                partial(delong, Y, WRONG, RIGHT),
            ),
        )
        for what, delong in (
            ("", fm.delong_roc_test),
            (" unbiased", partial(fm.delong_roc_test, unbiased=True)),
        )
    },
}
WALKS["delong_roc_test_independent"] = Walk(
    usual=(partial(fm.delong_roc_test_independent, Y, SCORES, Y, OTHERS),),
    nothing=(partial(fm.delong_roc_test_independent, Y, RIGHT, Y, RIGHT),),
    certain=(partial(fm.delong_roc_test_independent, Y, RIGHT, Y, WRONG),),
)
# Those below return something else than a statistic with a p-value, and so do
# posteriors of a difference; what bets have become is 1 where nothing is known, not 0.
OTHER_RESULTS = {
    "ChangeDetector",
    "SequentialComparison",
    "SequentialTest",
    "sequential_z_test",
    "bayesian_correlated_t_test",
    "bayesian_signed_rank_test",
    "compare",
    "compare_across_datasets",
    "model_confidence_set",
}


def name_of(walk):
    return walk.split()[0]


def calls(kind):
    """All calls of one kind, with every alternative that a test takes."""
    found = []
    for name, walk in WALKS.items():
        takes = inspect.signature(getattr(fm, name_of(name))).parameters
        sides = ALTERNATIVES if "alternative" in takes else (None,)
        for call in getattr(walk, kind):
            for side in sides:
                options = {} if side is None else {"alternative": side}
                found.append(partial(call, **options))
    return found


def numbers(result):
    """All statistics and p-values of a result."""
    if isinstance(result, TestMethods):
        return np.array([result.statistic]), np.array([result.pvalue])
    if result.control is None:
        pairs_of = np.triu_indices(len(result.names), 1)
    else:
        pairs_of = np.array(result.names) != result.control
    both = [result.pvalues[pairs_of], result.adjusted_pvalues[pairs_of]]
    return result.statistics[pairs_of], np.concatenate(both)


def test_every_test_is_walked_through():
    tests = {
        row.function
        for row in METRICS.values()
        if row.kind == "test" and row.task == "comparison"
    }
    assert tests - OTHER_RESULTS <= {*map(name_of, WALKS)}


@one_case("call", partial(calls, "nothing"))
def test_no_difference_has_statistic_0_and_p_value_1(call):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        statistics, pvalues = numbers(call())
    assert (statistics == 0).all()
    assert (pvalues == 1).all()


@one_case("call", partial(calls, "certain"))
def test_a_difference_without_variance_is_undefined(call):
    with pytest.warns(UndefinedMetricWarning, match="equal|variance") as caught:
        statistics, pvalues = numbers(call())
    assert caught[0].filename == __file__
    assert np.isnan(statistics).all()
    assert np.isnan(pvalues).all()


@cache
def results():
    """What tests of the usual data return."""
    return [call() for call in calls("usual")]


def single():
    return [one for one in results() if isinstance(one, TestMethods)]


def of_each_method():
    """Return a result of each method, and so of all alternatives by turns."""
    found = {}
    for one in single():
        found.setdefault(one.method, []).append(one)
    return [of_one[k % len(of_one)] for k, of_one in enumerate(found.values())]


def of_pairs():
    return [one for one in results() if isinstance(one, fm.PairwiseResult)]


@one_case("result", single)
def test_results_hold_what_they_say_they_hold(result):
    assert type(result.statistic) is type(result.pvalue) is float
    assert 0 < result.pvalue <= 1
    assert result.alternative in ALTERNATIVES
    assert type(result.n) is int
    assert result.n > 0
    assert type(result.exact) is bool
    assert all(isinstance(note, str) for note in result.notes)
    for text in (result.method, result.statistic_name, result.estimate_name):
        assert text
        assert isinstance(text, str)


@one_case("result", single)
def test_intervals_hold_the_estimate_and_grow_with_the_level(result):
    ends = [result.confidence_interval(level) for level in (0.5, 0.9, 0.99)]
    if math.isnan(ends[0][0]):
        assert np.isnan(ends).all()
        return
    assert (np.diff([low for low, _ in ends]) <= 0).all()
    assert (np.diff([high for _, high in ends]) >= 0).all()
    assert ends[1][0] <= result.estimate <= ends[1][1]


@one_case("result", single)
@one_case("alpha", [0.001, 0.01, 0.05, 0.1, 0.2, 0.4])
def test_statistics_beyond_the_critical_value_are_those_rejected(result, alpha):
    critical = result.critical_value(alpha)
    if np.isnan(critical).any():
        return
    if isinstance(critical, tuple):
        beyond = not critical[0] <= result.statistic <= critical[1]
    elif result.alternative == "less":
        beyond = result.statistic < critical
    else:
        beyond = result.statistic > critical
    assert result.reject(alpha) == beyond


@one_case("result", single)
def test_summaries_say_the_size_first_and_never_that_models_are_equal(result):
    for alpha in (1e-9, 0.999999):
        size, verdict, *notes = result.summary(alpha).splitlines()
        assert result.estimate_name in size
        measured = str(result).splitlines()[1].removesuffix(".")
        assert verdict.startswith(measured)
        assert measured.startswith(result.statistic_name)
        assert ", p = " in measured
        assert ("no evidence" in verdict) == (result.pvalue > alpha)
        assert len(notes) == len(result.notes)
        for line in (size, verdict, *notes):
            assert line.endswith(".")
            assert not re.search(r"\b(are|is) (equal|the same|identical)\b", line)
            assert "  " not in line


@pytest.mark.long
@one_case("result", single)
def test_results_are_rows_and_json(result):
    found = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert found["pvalue"] == result.pvalue
    is_defined = not math.isnan(result.estimate)  # not with missing cells
    assert found["estimate"] == (result.estimate if is_defined else None)
    pytest.importorskip("pandas")
    frame = result.to_frame()
    assert len(frame) == 1
    assert frame["pvalue"].item() == result.pvalue


@pytest.mark.long
@one_case("result", of_each_method)
def test_notebooks_show_results(result):
    shown = result._repr_mimebundle_()
    said = " ".join(shown["text/plain"].split())
    assert said.startswith(str(result).splitlines()[0])
    assert result.statistic_name in shown["text/plain"]
    assert result._repr_html_() == shown["text/html"]


@one_case("result", single)
def test_results_speak_chinese(result):
    assert english(result.summary(1e-9, language="zh")) == []
    assert english(result.summary(0.5, language="zh")) == []
    for form in ("table", "markdown", "latex"):
        assert english(visible(form, text_of(result, form, "zh"))) == []


@pytest.mark.long
@one_case("result", of_each_method)
def test_pages_of_results_speak_chinese(result):
    assert english(visible("html", text_of(result, "html", "zh"))) == []


@one_case("result", single)
def test_the_law_without_a_difference_has_the_p_value_in_its_tails(result):
    law = result._null_law()
    statistic = result.statistic if np.isnan(law.statistic) else law.statistic
    tail = extreme(law, statistic, result.alternative)
    if law.kind == "density":
        # Whatever a curve of some hundred places leaves between two of them, and out.
        heights = np.where(tail, law.heights, 0.0)
        if result.method != "asymptotic Wilcoxon signed-rank test":
            assert np.trapezoid(heights, law.at) == pytest.approx(
                result.pvalue, abs=0.05
            )
    elif law.kind == "chances":
        chance = law.heights[tail].sum()
        if "mid-p" in result.method:  # of the statistic itself one half counts
            assert chance > result.pvalue
        else:
            assert chance == pytest.approx(min(1.0, result.pvalue), rel=1e-9)
    else:
        error = 4 * np.sqrt(result.pvalue / len(law.at))
        assert tail.mean() == pytest.approx(result.pvalue, abs=error + 1e-9)


@pytest.mark.long
@one_case("result", single)
def test_the_law_is_drawn_with_critical_values_and_the_statistic(result):
    [picture] = result._pictures(alpha=0.2)
    [panel] = picture.panels
    rules = [mark for mark in panel.marks if isinstance(mark, Rule)]
    critical = result.critical_value(0.2)
    known = critical if isinstance(critical, tuple) else (critical,)
    if not np.isnan(known).any():
        assert [rule.at for rule in rules[:-1]] == [*known]
    assert rules[-1].series is not None
    low, high = panel.x.low, panel.x.high
    assert all(low <= rule.at <= high for rule in rules)


@pytest.mark.long
@one_case("result", of_each_method)
def test_the_law_is_drawn_the_same_each_time(result):
    drawn = result.to_svg(language="zh", alpha=0.2)
    assert drawn.startswith("<svg")
    assert drawn == result.to_svg(language="zh", alpha=0.2)
    [picture] = result._pictures(alpha=0.2)
    assert picture.title in result.to_html().replace("&#x27;", "'")


def test_a_law_is_not_drawn_of_what_is_undefined():
    with pytest.warns(UndefinedMetricWarning):
        result = fm.paired_cv_t_test(MORE, B)
    assert result._pictures() == []
    with pytest.raises(ValueError, match="nothing to draw"):
        result.plot()
    result = fm.paired_cv_t_test(A, B)
    with pytest.raises(ValueError, match="alpha"):
        result.to_svg(alpha=2)
    pytest.importorskip("matplotlib")
    assert len(result.plot(alpha=0.1).axes) == 1


def test_the_law_of_the_course_s_test_errors():
    # Zhou 2016, figure 2.6: ten rows and an error rate of 0.3; 3 errors are likeliest.
    law = fm.binomial_test(3, 10, error_rate=0.3)._null_law()
    assert law.at.tolist() == [k / 10 for k in range(11)]
    exact = [math.comb(10, k) * 0.3**k * 0.7 ** (10 - k) for k in range(11)]
    np.testing.assert_allclose(law.heights, exact, rtol=1e-12)  # SciPy's rounding
    assert law.heights.argmax() == 3
    # Section 2.4.1: rejected at alpha = 0.05 where more than 5 of 10 are wrong.
    found = fm.binomial_test(3, 10, error_rate=0.3, alternative="greater")
    [picture] = found._pictures()
    rules = [mark.at for mark in picture.panels[0].marks if isinstance(mark, Rule)]
    assert rules == [0.5, 0.3]


@one_case("alternative", ALTERNATIVES)
def test_e_values_are_drawn_against_ville_s_bound(alternative):
    found = fm.sequential_z_test(0.83, 0.011, 2_000, null=0.78, alternative=alternative)
    [picture] = found._pictures(alpha=0.1)
    rules = [m.at for m in picture.panels[0].marks if isinstance(m, Rule)]
    assert rules[0] == 10
    assert rules[1] == pytest.approx(min(max(found.statistic, 1), 1000))
    assert "达到该值的概率上限" in found.to_svg(language="zh")


@pytest.mark.long
@one_case("result", single)
def test_copies_answer_as_the_result_does(result):
    for other in (
        pickle.loads(pickle.dumps(result)),
        copy.copy(result),
        copy.deepcopy(result),
    ):
        assert type(other) is type(result)
        assert repr(other) == repr(result)
        assert other.summary(0.2) == result.summary(0.2)
        assert other.to_dict() == result.to_dict()
        assert np.array_equal(
            other.critical_value(), result.critical_value(), equal_nan=True
        )


# ------------------------------------------------------------------ results of pairs


@one_case("result", of_pairs)
def test_pairs_hold_what_they_say_they_hold(result):
    k = len(result.names)
    shape = (k,) if result.control is not None else (k, k)
    p, adjusted = result.pvalues, result.adjusted_pvalues
    for array in (result.estimates, result.statistics, p, adjusted):
        assert array.shape == shape
        assert array.dtype == float
    if result.n_values:  # of different data
        assert (result.mean_ranks >= 1).all()
        assert (result.mean_ranks <= result.n_values).all()
    else:
        assert result.mean_ranks.sum() == pytest.approx(k * (k + 1) / 2)
    if result.control is None:
        assert (np.diag(p) == 1).all()
        assert (np.diag(adjusted) == 1).all()
        assert np.array_equal(p, p.T)
        assert np.array_equal(adjusted, adjusted.T)
        assert np.allclose(result.estimates, -result.estimates.T)
    else:
        own = result.names.index(result.control)
        for array in (result.estimates, result.statistics, p, adjusted):
            assert np.isnan(array).tolist() == [i == own for i in range(k)]
        p, adjusted = np.delete(p, own), np.delete(adjusted, own)
    assert ((p > 0) & (p <= adjusted) & (adjusted <= 1)).all()


@one_case("result", of_pairs)
def test_a_critical_difference_is_the_least_that_is_told_apart(result):
    critical = result.critical_difference(0.2)
    if math.isnan(critical):
        return
    told = result.adjusted_pvalues <= 0.2
    assert np.array_equal(told, np.abs(result.estimates) >= critical)


@one_case("result", of_pairs)
def test_copies_of_pairs_answer_as_they_do(result):
    pytest.importorskip("pandas")
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert other.to_dict() == result.to_dict()
        assert other.summary(0.2) == result.summary(0.2)
        assert other.groups(0.2) == result.groups(0.2)
        assert other.to_frame().equals(result.to_frame())
        assert json.dumps(other.to_dict(), allow_nan=False)


@one_case("result", of_pairs)
def test_sizes_of_pairs_come_before_their_p_values(result):
    for alpha in (1e-9, 0.999999):
        first, *lines = result.summary(alpha).splitlines()
        assert first.lower().startswith(result.test.lower())
        assert not re.search(r"\b(are|is) (equal|the same)\b", " ".join(lines))
    assert re.search(r" = .* \(p = ", result.summary(0.999999))


# -------------------------------------------------------- comparisons of several models


def compared(metric, **columns):
    return fm.compare(metric, Y, n_resamples=99, random_state=1, **columns)


COMPARISONS = {
    "labels": lambda: compared("accuracy_score", y_pred={"a": P, "b": Q, "c": R}),
    "scores": lambda: compared("roc_auc_score", y_score={"a": SCORES, "b": OTHERS}),
    "data sets": lambda: fm.compare_across_datasets(np.transpose([A, B, C])),
}


@one_case(
    "metric, columns",
    [
        ("accuracy_score", {"y_pred": {"a": P, "b": P}}),
        ("f1_score", {"y_pred": {"a": P, "b": P}}),
        ("roc_auc_score", {"y_score": {"a": SCORES, "b": SCORES}}),
        ("roc_auc_score", {"y_score": {"a": RIGHT, "b": RIGHT}}),
        ("average_precision_score", {"y_score": {"a": SCORES, "b": SCORES}}),
    ],
)
def test_models_without_a_difference_are_not_told_apart(metric, columns):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = compared(metric, **columns)
    one = found.differences["a", "b"]
    assert (one.estimate, one.pvalue, one.adjusted_pvalue) == (0, 1, 1)
    assert found.groups(0.999) == (("a", "b"),)


def test_areas_that_differ_without_variance_are_not_told_apart():
    columns = {"a": RIGHT, "b": WRONG}
    with pytest.warns(UndefinedMetricWarning, match="do not vary") as caught:
        found = compared("roc_auc_score", y_score=columns)
    assert caught[0].filename == __file__
    one = found.differences["a", "b"]
    assert one.estimate == 1
    assert np.isnan([one.pvalue, one.adjusted_pvalue]).all()
    assert found.groups(0.999) == (("a", "b"),)


def test_data_sets_that_tie_all_models_tell_none_apart():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = fm.compare_across_datasets(np.transpose([A, A, A]))
    assert (found.omnibus.statistic, found.omnibus.pvalue) == (0, 1)
    assert found.groups() == ((0, 1, 2),)


@one_case("name", COMPARISONS)
def test_copies_of_comparisons_answer_as_they_do(name):
    pytest.importorskip("pandas")
    result = COMPARISONS[name]()
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert other.to_dict() == result.to_dict()
        assert other.summary() == result.summary()
        assert other.groups() == result.groups()
        assert other.to_frame().equals(result.to_frame())
    assert json.dumps(result.to_dict(), allow_nan=False)
    assert not re.search(r"\b(are|is) (equal|the same)\b", result.summary())
    shown = result._repr_mimebundle_()
    assert result._repr_html_() == shown["text/html"]
