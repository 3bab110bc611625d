"""Write the picture of the README, of the bundled data, on light ground and on dark.

``python tools/front_picture.py`` writes docs/pictures/front-{light,dark}.svg; a test
says when they are out of date.
"""

from __future__ import annotations

import csv
from importlib import resources
from pathlib import Path

import numpy as np

import fastmetrics
from fastmetrics.show.pictures.styles import css_variables

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def pictures() -> dict[str, str]:
    """Return the picture by the name of its file."""
    path = resources.files("fastmetrics.data") / "nhanes.csv"
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    y_true = np.array([int(row["y_true"]) for row in rows])
    models = {
        name: np.array([float(row[name]) for row in rows])
        for name in ("logistic_regression", "random_forest")
    }
    report = fastmetrics.evaluate(
        y_true,
        y_score=models,
        metrics=["roc_auc", "average_precision"],
        n_resamples=1999,
        random_state=0,
    )
    drawn = report.to_svg(kind="both")
    return {
        f"front-{name}.svg": drawn.replace(
            'style="', f'style="{css_variables(dark)}', 1
        )
        for name, dark in (("light", False), ("dark", True))
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
