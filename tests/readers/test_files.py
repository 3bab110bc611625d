"""Reading columns: each format, what is refused, and that nothing is unpickled."""

import contextlib
import csv
import gzip
import inspect
import io
import pickle
import subprocess
import sys
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from helpers.one_case import one_case

from fastmetrics.readers import (
    Columns,
    DataError,
    MissingLibraryError,
    arrow_file,
    open_columns,
)

Y = [0, 1, 1, 0, 1]
S = [0.1, 0.9, 0.4, 0.4, 0.75]
NAMES = ["no", "yes", "yes", "no", "yes"]
TABLE = pa.table({"y": Y, "s": S, "name": NAMES})
CSV = "y,s,name\n" + "".join(
    f"{y},{s},{n}\n" for y, s, n in zip(Y, S, NAMES, strict=True)
)


class Bomb:
    """Unpickled, it says so."""

    def __reduce__(self):
        return pytest.fail, ("something was unpickled",)


def write(path, table=TABLE):
    if path.suffix == ".parquet":
        pa.parquet.write_table(table, path, row_group_size=2)
    elif path.suffix == ".arrows":
        with pa.ipc.new_stream(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=2)
    elif path.suffix in (".arrow", ".feather"):
        with pa.ipc.new_file(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=2)
    elif path.suffix == ".csv":
        pa.csv.write_csv(table, path)
    else:
        np.savez(path, **{name: column.to_numpy() for name, column in COLUMNS.items()})
    return path


COLUMNS = {"y": pa.array(Y), "s": pa.array(S)}


def read_all(source):
    columns = open_columns(source)
    return dict(
        zip(columns.names, columns.read(range(len(columns.names))), strict=True)
    )


@pytest.fixture(params=["pyarrow", "standard library"])
def csv_engine(request, monkeypatch):
    """CSV is read by either of two parsers, which must agree."""
    if request.param != "pyarrow":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    return request.param


# ------------------------------------------------------------------ what is read


@one_case("suffix", [".parquet", ".arrow", ".feather", ".arrows", ".csv"])
def test_tables(tmp_path, suffix):
    path = write(tmp_path / f"t{suffix}")
    found = read_all(path)
    assert list(found) == ["y", "s", "name"]
    assert found["y"].dtype == np.int64
    assert found["y"].tolist() == Y
    assert found["s"].dtype == np.float64
    assert found["s"].tolist() == S
    assert found["name"].dtype == object
    assert found["name"].tolist() == NAMES
    # The name is not needed, the content says what it is.
    assert read_all(path.read_bytes())["s"].tolist() == S


def test_columns_come_in_the_order_asked_for(tmp_path):
    for suffix in (".parquet", ".arrow", ".csv"):
        columns = open_columns(write(tmp_path / f"t{suffix}"))
        names, s, again = columns.read([2, 1, 2])
        assert (names.tolist(), s.tolist()) == (NAMES, S)
        assert again is names


def test_only_the_columns_asked_for_are_read(tmp_path):
    # Columns that could not be converted do no harm as long as nobody wants them.
    table = TABLE.append_column("list", pa.array([[1]] * 5))
    for suffix in (".parquet", ".arrow"):
        columns = open_columns(write(tmp_path / f"t{suffix}", table))
        assert columns.read([1])[0].tolist() == S
        with pytest.raises(DataError, match="column 'list': holds list"):
            columns.read([3])


@one_case(
    "column, expected",
    [
        (pa.array([True, False]), np.array([True, False])),
        (pa.array([1, 2], pa.uint8()), np.array([1, 2], np.uint8)),
        (pa.array([0.5, 2], pa.float32()), np.array([0.5, 2], np.float32)),
        (pa.array([0.5, 2]).cast(pa.decimal128(4, 2)), np.array([0.5, 2.0])),
        (pa.array(["a", "b"]).dictionary_encode(), np.array(["a", "b"], object)),
        (pa.array(["a", "b"], pa.large_string()), np.array(["a", "b"], object)),
        (pa.array([7, 9]).dictionary_encode(), np.array([7, 9])),
    ],
)
def test_arrow_types(tmp_path, column, expected):
    # Two chunks with dictionaries of their own.
    table = pa.table({"x": pa.chunked_array([column, column.slice(1)])})
    for suffix in (".parquet", ".arrow"):
        if suffix == ".arrow" and pa.types.is_dictionary(column.type):
            table = table.unify_dictionaries()  # all that the file format holds
        (found,) = open_columns(write(tmp_path / f"t{suffix}", table)).read([0])
        np.testing.assert_array_equal(found, np.append(expected, expected[1:]))
        assert found.dtype == expected.dtype


