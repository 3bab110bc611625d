"""Judgements and runs in files: what is read, and what is said of a wrong line."""

import copy
import gzip
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

from fastmetrics import Qrels, RankedLists, Run, read_qrels, read_run
from fastmetrics._kernels import trec

RUN = (
    b"q1 Q0 d2 1 7.5 bm25\n"
    b"# a comment\n"
    b"\n"
    b"  q1\tQ0\td1  2 1e-3 bm25\r\n"
    b"q2 Q0 d2 1 -0.25 lm"  # and no line feed at the end
)
QRELS = b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n"


@pytest.fixture
def written(tmp_path):
    def write(content, name="file"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def columns(read):
    return {
        name: None if one is None else list(one) for name, one in read._asdict().items()
    }


@one_case("zipped", [False, True])
def test_lines_of_a_run(written, zipped):
    run = read_run(written(gzip.compress(RUN) if zipped else RUN))
    assert isinstance(run, Run)
    assert columns(run) == {
        "query_id": ["q1", "q1", "q2"],
        "doc_id": ["d2", "d1", "d2"],
        "score": [7.5, 0.001, -0.25],
        "rank": [1, 2, 1],
        "tag": ["bm25", "bm25", "lm"],
    }


def test_lines_of_judgements(written):
    qrels = read_qrels(written(b"\xef\xbb\xbf" + QRELS))
    assert isinstance(qrels, Qrels)
    assert columns(qrels) == {
        "query_id": ["q1", "q1", "q2"],
        "doc_id": ["d1", "d2", "d1"],
        "relevance": [1, 0, 2],
    }
    assert qrels.relevance.dtype == np.int64
    halves = read_qrels(written(b"q 0 d 0.5\n")).relevance
    assert halves.dtype == np.float64
    assert halves.tolist() == [0.5]


def test_what_follows_the_tag_is_passed_over(written):
    run = read_run(written(b"q Q0 d 1 2.5 my run of May\nq Q0 e 2 1.5 mine\n"))
    assert list(run.tag) == ["my", "mine"]
    assert run.score.tolist() == [2.5, 1.5]


@one_case("end", [b"\r", b"\r\n", b"\n"])
def test_lines_of_other_systems(written, end):
    # A carriage return alone ended lines of old systems; one line was read.
    run = read_run(written(end.join(RUN.replace(b"\r", b"").split(b"\n"))))
    assert list(run.doc_id) == ["d2", "d1", "d2"]
    assert list(read_qrels(written(QRELS.replace(b"\n", end))).relevance) == [1, 0, 2]


@one_case("end", ["csv", "parquet"])
def test_ids_of_tables_are_texts(written, end):
    ids = ["001", "1", "2024-01-01", "1e3", "007", "7", "NA", "true", "1.0"]
    frame = pd.DataFrame({"query_id": "01", "doc_id": ids, "score": range(len(ids))})
    path = written(b"", f"t.{end}")
    frame.to_csv(path, index=False) if end == "csv" else frame.to_parquet(path)
    run = read_run(path)
    assert (list(run.doc_id), {*run.query_id}) == (ids, {"01"})
    judged = read_qrels(written(b"".join(b"01 0 %s 1\n" % i.encode() for i in ids)))
    lists = RankedLists.from_trec(judged, run)
    assert lists.compute("mean_average_precision") == 1


@one_case("rank", ["1.7", "1e300", "-1e300", "9007199254740994"])
def test_ranks_of_tables_are_whole_numbers(written, rank):
    path = written(f"query_id,doc_id,rank\nq,a,1\nq,b,{rank}\n".encode(), "t.csv")
    with pytest.raises(ValueError, match="rank must be a whole number, got"):
        read_run(path)


@one_case(
    "rows, message",
    [
        ("q,a,high", "score must"),
        ("q,a,", "score"),
        (",a,1", "query_id"),
        ("q,,1", "doc_id"),
        ("q,a,2024-01-01", "score must"),
        ("q,a,nan", "score must be finite"),
    ],
)
def test_what_is_said_of_a_wrong_cell(written, rows, message):
    path = written(f"query_id,doc_id,score\nq,z,2\n{rows}\n".encode(), "t.csv")
    with pytest.raises(ValueError, match=message):
        read_run(path)


def test_ranks_without_scores(written):
    run = read_run(written(b"1\t7\t1\n1\t9\t2\n"))
    assert columns(run) == {
        "query_id": ["1", "1"],
        "doc_id": ["7", "9"],
        "score": None,
        "rank": [1, 2],
        "tag": None,
    }


@one_case(
    "content",
    [
        b"query_id,doc_id,relevance\nq1,d1,1\nq1,d2,0\nq2,d1,2\n",
        b"query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq2\td1\t2\n",  # as BEIR
        b"relevance,docno,qid,iteration\n1,d1,q1,0\n0,d2,q1,0\n2,d1,q2,0\n",
    ],
)
def test_a_table_of_text(written, content):
    expected = columns(read_qrels(written(QRELS)))
    assert columns(read_qrels(written(content, "table.csv"))) == expected


def test_a_table_of_arrow(written, tmp_path):
    run = read_run(written(RUN))
    pd.DataFrame(run._asdict()).to_parquet(tmp_path / "run.parquet")
    assert columns(read_run(tmp_path / "run.parquet")) == columns(run)


NUMBERS = [
    *("0", "-0", "+1.5", ".5", "5.", "1e3", "1E-3", "-12.34e+5", "0.1", "123456.789"),
    *("0.30000000000000004", "9007199254740993", "1e308", "5e-324", "0.000001"),
    *("12345678901234567890", "3.14159265358979323846", "1.7976931348623157e308"),
]


@one_case("number", NUMBERS)
def test_numbers_are_read_to_the_nearest_float(number):
    line = f"q Q0 d 1 {number} t".encode()
    assert trec.read_lines(line, 6)[3][0] == float(number)


def test_random_numbers_are_read_to_the_nearest_float():
    rng = np.random.default_rng(3)
    digits = [f"{x:.{p}f}" for x in rng.normal(0, 50, 300) for p in (0, 3, 6, 12)]
    lines = "\n".join(f"q Q0 d{i} 1 {x} t" for i, x in enumerate(digits)).encode()
    assert trec.read_lines(lines, 6)[3].tolist() == [float(x) for x in digits]


@one_case(
    "content, message",
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"# nothing\n", "there are no lines but comments"),
        (b"q Q0 d 1 2\n", r"line 1: has 5 fields, 6 are needed \(query, Q0, "),
        (b"q\n", "line 1: has 1 field, 6 are needed"),
        (RUN + b"\nq3 Q0 d 1 2\n", "line 6: has 5 fields, 6 are needed"),
        (RUN + b"\n\nq3 Q0 d 1 high t\n", "line 7: the score 'high' is not a number"),
        (b"q Q0 d 1 1_0 t\n", "line 1: the score '1_0' is not a number"),
        (b"q Q0 d 1 nan t\n", "line 1: the score 'nan' is not a finite number"),
        (b"q Q0 d 1 1e999 t\n", "line 1: the score '1e999' is not a finite number"),
        (b"q Q0 d first 1 t\n", "line 1: the rank 'first' is not a whole number"),
        (RUN + b"\nq1 Q0 d2 3 1 t\n", "line 6: query 'q1' has document 'd2' a second"),
        (b"\x1f\x8bnonsense", "cannot be read"),
        (b"a\0b c d e f", "is neither text nor a table: it has a null byte"),
    ],
)
def test_what_is_said_of_a_wrong_file(written, content, message):
    path = written(content)
    with pytest.raises(ValueError, match=message) as error:
        read_run(path)
    assert str(error.value).startswith(f"{path}: ")


