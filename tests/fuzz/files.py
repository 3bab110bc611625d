"""Files and summaries' bytes: whole ones, and what is made of them by damage."""

import atexit
import functools
import io
import struct
import tempfile
import zipfile
import zlib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from fuzz.drawing import Case
from fuzz.options import MEANT, option

import fastmetrics
from fastmetrics.metrics.clustering.partitions import count_clusterings
from fastmetrics.metrics.how import SweepReduction
from fastmetrics.readers import open_columns

TRUE, SCORE = [0, 1, 1, 0, 1, 0], [0.25, 0.5, 0.75, 0.5, 1.0, 0.0]
# Numbers that lengths, offsets and counts are replaced by.
EXTREME = [0, 1, 2, 127, 255, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**53, 2**62, 2**63,
           2**64 - 1]  # fmt: skip


# --- what the source of cases calls


def damaged(made, part, value):
    """Put a number into the insides of a sparse matrix, behind SciPy's back."""
    getattr(made, part)[-1:] = value
    return made


@functools.cache
def written(content):
    """Write a file, which is there until the process ends; returns its path."""
    path = Path(_folder().name, f"{zlib.crc32(content):08x}")
    path.write_bytes(content)
    return path


@functools.cache
def _folder():
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return folder


def read_all(content):
    """Read every column of a file's content."""
    columns = open_columns(content)
    return columns.names, columns.read(range(len(columns.names)))


def run(content, *options):
    """Give a file to the command line; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "data")
        path.write_bytes(content)
        output = str(Path(folder, "report.txt"))
        return fastmetrics.cli.main(
            ["evaluate", str(path), "--n-resamples", "9", "--output", output, *options]
        )


def judged(function, contents, **given):
    """Call `accumulate` or `evaluate_files` with files of such contents."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, str(number)) for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        return getattr(fastmetrics, function)(paths, **given)


# --- damage


def mutated(draw, content):
    """Return bytes with some changed, cut off, doubled, or replaced by extremes."""
    data = bytearray(content)
    for _ in range(draw.pick(1, 1, 1, 2, 3, 8)):
        at = draw.randrange(len(data) + 1)
        how = draw.weighted(
            {"bit": 4, "byte": 3, "number": 4, "cut": 1, "drop": 1, "double": 1}
        )
        if how in ("bit", "byte") and at < len(data):
            data[at] = (
                data[at] ^ 1 << draw.randrange(8)
                if how == "bit"
                else draw.randrange(256)
            )
        elif how == "number":
            written = struct.pack("<Q", draw.choice(EXTREME))[: draw.pick(1, 2, 4, 8)]
            data[at : at + len(written)] = written
        elif how == "cut":
            del data[at:]
        elif how == "drop":
            del data[at : at + draw.randrange(1, 9)]
        else:
            part = data[at : at + draw.randrange(1, 40)]
            data[at:at] = part
    return bytes(data)


# --- bytes of summaries


