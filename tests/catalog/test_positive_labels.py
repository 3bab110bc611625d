"""However two classes are named, every metric judges the one that is told."""

import functools
import warnings

import numpy as np
import pytest
from helpers.examples import SAME_CURVE, parameters_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.interval import Interval
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.cli import main

# The other class and the positive one: it is the last in order, and the first.
NAMINGS = [
    (0, 1),
    (1, 0),
    (False, True),
    (True, False),
    ("control", "case"),
    ("case", "control"),
    (3, 7),
    (7, 3),
    (-1, 1),
    (1, -1),
]
# Where each costs more: one of each kind, in either order.
FEW = [(1, 0), (False, True), ("case", "control"), (3, 7), (1, -1)]
UNCLEAR = [one for one in NAMINGS if {*one} not in ({0, 1}, {-1, 1})]
N = 40
RNG = np.random.default_rng(7)
ONES = (RNG.random(N) < 0.4).astype(int)
PROBA = {
    model: np.clip(0.4 + a * (2 * ONES - 1) + 0.2 * RNG.normal(size=N), 0.02, 0.98)
    for model, a in {"a": 0.2, "b": 0.1}.items()
}
COLUMN = {
    "binary_scores": "y_score",
    "probabilities": "y_proba",
    "labels": "y_pred",
}
FORMS = [
    ("binary_scores", "column"),
    ("probabilities", "column"),
    ("probabilities", "matrix"),
    ("labels", "column"),
]
# Under this one every metric is asked, also those with bounds that take long.
OF_EVERY = ("case", "control")
LONG = SAME_CURVE | {"integrated_calibration_index"}
# Cells of a table are drawn in the order of its labels, so that bounds differ.
DRAWN = ("labels",)


def columns(task, form, naming, model="a"):
    """The true labels, and what a model says of them, of classes so named."""
    names, p = np.array(naming), PROBA[model]
    if task == "labels":
        said = names[(p >= 0.5).astype(int)]
    elif form == "column":
        said = p
    else:
        said = np.column_stack([1 - p, p])
        said = said if naming[0] < naming[1] else said[:, ::-1]
    return names[ONES], said


@functools.cache
def asked(task, form):
    """The metrics that have a number of such columns, with examples of parameters."""
    found = []
    for name, row in METRICS.items():
        if row.task != task or row.kind != "metric" or row.by_group:
            continue
        if "cost_matrix" in row.options:  # which is in the order of the labels
            continue
        try:
            one = plain_interval(name, task, form)
        except (TypeError, ValueError):
            continue
        if isinstance(one, Interval):
            found.append(name)
    return found


def interval(name, task, form, naming, told=True):
    y, said = columns(task, form, naming)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return fm.confidence_interval(
            name,
            y,
            **{COLUMN[task]: said},
            metric_params=parameters_of(METRICS[name]),
            pos_label=naming[1] if told else None,
            n_resamples=20,
            random_state=0,
        )


# Of the classes 0 and 1, which others equal: False and True are the same key.
plain_interval = functools.cache(functools.partial(interval, naming=(0, 1)))


def numbers(one, task):
    """What must be the same of an interval: of labels the value alone."""
    every = one.estimate, one.low, one.high, one.standard_error
    return every[:1] if task in DRAWN else every


def same(found, expected):
    # A sum of floats over classes in another order.
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.exceptions.UndefinedMetricWarning)
        warnings.simplefilter("ignore", UserWarning)
        yield


def test_most_metrics_are_looked_at():
    for (task, form), least in zip(FORMS, (14, 15, 10, 40), strict=True):
        assert len(asked(task, form)) >= least, (task, form)


@pytest.mark.long
@one_case("naming", FEW)
@one_case("task, form", FORMS)
def test_an_interval_is_of_the_class_that_is_told(task, form, naming):
    for name in asked(task, form):
        if name in LONG and naming != OF_EVERY:
            continue
        found = numbers(interval(name, task, form, naming), task)
        expected = numbers(plain_interval(name, task, form), task)
        np.testing.assert_allclose(found, expected, 1e-12, 1e-14, err_msg=name)


