"""Rows for one value, against sizes worked by hand."""

import pytest

from fastmetrics import reference

# 1.96 to the digits of the normal quantile; z of power 0.8 is 0.8416212336.
Z = 1.959963984540054


def test_a_share_by_hand():
    # (1.959964 √(0.85 · 0.15) + 0.841621 √(0.9 · 0.1))² / 0.05² = 362.06...
    assert reference.proportion_sample_size(0.9, null=0.85) == 363
    # Of no success in n rows Wilson's interval ends at z² / (n + z²): z² (1/w − 1).
    assert Z**2 * (1 / 0.1 - 1) == pytest.approx(34.57, abs=0.01)
    assert reference.proportion_sample_size(0.0, width=0.1) == 35


def test_an_area_by_hand():
    # Hanley and McNeil at 0.5, 10 rows of either class: (0.25 + 18/12)/100 is the
    # variance 0.0175, and the width 2 · 1.96 · 0.13229 = 0.51856.
    asked = {"variance": "hanley-mcneil"}
    assert reference.auc_sample_size(0.5, width=0.5186, **asked) == 20
    assert reference.auc_sample_size(0.5, width=0.5185, **asked) == 21
    # At 0.5 two positives are above one negative with probability 1/3, by any law.
    assert reference.auc_sample_size(0.5, width=0.5186) == 20
    assert reference.auc_sample_size(0.5, width=0.5185) == 21


def test_an_error_rate_by_hand():
    # 2 · 1.96 · √(2 · 0.12 / (15 n)) = 0.02 at n = 614.6; 2 · 1.96 · 1.5 · 0.12 / √n
    # at 1244.7.
    found = reference.error_rate_sample_size(
        0.12, width=0.02, tokens_per_unit=15, design_effect=2
    )
    assert found == 615
    found = reference.error_rate_sample_size(
        0.12, width=0.02, coefficient_of_variation=1.5
    )
    assert found == 1245


def test_what_is_refused():
    with pytest.raises(ValueError, match="auc"):
        reference.auc_sample_size(1, width=0.1)
    with pytest.raises(ValueError, match="proportion"):
        reference.proportion_sample_size(2, width=0.1)
    with pytest.raises(ValueError, match="rate"):
        reference.error_rate_sample_size(0.1, width=0.1)
    with pytest.raises(ValueError, match="width"):
        reference.auc_sample_size(0.8)
