"""Every door answers one question about the same labels in the same way.

A door is a function, an interval, a comparison, a report, slices, an Accumulator, and
the command line on a CSV file and on a Parquet file. Whatever labels are made of, all
doors give one number and one positive class, or all refuse.
"""

import csv
import json
import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from helpers.one_case import one_case
from sklearn import metrics as sk

import fastmetrics as fm
from fastmetrics.cli import main

N = 60
RNG = np.random.default_rng(37)
FIRST = RNG.integers(0, 5, N)
SECOND = np.where(RNG.random(N) < 0.7, FIRST, RNG.integers(0, 5, N))


def words(*labels):
    """The same rows with as many labels as are given."""
    known = np.array(labels, object)
    return known[FIRST % len(known)], known[SECOND % len(known)]


def of_pandas(dtype, *labels):
    return tuple(pd.Series(one).astype(dtype) for one in words(*labels))


def of_arrow(*labels):
    return tuple(pa.array(one.tolist()).dictionary_encode() for one in words(*labels))


def numbers(dtype, *labels):
    return tuple(one.astype(dtype) for one in words(*labels))


def few_predicted(*labels):
    """Predictions lack the last label."""
    true, predicted = words(*labels)
    return true, np.where(predicted == labels[-1], labels[0], predicted)


LEVELS = pd.CategoricalDtype(["low", "medium", "high"], ordered=True)
# By name the columns, the positive label of two, and what it is without being told.
KINDS = {
    "0 and 1": (numbers(int, 0, 1), 1, 1),
    "0 and 1, 0 positive": (numbers(int, 0, 1), 0, 1),
    "bool": (numbers(bool, False, True), True, 1),
    "two words, the last positive": (words("ham", "spam"), "spam", None),
    "two words, the first positive": (words("ham", "spam"), "ham", None),
    "three words": (words("cat", "cow", "dog"), None, None),
    "ordered categories": (of_pandas(LEVELS, "low", "medium", "high"), None, None),
    "whole numbers": (numbers(int, 1, 2, 3, 4, 5), None, None),
    "floats": (numbers(float, 0.0, 1.0), 1.0, 1),
    "nullable numbers": (of_pandas("Int64", 0, 1), 1, 1),
    "nullable bool": (of_pandas("boolean", False, True), True, 1),
    "Arrow's dictionary": (of_arrow("no", "yes", "perhaps"), None, None),
    "Arrow's dictionary of two": (of_arrow("no", "yes"), "yes", None),
    "words like None": (words("None", "NA", "null", "N/A"), None, None),
    "two words like None": (words("None", "NA"), "None", None),
    "words with blanks": (words("big cat", " cat", "cat "), None, None),
    "digits and words": (words("1", "2", "x"), None, None),
    "digits, and one true word": (few_predicted("1", "2", "x"), None, None),
}
OF_POSITIVE = ["f1", "recall"]
OF_ALL = ["accuracy", "cohen_kappa_score", "mcc", "f1_macro"]
REFERENCE = {
    "accuracy": sk.accuracy_score,
    "cohen_kappa_score": sk.cohen_kappa_score,
    "mcc": sk.matthews_corrcoef,
    "f1_macro": lambda y, p, **told: sk.f1_score(y, p, average="macro"),
    "f1": sk.f1_score,
    "recall": sk.recall_score,
}
SITES = np.array(["a", "b", "c"], object)[np.arange(N) % 3]


def written(path, true, predicted):
    """Write a CSV as R does: texts in quotes, numbers without."""
    columns = {"y": as_series(true), "p": as_series(predicted), "by": SITES}
    table = pd.DataFrame({**columns, "y2": as_series(true)})
    table.to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC)


def as_series(column):
    if isinstance(column, pa.Array):
        return pd.Series(column.to_pylist())
    return pd.Series(column)


def plainly_written(path, true, predicted):
    """Write a CSV without quotes."""
    rows = zip(as_series(true), as_series(predicted), SITES, strict=True)
    lines = [f"{a},{b},{c},{a}\n" for a, b, c in rows]
    path.write_text("y,p,by,y2\n" + "".join(lines))


def stored(path, true, predicted):
    columns = [
        one if isinstance(one, pa.Array) else pa.array(one) for one in (true, predicted)
    ]
    table = pa.table([*columns, SITES, columns[0]], ["y", "p", "by", "y2"])
    pa.parquet.write_table(table, path)


