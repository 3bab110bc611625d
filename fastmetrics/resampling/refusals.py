"""Why there is no interval, in words: the one place where refusals are worded.

A reason ends up in ``Interval.reason``. A function here makes the `Refusal` of a method
that was asked for by name and does not suit the metric, which is an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from fastmetrics.metrics.record import (
    BAND,
    BOOTSTRAP,
    DELONG,
    JACKKNIFE,
    MEAN,
    MOVER,
    ORDER,
    RATIO,
    SMOOTHED,
)
from fastmetrics.resampling import PLANS, plan_of
from fastmetrics.resampling.plan import Design, Refusal

# --- reasons

UNDEFINED = "undefined on these data"
NO_PREDICTIONS = "the model has no predictions that the metric reads"
FEW_TIMES = (
    "fewer than three times are not enough to estimate how neighbours depend on each "
    "other"
)
UNDEFINED_WITHOUT_TIMES = "undefined without some of the times"
TAKES_NO_WEIGHTS = "its rows cannot be resampled in blocks: it has no sample_weight"
ALONE = "a single row or group has no replicates that differ"
BEYOND_THE_ENDS = "both bounds lie beyond the values that the metric can have"
NO_VARIANCE = "the variance is estimated as 0"
ONE_CLASS = "undefined on one class"
ONE_ROW_OF_A_CLASS = "a class has a single row"
NO_RATIO = "a difference is not a ratio; use a bootstrap method"
RATIO_OF_ZERO = "the ratio is 0, which has no logarithm"
NO_SHARE = "a difference is not a proportion of rows; use a bootstrap method"
COUNTS_HAVE_NO_PATTERNS = (
    "counts of several labels per row lack the labels of each row, which replicates "
    "need: pass the columns instead"
)
NO_SQUARES = "weighted labels of several columns: their squares are not kept"

NO_ROWS = "there are no rows"
NOT_LEFT_OUT = "a single row cannot be left out"
RESAMPLED = (
    "resampled rows meet themselves again, and intervals made of them cover far too "
    "little: of nominal 95 % the percentile interval covered 79 % for the adjusted "
    "Rand index at n = 300, and 0 % for the silhouette of small clusters"
)
NOT_OPTIMISED = "it is not an optimum over thresholds"
SEPARATED = (
    "fewer than two rows are on the wrong side of the best threshold, too few to "
    "estimate how many others are"
)
NOT_LAID_OUT = "a sweep of so many rows lays none of them out"
SCORES_TIED = (
    "a tie contains over half of the rows, which a smooth distribution does not have"
)
NO_BIAS = "the jackknife does not estimate the bias of a geometric index"
NO_GROUP_OF_BOTH = "no group has rows of both classes"
ONE_GROUP_OF_BOTH = "a single group has rows of both classes"
ONE_UNIT = (
    "a single item or cluster, in one of the benchmarks, does not show how others vary"
)
FEW_UNEQUAL_GROUPS = (
    "groups of unequal sizes count as fewer than 30: such intervals cover 88 to 98 % "
    "at nominal 95 %"
)
UNDEFINED_WITHOUT = "undefined without one of the rows"
BOUNDLESS = (
    "on one side there is no bound: it would be over a thousand times as far off as "
    "the value"
)
TWO_UNITS = "two rows or groups are too few to estimate how others differ"
NO_SPREAD = "all rows or groups are equal, so the variation of others is unknown"
FEW_ROWS_DECIDE = (
    "few rows decide it, often the same ones without a group: with few groups such "
    "intervals cover less than their level"
)
FEW_COMMON_ITEMS = (
    "two models have fewer than two items or clusters in common, in one of the "
    "benchmarks"
)
INFINITE = "a row has an infinite loss, so the mean has no finite bounds"
ONE_WEIGHS_ALL = (
    "one row has nearly all of the weight, so the variation between rows is unknown"
)
NOT_PAIRED = "these sums do not pair the rows of two models: use compare on all rows"
SUMS_LACK_SQUARES = "these sums lack the variation of its rows: pass the columns"
BINS_LACK_SQUARES = (
    "it is over the bins of these sums, which lack the variation of its rows: pass "
    "the columns"
)
WEIGHTS_ADDED_UP = (
    "these sums do not relate weights to losses; the rows count as (Σw)² / Σw² rows "
    "of equal weight"
)
WEIGHTS_HAVE_NO_ROWS = (
    "a sweep of weights no longer knows the rows that replicates draw"
)
TABLES_HAVE_NO_WEIGHTS = (
    "a table of weighted rows no longer knows which row had which weight"
)
RANGES_HAVE_NO_ROWS = (
    "a sweep that was read in ranges kept no rows that replicates draw"
)
SKETCHES_HAVE_NO_ROWS = (
    "a sketch counts rows of near scores together, and kept none that replicates draw"
)
TOO_MANY_AT_A_SCORE = "a single score has more than 2³¹ rows of a class"
SUMS_HAVE_NO_ROWS = "sums of rows no longer know the rows that replicates draw"
COUNTS_LACK_USERS = "ItemCounts do not keep the lists of single users"
ONE_SERIES = (
    "the rows of one series, which also scale its errors, cannot be left out or drawn "
    "one by one: give y_train, or groups of several series"
)
CENSORING_IS_NOT_DRAWN = (
    "replicates draw the evaluated rows, and not the other rows that censoring is "
    "estimated from"
)
BAND_OF_INDEPENDENT_ROWS = (
    "the band around its curve is of independent rows, without groups, strata or order"
)
FAIRNESS_HAS_NO_GROUPS = (
    "its bounds are for independent rows; by_group(groups=) has the bounds of each rate"
)
ONE_GROUP_WITH_A_RATE = "there are not two groups with a value"
TOO_MANY_GROUPS = "there are more than 1000 groups"
NEITHER_SHARE_NOR_AUC = "it is neither a share of rows nor an AUC"


def advice_on_undefined(design: Design) -> str:
    """Say what can be done about replicates that lack a class, if anything."""
    if design.stratified or design.groups is not None:  # the two exclude each other
        return ""
    return "stratified=True keeps all classes in each"


# --- methods that do not suit


def unknown_interval(metric: str, reason: str, asked: str) -> Refusal:
    """Refuse a metric that has no valid interval; an error for a method by name."""
    return Refusal(
        reason, "" if asked == "auto" else f"{metric} has no interval: {reason}"
    )


# What methods are for that single families have; where families have one, and others
# not, their plans say so.
_FOR = {
    **dict.fromkeys(MEAN, "means over rows, such as the log loss"),
    ORDER: "medians and quantiles of errors",
    BAND: "distances from a calibration curve",
    MOVER: "differences and ratios of groups' rates",
    RATIO: "likelihood ratios",
    **dict.fromkeys(DELONG, "the AUC"),
}


def of_independent_rows(method: str, drawn: Sequence[str]) -> str:
    """Say that a method is not for rows in order of time, and which are."""
    return (
        f"method={method!r} is for independent rows; with order it must be auto, or of "
        f"those that draw blocks: {', '.join(drawn)}"
    )


def only_mover(method: str, metric: str) -> Refusal:
    """Refuse other methods for metrics that combine bounds of several rates."""
    return _refused(
        f"method={method!r} is not for {metric}; its methods are auto, {MOVER}"
    )


def is_for_others(
    method: str, metric: str, *, what: str = "", also: tuple[str, ...] = ()
) -> Refusal:
    """Refuse a method that a metric has not; ``also``: its further methods.

    ``what`` says which metrics have it, where the family itself has some.
    """
    what = what or _FOR.get(method) or f"metrics of {_families_with(method)}"
    return _refused(
        f"method={method!r} is for {what}, not for {metric}; its methods are auto, "
        f"{', '.join((*BOOTSTRAP, *also))}"
    )


def _families_with(method: str) -> str:
    """Return the families of which some metric has a method, as a sentence has them."""
    names = [name for name in PLANS if method in plan_of(name).methods()]
    return " and ".join([", ".join(names[:-1]), *names[-1:]] if names[1:] else names)


def ends_scale(scale: str) -> str:
    """Say why a value at an end of a scale, or beyond it, has no interval there."""
    range_, name = {
        "log": ("(0, inf)", "logarithm"),
        "logit": ("(0, 1)", "logit"),
        "fisher-z": ("(-1, 1)", "Fisher's z"),
        "log-complement": ("(-inf, 1)", "logarithm of 1 less it"),
    }[scale]
    return f"a value outside {range_} has no {name}"


def heavy_tails(kurtosis: float) -> str:
    """Say why an interval is approximate where some errors are very large."""
    return (
        f"errors have heavy tails, a kurtosis of {kurtosis:.3g}: above 10 such "
        "intervals cover less than they say"
    )


def not_for_rows(method: str, metric: str, methods: tuple[str, ...]) -> Refusal:
    """Refuse what does not suit a mean over rows, or a metric with pseudo-values."""
    return _refused(
        f"method={method!r} is not for {metric}; its methods are "
        f"{', '.join(('auto', *methods))}"
    )


def order_statistics_are_of_rows_alike() -> Refusal:
    """Refuse order statistics unless the rows are a plain sample of one column."""
    return _refused(
        "method='order-statistics' is for one model's errors of one output, and takes "
        "neither sample_weight nor groups; use a bootstrap method"
    )


def no_order_statistic(side: str, n: int, level: float) -> str:
    """Say why there is no bound: on one side, "lower" or "upper", or on none."""
    bound = f"an {side} bound" if side == "upper" else f"a {side} bound"
    what = bound if side else "a bound"
    return f"{n} rows are too few for {what} of the quantile {level:g}"


def band_of_independent_rows(asked: str) -> Refusal:
    """Refuse the band around a curve for rows that depend on each other."""
    why = BAND_OF_INDEPENDENT_ROWS
    return Refusal(why, "" if asked == "auto" else f"method={asked!r}: {why}")


def takes_no_strata(method: str) -> Refusal:
    """Refuse a closed form for rows with fixed class sizes."""
    return _refused(
        f"method={method!r} takes the number of rows of each class for random, which "
        "stratified=True keeps; use a bootstrap method"
    )


def delong_takes_rows_alike(method: str) -> Refusal:
    """Refuse DeLong's variance with weights or groups."""
    return _refused(
        f"method={method!r} takes neither sample_weight nor groups; use a bootstrap "
        "method"
    )


