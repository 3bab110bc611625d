"""Planning, on numbers worked by hand."""

import math

import pytest

from fastmetrics import reference as ref


def test_rows_of_connors_formula_by_hand():
    # z = 1.959964 and 0.841621: (1.959964 √0.1 + 0.841621 √0.0996)² / 0.0004 = 1959.86
    assert ref.required_sample_size(0.02, discordance=0.1) == 1960
    # (1.959964 + 1.281552)² · 0.25 / 0.0004 = 6567.1
    found = ref.required_sample_size(0.02, standard_deviation=0.5, power=0.9)
    assert found == 6568


def test_a_difference_is_the_inverse_of_its_rows():
    rows = (1.959963984540054 + 0.8416212335729143) ** 2 * 4
    found = ref.minimum_detectable_difference(49, standard_deviation=2)
    assert found == pytest.approx(math.sqrt(rows / 49), rel=1e-12)
    found = ref.minimum_detectable_difference(1960, discordance=0.1)
    assert found == pytest.approx(0.02, rel=1e-4)
    assert found < 0.02


def test_no_difference_exceeds_the_discordance():
    # (z √ψ + z' √(ψ - ψ²))² / ψ² for ψ = 0.1 is 76.2 rows.
    assert math.isnan(ref.minimum_detectable_difference(76, discordance=0.1))
    found = ref.minimum_detectable_difference(77, discordance=0.1)
    assert 0.099 < found <= 0.1
    with pytest.raises(ValueError, match="difference"):
        ref.required_sample_size(0.2, discordance=0.1)


def test_exact_power_by_hand():
    # All rows discordant, six of them: p <= 0.05 only where all are on one side (2/64).
    assert ref.comparison_power(0, 6, discordance=1) == 2 / 64
    assert ref.comparison_power(0.5, 6, discordance=1) == (3**6 + 1) / 4**6
    assert ref.comparison_power(1, 6, discordance=1) == 1
    # One side: five heads of five (1/32), and six of six (1/64), but not five of six.
    power = ref.comparison_power(0.5, 6, discordance=1, alternative="greater")
    assert power == 3**6 / 4**6
    # Five rows never suffice for two sides: 2/32 > 0.05.
    assert ref.comparison_power(1, 5, discordance=1) == 0
    assert ref.comparison_power(1, 5, discordance=1, alternative="less") == 1


def test_power_of_the_z_test_by_hand():
    # Φ(3 - 1.959964) + Φ(-3 - 1.959964)
    found = ref.comparison_power(0.3, 100, standard_deviation=1)
    assert found == pytest.approx(0.8508388, abs=1e-7)
