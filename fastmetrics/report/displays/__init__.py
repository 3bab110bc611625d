"""What displays share: styles of lines, and predictions of an estimator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._inputs.labels import check_length, target
from fastmetrics.show.pictures import Scale
from fastmetrics.show.pictures.drawing import new_axes
from fastmetrics.show.pictures.marks import FAINT, Step, thinned, thinned_band

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval


# --------------------------------------------------------------------------- estimators
# What displays ask of estimators, known by what they can do and by nothing else.


AUTO = ("predict_proba", "decision_function")


def is_classifier(estimator: Any) -> bool:
    """Whether an estimator says of itself that it is a classifier."""
    tags = getattr(estimator, "__sklearn_tags__", None)
    if callable(tags):
        return getattr(tags(), "estimator_type", None) == "classifier"
    return getattr(estimator, "_estimator_type", None) == "classifier"


def binary_response(
    estimator: Any, X: Any, response_method: Any = "auto", pos_label: Any = None
) -> tuple[Any, Any]:
    """Return a classifier's scores of the positive class, and that class.

    Raises
    ------
    ValueError
        If it is no classifier of two classes, or ``pos_label`` is neither of them.
    AttributeError
        If it has no such method.
    """
    called = type(estimator).__name__
    if not is_classifier(estimator):
        raise ValueError(
            f"Expected 'estimator' to be a binary classifier. Got {called} instead."
        )
    classes = getattr(estimator, "classes_", None)
    if classes is None:
        # One that is not fitted says so itself, in its own error.
        estimator.predict(X)
        raise ValueError(f"{called} has no attribute classes_: its scores have no name")
    classes = np.asarray(classes)
    if len(classes) != 2:
        raise ValueError(
            "Expected 'estimator' to be a binary classifier. Got "
            f"{len(classes)} classes instead."
        )
    method = _method(estimator, response_method)
    known = classes.tolist()
    if pos_label is None:
        pos_label = known[1]
    elif pos_label not in known:
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label: it should be one of "
            f"{listed(known)}"
        )
    found = getattr(estimator, method)(X)
    positive = known.index(pos_label)
    if np.ndim(found) == 2:
        columns = np.asarray(found)
        if columns.shape[1] != 2:
            raise ValueError(
                f"{called}.{method} returned an array of shape {columns.shape}; one "
                "of two columns is needed, a class each"
            )
        return columns[:, positive], pos_label
    # A decision function is that of the second class.
    return (np.negative(found) if positive == 0 else found), pos_label


def _method(estimator: Any, response_method: Any) -> str:
    """Return the first method of those asked for that the estimator has."""
    asked = AUTO if response_method == "auto" else (response_method,)
    for name in asked:
        if isinstance(name, str) and callable(getattr(estimator, name, None)):
            return name
    raise AttributeError(
        f"{type(estimator).__name__} has none of the following attributes: "
        f"{', '.join(map(str, asked))}."
    )


def check_binary(y_true: Any, name: str = "y_true") -> None:
    """Raise unless the labels are of two classes, or of one."""
    _, kind = target(y_true, name)
    if kind != "binary":
        raise ValueError(f"The target {name} is not binary. Got {kind} type of target.")


def folds(
    cv_results: Mapping[str, Any], X: Any, y: Any, sample_weight: Any = None
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield (estimator, rows, labels, weights) of the tested rows of each fold.

    ``cv_results`` is what scikit-learn's ``cross_validate`` returns with its estimators
    and indices.
    """
    lacking = [key for key in ("estimator", "indices") if key not in cv_results]
    if lacking:
        raise ValueError(
            f"cv_results has no {' and no '.join(lacking)}: make them with "
            "return_estimator=True and return_indices=True"
        )
    indices = cv_results["indices"]
    expected = len(indices["train"][0]) + len(indices["test"][0])
    if _length(X) != expected:
        raise ValueError(
            f"X has {_length(X)} rows, but cv_results is about {expected}: X and y "
            "must be the data of the cross-validation"
        )
    labels, kind = target(y, "y")
    if kind != "binary":
        raise ValueError(f"The target y is not binary. Got {kind} type of target.")
    check_length(labels, expected, "y")
    if sample_weight is not None:
        check_length(sample_weight, expected, "sample_weight")

    def each() -> Iterator[tuple[Any, Any, Any, Any]]:
        for estimator, at in zip(cv_results["estimator"], indices["test"], strict=True):
            weights = None if sample_weight is None else rows_at(sample_weight, at)
            yield estimator, rows_at(X, at), rows_at(y, at), weights

    return each()


