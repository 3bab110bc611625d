"""How often tests by ranks, and of unpaired rows, reject where nothing differs.

At a level of 5 % and over 4,000 tables the standard error of a share of 0.05 is 0.0034.
What a test may show goes three standard errors of its share to either side of what is
expected. Where the law is exact or permutations are drawn, that follows from the law:
the largest p-value up to 0.05 that the law has. Laws of many data sets have no such
answer, so that theirs was measured once over 30,000 other tables, of which the standard
error is 0.0013; the two errors are added as variances.
"""

import math
from itertools import permutations

import numpy as np
import pytest

import fastmetrics as fm

LEVEL, N_TABLES, N_MEASURED = 0.05, 4000, 30_000

# (test, data sets, models): share of tables that the law of many data sets rejects
OF_MANY = {
    ("quade_test", 6, 4): 0.0484,
    ("quade_test", 30, 5): 0.0490,
    ("aligned_ranks_test", 6, 4): 0.0331,
    ("aligned_ranks_test", 30, 5): 0.0480,
    ("page_test", 6, 4): 0.0546,
    ("page_test", 30, 5): 0.0468,
}
# (test, values of each model): the same of models that were judged on different data
OF_SAMPLES = {
    # Of all 756,756 assignments of the ranks 1, ..., 15; measured was 0.0428.
    ("kruskal_wallis_test", (5, 5, 5)): 0.0440,
    ("kruskal_wallis_test", (10, 20, 40)): 0.0484,
    ("dunn_test", (5, 5, 5)): 0.0378,
    ("dunn_test", (10, 20, 40)): 0.0399,
}


def blocks(rng, n, k):
    """Scores that differ by data set in place and in spread, and by model by chance."""
    place, spread = rng.normal(size=(n, 1)), rng.exponential(size=(n, 1))
    return place + spread * rng.normal(size=(n, k))


def rejected(pvalue, drawn, seed=3, n_tables=N_TABLES):
    """Share of the tables drawn whose p-value is at most the level."""
    rng = np.random.default_rng(seed)
    return float(np.mean([pvalue(drawn(rng)) <= LEVEL for _ in range(n_tables)]))


def assert_near(share, expected, n_measured=math.inf):
    variance = expected * (1 - expected) * (1 / N_TABLES + 1 / n_measured)
    assert abs(share - expected) <= 3 * math.sqrt(variance)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n", "k"), OF_MANY)
def test_laws_of_many_data_sets(name, n, k):
    test = getattr(fm, name)
    share = rejected(
        lambda scores: test(scores, method="asymptotic").pvalue,
        lambda rng: blocks(rng, n, k),
    )
    assert_near(share, OF_MANY[name, n, k], N_MEASURED)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k", "expected"), [(6, 4, 0.0305), (30, 5, 0.0479)])
def test_law_of_skillings_and_mack(n, k, expected):
    """A fifth of the cells is missing; tables that fall apart are drawn again."""

    def pvalue(scores):
        try:
            return fm.skillings_mack_test(scores).pvalue
        except ValueError:
            return pvalue(gaps(rng))

    def gaps(rng):
        scores = blocks(rng, n, k)
        scores[rng.random((n, k)) < 0.2] = math.nan
        return scores

    rng = np.random.default_rng(9)
    assert_near(rejected(pvalue, gaps), expected, N_MEASURED)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quade_test", "aligned_ranks_test", "page_test"])
def test_exact_laws_across_data_sets(name):
    """Of one table the exact p-values over all its orders are what there is."""
    n, k = 3, 3
    test = getattr(fm, name)
    rng = np.random.default_rng(8)
    # Quade's and Page's laws are those of any table without ties; that of aligned
    # ranks is one of each table, and its levels are averaged.
    several = 1 if name != "aligned_ranks_test" else 60
    levels = [_level(test, blocks(rng, n, k)) for _ in range(several)]
    assert max(levels) <= LEVEL
    share = rejected(
        lambda scores: test(scores, method="exact").pvalue,
        lambda rng: blocks(rng, n, k),
    )
    error = np.std(levels) / math.sqrt(several)
    expected = float(np.mean(levels))
    assert abs(share - expected) <= 3 * math.hypot(
        error, math.sqrt(expected * (1 - expected) / N_TABLES)
    )


def _level(test, scores):
    """Share of all orders of each data set's scores whose p-value is small enough."""
    orders = [*permutations(range(scores.shape[1]))]
    places = np.indices((len(orders),) * len(scores)).reshape(len(scores), -1).T
    tables = (
        np.array([row[list(orders[i])] for row, i in zip(scores, place, strict=True)])
        for place in places
    )
    return np.mean([test(one, method="exact").pvalue <= LEVEL for one in tables])


def smallest_pvalue(name, samples):
    found = getattr(fm, name)(samples)
    # Of all pairs, adjusted: how often any is found to differ.
    return np.nanmin(found.adjusted_pvalues) if name == "dunn_test" else found.pvalue


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sizes"), OF_SAMPLES)
def test_laws_of_many_values(name, sizes):
    share = rejected(
        lambda samples: smallest_pvalue(name, samples),
        lambda rng: [rng.exponential(size=size) for size in sizes],
    )
    assert_near(share, OF_SAMPLES[name, sizes], N_MEASURED)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quade_test", "aligned_ranks_test", "page_test"])
def test_drawn_orders(name):
    """Of 199 orders and what was found any rank is as likely: 10 of 200 are small.

    Ties of the statistic make it fewer, of 12 data sets hardly so.
    """
    test = getattr(fm, name)
    draws = iter(range(N_TABLES))
    share = rejected(
        lambda scores: (
            test(
                scores, method="monte-carlo", n_resamples=199, random_state=next(draws)
            ).pvalue
        ),
        lambda rng: blocks(rng, 12, 4),
    )
    assert LEVEL - 0.004 - 0.0104 <= share <= LEVEL + 0.0104


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(4, 7), (30, 20), (90, 10)])
def test_means_of_losses_of_different_rows(sizes):
    """Exact of 330 choices, whose largest small p-value is 16/330; else drawn."""
    draws = iter(range(N_TABLES))

    def pvalue(samples):
        return fm.unpaired_permutation_test(
            "mean", loss_a=samples[0], loss_b=samples[1], n_resamples=199,
            random_state=next(draws),
        ).pvalue  # fmt: skip

    share = rejected(pvalue, lambda rng: [rng.exponential(size=n) for n in sizes])
    assert_near(share, 16 / 330 if sizes == (4, 7) else LEVEL)


@pytest.mark.slow
def test_unpaired_permutations_of_areas():
    draws = iter(range(N_TABLES))
    y, z = np.arange(30) % 2, np.arange(50) % 3 // 2

    def pvalue(samples):
        return fm.unpaired_permutation_test(
            "roc_auc", y, None, z, y_score_a=samples[0], y_score_b=samples[1],
            n_resamples=199, random_state=next(draws),
        ).pvalue  # fmt: skip

    share = rejected(
        pvalue, lambda rng: [y + rng.normal(size=30), z + rng.normal(size=50)]
    )
    assert_near(share, LEVEL)


@pytest.mark.slow
def test_kruskal_and_wallis_of_drawn_assignments():
    draws = iter(range(N_TABLES))
    share = rejected(
        lambda samples: (
            fm.kruskal_wallis_test(
                samples,
                method="monte-carlo",
                n_resamples=199,
                random_state=next(draws),
            ).pvalue
        ),
        lambda rng: [rng.exponential(size=size) for size in (5, 6, 8)],
    )
    assert_near(share, LEVEL)
