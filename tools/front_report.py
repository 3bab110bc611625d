"""Write the shortened report of the bundled data that README.md and README.zh.md show.

``python tools/front_report.py`` rewrites both; a test says when they are out of date.
"""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

from fastmetrics.cli import main

ROOT = Path(__file__).parents[1]
READMES = {"en": ROOT / "README.md", "zh": ROOT / "README.zh.md"}
BLOCK = re.compile(r"(<!-- report -->\n```text\n).+?(\n```)", re.DOTALL)
PARTS, LINES = 4, 6  # sentences, data, values and differences; lines shown of each


def shortened(language: str) -> str:
    """Return the first lines of the first parts of the report."""
    with redirect_stdout(io.StringIO()) as out:
        main(["evaluate", "--quiet", "--no-progress", "--language", language])
    shown = []
    for part in out.getvalue().strip("\n").split("\n\n")[:PARTS]:
        lines = part.split("\n")
        shown.append("\n".join(lines[:LINES] + ["…"] * (len(lines) > LINES)))
    return "\n\n".join(shown) + "\n…"


def readme(language: str) -> str:
    """Return the README with the report as it is now."""
    text = READMES[language].read_text(encoding="utf-8")
    made = shortened(language)
    return BLOCK.sub(lambda old: f"{old[1]}{made}{old[2]}", text)


if __name__ == "__main__":
    for name, path in READMES.items():
        path.write_text(readme(name), encoding="utf-8")
