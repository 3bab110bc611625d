"""ItemScores: the runs of models on items, from which leaderboards are computed.

The metrics, the plan and the comparison of the family read it with:

``one = scores.of_model(model)``
    `ModelRuns`, the runs of one model. Arrays over items: ``counts`` (int64), ``sums``
    (int64 if the table is binary, else float64), ``means`` (NaN for a missing cell);
    ragged: ``runs`` (bool or float64), those of item i in ``starts[i]:starts[i + 1]``.
``scores.n_runs``, ``scores.sums``, ``scores.means``
    The same for all models, of shape (n_items, n_models); a column is contiguous.
``scores.is_binary``
    Whether all scores of the table are 0 or 1.
``scores.units``
    `Units` of independent items: ``codes`` of the clusters with names ``names``, or of
    the items themselves without clusters (also if every cluster has one item).
    ``has_clusters`` tells which.
``scores.strata``
    `Units` of the benchmarks, ``codes`` and ``names``; None without benchmarks.
``scores.missing_rule``, ``scores.check_missing(missing)``
    The default for missing cells, and the rule to use for an option ``missing``: None
    if no cell is missing, else "pairwise" or "common"; raises if it is "raise".
``as_item_scores(scores)``
    ItemScores as they are, and arrays as `ItemScores.from_arrays` reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import listed, shown, some, with_noun
from fastmetrics._common.options import check_choice, hold_warnings
from fastmetrics._common.records import frame_of_columns
from fastmetrics._inputs.columns import as_column, raise_no_rows
from fastmetrics._inputs.groups import GroupIds
from fastmetrics._inputs.score_tables import join_columns
from fastmetrics._inputs.scores import numbers
from fastmetrics.metrics.items.cells import (
    Items,
    Runs,
    Units,
    as_names,
    coded_names,
    pack,
    unpack,
)
from fastmetrics.metrics.items.score_columns import (
    as_flags,
    by_appearance,
    cannot_repeat,
    cell_name,
    check_finite,
    columns_of,
    different_names,
    means_of,
    named_column,
    read_array,
    run_name,
)
from fastmetrics.metrics.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from numpy.typing import ArrayLike, NDArray

    Missing: TypeAlias = Literal["raise", "pairwise", "common"]

MISSING = ("raise", "pairwise", "common")


class ModelRuns(NamedTuple):
    """The runs of one model; the head of the module describes the fields."""

    counts: NDArray[np.int64]
    sums: NDArray[Any]
    runs: NDArray[Any]
    starts: NDArray[np.int64]

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean of the runs of each item; NaN without runs."""
        return means_of(self.sums, self.counts)


