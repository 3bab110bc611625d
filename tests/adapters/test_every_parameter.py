"""Every metric that merges with every parameter: parts are judged as all rows are."""

import ast
import contextlib
import inspect
import itertools
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from fuzz.options import MEANT

import fastmetrics as fm
from fastmetrics.catalog import FAMILIES, METRICS

N = 12
# Values that a parameter is asked with, beside those that it needs.
MOST = 2
# What says why parts are not enough, or what must be known of all rows first.
REFUSED = re.compile(
    r"cannot be accumulated|has no parameter|RowSums store|in addition to ItemCounts"
    r"|is not a mean of rows|needs the rows|gives a value per output"
    r"|without counts of each pair|must consist of numbers and texts"
    r"|is one sequence of tokens|do not store the labels of rows"
    r"|y_quantiles needs quantiles|is not the last of labels"
)
SHARED = {"catalog", "popularity", "features", "similarity", "items"}
REQUIRED = {
    "quantiles": [0.1, 0.5, 0.9],
    "n_users": 40,
    "recall": 0.5,
    "threshold": 0.4,
}


def texts():
    words = np.array("the cat sat on a mat then ran off".split())
    rng = np.random.default_rng(3)
    said = sorted(" ".join(rng.choice(words, rng.integers(1, 6))) for _ in range(N))
    heard = [" ".join(w for w in one.split() if rng.random() < 0.7) for one in said]
    return {"y_true": said, "y_pred": heard}


