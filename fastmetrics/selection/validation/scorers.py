"""Scores of a fitted estimator: scorers, and the interpretation of ``scoring``."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from numbers import Number
from typing import Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.records import one_number
from fastmetrics._inputs.labels import check_pos_label
from fastmetrics.catalog import (
    FAMILIES,
    METRICS,
    Metric,
    by_function,
    find,
    metrics_named,
    row_with,
)
from fastmetrics.intervals.resolve import is_pair, is_several, name_of, resolve
from fastmetrics.selection.validation import NAMES, PREDICT, Responses, methods_for


@dataclass(frozen=True)
class Scorer:
    """One thing that is measured of a fitted estimator.

    Attributes
    ----------
    name : str
        The name of its values in results.
    kind : {"metric", "own", "call"}
        A function of the target and a response; the estimator's own ``score``; or a
        function of the estimator and the rows.
    function : callable or None
        Function to call; None: the estimator's own.
    methods : tuple of str
        For a metric: suitable methods of the estimator, the best one first.
    sign : int
        Factor of the value of a metric, 1 or −1.
    parameters : mapping
        Of the call of a metric.
    item : int or None
        Index of the value among several values of the function.
    row : Metric or None
        The catalog's row of the metric.
    routed : mapping
        What scikit-learn routes to it, of all rows.
    event : object
        The positive label of a metric without a parameter for it; None: not told.
    """

    name: str
    kind: Literal["metric", "own", "call"]
    function: Callable[..., Any] | None = None
    methods: tuple[str, ...] = ()
    sign: int = 1
    parameters: Mapping[str, Any] = field(default_factory=dict)
    item: int | None = None
    row: Metric | None = None
    routed: Mapping[str, Any] = field(default_factory=dict)
    event: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave out attributes of the function: signatures cannot be pickled."""
        return {field.name: vars(self)[field.name] for field in fields(self)}

    @property
    def greater_is_better(self) -> bool | None:
        """Whether a greater value is better, as far as is known."""
        if self.row is None:
            return True
        better = self.row.greater_is_better
        return better if better is None or self.sign > 0 else not better

    @property
    def ends(self) -> tuple[float, float]:
        """Lowest and highest possible value, as far as known."""
        if self.row is None:
            return -math.inf, math.inf
        # Adding 0 makes 0 of -0.
        low, high = sorted(
            self.sign * end + 0.0 for end in self.row.ends(self.parameters)
        )
        return low, high

    @functools.cached_property
    def takes(self) -> frozenset[str]:
        """The names of the parameters of the function."""
        return frozenset(self._signature)

    @functools.cached_property
    def _signature(self) -> Mapping[str, inspect.Parameter]:
        if self.function is None:
            return {}
        try:
            return inspect.signature(self.function).parameters
        except (TypeError, ValueError):
            return {}

    @functools.cached_property
    def pos_label(self) -> Any:
        """The label whose column is read; None for the last class."""
        if self.methods == PREDICT:
            return None
        if self.event is not None:
            return self.event
        if "pos_label" in self.parameters:
            return self.parameters["pos_label"]
        known = self._signature.get("pos_label")
        return None if known is None else known.default

    def positive(self, classes: Any) -> Any:
        """Return the one of two classes that its numbers are of; None: of none.

        The last one, as scikit-learn has it, where the metric's call names no other.
        """
        if self.methods == PREDICT or classes is None or len(classes) != 2:
            return None
        return classes[1] if self.pos_label is None else self.pos_label

    def is_of_another(self, pos_label: Any, classes: Any) -> bool:
        """Whether its values are of another positive class than this one, if any."""
        if pos_label is None or self.row is None or "pos_label" not in self.row.options:
            return False
        if self.methods == PREDICT:
            own = self.parameters.get("pos_label", self.row.options["pos_label"])
        else:
            own = self.positive(classes)
        return own is not None and bool(own != pos_label)

    @property
    def knows_pos_label(self) -> bool:
        """Whether it is a metric of labels, of which one may be positive."""
        if self.kind != "metric" or self.row is None:
            return self.kind == "metric" and "pos_label" in self.takes
        return "pos_label" in FAMILIES[self.row.task].options

    def told(self, pos_label: Any) -> Scorer:
        """Return the scorer with its positive label, if it has one.

        Raises
        ------
        ValueError
            If its parameters name another.
        """
        if not self.knows_pos_label:
            return self
        takes = self.takes if self.row is None else self.row.options
        if self.methods == PREDICT:
            if self.row is not None and not self.row.is_of_positive(self.parameters):
                return self
        elif "pos_label" not in takes:
            return replace(self, event=pos_label)
        named = self.parameters.get("pos_label", pos_label)
        if named != pos_label:
            raise ValueError(
                f"pos_label={shown(pos_label)} and {self.name} has {shown(named)}: "
                "give one of them"
            )
        return replace(self, parameters={**self.parameters, "pos_label": pos_label})

    @functools.cached_property
    def needs_classes(self) -> bool:
        """Whether it must be told what its columns are for."""
        known = self.row is not None or str(
            getattr(self.function, "__module__", "")
        ).startswith("sklearn.metrics.")
        return (
            known
            and self.methods != PREDICT
            and "labels" in self.takes
            and "labels" not in self.parameters
        )

    def value(self, said: Responses, y: Any, more: Mapping[str, Any]) -> Any:
        """Return the value of one part of the rows, whatever the function returns.

        Parameters
        ----------
        said : Responses
            Of the fitted estimator, to the rows of this part.
        y : object
            The target of these rows; None: there is none.
        more : mapping
            Further parameters of the call, such as weights.
        """
        target = () if y is None else (y,)
        if self.kind == "own":
            return said.estimator.score(said.X, *target, **more)
        assert self.function is not None
        if self.kind == "call":
            return self.function(said.estimator, said.X, *target, **more)
        data = self._data(said, y)
        value = self.function(*data, **self.call_of(said.classes), **more)
        if self.item is not None:
            value = value[self.item]
        elif self.row is not None:
            value = one_number(value)
        return self.sign * value

    def _data(self, said: Responses, y: Any) -> tuple[Any, ...]:
        response = said.read(self.methods, self.pos_label)
        if self.row is None:
            return y, response
        if self.event is not None and said.classes is not None:
            if len(said.classes) == 2:
                y = (np.asarray(y) == self.event).astype(np.int64)
        first, *others = FAMILIES[self.row.task].leading(self.row)[:-1]
        # A target of several columns has all of them in y.
        beside = (None for _ in others)
        return (said.X if first == "X" else y), *beside, response

    def with_parameters(self, more: Mapping[str, Any]) -> Scorer:
        """Return the scorer of a metric with the further parameters that it accepts."""
        new = {
            name: value
            for name, value in more.items()
            if name in self.takes and name not in self.parameters
        }
        if self.kind != "metric" or not new:
            return self
        parameters, row = {**self.parameters, **new}, self.row
        if row is not None and self.item is None:
            row = row_with(row.function, parameters) or row
        return replace(self, parameters=parameters, row=row)

    def call_of(self, classes: Any) -> Mapping[str, Any]:
        """Return the parameters; all classes where columns are for these."""
        if classes is None or not self.needs_classes:
            return self.parameters
        if len(classes) == 2:
            if self.row is not None and "pos_label" in self.row.options:
                is_told = self.parameters.get("pos_label") is not None
                if is_told or self.row.is_swept:
                    return self.parameters  # labels are from several columns
            if self.event is not None:
                classes = [0, 1]
        return {**self.parameters, "labels": classes}

    def read(self, said: dict[str, Any], n: int, classes: Any) -> Any:
        """Return the input of a metric from the responses for n rows, by method."""
        responses = Responses(None, None, n, classes, classifier=True)
        responses.asked = said
        return responses.read(self.methods, self.pos_label)