class ItemScores(Summary):
    """Scores of models on items, with one or several runs each.

    An item is a question, a task or an image of a benchmark. The tables of other items,
    models or runs add up with ``+``.

    Attributes
    ----------
    models : list
        Names of the models, in order of first appearance.
    items : ndarray of shape (n_items,)
        Ids of the items, ascending within their benchmark.
    clusters, benchmarks : ndarray of shape (n_items,), or None
        Cluster and benchmark of each item; None if the table has none.
    n_items : int
        Number of items.
    n_runs : ndarray of shape (n_items, n_models)
        Number of runs of each item and model; 0 for a missing cell.
    missing : dict
        Number of missing cells of each model.

    Notes
    -----
    The table is created by `from_frame` or `from_arrays`, or read from files by
    `read_item_scores`.
    An item is identified by (benchmark, item), and a cluster by (benchmark, cluster).
    Ids that start again at 0 in each benchmark are different items.

    Examples
    --------
    >>> from fastmetrics import ItemScores
    >>> scores = ItemScores.from_arrays([[1, 1], [0, 1], [1, 0]], models=["a", "b"])
    >>> scores.n_items, scores.models
    (3, ['a', 'b'])
    >>> more = ItemScores.from_arrays([[1, 0]], models=["a", "b"], items=[3])
    >>> (scores + more).n_items
    4
    """

    __slots__ = ("_items", "_runs", "_sums", "missing_rule", "models")

    task = "items"

    models: list[Any]
    missing_rule: Missing
    _items: Items
    _runs: Runs
    _sums: NDArray[Any] | None

    def __init__(self) -> None:
        raise TypeError(
            "ItemScores are made by from_frame, from_arrays, from_bytes or merge"
        )

    # --- how they are made

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        item: str = "item",
        model: str = "model",
        score: str = "score",
        run: str | None = None,
        cluster: str | None = None,
        benchmark: str | None = None,
        missing: Missing = "raise",
    ) -> ItemScores:
        """Create the table from a long table with one row per run.

        Parameters
        ----------
        frame : data frame, Arrow table or dict of columns
            Rows in any order.
        item, model, score : str
            Names of the columns of item ids, names of models and scores. A null or NaN
            is a run that was not made.
        run : str, optional
            Name of the column of runs, such as an epoch or a seed; "order" if rows of
            one item and model are its runs in the order of the table. By default each
            item and model has one row.
        cluster, benchmark : str, optional
            Names of the columns of clusters and benchmarks.
        missing : {"raise", "pairwise", "common"}, default="raise"
            Treatment of items without a run of some model: an error, or the default
            with which `compare` treats them.

        Returns
        -------
        ItemScores
            Contains copies of the columns.

        Raises
        ------
        ValueError
            If a column is missing, a run occurs twice, a score is not a finite number,
            an item has two clusters, or a cell is missing.
        TypeError
            If the frame is not a table, or ids of one column are of several kinds.
        """
        columns = columns_of(frame)
        names = {"item": item, "model": model, "score": score, "cluster": cluster}
        names |= {"benchmark": benchmark, "run": None if run == "order" else run}
        given = {
            argument: named_column(columns, name, argument)
            for argument, name in names.items()
            if name is not None
        }
        given["score"] = join_columns([(score, given["score"])], "frame", missing=True)
        called = {argument: name or argument for argument, name in names.items()}
        return cls.from_columns(given, missing, called, in_order=run == "order")

    @classmethod
    def from_columns(
        cls,
        columns: Mapping[str, Any],
        missing: Missing,
        called: Mapping[str, str],
        place: Callable[[int], str] | None = None,
        *,
        in_order: bool = False,
    ) -> ItemScores:
        """Create the table from columns with one row per run, by argument.

        ``called`` are the names of the columns, and ``place`` names a row, for
        messages. ``in_order``: rows of one item and model are its runs in this order.
        """
        check_choice(missing, MISSING, "missing")
        values = as_flags(numbers(as_column(columns["score"], "score"), "score"))
        n = len(values)
        if not n:
            raise_no_rows(called["score"])
        of_items = called["item"], called["benchmark"], called["cluster"]
        items, places = Items.of_rows(
            columns["item"],
            columns.get("benchmark"),
            columns.get("cluster"),
            n,
            of_items,
        )
        models, of_models = by_appearance(columns["model"], n, called["model"])
        cells = of_models * items.n + places
        runs = None
        if "run" in columns:
            runs = coded_names(columns["run"], n, called["run"])
        elif not in_order:
            runs = GroupIds(
                np.zeros(n, np.int64), 0, 1, np.zeros(1, np.int64), cells.dtype
            )
        rows = np.flatnonzero(~np.isnan(values))
        if len(rows) < n:
            values, cells = as_flags(values[rows]), cells[rows]
            if runs is not None:
                runs = runs._replace(numbers=runs.numbers[rows])
        check_finite(values, lambda row: cell_name(models, items, int(cells[row])))

        def repeated(first: int, second: int) -> ValueError:
            what = cell_name(models, items, int(cells[first]))
            if "run" not in columns:
                what += (
                    ". If rows are repeated runs, pass run= with the column that names "
                    'them, or run="order"'
                )
            else:
                assert runs is not None  # runs by order are not named
                what = f"{run_name(runs, first)} of {what}"
            a, b = int(rows[first]), int(rows[second])
            both = f"rows {a} and {b} (counted from 0)"
            if place is not None:
                both = f"{place(a)} and {place(b)}"
            return ValueError(f"{both} are {what}.")

        table = Runs.of_rows(cells, len(models) * items.n, values, runs, repeated)
        return cls._of(models, items, table, missing)._complete()

    @classmethod
    def from_arrays(
        cls,
        scores: ArrayLike,
        *,
        models: ArrayLike | None = None,
        items: ArrayLike | None = None,
        clusters: ArrayLike | None = None,
        benchmarks: ArrayLike | None = None,
        runs: ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> ItemScores:
        """Create the table from an array with one row per item.

        Parameters
        ----------
        scores : array_like of shape (n_items, n_models) or (n_items, n_models, n_runs)
            Scores; NaN for a run that was not made. A data frame or a dict of columns
            has a column per model.
        models : array_like of shape (n_models,), optional
            Names of the models; by default those of the columns, or 0, 1, ...
        items : array_like of shape (n_items,), optional
            Ids of the items; by default 0, 1, ...
        clusters, benchmarks : array_like of shape (n_items,), optional
            Cluster and benchmark of each item.
        runs : array_like of shape (n_runs,), optional
            Names of the runs; by default 0, 1, ...
        missing : {"raise", "pairwise", "common"}, default="raise"
            Treatment of items without a run of some model: an error, or the default
            with which `compare` treats them.

        Returns
        -------
        ItemScores
            Contains a copy of the scores.

        Raises
        ------
        ValueError
            If shapes differ, names repeat, a score is infinite, or a cell is missing.
        TypeError
            If ids are of several kinds.

        Examples
        --------
        >>> from fastmetrics import ItemScores
        >>> scores = ItemScores.from_arrays({"small": [1, 0, 0], "large": [1, 1, 0]})
        >>> scores.means
        array([[1., 1.],
               [0., 1.],
               [0., 0.]])
        """
        check_choice(missing, MISSING, "missing")
        array, own_names = read_array(scores)
        n, k, r = array.shape
        item_ids: Any = np.arange(n) if items is None else items
        table, places = Items.of_rows(item_ids, benchmarks, clusters, n)
        if table.n < n:
            twice = int(np.flatnonzero(np.bincount(places) > 1)[0])
            raise ValueError(
                f"items must be different: {table.name(twice)} occurs more than once."
            )
        names = different_names(own_names if models is None else models, k, "models")
        run_names = different_names(runs, r, "runs")
        by_cell = array.transpose(1, 0, 2)
        if (places[1:] < places[:-1]).any():
            by_cell = by_cell[:, np.argsort(places)]
        made = ~np.isnan(by_cell)
        if not made.any():
            raise ValueError("scores must have one run at least: all are NaN.")
        cells = np.repeat(np.arange(k * n), np.count_nonzero(made, axis=2).ravel())
        values = as_flags(by_cell[made])
        check_finite(values, lambda row: cell_name(names, table, int(cells[row])))
        own = None
        if runs is not None or not made.all():
            ids = coded_names(run_names, r, "runs")
            own = ids._replace(numbers=np.broadcast_to(ids.numbers, made.shape)[made])
        all_runs = Runs.of_rows(cells, k * n, values, own, cannot_repeat)
        return cls._of(names, table, all_runs, missing)._complete()

    @classmethod
    def _of(
        cls, models: list[Any], items: Items, runs: Runs, missing: Missing
    ) -> ItemScores:
        """Take parts as they are, and share their memory."""
        scores = object.__new__(cls)
        scores.models, scores._items, scores._runs = models, items, runs
        scores.missing_rule, scores._sums = missing, None
        return scores

    def _complete(self) -> ItemScores:
        """Return the table itself; raise if its rule does not allow missing cells."""
        self.check_missing(self.missing_rule)
        return self

    # --- content

    @property
    def items(self) -> NDArray[Any]:
        """Ids of the items."""
        return self._items.ids

    @property
    def clusters(self) -> NDArray[Any] | None:
        """Cluster of each item; None without clusters."""
        units = self._items.clusters
        return None if units is None else units.of_items()

    @property
    def benchmarks(self) -> NDArray[Any] | None:
        """Benchmark of each item; None without benchmarks."""
        units = self._items.benchmarks
        return None if units is None else units.of_items()

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self._items.n

    @property
    def n_runs(self) -> NDArray[np.int64]:
        """Number of runs of each item and model."""
        return self._runs.counts.reshape(len(self.models), self.n_items).T

    @property
    def missing(self) -> dict[Any, int]:
        """Number of missing cells of each model."""
        counts = np.count_nonzero(self.n_runs == 0, axis=0).tolist()
        return dict(zip(self.models, counts, strict=True))

    def __len__(self) -> int:
        return self.n_items

    def __repr__(self) -> str:
        n = len(self._runs.scores)
        return (
            f"ItemScores(n_items={self.n_items}, n_models={len(self.models)}, "
            f"n_runs={n})"
        )

    # --- what metrics read

    @property
    def is_binary(self) -> bool:
        """True if all scores are 0 or 1."""
        return self._runs.scores.dtype == bool

    @property
    def sums(self) -> NDArray[Any]:
        """Sum of the runs of each item and model, shape (n_items, n_models)."""
        if self._sums is None:
            self._sums = self._runs.sums()
        return self._sums.reshape(len(self.models), self.n_items).T

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean of the runs of each item and model; NaN for missing cells."""
        return means_of(self.sums, self.n_runs)

    @property
    def has_clusters(self) -> bool:
        """True if some cluster has two items or more."""
        units = self._items.clusters
        return units is not None and units.k < self.n_items

    @property
    def units(self) -> Units:
        """Independent items: clusters, or items without clusters."""
        if self.has_clusters:
            assert self._items.clusters is not None
            return self._items.clusters
        return Units(np.arange(self.n_items), self.items)

    @property
    def strata(self) -> Units | None:
        """Benchmarks of the items; None without benchmarks."""
        return self._items.benchmarks

    def of_model(self, model: Any) -> ModelRuns:
        """Return the runs of one model; raise ValueError if there is none."""
        at, n = self._place(model), self.n_items
        starts = self._runs.starts[at * n : (at + 1) * n + 1]
        runs = self._runs.scores[starts[0] : starts[-1]]
        return ModelRuns(np.diff(starts), self.sums[:, at], runs, starts - starts[0])

    def of_models(self, models: Sequence[Any]) -> ItemScores:
        """Return the table of some of the models, with all items.

        Parameters
        ----------
        models : sequence
            Names of the models, in the order of the new table.

        Returns
        -------
        ItemScores
            Their runs.

        Raises
        ------
        ValueError
            If there is no such model, or it is named twice.
        """
        names, n = different_names([*models], len(models), "models"), self.n_items
        at = [self._place(model) for model in names]
        runs = self._runs.of_cells([slice(i * n, (i + 1) * n) for i in at])
        return self._of(names, self._items, runs, self.missing_rule)

    def _place(self, model: Any) -> int:
        if model not in self.models:
            raise ValueError(
                f"model must be one of {listed(self.models)}, got {shown(model)}."
            )
        return self.models.index(model)

    def cell(self, item: int, model: Any) -> str:
        """Return the item in a place and a model as errors name them."""
        return cell_name([model], self._items, item)

    def check_missing(self, missing: Missing | None = None) -> Missing | None:
        """Return the rule for missing cells; None if there is none.

        ``missing``: None for the rule of the table.

        Raises
        ------
        ValueError
            If cells are missing and the rule is "raise".
        """
        rule = self.missing_rule if missing is None else missing
        check_choice(rule, MISSING, "missing")
        if (self._runs.counts > 0).all():
            return None
        if rule == "raise":
            counts = [
                f"{with_noun(count, 'item')} of model {shown(model)}"
                for model, count in self.missing.items()
                if count
            ]
            raise ValueError(
                f"scores has no runs for {some(counts, ', ')} (of {self.n_items:,} "
                'items). Pass missing="pairwise" or missing="common" to compare models '
                "on the items they have."
            )
        return rule

    # --- values

    def compute(self, name: str, **parameters: Any) -> Any:
        """Compute a metric from the table.

        Parameters
        ----------
        name : str
            A metric of item scores such as "mean_score" or "pass_at_k:k=5".
        **parameters
            Parameters of the metric's function, except the scores.

        Returns
        -------
        float or dict
            The value of the function with these parameters, without its warnings: that
            of the model, or a dict of the value of each of several models.

        Raises
        ------
        ValueError
            If there is no such metric, or a parameter is out of range.
        TypeError
            If a required parameter is missing.
        """
        row = self._row(name)
        all_parameters = row.with_parameters(parameters)
        row.check_required(all_parameters)
        with hold_warnings():
            return row.public(self, **all_parameters)

    # --- merging

    def __add__(self, other: object) -> ItemScores:
        if not isinstance(other, ItemScores):
            return NotImplemented
        if self.missing_rule != other.missing_rule:
            raise ValueError(
                "ItemScores that treat missing cells in different ways cannot be "
                f"added: {self.missing_rule!r} and {other.missing_rule!r}."
            )
        items, ours, theirs = self._items.joined(other._items)
        models = [*dict.fromkeys([*self.models, *other.models])]
        cells = np.concatenate(
            [
                side._cells_in(models, places, items.n)
                for side, places in ((self, ours), (other, theirs))
            ]
        )
        runs = self._runs.joined_names(other._runs)
        scores = np.concatenate([self._runs.scores, other._runs.scores])

        def repeated(first: int, second: int) -> ValueError:
            what = cell_name(models, items, int(cells[first]))
            return ValueError(
                f"both tables have {run_name(runs, first)} of {what}. Runs that are to "
                "be added need different names."
            )

        table = Runs.of_rows(cells, len(models) * items.n, scores, runs, repeated)
        return self._of(models, items, table, self.missing_rule)

    def _cells_in(
        self, models: list[Any], places: NDArray[np.int64], n_items: int
    ) -> NDArray[np.int64]:
        """Return the cell of each run in a table of these models and more items."""
        of_models = np.array([models.index(model) for model in self.models], np.int64)
        cells = (of_models[:, None] * n_items + places).ravel()
        return cells[self._runs.cells()]

    # --- keeping, comparing

    def to_bytes(self) -> bytes:
        """Return the table as bytes; ``cells.py`` describes the format.

        Returns
        -------
        bytes
            Bytes that `from_bytes` reads, on any platform and in any later version.

        Raises
        ------
        TypeError
            If ids or names are neither strings nor numbers.
        """
        return pack(
            MISSING.index(self.missing_rule), self.models, self._items, self._runs
        )

    @classmethod
    def from_bytes(cls, data: Any) -> ItemScores:
        """Read the bytes that `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        ItemScores
            Equal to the table that was written.

        Raises
        ------
        ValueError
            If the bytes are of something else, damaged, or of another version.
        """
        rule, models, items, runs = unpack(data, len(MISSING))
        missing: Any = MISSING[rule]
        return cls._of(models, items, runs, missing)

    def to_frame(self, backend: str = "pandas") -> Any:
        """Return the table as a data frame with one row per run.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            The library of the frame.

        Returns
        -------
        DataFrame
            Columns ``item``, ``model`` and ``score``, and if the table has them
            ``benchmark``, ``cluster`` and ``run``. Scores of a binary table are
            integers.

        Raises
        ------
        ValueError
            If the library is unknown.
        ImportError
            If it is not installed.

        See Also
        --------
        from_frame : Create the table from such a frame.
        """
        model, item = np.divmod(self._runs.cells(), self.n_items)
        columns = {"item": self.items[item], "model": as_names(self.models)[model]}
        scores = self._runs.scores
        columns["score"] = scores.astype(np.int64) if self.is_binary else scores
        if self._runs.codes is not None or (self._runs.counts > 1).any():
            codes, known = self._runs.named()
            columns["run"] = known[codes]
        for what in ("cluster", "benchmark"):
            units = getattr(self._items, f"{what}s")
            if units is not None:
                columns[what] = units.of_items()[item]
        return frame_of_columns(columns, backend, "to_frame")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ItemScores):
            return NotImplemented
        return (
            self.missing_rule == other.missing_rule
            and self.models == other.models
            and self._items.equals(other._items)
            and self._runs.equals(other._runs)
        )

    __hash__ = None  # type: ignore[assignment]


def as_item_scores(scores: Any, missing: Missing = "raise") -> ItemScores:
    """Return ItemScores as they are, and arrays as `ItemScores.from_arrays` does."""
    if isinstance(scores, ItemScores):
        return scores
    return ItemScores.from_arrays(scores, missing=missing)
