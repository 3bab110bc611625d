"""The comparison of models over data sets, put together of its parts."""

from fractions import Fraction
from itertools import combinations, permutations
from statistics import median
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.paired_tests.posterior import (
    bayesian_signed_rank_test,
)
from fastmetrics.reference.comparison.rank_tests.aligned_ranks import (
    aligned_ranks_test,
)
from fastmetrics.reference.comparison.rank_tests.friedman import (
    FriedmanTest,
    friedman_test,
)
from fastmetrics.reference.comparison.rank_tests.pairs import (
    PairwiseTests,
    bonferroni_dunn_test,
    pairwise_tests,
)
from fastmetrics.reference.comparison.rank_tests.ranks import (
    Table,
    several_rows,
    table_of,
)
from fastmetrics.reference.comparison.rank_tests.weighted_ranks import quade_test

OMNIBUS = {
    "friedman": friedman_test,
    "quade": quade_test,
    "aligned-ranks": aligned_ranks_test,
}


class DatasetComparison(NamedTuple):
    """What is found; ``pairs`` is None where the first test does not reject."""

    omnibus: FriedmanTest | None
    pairs: PairwiseTests | None
    mean_ranks: list[float]
    median: list[float]
    mad: list[float]
    wins_ties_losses: list[list[tuple[int, int, int]]]
    win_probability: list[list[float]]
    groups: list[tuple[Any, ...]]
    equivalence: dict[tuple[Any, Any], tuple[float, float, float]]


def compare_across_datasets(
    scores: Table,
    *,
    alpha: float = 0.05,
    omnibus: str | None = "friedman",
    ties: str = "corrected",
    post_hoc: str = "nemenyi",
    control: Any = None,
    adjust: str | None = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    rope: float | None = None,
    random_state: Any = None,
) -> DatasetComparison:
    """Test whether any models differ, and only then which."""
    if omnibus not in (*OMNIBUS, None) or not 0 < alpha < 1:
        raise ValueError(f"{omnibus=}, {alpha=}")
    names, rows = table_of(scores)
    several_rows(rows)
    options: dict[str, Any] = {
        "greater_is_better": greater_is_better,
        "decimals": decimals,
    }
    beside: dict[str, Any] = {} if omnibus in (None, "quade") else {"ties": ties}
    if ties != "corrected" and not beside:
        raise ValueError(f"{omnibus=}, {ties=}")
    first = None if omnibus is None else OMNIBUS[omnibus](scores, **options, **beside)
    if control is not None and post_hoc == "nemenyi":
        how = "bonferroni" if adjust == "auto" else adjust
        pairs = bonferroni_dunn_test(scores, control=control, adjust=how, **options)
    else:
        pairs = pairwise_tests(
            scores, test=post_hoc, control=control, adjust=adjust, **options
        )
    rejects = first is None or first.pvalue <= alpha
    columns = [list(column) for column in zip(*rows, strict=True)]
    _, rounded = table_of(scores, decimals)
    counts = [
        [count_wins(rounded, i, j, greater_is_better) for j in range(len(names))]
        for i in range(len(names))
    ]
    return DatasetComparison(
        first,
        pairs if rejects else None,
        pairs.mean_ranks,
        [median(column) for column in columns],
        [median(abs(one - median(column)) for one in column) for column in columns],
        counts,
        [
            [float(Fraction(2 * wins + ties, 2 * len(rows))) for wins, ties, _ in row]
            for row in counts
        ],
        groups_of(names, pairs, alpha, control, rejects),
        {
            (names[i], names[j]): bayesian_signed_rank_test(
                columns[i], columns[j], rope=rope, random_state=random_state
            )
            for i, j in permutations(range(len(names)), 2)
            if rope is not None
            and (names[j] == control if control is not None else i < j)
        },
    )


def count_wins(
    rows: list[list[float]], i: int, j: int, greater_is_better: bool
) -> tuple[int, int, int]:
    """Return how often model i is better than model j, as good, and worse."""
    greater = sum(row[i] > row[j] for row in rows)
    less = sum(row[i] < row[j] for row in rows)
    wins, losses = (greater, less) if greater_is_better else (less, greater)
    return wins, len(rows) - wins - losses, losses


def groups_of(
    names: list[Any], pairs: PairwiseTests, alpha: float, control: Any, rejects: bool
) -> list[tuple[Any, ...]]:
    """Return all sets without a pair that is told apart and in no larger such set."""
    k = len(names)
    order = sorted(range(k), key=lambda i: pairs.mean_ranks[i])
    if not rejects:
        return [tuple(names[i] for i in order)]
    told = pairs.adjusted_pvalues
    if control is not None:
        return [tuple(names[i] for i in order if not told[i] <= alpha)]
    sets = [
        set(some)
        for size in range(1, k + 1)
        for some in combinations(range(k), size)
        if not any(told[i][j] <= alpha for i, j in combinations(some, 2))
    ]
    largest = [one for one in sets if not any(one < other for other in sets)]
    places = sorted([at for at, i in enumerate(order) if i in one] for one in largest)
    return [tuple(names[order[at]] for at in group) for group in places]
