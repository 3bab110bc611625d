"""PairwiseResult: result of tests of pairs of models."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import distinct, some
from fastmetrics._common.options import check_level
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.comparison.critical_differences import (
    Style,
    critical_difference_diagram,
    critical_difference_picture,
    critical_difference_svg,
)
from fastmetrics.comparison.model_differences import (
    MOST_GROUPS,
    TooManyGroups,
    letters_of,
    maximal_groups,
)
from fastmetrics.show.numbers import count, numerals, pvalue_numeral
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document, Notes, Table
from fastmetrics.show.words import capital, in_lines, of_catalog, say, sentence

if TYPE_CHECKING:
    from fastmetrics.show.pictures import Picture


@dataclass(frozen=True, kw_only=True, eq=False)
class PairwiseResult(Result):
    """Tests of all pairs of models, or of each model against a control.

    Arrays are of shape (n_models, n_models); entry [i, j] is about model i minus model
    j. Against a control they are of shape (n_models,), entry [i] is about model i minus
    the control, and the control's own is NaN.

    Attributes
    ----------
    names : tuple
        The models: names of columns, or positions where there are none.
    test : str
        The test of one pair, as a paper would print it: "Nemenyi test".
    adjust : str or None
        How p-values were adjusted for the number of pairs; None: not.
    estimates : ndarray of float64
        The size of each difference; ``estimate_name`` says of what.
    statistics : ndarray of float64
        Statistics that are compared with their null distribution.
    pvalues, adjusted_pvalues : ndarray of float64
        In [0, 1]; of all pairs symmetric, and 1 on the diagonal.
    mean_ranks : ndarray of shape (n_models,)
        Mean rank of each model over the data sets, 1 being the best; of different data
        among the values of all models.
    n_datasets : int
        Number of data sets; 0 for models evaluated on different data.
    control : object
        The name of the model that the others are compared with; None: all pairs.
    estimate_name : str
        Name of the estimates.
    statistic_name : str
        Name of the statistics: "q", "z", "t", "W", ...
    notes : tuple of str
        Remarks, a sentence each.
    n_values : int
        How many values all models together have on different data, else 0.
    """

    names: tuple[Hashable, ...]
    test: str
    adjust: str | None
    estimates: NDArray[np.float64]
    statistics: NDArray[np.float64]
    pvalues: NDArray[np.float64]
    adjusted_pvalues: NDArray[np.float64]
    mean_ranks: NDArray[np.float64]
    n_datasets: int
    control: Hashable | None = None
    estimate_name: str = "difference of mean ranks"
    statistic_name: str = "z"
    notes: tuple[str, ...] = ()
    n_values: int = 0
    # The critical difference at a level; a function that can be pickled.
    difference: Callable[[float], float] | None = field(default=None, repr=False)

    def critical_difference(self, alpha: float = 0.05) -> float:
        """Return the critical difference of mean ranks.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            The level, for all pairs together.

        Returns
        -------
        float
            NaN where the test has no such number.
        """
        alpha = check_level(alpha, "alpha")
        return float(self.difference(alpha)) if self.difference else math.nan

    def groups(self, alpha: float = 0.05) -> tuple[tuple[Hashable, ...], ...]:
        """Return all maximal groups of models without significant differences.

        A model may be in several groups: that A is not told from B, nor B from C, does
        not say that A is not told from C. Against a control there is one group: the
        control and the models that are not told from it.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            Pairs with an adjusted p-value of at most this differ significantly.

        Returns
        -------
        tuple of tuples
            Names by mean rank, the best first; the group of the best model first.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups.
        """
        significant = self._told(alpha)
        order = self._order()
        if self.control is not None:
            return (tuple(self.names[i] for i in order if not significant[i]),)
        groups = maximal_groups(significant[np.ix_(order, order)])
        return tuple(tuple(self.names[order[i]] for i in group) for group in groups)

    def letters(self, alpha: float = 0.05) -> dict[Hashable, str]:
        """Return letters for each model; a common letter: no significant difference.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            As `groups` takes it, of which each has a letter.

        Returns
        -------
        dict
            Name to letters, the best model, whose letter is "a", first.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups, or if models were compared with a
            control only.
        """
        if self.control is not None:
            raise ValueError(
                "letters need all pairs of models, and these were compared with "
                f"{self.control!r} only; use groups."
            )
        ranked = [self.names[i] for i in self._order()]
        return letters_of(ranked, self.groups(alpha))

    def summary(self, alpha: float = 0.05, *, language: str = "en") -> str:
        """Summarize the results in sentences, the size of each difference first.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            The significance level for pairs.
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        alpha = check_level(alpha, "alpha")
        pairs = [*self._pairs()]
        significant = [pair for pair in pairs if pair["adjusted_pvalue"] <= alpha]
        significant.sort(key=lambda pair: -abs(pair["estimate"]))
        written = self._written()
        lines: list[str] = [
            say(
                "{test}: significant for {told} of {pairs} at α = {alpha}.",
                test=self._head(),
                told=len(significant),
                pairs=self._count(len(pairs)),
                alpha=f"{alpha:g}",
            )
        ]
        if significant:
            sizes = numerals(*(pair["estimate"] for pair in significant))
            named = [
                f"{written[pair['a']]} − {written[pair['b']]} = {size} "
                f"(p = {pvalue_numeral(pair['adjusted_pvalue'])})"
                for pair, size in zip(significant, sizes, strict=True)
            ]
            what, each = capital(self.estimate_name), some(named, "; ")
            lines.append(say("{what}: {each}.", what=what, each=each))
        notes = map(sentence, self.notes)
        undecided = sentence_on_undecided(self, alpha, written)
        return in_lines([*lines, *undecided, *notes], language)

    def __str__(self) -> str:
        fields = {"test": self._head(), "pairs": self._count(len([*self._places()]))}
        return say("{test}: {pairs}", **fields)

    def _head(self) -> str:
        fields = {"test": capital(self.test), "n": len(self.names)}
        if self.n_values:
            k = count(self.n_values)
            head = say(
                "{test}, {n} models with {k} values on different data", k=k, **fields
            )
        else:
            k = count(self.n_datasets)
            head = say("{test}, {n} models on {k} data sets", k=k, **fields)
        if not self.adjust:
            return head
        method = of_catalog(TITLES.get(self.adjust, self.adjust))
        return say("{head}, p-values adjusted by {method}", head=head, method=method)

    def _count(self, n_pairs: int) -> str:
        n = count(n_pairs)
        if self.control is None:
            return say("{n} pair", n=n) if n_pairs == 1 else say("{n} pairs", n=n)
        fields = {"n": n, "control": self._written()[self.control]}
        if n_pairs == 1:
            return say("{n} comparison with {control}", **fields)
        return say("{n} comparisons with {control}", **fields)

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per pair.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            In pandas (a, b) is the index; in Polars these are the first columns.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        columns = ["estimate", "statistic", "pvalue", "adjusted_pvalue"]
        asked_by = "PairwiseResult.to_frame"
        return data_frame(self._pairs(), ["a", "b"], backend, asked_by, columns)

    def to_dict(self) -> dict[str, Any]:
        """Return all results as values for JSON; undefined numbers are None."""
        return plain_fields(
            self,
            "test adjust n_datasets n_values control estimate_name statistic_name",
            models=[
                {"name": name, "mean_rank": rank}
                for name, rank in zip(self.names, self.mean_ranks, strict=True)
            ],
            pairs=[*self._pairs()],
            notes=self.notes,
        )

    def plot(  # type: ignore[override]  # with named arguments
        self,
        *,
        alpha: float = 0.05,
        ax: Any = None,
        style: Style | None = None,
        language: str = "en",
    ) -> Any:
        """Draw mean ranks or p-values, as `critical_difference_diagram` does.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            The significance level of differences between models.
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        style : {"bars", "intervals", "heatmap"}, optional
            Groups that bars join, intervals of one critical difference, or a matrix of
            p-values. By default bars; for models evaluated on different data, which
            have no ranks by data set, the matrix.
        language : {"en", "zh"}, default="en"
            Language of the text.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If ``style="intervals"`` is asked for a test without critical difference, or
            ranks of models evaluated on different data.
        ImportError
            If matplotlib is not installed.
        """
        return critical_difference_diagram(
            self, alpha=alpha, ax=ax, style=self._style(style), language=language
        )

    def to_svg(  # type: ignore[override]
        self,
        *,
        alpha: float = 0.05,
        style: Style | None = None,
        language: str = "en",
    ) -> str:
        """Return the picture of `plot` as SVG; matplotlib is not needed.

        Parameters
        ----------
        alpha : float in (0, 1), default=0.05
            The significance level of differences between models.
        style : {"bars", "intervals", "heatmap"}, optional
            Groups that bars join, intervals of one critical difference, or a matrix of
            p-values. By default bars; for models evaluated on different data, which
            have no ranks by data set, the matrix.
        language : {"en", "zh"}, default="en"
            Language of the text.

        Returns
        -------
        str
            The same text each time; a file of it can be opened in a browser.

        Raises
        ------
        ValueError
            If ``style="intervals"`` is asked for a test without critical difference, or
            ranks of models evaluated on different data.
        """
        return critical_difference_svg(
            self, alpha=alpha, style=self._style(style), language=language
        )

    def _document(self, width: int | None = None, **options: Any) -> Document:
        written = self._written()
        rows: list[list[str]] = [
            [
                f"{written[item['a']]} − {written[item['b']]}",
                *numerals(item["estimate"]),
                *numerals(item["statistic"]),
                pvalue_numeral(item["adjusted_pvalue"]),
            ]
            for item in self._pairs()
        ]
        headers = [
            "",
            of_catalog(self.estimate_name),
            of_catalog(self.statistic_name),
            say("p-value"),
        ]
        notes = [sentence(item) for item in self.notes]
        return Document(
            sentences=[str(self)],
            tables=[Table("", headers, rows, frozenset({1, 2, 3}))],
            foot=[Notes(say("Notes"), notes)] if notes else [],
            title=capital(self.test),
        )

    def _pictures(self, **options: Any) -> list[Picture]:
        if len(self.names) < 2 or np.isnan(self.mean_ranks).any():
            return []
        styles: list[Style] = ["heatmap"] if self.n_values else ["bars", "heatmap"]
        return [critical_difference_picture(self, style=style) for style in styles]

    def _style(self, style: Style | None) -> Style:
        """Return how it is drawn where nothing is said."""
        return style or ("heatmap" if self.n_values else "bars")

    def _written(self) -> dict[Hashable, str]:
        """Return the names as written in sentences."""
        texts = [
            f"model {name}" if isinstance(name, int) else str(name)
            for name in self.names
        ]
        cut = distinct(texts)
        return {name: cut[text] for name, text in zip(self.names, texts, strict=True)}

    def _order(self) -> NDArray[np.intp]:
        """Return the models' positions, the best first."""
        return np.argsort(self.mean_ranks, kind="stable")

    def _told(self, alpha: float) -> NDArray[np.bool_]:
        """Return the pairs with significant differences; undefined ones are not."""
        return self.adjusted_pvalues <= check_level(alpha, "alpha")

    def _places(self) -> Iterator[tuple[int, int]]:
        """Return the positions of the models of each pair, once."""
        k = len(self.names)
        if self.control is None:
            return combinations(range(k), 2)
        other = self.names.index(self.control)
        return ((i, other) for i in range(k) if i != other)

    def _pairs(self) -> Iterator[dict[str, Any]]:
        """Yield the tests, each pair once."""
        for i, j in self._places():
            at = (i, j) if self.control is None else i
            yield {
                "a": self.names[i],
                "b": self.names[j],
                "estimate": float(self.estimates[at]),
                "statistic": float(self.statistics[at]),
                "pvalue": float(self.pvalues[at]),
                "adjusted_pvalue": float(self.adjusted_pvalues[at]),
            }


def sentence_on_undecided(
    pairs: PairwiseResult, alpha: float, written: Mapping[Hashable, str]
) -> Iterator[str]:
    """Yield the sentence on models without a significant difference, if there are any.

    ``written`` says how it writes the names.
    """
    try:
        groups = [group for group in pairs.groups(alpha) if len(group) > 1]
    except TooManyGroups:
        n = count(MOST_GROUPS)
        yield say("More than {n} groups of models do not differ significantly.", n=n)
        return
    named = [
        some([written[name] for name in group if name != pairs.control], ", ")
        for group in groups
    ]
    if not named:
        return
    if pairs.control is None:
        within = some(named, " | ")
        yield say("There is no evidence of differences within {groups}.", groups=within)
        return
    yield say(
        "There is no evidence of a difference from {control} of {models}.",
        control=written[pairs.control],
        models="".join(named),
    )
