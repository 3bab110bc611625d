"""``fastmetrics compare --table``: models by their scores on several data sets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics.cli.columns import BUNDLED, source
from fastmetrics.cli.comparison.arguments import TESTS, TESTS_OF_TABLES
from fastmetrics.cli.files import naming, say_notes, warnings_said
from fastmetrics.cli.writing import check_targets, same_file, table_read, written
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.comparison.dataset_comparison import DatasetComparison
    from fastmetrics.readers import Columns

__all__ = ["run", "wrong"]

# Options that are of no use for a table, and those that are for nothing else.
_OF_ROWS = (
    *("data", "task", "truth", "score", "pred", "proba", "id", "weight", "group"),
    "order",
    *("pos_label", "metric", "margin", "n_resamples", "stratified"),
)
_OF_TABLES = ("dataset", "lower_is_better", "post_hoc", "decimals", "rope", "style")
# The example, in the folder of data.
_EXAMPLE = "classifiers"


class _Results(NamedTuple):
    """A table of results, and how messages call it."""

    name: str
    format: str
    scores: dict[str, np.ndarray]
    datasets: list[str]
    notes: list[str]


def wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if options.table is None:
        values = {one: getattr(options, one) for one in _OF_TABLES}
        given = [
            one for one, at in values.items() if at is not None and at is not False
        ]
        if given:
            return f"{_option(given[0])} is for --table"
        return _wrong_test(options.test, TESTS, "is for --table")
    if options.files:
        return "FILE and --table exclude each other"
    given = [one for one in _OF_ROWS if getattr(options, one)]
    if given:
        return f"{_option(given[0])} is of no use for --table"
    wrong_test = _wrong_test(options.test, TESTS_OF_TABLES, "is of no use for --table")
    if wrong_test:
        return wrong_test
    if options.adjust == "maxt":
        return "--adjust maxt is of no use for --table"
    if (options.rope or 0) < 0:
        return "--rope must not be negative"
    return same_file(options, {"--table": options.table})


def _wrong_test(test: str | None, tests: tuple[str, ...], why: str) -> str:
    """Return why a test is none of those; empty: it is one, or none is asked for."""
    return "" if test is None or test in tests else f"--test {test} {why}"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def run(options: argparse.Namespace) -> None:
    """Compare the models of a table, and write what is found."""
    check_targets(options)
    name = {"": BUNDLED, "-": "standard input"}.get(options.table, options.table)
    with naming(name):
        results = _read(name, options)
        say_notes(results.notes, options, name)
        found = _compared(results, options)
    content = {
        "file": results.name,
        "format": results.format,
        "datasets": results.datasets,
        **found.to_dict(),
    }
    drawn = {"style": options.style} if options.style else {}
    heading = table_read(results.name, results.format)
    written([found], heading, content, options, **drawn)


def _read(name: str, options: argparse.Namespace) -> _Results:
    """Read the table: names of data sets, and a column of scores for each model."""
    file = options.table or None
    columns = open_columns(source(file, _EXAMPLE))
    notes = [*columns.notes]
    if file is None:
        notes.append(
            "no FILE is given, so this compares the accuracies of ten classifiers of "
            "scikit-learn on twenty data sets"
        )
    arrays = columns.read(range(len(columns.names)))
    texts = [i for i, one in enumerate(arrays) if one.dtype.kind not in "biuf"]
    place = _place_of_names(columns, texts, options.dataset)
    if place is None:
        datasets = [str(row) for row in range(len(arrays[0]))]
    else:
        [names] = columns.read([], [place])
        datasets = [str(one) for one in names]
        if options.dataset is None and file is not None:
            notes.append(f"data sets are named by {columns.label(place)}")
    _check_names(columns, place, datasets)
    scores = {
        columns.names[i]: one.astype(np.float64)
        for i, one in enumerate(arrays)
        if i != place
    }
    _check_scores(scores, datasets)
    return _Results(name, columns.format, scores, datasets, notes)


def _place_of_names(
    columns: Columns, texts: list[int], wanted: str | None
) -> int | None:
    """Return which column names the data sets; None: they have no names."""
    place = columns.find(wanted) if wanted is not None else None
    if place is None and len(texts) == 1:
        [place] = texts
    others = [columns.label(i) for i in texts if i != place]
    if not others:
        return place
    if place is None:
        raise DataError(
            f"which column names the data sets: {', '.join(others)}? say it with "
            "--dataset; the others must hold numbers"
        )
    raise DataError(f"{others[0]}: holds text; scores are numbers")


def _check_names(columns: Columns, place: int | None, datasets: list[str]) -> None:
    """Raise unless each data set has one row and each model one column."""
    models = [name for i, name in enumerate(columns.names) if i != place]
    for what, names, remedy in (
        ("column", models, "each model needs a name of its own"),
        ("data set", datasets, "of several results on one give the mean"),
    ):
        twice = next((one for i, one in enumerate(names) if one in names[:i]), None)
        if twice is not None:
            raise DataError(f"{what} {shown(twice)}: is there twice; {remedy}")


def _check_scores(scores: dict[str, np.ndarray], datasets: list[str]) -> None:
    """Raise if a score is missing or infinite, by the names of its row and column."""
    for model, column in scores.items():
        bad = np.flatnonzero(~np.isfinite(column))
        if len(bad):
            at = datasets[bad[0]]
            raise DataError(
                f"column {shown(model)}: the score on data set {shown(at)} is "
                f"{column[bad[0]]}; every model needs one on every data set"
            )


def _compared(results: _Results, options: argparse.Namespace) -> DatasetComparison:
    adjust: Any = {None: "auto", "none": None}.get(options.adjust, options.adjust)
    omnibus: Any = {None: "friedman", "none": None}.get(options.test, options.test)
    with warnings_said(quiet=options.quiet):
        found = fastmetrics.compare_across_datasets(
            results.scores,
            # 1 − 0.95 is 0.050000000000000044.
            alpha=round(1 - options.confidence_level, 12),
            omnibus=omnibus,
            ties=options.ties or "corrected",
            post_hoc=options.post_hoc or "nemenyi",
            control=options.baseline,
            adjust=adjust,
            greater_is_better=not options.lower_is_better,
            decimals=options.decimals,
            rope=options.rope,
            random_state=options.seed,
        )
    return found
