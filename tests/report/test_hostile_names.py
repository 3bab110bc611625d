"""Names are data: of any length, with marks that terminals and matplotlib obey."""

import io
import warnings

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics
from fastmetrics._common.names import LONGEST, cut, listed, printable, shown
from fastmetrics.cli import main

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 60)
SCORES = Y + RNG.normal(size=60)
X = RNG.normal(size=(60, 2))
NAMES = {
    "mathematics": r"score_$\frac$",
    "escapes": "\x1b[31m\x1b]0;title\x07red",
    "lines": "a\nb\r\x85\u2028c",
    "directions": "\u202eab\u2066",
    "bell and others": "".join(map(chr, range(32))) + "\x7f\x9b2J",
    "some of all": "score_$\\frac$\x1b[31m\n\u2028\u202eab\u2066\x07\x9b2J",
    "long": "x" * 30_000,
    "long word": "word " * 6_000,
}


def reports(name):
    """A report of each kind that has this name everywhere."""
    labels = np.array([name, "other"], object)
    three = np.array([name, "b", "c"], object)[RNG.integers(0, 3, 60)]
    yield fastmetrics.evaluate(
        Y, y_score={name: SCORES, "b": -SCORES}, metrics=["roc_auc", "ap"]
    )
    yield fastmetrics.evaluate(
        labels[Y],
        {name: labels[1 - Y], "b": labels[Y]},
        pos_label=name,
        metrics=["accuracy"],
    )
    yield fastmetrics.evaluate(three, {name: three[::-1]}, metrics=["accuracy"])
    yield fastmetrics.evaluate(
        labels[Y], {name: three}, X=X, task="clustering", metrics=["rand_score"]
    )


@pytest.mark.long
def test_a_report_of_any_names():
    for what, name in NAMES.items():
        for k, report in enumerate(reports(name)):
            text = full(report)
            assert printable(text.replace("\n", "")) == text.replace("\n", ""), what
            assert max(map(len, text.split("\n"))) < 250, what
            assert name in report.to_dict()["models"]  # programs get it whole
            assert len(report.to_html()) < 100_000, what
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                picture = io.BytesIO()
                if what == "some of all" and k % 2:
                    report.plot().savefig(picture, format="svg")
                    assert picture.tell()


@pytest.mark.parametrize("terminal", [False, True])
def test_the_command_line_passes_nothing_on(tmp_path, monkeypatch, capsys, terminal):
    path = tmp_path / "t.csv"
    names = ["y", NAMES["escapes"].replace("\x07", ""), "x" * 100_000]
    rows = "".join(f"{y},{s},{-s}\n" for y, s in zip(Y, SCORES, strict=True))
    path.write_text(f"{','.join(names)}\n{rows}", encoding="utf-8")
    if terminal:
        pytest.importorskip("rich")
        monkeypatch.setenv("FORCE_COLOR", "1")
    columns = ["--truth", "0", "--score", "1", "--score", "2"]
    assert main(["evaluate", str(path), *columns, "--metrics", "roc_auc"]) == 0
    out, err = capsys.readouterr()
    assert "\x1b]" not in out + err
    assert "\x1b[31m" not in out + err
    assert r"\x1b[31m" in out.replace("\x1b[0m", "")
    assert len(out) < 10_000
    assert main(["evaluate", str(path), "--truth", "9"]) == 1
    out, err = capsys.readouterr()
    assert "\x1b" not in err
    assert len(err) < 1000


HUGE = "x" * 100_000
CALLS = {
    "several classes": lambda: fastmetrics.roc_auc_score(
        ["a", HUGE, "c"], [1.0, 2.0, 3.0], max_fpr=0.5
    ),
    "unclear": lambda: fastmetrics.average_precision_score(["a", HUGE], [1.0, 2.0]),
    "f1": lambda: fastmetrics.f1_score(["a", HUGE], ["a", HUGE]),
    "pos_label": lambda: fastmetrics.f1_score(["a", "b"], ["a", "b"], pos_label=HUGE),
    "kinds": lambda: fastmetrics.matthews_corrcoef([HUGE, HUGE], [HUGE, HUGE]),
    "costs": lambda: fastmetrics.total_cost(
        ["a", HUGE], ["a", HUGE], cost_matrix=[[0, 1], [1, 0]], labels=["a", "b"]
    ),
    "evaluate": lambda: fastmetrics.evaluate(["a", HUGE], ["a", HUGE]),
    "model": lambda: fastmetrics.evaluate(
        Y, {HUGE: Y}, y_score={HUGE: SCORES}, threshold=0.5
    ),
}


def test_messages_quote_the_beginning_and_the_end():
    for name, call in CALLS.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                call()
            except (ValueError, TypeError) as error:
                texts = [str(error)]
            else:
                texts = [str(one.message) for one in caught]
        assert any("xxx…xxx" in text for text in texts), name
        assert max(map(len, texts)) < 1500, name


def test_how_names_are_cut():
    assert cut("x" * LONGEST) == "x" * LONGEST
    assert cut("a" * 100 + "bc") == "a" * 26 + "…" + "a" * 11 + "bc"
    assert shown("a" * 100) == repr(cut("a" * 100))
    assert shown(10**300) == cut(str(10**300))
    assert listed(range(10)) == str([*range(10)])
    assert listed(range(11)) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]"
    assert printable("größe 名\xa0") == "größe 名\xa0"
    assert printable("no\u200bwidth\u200d") == r"no\u200bwidth\u200d"
    assert printable("\x1b\x9b\ud800") == r"\x1b\x9b\ud800"


MANY = [f"n{i}_{'y' * 60}" for i in range(300)]
LONG = "x" * 5000
LONG_REFUSALS = {
    "models of one name": lambda: fastmetrics.evaluate(
        Y, {**dict.fromkeys(MANY, Y), 1: Y, "1": Y}
    ),
    "labels in another order": lambda: fastmetrics.log_loss(
        np.array(MANY), np.full((300, 300), 1 / 300), labels=MANY
    ),
    "labels that are passed": lambda: fastmetrics.log_loss(
        np.array(MANY), RNG.random((300, 300)), labels=[f"z{name}" for name in MANY]
    ),
    "columns of judgements": lambda: fastmetrics.evaluate(
        *[{name: (1,) for name in MANY}] * 2, task="retrieval"
    ),
    "a metric": lambda: fastmetrics.evaluate(Y, Y, metrics=[LONG]),
    "a parameter": lambda: fastmetrics.confidence_interval(
        "accuracy", Y, Y, metric_params={LONG: 1}
    ),
    "a method": lambda: fastmetrics.confidence_interval("accuracy", Y, Y, method=LONG),
    "a task": lambda: fastmetrics.evaluate(Y, Y, task=LONG),
    "lists": lambda: fastmetrics.evaluate(
        [["a"]] * 3,
        recommended={name: [["a"]] * (3 + i % 2) for i, name in enumerate(MANY)},
    ),
    "a model that is none": lambda: fastmetrics.evaluate(
        Y, dict.fromkeys(MANY[:30], Y), metrics=["accuracy"], n_resamples=2
    ).interval("accuracy", LONG),
}


def test_messages_name_some_of_many_names():
    for name, refused in LONG_REFUSALS.items():
        with pytest.raises((ValueError, TypeError, KeyError, UserWarning)) as found:
            refused()
        assert len(str(found.value)) < 1200, name