@dataclass(frozen=True)
class Scoring:
    """All that is measured.

    Attributes
    ----------
    scorers : dict
        By name.
    single : bool
        Whether one scorer was given, not a list or dict: its values are called "score".
    asked : object
        The given ``scoring``, from which the scorers were made.
    """

    scorers: Mapping[str, Scorer]
    single: bool
    asked: Any = None

    @property
    def reads_columns(self) -> bool:
        """Whether a metric is read off columns for the classes."""
        return any(
            scorer.kind == "metric" and scorer.methods != PREDICT
            for scorer in self.scorers.values()
        )

    def told(self, pos_label: Any) -> Scoring:
        """Return the scoring with the positive label of all scorers that need it.

        Raises
        ------
        TypeError, ValueError
            If it can be no label, or no scorer is of labels of two classes.
        """
        if pos_label is None:
            return self
        check_pos_label(pos_label)
        if not any(scorer.knows_pos_label for scorer in self.scorers.values()):
            raise ValueError(
                f"scoring has no use for pos_label: {', '.join(self.scorers)}"
            )
        each = {name: s.told(pos_label) for name, s in self.scorers.items()}
        return replace(self, scorers=each)

    def check(self, names: Iterable[str]) -> None:
        """Raise unless each of these further parameters is one that a metric takes."""
        for name in names:
            if not any(
                name in scorer.takes or scorer.kind != "metric"
                for scorer in self.scorers.values()
            ):
                raise ValueError(
                    f"score_params has {name!r}, which none of the scorers takes: "
                    f"{', '.join(self.scorers)}."
                )

    def parameters_of(self, scorer: Scorer, more: Mapping[str, Any]) -> dict[str, Any]:
        """Return the further parameters that a scorer accepts."""
        if not more:
            return {}
        if scorer.kind == "metric":
            return {
                name: value
                for name, value in more.items()
                if name in scorer.takes and scorer.parameters.get(name) is not value
            }
        return dict(more)

    def with_parameters(self, more: Mapping[str, Any]) -> Scoring:
        """Return the scoring, the metrics of which know these parameters."""
        each = {name: s.with_parameters(more) for name, s in self.scorers.items()}
        return replace(self, scorers=each)


