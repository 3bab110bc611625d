"""What an interval says of itself."""

import json
from dataclasses import replace

import fastmetrics as fm
from fastmetrics.report.plain import interval_dict

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
