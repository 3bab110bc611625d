"""Means over items: mean score, pass@k, pass^k, best and worst of k runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.items.item_means import item_value
from fastmetrics.metrics.items.item_numbers import (
    all_measure,
    any_measure,
    best_measure,
    mean_measure,
    worst_measure,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.items.item_means import (
        BenchmarkWeights,
        ItemAverage,
        Items,
        ItemValue,
        Short,
    )


def mean_score(
    scores: Items,
    *,
    model: Any = None,
    average: ItemAverage = "items",
    weights: BenchmarkWeights | None = None,
    short: Short = "raise",
) -> ItemValue:
    r"""Mean score: the mean over items of the mean score of their runs.

    .. math:: \frac{1}{m} \sum_i \frac{1}{n_i} \sum_j s_{ij}

    with :math:`n_i` runs of item i and m items. For scores 0 and 1 it is the accuracy,
    with one run per item.

    Parameters
    ----------
    scores : ItemScores or array_like
        Scores of the runs; an array has the shape (n_items, n_models) or (n_items,
        n_models, n_runs), with NaN for runs that were not made.
    model : str or int, optional
        Name of one of several models; by default all.
    average : {"items", "benchmarks"}, default="items"
        Mean of all items, or mean of the means of the benchmarks.
    weights : dict, optional
        Weight of the mean of each benchmark: not negative, not all zero. They are
        divided by their sum.
    short : {"raise", "skip"}, default="raise"
        Treatment of items with fewer runs of a model than needed: an error, or they
        are left out for this model.

    Returns
    -------
    float or dict
        In the range of the scores; higher is better if higher scores are better. The
        value of the model, or a dict of the value of each of several models. NaN if
        undefined.

    Raises
    ------
    ValueError
        If cells are missing and the table does not say how they are treated; a model or
        benchmark is unknown; or an option is invalid.

    Warns
    -----
    UndefinedMetricWarning
        If a model, or one of its benchmarks, has no items: NaN is returned.

    See Also
    --------
    pass_at_k : Probability that at least one of k runs succeeds.
    best_of_k : Expected largest score of k runs.
    confidence_interval : Intervals for new items, and for new runs.
    compare : Differences between the models.

    Notes
    -----
    A model is averaged over the items that it has. With ``missing="common"`` in the
    table, only items that all models have count.

    References
    ----------
    .. [1] E. Miller, "Adding error bars to evals: a statistical approach to language
       model evaluations", arXiv:2411.00640, 2024.

    Examples
    --------
    >>> from fastmetrics import ItemScores, mean_score
    >>> scores = ItemScores.from_arrays({"small": [1, 0, 0, 1], "large": [1, 1, 0, 1]})
    >>> mean_score(scores)
    {'small': 0.5, 'large': 0.75}
    >>> mean_score(scores, model="large")
    0.75
    """
    return item_value(
        "mean_score", scores, mean_measure(), model, average, weights, short
    )


def pass_at_k(
    scores: Items,
    k: int,
    *,
    model: Any = None,
    average: ItemAverage = "items",
    weights: BenchmarkWeights | None = None,
    short: Short = "raise",
) -> ItemValue:
    r"""pass@k: probability that at least one of k runs succeeds, averaged over items.

    .. math:: 1 - \frac{1}{m} \sum_i \binom{n_i - c_i}{k} / \binom{n_i}{k}

    with :math:`c_i` successes in the :math:`n_i` runs of item i. The k runs are drawn
    without replacement, so the value is unbiased.

    Parameters
    ----------
    scores : ItemScores or array_like
        Scores of the runs; an array has the shape (n_items, n_models) or (n_items,
        n_models, n_runs), with NaN for runs that were not made.
    k : int
        Number of runs that are drawn from those of an item, at least 1.
    model : str or int, optional
        Name of one of several models; by default all.
    average : {"items", "benchmarks"}, default="items"
        Mean of all items, or mean of the means of the benchmarks.
    weights : dict, optional
        Weight of the mean of each benchmark: not negative, not all zero. They are
        divided by their sum.
    short : {"raise", "skip"}, default="raise"
        Treatment of items with fewer runs of a model than needed: an error, or they
        are left out for this model.

    Returns
    -------
    float or dict
        In [0, 1]; higher is better. The value of the model, or a dict of the
        value of each of several models. NaN if undefined.

    Raises
    ------
    ValueError
        If an item has fewer than k runs of a model; a score is not 0 or 1;
        cells are missing and the table does not say how they are treated; a model or
        benchmark is unknown; or an option is invalid.

    Warns
    -----
    UndefinedMetricWarning
        If a model, or one of its benchmarks, has no items: NaN is returned.

    See Also
    --------
    pass_hat_k : Probability that all k runs succeed.
    best_of_k : The same for other scores than 0 and 1.
    mean_score : The same for k = 1.
    confidence_interval : Intervals for new items, and for new runs.

    Notes
    -----
    The ratio of binomial coefficients is a product of ratios, right to 1e-14 for up to
    10,000 runs. The plug-in value 1 - (1 - c/n)^k is biased.

    References
    ----------
    .. [1] M. Chen et al., "Evaluating large language models trained on code",
       arXiv:2107.03374, 2021, section 2.1.

    Examples
    --------
    >>> from fastmetrics import ItemScores, pass_at_k
    >>> runs = [[[1, 0, 0, 1]], [[0, 0, 0, 0]], [[1, 1, 1, 1]]]  # 3 items, 1 model
    >>> round(pass_at_k(ItemScores.from_arrays(runs), 2), 6)
    0.611111
    """
    return item_value(
        "pass_at_k", scores, any_measure(k), model, average, weights, short
    )


def pass_hat_k(
    scores: Items,
    k: int,
    *,
    model: Any = None,
    average: ItemAverage = "items",
    weights: BenchmarkWeights | None = None,
    short: Short = "raise",
) -> ItemValue:
    r"""pass^k: probability that all of k runs succeed, averaged over items.

    .. math:: \frac{1}{m} \sum_i \binom{c_i}{k} / \binom{n_i}{k}

    with :math:`c_i` successes in the :math:`n_i` runs of item i: the reliability of
    a model. The k runs are drawn without replacement.

    Parameters
    ----------
    scores : ItemScores or array_like
        Scores of the runs; an array has the shape (n_items, n_models) or (n_items,
        n_models, n_runs), with NaN for runs that were not made.
    k : int
        Number of runs that are drawn from those of an item, at least 1.
    model : str or int, optional
        Name of one of several models; by default all.
    average : {"items", "benchmarks"}, default="items"
        Mean of all items, or mean of the means of the benchmarks.
    weights : dict, optional
        Weight of the mean of each benchmark: not negative, not all zero. They are
        divided by their sum.
    short : {"raise", "skip"}, default="raise"
        Treatment of items with fewer runs of a model than needed: an error, or they
        are left out for this model.

    Returns
    -------
    float or dict
        In [0, 1]; higher is better. The value of the model, or a dict of the
        value of each of several models. NaN if undefined.

    Raises
    ------
    ValueError
        If an item has fewer than k runs of a model; a score is not 0 or 1;
        cells are missing and the table does not say how they are treated; a model or
        benchmark is unknown; or an option is invalid.

    Warns
    -----
    UndefinedMetricWarning
        If a model, or one of its benchmarks, has no items: NaN is returned.

    See Also
    --------
    pass_at_k : Probability that at least one run succeeds.
    worst_of_k : The same for other scores than 0 and 1.
    mean_score : The same for k = 1.
    confidence_interval : Intervals for new items, and for new runs.

    Notes
    -----
    The ratio of binomial coefficients is a product of ratios, right to 1e-14 for up to
    10,000 runs.

    References
    ----------
    .. [1] S. Yao, N. Shinn, P. Razavi and K. Narasimhan, "tau-bench: a benchmark for
       tool-agent-user interaction in real-world domains", arXiv:2406.12045, 2024.

    Examples
    --------
    >>> from fastmetrics import ItemScores, pass_hat_k
    >>> runs = [[[1, 0, 0, 1]], [[0, 0, 0, 0]], [[1, 1, 1, 1]]]  # 3 items, 1 model
    >>> round(pass_hat_k(ItemScores.from_arrays(runs), 2), 6)
    0.388889
    """
    return item_value(
        "pass_hat_k", scores, all_measure(k), model, average, weights, short
    )


def best_of_k(
    scores: Items,
    k: int,
    *,
    model: Any = None,
    average: ItemAverage = "items",
    weights: BenchmarkWeights | None = None,
    short: Short = "raise",
) -> ItemValue:
    r"""Best of k: expected largest score of k runs, averaged over items.

    .. math:: \frac{1}{m} \sum_i \sum_j s_{i(j)} \binom{j - 1}{k - 1} / \binom{n_i}{k}

    with :math:`s_{i(j)}` the j-th smallest score of the :math:`n_i` runs of item i. The
    k runs are drawn without replacement. For scores 0 and 1 it is `pass_at_k`.

    Parameters
    ----------
    scores : ItemScores or array_like
        Scores of the runs; an array has the shape (n_items, n_models) or (n_items,
        n_models, n_runs), with NaN for runs that were not made.
    k : int
        Number of runs that are drawn from those of an item, at least 1.
    model : str or int, optional
        Name of one of several models; by default all.
    average : {"items", "benchmarks"}, default="items"
        Mean of all items, or mean of the means of the benchmarks.
    weights : dict, optional
        Weight of the mean of each benchmark: not negative, not all zero. They are
        divided by their sum.
    short : {"raise", "skip"}, default="raise"
        Treatment of items with fewer runs of a model than needed: an error, or they
        are left out for this model.

    Returns
    -------
    float or dict
        In the range of the scores. The value of the model, or a dict of the
        value of each of several models. NaN if undefined.

    Raises
    ------
    ValueError
        If an item has fewer than k runs of a model;
        cells are missing and the table does not say how they are treated; a model or
        benchmark is unknown; or an option is invalid.

    Warns
    -----
    UndefinedMetricWarning
        If a model, or one of its benchmarks, has no items: NaN is returned.

    See Also
    --------
    worst_of_k : Expected smallest score of k runs.
    pass_at_k : The same for scores 0 and 1.
    mean_score : The same for k = 1.
    confidence_interval : Intervals for new items, and for new runs.

    Notes
    -----
    Higher is better if higher scores are better.

    References
    ----------
    .. [1] M. Chen et al., "Evaluating large language models trained on code",
       arXiv:2107.03374, 2021, section 2.1.

    Examples
    --------
    >>> from fastmetrics import ItemScores, best_of_k
    >>> runs = [[[0.2, 0.5, 0.8]], [[0.1, 0.1, 0.7]]]  # 2 items, 1 model
    >>> round(best_of_k(ItemScores.from_arrays(runs), 2), 6)
    0.6
    """
    return item_value(
        "best_of_k", scores, best_measure(k), model, average, weights, short
    )


def worst_of_k(
    scores: Items,
    k: int,
    *,
    model: Any = None,
    average: ItemAverage = "items",
    weights: BenchmarkWeights | None = None,
    short: Short = "raise",
) -> ItemValue:
    r"""Worst of k: expected smallest score of k runs, averaged over items.

    .. math:: \frac{1}{m} \sum_i \sum_j s_{i(j)} \binom{n_i - j}{k - 1} / \binom{n_i}{k}

    with :math:`s_{i(j)}` the j-th smallest score of the :math:`n_i` runs of item i. The
    k runs are drawn without replacement. For scores 0 and 1 it is `pass_hat_k`.

    Parameters
    ----------
    scores : ItemScores or array_like
        Scores of the runs; an array has the shape (n_items, n_models) or (n_items,
        n_models, n_runs), with NaN for runs that were not made.
    k : int
        Number of runs that are drawn from those of an item, at least 1.
    model : str or int, optional
        Name of one of several models; by default all.
    average : {"items", "benchmarks"}, default="items"
        Mean of all items, or mean of the means of the benchmarks.
    weights : dict, optional
        Weight of the mean of each benchmark: not negative, not all zero. They are
        divided by their sum.
    short : {"raise", "skip"}, default="raise"
        Treatment of items with fewer runs of a model than needed: an error, or they
        are left out for this model.

    Returns
    -------
    float or dict
        In the range of the scores. The value of the model, or a dict of the
        value of each of several models. NaN if undefined.

    Raises
    ------
    ValueError
        If an item has fewer than k runs of a model;
        cells are missing and the table does not say how they are treated; a model or
        benchmark is unknown; or an option is invalid.

    Warns
    -----
    UndefinedMetricWarning
        If a model, or one of its benchmarks, has no items: NaN is returned.

    See Also
    --------
    best_of_k : Expected largest score of k runs.
    pass_hat_k : The same for scores 0 and 1.
    mean_score : The same for k = 1.
    confidence_interval : Intervals for new items, and for new runs.

    Notes
    -----
    Higher is better if higher scores are better.

    References
    ----------
    .. [1] S. Yao, N. Shinn, P. Razavi and K. Narasimhan, "tau-bench: a benchmark for
       tool-agent-user interaction in real-world domains", arXiv:2406.12045, 2024.

    Examples
    --------
    >>> from fastmetrics import ItemScores, worst_of_k
    >>> runs = [[[0.2, 0.5, 0.8]], [[0.1, 0.1, 0.7]]]  # 2 items, 1 model
    >>> round(worst_of_k(ItemScores.from_arrays(runs), 2), 6)
    0.2
    """
    return item_value(
        "worst_of_k", scores, worst_measure(k), model, average, weights, short
    )
