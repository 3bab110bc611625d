"""Files that claim, unpack to or are without end: refused before memory is taken."""

import gzip
import io
import itertools
import os
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from helpers.one_case import one_case

from fastmetrics import read_qrels, read_run
from fastmetrics.readers import DataError, open_columns
from fastmetrics.readers import columns as column_module

GB = 10**9


def npy(header, content=b""):
    """An NPY file with a header of one's own."""
    text = f"{header}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + content


def header_of(shape, descr="<f8"):
    return repr({"descr": descr, "fortran_order": False, "shape": shape})


def saved(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def zipped(content, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("y.npy", content)
    return file.getvalue()


@pytest.fixture
def free(monkeypatch):
    """Say how much memory is free: a number, or one after the other."""

    def set_to(*sizes):
        last = itertools.chain(sizes, itertools.repeat(sizes[-1]))
        monkeypatch.setattr(column_module, "free_memory", lambda: next(last))

    return set_to


def peak_of(call):
    tracemalloc.start()
    try:
        call()
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


# ------------------------------------------------------------------ what is claimed


@one_case("shape", [(0, GB), (1, 2_000_000)])
def test_columns_without_end_are_not_counted_out(shape):
    content = npy(header_of(shape, "|i1"), b"\0" * (2_000_000 * shape[0]))

    def refused():
        with pytest.raises(DataError, match="columns; at most 1,000,000 can be read"):
            open_columns(content)

    assert peak_of(refused) < 20_000_000


@one_case("descr", ["<f8", "<U0"])
@one_case("pack", [bytes, zipped])
def test_rows_that_a_header_makes_up(descr, pack):
    with pytest.raises(DataError, match=r"cannot be read: it (ends|takes)"):
        open_columns(pack(npy(header_of((10**15,), descr)))).read([0])


def test_an_archive_that_unpacks_to_more_than_is_free(free):
    content = zipped(saved(np.zeros(10**6)))
    assert len(content) < 10_000
    free(7_999_999)
    columns = open_columns(content)

    def refused():
        with pytest.raises(DataError, match=r"it takes 8\.0 MB of memory, 8\.0 MB are"):
            columns.read([0])

    assert peak_of(refused) < 1_000_000
    free(8_000_000)
    assert not columns.read([0])[0].any()


def test_text_needs_room_for_its_objects(free):
    columns = open_columns(saved(np.full(1000, "ab")))
    free(15_999)
    with pytest.raises(DataError, match=r"16\.0 kB"):
        columns.read([0])


def test_a_parquet_file_that_unpacks_to_more_than_is_free(free, tmp_path):
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"y": np.zeros(10**6), "x": np.ones(10**6)}), path)
    free(10**6)
    with pytest.raises(DataError, match=r"it takes .* MB of memory, 1\.0 MB are free"):
        open_columns(path).read([0])
    free(GB)
    assert not open_columns(path).read([0])[0].any()


def test_columns_of_a_parquet_file_that_fits_are_not_looked_at(monkeypatch):
    """Where the counts of a column are damaged, PyArrow ends the process over it."""
    sink = io.BytesIO()
    pa.parquet.write_table(pa.table({"y": [0.5, 1.5]}), sink)

    def unpacked(metadata, names):
        raise AssertionError("looked at")

    monkeypatch.setattr("fastmetrics.readers.arrow_file._unpacked", unpacked)
    assert open_columns(sink.getvalue()).read([0])[0].tolist() == [0.5, 1.5]


@pytest.fixture(params=["file", "stream"])
def arrow(request):
    """Return what writes a table as Arrow, compressed or not."""

    def write(table, compression):
        sink = io.BytesIO()
        options = pa.ipc.IpcWriteOptions(compression=compression)
        opener = pa.ipc.new_file if request.param == "file" else pa.ipc.new_stream
        with opener(sink, table.schema, options=options) as writer:
            writer.write_table(table)
        return sink.getvalue()

    return write


@pytest.mark.long
@one_case("compression", ["zstd", "lz4"])
def test_an_arrow_file_that_unpacks_to_more_than_is_free(free, arrow, compression):
    text = pa.array(["a", "b"] * 500_000)
    table = pa.table({"y": np.zeros(10**6), "t": text, "d": text.dictionary_encode()})
    content = arrow(table, compression)
    assert len(content) < 5 * 10**6
    columns = open_columns(content)
    # Eight bytes a row; an offset of four and a letter; a code of four.
    for position, n_bytes, said in ((0, 8, "8.0"), (1, 5, "5.0"), (2, 4, "4.0")):
        free(n_bytes * 10**6 - 1)
        with pytest.raises(DataError, match=rf"it takes {said} MB of memory, .* are"):
            columns.read([position])
        free(n_bytes * 10**6 + 200_000)  # and a bit for each row, dictionaries
        assert len(columns.read([position])[0]) == 10**6


def test_an_arrow_file_that_is_not_compressed(free, arrow):
    """It is no larger than it is, and buffers that do not shrink stay as they are."""
    values = np.random.default_rng(0).random(1000)
    free(8000)
    assert (
        open_columns(arrow(pa.table({"y": values}), None)).read([0])[0] == values
    ).all()
    columns = open_columns(arrow(pa.table({"y": values}), "lz4"))
    assert (columns.read([0])[0] == values).all()
    free(7999)
    with pytest.raises(DataError, match=r"it takes 8\.0 kB"):
        columns.read([0])


# ------------------------------------------------------------------ what does not end