FORMS = {"quoted.csv": written, "plain.csv": plainly_written, "t.parquet": stored}


@pytest.fixture(scope="module", params=KINDS)
def kind(request, tmp_path_factory):
    (true, predicted), *labels = KINDS[request.param]
    folder = tmp_path_factory.mktemp("kind")
    forms = dict(FORMS)
    if "blanks" in request.param:
        del forms["plain.csv"]  # where blanks do not count
    for name, write in forms.items():
        write(folder / name, true, predicted)
    return request.param, true, predicted, labels, [folder / name for name in forms]


def by_function(metrics, true, predicted, told):
    for metric in metrics:
        row = fm.catalog.find(metric)
        given = told if "pos_label" in row.options and metric in OF_POSITIVE else {}
        yield row.public(true, predicted, **row.parameters, **given)


def by_interval(metrics, true, predicted, told):
    asked = {"n_resamples": 19, "random_state": 0, **told}
    for metric in metrics:
        yield fm.confidence_interval(metric, true, predicted, **asked).estimate


def by_accumulator(metrics, true, predicted, told):
    made = fm.Accumulator(metrics, **told)
    for rows in (slice(0, 20), slice(20, N)):
        made.update(y_true=true[rows], y_pred=predicted[rows])
    return map(made.compute, metrics)


def by_comparison(metrics, true, predicted, told):
    models = {"p": predicted, "y": true}
    found = fm.compare(metrics, true, models, n_resamples=19, **told)
    return [one.values["p"].estimate for one in found.values()]


def by_report(metrics, true, predicted, told):
    asked = {"metrics": metrics, "n_resamples": 19, "random_state": 0, **told}
    report = fm.evaluate(true, predicted, **asked)
    return [report[metric].estimate for metric in metrics]


def by_slices(metrics, true, predicted, told):
    return fm.by_group(metrics, true, predicted, by=SITES, **told).overall.values()


DOORS = {
    "function": by_function,
    "confidence_interval": by_interval,
    "compare": by_comparison,
    "evaluate": by_report,
    "by_group": by_slices,
    "Accumulator": by_accumulator,
}


def of_doors(metrics, true, predicted, told):
    """What each door says: numbers, or that it refuses, and of what."""
    found = {}
    for name, ask in DOORS.items():
        try:
            values = [*ask(metrics, true, predicted, told)]
        except (ValueError, TypeError) as error:
            values = [refused(str(error))] * len(metrics)
        for metric, value in zip(metrics, values, strict=True):
            found[metric, name] = value
    return found


def of_files(metrics, paths, told, capsys):
    """The same of the command line, by file: a report, and a comparison."""
    found = {}
    options = [f"--pos-label={told['pos_label']}"] if told else []
    options += ["--truth", "y", "--pred", "p", "--json", "--n-resamples", "19"]
    names = [fm.catalog.find(metric).name for metric in metrics]
    for path in paths:
        asked = ["--metrics", ",".join(metrics), "--no-progress"]
        code = main(["evaluate", str(path), *options, *asked])
        out, err = capsys.readouterr()
        values = json.loads(out)["models"]["p"] if code == 0 else {}
        for metric, name in zip(metrics, names, strict=True):
            value = values[name]["estimate"] if values else refused(err)
            found[metric, f"evaluate {path.name}"] = value
        asked = ["--pred", "y2", "--metric", ",".join(metrics), "--no-progress"]
        code = main(["compare", str(path), *options, *asked])
        out, err = capsys.readouterr()
        made = json.loads(out)["comparisons"] if code == 0 else {}
        for metric, name in zip(metrics, names, strict=True):
            models = made[name]["models"] if made else []
            value = [one["estimate"] for one in models if one["model"] == "p"]
            found[metric, f"compare {path.name}"] = value[0] if made else refused(err)
    return found


def refused(message):
    """Whether a door asks for the positive label, or refuses for another reason."""
    told = "pos_label" in message or "--pos-label" in message
    return "which is positive?" if told else "refused"


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def number_of(value):
    return value if isinstance(value, str) else pytest.approx(value, abs=1e-12)


