"""read_item_scores: tables and logs, what their fields are, and what is refused."""

import json
import zipfile

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

from fastmetrics import ItemScores, read_item_scores
from fastmetrics.readers import DataError


def write_lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def lm_eval(folder, model, scores, task="gsm8k", filters=("strict-match",), **more):
    """Write the samples of one model as lm-evaluation-harness does."""
    rows = [
        {
            "doc_id": i,
            "doc": {"question": f"q{i}", "answer": "#### 1"},
            "target": "1",
            "arguments": {"gen_args_0": {"arg_0": "..."}},
            "resps": [["1"]],
            "filtered_resps": ["1"],
            "filter": kept,
            "metrics": ["exact_match"],
            "doc_hash": f"h{i}",
            "prompt_hash": "p",
            "target_hash": "t",
            "exact_match": float(score) if kept == filters[0] else 0.0,
            **more,
        }
        for kept in filters
        for i, score in enumerate(scores)
    ]
    name = f"samples_{task}_2026-06-01T10-11-12.131415.jsonl"
    return write_lines(folder / model / name, rows)


def inspect_log(path, model, values, task="swe", epochs=2, members="summaries", **more):
    """Write a log of inspect_ai: a zip, or the same as JSON."""
    samples = [
        {"id": f"s{i}", "epoch": epoch + 1, "target": "x", "input": "...",
         "metadata": {"repository": f"r{i // 2}"},
         "scores": {"includes": {"value": value, "answer": "y"}, **more}}
        for i, runs in enumerate(values)
        for epoch, value in enumerate(runs[:epochs])
    ]  # fmt: skip
    header = {"version": 2, "status": "success", "eval": {"task": task, "model": model}}
    if path.suffix == ".json":
        path.write_text(json.dumps({**header, "samples": samples}))
        return path
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("_journal/start.json", json.dumps(header))
        for sample in samples:
            name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
            archive.writestr(name, json.dumps({**sample, "messages": []}))
        if members == "summaries":
            archive.writestr("summaries.json", json.dumps(samples))
            archive.writestr("header.json", json.dumps(header))
    return path


# --- tables

TABLE = pd.DataFrame(
    {
        "id": ["007", "8", "007", "8"],
        "who": ["a", "a", "b", "b"],
        "acc": [1.0, 0.5, 0.0, 1.0],
        "topic": ["x", "x", "x", "x"],
    }
)
FIELDS = {"item": "id", "model": "who", "score": "acc"}


@one_case("suffix", [".csv", ".parquet", ".feather", ".jsonl"])
def test_tables_in_every_format(tmp_path, suffix):
    path = tmp_path / f"scores{suffix}"
    if suffix == ".csv":
        TABLE.to_csv(path, index=False)
    elif suffix == ".parquet":
        TABLE.to_parquet(path)
    elif suffix == ".feather":
        TABLE.to_feather(path)
    else:
        TABLE.to_json(path, orient="records", lines=True)
    scores = read_item_scores(path, **FIELDS, cluster="topic")
    assert scores == ItemScores.from_frame(TABLE, **FIELDS, cluster="topic")
    assert scores.items.tolist() == ["007", "8"]


def test_paths_of_fields_and_words_for_scores(tmp_path):
    rows = [
        {"sample": {"id": i}, "scores": {"accuracy": {"value": value}}, "model": "m"}
        for i, value in enumerate(["C", "I", "P", "N", True, False, 0.25])
    ]
    path = write_lines(tmp_path / "log.jsonl", rows)
    scores = read_item_scores(path, item="sample.id", score="scores.accuracy.value")
    assert scores.means.ravel().tolist() == [1, 0, 0.5, 0, 1, 0, 0.25]
    table = tmp_path / "letters.csv"
    table.write_text("item,model,score\n1,m,C\n2,m,I\n3,m,0.5\n4,m,true\n")
    assert read_item_scores(table).means.ravel().tolist() == [1, 0, 0.5, 1]


def test_names_of_files_and_folders(tmp_path):
    rows = [{"item": 1, "score": 1}, {"item": 2, "score": 0}]
    paths = [
        write_lines(tmp_path / bench / f"{model}.jsonl", rows)
        for bench in ("gsm8k", "mbpp")
        for model in ("small", "large")
    ]
    scores = read_item_scores(paths, model="file", benchmark="folder")
    assert scores.models == ["small", "large"]
    assert scores.benchmarks.tolist() == ["gsm8k", "gsm8k", "mbpp", "mbpp"]
    one = read_item_scores(paths[0], model="GPT")
    assert (one.models, one.benchmarks) == (["GPT"], None)


