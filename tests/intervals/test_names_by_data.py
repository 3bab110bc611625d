"""Names that metrics of several families bear are told apart by the data."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

N = 60
RNG = np.random.default_rng(8)
TRUE = np.where(RNG.random(N) < 0.4, "case", "control")
SCORES = np.where(TRUE == "case", 0.6, 0.4) + RNG.normal(0, 0.2, N)
LABELS = np.where(SCORES > 0.5, "case", "control")
# What a ranked list is also judged by, and whose metric it is of rows.
SHARED = [
    ("F1", "f1_score", "y_pred", LABELS),
    ("P", "precision_score", "y_pred", LABELS),
    ("R", "recall_score", "y_pred", LABELS),
    ("AP", "average_precision_score", "y_score", SCORES),
]
OF_ROWS = one_case("shared, name, argument, column", SHARED)


@OF_ROWS
def test_a_stream_of_rows_has_the_metric_of_rows(shared, name, argument, column):
    seen = fm.Accumulator([shared], pos_label="case")
    for rows in (slice(0, 20), slice(20, None)):
        seen.update(TRUE[rows], **{argument: column[rows]})
    value = getattr(fm, name)(TRUE, column, pos_label="case")
    assert seen.compute() == {shared: value}
    assert seen.compute(shared) == value
    assert fm.evaluate(seen, random_state=0)[name].estimate == value
    again = fm.Accumulator.from_bytes(seen.to_bytes())
    assert again == seen
    assert again.compute(name) == value
    assert (fm.Accumulator([shared], pos_label="case") + seen).compute(name) == value


def test_a_stream_of_other_rows_says_what_a_name_stands_for():
    with pytest.raises(ValueError, match=r"'f1_at_k'.* or 'f1_score'.*none of which"):
        fm.Accumulator("F1", pos_label="case").update(TRUE, y_score=SCORES)


@OF_ROWS
def test_what_takes_rows_has_the_metric_of_rows(shared, name, argument, column):
    told = {"pos_label": "case"}
    pair = {f"{argument}_a": column, f"{argument}_b": column[::-1]}
    folds, drawn = np.arange(N) % 4, RNG.random((12, N)) < 0.4
    of_each = np.stack([column] * 12)

    def judged(metric):
        tested = fm.paired_permutation_test(
            metric, TRUE, **pair, n_resamples=19, random_state=0, **told
        )
        covariance = fm.metric_covariance([metric], TRUE, **{argument: column}, **told)
        models = {"a": column, "b": column[::-1]}
        chosen = fm.selection_corrected_score(
            metric, TRUE, models, random_state=0, n_resamples=20, **told
        )
        across = fm.out_of_fold_score(metric, TRUE, column, folds, **told)
        outside = fm.out_of_bag_score(TRUE, of_each, drawn, metric=metric, **told)
        return [
            *(tested.pvalue, tested.statistic),
            *(*covariance.values, *covariance.covariance.ravel()),
            *(chosen.estimate, chosen.low, across.estimate, across.low, outside),
        ]

    assert judged(shared) == judged(name)
