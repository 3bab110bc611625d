"""Columns of probabilities of classes that no row is of, and pictures by name."""

import json

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.cli import main

RNG = np.random.default_rng(2)
CODES = RNG.integers(0, 2, 60)
SHARES = RNG.dirichlet(np.ones(3), 60)
CLASSES = ["bird", "cat", "dog"]
QUICK = ["--seed", "0", "--n-resamples", "20", "--quiet"]


@pytest.fixture
def file(tmp_path):
    """A file of probabilities of three classes, of which the truth has two."""

    def written(classes=CLASSES, shares=SHARES, pattern="prob_{}"):
        rows = [
            ",".join([str(classes[code]), *map(repr, map(float, row))])
            for code, row in zip(CODES, shares, strict=True)
        ]
        head = ",".join(["y", *map(pattern.format, classes)])
        path = tmp_path / "probabilities.csv"
        path.write_text("\n".join([head, *rows]))
        return str(path)

    return written


def values(found):
    rows = json.loads(found)["models"]
    [of_model] = rows.values()
    return {name: one["estimate"] for name, one in of_model.items()}


@one_case("classes", [CLASSES, [0, 1, 2]])
@one_case(
    "told",
    [
        ["--proba", "prob_*"],
        ["--proba", "prob_*", "--labels", "{},{},{}"],
        [*("--proba", "prob_{}", "--proba", "prob_{}", "--proba", "prob_{}"),
         *("--labels", "{},{},{}")],
    ],
)  # fmt: skip
def test_probabilities_of_a_class_that_no_row_is_of(file, capsys, classes, told):
    names = iter([*classes, *classes])
    told = [
        one if "{}" not in one
        else one.format(*classes) if "," in one else one.format(next(names))
        for one in told
    ]  # fmt: skip
    given = ["evaluate", file(classes), "--truth", "y", *told, "--json", *QUICK]
    assert main([*given, "--metrics", "log_loss,accuracy"]) == 0
    found = values(capsys.readouterr().out)
    assert found["log_loss"] == fm.log_loss(CODES, SHARES, labels=[0, 1, 2])
    said = SHARES.argmax(axis=1)
    assert found["accuracy_score"] == fm.accuracy_score(CODES, said)


def test_what_no_row_is_of_is_said(file, capsys):
    given = ["evaluate", file(), "--truth", "y", "--proba", "prob_*"]
    assert main([*given, "--metrics", "log_loss", *QUICK[:-1]]) == 0
    assert "no row is of class 'dog'" in capsys.readouterr().err


def test_columns_that_do_not_add_up_are_not_of_classes(file, capsys):
    given = ["evaluate", file([0, 1, 2], SHARES / 2), "--truth", "y"]
    assert main([*given, "--proba", "prob_*", "--json", *QUICK]) == 1
    assert "'prob_0': is named after 0, and the" in capsys.readouterr().err


@one_case(
    "told, message",
    [
        (["--proba", "prob_*", "--labels", "bird,dog"], "--labels leaves out 'cat'"),
        (["--score", "prob_cat", "--labels", "bird,dog"], "names the classes of"),
    ],
)
def test_labels_that_do_not_fit(file, capsys, told, message):
    assert main(["evaluate", file(), "--truth", "y", *told, *QUICK]) == 1
    assert message in capsys.readouterr().err


def test_labels_must_be_several(file, capsys):
    for labels in ("bird", "bird,bird", "bird,"):
        given = ["evaluate", file(), "--proba", "prob_*"]
        assert main([*given, "--labels", labels]) == 2
        assert "two classes or more" in capsys.readouterr().err


def test_two_models_are_compared_by_such_probabilities(tmp_path, capsys):
    other = np.roll(SHARES, 1, axis=0)
    rows = [
        ",".join([CLASSES[code], *map(repr, map(float, [*one, *two]))])
        for code, one, two in zip(CODES, SHARES, other, strict=True)
    ]
    head = ",".join(["y", *(f"{m}_{c}" for m in "ab" for c in CLASSES)])
    path = tmp_path / "two.csv"
    path.write_text("\n".join([head, *rows]))
    given = ["compare", str(path), "--truth", "y", "--metric", "log_loss", "--json"]
    told = ["--proba", "a_*", "--proba", "b_*"]
    assert main([*given, *told, *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)["comparisons"]["log_loss"]
    estimates = {one["model"]: one["estimate"] for one in found["models"]}
    assert estimates == {
        "a": fm.log_loss(CODES, SHARES, labels=[0, 1, 2]),
        "b": fm.log_loss(CODES, other, labels=[0, 1, 2]),
    }


def test_kinds_of_pictures_without_a_file_say_what_to_give(file, tmp_path, capsys):
    page = str(tmp_path / "x.html")
    given = ["evaluate", file(), "--truth", "y", "--proba", "prob_*"]
    assert main([*given, "--output", page, "--plot-kind", "roc,pr"]) == 2
    said = capsys.readouterr().err
    assert "give --plot FILE too (png, svg or pdf)" in said
    assert "a page in HTML has pictures of its own" in said