def test_runs_by_order_and_by_field(tmp_path):
    rows = [
        {"item": 1, "model": "m", "score": 1, "seed": "s"},
        {"item": 1, "model": "m", "score": 0, "seed": "t"},
    ]
    path = write_lines(tmp_path / "a.jsonl", rows)
    assert read_item_scores(path, run="order").n_runs.tolist() == [[2]]
    assert read_item_scores(path, run="seed").to_frame()["run"].tolist() == ["s", "t"]
    with pytest.raises(DataError, match=r"a\.jsonl: line 1 and line 2 are item 1 and"):
        read_item_scores(path)
    # A file that is read twice has no more runs.
    copy = write_lines(tmp_path / "b.jsonl", rows)
    with pytest.raises(
        DataError, match=r"a\.jsonl and .*b\.jsonl: both tables have run 0 of item 1"
    ):
        read_item_scores([path, copy], run="order")


# --- logs


def test_logs_of_lm_evaluation_harness(tmp_path):
    paths = [
        lm_eval(tmp_path, "org__small", [1, 0, 0]),
        lm_eval(tmp_path, "org__large", [1, 1, 0]),
        lm_eval(tmp_path, "org__small", [1, 0], task="mmlu_high_school"),
        lm_eval(tmp_path, "org__large", [0, 1], task="mmlu_high_school"),
    ]
    scores = read_item_scores(paths)
    assert scores.models == ["org__small", "org__large"]
    assert scores.benchmarks.tolist() == ["gsm8k"] * 3 + ["mmlu_high_school"] * 2
    assert scores.means.T.tolist() == [[1, 0, 0, 1, 0], [1, 1, 0, 0, 1]]
    assert scores.is_binary
    named = read_item_scores(
        paths[0], model="small", benchmark="maths", cluster="doc_hash"
    )
    assert (named.models, named.strata.names.tolist()) == (["small"], ["maths"])


def test_a_row_per_item_and_filter(tmp_path):
    path = lm_eval(tmp_path, "m", [1, 0], filters=("strict-match", "flexible-extract"))
    with pytest.raises(
        DataError,
        match=r"jsonl: has 2 rows per item, of the filters \['strict-match', "
        r"'flexible-extract'\]: choose one with filter=",
    ):
        read_item_scores(path)
    assert read_item_scores(path, filter="strict-match").means.ravel().tolist() == [
        1,
        0,
    ]
    flexible = read_item_scores(path, filter="flexible-extract")
    assert flexible.means.ravel().tolist() == [0, 0]
    with pytest.raises(DataError, match="has no filter 'none': it has"):
        read_item_scores(path, filter="none")


def test_a_log_with_two_metrics(tmp_path):
    path = lm_eval(tmp_path, "m", [1, 0], acc_norm=0.5)
    with pytest.raises(
        DataError, match=r"several scores, \['exact_match', 'acc_norm'\]: choose one"
    ):
        read_item_scores(path)
    assert read_item_scores(path, score="acc_norm").means.ravel().tolist() == [0.5, 0.5]


VALUES = [["C", "I"], ["C", "C"], ["I", "P"]]


@one_case(
    "name, members", [("a.eval", "summaries"), ("a.eval", "samples"), ("a.json", "")]
)
def test_logs_of_inspect(tmp_path, name, members):
    path = inspect_log(tmp_path / name, "openai/gpt", VALUES, members=members)
    scores = read_item_scores(path, cluster="metadata.repository")
    assert scores.models == ["openai/gpt"]
    assert scores.items.tolist() == ["s0", "s1", "s2"]
    assert scores.clusters.tolist() == ["r0", "r0", "r1"]
    assert scores.strata.names.tolist() == ["swe"]
    assert scores.means.ravel().tolist() == [0.5, 1, 0.25]
    assert scores.to_frame()["run"].tolist() == [1, 2] * 3


def test_a_log_of_inspect_with_two_scorers(tmp_path):
    path = inspect_log(tmp_path / "a.eval", "m", VALUES, model_graded={"value": 0.5})
    with pytest.raises(DataError, match=r"several scores, \['scores.includes.value', "):
        read_item_scores(path)
    assert read_item_scores(path, score="includes").means[0] == [0.5]
    assert read_item_scores(path, score="scores.model_graded.value").means[0] == [0.5]


def test_a_sample_without_a_score_was_not_run(tmp_path):
    path = inspect_log(tmp_path / "a.eval", "m", [["C"], [None]], epochs=1)
    with pytest.raises(DataError, match="no runs for 1 item of model 'm'"):
        read_item_scores(path)
    scores = read_item_scores(path, missing="common")
    assert scores.missing == {"m": 1}
    assert scores.missing_rule == "common"


