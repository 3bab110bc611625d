"""Words that people use for metrics, tests and calls, and what each of them means."""

from pathlib import Path

LIST = Path(__file__).parents[1] / "catalog" / "terms.tsv"
LINES = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()]
# term -> name; the other lines say whose terms follow
LED = {line[0]: line[1] for line in LINES if len(line) == 2}
