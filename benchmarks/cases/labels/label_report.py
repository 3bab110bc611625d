"""The classification report, from one table."""

from typing import Any

import sklearn.metrics as sk

from benchmarks.case import Peer
from benchmarks.cases.labels.label_case import label_case


def _same_text(ours: Any, peers: Any) -> None:
    assert ours == peers


CASES = [
    label_case(
        "classification_report",
        peers=(Peer("scikit-learn", sk.classification_report, agree=_same_text),),
    ),
]