def classes():
    """Yield labels of all kinds: classes, true, predicted, and a column per class."""
    kinds = {
        "0 and 1": [0, 1],
        "no and yes": ["no", "yes"],
        "bool": [False, True],
        "letters": ["a", "b", "c"],
        "numbers": [-1, 3, 5],
        "ordered": ["low", "mid", "high"],
    }
    for kind, labels in kinds.items():
        rng = np.random.default_rng(len(kind))
        codes = np.sort(np.r_[np.arange(len(labels)), rng.integers(0, len(labels), N)])
        codes = codes[:: (N + len(labels)) // N][:N]
        guess = np.where(rng.random(N) < 0.6, codes, rng.integers(0, len(labels), N))
        proba = rng.dirichlet(np.ones(len(labels)), N) + np.eye(len(labels))[codes] / 2
        proba /= proba.sum(axis=1, keepdims=True)
        columns = [np.array(labels)[codes], np.array(labels)[guess]]
        if kind == "ordered":
            columns = [
                pd.Series(pd.Categorical(one, labels, ordered=True)) for one in columns
            ]
        yield labels, *columns, proba


def data():
    """Return by family the data that it is asked of, with settings of the stream."""
    rng = np.random.default_rng(7)
    found = {name: [] for name in FAMILIES}
    for labels, true, pred, proba in classes():
        found["labels"].append(({"y_true": true, "y_pred": pred}, {}))
        found["clustering"].append(({"y_true": true, "y_pred": pred}, {}))
        if len(labels) == 2:
            told = {"pos_label": "yes"} if labels == ["no", "yes"] else {}
            of_one = {"y_true": true, "y_proba": proba[:, 1]}
            scores = {"y_true": true, "y_score": proba[:, 1].round(1)}
            found["probabilities"].append((of_one, told))
            found["binary_scores"].append((scores, told))
        matrix = {"y_true": true, "y_proba": proba}
        found["probabilities"].append((matrix, {"labels": labels}))
    marks = (rng.random((N, 3)) < 0.4).astype(int)
    marks = marks[np.lexsort(marks.T)]
    other = np.where(rng.random((N, 3)) < 0.7, marks, 1 - marks)
    found["labels"].append(({"y_true": marks, "y_pred": other}, {}))
    y, noise = np.sort(rng.gamma(2, 1, N)) + 0.1, rng.gamma(9, 1 / 9, (N, 3))
    of_numbers = {
        "y_pred": y * noise[:, 0],
        "y_quantiles": np.sort(y[:, None] * noise, axis=1),
        "y_ensemble": y[:, None] * noise,
    }
    found["regression"] = [({"y_true": y, k: one}, {}) for k, one in of_numbers.items()]
    bounds = {"y_lower": y - noise[:, 0], "y_upper": y + noise[:, 1]}
    normal = {"mean": of_numbers["y_pred"], "scale": noise[:, 1]}
    with_zeros = {"y_true": y.round(), "y_pred": of_numbers["y_pred"]}
    two = {"y_true": np.c_[y, y[::-1]], "y_pred": np.c_[y, y] * noise[:, :2]}
    found["regression"] += [
        ({"y_true": y, **bounds}, {}),
        ({"y_true": y, **normal}, {}),
        (with_zeros, {}),
        (two, {}),
    ]
    points = {"X": rng.normal(size=(N, 2)), "y_pred": np.sort(rng.integers(0, 3, N))}
    found["clustering"].append((points, {}))
    queries = {"y_true": rng.integers(0, 3, N), "y_score": rng.random(N).round(1)}
    queries["query_id"] = np.repeat(np.arange(N // 3), 3)
    found["retrieval"].append((queries, {}))
    found["speech"].append((texts(), {}))
    tokens = {k: [one.split() for one in v] for k, v in texts().items()}
    found["speech"].append((tokens, {}))
    lists = [rng.permutation(6)[: rng.integers(1, 4)].tolist() for _ in range(N)]
    users = {"recommended": lists, "user_id": [*range(N)], "catalog": [*range(6)]}
    users |= {"relevant": lists[::-1], "history": lists[::-1]}
    found["recommendation"].append(({**users, "features": rng.random((6, 2))}, {}))
    return found


DATA = data()


def cuts(columns):
    """Return where data are cut: by class or in two, into single rows, with none."""
    if "query_id" in columns:
        return [[*range(0, N + 1, 3)], [0, 0, 6, N], [0, 3, N], [0, 3, 3, N]]
    true = [*columns.get("y_true", columns.get("y_pred", range(N)))]
    ends = [0, *(i for i in range(1, N) if np.any(true[i] != true[i - 1])), N]
    ends = ends if len(ends) < N // 2 else [0, 5, N]
    return [ends, [*range(N + 1)], [0, 2, N], sorted([*ends, 0, ends[1]])]


def values(row, name, default, columns):
    """Return values that a parameter is asked with."""
    if name == "labels":
        known = np.unique(np.asarray(columns["y_true"])).tolist()
        return [known, known[1:], known[::-1]]
    if name == "pos_label":
        return np.unique(np.asarray(columns["y_true"])).tolist()[:2]
    found = []
    for text in MEANT.get(name, ()):
        with contextlib.suppress(Exception):  # what is no plain value
            found.append(
                eval(text, {"np": np}) if "np." in text else ast.literal_eval(text)
            )
    return [one for one in found if one is not default][:MOST]


def questions(task):
    """Yield metrics with parameters, each of other data and other cuts."""
    turn = itertools.count()
    for row in METRICS.values():
        if row.task != task or row.kind != "metric" or not row.merges:
            continue
        leading = FAMILIES[task].leading(row)
        fitting = [one for one in DATA[task] if {*leading} <= {*one[0]}]
        if not fitting:
            continue
        needed = {}
        for one in row.required[:1] if row.one_is_enough else row.required:
            needed[one] = REQUIRED.get(one, 1)
        asked = [(needed, columns) for columns in fitting]
        for option, default in row.options.items():
            if option in {*row.parameters, *needed, "y_pred", "sample_weight"}:
                continue
            for k in range(len(fitting) if option == "average" else 1):
                columns = fitting[(next(turn) + k) % len(fitting)]
                for value in values(row, option, default, columns[0]):
                    asked.append(({**needed, option: value}, columns))
        for given, (columns, settings) in asked:
            if "cost_matrix" in given:
                k = len(np.unique(np.asarray(columns["y_true"])))
                given = {**given, "cost_matrix": (1 - np.eye(k) * 0.5).tolist()}
            ends = cuts(columns)
            yield row, given, columns, settings, ends[next(turn) % len(ends)]


def answer(make):
    """Numbers, or the refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = make()
        except (ValueError, TypeError) as error:
            return str(error)
        found = found[-1] if isinstance(found, tuple) else found  # a threshold, value
        return np.ravel(np.asarray(found, float))


def of_all(row, given, columns, settings):
    """Return what the function gives of all rows."""
    leading = FAMILIES[row.task].leading(row)
    known = inspect.signature(row.public).parameters
    beside = {k: v for k, v in columns.items() if k in known and k not in leading}
    first = [columns[name] for name in leading]
    if "pos_label" in settings:
        first[0] = (first[0] == settings["pos_label"]).astype(int)
        if given.get("pos_label", settings["pos_label"]) != settings["pos_label"]:
            raise ValueError("two labels are said to be positive")
        given = {k: v for k, v in given.items() if k != "pos_label"}
        if "labels" in given:
            positive = settings["pos_label"]
            given = {**given, "labels": [int(x == positive) for x in given["labels"]]}
    if "labels" in settings and "labels" in known:
        given = {"labels": settings["labels"], **given}
    return row.public(*first, **beside, **row.parameters, **given)


def of_parts(row, given, columns, settings, ends):
    """Return what a stream gives that has been written and read."""
    taken = {*FAMILIES[row.task].leading(row)} | {*columns} - {"y_pred", "y_true"}
    taken &= {*inspect.signature(row.public).parameters} | {*taken}
    if "labels" in given:
        settings = {k: v for k, v in settings.items() if k != "labels"}
    task = row.task if row.task in ("clustering", "retrieval", "speech") else None
    metric = (row.name, given) if given else row.name
    stream = fm.Accumulator(metric, task=task, **settings)
    for a, b in itertools.pairwise(ends):
        stream.update(
            **{
                name: one if name in SHARED else one[a:b]
                for name, one in columns.items()
                if name in taken
            }
        )
    again = fm.Accumulator.from_bytes(stream.to_bytes())
    return again.compute(again.names[0])


@pytest.mark.long
@pytest.mark.parametrize("task", [name for name in DATA if DATA[name]])
def test_parts_are_judged_as_all_rows_are(task):
    n = 0
    for row, given, columns, settings, ends in questions(task):
        asked = f"{row.name} {given} of {[*columns]}, {settings}, cut at {ends}"
        whole = answer(lambda: of_all(row, given, columns, settings))  # noqa: B023
        found = answer(lambda: of_parts(row, given, columns, settings, ends))  # noqa: B023
        if isinstance(found, str):
            assert isinstance(whole, str) or REFUSED.search(found), f"{asked}: {found}"
            continue
        assert not isinstance(whole, str), f"{asked}: {found}, and not: {whole}"
        np.testing.assert_allclose(found, whole, 1e-9, 1e-12, err_msg=asked)
        n += 1
    assert n > 10
