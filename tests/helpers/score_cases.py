"""Binary scores that are awkward somewhere, and how to compare two calls on them."""

import warnings

import numpy as np

_rng = np.random.default_rng(7)
_labels = _rng.integers(0, 2, 60)
_spread = _rng.normal(size=60) + _labels

# name -> (y_true, y_score): both classes, whatever else
TWO_CLASSES = {
    "worked": ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]),
    "spread": (_labels, _spread),
    "ties": (_labels, np.round(_spread)),
    "all tied": ([0, 1, 1, 0, 1], [0.5] * 5),
    "two rows": ([1, 0], [0.0, 1.0]),
    "perfect": ([0, 0, 1, 1, 1], [1.0, 2.0, 3.0, 4.0, 5.0]),
    "inverted": ([1, 1, 0, 0], [1.0, 2.0, 3.0, 4.0]),
    "one positive": ([0, 0, 0, 1, 0, 0], [3.0, 1.0, 2.0, 2.0, 5.0, 4.0]),
    "minus and plus one": (2 * _labels - 1, _spread),
    "bool labels": (_labels.astype(bool), _spread),
    "float labels": (_labels.astype(float), _spread),
    "zeros of both signs": ([0, 1, 0, 1], [-0.0, 0.0, 0.0, -1.0]),
    "denormal": ([0, 1, 0, 1, 1], [5e-324, 1e-323, 0.0, 5e-324, 2e-308]),
    "huge": ([0, 1, 0, 1], [8e307, 7e307, -8e307, 8e307]),
    "float32": (_labels, _spread.astype(np.float32)),
    "float16": (_labels, _spread.astype(np.float16)),
    "int8": (_labels, np.round(10 * _spread).astype(np.int8)),
    "uint8": (_labels, np.round(50 + 10 * _spread).astype(np.uint8)),
    "int64 past 2**53": ([0, 1, 0, 1], np.array([2**53, 2**53 + 1, 1, -(2**62)])),
    "uint64": ([0, 1, 0, 1], np.array([2**63, 2**63 - 1, 2**64 - 1, 0], np.uint64)),
    "bool scores": ([0, 1, 0, 1, 1], np.array([True, True, False, False, True])),
    "strided": (_labels[::2], _spread[::-2]),
    "columns": (_labels[:, None], _spread[:, None]),
}
ONE_CLASS = {
    "only positives": ([1, 1, 1], [0.1, 0.3, 0.2]),
    "only negatives": ([0, 0, 0], [0.1, 0.3, 0.3]),
    "one row": ([1], [0.5]),
}
# name -> (y_true, y_score, further arguments): raise in every function
BAD = {
    "lengths differ": ([0, 1, 1], [0.1, 0.2], {}),
    "no rows": ([], [], {}),
    "NaN score": ([0, 1], [np.nan, 0.1], {}),
    "infinite score": ([0, 1], [np.inf, 0.1], {}),
    "continuous labels": ([0.5, 1.0], [0.2, 0.1], {}),
    "NaN label": ([np.nan, 1.0], [0.2, 0.1], {}),
    "three classes": ([0, 1, 2], [0.3, 0.2, 0.1], {}),
    "weights too short": ([0, 1], [0.2, 0.1], {"sample_weight": [1.0]}),
    "no weight": ([0, 1], [0.2, 0.1], {"sample_weight": [0.0, 0.0]}),
    "NaN weight": ([0, 1], [0.2, 0.1], {"sample_weight": [np.nan, 0.5]}),
}
NEGATIVE_WEIGHT = ([0, 1], [0.2, 0.1], {"sample_weight": [-1.0, 1.0]})


def weights_for(y_true, seed=3):
    """Weights of all sizes, some of them 0, but not all of a class's."""
    n = len(y_true)
    rng = np.random.default_rng(seed)
    weights = rng.exponential(size=n) * 10.0 ** rng.integers(-2, 3, n)
    weights[rng.random(n) < 0.2] = 0.0
    labels = np.ravel(y_true)
    for label in np.unique(labels):
        first = np.flatnonzero(labels == label)[0]
        weights[first] = weights[first] or 0.1
    return weights


# What scikit-learn does not say of labels.
_OURS_ALONE = ("have no label in common", "differ by blanks or letter case")


def outcome(function, *args, **kwargs):
    """(value or None, exception or None, sorted names of the warnings).

    That labels of two columns do not match is left out: scikit-learn does not say it.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, error = function(*args, **kwargs), None
        except Exception as caught_error:
            value, error = None, caught_error
    return value, error, sorted(w.category.__name__ for w in caught if said_by_peers(w))


def said_by_peers(warning):
    """Whether scikit-learn and the reference warn of it as well."""
    return not any(words in str(warning.message) for words in _OURS_ALONE)


def as_undefined(warned):
    """Names of scikit-learn's warnings; NumPy warns there of what is undefined."""
    ours = {"RuntimeWarning": "UndefinedMetricWarning"}
    return sorted(ours.get(name, name) for name in warned)


def assert_same_bits(ours, theirs):
    """Arrays, tuples of them or numbers: equal in value, shape and dtype."""
    if isinstance(theirs, tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_same_bits(one, other)
        return
    assert np.asarray(ours).dtype == np.asarray(theirs).dtype
    np.testing.assert_array_equal(ours, theirs, strict=isinstance(ours, np.ndarray))


def assert_same_outcome(ours, theirs, same=assert_same_bits):
    """Both raise (ours is a kind of what theirs is) or give the same, warned alike."""
    value, error, warned = ours
    their_value, their_error, their_warned = theirs
    if error is None and their_error is None:
        same(value, their_value)
        assert warned == their_warned
        return
    assert error is not None, f"we return {value!r}, they raise {their_error!r}"
    assert their_error is not None, f"they return {their_value!r}, we raise {error!r}"
    assert isinstance(their_error, type(error)), (error, their_error)
