"""Nothing that a terminal obeys leaves a command, whatever names come in."""

import json
import re

import pytest

from fastmetrics.cli import main

# Coloured text, a bell, a window's title, a cleared screen and a formula.
HOSTILE = "=1+\x1b[31mred\x07\x9b2J\x1b]0;own\x07"
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")
FORMS = ("table", "markdown", "latex", "csv", "json", "html")
QUICK = ["--n-resamples", "20"]


@pytest.fixture
def words(tmp_path):
    """The words of each command on a file whose names are hostile."""
    folder = tmp_path / f"d{HOSTILE.replace('/', '')}"
    folder.mkdir()

    def made(name, text):
        path = folder / name
        path.write_text(text, "utf-8", newline="")
        return str(path)

    column, other = f"s{HOSTILE}", f"t{HOSTILE}\u202e"
    rows = [("a", 0.1, 0.4), ("b", 0.8, 0.3), ("b", 0.7, 0.9), ("a", 0.6, 0.2)] * 3
    scores = "".join(f"{y}{HOSTILE},{s},{t}\n" for y, s, t in rows)
    labels = "".join(f"{y}{HOSTILE},b{HOSTILE},{y}{HOSTILE}\n" for y, _, _ in rows)
    qrels = "".join(f"q{k}{HOSTILE} 0 d{HOSTILE} 1\n" for k in range(5))
    run = "".join(
        f"q{k}{HOSTILE} Q0 d{j}{HOSTILE if j else ''} {j} {9 - j} t\n"
        for k in range(5)
        for j in range(3)
    )
    said = "".join(f"a b{HOSTILE} c (ann{HOSTILE}-{k})\n" for k in range(4))
    heard = "".join(f"a x{HOSTILE} c (ann{HOSTILE}-{k})\n" for k in range(4))
    by_scores = ["--truth", "y", "--score", column, "--score", other]
    by_labels = ["--truth", "y", "--pred", column, "--pred", other]
    positive = ["--pos-label", f"b{HOSTILE}"]
    head = f"y,{column},{other}\n"
    return {
        "scores": [
            *("evaluate", made("s.csv", head + scores), *by_scores, *QUICK),
            *positive,
        ],
        "labels": [
            "evaluate",
            made("l.csv", head + labels),
            *by_labels,
            *QUICK,
            *positive,
        ],
        "compare": ["compare", made("c.csv", head + labels), *by_labels, *positive],
        "retrieve": [
            *("retrieve", made("q.txt", qrels), made(f"r{HOSTILE}.txt", run)),
            *("--per-query", *QUICK),
        ],
        "wer": [
            *("wer", made("r.trn", said), made(f"h{HOSTILE}.trn", heard)),
            *("--by", "speaker", *QUICK),
        ],
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["scores", "labels", "compare", "retrieve", "wer"])
def test_nothing_is_obeyed(words, name, form, capsys):
    code = main([*words[name], "--format", form])
    out, err = capsys.readouterr()
    if name == "compare" and code == 2:
        assert "invalid choice" in err  # it has fewer forms
        return
    assert code == 0, err
    # CSV is for programs: marks of direction stay, which no terminal obeys.
    assert OBEYED.findall(out.replace("\u202e", "") if form == "csv" else out) == []
    assert OBEYED.findall(err) == []
    if form == "json":
        json.loads(out)
    if form == "csv":
        cells = [cell for line in out.splitlines() for cell in line.split(",")]
        assert not [cell for cell in cells if cell.startswith("=")]


@pytest.mark.parametrize("name", ["retrieve", "wer"])
def test_aligned_and_asked_in_chinese(words, name, capsys):
    more = ["--align", "2"] if name == "wer" else []
    assert main([*words[name], *more, "--language", "zh"]) == 0
    assert OBEYED.findall("".join(capsys.readouterr())) == []