@functools.cache
def summaries():
    """Return bytes of summaries of every kind, with the expression of their class."""
    weights = [0.5, 1.5, 1, 1, 2, 0.25]
    texts = np.array(["no", "yes"])[TRUE]
    marks = np.array([TRUE, TRUE[::-1]]).T
    fm = fastmetrics
    made = [
        fm.ConfusionCounts.from_labels(TRUE, TRUE[::-1]),
        fm.ConfusionCounts.from_labels(texts, texts[::-1], sample_weight=weights),
        fm.ConfusionCounts.from_labels(np.arange(9.0), np.arange(9.0)[::-1]),
        fm.IndicatorCounts.from_labels(marks, marks[::-1]),
        fm.IndicatorCounts.from_labels(marks, marks[::-1], sample_weight=weights),
        fm.ScoreSweep.from_scores(TRUE, SCORE),
        fm.ScoreSweep.from_scores(TRUE, SCORE, sample_weight=weights),
        fm.ScoreSweep.from_scores(TRUE, np.arange(6)),
        fm.ScoreSketch.from_scores(TRUE, SCORE, max_thresholds=3),
        fm.ProbabilitySums.from_proba(TRUE, SCORE),
        fm.ProbabilitySums.from_proba(TRUE, SCORE, sample_weight=weights),
        fm.ProbabilitySums.from_proba([*"abcabc"], np.full((6, 3), 1 / 3)),
        fm.ClassSweeps.from_proba([*"abcabc"], np.full((6, 3), 1 / 3)),
        fm.ClassSweeps.from_proba(
            TRUE, np.c_[SCORE, np.subtract(1, SCORE)], sample_weight=weights
        ),
        fm.ErrorSums.from_values(TRUE, SCORE),
        fm.ErrorSums.from_values(marks, marks[::-1], sample_weight=weights),
        fm.CalibrationBins.from_proba(TRUE, SCORE, n_bins=3),
        fm.CalibrationBins.from_proba(TRUE, SCORE, n_bins=3, sample_weight=weights),
        count_clusterings(texts, TRUE[::-1]),
        fm.RankedLists.from_dense(marks, [[0.5, 2], [1, 1]] * 3),
        fm.RankedLists.from_columns(TRUE, TRUE, SCORE, doc_id=np.arange(6)),
        fm.RankedLists.from_trec({"q": {"a": 1, "b": -1}}, {"q": {"a": 2, "c": 2}}),
        fm.RankedLists.from_lists([["a", "b"], []], [["b"], ["c"]]),
        fm.ItemCounts.from_lists([[0, 1], [1, 2, 3]]),
        fm.ItemCounts.from_lists([["a", "b"], []], user_id=["u", "v"]),
        fm.ItemScores.from_arrays(marks, benchmarks=[*"aabbcc"]),
        fm.ItemScores.from_arrays([[[1, 0.5], [1, 0]]], runs=[*"st"], clusters=["c"]),
        fm.EditCounts.from_pairs(["a b c", ""], ["a c", "b"]),
        fm.EditCounts.from_pairs(["abc", ""], ["ac", "b"], unit="code_point",
                                 by_pair=True),
    ]  # fmt: skip
    return [(type(one), one.to_bytes()) for one in made]


def bytes_case(draw):
    """Read what was written, changed, with a checksum that is right again."""
    cls, content = draw.choice(summaries())
    body = mutated(draw, content[:-4])
    if draw.maybe(0.95):
        body += zlib.crc32(body).to_bytes(4, "little")
    given = f"bytes.fromhex('{body.hex()}')"
    family = fastmetrics.catalog.FAMILIES[cls.task]
    metric = draw.choice(
        [
            row
            for row in family.metrics
            if row.formula or isinstance(row.how, SweepReduction)
        ]
        or family.metrics
    )
    rest = draw.pick("", f".compute({metric.name!r})", ".to_bytes()", ".__repr__()")
    if cls.__name__ in fastmetrics.__all__:
        read = f"fastmetrics.{cls.__name__}.from_bytes(content)"
    else:  # reached by pickling alone
        read = f"files.CLASSES[{cls.__name__!r}].from_bytes(content)"
    if draw.maybe(0.2):
        return Case("bytes", (("content", given),), f"({read} + {read}){rest}")
    return Case("bytes", (("content", given),), read + rest)


CLASSES = {cls.__name__: cls for cls, _ in summaries()}


# --- files


@functools.cache
def whole_files():
    """Return small files in every format that is read, the same in every process."""
    text = "y_true,score\n" + "".join(
        f"{y},{s}\n" for y, s in zip(TRUE, SCORE, strict=True)
    )
    labels = 'y_true,y_pred,w\nno,"a ""b""",1\nyes,no,0.5\nno,yes,1e300\n'
    table = np.array([TRUE, SCORE]).T
    fields = np.array([*zip(TRUE, SCORE, strict=True)], "i4,f8")
    objects = "".join(
        f'{{"y_true": {y}, "score": {s}, "at": {{"group": "a"}}}}\n'
        for y, s in zip(TRUE, SCORE, strict=True)
    )
    found = [text.encode(), labels.encode(), labels.encode("utf-8-sig")]
    found.append(objects.encode())
    for array in (
        table,
        np.asfortranarray(table),
        fields,
        np.array(["a", "b"]),
        table > 0,
    ):
        file = io.BytesIO()
        np.save(file, array)
        found.append(file.getvalue())
    found += [_zipped(found[-1], found[3], method) for method in (0, 8)]
    if find_spec("pyarrow"):
        found += _arrow_files()
    return found


