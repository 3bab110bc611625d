"""Which column of a matrix is of which class: one answer for every door."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._inputs.columns import NamedMatrix, as_array
from fastmetrics._inputs.score_tables import UnsortedLabels

GRADES = ["low", "medium", "high"]
TRUE = ["low", "medium", "high", "high", "low", "medium"]
# The columns of GRADES, and those of the sorted classes: high, low, medium.
PROBA = np.array(
    [
        [0.8, 0.1, 0.1],
        [0.1, 0.8, 0.1],
        [0.1, 0.2, 0.7],
        [0.2, 0.1, 0.7],
        [0.7, 0.2, 0.1],
        [0.2, 0.7, 0.1],
    ]
)
IN_ORDER = PROBA[:, [2, 0, 1]]
FRAME = pd.DataFrame(PROBA, columns=GRADES)
FRAMES = {
    "pandas": FRAME,
    "other order": FRAME[["medium", "high", "low"]],
    "Polars": pl.from_pandas(FRAME),
    "Arrow": pa.Table.from_pandas(FRAME),
    "nullable": FRAME.convert_dtypes(),
    "words before": FRAME.add_prefix("p_"),
    "words after": FRAME.add_suffix(" (%)"),
    "a class without a row": FRAME.assign(none=0.0),
}
THEIRS = {
    "log_loss": {},
    "brier_score_loss": {},
    "d2_log_loss_score": {},
    "d2_brier_score": {},
    "hinge_loss": {},
    "top_k_accuracy_score": {"k": 1},
    "roc_auc_score": {"multi_class": "ovr"},
}
OURS = {
    "spherical_score": {},
    "multiclass_auc_score": {"absent": "skip"},
    "top_k_f1_score": {"k": 1, "average": "micro"},
}


@pytest.mark.parametrize("name", [*THEIRS, *OURS])
def test_columns_are_matched_by_their_names(name):
    options = {**THEIRS, **OURS}[name]
    function = getattr(fm, name)
    expected = function(TRUE, IN_ORDER, **options)
    for what, frame in FRAMES.items():
        if what == "a class without a row" and name in ("roc_auc_score", "hinge_loss"):
            continue  # undefined, and another loss
        assert function(TRUE, frame, **options) == pytest.approx(expected, rel=1e-12), (
            what
        )  # the sums of the classes' losses come in another order


def test_labels_name_the_columns_in_the_order_given():
    for name, options in OURS.items():
        function = getattr(fm, name)
        found = function(TRUE, PROBA, labels=GRADES, **options)
        assert found == function(TRUE, IN_ORDER, **options), name
    for name, options in THEIRS.items():
        function = getattr(fm, name)
        with pytest.raises(ValueError, match=r"ordered|Labels passed were"):
            function(TRUE, PROBA, labels=GRADES, **options)
        same = function(TRUE, FRAME, labels=GRADES, **options)  # which have names
        assert same == function(TRUE, IN_ORDER, **options), name
    with pytest.raises(
        UnsortedLabels, match=r"pass y_proba\[:, np.argsort\(labels\)\]"
    ):
        fm.log_loss(TRUE, PROBA, labels=GRADES)
    with pytest.raises(UnsortedLabels, match=r"pass|Pass"):
        fm.log_loss([0, 1], [0.2, 0.7], labels=[1, 0])


def test_ranked_scores_go_by_the_order_of_classes():
    # Of each row both cumulative differences, squared: 0.04 + 0.01, 0.01 + 0.01,
    # 0.01 + 0.09, 0.04 + 0.09, 0.09 + 0.01, 0.04 + 0.01; their mean is 0.075.
    ordered = pd.Categorical(TRUE, GRADES, ordered=True)
    score = fm.ranked_probability_score
    for y_true, y_proba, options in (
        (TRUE, PROBA, {"labels": GRADES}),
        (TRUE, FRAMES["other order"], {"labels": GRADES}),
        (ordered, FRAMES["other order"], {}),
        (ordered, PROBA, {"labels": GRADES}),
    ):
        assert score(y_true, y_proba, **options) == pytest.approx(0.075, rel=1e-12)
    with pytest.raises(ValueError, match="have no names: pass labels"):
        score(ordered, PROBA)
    with pytest.raises(ValueError, match="labels must give the order"):
        score(TRUE, FRAME)


def test_every_door_reads_the_same_columns():
    expected = fm.log_loss(TRUE, IN_ORDER)
    for y_proba, options in (
        (FRAME, {}),
        (FRAMES["Polars"], {}),
        (PROBA, {"labels": GRADES}),
        (FRAMES["other order"], {"labels": GRADES}),
    ):
        report = fm.evaluate(
            TRUE,
            y_proba=y_proba,
            metrics=["log_loss", "accuracy", "ranked_probability_score"]
            if options
            else ["log_loss", "accuracy"],
            random_state=0,
            **options,
        )
        values = report.values["model"]
        assert values["log_loss"].estimate == pytest.approx(expected, rel=1e-12)
        assert values["accuracy_score"].estimate == 1
        if options:
            found = values["ranked_probability_score"].estimate
            assert found == pytest.approx(0.075, rel=1e-12)
        stream = fm.Accumulator(["log_loss", "accuracy"], **options)
        for rows in (slice(0, 3), slice(3, 6)):
            stream.update(TRUE[rows], y_proba=y_proba[rows])
        assert stream.compute("log_loss") == pytest.approx(expected, rel=1e-12)
        assert stream.compute("accuracy") == 1
    interval = fm.confidence_interval("log_loss", TRUE, FRAME)
    same = fm.confidence_interval("log_loss", TRUE, IN_ORDER)
    assert (*interval,) == pytest.approx((*same,), rel=1e-12)
    both = {"a": FRAME, "b": FRAMES["other order"]}
    compared = fm.compare("log_loss", TRUE, both)
    for model in both:
        found = compared.values[model].estimate
        assert found == pytest.approx(expected, rel=1e-12)
    sliced = fm.by_group("log_loss", TRUE, y_proba=FRAME, by=["x", "y"] * 3)
    again = fm.by_group("log_loss", TRUE, y_proba=IN_ORDER, by=["x", "y"] * 3)
    assert str(sliced) == str(again)


@one_case("positive", ["yes", "no"])
def test_two_columns_with_names_are_of_two_classes(positive):
    true = ["no", "yes", "yes", "no", "yes"] * 4
    frame = pd.DataFrame({"yes": [0.1, 0.8, 0.7, 0.3, 0.4] * 4})
    frame["no"] = 1 - frame.yes
    column = frame[positive]
    found, expected = (
        fm.evaluate(
            true,
            y_proba=one,
            pos_label=positive,
            metrics=["log_loss", "roc_auc", "accuracy"],
            random_state=0,
        ).values["model"]
        for one in (frame, column)
    )
    for name, interval in expected.items():
        assert found[name].estimate == pytest.approx(interval.estimate, rel=1e-12)


def test_columns_of_models_are_not_those_of_classes():
    true = [0, 1, 1, 0]
    risks = pd.DataFrame(
        {"risk_new": [0.1, 0.8, 0.7, 0.3], "risk_old": [0.4, 0.5, 0.6, 0.3]}
    )
    for call in (
        lambda: fm.log_loss(true, risks),
        lambda: fm.evaluate(true, y_proba=risks, random_state=0),
        lambda: fm.confidence_interval("log_loss", true, risks),
    ):
        with pytest.raises(ValueError, match=r"passed as a dict: y_proba=\{model"):
            call()
    # Names that are no classes, of one model: read by position.
    odd = pd.DataFrame({"healthy": [0.9, 0.2, 0.3, 0.7], "ill": [0.1, 0.8, 0.7, 0.3]})
    assert fm.log_loss(true, odd) == fm.log_loss(true, odd.to_numpy())


def test_columns_of_which_some_are_named_after_classes_are_refused():
    for names in (
        ["low", "high", "other"],
        ["low", "low", "high"],
        [1, "low", "medium"],
    ):
        frame = pd.DataFrame(PROBA, columns=names)
        for call in (
            lambda frame=frame: fm.log_loss(TRUE, frame),
            lambda frame=frame: fm.top_k_accuracy_score(TRUE, frame, k=1),
            lambda frame=frame: fm.roc_auc_score(TRUE, frame, multi_class="ovr"),
            lambda frame=frame: fm.spherical_score(TRUE, frame, labels=GRADES),
        ):
            with pytest.raises(ValueError, match="only some of the classes"):
                call()


def test_names_of_numbers_and_bools():
    proba = [[0.2, 0.8], [0.9, 0.1]]
    for true, names in (
        ([2, 10], [10, 2]),
        ([2, 10], ["10", "2"]),
        ([2.0, 10.0], ["10", "2"]),
        ([False, True], ["True", "False"]),
        ([False, True], [1, 0]),
    ):
        frame = pd.DataFrame(proba, columns=names)
        expected = fm.log_loss(true, frame.iloc[:, ::-1].to_numpy())
        assert fm.log_loss(true, frame) == expected, (true, names)


def test_rows_keep_names_and_other_arrays_have_none():
    named = as_array(FRAME, "y_proba")
    assert isinstance(named, NamedMatrix)
    again = pickle.loads(pickle.dumps(named))
    for kept in (named[1:3], named[np.array([4, 0])], again):
        assert kept.names == tuple(GRADES)
    for other in (named.T, named + 1, named.copy(), np.take(named, [0, 1], axis=1)):
        assert getattr(other, "names", ()) == ()
    assert type(named[:, [1, 0, 2]]) is np.ndarray
    assert type(as_array(pd.DataFrame(PROBA), "y_proba")) is np.ndarray