def without_parameters(task, form):
    return [
        name
        for name in asked(task, form)
        if not METRICS[name].required and name not in SAME_CURVE
    ]


def report(task, form, naming):
    y, said = columns(task, form, naming)
    return fm.evaluate(
        y,
        **{COLUMN[task]: said},
        task=task,
        metrics=without_parameters(task, form),
        pos_label=naming[1],
        n_resamples=20,
        random_state=0,
    )


plain_report = functools.cache(functools.partial(report, naming=(0, 1)))


@pytest.mark.long
@one_case("naming", FEW)
@one_case("task, form", FORMS)
def test_a_report_is_of_the_class_that_is_told(task, form, naming):
    found, expected = report(task, form, naming), plain_report(task, form)
    assert [*found.values["model"]] == [*expected.values["model"]]
    for name, one in found.values["model"].items():
        other = numbers(expected.values["model"][name], task)
        np.testing.assert_allclose(numbers(one, task), other, 1e-12, err_msg=name)


def compared(task, form, naming):
    said = {model: columns(task, form, naming, model)[1] for model in PROBA}
    return fm.compare(
        without_parameters(task, form),
        columns(task, form, naming)[0],
        **{COLUMN[task]: said},
        pos_label=naming[1],
        simultaneous=False,
        n_resamples=20,
        random_state=0,
    )


plain_comparison = functools.cache(functools.partial(compared, naming=(0, 1)))


@pytest.mark.long
@one_case("naming", FEW)
@one_case("task, form", FORMS)
def test_models_are_compared_by_the_class_that_is_told(task, form, naming):
    found = compared(task, form, naming)
    expected = plain_comparison(task, form)
    for name in without_parameters(task, form):
        one, other = found[name], expected[name]
        assert one.ranking == other.ranking, name
        for pair, difference in one.differences.items():
            same(difference.estimate, other.differences[pair].estimate)
            if task not in DRAWN:  # or p-values are of such replicates
                same(difference.pvalue, other.differences[pair].pvalue)


@one_case("naming", NAMINGS)
def test_summaries_are_of_the_class_that_is_told(naming):
    y, p = columns("probabilities", "column", naming)
    _, said = columns("labels", "column", naming)
    told = {"pos_label": naming[1]}
    counts = fm.ConfusionCounts.from_labels
    for made, plain, task in [
        (
            fm.ScoreSweep.from_scores(y, p, **told),
            fm.ScoreSweep.from_scores(ONES, p),
            "binary_scores",
        ),
        (
            fm.ProbabilitySums.from_proba(y, p, **told),
            fm.ProbabilitySums.from_proba(ONES, p),
            "probabilities",
        ),
        (
            fm.CalibrationBins.from_proba(y, p, **told),
            fm.CalibrationBins.from_proba(ONES, p),
            "probabilities",
        ),
        (counts(y, said), counts(ONES, (p >= 0.5).astype(int)), "labels"),
    ]:
        n_read = 0
        for name in asked(task, "column"):
            row = METRICS[name]
            given = parameters_of(row)
            positive = told if task == "labels" and "pos_label" in row.options else {}
            try:
                expected = plain.compute(name, **given)
            except (TypeError, ValueError):
                continue  # the summary does not tell it
            same(made.compute(name, **given, **positive), expected)
            n_read += 1
        assert n_read >= 2, type(made)


@one_case("naming", UNCLEAR)
@one_case("task", ["binary_scores", "probabilities"])
def test_nothing_is_taken_for_positive_unasked(task, naming):
    for name in asked(task, "column"):
        if "y_true" not in METRICS[name].public.__code__.co_varnames:
            continue  # of probabilities in place of labels
        with pytest.raises(ValueError, match=r"pos_label is not specified"):
            interval(name, task, "column", naming, told=False)


@one_case("naming", UNCLEAR)
def test_a_matrix_says_which_column_is_of_which_class(naming):
    said = [interval("log_loss", "probabilities", "matrix", naming, told=False)]
    said += [plain_interval("log_loss", "probabilities", "matrix")]
    found, expected = (numbers(one, "probabilities") for one in said)
    same(found, expected)


