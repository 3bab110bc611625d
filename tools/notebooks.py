"""Write the tutorials as Jupyter notebooks, one for each page of docs/tutorials.

``python tools/notebooks.py FOLDER`` writes FOLDER/NAME.ipynb, and FOLDER/zh/NAME.ipynb
in Chinese. A page's text becomes cells of Markdown, its code cells to be run.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"
CODE = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?")


def cells(page: str) -> list[dict[str, Any]]:
    """Return the cells of a page: text and code in turn, without outputs."""
    made: list[dict[str, Any]] = []
    more: dict[str, Any]
    for k, part in enumerate(CODE.split(page)):
        if k % 2:
            lines = [PROMPT.sub("", x) for x in part.splitlines() if PROMPT.match(x)]
            more = {"cell_type": "code", "execution_count": None, "outputs": []}
        else:
            lines = part.strip().splitlines()
            more = {"cell_type": "markdown"}
        if lines:
            source = "\n".join(lines).splitlines(keepends=True)
            made.append({"id": f"cell-{k}", "metadata": {}, "source": source, **more})
    return made


def notebook(page: str) -> str:
    """Return the notebook of a page as the text of its file."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = {
        "cells": cells(page),
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def main(folder: Path) -> None:
    """Write the notebooks of all tutorials in both languages."""
    for language in ("", "zh"):
        (folder / language).mkdir(parents=True, exist_ok=True)
        for path in sorted((DOCS / language / "tutorials").glob("*.md")):
            if path.stem != "index":
                text = notebook(path.read_text(encoding="utf-8"))
                made = folder / language / f"{path.stem}.ipynb"
                made.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