def not_a_share(
    method: str, metric: str, *, because: str = "", also: tuple[str, ...] = ()
) -> Refusal:
    """Refuse an interval of proportions; ``also``: the metric's further methods."""
    what = f"{metric} is not {because}".rstrip()
    return _refused(
        f"method={method!r} is for shares of rows, which {what}; its methods are "
        f"auto, {', '.join((*BOOTSTRAP, *also))}"
    )


def ratios_take_rows_alike() -> Refusal:
    """Refuse an interval on the log scale with weights or groups."""
    return _refused(
        "method='log' accepts neither sample_weight nor groups; use a bootstrap method"
    )


def shares_take_no_groups(method: str) -> Refusal:
    """Refuse an interval of proportions of rows that are not independent."""
    return _refused(
        f"method={method!r} takes no groups, whose rows are not independent; use a "
        "bootstrap method"
    )


def cannot_be_smoothed(metric: str, because: str) -> Refusal:
    """Refuse an interval of smoothed scores that metric or data do not suit."""
    return _refused(
        f"method='smoothed' is not for {metric}: {because}; its methods are auto, "
        f"{', '.join(BOOTSTRAP)}"
    )


def not_drawn(why: str, asked: str) -> Refusal:
    """Refuse to draw rows; an error if a method was asked for by name."""
    cannot = "cannot draw them" if why == TOO_MANY_AT_A_SCORE else "needs rows"
    return Refusal(why, "" if asked == "auto" else f"method={asked!r} {cannot}: {why}")


def no_placements(method: str) -> Refusal:
    """Refuse DeLong's variance where nobody has added it up."""
    return _refused(
        f"method={method!r} needs sums that this sweep, which was read in ranges, was "
        "not asked for"
    )


def not_for_clusterings(method: str, metric: str, agreement: bool) -> Refusal:
    """Refuse all but the jackknife, and for geometric indices its correction."""
    known = ("auto", "normal", *(JACKKNIFE if agreement else JACKKNIFE[:1]))
    why = NEITHER_SHARE_NOR_AUC
    if method in BOOTSTRAP:
        why = RESAMPLED
    elif method in JACKKNIFE:
        why = NO_BIAS
    elif method == SMOOTHED:
        why = NOT_OPTIMISED
    return _refused(
        f"method={method!r} is not for {metric}: {why}; its methods are "
        f"{', '.join(known)}"
    )


def not_for_callables(method: str) -> Refusal:
    """Refuse all but bootstrap methods for a user's function."""
    return _refused(
        f"method={method!r} is not for any callable; the methods are auto, "
        f"{', '.join(BOOTSTRAP)}"
    )


def _refused(error: str) -> Refusal:
    return Refusal(error, error)