def test_files_of_several_formats(tmp_path):
    table = write_lines(
        tmp_path / "table.jsonl",
        [{"item": "s0", "model": "human", "score": 1, "epoch": 1},
         {"item": "s1", "model": "human", "score": 1, "epoch": 1}],
    )  # fmt: skip
    log = inspect_log(tmp_path / "a.eval", "gpt", [["C"], ["I"]], epochs=1)
    scores = read_item_scores([table, log], run="epoch", benchmark="swe")
    assert scores.models == ["human", "gpt"]
    assert np.array_equal(scores.means, [[1, 1], [1, 0]])


# --- what is refused


def zipped(path, **members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/") + ".json", content)
    return path


HEADER = json.dumps({"eval": {"task": "t", "model": "m"}})


@one_case(
    "name, content, message",
    [
        ("a.jsonl", '{"item": 1, "model": "m", "score": "yes"}',
         "line 1: the score 'yes' in 'score' is not a number, true or false, nor C"),
        ("a.jsonl", '{"item": 1, "model": "m", "score": 1}\n\n'
         '{"item": 2, "model": "m", "score": "good"}', "line 3: the score 'good'"),
        ("a.csv", "item,model,score\n1,m,1\n2,m,x\n", "line 3: the score 'x' in"),
        ("a.csv", "item,model,score\n1,m,C\n2,m,nan\n", "line 3: the score 'nan'"),
        ("a.jsonl", '{"id": 1, "model": "m", "score": 1}',
         "column 'item': there is none; the columns are 'id', 'model', 'score'"),
        ("a.jsonl", '{"item": 1, "model": "m", "score": Infinity}',
         "scores must be finite, got inf for item 1 and model 'm'"),
        ("a.jsonl", '{"item": 1, "model": null, "score": 1}',
         "column 'model': 1 of 1 values is missing, in row 1"),
        ("a.jsonl", '{"item": 1, "model": "m"}', "column 'score': there is none"),
        ("a.jsonl", '{"item": 1', "line 1: is not a JSON object"),
        ("a.jsonl", "", "the file is empty"),
        ("a.eval", "no zip", "the file is not JSON"),
        ("a.json", "[1]", "is a log without samples"),
        ("a.json", '{"eval": {}}', "is a log without samples"),
        ("a.json", '{"samples": [1]}', "a sample is not an object"),
        ("a.json", '{"samples": [{"id": 1, "scores": {"x": {"value": 1}}}]}',
         "names no model: pass model= with a name"),
        ("a.json", '{"eval": {"model": "m"}, "samples": [{"id": 1}]}',
         "has no scores; the columns are 'id'"),
    ],
)  # fmt: skip
def test_files_that_are_refused(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(DataError, match=message) as error:
        read_item_scores(path)
    assert str(error.value).startswith(f"{path}: ")


@one_case(
    "members, message",
    [
        ({"readme": "{}"}, "it has no header.json"),
        ({"header": HEADER}, "is a log without samples"),
        ({"header": HEADER, "summaries": "[{"}, "summaries.json is not JSON"),
        ({"header": HEADER, "summaries": "[1]"}, "a sample is not an object"),
        ({"header": HEADER, "summaries": "3"}, "is a log without samples"),
        ({"header": "[]", "summaries": '[{"id": 1}]'}, "names no model"),
        ({"header": HEADER, "summaries": '[{"id": 1}]'}, "has no scores"),
        ({"header": HEADER, "samples__1": "x"}, "samples/1.json is not JSON"),
    ],
)
def test_zips_that_are_refused(tmp_path, members, message):
    with pytest.raises(DataError, match=message):
        read_item_scores(zipped(tmp_path / "a.eval", **members))


def test_every_truncation_of_a_log_is_an_error(tmp_path):
    path = inspect_log(tmp_path / "a.eval", "m", VALUES)
    whole = path.read_bytes()
    for end in range(0, len(whole), 97):
        path.write_bytes(whole[:end])
        with pytest.raises(DataError):
            read_item_scores(path)


def test_arguments_that_are_refused(tmp_path):
    with pytest.raises(ValueError, match="paths must name one file at least"):
        read_item_scores([])
    with pytest.raises(ValueError, match="format must be one of"):
        read_item_scores("a.jsonl", format="helm")
    with pytest.raises(ValueError, match="missing must be one of"):
        read_item_scores("a.jsonl", missing="drop")
    with pytest.raises(DataError, match="there is no such file"):
        read_item_scores(tmp_path / "nothing.jsonl")
    with pytest.raises(DataError, match="is a directory"):
        read_item_scores(tmp_path)
