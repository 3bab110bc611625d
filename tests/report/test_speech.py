"""evaluate on transcripts: edits, confusions, the worst utterances, pictures."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.shown import full
from helpers.transcript_cases import drawn_words

import fastmetrics as fm
from fastmetrics import evaluate
from fastmetrics.report.sections.transcripts import MOST_PLACES, broken, inline

SAID = ["the cat sat on the mat", "a dog", "so it was", "well done"]
GOOD = ["the cat sat on a mat", "a dog", "so it was", "well"]
POOR = ["cat sat on the mat", "the dog", "it was so", "Well, done"]
IDS = ["ann-1", "ann-2", "bob-1", "bob-2"]
QUICK = {"task": "speech", "n_resamples": 50, "random_state": 0}


@pytest.fixture(scope="module")
def report():
    return evaluate(SAID, {"good": GOOD, "poor": POOR}, utterance_id=IDS, **QUICK)


@pytest.fixture(scope="module")
def drawn():
    said, heard = drawn_words(3, n_pairs=80, longest=9)
    return evaluate(said, {"a": heard, "b": [*said[:-1], "x"]}, **QUICK)


def test_values_and_differences(report):
    for model, heard in {"good": GOOD, "poor": POOR}.items():
        for name, one in report.values[model].items():
            assert one.estimate == getattr(fm, name)(SAID, heard)
    row = report.differences["good", "poor"]["word_error_rate"]
    expected = fm.word_error_rate(SAID, GOOD) - fm.word_error_rate(SAID, POOR)
    assert row.estimate == pytest.approx(expected)
    assert report.tasks == ["speech"]


def test_edits(report):
    assert report.edits["good"].to_dict() == {
        "hits": 11,
        "substitutions": 1,
        "deletions": 1,
        "insertions": 0,
        "utterances": 4,
        "wrong_utterances": 2,
    }
    assert report.edit_counts["good"].tolist() == [
        [5, 1, 0, 0],
        [2, 0, 0, 0],
        [3, 0, 0, 0],
        [1, 0, 1, 0],
    ]


def test_confusions_and_worst_utterances(report):
    assert [tuple(one) for one in report.confusions["good"]] == [
        ("the", "a", 1),
        ("done", None, 1),
    ]
    first, *others = report.worst_utterances["poor"]
    # Of two errors, the shortest utterance first.
    assert (first.utterance, first.errors, first.error_rate) == ("bob-1", 2, 2 / 3)
    assert first.aligned == "[so|*] it was [*|so]"
    assert [one.utterance for one in others] == ["ann-2", "bob-2", "ann-1"]


def test_text(report):
    text = full(report)
    assert "4 utterances, 13 words in the references\n" in text
    assert "System        Right  Substitutions" in text
    assert "good    11 (84.6 %)      1 (7.7 %)" in text
    assert "[the|a]" in text
    assert "bob-1           2  66.7 %  [so|*] it was [*|so]" in text
    assert "paired by utterance" in text


def test_of_groups_and_one_system():
    report = evaluate(SAID, GOOD, groups=[name[:3] for name in IDS], **QUICK)
    text = full(report)
    line = "13 words in the references, 2 groups of utterances; intervals keep groups "
    assert f"{line}together\n" in text
    assert "Utterances with most errors, counted from 0\n" in text
    assert "Utterance  Errors    Rate  Alignment" in text


def test_chinese(report):
    for words in (report.to_markdown("zh", full=True), report.to_html(language="zh")):
        assert "最常见的混淆" in words
        assert "每条语句对两个系统的权重相同" in words
        assert "4 条语句，参考文本共 13 词" in words


def test_everything_is_written(report):
    content = json.loads(json.dumps(report.to_dict()))
    assert content["edits"]["good"]["hits"] == 11
    assert content["confusions"]["good"][1] == {
        "reference": "done",
        "hypothesis": None,
        "times": 1,
    }
    assert content["worst_utterances"]["good"][0]["utterance"] == "bob-2"
    assert "[so|*]" in report.to_html()
    assert "{[}so" in report.to_latex(full=True) or "[so" in report.to_latex(full=True)


def test_a_row_for_each_utterance(report):
    frame = report.to_frame(per="utterance")
    assert frame.index.names == ["model", "utterance"]
    assert len(frame) == 8
    row = frame.loc["poor", "bob-1"]
    assert row["error_rate"] == 2 / 3
    assert (row["deletions"], row["insertions"], row["reference_tokens"]) == (1, 1, 3)
    assert report.to_frame(per="utterance", backend="polars")["model"][0] == "good"
    # Without a reference token it is the number of insertions.
    empty = evaluate(["", "a"], ["b c", "a"], **QUICK).to_frame(per="utterance")
    assert empty["error_rate"].tolist() == [2, 0]


def test_columns_of_every_library(report):
    for make in (
        tuple,
        np.array,
        pd.Series,
        pd.Categorical,
        lambda x: pd.Series(x, dtype="category"),
        lambda x: pl.Series(x, dtype=pl.Categorical),
        pl.Series,
        pa.array,
        lambda x: pa.array(x).dictionary_encode(),
        lambda x: pa.chunked_array([x[:1], x[1:]]),
    ):
        models = {"good": make(GOOD), "poor": make(POOR)}
        found = evaluate(make(SAID), models, utterance_id=make(IDS), **QUICK)
        assert full(found) == full(report), make


def test_frames_of_one_column(report):
    for make in (
        lambda x: np.array(x)[:, None],
        lambda x: pd.DataFrame({"text": x}),
        lambda x: pl.DataFrame({"text": x}),
        lambda x: pa.table({"text": x}),
    ):
        models = {"good": make(GOOD), "poor": make(POOR)}
        found = evaluate(make(SAID), models, utterance_id=IDS, **QUICK)
        assert full(found) == full(report), make


def test_sequences_of_tokens():
    said, heard = ([text.split() for text in texts] for texts in (SAID, GOOD))
    found = evaluate(said, heard, metrics=["token_error_rate", "wer"], **QUICK)
    assert found["token_error_rate"].estimate == fm.word_error_rate(SAID, GOOD)
    assert found.confusions["model"][0] == ("the", "a", 1)


def test_options_reach_every_number():
    options = {"normalize": ["casefold", "punctuation"], "costs": "sclite"}
    report = evaluate(SAID, POOR, **options, **QUICK)
    assert report["wer"].estimate == fm.word_error_rate(SAID, POOR, **options)
    assert report.edits["model"].hits == fm.edit_counts(SAID, POOR, **options).hits
    assert "Well" not in full(report)
    assert "texts are compared after: casefold, punctuation\n" in full(report)
    assert report.to_dict()["normalize"] == report.normalize == options["normalize"]
    report = evaluate(["a-b"], ["a-c"], delimiter="-", **QUICK)
    assert report["wer"].estimate == 0.5


def test_what_is_done_to_texts_is_written():
    steps = [
        "lower",
        ("remove_specific_words", ["uh", "um"]),
        ("substitute_words", {"colour": "color"}),
        str.strip,
        lambda text: text,
    ]
    report = evaluate(SAID, GOOD, normalize=steps, **QUICK)
    assert report.normalize == [
        "lower",
        "remove_specific_words (uh, um)",
        "substitute_words (colour → color)",
        "strip",
        "<lambda>",
    ]
    line = ", ".join(report.normalize)
    assert f"texts are compared after: {line} " in " ".join(full(report).split())
    assert "比较前对文本依次处理：lower, " in report.to_markdown("zh", full=True)
    assert "compared after" not in full(evaluate(SAID, GOOD, **QUICK))
    assert evaluate(SAID, GOOD, normalize="lower", **QUICK).normalize == ["lower"]


def test_characters_alone_are_counted_as_such():
    report = evaluate(["a b"], ["ab"], metrics=["cer", "ser"], **QUICK)
    assert "1 utterance, 3 characters in the references" in full(report)
    assert report.worst_utterances["model"][0].aligned == "a[␣|*]b"


def test_summaries():
    counts = fm.EditCounts.from_pairs(SAID, GOOD)
    report = evaluate(counts)
    assert report.n_rows == 4
    assert report["wer"].estimate == fm.word_error_rate(SAID, GOOD)
    assert "character_error_rate" not in report.metrics
    assert report.to_frame(per="utterance").empty
    each = fm.EditCounts.from_pairs(SAID, GOOD, unit="code_point", by_pair=True)
    report = evaluate(each, n_resamples=50, random_state=0)
    assert report["cer"].estimate == fm.character_error_rate(SAID, GOOD)
    assert report["cer"].method == "jackknife-t-log"
    assert "word_error_rate" not in report.metrics
    assert len(report.to_frame(per="utterance")) == 4


def test_what_is_wrong():
    for arguments, message in (
        ({"y_pred": GOOD[:3]}, "y_true has 4 and y_pred has 3"),
        ({"y_pred": GOOD, "utterance_id": IDS[:3]}, "utterance_id has 3"),
        ({"y_pred": GOOD, "groups": [1, 2]}, "groups"),
        ({"y_pred": [*GOOD[:3], None]}, "y_pred"),
        ({"y_pred": [*GOOD[:3], 3]}, "y_pred must hold a text in each row"),
        ({"y_pred": GOOD, "sample_weight": [1] * 4}, "no use for sample_weight"),
    ):
        with pytest.raises((ValueError, TypeError), match=message):
            evaluate(SAID, **arguments, **QUICK)


def test_metrics_of_transcripts_tell_the_task():
    assert evaluate(SAID, GOOD, metrics=["wer"]).tasks == ["speech"]
    with pytest.raises(TypeError, match="y_true must hold a text in each row"):
        evaluate([0, 1], [0, 1], metrics=["wer"])


# ------------------------------------------------------------------ a line of text


def test_long_runs_that_are_right_are_cut():
    said = "a b c d e f g h i j"
    assert inline(fm.align(said, f"{said} k")) == "… h i j [*|k]"
    assert inline(fm.align(f"k {said}", said)) == "[k|*] a b c …"
    assert inline(fm.align(f"k {said} k", said)) == "[k|*] a b c … h i j [k|*]"
    assert inline(fm.align("a b c d e f", "x b c d e y")) == "[a|x] b c d e [f|y]"


def test_lines_are_broken_where_words_end():
    words = " ".join(["word"] * 200)
    lines = broken(words, 30)
    assert max(map(len, lines)) <= 30
    assert lines[-1].endswith(" …")
    assert len(" ".join(lines)) <= MOST_PLACES + 2
    assert broken("x" * 50, 30) == ["x" * 50]
    assert broken("", 30) == [""]


# ------------------------------------------------------------------ pictures


def test_kinds_of_edits_add_up_to_the_error_rate(drawn):
    [picture] = [drawn.sections["speech"].picture("edit_types")]
    [panel] = picture.panels
    ends = panel.marks[-1].values[::2]
    rates = [drawn.values[model] for model in ("a", "b")]
    assert ends == pytest.approx([row["word_error_rate"].estimate for row in rates])
    starts = [mark.start[::2] for mark in panel.marks]
    assert np.array_equal(starts[1], panel.marks[0].values[::2])
    assert not starts[0].any()
    assert [str(entry.name) for entry in panel.key] == [
        "Substitutions",
        "Deletions",
        "Insertions",
    ]


def test_errors_by_length_hold_all_utterances(drawn):
    picture = drawn.sections["speech"].picture("errors_by_length")
    [panel] = picture.panels
    line = panel.marks[0]
    assert (np.diff(line.x) > 0).all()
    counts = drawn.edit_counts["a"]
    assert line.y.min() < counts[:, 1:].sum() / counts[:, :3].sum() < line.y.max()
    assert "b has the lowest error rate" in picture.title


def test_without_lengths_that_differ_there_is_no_picture_of_them(report):
    assert report.sections["speech"].picture("errors_by_length") is None
    with pytest.raises(ValueError, match="no utterances to tell apart"):
        report.plot("errors_by_length")
    empty = evaluate([""], ["a"], **QUICK)
    assert empty.sections["speech"].picture("edit_types") is None


def test_pictures_are_drawn(drawn):
    assert {"edit_types", "errors_by_length", "forest"} <= {*drawn.pictures}
    drawn.plot(["edit_types", "errors_by_length"])


def test_ids_that_are_no_column():
    for ids in (2, 0.5, object(), {"a": 1}, lambda: 0):
        with pytest.raises((TypeError, ValueError), match="utterance_id"):
            evaluate(SAID, GOOD, utterance_id=ids, **QUICK)
