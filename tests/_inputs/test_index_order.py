"""Columns of pandas whose index has another order: compared by position, and told."""

import warnings

import numpy as np
import pandas as pd
import pytest

import fastmetrics as fm

RNG = np.random.default_rng(4)
TRUE = pd.Series(RNG.integers(0, 2, 40))
SCORES = pd.Series(RNG.random(40))
SLICES = pd.Series([0, 1] * 20)
ORDER = RNG.permutation(40)


def accumulated(y, s):
    made = fm.Accumulator("accuracy")
    made.update(y_true=y, y_pred=s > 0.5)
    return made.compute()


DOORS = {
    "accuracy": lambda y, s: fm.accuracy_score(y, s > 0.5),
    "f1": lambda y, s: fm.f1_score(y, s > 0.5),
    "roc_auc": fm.roc_auc_score,
    "log_loss": fm.log_loss,
    "mse": fm.mean_squared_error,
    "confidence_interval": lambda y, s: fm.confidence_interval("auc", y, y_score=s),
    "compare": lambda y, s: fm.compare("auc", y, y_score={"a": s, "b": s**2}),
    "compare frame": lambda y, s: fm.compare(
        "auc", y, y_score=pd.DataFrame({"a": s, "b": s**2})
    ),
    "evaluate": lambda y, s: fm.evaluate(y, y_score=s, metrics=["auc"]),
    "evaluate models": lambda y, s: fm.evaluate(
        y, {"a": s > 0.5, "b": s > 0.4}, metrics=["accuracy"]
    ),
    "evaluate by": lambda y, s: fm.evaluate(
        y, SCORES > 0.5, metrics=["accuracy"], by=SLICES[s.index]
    ),
    "by_group": lambda y, s: fm.by_group("accuracy", y, s > 0.5, by=SLICES),
    "by_group by": lambda y, s: fm.by_group(
        "accuracy", y, y.to_numpy(), by={"site": SLICES[s.index]}
    ),
    "weights": lambda y, s: fm.accuracy_score(y, y, sample_weight=s),
    "Accumulator": accumulated,
}


def told(door, y, s):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        DOORS[door](y, s)
    return [one for one in caught if "in another order" in str(one.message)]


@pytest.mark.parametrize("door", DOORS)
def test_rows_in_another_order(door):
    assert told(door, TRUE, SCORES.iloc[ORDER])
    # In one order, or of other rows: nobody can know, and scikit-learn says nothing.
    assert not told(door, TRUE, SCORES)
    if " by" not in door:
        shuffled = SCORES.iloc[ORDER]
        assert not told(door, TRUE, shuffled.reset_index(drop=True))
        assert not told(door, TRUE, shuffled.rename(lambda row: row + 100))
        assert not told(door, TRUE.to_numpy(), shuffled)


def test_rows_are_compared_by_position():
    with pytest.warns(UserWarning, match=r"y_score\.reindex\(y_true\.index\)"):
        value = fm.roc_auc_score(TRUE, SCORES.iloc[ORDER])
    assert value == fm.roc_auc_score(TRUE.to_numpy(), SCORES.to_numpy()[ORDER])


def test_it_is_said_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            fm.roc_auc_score(TRUE, SCORES.iloc[ORDER])
    assert len(caught) == 1
