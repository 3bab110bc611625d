"""Confusion matrices, of labels of every kind."""

from typing import Any

import numpy as np
import sklearn.metrics as sk
from scipy import sparse

from benchmarks import rows
from benchmarks.case import Case, Floor, Peer
from benchmarks.cases.labels.label_case import label_case


def _sk_cells(y_true: Any, y_pred: Any) -> Any:
    return tuple(sk.confusion_matrix(y_true, y_pred).ravel().tolist())


def _compare(y_true: Any, y_pred: Any) -> Any:
    return np.count_nonzero(y_true == y_pred)


def _read_codes(y_true: Any, y_pred: Any) -> Any:
    return [column.indices.to_numpy().max() for column in (y_true, y_pred)]


def _sparse(n: int) -> tuple[Any, Any]:
    truth, guess = rows.indicators(n)
    return sparse.csr_array(truth), sparse.csr_array(guess)


def _read_sparse(y_true: Any, y_pred: Any) -> Any:
    return y_true.indices.max(), y_pred.indices.max()


def _strings(name: str, at_least: float, **changes: Any) -> Case:
    # Scikit-learn gets what it can read, objects.
    peer = Peer("scikit-learn", sk.confusion_matrix, at_least, rows.string_labels)
    settings: dict[str, Any] = {"peers": (peer,), "memory_at_most": None}
    return label_case(
        "confusion_matrix",
        name=f"confusion_matrix, {name}",
        **settings,
        **changes,
    )


CASES = [
    label_case("confusion_matrix", 50),
    label_case("confusion_matrix", None, "confusion_matrix, 2 threads", threads=2),
    _strings("strings", 5, inputs=rows.string_labels, floor=Floor("==", _compare)),
    _strings(
        "Arrow dictionary",
        50,
        inputs=rows.dictionary_labels,
        floor=Floor("reading the codes", _read_codes),
    ),
    *(
        label_case(
            "confusion_matrix",
            3,
            f"confusion_matrix, 1000 classes{what}",
            options,
            n=10**5,
            inputs=rows.labels_of_1000,
            memory_at_most=None,
        )
        for what, options in (("", {}), (", normalised", {"normalize": "true"}))
    ),
    label_case("multilabel_confusion_matrix"),
    label_case(
        "multilabel_confusion_matrix",
        name="multilabel_confusion_matrix, indicators",
        inputs=rows.indicators,
        score_bytes=40,
        memory_at_most=None,
    ),
    label_case(
        "multilabel_confusion_matrix",
        name="multilabel_confusion_matrix, sparse",
        inputs=_sparse,
        floor=Floor("reading the indices", _read_sparse),
        memory_at_most=None,
    ),
    label_case(
        "binary_counts",
        inputs=rows.binary_labels,
        peers=(Peer("scikit-learn's matrix", _sk_cells),),
    ),
]