def rows_at(rows: Any, at: Any) -> Any:
    """Return some rows of a matrix, a frame, a column or a sequence."""
    if hasattr(rows, "iloc"):
        return rows.iloc[at]
    if hasattr(rows, "shape"):
        return rows[at]
    return [rows[int(one)] for one in at]


def _length(rows: Any) -> int:
    return int(rows.shape[0]) if hasattr(rows, "shape") else len(rows)


# ------------------------------------------------------------------------------- styles
# How displays draw curves: styles, and one or several curves of shares.


# Curves of more points are drawn by those that can be seen.
MOST_POINTS = 1000
UNIT = Scale("", 0.0, 1.0)
STEPS: Mapping[str, Step] = {
    "default": "",
    "steps": "before",
    "steps-pre": "before",
    "steps-post": "after",
}

# matplotlib's short names of properties. Both names of one at a time are an error.
SHORT = {
    "aa": "antialiased",
    "c": "color",
    "ds": "drawstyle",
    "ec": "edgecolor",
    "family": "fontfamily",
    "fc": "facecolor",
    "font": "fontproperties",
    "ha": "horizontalalignment",
    "ls": "linestyle",
    "lw": "linewidth",
    "ma": "multialignment",
    "mec": "markeredgecolor",
    "mew": "markeredgewidth",
    "mfc": "markerfacecolor",
    "mfcalt": "markerfacecoloralt",
    "ms": "markersize",
    "name": "fontname",
    "size": "fontsize",
    "stretch": "fontstretch",
    "style": "fontstyle",
    "va": "verticalalignment",
    "variant": "fontvariant",
    "weight": "fontweight",
}

Style = dict[str, Any]


def styled(default: Mapping[str, Any], given: Mapping[str, Any] | None) -> Style:
    """Return properties of what is drawn, those that were given before the others.

    >>> styled({"color": "black", "alpha": 0.5}, {"c": "red"})
    {'color': 'red', 'alpha': 0.5}
    """
    found = dict(default)
    for name, value in (given or {}).items():
        long = SHORT.get(name, name)
        if long != name and given is not None and long in given:
            raise TypeError(f"Got both {name} and {long}, which are the same property")
        found[long] = value
    return found


class Display:
    """A curve drawn with matplotlib, its band, and where they are drawn."""

    ax_: Any
    figure_: Any
    line_: Any
    band_: Any


def as_list(one: Any) -> Any:
    """Return one as a list of one; a list, and None, as they are."""
    return one if one is None or isinstance(one, list) else [one]


def check_lengths(given: Mapping[str, Any], display: object) -> None:
    """Raise unless all lists have a value per curve."""
    lengths = {name: len(one) for name, one in given.items() if one is not None}
    if len({*lengths.values()}) > 1:
        *first, last = lengths
        found = ", ".join(f"{name}: {n}" for name, n in lengths.items())
        raise ValueError(
            f"{', '.join(first)} and {last} of `{type(display).__name__}` must be "
            f"lists of the same length. Got: {found}"
        )


def labels_of(
    names: Sequence[str | None],
    values: Sequence[float] | None,
    intervals: Sequence[Interval] | None,
    metric: str,
    *,
    is_one: bool,
) -> list[str | None]:
    """Return what the legend says of each curve, None where it is silent.

    ``is_one``: all curves look alike, and the first speaks for them, with the mean of
    their values and its standard deviation.
    """
    n = len(names)
    if is_one and n > 1:
        text = f"{metric} = {mean_text(values)}" if values else ""
        return [_label(names[0], text), *[None] * (n - 1)]
    texts = [f"{metric} = {one:0.2f}" for one in values] if values else [""] * n
    for k, one in enumerate(intervals or ()):
        texts[k] += f" [{one.low:0.2f}, {one.high:0.2f}]"
    return [_label(name, text) for name, text in zip(names, texts, strict=True)]


def mean_text(values: Sequence[float]) -> str:
    """Write a value, or the mean of several with its standard deviation."""
    spread = f" +/- {np.std(values):0.2f}" if len(values) > 1 else ""
    return f"{np.mean(values):0.2f}{spread}"


def _label(name: str | None, text: str) -> str | None:
    if name is None:
        return text or None
    return f"{name} ({text})" if text else name


