"""Ratings: strengths of models from battles of two, with intervals and ranks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import BoundsLaw, Law, StudentLaw
from fastmetrics._common.names import listed, shown, with_noun
from fastmetrics._common.options import check_choice, check_level, number, positive
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.leaderboards.battles import Battles, read_battles, read_counts
from fastmetrics.leaderboards.strengths import (
    LackOfFit,
    fit,
    lack_of_fit,
    logistic,
)
from fastmetrics.resampling.refusals import NO_SPREAD
from fastmetrics.show.result import Result
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.comparison.comparing import Comparison
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document

_TIES = ("half", "davidson")
_METHOD = "sandwich"
# Standard errors of logarithmic strengths up to this are 0 but for rounding.
_ROUNDING = 1e-8
# With fewer groups the intervals cover less often than their level.
_FEW_GROUPS = 30
_ONE_GROUP = say("one group of battles has no variance between groups")
_FEW = say(
    "with fewer than 30 groups of battles, the variance between groups is uncertain"
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Ratings(Result):
    """Ratings of models from battles of two.

    Made by `bradley_terry`, or by `Ratings.from_counts`. ``print(ratings)`` shows the
    ratings, the differences and the sets of ranks.

    Attributes
    ----------
    models : tuple
        Names of the models, the best first.
    ratings : dict of name to Interval
        The rating of each model.
    coefficients : dict of name to float
        Logarithmic strengths β; their sum is 0.
    covariance : ndarray of shape (n_models, n_models)
        Sandwich estimate of the covariance of β, in the order of ``models``.
    nu : float
        Davidson's ν, 0 if there are no ties; NaN if ties are half wins.
    ties : {"half", "davidson"}
        How ties were counted.
    penalty : {"firth"} or None
        The penalty of the likelihood.
    scale : (float, float)
        Mean of the ratings, and rating points per factor of ten in the odds.
    reference : dict of name to float
        The model whose rating was fixed; empty without one.
    confidence_level : float
        Nominal coverage of the intervals.
    n_battles : int
        Number of battles.
    n_groups : int or None
        Number of groups of battles.
    win_rates : ndarray of shape (n_models, n_models)
        Proportion of points that each model won against each other, ties as half a
        win, in the order of ``models``; NaN without battles.
    battles : dict of name to float
        Number of battles of each model, or the sum of their weights.
    scores : dict of name to float
        Proportion of points that each model won in all its battles, ties as half a win.
    lack_of_fit : LackOfFit
        Test of whether one strength for each model describes the battles.

    Examples
    --------
    >>> from fastmetrics import Ratings
    >>> wins = [[0, 12, 15], [8, 0, 11], [5, 9, 0]]
    >>> ratings = Ratings.from_counts(wins, models=["large", "medium", "small"])
    >>> print(ratings.ratings["large"])
    1085.2684 [1008.9246, 1161.6122] (95 %, sandwich)
    >>> ratings.rank_intervals
    {'large': (1, 2), 'medium': (1, 3), 'small': (2, 3)}
    """

    models: tuple[Any, ...]
    ratings: Mapping[Any, Interval]
    coefficients: Mapping[Any, float]
    covariance: NDArray[np.float64]
    nu: float
    ties: str
    penalty: str | None
    scale: tuple[float, float]
    reference: Mapping[Any, float]
    confidence_level: float
    n_battles: int
    n_groups: int | None
    win_rates: NDArray[np.float64]
    battles: Mapping[Any, float]
    scores: Mapping[Any, float]
    lack_of_fit: LackOfFit
    # Covariances of each β, and last the variance, of log ν; empty without ν.
    _of_nu: NDArray[np.float64] = field(repr=False)

    @classmethod
    def from_counts(
        cls,
        wins: ArrayLike,
        tied: ArrayLike | None = None,
        *,
        models: Sequence[Any] | None = None,
        ties: Literal["half", "davidson"] = "half",
        penalty: Literal["firth"] | None = None,
        scale: tuple[float, float] = (1000.0, 400.0),
        reference: Mapping[Any, float] | None = None,
        confidence_level: float = 0.95,
    ) -> Ratings:
        """Return the ratings from counts of wins.

        Parameters
        ----------
        wins : array_like of shape (n_models, n_models)
            Entry [i, j]: how often model i won against model j.
        tied : array_like of shape (n_models, n_models), optional
            Entries [i, j] and [j, i]: number of ties of both models.
        models : sequence, optional
            Names of the models; by default the columns of a data frame, otherwise 0, 1
            and so on.
        ties, penalty, scale, reference, confidence_level
            As for `bradley_terry`.

        Raises
        ------
        ValueError
            If a matrix is not square or has an entry that is not a count, ``tied`` is
            not symmetric, or a diagonal is not 0; otherwise as `bradley_terry`.
        """
        options = _checked(ties, penalty, scale, reference, confidence_level)
        return _rated(read_counts(wins, tied, models), options)

    def difference(self, a: Any, b: Any) -> Interval:
        """Return the rating of one model minus the rating of another.

        Parameters
        ----------
        a, b : object
            Names of the models.

        Returns
        -------
        Interval
            In rating points, around 0 for equal models.

        Raises
        ------
        KeyError
            If there is no such model.
        """
        return self._difference(self._place(a), self._place(b))

    def win_probability(self, a: Any, b: Any) -> Interval:
        """Return the expected score of one model against another.

        Parameters
        ----------
        a, b : object
            Names of the models.

        Returns
        -------
        Interval
            Probability that ``a`` wins plus half the probability of a tie, in [0, 1].
            The bounds are those of the logit of this score.

        Raises
        ------
        KeyError
            If there is no such model.
        """
        i, j = self._place(a), self._place(b)
        beta, variances = self._apart
        apart, variance = float(beta[i] - beta[j]), float(variances[i, j])
        logit = apart
        if self.nu > 0:
            half = self.nu / 2
            up, down = math.exp(apart / 2), math.exp(-apart / 2)
            logit = math.log((up + half) / (down + half))
            of_apart = (up / (up + half) + down / (down + half)) / 2
            of_nu = half / (up + half) - half / (down + half)
            cross = float(self._of_nu[i] - self._of_nu[j])
            variance = (
                of_apart**2 * variance
                + 2 * of_apart * of_nu * cross
                + of_nu**2 * float(self._of_nu[-1])
            )
        inside = self._interval(logit, math.sqrt(max(variance, 0.0)), fixed=i == j)
        score = float(logistic(logit))
        return replace(
            inside,
            estimate=score,
            low=float(logistic(inside.low)),
            high=float(logistic(inside.high)),
            standard_error=score * (1 - score) * inside.standard_error,
            law=BoundsLaw(partial(_score_bounds, inside.law)) if inside.law else None,
        )

    @cached_property
    def comparison(self) -> Comparison:
        """Differences of all pairs with max-T bounds, ranks and letters; see `compare`.

        Names are texts there.
        """
        from fastmetrics.comparison.comparing import (
            ComparedMetric,
            Setting,
            compared_by_intervals,
        )
        from fastmetrics.intervals.engine import Intervals
        from fastmetrics.resampling.plan import Design

        names = [str(model) for model in self.models]
        pairs = [*combinations(range(len(names)), 2)]
        values = {
            name: {"rating": self.ratings[model]}
            for name, model in zip(names, self.models, strict=True)
        }
        differences = {
            (names[i], names[j]): {"rating": self._difference(i, j)} for i, j in pairs
        }
        units = self.n_battles if self.n_groups is None else self.n_groups
        return compared_by_intervals(
            ComparedMetric("rating", say("Rating"), True, self.n_battles, units),
            Intervals(values, differences),
            Setting(
                pairs=pairs,
                baseline=None,
                test="auto",
                adjust="maxt",
                simultaneous=True,
                confidence_level=self.confidence_level,
                margin=0.0,
                seed=0,
                n_resamples=None,
                design=Design(),
            ),
        )

    @property
    def rank_intervals(self) -> dict[Any, tuple[int, int]]:
        """Sets of ranks that contain all true ranks with the confidence level."""
        ranks = self.comparison.rank_intervals.values()
        return dict(zip(self.models, ranks, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return all results as values for JSON; undefined numbers are None."""
        return plain_fields(
            self,
            "ties penalty scale reference confidence_level n_battles n_groups nu",
            models=[*self._model_rows()],
            differences=self.comparison.to_dict()["differences"],
            win_rates=self.win_rates,
            covariance=self.covariance,
            lack_of_fit=self.lack_of_fit,
        )

    def to_frame(
        self,
        *,
        differences: bool = False,
        backend: Literal["pandas", "polars"] = "pandas",
    ) -> Any:
        """Return a data frame with a row per model, the best first.

        Parameters
        ----------
        differences : bool, default=False
            A row per pair of models instead.
        backend : {"pandas", "polars"}, default="pandas"
            Library of the frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            In pandas the model, or (a, b), is the index; in Polars these are the first
            columns.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        if differences:
            return self.comparison.to_frame(differences=True, backend=backend)
        return data_frame(self._model_rows(), ["model"], backend, "Ratings.to_frame")

    def __repr__(self) -> str:
        return (
            f"<Ratings: {with_noun(len(self.models), 'model')}, "
            f"{with_noun(self.n_battles, 'battle')}>"
        )

    def _model_rows(self) -> Iterator[dict[str, Any]]:
        ranks = self.rank_intervals
        for model, rating in self.ratings.items():
            yield {
                "model": model,
                "rating": rating.estimate,
                "low": rating.low,
                "high": rating.high,
                "standard_error": rating.standard_error,
                "rank_low": ranks[model][0],
                "rank_high": ranks[model][1],
                "coefficient": self.coefficients[model],
                "battles": self.battles[model],
                "score": self.scores[model],
            }

    def _place(self, model: Any) -> int:
        """Return the place of a model."""
        try:
            return self.models.index(model)
        except ValueError:
            raise KeyError(
                f"there is no model {shown(model)}; the models are "
                f"{listed(self.models)}"
            ) from None

    @cached_property
    def _apart(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The strengths, and the variances of their differences."""
        own = np.diag(self.covariance)
        variances = own[:, None] + own - 2 * self.covariance
        np.fill_diagonal(variances, 0.0)
        strengths = np.fromiter(self.coefficients.values(), np.float64)
        return strengths, np.maximum(variances, 0.0)

    def _difference(self, i: int, j: int) -> Interval:
        """Return the difference of the ratings at two places."""
        beta, variances = self._apart
        points = self.scale[1] / math.log(10)
        error = math.sqrt(variances[i, j])
        return self._interval(float(beta[i] - beta[j]), error, points, fixed=i == j)

    def _interval(
        self, value: float, error: float, points: float = 1.0, *, fixed: bool
    ) -> Interval:
        groups, level = self.n_groups, self.confidence_level
        return _interval(points * value, error, points, groups, level, fixed=fixed)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        from fastmetrics.leaderboards.rating_documents import document

        return document(self)

    def _pictures(self, **options: Any) -> list[Picture]:
        from fastmetrics.leaderboards.rating_documents import picture

        return [picture(self)]