class Unending(io.RawIOBase):
    """A stream of lines that goes on and on."""

    def read(self, n=-1):
        assert n > 0, "read whole"
        return b"0,1\n" * (n // 4)


def test_a_stream_without_end(free):
    free(50_000_000)
    with pytest.raises(DataError, match=r"not ended after 2\d\.\d MB, half of the mem"):
        open_columns(Unending())


def test_a_stream_is_read():
    assert open_columns(io.BytesIO(b"y,s\n1,2\n")).read([1])[0].tolist() == [2]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_device_without_end():
    with pytest.raises(DataError, match="is not UTF-8 text"):
        open_columns("/dev/zero")


@pytest.mark.long
@one_case("engine", ["pyarrow", "standard library"])
@one_case("pack", [gzip.compress, bytes])
def test_text_that_outgrows_memory_while_it_is_read(free, monkeypatch, engine, pack):
    if engine != "pyarrow":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    columns = open_columns(pack(b"y,s\n" + b"0,1\n" * 100_000))
    free(GB)
    assert len(columns.read([0])[0]) == 100_000
    monkeypatch.setattr(column_module, "_STRIDE", 1 << 16)
    free(GB, 1000)
    told = r"memory runs out after \d+\.\d kB of it"
    if engine == "pyarrow" and pack is bytes:  # whose length is known
        told = r"it takes 800.0 kB of memory, 1.0 kB are free"
        free(1000)
    with pytest.raises(DataError, match=told):
        columns.read([0])


@one_case("read", [read_qrels, read_run])
@one_case("pack", [gzip.compress, bytes])
def test_judgements_and_runs_that_outgrow_memory(free, tmp_path, read, pack):
    fields = b"q 0 d%d 1\n" if read is read_qrels else b"q Q0 d%d 1 1 t\n"
    path = tmp_path / "f"
    path.write_bytes(pack(b"".join(fields % i for i in range(20_000))))
    free(GB)
    assert len(read(path)[0]) == 20_000
    free(100_000)
    with pytest.raises(ValueError, match=r"it has not ended after \d+\.\d kB"):
        read(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
@one_case("read", [read_qrels, read_run])
def test_judgements_from_a_device_without_end(read):
    with pytest.raises(ValueError, match="is neither text nor a table"):
        read("/dev/zero")


# ------------------------------------------------------------------ what shrinks


SHRINK = """
import sys
import numpy as np
from fastmetrics.readers import DataError, open_columns

path, order = sys.argv[1:]
np.save(path, np.asarray(np.zeros((1_000_000, 3)), order=order))
columns = open_columns(path)
with open(path, "r+b") as file:
    file.truncate(8_000_000)
try:
    columns.read([0, 2])
except DataError as error:
    print(error)
"""


@pytest.mark.long
@one_case("order", ["C", "F"])
def test_a_file_that_is_cut_after_it_was_opened(tmp_path, order):
    # In a process of its own: one that is mapped into memory ends it by SIGBUS.
    found = subprocess.run(
        [sys.executable, "-c", SHRINK, tmp_path / "t.npy", order],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("cannot be read: it ends after ")


@one_case("order", ["C", "F"])
@one_case("dtype", ["<f8", ">f4", "?", "u1", "<U3"])
def test_blocks_are_put_together(tmp_path, monkeypatch, order, dtype):
    monkeypatch.setattr("fastmetrics.readers._BLOCK", 100)
    matrix = np.asarray(np.arange(60).reshape(20, 3).astype(dtype), order=order)
    np.save(tmp_path / "t.npy", matrix)
    for source in (tmp_path / "t.npy", (tmp_path / "t.npy").read_bytes()):
        last, first = open_columns(source).read([2, 0])
        assert last.tolist() == matrix[:, 2].tolist()
        assert first.tolist() == matrix[:, 0].tolist()
        assert first.dtype.isnative


def test_fields_named_in_utf_8():
    table = np.zeros(3, [("größe", "f8"), ("名", "i4")])
    with pytest.warns(UserWarning, match="NumPy >= 1.17"):
        content = saved(table)
    assert content[6] == 3  # the version that has such names
    assert open_columns(content).names == ["größe", "名"]


# ------------------------------------------------------------------ how much is free


def write(root, **files):
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_free_memory_is_the_least_that_anybody_leaves(tmp_path):
    proc, groups = tmp_path / "proc", tmp_path / "cgroup"
    assert column_module.free_memory(proc, groups) is None
    write(proc, meminfo="MemTotal: 99 kB\nMemAvailable:      50 kB\n")
    assert column_module.free_memory(proc, groups) == 50 * 1024
    write(proc, self__cgroup="0::/a/b\n")
    stat = "anon 1\ninactive_file 500\n"
    write(
        groups / "a/b",
        memory_dot_max="max",
        memory_dot_current="9",
        memory_dot_stat=stat,
    )
    assert column_module.free_memory(proc, groups) == 50 * 1024
    write(
        groups / "a",
        memory_dot_max="4000",
        memory_dot_current="3000",
        memory_dot_stat=stat,
    )
    assert column_module.free_memory(proc, groups) == 1500
    write(proc, self__cgroup="4:cpu:/\n3:memory:/c\n")
    write(
        groups / "memory/c",
        memory_dot_limit_in_bytes="700",
        memory_dot_usage_in_bytes="100",
        memory_dot_stat="inactive_file 0\n",
    )
    assert column_module.free_memory(proc, groups) == 600


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc")
def test_this_machine_has_memory():
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert 0 < column_module.free_memory() <= total
