"""What the tests of the report and of the command line share."""

import json
import re
from html.parser import HTMLParser

import pytest

from fastmetrics.cli import main

Y = [1, 0, 1, 1, 0, 0, 1, 0]
S = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]


def csv_of(**columns):
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    return "\n".join(lines) + "\n"


@pytest.fixture
def file(tmp_path):
    """Make a CSV file out of columns, or of a text as it is."""

    def make(text=None, name="t.csv", **columns):
        path = tmp_path / name
        path.write_text(csv_of(**columns) if text is None else text, encoding="utf-8")
        return str(path)

    return make


# Commands whose reports have a short and a full form.
REPORTING = ("evaluate", "retrieve", "wer")


@pytest.fixture
def run(capsys):
    """Run the command line; return its exit code, its output and its errors.

    Reports are full.
    """

    def call(*arguments):
        full = ["--full"] if arguments[:1] and arguments[0] in REPORTING else []
        code = main([*map(str, arguments), *full])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return call


@pytest.fixture
def evaluate(run):
    """Run ``evaluate --json`` and return what it writes."""

    def call(*arguments):
        code, out, err = run("evaluate", *arguments, "--json")
        assert code == 0, err
        return json.loads(out)

    return call


class Balanced(HTMLParser):
    """Checks that every tag is closed, and collects the text."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def head(report):
    """Return the lines between the first sentences of a report and its tables."""
    return next(
        block for block in str(report).split("\n\n") if re.match(r"\d+ rows", block)
    )
