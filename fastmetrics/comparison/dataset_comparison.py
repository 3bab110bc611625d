"""DatasetComparison: results for several models on several data sets."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import distinct
from fastmetrics._common.options import check_level
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics._common.test_result import statistic_said
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.comparison.critical_differences import (
    critical_difference_diagram,
    critical_difference_picture,
    critical_difference_svg,
)
from fastmetrics.comparison.documents import across_datasets
from fastmetrics.comparison.pairwise_result import PairwiseResult, sentence_on_undecided
from fastmetrics.comparison.rank_tests.mean_ranks import better_ranked
from fastmetrics.comparison.rank_tests.ranks import ranks_among_all
from fastmetrics.comparison.simultaneous import rank_sets
from fastmetrics.show.numbers import by_hand, count, numerals, pvalue_numeral
from fastmetrics.show.result import Result
from fastmetrics.show.words import capital, in_lines, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.comparison.rank_tests.friedman import RankTestResult
    from fastmetrics.comparison.student_tests import RopeProbabilities
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document

# So probable are relations of pairs that a sentence counts.
_NEARLY_SURE = 0.95

Groups = tuple[tuple[Hashable, ...], ...]
Style = Literal["bars", "intervals", "heatmap"]


@dataclass(frozen=True, kw_only=True, eq=False)
class DatasetComparison(Result):
    """Comparison of several models by their scores on several data sets.

    Made by `compare_across_datasets`. ``print(comparison.summary())`` shows sentences.
    If a method takes ``alpha``, None means the level of the comparison.

    Attributes
    ----------
    omnibus : RankTestResult or None
        The test of whether any models differ; None: it was not asked for.
    mean_ranks : ndarray of shape (n_models,)
        Mean rank of each model over the data sets, 1 being the best.
    median, mad : ndarray of shape (n_models,)
        Median of each model's scores, and the median of their absolute deviations from
        it, in the unit of the scores.
    wins_ties_losses : ndarray of shape (n_models, n_models, 3)
        Entry [i, j] is on how many data sets model i is better than model j, as good,
        and worse.
    win_probability : ndarray of shape (n_models, n_models)
        The proportion of data sets on which model i is better than model j, with ties
        as half a win, in [0, 1].
    equivalence : dict of (name, name) to RopeProbabilities
        With ``rope``, for each pair the probabilities that the first model's scores are
        practically smaller than the second's, the same, or greater.
    alpha : float
        The level of the comparison.
    """

    omnibus: RankTestResult | None
    mean_ranks: NDArray[np.float64]
    median: NDArray[np.float64]
    mad: NDArray[np.float64]
    wins_ties_losses: NDArray[np.int64]
    win_probability: NDArray[np.float64]
    equivalence: Mapping[tuple[Hashable, Hashable], RopeProbabilities]
    alpha: float
    # Scores that were ranked, the highest first; NaN in missing cells.
    signed: NDArray[np.float64] = field(repr=False)
    # The tests of pairs, whatever the omnibus test says.
    post_hoc: PairwiseResult = field(repr=False)

    @property
    def names(self) -> tuple[Hashable, ...]:
        """The models: names of columns, or positions where there are none."""
        return self.post_hoc.names

    @property
    def n_datasets(self) -> int:
        """Number of data sets that the models were compared on."""
        return self.post_hoc.n_datasets

    @property
    def control(self) -> Hashable | None:
        """The model that the others are compared with; None: any two are compared."""
        return self.post_hoc.control

    @property
    def pairs(self) -> PairwiseResult | None:
        """The tests of pairs; None where the omnibus test does not reject."""
        return self.post_hoc if self._tells_apart(self.alpha) else None

    @property
    def ranking(self) -> tuple[Hashable, ...]:
        """The models, the best mean rank first."""
        return tuple(self.names[i] for i in self._order())

    # --- significant differences

    def groups(self, alpha: float | None = None) -> Groups:
        """Return all maximal groups of models without significant differences.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The level of the omnibus test and of the tests of pairs.

        Returns
        -------
        tuple of tuples
            Names by mean rank, the best first; the group of the best model first. All
            models are one group where the omnibus test does not reject. Against a
            control there is one group: the control and the models that are not told
            from it.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups.
        """
        alpha = self._level(alpha)
        return self.judged_pairs(alpha).groups(alpha)

    def letters(self, alpha: float | None = None) -> dict[Hashable, str]:
        """Return letters for each model; a common letter: no significant difference.

        Parameters
        ----------
        alpha : float in (0, 1), optional
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
        alpha = self._level(alpha)
        return self.judged_pairs(alpha).letters(alpha)

    def rank_intervals(
        self, alpha: float | None = None
    ) -> dict[Hashable, tuple[int, int]]:
        """Return sets of ranks that the models may have, 1 being the best.

        All true ranks by expected mean rank are in their sets with probability 1 - α.
        The sets follow from simultaneous bounds of the differences of mean ranks [1]_,
        which need neither the omnibus test nor the tests of pairs. A model may have any
        rank that the models with a better and a worse mean rank leave.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The level, for all pairs together.

        Returns
        -------
        dict
            Name to the best and the worst rank, the best mean rank first.

        References
        ----------
        .. [1] M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, "Inference for
           ranks with applications to mobility across neighbourhoods and academic
           achievement across countries", Review of Economic Studies 91(1), 2024,
           476-518.
        """
        ranks = ranks_among_all(self.signed, True)
        better = better_ranked(ranks, self._level(alpha))
        found = rank_sets(better, len(self.names))
        return {self.names[i]: found[i] for i in self._order().tolist()}

    def critical_difference(self, alpha: float | None = None) -> float:
        """Return the critical difference of mean ranks.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The level, for all pairs together.

        Returns
        -------
        float
            NaN where the test of pairs has no such number, and where the omnibus test
            does not reject.
        """
        alpha = self._level(alpha)
        return self.judged_pairs(alpha).critical_difference(alpha)

    def judged_pairs(self, alpha: float | None = None) -> PairwiseResult:
        """Return the tests of pairs as the omnibus test lets them be read.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The level of the omnibus test.

        Returns
        -------
        PairwiseResult
            If the omnibus test does not reject, it has the name of that test, and no
            pair differs significantly: adjusted p-values are 1.
        """
        alpha = self._level(alpha)
        if self._tells_apart(alpha):
            return self.post_hoc
        assert self.omnibus is not None
        pvalues = self.post_hoc.adjusted_pvalues
        return replace(
            self.post_hoc,
            test=say(
                "{test}, p = {p}",
                test=of_catalog(self.omnibus.method),
                p=pvalue_numeral(self.omnibus.pvalue),
            ),
            adjust=None,
            adjusted_pvalues=np.where(np.isnan(pvalues), pvalues, 1.0),
            difference=None,
        )

    # --- in words, tables and pictures

    def summary(self, alpha: float | None = None, *, language: str = "en") -> str:
        """Summarize the results in sentences, the size of the differences first.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The significance level of differences between models.
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        return in_lines([*self.sentences(alpha), *self.notes], language)

    def sentences(self, alpha: float | None = None) -> list[str]:
        """Summarize the results, a sentence each, without the notes.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The significance level of differences between models.
        """
        alpha = self._level(alpha)
        lines = [str(self)]
        if self.omnibus is not None:
            lines.append(_of_omnibus(self.omnibus, alpha))
        if self._tells_apart(alpha):
            lines += self._of_pairs(alpha)
        return [*lines, *self._of_equivalence()]

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the tests, a sentence each."""
        of_omnibus = self.omnibus.notes if self.omnibus else ()
        return tuple(dict.fromkeys([*of_omnibus, *self.post_hoc.notes]))

    def __str__(self) -> str:
        heading = say(
            "{n} models on {k} data sets",
            n=len(self.names),
            k=count(self.n_datasets),
        )
        written, order = distinct(self.names), self._order()
        best, worst = order[0], order[-1]
        ranks = [by_hand(self.mean_ranks[i], 2) for i in (best, worst)]
        if self.mean_ranks[best] == self.mean_ranks[worst]:
            return say(
                "{heading}: all have the mean rank {rank}.",
                heading=heading,
                rank=ranks[0],
            )
        first, last = (written[str(self.names[i])] for i in (best, worst))
        scores = numerals(self.median[best], self.median[worst])
        return say(
            "{heading}: {first} has the best mean rank, {best} (median score {high}), "
            "and {last} the worst, {worst} (median score {low}).",
            heading=heading,
            first=first,
            last=last,
            best=ranks[0],
            worst=ranks[1],
            high=scores[0],
            low=scores[1],
        )

    def to_frame(
        self,
        *,
        alpha: float | None = None,
        backend: Literal["pandas", "polars"] = "pandas",
    ) -> Any:
        """Return a data frame with a row per model, the best mean rank first.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The significance level of differences between models.
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Mean rank, bounds of the rank, median and mad; letters, or against a control
            whether the model is told from it; of pandas with the model as the index.

        Raises
        ------
        ValueError
            If ``backend`` is unknown, or there are more than 10,000 groups.
        ImportError
            If it is not installed.
        """
        rows = self._models(self._level(alpha))
        return data_frame(rows, ["model"], backend, "DatasetComparison.to_frame")

    def to_dict(self) -> dict[str, Any]:
        """Return all results as values for JSON; undefined numbers are None."""
        return plain_fields(
            self,
            "n_datasets alpha control",
            models=[*self._models(self.alpha)],
            groups=self.groups(),
            critical_difference=self.critical_difference(),
            omnibus=self.omnibus,
            pairs=self.post_hoc if self.pairs is not None else None,
            wins_ties_losses=self.wins_ties_losses,
            win_probability=self.win_probability,
            equivalence=[
                {"a": a, "b": b, **one._asdict()}
                for (a, b), one in self.equivalence.items()
            ],
        )

    def plot(  # type: ignore[override]  # with named arguments
        self,
        *,
        alpha: float | None = None,
        ax: Any = None,
        style: Style = "bars",
        language: str = "en",
    ) -> Any:
        """Draw mean ranks or p-values, as `critical_difference_diagram` does.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The significance level of differences between models.
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        style : {"bars", "intervals", "heatmap"}, default="bars"
            Groups that bars join, intervals of one critical difference, or a matrix of
            p-values.
        language : {"en", "zh"}, default="en"
            Language of the text.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If ``style="intervals"`` is asked where there is no critical difference.
        ImportError
            If matplotlib is not installed.
        """
        alpha = self._level(alpha)
        pairs = self.judged_pairs(alpha)
        return critical_difference_diagram(
            pairs, alpha=alpha, ax=ax, style=style, language=language
        )

    def to_svg(  # type: ignore[override]
        self,
        *,
        alpha: float | None = None,
        style: Style = "bars",
        language: str = "en",
    ) -> str:
        """Return the picture of `plot` as SVG; matplotlib is not needed.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The significance level of differences between models.
        style : {"bars", "intervals", "heatmap"}, default="bars"
            Groups that bars join, intervals of one critical difference, or a matrix of
            p-values.
        language : {"en", "zh"}, default="en"
            Language of the text.

        Returns
        -------
        str
            The same text each time; a file of it can be opened in a browser.

        Raises
        ------
        ValueError
            If ``style="intervals"`` is asked where there is no critical difference.
        """
        alpha = self._level(alpha)
        pairs = self.judged_pairs(alpha)
        return critical_difference_svg(
            pairs, alpha=alpha, style=style, language=language
        )

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return across_datasets(self)

    def _pictures(self, **options: Any) -> list[Picture]:
        alpha = self._level(None)
        pairs = self.judged_pairs(alpha)
        styles: list[Style] = (
            ["bars", "heatmap"] if self._tells_apart(alpha) else ["bars"]
        )
        return [
            critical_difference_picture(pairs, alpha=alpha, style=style)
            for style in styles
        ]

    # --- what these are made of

    def _order(self) -> NDArray[np.intp]:
        """Return the models' positions, the best first."""
        return np.argsort(self.mean_ranks, kind="stable")

    def _level(self, alpha: float | None) -> float:
        return self.alpha if alpha is None else check_level(alpha, "alpha")

    def _tells_apart(self, alpha: float) -> bool:
        """Whether pairs are looked at: only where the omnibus test rejects."""
        return self.omnibus is None or self.omnibus.reject(alpha)

    def _models(self, alpha: float) -> Iterator[dict[str, Any]]:
        """Yield the row of the table for each model, the best first."""
        told_from = {*self.names} - {*self.groups(alpha)[0]}
        letters = self.letters(alpha) if self.control is None else {}
        ranks = self.rank_intervals(alpha)
        for i in self._order():
            name = self.names[i]
            yield {
                "model": name,
                "mean_rank": float(self.mean_ranks[i]),
                "rank_low": ranks[name][0],
                "rank_high": ranks[name][1],
                "median": float(self.median[i]),
                "mad": float(self.mad[i]),
                **(
                    {"letters": letters[name]}
                    if self.control is None
                    else {"told_from_control": name in told_from}
                ),
            }

    def _of_pairs(self, alpha: float) -> Iterator[str]:
        """Yield the results of the tests of pairs."""
        pairs, texts = self.post_hoc, distinct(self.names)
        written = {name: texts[str(name)] for name in self.names}
        significant = pairs.adjusted_pvalues <= alpha
        k = len(self.names)
        n_told, n_pairs = (
            (np.triu(significant, 1).sum(), k * (k - 1) // 2)
            if self.control is None
            else (significant.sum(), k - 1)
        )
        what: str = of_catalog(pairs.test)
        difference = pairs.critical_difference(alpha)
        if not math.isnan(difference):
            what = say(
                "{test} (critical difference of mean ranks {difference})",
                test=what,
                difference=f"{difference:.2f}",
            )
        elif pairs.adjust:
            method = of_catalog(TITLES[pairs.adjust])
            what = say(
                "{test} (p-values adjusted by {method})", test=what, method=method
            )
        fields = {"test": what, "told": n_told, "n": n_pairs}
        if self.control is None:
            yield say("{test}: significant for {told} of {n} pairs.", **fields)
        else:
            yield say(
                "{test}: significant for {told} of {n} models against {control}.",
                control=written[self.control],
                **fields,
            )
        yield from sentence_on_undecided(pairs, alpha, written)

    def _of_equivalence(self) -> Iterator[str]:
        """Say of how many pairs it is nearly sure where they lie."""
        if not self.equivalence:
            return
        sure = (np.array([*self.equivalence.values()]) > _NEARLY_SURE).sum(axis=0)
        yield say(
            "The Bayesian signed-rank test finds, with a probability above {sure} "
            "each, {apart} of {n} pairs practically different and {same} practically "
            "the same.",
            sure=f"{_NEARLY_SURE:g}",
            apart=sure[0] + sure[2],
            n=len(self.equivalence),
            same=sure[1],
        )


def _of_omnibus(omnibus: RankTestResult, alpha: float) -> str:
    """Return the result of the test of all models in a sentence."""
    fields = {
        "test": capital(omnibus.method),
        "statistic": statistic_said(omnibus),
        "p": pvalue_numeral(omnibus.pvalue),
        "concordance": numerals(omnibus.kendall_w)[0],
        "alpha": f"{alpha:g}",
    }
    if omnibus.reject(alpha):
        return say(
            "{test}: {statistic}, p = {p}, Kendall's W = {concordance}: at α = {alpha} "
            "this is evidence that the models differ.",
            **fields,
        )
    return say(
        "{test}: {statistic}, p = {p}, Kendall's W = {concordance}: at α = {alpha} "
        "there is no evidence that the models differ, and no pair is called "
        "different.",
        **fields,
    )
