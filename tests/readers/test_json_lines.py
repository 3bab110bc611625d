"""JSONL: which columns a file has, what they hold, and what is refused."""

import gzip
import json
import sys

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.readers import DataError, open_columns

ROWS = [
    {"id": "007", "y": 1, "scores": {"acc": {"value": 0.5}, "ok": True}, "tags": [1]},
    {"id": "8", "y": 0, "scores": {"acc": {"value": 1}, "ok": False}},
]
CONTENT = "\n".join(map(json.dumps, ROWS)).encode()


@pytest.fixture(params=["pyarrow", "standard library"])
def engine(request, monkeypatch):
    """Columns are Arrow's where it is installed, and hold the same."""
    if request.param != "pyarrow":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    return request.param


def column(content, name="a"):
    columns = open_columns(content)
    [found] = columns.read([columns.find(name)])
    assert open_columns(content).read([], [columns.find(name)])[0].tolist() == (
        found.tolist()
    )
    return found


@one_case(
    "content",
    [CONTENT, gzip.compress(CONTENT), b"\xef\xbb\xbf\n\n" + CONTENT + b"\r\n \n"],
)
def test_fields_are_columns_by_their_paths(content):
    columns = open_columns(content)
    assert columns.format == "JSONL"
    assert columns.names == ["id", "y", "scores.acc.value", "scores.ok"]
    read = columns.read(range(4))
    assert [array.dtype.kind for array in read] == ["O", "i", "f", "b"]
    assert [array.tolist() for array in read] == [
        ["007", "8"], [1, 0], [0.5, 1], [True, False],
    ]  # fmt: skip


def of(*values):
    return "\n".join(json.dumps({"a": value, "b": 0}) for value in values).encode()


@one_case(
    "values, expected",
    [
        ([1, 2.5], [1.0, 2.5]),
        ([True, 2], [1, 2]),
        (["x", 3], ["x", "3"]),
        (["x", True, 0.5], ["x", "true", "0.5"]),
        ([2**70, 1], ["1180591620717411303424", "1"]),  # ids that are never rounded
        (["é\u2028", "模型"], ["é\u2028", "模型"]),
    ],
)
def test_columns_are_of_one_kind(values, expected, engine):
    found = column(of(*values)).tolist()
    assert found == expected
    assert [*map(type, found)] == [*map(type, expected)]


def test_missing_values(engine):
    content = of(1, None) + b'\n{"b": 0}'
    columns = open_columns(content)
    with pytest.raises(
        DataError, match="column 'a': 2 of 3 values are missing, the first in row 2"
    ):
        columns.read([0])
    columns = open_columns(of("x", "-", 3))
    columns.take_as_missing(["-"])
    with pytest.raises(DataError, match="1 of 3 values is missing, in row 2"):
        columns.read([0])


@one_case(
    "content, message",
    [
        (b'{"a": 1}\n{"a":', "line 2: is not a JSON object.*Expecting value"),
        (b'{"a": 1}\n\n[1]', r"line 3: must be a JSON object, got \[1\]"),
        (b'{\n "a": 1}', "line 1: is not a JSON object, of which JSONL has one per"),
        (b'{"a.b": 1, "a": {"b": 2}}', "line 1: has the field 'a.b' twice"),
        (b'{"a": "\xff"}', "is not UTF-8 text"),
        (b'{"a": ' + b"[" * 100_000, "line 1: is not a JSON object.*recursion"),
        (b'{"a": [1]}\n{}', "its objects have no fields"),
    ],
)
def test_damaged_lines(content, message):
    with pytest.raises(DataError, match=message):
        open_columns(content)


def test_the_name_promises_the_format(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("y,s\n1,0.5\n")
    with pytest.raises(DataError, match=r"is named \.jsonl, but its content is not"):
        open_columns(path)
    path.write_bytes(CONTENT)
    assert open_columns(path).names[0] == "id"
    other = tmp_path / "rows.txt"
    other.write_bytes(CONTENT)
    assert open_columns(other).format == "JSONL"
    braces = tmp_path / "braces.csv"
    braces.write_text("{y},s\n1,0.5\n")
    assert open_columns(braces).format == "CSV"


def test_a_metric_of_a_file(tmp_path):
    path = tmp_path / "rows.jsonl"
    rng = np.random.default_rng(0)
    y, s = rng.integers(2, size=50), rng.random(50)
    path.write_text(
        "".join(
            json.dumps({"y": int(a), "by": {"risk": float(b)}}) + "\n"
            for a, b in zip(y, s, strict=True)
        )
    )
    seen = fm.accumulate(path, ["roc_auc"], y_true="y", y_score="by.risk")
    assert seen.compute()["roc_auc"] == fm.roc_auc_score(y, s)
