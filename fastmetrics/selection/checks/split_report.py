"""SplitReport: what was found about splits, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.plain import data_frame, plain_all
from fastmetrics.selection.checks.findings import SplitFindings, findings, problems_of
from fastmetrics.selection.checks.pictures import split_picture
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.numbers import count
from fastmetrics.show.result import Result
from fastmetrics.show.tables import Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.show.pictures.figures import Figure
    from fastmetrics.show.pictures.picture import Picture


__all__ = ["SplitReport"]

# The columns of tables: what a field is called there.
_COLUMNS = {
    "n_train": say("train"),
    "n_test": say("test"),
    "rows_on_both_sides": say("shared rows"),
    "groups_on_both_sides": say("shared groups"),
    "duplicates_on_both_sides": say("duplicates"),
    "older_than_training": say("older rows"),
}
# Of more splits the first are shown.
MOST = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class SplitReport(Result, SplitFindings):
    """What `check_split` and `check_parts` found about splits.

    Where something has one number per split, it is a tuple in their order; it is None
    if what it takes was not given. A row counts once in a part, however often it is
    repeated there.

    Attributes
    ----------
    n_samples : int
        How many rows there are.
    n_splits : int
        How many splits.
    n_train, n_test : tuple of int
        How many rows the training part and the test part have.
    rows_on_both_sides : tuple of int
        How many rows are in both parts.
    never_tested, tested_more_than_once : int
        How many rows are in no test part, and in several: by design in splits of some
        kinds, and no problem by itself.
    classes : ndarray or None
        The classes, sorted. None if ``y`` has fractions or several labels per row.
    class_totals : ndarray of int64, shape (n_classes,), or None
        How many rows of each class there are.
    class_counts : ndarray of int64, shape (n_splits, n_classes), or None
        How many rows of each class the test parts have.
    class_deviations : ndarray of float64, shape (n_splits, n_classes), or None
        By how many rows that is away from the share of the class in all rows:
        ``abs(class_counts - n_test * class_totals / n_samples)``.
    largest_deviation : float or None
        The largest of these: every test part has every class to within so many rows.
    smallest_deviation : float or None
        The smallest possible value for test parts of these sizes, each by itself.
    missing_from_training, missing_from_test : tuple of tuples or None
        Per split the classes that a part lacks.
    n_groups : int or None
        How many groups there are.
    groups_on_both_sides : tuple of int or None
        How many groups have rows in both parts.
    duplicates_on_both_sides : tuple of int or None
        How many rows of the test part equal another row, which is in the training part.
    duplicates_with_same_label, duplicates_with_other_label : tuple of int or None
        How many of them equal a training row of the same label, and one of another; a
        row may count in both.
    duplicates_in_training, duplicates_in_test : tuple of int or None
        How many rows equal an earlier row of their part, which is no problem.
    older_than_training : tuple of int or None
        How many rows of the test part are older than the newest training row.
    examples : dict of lists
        By the name of the count, the first cases: dicts of ``split`` with ``row`` or
        ``group``, and of duplicates ``training_row``.
    problems : tuple of str
        What is wrong, a sentence each.
    """

    problems: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Say what is wrong."""
        object.__setattr__(self, "problems", tuple(problems_of(self)))

    @property
    def ok(self) -> bool:
        """Whether there is no problem."""
        return not self.problems

    def raise_if_bad(self) -> None:
        """Raise ValueError with all problems, if there are any."""
        if self.problems:
            raise ValueError(" ".join(self.problems))

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it."""
        names = [each.name for each in fields(self) if each.name != "thinned"]
        found = {name: plain_all(getattr(self, name)) for name in names}
        return {"ok": self.ok, **found}

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per split.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            What there is per split, under the names of the attributes, and the largest
            deviation of a class. In pandas the split is the index; in Polars it is the
            first column.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        counts = self._per_split()
        rows = [
            {"split": i, **{name: one[i] for name, one in counts.items()}}
            for i in range(self.n_splits)
        ]
        return data_frame(
            rows,
            index=["split"],
            columns=[*counts],
            backend=backend,
            asked_by="SplitReport.to_frame",
        )

    def _per_split(self) -> dict[str, Any]:
        """Return what there is one number of per split."""
        found = {
            each.name: value
            for each in fields(self)
            if isinstance(value := getattr(self, each.name), tuple)
            and len(value) == self.n_splits
            and all(isinstance(one, int) for one in value)
        }
        if self.class_deviations is not None:
            found["largest_deviation"] = self.class_deviations.max(axis=1).tolist()
        return found

    def findings(self) -> list[str]:
        """Summarize the results, good or bad, in sentences."""
        return findings(self)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return headers and a row of texts per split, of what should be zero."""
        columns = self._per_split()
        named = {name: called for name, called in _COLUMNS.items() if name in columns}
        rows = [
            [str(i), *(count(columns[name][i]) for name in named)]
            for i in range(self.n_splits)
        ]
        return [say("split"), *named.values()], rows

    def _document(self, width: int | None = None, **options: Any) -> Document:
        headers, rows = self.table()
        right = frozenset(range(1, len(headers)))
        foot = []
        if self.problems:
            foot.append(Notes(say("Problems"), self.problems))
        if len(rows) > MOST:
            more = say(
                "The table has the first {k} of {n} splits; the JSON has all.",
                k=MOST,
                n=count(len(rows)),
            )
            foot.append(Notes(say("Notes"), [more]))
        return Document(
            sentences=[*self.findings(), *[say("No problem was found.")] * self.ok],
            tables=[Table(say("Splits"), headers, rows[:MOST], right)],
            foot=foot,
            title=say("Check of splits"),
        )

    def plot(self, *, language: str = "en", **options: Any) -> Figure:
        """Draw which rows, classes and groups the parts of each split have.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            Of the words in it.
        **options : object
            None is known.

        Returns
        -------
        matplotlib.figure.Figure
            A strip of all rows for each split; if ``y`` was given, by how many rows
            each class is away from its share of the test part; and if ``groups`` were,
            how much of each group is tested. Of very many splits, classes or groups
            the first splits and classes and the largest groups are drawn.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        made: Figure = super().plot(language=language, **options)
        return made

    def _pictures(self, **options: Any) -> list[Picture]:
        return [split_picture(self)]
