"""What the tests of reports on clusterings share: the bundled wines."""

import csv
from importlib import resources
from typing import NamedTuple

import numpy as np
import pytest


class Wine(NamedTuple):
    """Cultivars, standardised measurements and the two clusterings."""

    cultivars: np.ndarray
    points: np.ndarray
    clusterings: dict


@pytest.fixture(scope="session")
def wine():
    text = (resources.files("fastmetrics.data") / "wine.csv").read_text()
    names, *rows = csv.reader(text.splitlines())
    values = np.array(rows, float)
    points = values[:, 3:]
    points = (points - points.mean(axis=0)) / points.std(axis=0)
    labels = values[:, :3].astype(int)
    clusterings = {name: labels[:, i] for i, name in enumerate(names[1:3], 1)}
    return Wine(labels[:, 0], points, clusterings)
