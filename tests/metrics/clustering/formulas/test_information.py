"""Agreement from shares of information: conventions, means, many at once."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.formulas import (
    AVERAGE_METHODS,
    INFORMATION,
    Information,
)

PLAIN = Information(0.5, 1.0, 0.8, 0.1)
MEANS = {"min": 0.8, "geometric": 0.8**0.5, "arithmetic": 0.9, "max": 1.0}


def test_definitions():
    assert formulas.mutual_info_score(PLAIN) == 0.5
    assert formulas.homogeneity_score(PLAIN) == 0.5
    assert formulas.completeness_score(PLAIN) == 0.625
    assert formulas.v_measure_score(PLAIN) == pytest.approx(0.5 / 0.9)
    found = formulas.v_measure_score(PLAIN, beta=3.0)
    assert found == pytest.approx(1 / (0.25 / 0.5 + 0.75 / 0.625))
    assert set(MEANS) == set(AVERAGE_METHODS)
    for name, mean in MEANS.items():
        found = formulas.normalized_mutual_info_score(PLAIN, average_method=name)
        assert found == pytest.approx(0.5 / mean, rel=1e-15)
        found = formulas.adjusted_mutual_info_score(PLAIN, average_method=name)
        assert found == pytest.approx(0.4 / (mean - 0.1), rel=1e-15)


# (mutual, true, predicted, expected) -> NMI, AMI, homogeneity, completeness, V
CONVENTIONS = [
    ((0.0, 0.0, 0.0, 0.0), 1, 1, 1, 1, 1),  # one cluster each, or no row
    ((0.0, 0.7, 0.0, 0.0), 0, 0, 0, 1, 0),  # one of one cluster
    ((0.0, 0.0, 0.7, 0.0), 0, 0, 1, 0, 0),
    ((0.0, 0.7, 0.7, 0.1), 0, -1 / 6, 0, 0, 0),  # independent
    ((0.7, 0.7, 0.7, 0.7), 1, 1, 1, 1, 1),  # single rows on both sides
    ((0.7, 0.7, 0.7, 0.1), 1, 1, 1, 1, 1),
]


@one_case("method", AVERAGE_METHODS)
@one_case(("numbers", "nmi", "ami", "h", "c", "v"), CONVENTIONS)
def test_conventions(method, numbers, nmi, ami, h, c, v):
    found = Information(*numbers)
    normalized = formulas.normalized_mutual_info_score(found, average_method=method)
    adjusted = formulas.adjusted_mutual_info_score(found, average_method=method)
    assert normalized == nmi
    assert adjusted == pytest.approx(ami, rel=1e-14)
    assert formulas.homogeneity_score(found) == h
    assert formulas.completeness_score(found) == c
    assert formulas.v_measure_score(found, beta=0.0) == h
    assert formulas.v_measure_score(found) == v


def test_single_rows_on_one_side_share_what_chance_gives():
    found = Information(0.5, 0.9, 0.5, 0.5)
    for method, expected in zip(AVERAGE_METHODS, (1, 0, 0, 0), strict=True):
        adjusted = formulas.adjusted_mutual_info_score(found, average_method=method)
        assert adjusted == expected


def test_rounding_makes_no_denominator_negative():
    found = Information(0.4, 0.5, 0.5, np.nextafter(0.5, 1))
    assert formulas.adjusted_mutual_info_score(found) < 0


@one_case("record", INFORMATION)
def test_arrays_give_what_numbers_do(record):
    all_numbers = [PLAIN, *(Information(*row[0]) for row in CONVENTIONS)]
    each = [record.formula.value(numbers) for numbers in all_numbers]
    block = Information(*np.array(all_numbers).T.reshape(4, 1, -1))
    found = record.formula.value(block)
    assert found.shape == (1, len(each))
    np.testing.assert_array_equal(found[0], each)