def curve_styles(
    n: int,
    names: Any,
    curve_kwargs: Any,
    default: Mapping[str, Any],
    several: Mapping[str, Any],
) -> tuple[list[str | None], list[Style]]:
    """Return a name and the properties of each of n curves.

    ``default`` are those of all curves that are not given, ``several`` those of more
    than one beside them.
    """
    is_each = isinstance(curve_kwargs, list)
    if is_each and len(curve_kwargs) != n:
        raise ValueError(
            f"curve_kwargs must be None, a dict or a list of {n} dicts, got a list of "
            f"{len(curve_kwargs)}"
        )
    names = as_list(names) or [None]
    if len(names) > 1 and not is_each:
        raise ValueError(
            f"curve_kwargs must be a list of {n} dicts if each curve has a name; or "
            "name must be one text for all curves"
        )
    if len(names) == 1:
        names = names * n
    given = curve_kwargs if is_each else [curve_kwargs] * n
    default = {**default, **(several if n > 1 else {})}
    return names, [styled(default, one) for one in given]


def draw_line(ax: Any, x: Any, y: Any, style: Style, scale: Scale = UNIT) -> Any:
    """Draw a curve and return its line.

    Of many points those are drawn that are needed to come within half a pixel of all of
    them, where the axes are those of ``scale``.
    """
    x, y = np.asarray(x), np.asarray(y)
    step = STEPS.get(style.get("drawstyle", "default"))
    if len(x) <= MOST_POINTS or step is None or np.isnan(x + y).any():
        return ax.plot(x, y, **style)[0]
    x, y = thinned(x, y, scale, scale, step)
    [line] = ax.plot(x, y, **{**style, "drawstyle": "default"})
    line.get_path().should_simplify = False
    return line


def draw_band(ax: Any, band: Any, line: Any, scale: Scale = UNIT) -> Any:
    """Draw the ground between two bounds in the colour of their curve."""
    return ax.fill_between(
        *thinned_band(band.x, band.low, band.high, scale, scale),
        color=line.get_color(),
        alpha=FAINT,
        linewidth=0,
        zorder=1.5,
    )


def despine(ax: Any) -> None:
    """Leave the lower and the left edge of the axes, from 0 to 1."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_bounds(0, 1)


def with_class(text: str, pos_label: Any) -> str:
    """Name the positive class behind the name of an axis, where it is known."""
    return text if pos_label is None else f"{text} (Positive label: {pos_label})"


# Of curves that are drawn alike.
FOLDS = {"alpha": 0.5, "linestyle": "--", "color": "blue"}
# A line at the edge is seen whole.
ENDS = (-0.01, 1.01)


def draw_curves(
    display: Any,
    ax: Any,
    of: Sequence[str],
    metric: str,
    axes: tuple[str, str],
    *,
    name: Any,
    curve_kwargs: Any,
    default: Mapping[str, Any] | None = None,
    also: Sequence[str] = (),
) -> int:
    """Draw all curves of a display, set its attributes and return how many there are.

    Parameters
    ----------
    display : object
        Has the attributes named below, ``name``, ``band`` and ``pos_label``.
    ax : matplotlib Axes or None
        Where to.
    of : sequence of str
        The attributes with x, y, the value of each curve and its interval.
    metric : str
        Name of the value in the legend.
    axes : tuple of str
        The names of both axes.
    name, curve_kwargs : object
        As ``plot`` takes them.
    default : mapping, optional
        Properties of all curves.
    also : sequence of str
        Other attributes with something of each curve.
    """
    names_of = [*of, "band", *also]
    given = {f"self.{one}": as_list(getattr(display, one)) for one in names_of}
    x, y, values, intervals, bands, *_ = given.values()
    name = display.name if name is None else name
    if isinstance(name, list) and len(name) != 1:
        given["'name' (or self.name)"] = name
    check_lengths(given, display)
    names, styles = curve_styles(len(x), name, curve_kwargs, default or {}, FOLDS)
    is_one = not isinstance(curve_kwargs, list)
    labels = labels_of(names, values, intervals, metric, is_one=is_one)
    display.ax_ = ax = new_axes(ax, display)
    display.figure_ = ax.figure
    lines = [
        draw_line(ax, of_x, of_y, {"label": label, **style})
        for of_x, of_y, label, style in zip(x, y, labels, styles, strict=True)
    ]
    display.line_ = lines[0] if len(lines) == 1 else lines
    pairs = zip(bands or (), lines, strict=False)
    display.band_ = [draw_band(ax, band, line) for band, line in pairs]
    xlabel, ylabel = (with_class(one, display.pos_label) for one in axes)
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=ENDS, ylim=ENDS, aspect="equal")
    return len(lines)


def draw_legend(ax: Any, lines: Sequence[Any], where: str) -> None:
    """Draw a legend if one of these lines has a name."""
    if any(not str(line.get_label()).startswith("_") for line in lines):
        ax.legend(loc=where)