def test_one_answer(kind, capsys):
    name, true, predicted, (positive, unasked), paths = kind
    plain = [np.asarray(as_series(one).tolist()) for one in (true, predicted)]
    for told in [{}] + [{"pos_label": positive}] * (positive is not None):
        for metrics in (OF_ALL, OF_POSITIVE):
            found = of_doors(metrics, true, predicted, told)
            found |= of_files(metrics, paths, told, capsys)
            label = told.get("pos_label", unasked)
            known = {} if metrics is OF_ALL else {"pos_label": label}
            if label is not None or metrics is OF_ALL:
                right = {one: REFERENCE[one](*plain, **known) for one in metrics}
            for (metric, door), value in found.items():
                if metric in OF_ALL or label is not None:
                    expected = right[metric]
                elif positive is not None:
                    assert value == "which is positive?", (name, metric, door)
                    continue
                else:
                    assert isinstance(value, str), (name, metric, door, value)
                    continue
                same = value == number_of(expected)
                assert same, (name, told, metric, door, value, expected)


@pytest.mark.long
def test_one_name(kind, capsys):
    """The classes are called the same, and one of them is positive, at every door."""
    name, true, predicted, (positive, _), paths = kind
    told = {} if positive is None else {"pos_label": positive}
    report = fm.evaluate(true, predicted, metrics=["accuracy"], random_state=0, **told)
    expected = report.to_dict()
    options = ["--truth", "y", "--pred", "p", "--metrics", "accuracy", "--json"]
    options += [f"--pos-label={positive}"] if told else []
    for path in paths:
        assert main(["evaluate", str(path), *options]) == 0, (name, path.name)
        content = json.loads(capsys.readouterr().out)
        if "ordered" in name and path.suffix == ".csv":  # whose texts have no order
            continue
        for key in ("classes", "pos_label", "n_positive", "kind", "confusion"):
            mine = content[key]["p"] if key == "confusion" else content[key]
            other = expected[key]["model"] if key == "confusion" else expected[key]
            assert mine == other, (name, path.name, key)


@pytest.mark.long
def test_one_answer_by_slice(kind, capsys):
    name, true, predicted, (positive, _), paths = kind
    told = {} if positive is None else {"pos_label": positive}
    metrics = ["accuracy", "f1_macro"]
    python = fm.by_group(metrics, true, predicted, by=SITES, **told).to_dict()
    expected = [one["values"]["model"] for one in python["groups"]]
    options = ["--truth", "y", "--pred", "p", "--json"]
    options += ["--by", "by", "--n-resamples", "19", "--metrics", ",".join(metrics)]
    options += [f"--pos-label={positive}"] if told else []
    for path in paths:
        assert main(["evaluate", str(path), *options]) == 0, (name, path.name)
        slices = json.loads(capsys.readouterr().out)["slices"]
        found = [one["values"]["p"] for one in slices["groups"]]
        for one, other in zip(found, expected, strict=True):
            assert one == pytest.approx(other, abs=1e-12), (name, path.name)


# By how it is given: what a model's probabilities are, in a matrix or of one class.
PROBABILITIES = {
    "a column": lambda p: p,
    "a matrix": lambda p: np.c_[1 - p, p],
    "lists": lambda p: np.c_[1 - p, p].tolist(),
    "a frame": lambda p: pd.DataFrame({"spam": p, "ham": 1 - p}),
}


def of_probabilities_in_batches(metric, y, a, b, **told):
    made = fm.Accumulator(metric, **told)
    for rows in (slice(0, 30), slice(30, N)):
        made.update(y_true=y[rows], y_proba=a[rows])
    return made.compute(metric)


# Doors that are told ``pos_label``, of probabilities of one model or of two.
OF_PROBABILITIES = {
    "Accumulator": of_probabilities_in_batches,
    "confidence_interval": lambda metric, y, a, b, **told: (
        fm.confidence_interval(metric, y, y_proba=a, n_resamples=19, **told).estimate
    ),
    "compare": lambda metric, y, a, b, **told: (
        fm.compare(metric, y, y_proba={"a": a, "b": b}, n_resamples=19, **told)
        .values["a"]
        .estimate
    ),
    "evaluate": lambda metric, y, a, b, **told: (
        fm.evaluate(y, y_proba=a, metrics=[metric], n_resamples=19, **told)[
            metric
        ].estimate
    ),
    "by_group": lambda metric, y, a, b, **told: next(
        iter(fm.by_group(metric, y, y_proba=a, by=SITES, **told).overall.values())
    ),
    "one slice": lambda metric, y, a, b, **told: fm.by_group(
        metric, y, y_proba=a, by=np.zeros(N, int), **told
    ).by_group[metric][0],
    "paired test": lambda metric, y, a, b, **told: (
        fm.paired_permutation_test(
            metric, y, y_proba_a=a, y_proba_b=b, n_resamples=19, **told
        ).estimate
    ),
    "unpaired test": lambda metric, y, a, b, **told: (
        fm.unpaired_permutation_test(
            metric,
            **{"y_true_a": y, "y_true_b": y, "y_proba_a": a, "y_proba_b": b},
            n_resamples=19,
            **told,
        ).estimate
        if isinstance(a, np.ndarray)
        else None
    ),
}


