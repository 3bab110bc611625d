"""Words that people use for metrics, tests and calls, and what each of them means."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "catalog"


def read(name):
    """Return the lines of a list: a term and a name, or a comment."""
    text = (FOLDER / name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines()]


LINES = read("terms.tsv")
# term -> name; the other lines say whose terms follow
LED = {line[0]: line[1] for line in LINES if len(line) == 2}
# The same for usual words of the field, which name concepts as well as functions.
USUAL = {line[0]: line[1] for line in read("usual_words.tsv") if len(line) == 2}
# Questions as people type them, with the names and the other pages that answer them.
QUESTIONS = {
    question: (names.split(), pages.split())
    for question, names, pages in read("questions.tsv")
}