@one_case(
    "content, message",
    [
        (b"a,b,c\n1,2,3\n", "the table has no column query_id: its columns are 'a'"),
        (b"qid,docno,rel\nq,d,nan\nq,e,1\n", "relevance must be finite, got nan"),
        (b"qid,docno,rel\nq,d,1\nq,d,2\n", "row 2: query 'q' has document 'd' a sec"),
        (b"qid,docno,rel\nq,d,high\n", "relevance must hold real numbers"),
    ],
)
def test_what_is_said_of_a_wrong_table(written, content, message):
    with pytest.raises(ValueError, match=message):
        read_qrels(written(content, "qrels.csv"))


def test_what_is_no_file(tmp_path):
    with pytest.raises(ValueError, match="there is no such file"):
        read_qrels(tmp_path / "none")
    with pytest.raises(ValueError, match="is a directory, not a file"):
        read_qrels(tmp_path)
    with pytest.raises(TypeError, match="path must be a str or a path, got int"):
        read_run(3)


def test_ids_of_any_bytes_and_any_length(written):
    ids = [b"\xff\xfe", "é中".encode(), b"x" * 100_000, b"\x00\x01", b"-"]
    content = b"".join(b"q 0 %b 1\n" % one for one in ids)
    found = read_qrels(written(content)).doc_id
    assert [found.raw(code) for code in found.codes] == ids
    assert list(found)[1] == "é中"


