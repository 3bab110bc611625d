"""The reference's ranges against values written down by hand."""

import pytest
from helpers.one_case import one_case

from fastmetrics.reference import parameter_range


def test_values():
    assert parameter_range(0, 0.2, 0.05) == [0, 0.05, 0.1, 0.15, 0.2]
    assert parameter_range(3, 1, -1) == [3, 2, 1]
    assert parameter_range(0, 1, 0.4) == [0, 0.4, 0.8]
    assert parameter_range(0, 1, 1 / 3)[-1] == 1
    assert parameter_range(5, 5, 2) == [5]


@one_case("three", [(0, 1, 0), (0, 1, -1), (1, 0, 1)])
def test_no_way_there(three):
    with pytest.raises(ValueError, match="step"):
        parameter_range(*three)