def _score_bounds(law: Law, level: float) -> tuple[float, float]:
    """Return the bounds of the expected score, from the distribution of its logit."""
    low, high = law.bounds(level)
    return float(logistic(low)), float(logistic(high))


def bradley_terry(
    model_a: ArrayLike,
    model_b: ArrayLike,
    winner: ArrayLike,
    *,
    ties: Literal["half", "davidson"] = "half",
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    penalty: Literal["firth"] | None = None,
    scale: tuple[float, float] = (1000.0, 400.0),
    reference: Mapping[Any, float] | None = None,
    confidence_level: float = 0.95,
) -> Ratings:
    r"""Bradley–Terry ratings of models from battles of two, with intervals and ranks.

    A model of strength β wins against another with probability σ(βₐ − β_b). The
    strengths maximise the likelihood of all battles, whatever their order.

    Parameters
    ----------
    model_a, model_b : array_like of shape (n_battles,)
        Names of the two models of each battle: texts or integers.
    winner : array_like of shape (n_battles,)
        "model_a" or "a", "model_b" or "b", and "tie"; or the name of the winner, if it
        is a text; or the points of ``model_a``: 1, 0, or 0.5 for a tie. FastChat's
        "tie (bothbad)" and its successors' "both_bad" are ties.
    ties : {"half", "davidson"}, default="half"
        "half": a tie is half a win of both models. "davidson": ties have a probability
        of their own, with a common parameter ν.
    groups : array_like of shape (n_battles,), optional
        Group of each battle, such as the voter or the prompt. Battles of one group may
        depend on each other.
    sample_weight : array_like of shape (n_battles,), optional
        Weight per battle: finite, not negative, not all zero. Battles of weight 0 do
        not count.
    penalty : {"firth"}, optional
        Adds half the log-determinant of the information, as Jeffreys' prior does. All
        ratings are then finite as soon as any battles connect the models. For
        ``ties="half"``.
    scale : (float, float), default=(1000.0, 400.0)
        Mean of the ratings, and rating points per factor of ten in the odds of a win.
    reference : dict, optional
        One model and its rating, such as ``{"gpt-4": 1200}``, in place of the mean.
        This rating has no uncertainty.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    Ratings
        ``ratings``, ``difference(a, b)``, ``win_probability(a, b)``,
        ``rank_intervals``, ``comparison`` with simultaneous bounds of all pairs,
        ``win_rates`` and ``lack_of_fit``. Greater ratings are better.

    Raises
    ------
    ValueError
        If lengths differ, a winner is unknown, a model meets itself, an option is
        unknown, or the ratings are not finite: then the message names the sets of
        models between which wins or battles are missing.
    TypeError
        If names are of two kinds, or ``reference`` is not a dict of one model.

    See Also
    --------
    compare : models compared by a metric on the same rows.
    compare_across_datasets : models compared by ranks on several data sets.

    Notes
    -----
    The covariance is the sandwich estimate, which is valid even if the model does not
    describe the battles. Intervals are normal; with groups, Student's t distribution
    has one degree of freedom fewer than groups. With ``penalty="firth"`` the half
    battles of the prior count as battles in the covariance.

    References
    ----------
    .. [1] R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs:
       I. The method of paired comparisons", Biometrika 39, 1952, 324-345.
    .. [2] L. R. Ford, "Solution of a ranking problem from binary comparisons",
       American Mathematical Monthly 64, 1957, 28-33.
    .. [3] R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in
       paired comparison experiments", Journal of the American Statistical Association
       65, 1970, 317-328.
    .. [4] I. Kosmidis and D. Firth, "Jeffreys-prior penalty, finiteness and shrinkage
       in binomial-response generalized linear models", Biometrika 108, 2021, 71-82.

    Examples
    --------
    >>> from fastmetrics import bradley_terry
    >>> a = ["x", "x", "x", "y", "y", "z", "x", "z"]
    >>> b = ["y", "y", "z", "z", "x", "x", "y", "y"]
    >>> winner = ["model_a", "tie", "model_a", "model_a", "model_a", "model_a",
    ...           "model_a", "tie"]
    >>> ratings = bradley_terry(a, b, winner)
    >>> ratings.models
    ('x', 'y', 'z')
    >>> print(ratings.difference("x", "z"))
    106.6077 [-258.3229, 471.5383] (95 %, sandwich)
    >>> print(ratings.win_probability("x", "y"))
    0.5506 [0.2124, 0.8477] (95 %, sandwich)
    """
    options = _checked(ties, penalty, scale, reference, confidence_level)
    battles = read_battles(model_a, model_b, winner, groups, sample_weight)
    return _rated(battles, options)