def _zipped(one, other, method):
    """Return an archive of two arrays, without the time at which it was made."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in (("y_true.npy", one), ("score.npy", other)):
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def _arrow_files():
    import pyarrow as pa
    from pyarrow import feather, parquet

    text = pa.array(["no", "yes"] * 3).dictionary_encode()
    table = pa.table({"y_true": TRUE, "score": SCORE, "group": text})
    found = []
    for options in ({}, {"compression": "none", "use_dictionary": False}):
        file = io.BytesIO()
        parquet.write_table(table, file, **options)
        found.append(file.getvalue())
    for compression in ("lz4", "zstd", "uncompressed"):
        file = io.BytesIO()
        feather.write_feather(table, file, compression=compression)
        found.append(file.getvalue())
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return [*found, sink.getvalue().to_pybytes()]


def file_case(draw):
    """Read a file that was damaged, or give it to the command line."""
    content = draw.choice(whole_files())
    if draw.maybe(0.95):
        content = mutated(draw, content)
    given = (("content", f"bytes.fromhex('{content.hex()}')"),)
    if draw.maybe(0.8):
        return Case("files", given, "files.read_all(content)")
    options = draw.pick(
        "", ", '--json'", ", '--truth', 'y_true'", ", '--truth', '0', '--score', '1'",
        ", '--task', 'labels', '--truth', '0', '--pred', '1'", ", '--weight', '1'",
        ", '--task', 'clustering', '--pred', '0', '--feature', 'all'",
        f", '--threads', {str(draw.choice(EXTREME))!r}",
        f", '--confidence-level', {draw.pick('0.5', '2', 'nan', 'x', '-1')!r}",
    )  # fmt: skip
    return Case("files", given, f"files.run(content{options})")


# What columns of these files are called, and none is.
NAMES = ["y_true", "score", "y_pred", "w", "group", "0", "1", "none"]
# By function, what is drawn beside the columns.
BESIDE = {
    "accumulate": ("metrics", "task", "max_thresholds", "pos_label", "threshold"),
    "evaluate_files": ("metrics", "task", "pos_label", "threshold", "approximate",
                       "confidence_level", "method", "random_state", "stratified",
                       "progress"),
}  # fmt: skip
OF_FILES = {
    "approximate": ["True", "False"],
    "max_thresholds": ["None", "1", "3", "100"],
}


def judged_case(draw):
    """Judge the rows of one file or two, whole or damaged, in passes or not."""
    function = draw.choice([*BESIDE])
    one, *_ = contents = [draw.choice(whole_files())]
    if draw.maybe(0.4):
        contents.append(draw.pick(one, one, draw.choice(whole_files())))
    contents = [mutated(draw, c) if draw.maybe(0.15) else c for c in contents]
    texts = []
    shares = {"y_true": 0.95, "y_score": 0.6, "y_pred": 0.3, "y_proba": 0.2}
    for name, share in {**shares, "sample_weight": 0.1, "by": 0.25}.items():
        meant = {"y_true": "y_true", "y_score": "score"}.get(name)
        column = meant if meant and draw.maybe(0.8) else draw.choice(NAMES)
        if draw.maybe(share):
            several = draw.pick(f"[{column!r}, 'group']", f"{{'a': {column!r}}}")
            text = several if draw.maybe(0.1) else repr(column)
            texts.append(f"{name}={text if draw.maybe(0.95) else option(draw, 'at')}")
    for name in BESIDE[function]:
        if draw.maybe(0.2):
            texts.append(f"{name}={option(draw, name, {**MEANT, **OF_FILES})}")
    if function == "evaluate_files":
        texts.append("n_resamples=9")
        if draw.maybe(0.7):  # so few bytes that nothing fits
            texts.append(f"memory={draw.pick(1, 100, 1000, '100%', 'x', 0)!r}")
    listed = ", ".join(f"bytes.fromhex('{content.hex()}')" for content in contents)
    given = (("contents", f"[{listed}]"),)
    inside = ", ".join([repr(function), "contents", *texts])
    rest = draw.pick("", ".__repr__()")
    return Case("files", given, f"files.judged({inside}){rest}")