def test_csv(csv_engine, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(CSV, encoding="utf-8")
    found = read_all(path)
    assert (found["y"].tolist(), found["y"].dtype) == (Y, np.int64)
    assert (found["s"].tolist(), found["s"].dtype) == (S, np.float64)
    assert (found["name"].tolist(), found["name"].dtype) == (NAMES, object)


@one_case(
    "content",
    [
        "\ufeff" + CSV,
        CSV.replace("\n", "\r\n"),
        CSV.replace(",", ";"),
        CSV.replace(",", "\t"),
        CSV.rstrip("\n"),
        CSV.replace("y,s", '"y", s'),
        CSV.replace("\n0", "\n\n0"),
        "\n" + CSV,
        "\n\n\n" + CSV,
        "\ufeff\r\n\r\n" + CSV.replace("\n", "\r\n"),
        "\n" + CSV.replace("\n", "\n\n"),
    ],
)
def test_csv_dialects(csv_engine, content):
    found = read_all(content.encode())
    assert list(found) == ["y", "s", "name"]
    assert found["y"].tolist() == Y
    assert found["s"].tolist() == S


def test_csv_values(csv_engine):
    found = read_all(b'a,b,"c\nd",e\n1,true,"x\ny",nan\n2.5,false,z,-inf\n')
    assert list(found) == ["a", "b", "c\nd", "e"]
    assert found["a"].tolist() == [1, 2.5]
    assert found["b"].dtype == bool
    assert found["b"].tolist() == [True, False]
    assert found["c\nd"].tolist() == ["x\ny", "z"]
    np.testing.assert_array_equal(found["e"], [np.nan, -np.inf])


def test_csv_without_header(csv_engine):
    columns = open_columns(b"0,0.25\n1,0.75\n")
    assert columns.names == ["0", "1"]
    assert "no names" in columns.notes[0]
    assert [c.tolist() for c in columns.read([0, 1])] == [[0, 1], [0.25, 0.75]]


def test_csv_without_header_behind_blank_lines(csv_engine):
    columns = open_columns(b"\n\n0,0.25\n1,0.75\n")
    assert [c.tolist() for c in columns.read([0, 1])] == [[0, 1], [0.25, 0.75]]


@pytest.mark.long
@one_case("length", [200_000, 17_000_000])
def test_csv_with_a_long_cell(csv_engine, length):
    # Longer than the standard library takes by default, and than Arrow's blocks.
    before = csv.field_size_limit()
    long = "x" * length
    columns = open_columns(f"a,b\n1,{long}\n2,y\n".encode())
    assert [one.tolist() for one in columns.read([0, 1])] == [[1, 2], [long, "y"]]
    assert [len(row[1]) for row in columns.text.records()] == [1, length, 1]
    assert csv.field_size_limit() == before


@pytest.mark.long
def test_csv_whose_rows_differ_leaves_no_thread_behind(tmp_path):
    # The reader's threads went on calling a Python file while it was closed.
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,2,3\n" + "1,2\n" * 1_000_000)
    code = """
import sys
from fastmetrics.readers import DataError, open_columns
for _ in range(8):
    try:
        open_columns(sys.argv[1]).read([0])
    except DataError as error:
        assert "row 1 has 3 columns, not 2" in str(error), error
"""
    done = subprocess.run(
        [sys.executable, "-c", code, path], timeout=60, check=False, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_csv_ids_are_as_they_are_written(csv_engine):
    content = b"a,b,c\n001,2024-01-01,NA\n1,1e3,\n 7,true,x\n"
    found = [[*one] for one in open_columns(content).read_ids([0, 1, 2])]
    if csv_engine == "pyarrow":
        found = [[one.as_py() for one in column] for column in found]
    assert found == [
        ["001", "1", "7"],
        ["2024-01-01", "1e3", "true"],
        ["NA", None, "x"],
    ]


@one_case("cell", ["1_0", "١", "1_0.5"])
def test_csv_numbers_are_not_pythons(csv_engine, cell):
    [column] = open_columns(f"a,b\n{cell},1\n2,1\n".encode()).read([0])
    assert column.tolist() == [cell, "2"]


def test_csv_with_numbers_far_down(csv_engine):
    # The type of a column is not decided by its first rows.
    rows = f"1,1,{'y' * 250}\n" * 5000  # more than a block
    a, b = open_columns(f"a,b,c\n{rows}2.5,x,y\n".encode()).read([0, 1])
    assert a.dtype == np.float64
    assert a[-1] == 2.5
    assert b.dtype == object


def test_zipped_csv(csv_engine, tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode()))
    assert read_all(path)["s"].tolist() == S
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(DataError):
        read_all(path)


def test_numpy_files(tmp_path):
    np.savez(tmp_path / "t.npz", y=Y, s=np.array(S, ">f4"), name=NAMES)
    found = read_all(tmp_path / "t.npz")
    assert found["y"].tolist() == Y
    assert found["s"].dtype == np.float32  # and of native byte order
    assert found["s"].dtype.isnative
    assert found["name"].tolist() == NAMES

    np.save(tmp_path / "matrix.npy", np.column_stack([Y, S]))
    found = read_all(tmp_path / "matrix.npy")
    assert list(found) == ["0", "1"]
    assert found["1"].tolist() == S
    assert found["1"].flags.c_contiguous
    content = (tmp_path / "matrix.npy").read_bytes()
    assert read_all(content)["1"].tolist() == S

    fields = np.array(list(zip(Y, S, strict=True)), dtype=[("y", "i1"), ("s", "f8")])
    np.save(tmp_path / "fields.npy", fields)
    assert read_all(tmp_path / "fields.npy")["y"].tolist() == Y

    np.save(tmp_path / "one.npy", S)
    assert read_all(tmp_path / "one.npy")["0"].tolist() == S


# ------------------------------------------------------------------ finding columns


def columns_named(*names):
    return Columns(list(names), "CSV", lambda positions: [])


def test_find():
    columns = columns_named("y", "s", "1", "s", "-1")
    assert columns.find("y") == 0
    assert columns.find("1") == 2  # a name goes before a position
    assert columns.find("3") == 3
    assert columns.find("-2") == 3
    assert columns.find("-1") == 4
    with pytest.raises(DataError, match=r"'s': 2 columns .* positions 1, 3"):
        columns.find("s")
    for wanted in ("x", "5", "-6", "1.0", ""):
        with pytest.raises(DataError, match="there is none; the columns are 'y'"):
            columns.find(wanted)
    many = columns_named(*(f"c{i}" for i in range(100)))
    with pytest.raises(DataError, match=r"'c11', … \(100 in all\)"):
        many.find("x")


@one_case("suffix", [".csv", ".parquet", ".arrow"])
def test_columns_of_one_name_are_told_apart_by_position(tmp_path, suffix):
    table = pa.Table.from_arrays(
        [pa.array([1, 2]), pa.array([3, 4]), pa.array([5, 6])], names=["a", "b", "a"]
    )
    columns = open_columns(write(tmp_path / f"t{suffix}", table))
    assert columns.names == ["a", "b", "a"]
    assert [c.tolist() for c in columns.read([2, 1])] == [[5, 6], [3, 4]]
    assert [c.tolist() for c in columns.read([0, 2])] == [[1, 2], [5, 6]]


# ------------------------------------------------------------------ what is refused


def objects_npy():
    file = io.BytesIO()
    np.save(file, np.array([Bomb(), 1], dtype=object), allow_pickle=True)
    return file.getvalue()


def objects_npz():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("y.npy", objects_npy())
    return file.getvalue()


def parquet(table=TABLE):
    file = io.BytesIO()
    pa.parquet.write_table(table, file)
    return file.getvalue()


def arrow(table=TABLE):
    file = io.BytesIO()
    with pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def saved(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


HOSTILE = {
    "empty": ("x.csv", b"", "is empty"),
    "blank": ("x.csv", b"\n \n", "is empty|no rows"),
    "header only": ("x.csv", b"y,s\n", "no rows"),
    "ragged": ("x.csv", b"y,s\n1,2,3\n", "columns"),
    "not UTF-8": ("x.csv", "y,s\n1,ä\n".encode("latin-1"), "not UTF-8"),
    "not UTF-8 header": ("x.csv", "ä,s\n1,2\n".encode("latin-1"), "not UTF-8"),
    "UTF-16": ("x.csv", "y,s\n1,2\n".encode("utf-16"), "not UTF-8"),
    "NUL": ("x.csv", b"y,s\n1,\0\n", "not UTF-8"),
    "missing value": ("x.csv", b"y,s\n1,0.5\n0,\n1,NA\n", "'s': 2 of 3 .* row 2"),
    "pickle.npy": ("x.npy", pickle.dumps(Bomb()), "not in NPY format"),
    "pickle": ("x.csv", pickle.dumps([Bomb()]), "UTF-8"),
    "text.parquet": ("x.parquet", CSV.encode(), "not in Parquet format"),
    "text.arrow": ("x.feather", CSV.encode(), "not in Arrow format"),
    "text.npz": ("x.npz", CSV.encode(), "not in NPZ format"),
    "truncated Parquet": ("x.parquet", parquet()[:-40], "cannot be read"),
    "start of Parquet": ("x.parquet", parquet()[:6], "cannot be read"),
    "garbled Parquet": ("x.parquet", parquet()[:4] + b"\xff" * 500, "cannot be read"),
    "truncated Arrow": ("x.arrow", arrow()[:-60], "cannot be read"),
    "start of Arrow": ("x.arrow", arrow()[:8], "cannot be read"),
    "Feather 1": ("x.feather", b"FEA1" + b"\0" * 100, "version 1"),
    "objects in NPY": ("x.npy", objects_npy(), "Python objects"),
    "objects in NPZ": ("x.npz", objects_npz(), "'y': holds Python objects"),
    "truncated NPY": ("x.npy", saved(S)[:-8], "cannot be read"),
    "start of NPY": ("x.npy", saved(S)[:20], "cannot be read"),
    "huge NPY": (
        "x.npy",
        saved(S).replace(b"(5,)", b"(5" + b"0" * 9 + b",)"),
        "cannot be",
    ),
    "0-d NPY": ("x.npy", saved(1.5), "shape"),
    "3-d NPY": ("x.npy", saved(np.zeros((2, 2, 2))), "shape"),
    "complex": ("x.npy", saved(np.zeros(3, complex)), "complex128"),
    "dates": ("x.npy", saved(np.zeros(3, "M8[s]")), "datetime64"),
    "empty NPY": ("x.npy", saved([]), "no rows"),
    "2-d in NPZ": ("x.npz", zipped(**{"y.npy": saved(np.eye(2))}), "shape"),
    "uneven NPZ": (
        "x.npz",
        zipped(**{"y.npy": saved(Y), "s.npy": saved(S[:3])}),
        "'s': has 3 rows, column 'y' has 5",
    ),
    "no arrays in zip": ("x.npz", zipped(readme="hello"), "not an array"),
    "empty zip": ("x.npz", zipped(), "without arrays"),
    "truncated zip": ("x.npz", zipped(readme="hello")[:-30], "cannot be read"),
}


@one_case("case", HOSTILE)
def test_hostile_file_is_one_clear_error(tmp_path, case):
    name, content, message = HOSTILE[case]
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        read_all(path)
    assert "\n" not in str(caught.value)
    assert "Traceback" not in str(caught.value)


@one_case(
    "case", [case for case, (name, *_) in HOSTILE.items() if name.endswith(".csv")]
)
def test_hostile_csv_without_pyarrow(monkeypatch, case):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=HOSTILE[case][2]):
        read_all(HOSTILE[case][1])


def test_nulls_say_how_many(tmp_path):
    table = pa.table({"y": pa.array([1, None, 0, None]), "t": ["a", "b", None, "c"]})
    table = table.append_column("d", table["t"].dictionary_encode())
    for suffix in (".parquet", ".arrow"):
        columns = open_columns(write(tmp_path / f"t{suffix}", table))
        with pytest.raises(DataError, match=r"'y': 2 of 4 values are .* row 2"):
            columns.read([0])
        for i, name in ((1, "t"), (2, "d")):
            with pytest.raises(DataError, match=f"'{name}': 1 of 4 .* row 3"):
                columns.read([i])


@one_case("compression", ["uncompressed", "lz4", "zstd"])
def test_files_of_polars(tmp_path, compression):
    pl = pytest.importorskip("polars")
    texts = ["cat", "dog", "a name of more than twelve letters", "cat"] * 500
    frame = pl.DataFrame({"y": [0, 1, 1, 0] * 500, "s": [0.1, 0.8] * 1000, "t": texts})
    frame = frame.with_columns(c=pl.col("t").cast(pl.Categorical))
    path = tmp_path / "t.arrow"
    options = {"compression": compression, "record_batch_size": 600}
    if "record_batch_size" not in inspect.signature(frame.write_ipc).parameters:
        del options["record_batch_size"]  # older versions of Polars
    frame.write_ipc(path, **options)
    columns = open_columns(path)
    found = columns.read([0, 1, 2, 3])
    assert [list(one) for one in found] == [frame[name].to_list() for name in "ystc"]


@one_case("suffix", [".arrow", ".arrows"])
def test_offsets_that_point_anywhere_are_not_followed(tmp_path, suffix):
    # Arrow files are mapped as they are: reading through these would be a crash.
    path = write(tmp_path / f"t{suffix}")
    good = np.array([0, 2, 5], np.int32).tobytes()
    assert good in path.read_bytes()
    bad = np.array([0, 2**30, 5], np.int32).tobytes()
    path.write_bytes(path.read_bytes().replace(good, bad))
    columns = open_columns(path)
    assert columns.read([1])[0].tolist() == S
    with pytest.raises(DataError, match=r"cannot be read: .*offset"):
        columns.read([2])


def test_codes_without_a_value_are_not_followed(tmp_path):
    codes = pa.array([0, 1, 7], pa.int8())
    column = pa.DictionaryArray.from_arrays(codes, pa.array(["a", "b"]), safe=False)
    path = write(tmp_path / "t.arrow", pa.table({"x": column}))
    with pytest.raises(DataError, match="cannot be read"):
        open_columns(path).read([0])


def test_what_is_no_file(tmp_path):
    with pytest.raises(DataError, match="is a directory"):
        open_columns(tmp_path)
    with pytest.raises(DataError, match="no such file"):
        open_columns(tmp_path / "x.csv")
    with pytest.raises(DataError):
        open_columns("a\0b")


def test_parquet_without_pyarrow(tmp_path, monkeypatch):
    path = write(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingLibraryError, match=r"'fastmetrics-intervals\[cli\]'"):
        open_columns(path)


@one_case("make", [parquet, arrow, lambda: saved(S), CSV.encode])
def test_every_truncation_is_an_error_or_fewer_rows(make):
    content = make()
    step = max(len(content) // 60, 1)
    for end in range(0, len(content), step):
        found = {}
        with contextlib.suppress(DataError):
            found = read_all(content[:end])
        assert all(len(column) <= len(Y) for column in found.values())


MISSING = "values? (is|are) missing"


@one_case(
    "content,missing,found",
    [
        # Among texts words are texts, among numbers they are missing.
        (b"a,b\nNone,NA\ncat,x\n", [], [["None", "cat"], ["NA", "x"]]),
        (b"a,b\nNA,2\nNone,3\n", [], [["NA", "None"], [2, 3]]),
        *((f"a,b\n1,x\n{word},y\n".encode(), [], MISSING) for word in arrow_file.WORDS),
        (b"a,b\n0.5,true\n1, NA \n", [], MISSING),
        (b"a,b\nx,1\n,2\n", [], MISSING),
        (b"a,b\n,1\n,2\n", [], MISSING),
        # A cell in quotes is a value, unless it is an empty one among numbers.
        (b'a,b\n1,x\n"NA","null"\n', [], [["1", "NA"], ["x", "null"]]),
        (b'a,b\n"","2"\n"x","1"\n', [], [["", "x"], [2, 1]]),
        (b'a,b\n"1",x\n"",y\n', [], MISSING),
        # Others are missing in any column.
        (b"a,b\n1,x\n2,-\n", ["-"], MISSING),
        (b"a,b\n1.5,x\n -9,y\n", ["-9.0"], MISSING),
        (b'a,b\nNA,x\n"-",y\n', ["-"], [["NA", "-"], ["x", "y"]]),
        # Blanks do not count, except in quotes.
        (b"a, b\ncat, cat\n dog\t,dog\n", [], [["cat", "dog"]] * 2),
        (b"a,b\n 1, true\n2 ,false \n", [], [[1, 2], [True, False]]),
        (b'a, "b"\n"cat", "cat"\n"a ""b""" , "a ""b"""\n', [], [["cat", 'a "b"']] * 2),
        (
            b'a,b\n" cat","a\n b "\n"x, NA",y\n',
            [],
            [[" cat", "x, NA"], ["a\n b ", "y"]],
        ),
    ],
)
def test_what_a_cell_of_a_csv_means(csv_engine, content, missing, found):
    columns = open_columns(content)
    columns.take_as_missing(missing)
    assert columns.names == ["a", "b"]
    if isinstance(found, str):
        with pytest.raises(DataError, match=found):
            columns.read([0, 1])
        return
    read = columns.read([0, 1])
    assert [one.tolist() for one in read] == found
    texts = [[type(x) is str for x in one.tolist()] for one in read]
    assert texts == [[type(x) is str for x in one] for one in found]


def test_a_word_that_is_a_missing_number_is_named(csv_engine):
    told = "'a': 2 of 3 values are missing, the first in row 2"
    for content, said in [
        (
            b"a,b\n1,x\nNone,y\n,z\n",
            f"{told} ('None', which in quotes would be a text)",
        ),
        (b"a,b\n1,x\n,y\nNone,z\n", told),
    ]:
        with pytest.raises(DataError) as caught:
            open_columns(content).read([0, 1])
        assert str(caught.value) == f"column {said}"


@one_case("content", [b"a,b\nNA,x\n1,-\n", b'a,b\n"NA",x\n1,""\n'])
def test_rows_of_a_csv_that_lack_a_value(content):
    columns = open_columns(content)
    columns.take_as_missing(["-"])
    found = [one.to_pylist() for one in columns.read_any([0, 1])]
    is_quoted = b'"' in content
    assert found == [
        ["NA", "1"] if is_quoted else [None, 1],
        ["x", "" if is_quoted else None],
    ]


def test_words_for_missing_values_of_formats_with_types():
    table = pa.table({"a": ["-", "NA", None], "b": [1, 2, 3]})
    table = table.append_column("c", table["a"].dictionary_encode())
    for columns in (open_columns(parquet(table)), open_columns(arrow(table))):
        columns.take_as_missing(["-", "2.0"])
        found = [one.to_pylist() for one in columns.read_any([0, 1, 2])]
        assert found == [[None, "NA", None], [1, None, 3], [None, "NA", None]]
    with pytest.raises(DataError, match="NPY has no text"):
        open_columns(saved(S)).take_as_missing(["-"])


@one_case(
    "content,found",
    [
        (b"a,b\n1,1\n02,x\n", [["1", "02"], ["1", "x"]]),
        (b"a,b\ntrue,x\nfalse,y\n", [["true", "false"], ["x", "y"]]),
        (b"a,b\n1,2\n3,4\n", [[1, 3], [2, 4]]),
        # These are no names of classes: 1.0 may be another's 1.
        (b"a,b\n1.5,1\n2,x\n", [[1.5, 2.0], ["1", "x"]]),
    ],
)
def test_labels_of_a_csv_are_text_if_one_column_is(csv_engine, content, found):
    columns = open_columns(content)
    assert [one.tolist() for one in columns.read([0, 1], labels=[0, 1])] == found
    said = "column 'a': read as text, as other labels are text"
    changed = found[0] in (["1", "02"], ["true", "false"])
    assert columns.notes == [said] * changed