class _Options(NamedTuple):
    """Checked options of ratings."""

    ties: str
    penalty: str | None
    scale: tuple[float, float]
    reference: Mapping[Any, float]
    confidence_level: float


def _checked(
    ties: Any, penalty: Any, scale: Any, reference: Any, confidence_level: Any
) -> _Options:
    check_choice(ties, _TIES, "ties")
    check_choice(penalty, ("firth", None), "penalty")
    if penalty is not None and ties != "half":
        raise ValueError("penalty='firth' is only for ties='half'.")
    try:
        mean, points = scale
    except (TypeError, ValueError):
        raise ValueError(
            "scale must be two numbers, the mean and the points per factor of ten in "
            f"the odds, got {shown(scale)}."
        ) from None
    mean, points = _finite(mean, "scale"), positive(points, "scale")
    fixed: dict[Any, float] = {}
    if reference is not None:
        if not isinstance(reference, Mapping) or len(reference) != 1:
            raise TypeError(
                "reference must be a dict of one model and its rating, such as "
                f"{{'name': 1200}}, got {shown(reference)}."
            )
        fixed = {name: _finite(at, "reference") for name, at in reference.items()}
    level = check_level(confidence_level)
    return _Options(ties, penalty, (mean, points), fixed, level)


def _finite(value: Any, name: str) -> float:
    found = number(value, name)
    if not math.isfinite(found):
        raise ValueError(f"{name} must be finite, got {shown(value)}.")
    return found


