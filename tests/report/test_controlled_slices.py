"""by_group(control=): slices are compared within each level of the control columns."""

import numpy as np
import pandas as pd
import pytest

import fastmetrics as fm
from fastmetrics import by_group
from fastmetrics.show.result import to_json

METRICS = ["accuracy_score", "recall_score", "selection_rate"]
# Counted by hand: level, slice, y_true, y_pred.
TABLE = [
    ("young", "f", 1, 1),
    ("young", "f", 0, 1),
    ("young", "m", 1, 1),
    ("young", "m", 1, 0),
    ("young", "m", 0, 0),
    ("young", "m", 0, 0),
    ("old", "f", 1, 0),
    ("old", "f", 0, 0),
    ("old", "f", 1, 1),
    ("old", "m", 1, 1),
]


def by_hand(**options):
    level, by, y, p = zip(*TABLE, strict=True)
    return by_group(METRICS, y, p, by={"sex": by}, control={"age": level}, **options)


def test_a_table_worked_by_hand():
    found = by_hand()
    assert (found.control, found.by) == (["age"], ["age", "sex"])
    assert found.n_samples == {
        ("old", "f"): 3,
        ("old", "m"): 1,
        ("young", "f"): 2,
        ("young", "m"): 4,
    }
    assert found.by_group["accuracy_score"].tolist() == [2 / 3, 1.0, 0.5, 0.75]
    assert found.overall == {
        "old": {"accuracy_score": 0.75, "recall_score": 2 / 3, "selection_rate": 0.5},
        "young": {
            "accuracy_score": 4 / 6,
            "recall_score": 2 / 3,
            "selection_rate": 0.5,
        },
    }
    difference, ratio = found.difference(), found.ratio()
    assert difference["old"]["accuracy_score"] == pytest.approx(1 / 3)
    assert difference["young"] == {
        "accuracy_score": 0.25,
        "recall_score": 0.5,  # 1 of 1, 1 of 2
        "selection_rate": 0.75,  # 2 of 2, 1 of 4
    }
    assert ratio["young"]["selection_rate"] == 0.25
    assert found.group_min()["old"]["accuracy_score"] == (2 / 3, "f")
    assert found.group_max()["young"]["selection_rate"] == (1.0, "f")
    to_overall = found.difference("to_overall")
    assert to_overall["young"]["selection_rate"] == 0.5
    assert to_overall["old"]["accuracy_score"] == 0.25


@pytest.fixture
def rows(rng):
    n = 700
    y = rng.choice(["control", "case"], n)
    scores = np.where(y == "case", 0.2, 0.0) + rng.random(n)
    table = pd.DataFrame(
        {
            "site": rng.choice(["a", "b", "c"], n),
            "year": rng.choice([2020, 2021], n),
            "ward": rng.choice(["x", "y"], n, p=[0.6, 0.4]),
        }
    )
    return y, scores, table


@pytest.mark.long
def test_a_level_is_what_by_group_gives_of_its_rows(rows, rng):
    for name in ("f1_score", "roc_auc_score", "average_precision"):
        for weighted in (False, True):
            y, scores, table = rows
            on_labels = name == "f1_score"
            other = np.where(scores > 0.6, "case", "control") if on_labels else scores
            models = {"one": other, "two": other[::-1]}
            weights = rng.random(len(y)) if weighted else None
            column = "y_pred" if on_labels else "y_score"
            options = {"pos_label": "case", "random_state": 0, "n_resamples": 25}
            found = by_group(
                name,
                y,
                by=table["site"],
                control=table[["year", "ward"]],
                sample_weight=weights,
                **{column: models},
                **options,
            )
            frame = found.by_group
            assert [*frame.columns[:4]] == ["model", "year", "ward", "site"], (
                name,
                weighted,
            )
            for level, mine in table.groupby(["year", "ward"]).groups.items():
                at = mine.to_numpy()
                again = by_group(
                    name,
                    y[at],
                    by=table["site"].to_numpy()[at],
                    sample_weight=None if weights is None else weights[at],
                    **{column: {model: one[at] for model, one in models.items()}},
                    **options,
                )
                # Sums of weights are made in another order.
                close = {"rel": 1e-12 * weighted, "nan_ok": True}
                assert found.overall[level]["one"][name] == pytest.approx(
                    again.overall["one"][name], **close
                ), (name, weighted)
                assert found.difference()[level]["two"][name] == pytest.approx(
                    again.difference()["two"][name], **close
                ), (name, weighted)
                interval = found.difference_interval(name, "one", control=level)
                expected = again.difference_interval(name, "one")
                assert tuple(interval) == pytest.approx(tuple(expected), **close), (
                    name,
                    weighted,
                )
                assert interval.reason == expected.reason, (name, weighted)
                p = found.equal_groups_test(name, "one", control=level).pvalue
                expected = again.equal_groups_test(name, "one").pvalue
                assert p == pytest.approx(expected, rel=1e-9, nan_ok=True), (
                    name,
                    weighted,
                )
                one = found.interval((*level, "a"), name, "one")
                assert tuple(one) == pytest.approx(
                    tuple(again.interval("a", name, "one")), **close
                ), (name, weighted)