@one_case("task", FAMILIES)
def test_what_is_no_label_of_the_data_is_refused(task):
    if "pos_label" not in FAMILIES[task].options or task not in COLUMN:
        return
    y, said = columns(task, "column", ("control", "case"))
    name = "f1_score" if task == "labels" else asked(task, "column")[0]
    for judge in (
        functools.partial(fm.evaluate, task=task),
        functools.partial(fm.confidence_interval, name),
    ):
        with pytest.raises(ValueError, match="'Case' is not a valid label"):
            judge(y, **{COLUMN[task]: said}, pos_label="Case", n_resamples=20)


def test_rows_of_one_class():
    """Told which class it is, the other is known too."""
    for label, ones in (("case", [1, 1]), ("control", [0, 0])):
        found = fm.confidence_interval(
            "hinge_loss", [label] * 2, y_proba=[0.5, 2.0], pos_label="case"
        )
        assert found.estimate == fm.hinge_loss(ones, [0.5, 2.0], labels=[0, 1])


@pytest.mark.long
@one_case("form", ["column", "matrix"])
def test_the_command_line_judges_the_class_that_is_told(tmp_path, capsys, form):
    import json

    names = without_parameters("probabilities", form)
    names = [name for name in names if name != "kl_divergence"]

    def run(naming):
        y, said = columns("probabilities", form, naming)
        path = tmp_path / "scores.csv"
        heads = ["p"] if form == "column" else [f"p_{one}" for one in sorted(naming)]
        rows = [
            ",".join([str(label), *map(repr, np.atleast_1d(each).tolist())])
            for label, each in zip(y.tolist(), said, strict=True)
        ]
        path.write_text("\n".join([",".join(["truth", *heads]), *rows]))
        proba = [part for one in heads for part in ("--proba", one)]
        args = ["evaluate", str(path), "--truth", "truth", *proba]
        args += ["--pos-label", str(naming[1]), "--metrics", ",".join(names)]
        args += ["--n-resamples", "20", "--seed", "0", "--format", "json"]
        assert main(args) == 0
        [model] = json.loads(capsys.readouterr().out)["models"].values()
        return model

    expected = run((0, 1))
    for naming in FEW:
        found = run(naming)
        for name in names:
            for bound in ("estimate", "low", "high"):
                one, other = found[name][bound], expected[name][bound]
                assert (one is None) == (other is None), (naming, name)
                if one is not None:
                    assert one == pytest.approx(other, rel=1e-12), (naming, name)


def test_further_functions_judge_the_class_that_is_told():
    folds = np.arange(N) % 4
    out = np.array([folds % 2 == 0, folds % 2 == 1])

    def found(name, naming, argument, told):
        y, p = columns("probabilities", "column", naming)
        other = PROBA["b"]
        both = np.column_stack([p, other])
        made = [
            fm.out_of_fold_score(name, y, p, folds, **told).estimate,
            fm.out_of_bag_score(y, [p, other], out, metric=name, **told),
            fm.point632_score(y, p, [p, other], out, metric=name, **told).estimate,
            fm.no_information_rate(y, p, metric=name, **told),
            fm.paired_permutation_test(
                name,
                y,
                **{f"{argument}_a": p, f"{argument}_b": other},
                **told,
                n_resamples=99,
                random_state=0,
            ).pvalue,
            fm.selection_corrected_score(
                name, y, both, n_resamples=20, random_state=0, **told
            ).estimate,
        ]
        if argument == "y_score":
            made += [*fm.metric_covariance(name, y, y_score=p, **told).covariance.flat]
        return made

    for name, argument in [
        ("roc_auc_score", "y_score"),
        ("ks_statistic", "y_score"),
        ("log_loss", "y_proba"),
        ("d2_log_loss_score", "y_proba"),
        ("brier_score_loss", "y_proba"),
    ]:
        expected = found(name, (0, 1), argument, {})
        for naming in FEW:
            same(found(name, naming, argument, {"pos_label": naming[1]}), expected)
            if naming in UNCLEAR:
                with pytest.raises(ValueError, match="pos_label is not specified"):
                    found(name, naming, argument, {})
