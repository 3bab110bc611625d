"""Results that are equal field by field, NaN beside NaN, are equal."""

import copy
import dataclasses
import inspect
import math
import pickle
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.records import ByFields

TABLE = [[5, 0], [0, 5]]  # no row tells the models apart: the odds ratio is NaN
RESULTS = {
    "McNemar": lambda: fm.mcnemar_test_from_table(TABLE),
    "binomial": lambda: fm.binomial_test(3, 10, error_rate=0.5),
    "Kruskal-Wallis": lambda: fm.kruskal_wallis_test([[1.0, 2.0], [3.0, 4.0]]),
    "Friedman": lambda: fm.friedman_test([[1, 2, 3], [2, 3, 1], [1, 3, 2]]),
    "bootstrap": lambda: fm.point632_score(
        [1, 0, 1], [1, 0, 1], [[1, 1, 1]], [[True, True, True]]
    ),
    "difference": lambda: fm.compare(
        "accuracy", [0, 1, 1, 0], {"a": [0, 1, 1, 0], "b": [0, 1, 0, 0]}, random_state=0
    ).differences["a", "b"],
    "residuals": lambda: fm.evaluate(
        [1.0, 2.0, 3.0], [1.0, 2.0, 3.0], metrics=["mae"], random_state=0
    ).residuals["model"],
}


@one_case("name", RESULTS)
def test_results_of_the_same_call_are_equal_and_so_are_copies(name):
    one, again = RESULTS[name](), RESULTS[name]()
    copies = again, pickle.loads(pickle.dumps(one)), copy.deepcopy(one)
    for other in copies:
        assert one == other
        assert not one != other
    if name != "residuals":  # they hold lists
        assert len({one, *copies}) == 1


def test_a_field_that_differs_makes_results_differ():
    one = fm.mcnemar_test_from_table(TABLE)
    assert math.isnan(one.odds_ratio)
    for changed in ({"odds_ratio": 1.0}, {"pvalue": math.nan}, {"notes": ("a note",)}):
        assert one != dataclasses.replace(one, **changed)
    assert one != fm.TestResult(
        **{
            each.name: getattr(one, each.name)
            for each in dataclasses.fields(fm.TestResult)
        }
    )
    assert one != 1


@dataclass(frozen=True, eq=False)
class Found(ByFields):
    value: Any
    aside: float = field(default=0.0, compare=False)


def test_nan_equals_nan_at_any_depth():
    def made(number):
        return (
            number,
            (1, number),
            [number, None],
            {"a": number},
            np.array([[1.0, number]]),
            np.float32(number),
        )

    for value, other, apart in zip(
        made(float("nan")), made(float("nan")), made(2.0), strict=True
    ):
        assert Found(value) == Found(other, aside=1.0)
        assert Found(value) != Found(apart)
        if isinstance(value, (float, tuple, np.floating)):
            assert hash(Found(value)) == hash(Found(other))
    assert Found((1.0,)) != Found((1.0, math.nan))
    assert Found(np.ones(2)) != Found(np.ones((2, 1)))
    assert Found({"a": 1}) != Found({"b": 1})


def test_no_public_result_compares_its_numbers_as_dataclasses_do():
    generated = {
        name
        for name in fm.__all__
        if dataclasses.is_dataclass(cls := getattr(fm, name)) and inspect.isclass(cls)
        if cls.__eq__ not in (object.__eq__, ByFields.__eq__)
    }
    assert generated <= {"Alignment", "Finding"}  # they hold no floats