def read_scoring(scoring: Any, estimator: Any, name: str = "scoring") -> Scoring:
    """Return the scorers of ``scoring``, for an estimator that need not be fitted.

    Raises
    ------
    ValueError
        If a name is unknown, there is none, or it is given twice.
    TypeError
        If it is nothing that can be asked for, or the estimator has no ``score``.
    """
    several = is_several(scoring)
    if several and isinstance(scoring, (list, tuple, set, frozenset)):
        return Scoring(_listed(scoring, estimator, name), False, scoring)
    if isinstance(scoring, Mapping):
        if not scoring:
            raise ValueError(f"An empty dict was passed: {name} must name a scorer.")
        wrong = [key for key in scoring if not isinstance(key, str)]
        if wrong:
            raise ValueError(
                f"Non-string types were found in the keys of {name}: {wrong[0]!r}."
            )
        each = {key: _one(scorer, estimator, key) for key, scorer in scoring.items()}
        return Scoring(each, False, scoring)
    return Scoring({"score": _one(scoring, estimator, "score")}, True, scoring)


def one_scorer(scoring: Any, estimator: Any) -> Scoring:
    """Return a scoring of one scorer that gives one number.

    Raises
    ------
    TypeError
        If several are asked for.
    """
    if scoring is not None and is_several(scoring):
        raise TypeError(
            "scoring must be None, a name or a callable where there is one score per "
            f"fold, got {type(scoring).__name__}."
        )
    return replace(read_scoring(scoring, estimator), single=False)


def read_metric(metric: Any, params: Mapping[str, Any]) -> Scorer:
    """Return the scorer of one metric with a known direction.

    Parameters
    ----------
    metric : str or callable
        A name, or one of our functions; what else is a scorer comes out as such.
    params : mapping
        Of the metric's call.

    Raises
    ------
    ValueError
        If the name is unknown, or neither greater nor lower values are better.
    TypeError
        If the metric has no such parameter.
    """
    name = metric if isinstance(metric, str) else _name_of(metric)
    if params and isinstance(metric, str) and metric not in NAMES:
        row = _row_named(metric)
        metric = functools.partial(row.public, **row.parameters)
    if params and callable(metric):
        metric = functools.partial(metric, **params)
    scorer = _one(metric, None, name)
    if scorer.kind != "metric":
        return scorer
    unknown = [param for param in params if param not in scorer.takes]
    if unknown:
        raise TypeError(f"{name} has no parameter {unknown[0]!r}.")
    if scorer.greater_is_better is None:
        raise ValueError(
            f"metric cannot be {name!r}: neither greater nor lower values of it are "
            "better; pass a function that defines which values are better."
        )
    return replace(scorer, parameters={**scorer.parameters, **params})


def _listed(scoring: Iterable[Any], estimator: Any, name: str) -> dict[str, Scorer]:
    scorers: dict[str, Scorer] = {}
    must = f"{name} must be unique strings or metrics of fastmetrics where it is a list"
    for item in scoring:
        ours = is_pair(item) or (
            not isinstance(item, str) and _row_of(item) is not None
        )
        if not isinstance(item, str) and not ours:
            raise ValueError(
                f"{must}; a dict gives names to other scorers. It has {shown(item)}."
            )
        key = item if isinstance(item, str) else _name_of(item)
        if key in scorers:
            raise ValueError(f"{must}. Duplicate: {key!r}.")
        scorers[key] = _one(item, estimator, key)
    if not scorers:
        raise ValueError(f"{must}. Empty list was given.")
    return scorers


