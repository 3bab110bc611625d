"""What an interval says of itself."""

import json
import math
from dataclasses import replace

import pytest

import fastmetrics as fm
from fastmetrics._common.interval import no_interval
from fastmetrics.report.export import interval_dict
from fastmetrics.show.numbers import count

ONE = fm.Interval(0.9, 0.875, 0.925, 0.0125, 0.95, "corrected")
OF_MODELS = replace(ONE, target="the mean over the models")


def test_it_says_what_it_is_for_where_that_is_not_the_usual():
    assert str(ONE) == "0.9000 [0.8750, 0.9250] (95 %, corrected)"
    assert str(OF_MODELS) == f"{ONE} for the mean over the models"
    assert OF_MODELS._repr_mimebundle_()["text/plain"] == str(OF_MODELS)


def test_programs_read_what_it_is_for():
    assert interval_dict(ONE)["target"] == ""
    told = json.loads(json.dumps(interval_dict(OF_MODELS)))
    assert told["target"] == OF_MODELS.target


def test_a_report_writes_what_its_intervals_are_for():
    report = fm.evaluate([0, 0, 1, 1], [0, 1, 1, 1], metrics=["accuracy_score"])
    header = report.to_csv().splitlines()[0].split(",")
    row = report.to_csv().splitlines()[1].split(",")
    assert row[header.index("target")] == ""
    of_models = report["accuracy_score"]
    report.values["model"]["accuracy_score"] = replace(of_models, target="the models")
    row = report.to_csv().splitlines()[1].split(",")
    assert row[header.index("target")] == "the models"


def test_it_unpacks_into_the_value_and_its_bounds():
    interval = fm.Interval(0.5, 0.25, 0.75, 0.1, 0.95, "normal")
    value, low, high = interval
    assert (value, low, high) == (0.5, 0.25, 0.75)


def test_it_writes_its_numbers_in_the_format_asked_for():
    interval = fm.Interval(0.65625, 0.21184, 0.92771, 0.1, 0.95, "normal")
    assert f"{interval:.3f}" == "0.656 [0.212, 0.928]"
    assert f"{interval:.1%}" == "65.6% [21.2%, 92.8%]"
    assert f"{interval}" == str(interval)
    without = fm.Interval(
        0.65625, math.nan, math.nan, math.nan, 0.95, "none", reason="none valid"
    )
    assert f"{without:.2f}" == "0.66 [no interval]"
    with pytest.raises(ValueError, match="format"):
        format(interval, ".3q")


def test_no_number_is_written_with_hundreds_of_digits():
    one = fm.Interval(2e307, 0.0, 4e307, 1e307, 0.95, "bca")
    assert str(one) == "2.0000e+307 [0.0000, 4.0000e+307] (95 %, bca)"
    open_ended = fm.Interval(1234.5, -math.inf, 9e14, 1.0, 0.95, "bca")
    assert str(open_ended).startswith("1234.5000 [-inf, 900000000000000.0000]")
    assert str(no_interval(-1e300, 0.95, "why")) == "-1.0000e+300 [no interval: why]"
    assert count(6e301) == "6.0000e301"
    assert count(10**14 + 1) == "100,000,000,000,001"