def test_many_ids_are_told_apart(written):
    ids = [f"doc-{i * i:07d}" for i in range(3000)]
    lines = [f"q{i % 7} 0 {one} {i % 3}" for i, one in enumerate(ids)]
    qrels = read_qrels(written("\n".join(lines).encode()))
    assert list(qrels.doc_id) == ids
    assert list(qrels.query_id) == [f"q{i % 7}" for i in range(3000)]
    assert qrels.doc_id.n_ids == 3000
    assert qrels.query_id.n_ids == 7


def test_a_column_of_ids_is_a_column(written):
    column = read_run(written(RUN)).doc_id
    assert np.asarray(column).tolist() == ["d2", "d1", "d2"]
    assert column[1] == "d1"
    assert column[-1] == "d2"
    assert len(column) == 3
    assert list(column[[2, 1]]) == ["d2", "d1"]
    assert repr(column) == "<3 ids: 'd2', 'd1', 'd2'>"
    assert pd.Series(column).tolist() == ["d2", "d1", "d2"]
    for other in (copy.deepcopy(column), pickle.loads(pickle.dumps(column))):
        assert list(other) == list(column)


DIVERSE = b"q1 1 d1 1\nq1 2 d1 0\n# a remark\n\n  q1\t2 d2 2\nq2 x d1 -1\n"


def test_judgements_for_sub_topics(written):
    for zipped in (False, True):
        content = gzip.compress(DIVERSE) if zipped else DIVERSE
        found = read_qrels(written(content), subtopics=True)
        assert list(found.query_id) == ["q1", "q1", "q1", "q2"]
        assert list(found.subtopic_id) == ["1", "2", "2", "x"]
        assert list(found.doc_id) == ["d1", "d1", "d2", "d1"]
        assert found.relevance.tolist() == [1, 0, 2, -1]
    table = b"docno,relevance,qid,intent\nd1,1,q1,a\nd1,0,q1,b\n"
    found = read_qrels(written(table, "qrels.csv"), subtopics=True)
    assert list(found.subtopic_id) == ["a", "b"]
    assert found._fields == ("query_id", "subtopic_id", "doc_id", "relevance")


@one_case(
    "name, content, message",
    [
        ("qrels", DIVERSE, "line 2: query 'q1' has document 'd1' a second time$"),
        ("qrels.csv", b"qid,docno,rel\nq,d,1\n", "the table has no column subtopic_id"),
        (
            "qrels.csv",
            b"qid,docno,rel,subtopic\nq,d,1,t\nq,d,2,t\n",
            "row 2: query 'q' has document 'd' a second time for sub-topic 't'",
        ),
        (
            "qrels",
            DIVERSE + b"q1 2 d2 0\n",
            "line 7: query 'q1' has document 'd2' a second time for sub-topic '2'",
        ),
        ("qrels", DIVERSE + b"q1 2 d2\n", "line 7: has 3 fields, 4 are needed"),
    ],
)
def test_what_is_said_of_wrong_judgements_for_sub_topics(
    written, name, content, message
):
    subtopics = content is not DIVERSE
    with pytest.raises(ValueError, match=message):
        read_qrels(written(content, name), subtopics=subtopics)


def test_subtopics_are_asked_for_or_not(written):
    with pytest.raises(TypeError, match="subtopics must be True or False, got 'yes'"):
        read_qrels(written(DIVERSE), subtopics="yes")