def _one(scoring: Any, estimator: Any, name: str) -> Scorer:
    """Read one scorer."""
    if scoring is None:
        if not callable(getattr(estimator, "score", None)):
            raise TypeError(
                "If no scoring is specified, estimator must have a method 'score', but "
                f"{type(estimator).__name__} has none."
            )
        usual = _usual_score(estimator)
        return Scorer(name, "own") if usual is None else _named(usual, name)
    if isinstance(scoring, Scorer):
        return scoring
    if isinstance(scoring, str):
        return _named(scoring, name)
    if is_pair(scoring):
        resolved = resolve(scoring, None)
        return _of_row(resolved.row, name, resolved.parameters)
    if not callable(scoring):
        raise TypeError(
            "scoring must be None, a name, a callable, a list or a dict, got "
            f"{type(scoring).__name__}."
        )
    row = _row_of(scoring)
    if row is not None:
        keywords = scoring.keywords if isinstance(scoring, functools.partial) else {}
        return _of_row(row, name, keywords)
    if _is_scorer_of_sklearn(scoring):
        return _made_by_sklearn(scoring, name)
    module = getattr(scoring, "__module__", None) or ""
    if module.startswith("sklearn.metrics.") and not module.startswith(
        ("sklearn.metrics._scorer", "sklearn.metrics.tests.")
    ):
        raise ValueError(
            f"scoring looks like a metric, not a scorer: {shown(scoring)} must take "
            "an estimator first. sklearn.metrics.make_scorer makes it one; "
            f"scoring={scoring.__name__!r} is ours, if there is one of that name."
        )
    return Scorer(name, "call", scoring)


def _usual_score(estimator: Any) -> str | None:
    """Return the metric that ``score`` is by scikit-learn's base classes, if it is."""
    method = getattr(type(estimator), "score", None)
    if getattr(method, "__module__", "") != "sklearn.base":
        return None
    name = getattr(method, "__qualname__", "")
    return {"ClassifierMixin.score": "accuracy", "RegressorMixin.score": "r2"}.get(name)


def _named(scoring: str, name: str) -> Scorer:
    """Read a name: scikit-learn's, else the catalog's."""
    if scoring in NAMES:
        return _of_sklearn(scoring, name)
    try:
        row = _row_named(scoring)
    except ValueError as error:
        raise ValueError(
            f"scoring must be the name of a scorer or a metric: {error}."
        ) from None
    return _of_row(row, name, {})


@functools.cache
def _of_sklearn(scoring: str, name: str) -> Scorer:
    """Make the scorer of one of scikit-learn's names; of few rows this takes long."""
    known = NAMES[scoring]
    row = row_with(known.function, known.parameters)
    if known.item is not None:
        row = METRICS[scoring.removeprefix("neg_")]
    return Scorer(
        name,
        "metric",
        find(known.function).public,
        known.methods,
        known.sign,
        known.parameters,
        known.item,
        row,
    )


def _row_named(name: str) -> Metric:
    """Return the metric of a name; among several, the one for rows in folds."""
    rows = metrics_named(name)
    in_folds = [row for row in rows if "folds" in FAMILIES[row.task].options]
    return next((row for row in in_folds if methods_for(row)), rows[0])


def _of_row(row: Metric, name: str, own: Mapping[str, Any]) -> Scorer:
    """Make a scorer of a metric of the catalog, whose value keeps its sign."""
    parameters = row.with_parameters(own)
    row.check_required(parameters)
    methods = methods_for(row)
    if methods is None:
        data = FAMILIES[row.task].leading(row)
        raise ValueError(
            f"scoring cannot be {row.name!r}: it needs {' and '.join(data)}, which no "
            "method of an estimator gives; a callable (estimator, X, y) can."
        )
    return Scorer(name, "metric", row.public, methods, 1, parameters, None, row)


def _made_by_sklearn(scorer: Any, name: str) -> Scorer:
    """Convert a scorer that scikit-learn's make_scorer has made."""
    methods = scorer._response_method
    function = scorer._score_func
    row = _row_of(function)
    return Scorer(
        name,
        "metric",
        function,
        (methods,) if isinstance(methods, str) else tuple(methods),
        scorer._sign,
        scorer._kwargs,
        None,
        None if row is None else row_with(row.function, scorer._kwargs) or row,
    )


def _is_scorer_of_sklearn(scorer: Any) -> bool:
    kind = type(scorer)
    return (kind.__module__, kind.__name__) == ("sklearn.metrics._scorer", "_Scorer")


def _row_of(function: Any) -> Metric | None:
    """Return the row of one of our functions, with parameters or without."""
    if isinstance(function, functools.partial):
        if function.args:
            return None
        function = function.func
    row = METRICS.get(getattr(function, "__name__", ""))
    if row is None or row.public is not function:
        return None
    return by_function().get(function) or row


def _name_of(function: Any) -> str:
    if is_pair(function):
        return name_of(function)
    inner = function.func if isinstance(function, functools.partial) else function
    return getattr(inner, "__name__", shown(inner))


def checked_number(value: Any, name: str) -> Any:
    """Return a score as a plain number.

    Raises
    ------
    ValueError
        If it is none.
    """
    if hasattr(value, "item"):
        try:
            value = value.item()
        except ValueError:  # more than one
            pass
    if not isinstance(value, Number):
        raise ValueError(
            f"scoring must return a number, got {shown(value)} ({type(value).__name__})"
            f" instead. (scorer={name})"
        )
    return value