@pytest.mark.long
@one_case("form", PROBABILITIES)
def test_scores_and_labels_are_made_of_probabilities_at_every_door(form, rng):
    y = np.where(rng.random(N) < 0.5, "spam", "ham")
    a, b = (np.clip(0.2 + 0.4 * (y == "spam") + rng.random(N) / 3, 0, 1) for _ in "ab")
    given = [PROBABILITIES[form](one) for one in (a, b)]
    a_is, b_is = (np.where(one >= 0.5, "spam", "ham") for one in (a, b))
    ones = y == "spam"
    for metric, read, told, mine, other in (
        ("roc_auc", sk.roc_auc_score, ones, a, b),
        ("average_precision", sk.average_precision_score, ones, a, b),
        ("accuracy", sk.accuracy_score, y, a_is, b_is),
        ("f1", sk.f1_score, ones, a_is == "spam", b_is == "spam"),
    ):
        expected = read(told, mine)
        for name, ask in OF_PROBABILITIES.items():
            found = ask(metric, y, *given, pos_label="spam")
            wanted = expected - read(told, other) if "test" in name else expected
            assert found is None or found == pytest.approx(wanted), (metric, name)
            if metric == "accuracy" and form != "a column":
                # Which class is positive does not matter, and nobody asks.
                assert found == ask(metric, y, *given), name
            elif metric != "f1":  # whose own words are scikit-learn's
                if found is not None:
                    with pytest.raises(ValueError, match="pos_label is not specified"):
                        ask(metric, y, *given)


def test_labels_of_a_matrix_are_the_same_under_other_names(rng):
    y = rng.integers(0, 2, N)
    p = rng.choice([0.2, 0.5, 0.8], N)  # there are ties
    matrix, names = np.c_[1 - p, p], np.array(["ham", "spam"])
    expected = sk.accuracy_score(y, p >= 0.5)
    for labels in (y, names[y]):
        report = fm.evaluate(labels, y_proba=matrix, metrics=["accuracy"])
        assert report["accuracy"].estimate == pytest.approx(expected)
    for told in ({"threshold": 0.3}, {"strict": True}):
        with pytest.raises(ValueError, match="pos_label is not specified"):
            fm.evaluate(names[y], y_proba=matrix, metrics=["accuracy"], **told)


def test_the_command_line_compares_scores_made_of_probabilities(tmp_path, capsys, rng):
    y = rng.integers(0, 2, N)
    a, b = (y * 0.4 + rng.random(N) * 0.6 for _ in "ab")
    path = tmp_path / "rows.csv"
    pd.DataFrame({"y": y, "a": a, "b": b}).to_csv(path, index=False)
    options = ["--truth", "y", "--proba", "a", "--proba", "b", "--json"]
    for metric, expected in (
        ("roc_auc", sk.roc_auc_score(y, a)),
        ("accuracy", sk.accuracy_score(y, a >= 0.5)),
    ):
        assert main(["compare", str(path), *options, "--metric", metric]) == 0
        [made] = json.loads(capsys.readouterr().out)["comparisons"].values()
        [mine] = [one["estimate"] for one in made["models"] if one["model"] == "a"]
        assert mine == pytest.approx(expected), metric


def test_a_frame_of_classes_is_one_model_at_every_door(rng):
    y = np.where(rng.random(N) < 0.5, "spam", "ham")
    p = rng.random(N)
    of_classes = pd.DataFrame({"spam": p, "ham": 1 - p})
    with pytest.raises(ValueError, match=r"are the classes .*so it is of one model"):
        fm.compare("log_loss", y, y_proba=of_classes)
    of_models = pd.DataFrame({"new": p, "old": p[::-1]})
    found = fm.compare("roc_auc", y, y_proba=of_models, pos_label="spam")
    assert [*found.values] == ["new", "old"]
    both = {"a": of_classes, "b": of_classes[["ham", "spam"]]}
    a, b = fm.compare("log_loss", y, y_proba=both).values.values()
    assert a.estimate == b.estimate == fm.log_loss(y, of_classes)