def _rated(battles: Battles, options: _Options) -> Ratings:
    """Return the ratings of models from their battles."""
    for name in options.reference:
        if name not in battles.models:
            raise ValueError(
                f"reference names {shown(name)}, which is not a model; the models are "
                f"{listed(battles.models)}."
            )
    found = fit(battles, options.ties, options.penalty)
    order = np.argsort(-found.strengths, kind="stable")
    models = tuple(battles.models[at] for at in order)
    beta = found.strengths[order]
    k = len(models)
    covariance = found.covariance[np.ix_(order, order)]
    of_nu = found.covariance[k:, [*order, *range(k, len(found.covariance))]].ravel()
    n_groups = None if battles.rows is None else battles.rows.n_groups
    factor = options.scale[1] / math.log(10)
    values = options.scale[0] + factor * beta
    variances = np.diag(covariance)
    if options.reference:
        [(name, fixed)] = options.reference.items()
        at = models.index(name)
        values = fixed + factor * (beta - beta[at])
        variances = variances + variances[at] - 2 * covariance[at]
        variances[at] = 0.0
    errors = np.sqrt(np.maximum(variances, 0.0))
    level = options.confidence_level
    ratings = {
        model: _interval(
            value, error, factor, n_groups, level, fixed=model in options.reference
        )
        for model, value, error in zip(
            models, values.tolist(), errors.tolist(), strict=True
        )
    }
    table, ordered = battles.weights, np.ix_(order, order)
    met = table.met[ordered]
    points = (table.wins + table.tied / 2)[ordered]
    with np.errstate(invalid="ignore"):
        rates = np.where(met > 0, points / met, np.nan)
    each = met.sum(axis=1)
    return Ratings(
        models=models,
        ratings=ratings,
        coefficients=dict(zip(models, beta.tolist(), strict=True)),
        covariance=covariance,
        nu=found.nu,
        ties=options.ties,
        penalty=options.penalty,
        scale=options.scale,
        reference=options.reference,
        confidence_level=options.confidence_level,
        n_battles=battles.n,
        n_groups=n_groups,
        win_rates=rates,
        battles=dict(zip(models, each.tolist(), strict=True)),
        scores=dict(zip(models, (points.sum(axis=1) / each).tolist(), strict=True)),
        lack_of_fit=lack_of_fit(battles, found),
        _of_nu=of_nu,
    )


def _interval(
    estimate: float,
    error: float,
    points: float,
    n_groups: int | None,
    level: float,
    *,
    fixed: bool,
) -> Interval:
    """Return the normal interval, or Student's with groups.

    ``error`` is the standard error of a logarithmic strength, of which one is so many
    ``points``. ``fixed``: whether the estimate does not depend on the battles.
    """
    if n_groups == 1:
        return no_interval(estimate, level, _ONE_GROUP)
    if error <= _ROUNDING and not fixed:
        return no_interval(estimate, level, NO_SPREAD)
    error *= points
    few = n_groups is not None and n_groups < _FEW_GROUPS
    law = None
    low = high = estimate
    if error > 0:
        law = StudentLaw(estimate, error, n_groups - 1 if n_groups else math.inf)
        low, high = law.bounds(level)
    return Interval(
        estimate,
        low,
        high,
        error,
        level,
        _METHOD,
        approximate=few,
        reason=_FEW if few else "",
        law=law,
    )
