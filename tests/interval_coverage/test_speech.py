"""How often intervals of measures of speech hold the truth, over simulated corpora.

Utterances differ in length and in how hard they are, and two systems hear the same
ones. The standard error of a coverage of 95 % over 400 corpora is one percentage point.
"""

import numpy as np
import pytest

from fastmetrics import catalog
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling.error_plans import EditPlan
from fastmetrics.resampling.plan import Data, Design

N_SETS, N_TRUTH = 400, 400_000
CORPUS = (
    "word_error_rate",
    "character_error_rate",
    "token_error_rate",
    "match_error_rate",
    "word_information_preserved",
    "word_information_lost",
)


class CountedPlan(EditPlan):
    """The plan of edits that have been counted, whatever the tokens are."""

    def counted(self, how, model):
        return self._data.models[self.names[model]]["y_pred"]


def edits(rng, hard):
    """H, S, D and I of utterances that are so hard, of two systems."""
    words = 1 + rng.negative_binomial(2, 0.12, len(hard))
    found = []
    for share in np.clip(hard, 0, 0.8), np.clip(1.2 * hard, 0, 0.95):
        wrong = rng.binomial(words, share)
        deleted = rng.binomial(wrong, 0.25)
        inserted = rng.binomial(words, 0.2 * share)
        counts = (words - wrong, wrong - deleted, deleted, inserted)
        found.append(np.stack(counts, axis=1))
    return found


def utterances(rng, n):
    return edits(rng, rng.beta(0.6, 4, n)), None


def speakers(rng, n):
    """n speakers of one to nine utterances each, some of them harder than others."""
    groups = np.repeat(np.arange(n), rng.integers(1, 10, n))
    of_speaker = rng.beta(1.5, 10, n)[groups]
    return edits(rng, of_speaker * rng.gamma(2, 0.5, len(groups))), groups


def plan_of(draw, rng, n, average, metrics):
    models, groups = draw(rng, n)
    columns = {name: {"y_pred": one} for name, one in zip("ab", models, strict=True)}
    plan = CountedPlan(
        Data({"y_true": range(len(models[0]))}, columns), Design(groups=groups), {}
    )
    rows = [catalog.find(name) for name in metrics]
    given = {"average": average} if average != "corpus" else {}
    plan.ask([BoundMetric(row, given) for row in rows])
    return plan


def coverage(draw, n, method="auto", average="corpus", metrics=CORPUS):
    """Share of corpora whose interval holds the truth, (systems and difference, m)."""
    a, b = plan_of(draw, np.random.default_rng(2), N_TRUTH, average, metrics).estimates
    truths = np.array([a, b, a - b])
    rng = np.random.default_rng(1)
    hits = np.zeros(truths.shape)
    for _ in range(N_SETS):
        found = make_intervals(
            plan_of(draw, rng, n, average, metrics),
            confidence_level=0.95,
            method=method,
            n_resamples=299,
            seed=0,
        )
        each = (*found.values.values(), *found.differences.values())
        for k, made in enumerate(each):
            bounds = np.array([(one.low, one.high) for one in made.values()])
            hits[k] += (bounds[:, 0] <= truths[k]) & (truths[k] <= bounds[:, 1])
    return hits / N_SETS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draw", "n", "least"),
    [
        (utterances, 50, 0.91),
        (utterances, 200, 0.92),
        (speakers, 40, 0.9),
        (speakers, 100, 0.92),
    ],
)
def test_rates_and_differences(draw, n, least):
    found = coverage(draw, n)
    assert found.min() > least
    assert found.max() < 0.98


@pytest.mark.slow
def test_the_bootstrap_holds_less():
    auto, bca = (coverage(utterances, 50, one) for one in ("auto", "bca"))
    assert (bca.mean(axis=1) < auto.mean(axis=1)).all()
    assert bca.min() > 0.88


@pytest.mark.slow
def test_shares_of_utterances():
    a, b, difference = coverage(utterances, 50, metrics=("sentence_error_rate",))
    assert 0.92 < min(a, b) <= max(a, b) < 0.98
    # It is no share, and is drawn.
    assert 0.88 < difference < 0.98


@pytest.mark.slow
def test_means_over_utterances():
    found = coverage(utterances, 100, average="mean")
    assert found.min() > 0.91
    assert found.max() < 0.98
