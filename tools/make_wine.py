"""Make fastmetrics/data/wine.csv, the third data set of the command line.

Two clusterers sort wines into three groups by 13 measurements, without being told which
of three cultivars the grapes of each are. Both see the measurements standardised, to
mean 0 and standard deviation 1; the file has them as they were taken. One of them finds
the cultivars and the other only in part, so that a report has something to tell apart.

Run with scikit-learn 1.9.1::

    python tools/make_wine.py [OUTPUT.csv]

Another platform's linear algebra may move a row or two that lie between clusters.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "wine.csv"


def main(output: Path) -> None:
    """Cluster the wines in both ways and write the labels beside the measurements."""
    wine = load_wine()
    standardised = StandardScaler().fit_transform(wine.data)
    clusterers = {
        "k_means": KMeans(n_clusters=3, n_init=20, random_state=SEED),
        "complete_linkage": AgglomerativeClustering(n_clusters=3, linkage="complete"),
    }
    labels = {
        f"cluster_{name}": _numbered(clusterer.fit_predict(standardised))
        for name, clusterer in clusterers.items()
    }
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["cultivar", *labels, *wine.feature_names])
        for *names, row in zip(wine.target, *labels.values(), wine.data, strict=True):
            writer.writerow([*names, *(f"{value:.12g}" for value in row)])


def _numbered(labels) -> list[int]:
    """Return labels counted from 0 in the order of the clusters' first rows."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