def test_weighted_areas_say_that_it_is_the_weights(rows):
    y, scores, table = rows
    options = {"by": table["site"], "pos_label": "case", "y_score": scores}
    without = by_group("roc_auc", y, **options)
    assert without.difference_interval("roc_auc").reason == ""
    weights = np.linspace(0.5, 1, len(y))
    found = by_group("roc_auc", y, sample_weight=weights, **options)
    reason = found.difference_interval("roc_auc").reason
    assert reason == (
        "the metric has no interval in closed form with these weights, only without"
    )
    found = by_group("average_precision", y, sample_weight=weights, **options)
    reason = found.difference_interval("average_precision").reason
    assert reason == "the metric has no interval in closed form"


def test_points_are_sliced(rng):
    X = rng.normal(size=(60, 2))
    labels, by = np.tile([0, 1], 30), np.repeat(["a", "b"], 30)
    X[labels == 1] += 3
    found = by_group("silhouette_score", y_pred=labels, X=X, by=by)
    expected = [fm.silhouette_score(X[by == k], labels[by == k]) for k in "ab"]
    assert found.by_group["silhouette_score"].tolist() == pytest.approx(expected)


def test_what_is_wrong_raises():
    found = by_hand()
    for level in (None, "middle"):
        with pytest.raises(KeyError, match="control must be one of 'old', 'young'"):
            found.difference_interval("accuracy_score", control=level)
        with pytest.raises(KeyError, match="control must be one of"):
            found.equal_groups_test("accuracy_score", control=level)
    y = [0, 1, 1, 0]
    plain = by_group("accuracy", y, y, by=[0, 0, 1, 1])
    with pytest.raises(KeyError, match="there are no levels"):
        plain.ratio_interval("accuracy", control="old")
    with pytest.raises(KeyError, match="there are no levels"):
        plain.equal_groups_test("accuracy", control="old")
    with pytest.raises(ValueError, match="by and control both have 'k'"):
        by_group("accuracy", y, y, by={"k": y}, control={"k": y})
    with pytest.raises(ValueError, match="control"):
        by_group("accuracy", y, y, by=y, control=y[:3])
    with pytest.raises(ValueError, match="control has no columns"):
        by_group("accuracy", y, y, by=y, control={})
    with pytest.raises((TypeError, ValueError), match="control"):
        by_group("accuracy", y, y, by=y, control=[None, 1, 1, 1])
    missing = by_group(
        "accuracy", y, y, by=y, control=[None, "a", "a", "b"], missing="group"
    )
    assert [*missing.levels] == ["a", "b", "missing"]


def test_progress_counts_slices(rng):
    told = []
    y, by = rng.random(60), np.repeat([0, 1, 2], 20)
    by_group(
        "median_absolute_error",
        y,
        y[::-1],
        by=by,
        progress=lambda done, n: told.append((done, n)),
    )
    assert told == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(TypeError, match="progress must be True, False"):
        by_group("accuracy", [0], [0], by=[0], progress="yes")


def test_shown_in_both_languages():
    found = by_hand()
    text = str(found)
    assert "all rows of old" in text
    assert "all rows of young" in text
    assert found.to_markdown(language="zh").count("old 的所有样本") == 1
    assert "<table" in found._repr_html_()
    told = found.to_dict()
    assert [one["age"] for one in told["levels"]] == ["old", "young"]
    assert (
        told["levels"][1]["differences"]["model"]["accuracy_score"]["difference"]
        == 0.25
    )
    assert "overall" not in told
    to_json(told)
    assert [*found.to_frame().columns[:2]] == ["age", "sex"]
    assert len(found._pictures()) == 2
    assert "young" in found._pictures()[1].title


def test_equals_fairlearn(rng):
    metrics = pytest.importorskip(
        "fairlearn.metrics", reason="Fairlearn is no dependency"
    )
    from sklearn.metrics import accuracy_score, recall_score

    n = 500
    y, p = rng.integers(0, 2, n), rng.integers(0, 2, n)
    table = pd.DataFrame(
        {"sex": rng.choice([*"fm"], n), "race": rng.choice([*"xyz"], n)}
    )
    age = pd.Series(rng.choice(["old", "young"], n), name="age")
    named = {"accuracy": accuracy_score, "recall": recall_score}
    theirs = metrics.MetricFrame(
        metrics=named,
        y_true=y,
        y_pred=p,
        sensitive_features=table,
        control_features=age,
    )
    found = by_group([*named], y, p, by=table, control=age)
    mine = found.by_group.set_index(["age", "sex", "race"])
    for name in named:
        assert mine[name].to_dict() == pytest.approx(theirs.by_group[name].to_dict())
    for method in ("between_groups", "to_overall"):
        for what in ("difference", "ratio"):
            ours = getattr(found, what)(method)
            expected = getattr(theirs, what)(method=method)
            for level, row in expected.iterrows():
                assert ours[level] == pytest.approx(row.to_dict()), (what, method)
    for level, row in theirs.group_min().iterrows():
        ours = {name: value for name, (value, _) in found.group_min()[level].items()}
        assert ours == pytest.approx(row.to_dict())
    for level, row in theirs.overall.iterrows():
        assert found.overall[level] == pytest.approx(row.to_dict())
