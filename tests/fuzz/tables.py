"""Tables of text that come in and go out: what is read and written is what is there."""

import csv
import io
import json
import tempfile
from pathlib import Path

from fuzz.drawing import Case

import fastmetrics
from fastmetrics.readers import open_columns

# What cells are made of; ids look like numbers and dates, and are none.
SIGNS = [
    "\r",
    "\n",
    "\r\n",
    ",",
    ";",
    '"',
    "a",
    "é",
    "字",
    " ",
    "=",
    "-",
    "\t",
    "'",
    "_",
]
IDS = ["7", "007", "7.0", "1e3", "1_0", "2024-01-01", "true", "NA", "nan", "-0", "0x1f"]


# --- what the source of cases calls


def read(content, cells):
    """Read a table's content, which must have these cells."""
    columns = open_columns(content)
    if columns.text is None:
        raise ValueError("the content is no text")
    found = [*columns.text.records()][columns.text.header :]
    _same(found, cells)
    try:
        read = columns.read_any(range(len(columns.names)))
    except ValueError:  # a cell is missing
        return
    assert {len(column) for column in read} == {len(cells)}, "other rows"


def split(content, cells, source, parts, out):
    """Split a table; no file that is read is lost, and all rows are in the parts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, source)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        given = ["split", str(path), "--strategy", "shuffle", "--quiet"]
        given += ["--parts", str(Path(folder, parts))]
        given += ["--out", str(Path(folder, out))] if out else []
        code = fastmetrics.cli.main(given)
        assert code in range(5), f"exit code {code}"
        assert path.read_bytes() == content, "the file that was read has changed"
        made = sorted(Path(folder, parts).glob("t*.csv"))
        made = [one for one in made if not one.samefile(path)]
        if code:
            assert made == [], "parts beside an error"
            return
        rows = [row for one in made for row in _rows(one)]
        _same(sorted(rows), sorted(cells))
        if out:
            _same([row[:-1] for row in _rows(Path(folder, out))], cells)


def retrieve(ids, scores, relevance):
    """Judge a run as TREC's text and as tables: the values must be the same."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [*zip(ids, scores, relevance, strict=True)]
        text = {
            "qrels": "".join(f"q 0 {name} {grade}\n" for name, _, grade in rows),
            "run": "".join(f"q Q0 {name} 1 {score} t\n" for name, score, _ in rows),
        }
        table = {
            "qrels": [["query_id", "doc_id", "relevance"]],
            "run": [["query_id", "doc_id", "score"]],
        }
        table["qrels"] += [["q", name, grade] for name, _, grade in rows]
        table["run"] += [["q", name, score] for name, score, _ in rows]
        found = []
        for kinds in (("", ""), ("", ".csv"), (".csv", ""), (".csv", ".csv")):
            paths = []
            for name, kind in zip(text, kinds, strict=True):
                path = Path(folder, f"{name}{kind}")
                written = io.StringIO(newline="")
                csv.writer(written).writerows(table[name])
                path.write_text(written.getvalue() if kind else text[name], newline="")
                paths.append(str(path))
            out = str(Path(folder, "out.json"))
            given = [*paths, "--quiet", "--n-resamples", "9", "--output", out]
            code = fastmetrics.cli.main(["retrieve", *given, "--metrics", "map"])
            values = json.loads(Path(out).read_text()) if code == 0 else {}
            found.append((code, _estimates(values)))
        assert found.count(found[0]) == len(found), f"{found}"


def _estimates(values):
    return [
        one["estimate"] for row in values.get("models", {}).values()
        for one in row.values()
    ]  # fmt: skip


def _rows(path):
    csv.field_size_limit(2**31 - 1)
    with path.open(newline="", encoding="utf-8") as file:
        return [*csv.reader(file)][1:]


def _same(found, cells):
    assert found == cells, f"cells {found!r:.300} in place of {cells!r:.300}"


# --- what is drawn


def table_case(draw):
    """Read a table, split one, or judge a run in several forms."""
    how = draw.weighted({"read": 4, "split": 4, "retrieve": 1})
    if how == "retrieve":
        n = draw.pick(1, 2, 5)
        ids = draw.sample(IDS, n)
        scores = [draw.pick("1", "0.5", "-2e3", "3") for _ in ids]
        grades = [draw.pick("0", "1", "2") for _ in ids]
        return Case("tables", (), f"tables.retrieve({ids!r}, {scores!r}, {grades!r})")
    n_columns = draw.pick(2, 2, 3)
    cells = [[_cell(draw) for _ in range(n_columns)] for _ in range(draw.pick(2, 4, 9))]
    content = _content(draw, cells)
    given = (("content", f"bytes.fromhex('{content.hex()}')"), ("cells", repr(cells)))
    if how == "read":
        return Case("tables", given, "tables.read(content, cells)")
    source = draw.pick("t.csv", "d/train.csv", "d/test.csv", "x.csv")
    parts, out = draw.pick("d", "d/../d", "e"), draw.pick("", "o.csv", "d/o.csv")
    call = f"tables.split(content, cells, {source!r}, {parts!r}, {out!r})"
    return Case("tables", given, call)


def _cell(draw):
    kind = draw.weighted({"text": 5, "id": 3, "long": 0.2, "empty": 0.5})
    if kind == "id":
        return draw.choice(IDS)
    if kind == "long":
        return "x" * draw.pick(131_073, 1 << 20)
    return "" if kind == "empty" else "".join(draw.choices(SIGNS, k=draw.pick(1, 2, 5)))


def _content(draw, cells):
    """Return the bytes of a table: quoted, with other line ends, and empty lines."""
    end, mark = draw.pick("\n", "\r\n", "\r"), draw.pick("", "", "\ufeff")
    rows = [[f"column {i}" for i in range(len(cells[0]))], *cells]
    lines = [
        ",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows
    ]
    if draw.maybe(0.3):
        for _ in range(draw.pick(1, 2)):
            lines.insert(draw.pick(0, 0, 1, len(lines)), "")
    return (mark + end.join(lines) + draw.pick("", end)).encode()
