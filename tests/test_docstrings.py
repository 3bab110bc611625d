"""The same parameter is described in the same words in every public docstring."""

import inspect
import re
from collections import defaultdict
from operator import attrgetter
from pathlib import Path

import fastmetrics as fm

ROWS = "array_like of shape (n_samples,)"
WHOLE = "True labels: whole numbers, strings or bool"

# What a description contains, whatever else it says; where there are several phrases,
# because the parameter is about different things, each with what it is about.
PHRASES = {
    "model": [
        "Name of one of several models; by default all.",
        "Name of the field of models, ",
    ],
    "short": ["Treatment of items with fewer runs of a model than needed"],
    "within": [
        "What :math:`S_c` is: the mean distance of the points from",
        "Standard deviation σ_w of the runs of an item",
    ],
    "strict": ["has to be above", "Whether it is 1 where score > threshold instead."],
    "p_true": ["True probabilities p, in [0, 1]"],
    "p_pred": ["A model's probabilities q, in [0, 1]."],
    "ratings": [
        "The rating of each unit by each rater, a row per unit: numbers or texts"
    ],
    "path": ["A text file in TREC's format", "A text file, possibly compressed"],
    "sensitive_features": [
        "The group of each row; for several columns, each combination"
    ],
    "agg": [
        "The larger of the differences of both rates",
        "The smaller of the ratios of both rates",
    ],
    "recommended": ["Ids of the items recommended to each user, the best first; "],
    "user_id": ["User of each row of a column of items, or of each list."],
    "items": [
        "Ids of the rows, if the ids are not 0, 1, ….",
    ],
    "catalog": ["Ids of all items that could be recommended, or their number n"],
    "features": ["Features of each item, dense or sparse."],
    "similarity": ["Symmetric matrix of similarities of items, "],
    "popularity": ["Number of users who know each item, or number of times"],
    "k": [
        "Only the first k items of each list count.",
        "How many classes count, at least 1.",
        "Only the first k documents of each list count",
        "Number of runs that are drawn from those of an item",
    ],
    "base": ["Base of the logarithm: 2 gives bits."],
    "n_users": [
        "Number of users, including users without a list.",
        "Number of users that ``popularity`` was counted over",
    ],
    "executor": ["for example a Dask client."],
    "progress": [
        "Show a progress bar, or call with (done, total)",
        "True shows a bar on stderr",
        "Show a bar, or call with (done, total)",
    ],
    "train_size": [
        "Size of a subsample, as a fraction or number of rows",
        "The proportion of rows to train on (rounded down), or their number.",
    ],
    "weights": [
        "How far labels i and j are apart",
        "Whether models are fitted to all rows with the numbers of draws",
        "Weight of the mean of each benchmark: not negative, not all zero.",
    ],
    "X_test": ["Rows that all models predict."],
    "X_train": ["Rows from which training sets are drawn, and their targets."],
    "param_name": ["The parameter that is varied."],
    "param_range": ["Its values"],
    "predictions": [
        "One row per model, each trained on a training set of its own.",
        "Predictions of each model for each row, made by a model that had not seen it;",
    ],
    "n_rounds": ["Number of training sets."],
    "sampling": ["a fraction of the rows, drawn without replacement."],
    "y_optimal": ["Best possible prediction of each row, if it is known."],
    "y_test": [
        "Observed targets of these rows, numbers or labels; one row for each time",
        "Labels of both, of any kind.",
    ],
    "X": [
        "The points, finite",
        "The features x, finite.",
        "The rows: numbers, texts, dates and categories",
        "Rows, as in `duplicate_groups`; or the number of rows.",
        "Rows; parts of the same type are passed to the estimator.",
    ],
    "adjust": ["How p-values are adjusted for the number of "],
    "alternative": [
        '"greater", "less": the test has one side',
        "the test has one side, and the difference lies on it",
        '"greater": the ',
        "Alternative hypothesis: ",
    ],
    "alpha": [
        "Level of the quantile that is predicted, in [0, 1].",
        "Level of the test, divided by ``n_comparisons`` (Bonferroni).",
        "Level of the test, or 1 minus the confidence level.",
        "The level of the omnibus test, and of all tests of pairs together.",
        "The significance level of differences between models.",
        "The level: the chance that any difference is found where there is none.",
        "Proportion of the gain of a sub-topic that is lost with each document",
    ],
    "at": [
        "The proportion of rows (of weight) taken from the top.",
        "The bound of the four criteria with one",
    ],
    "average": [
        "Mean of all items, or mean of the means of the benchmarks.",
        '"macro": the mean over labels. "weighted": the mean weighted by the',
        "Whether quotients or counts are averaged.",  # over tables, not labels
        "Weight of a group: its rows (impressions), its pairs",  # not labels
        '"mean": the mean over queries. None: the value of each query',
        "counts are summed over all pairs",
        "the distances are summed over all pairs",
    ],
    "average_method": ["Mean of the two entropies in the denominator."],
    "beta": [
        "Weight of recall relative to precision; above 0.",
        "How many times as important recall is as precision; ",
        "Weight of recall relative to precision, at least 0.",
        "How many times as important completeness is as homogeneity; ",  # clusters
        "Probability to go on to the next document",
    ],
    "confidence_level": [
        "Nominal coverage, in (0, 1).",
        "Nominal coverage of all looks together, in (0, 1).",
        "Nominal coverage of all bounds together, in (0, 1).",
        "Nominal coverage.",
        "Nominal coverage of the bounds at each threshold on its own, in (0, 1).",
        "Proportion of the replicates between the bounds.",
        "Nominal coverage of the prediction intervals, in (0, 1).",
        "Nominal coverage at each single time.",
    ],
    "time": [
        "Times of an event or of censoring, not negative; or a structured array of",
        "Time of each row: numbers, dates or texts that sort by time.",
    ],
    "event": [
        "0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.",
        "0 or False for censored; any other code is an event.",
    ],
    "times": [
        "Times of evaluation, increasing and below the largest of ``time``.",
        "Times of the forecasts, increasing",
    ],
    "risk": ["Any finite scores; larger means an earlier event."],
    "survival": ["Probability of no event"],
    "incidence": ["Probability of an event of ``cause`` by"],
    "cause": ["The event that", "The cause."],
    "censoring": ["Rows from which censoring is estimated, such as the training set."],
    "conditional": ["Groups in each of which censoring is estimated"],
    "left_limit": ["the estimate just before"],
    "transform": ["on which the bounds are symmetric."],
    "tau": [
        "Only events before it are the first of a pair.",
        "End of the integral: above 0, and at most the largest time of each group.",
    ],
    "group": ["Two groups or more.", "Groups with a mean each."],
    "bins": [
        "Number of quantile bins of the table, at least 2",
        "Number of bins of equal width, at least 2.",
    ],
    "band": [
        '"consistency": pointwise bounds for the curve of a calibrated model',
        "Whether the confidence level holds for the risk at each threshold alone",
    ],
    "confidence": ["Any finite real scores; larger means more confident."],
    "correct": ["1 or True for a correct answer, 0 or False for a wrong one."],
    "contingency": ["Counts, of which the sums", "The table of the two"],
    "control": ["Name of the model that all others are compared with"],
    "correction": [
        "Yates' correction for continuity",
        "Move the statistic by ½ towards its mean",
    ],
    "reference": [
        "Reference transcripts: a text",
        "Reference transcript: a text",
        "One model and its rating",
    ],
    "statistic": ["Iman and Davenport", "The statistic: "],
    "horizon": ["ow many steps ahead the forecasts are made"],
    "hypothesis": ["Transcripts of a system."],
    "delimiter": ["Separator of words."],
    "empty": [
        "Value for a reference without tokens.",
        "Value of a query without relevant documents",
    ],
    "unit": ["Unit of the tokens", "Unit of characters"],
    "costs": ["Alignment: "],
    "cost_fn": ["Cost of a false negative, in any unit; not negative."],
    "cost_fp": ["Cost of a false positive, in the same unit; not negative."],
    "cost_matrix": [
        "``cost_matrix[i, j]`` is the cost of predicting label j for a row of label i, "
        "in any unit."
    ],
    "crossing": ["How to treat a row whose quantiles are not in the order of "],
    "cv": [
        "As in `check_cv`",
        "Inner folds, as in `check_cv`",
        "A number of folds; a splitter",
    ],
    "criterion": ["One of the above.", "Criterion of `optimal_threshold`."],
    "outer_cv": [
        "Outer folds, in each of which the whole search is repeated",
        "Outer folds, which test each row once",
    ],
    "refit": ["Whether a model is fitted"],
    "decimals": [
        "To how many decimals scores are rounded before they are ranked",
        "To how many decimals scores are rounded before they are aligned",
        "To how many decimals scores and ranges are rounded before they are ranked",
        "To how many decimals values are rounded before they are ranked",
        "Round the differences to so many decimals.",
        "Number of decimals to which floats are rounded first",
    ],
    "ddof": [
        "divided by the number of rows minus ddof",
        "With 1, variances are unbiased",
    ],
    "delta": ["above 0, in the unit of the numbers."],
    "difference": [
        "The size of the difference ",
        "Difference δ of the mean scores to be shown; not 0.",
    ],
    "discordance": ["Proportion of rows on which exactly one of the two models is"],
    "drop_intermediate": ["Leave out points that a plot does not need: "],
    "error_score": ["The score where a fit or a scorer fails"],
    "estimator": ["Object with ``fit(X, y)`` and the required prediction methods"],
    "estimate": [
        "Estimate from all rows so far.",
        "The value on the data themselves.",
    ],
    "error_rate": [
        "The error rate under the null hypothesis",
        "The model's error rate on all rows there could be",
    ],
    "eps": [
        "Probabilities are clipped to [eps, 1 - eps]",
        "A number of at least 0 to add to every entry of the matrix.",
    ],
    "folds": ["The fold that each row was tested in"],
    "force_finite": [
        "If ``y_true`` is constant: return 1 if all predictions are right"
    ],
    "greater_is_better": [
        "Whether the largest score gets rank 1; False for errors and losses."
    ],
    "missing": ["How to treat NaN", "Treatment of items without a run"],
    "groups": [
        "Group of each row: whole groups are drawn and left out.",
        "Which rows belong together",
        "Which series each row belongs to, by ids of any kind.",
        "The group of each row: integers, strings, dates or other ids",
        "Group of each row, for splitters that keep groups whole.",
        "Rows whose targets are permuted among themselves",
        "Group of each battle, such as the voter",
    ],
    "groups_train": [
        "Which series each value of ``y_train`` belongs to",
        "The groups of both: integers, strings, dates or other ids.",
    ],
    "kind": ["Coverage of the bounds at the confidence level"],
    "labels": [
        "For the 0-1 loss: the first of these is the main prediction",
        "All classes there are; by default those that occur.",
        "With a matrix: all classes there are; by default those that occur.",
        "By default all that occur, sorted.",
        "The cluster of each point: labels of any kind, -1 being one like any other.",
        "The cluster of each row: labels of any kind.",  # without points
        "the class or label of each column of ``y_score``",
    ],
    "convention": ['"deviance": as above, lower is better. "schwarz": with'],
    "labels_pred": ["The clusters of the partition to compare with it; of any kind"],
    "labels_true": ["The clusters of a reference partition: labels of any kind."],
    "leverage": ["The diagonal of the matrix H in "],
    "log_likelihood": ["The natural logarithm of the likelihood that the model"],
    "loss": [
        "The squared distance to the outcome",
        "The squared error, or the unit deviance",
        "The total loss, or the loss of",
        "Loss of a prediction: its squared error, or 1 if it is wrong.",
    ],
    "m": ["The season: the naive forecast repeats the value m rows earlier."],
    "fpr_range": ["Area over FPR in [a, b] with 0 "],
    "adjusted": [
        "for the value b: chance becomes 0.",
        "Whether to subtract the value of random scores, ",
    ],
    "max_fpr": [
        "Area over FPR in [0, ``max_fpr``].",
        "Standardised partial area over FPR in [0, ``max_fpr``]",  # as scikit-learn's
    ],
    "mean": ["Means of the predicted distributions."],
    "samples": ["The values of each model, of any lengths: of a dict or a frame"],
    "loss_a": [
        "Losses of A and B in order of time, in any unit",
        "Losses of A and B on each row, in any unit",
        "losses, or other numbers, row by row, whose means are compared.",
    ],
    "loss_b": [
        "Losses of A and B in order of time, in any unit",
        "Losses of A and B on each row, in any unit",
        "losses, or other numbers, row by row, whose means are compared.",
    ],
    "metric_params": ["Further keyword arguments for", "Parameters of the metric"],
    "y_true_a": [
        "True labels of the first sample, of at most two classes",
        "True labels, or what else the metric's function takes first, of the rows of A",
    ],
    "y_true_b": [
        "second sample",
        "The same of the rows of B.",
    ],
    "metric": [
        "A name or alias from the catalog, one of this package's functions",
        "Similarity of features: the cosine of the two vectors, or ",
        "As `silhouette_samples` takes it",
        '"euclidean", "sqeuclidean", ',
        "The name of a metric in the catalog",
    ],
    "method": [
        '"mover": post-stratification, for labels of 0 and 1.',
        "Test with the variance of shared rows, or Pearson's χ²",
        "Integral: trapezoids between the times; the score at the start of each step",
        "Whether the slope is held at 1, or fitted",
        "distribution with k - 1 degrees of freedom, or that many random",
        "Largest minus smallest rate of the groups",
        "Smallest divided by largest rate of the groups",
        "Estimate: `out_of_bag_score`, or",
        'How the bounds are made. "ks"',
        "Which interval; for ``width`` alone.",
        '"asymptotic"',
        '"exact"',  # of a test: what its p-value is made of
        '"chi2": by the χ² distribution',
        "Recalibrate each distinct forecast by isotonic regression",
        "How they are adjusted: one of those above.",
        "How the bounds are made: one of those above.",
        "Method of the estimator",
    ],
    "mode": ["Events whose probabilities are evaluated"],
    "multioutput": ["With several outputs: a value for each, the default their mean"],
    "n_bins": ["How many bins"],
    "n_comparisons": ["How many tests share ``alpha``."],
    "n_features": ["How many features, p, the model was fitted with"],
    "n_jobs": ["Number of parallel workers"],
    "n_datasets": [
        "How many data sets they were ranked on, N: 2 or more.",
        "How many data sets rank them, N: 1 or more.",
    ],
    "n_errors": ["How many rows the model got wrong, x."],
    "n_models": [
        "How many models were ranked, k: 2 to 10,000.",
        "How many models are ranked, k: 1 or more.",
        "How many variables there are: 2 to 10,000.",
    ],
    "n_parameters": ["How many parameters were estimated, K"],
    "n_samples": [
        "Number of rows, m: 1 or more.",
        "The rows that it rests on",
        "Number of rows that the model was fitted to, n: 1 or more.",
        "How many rows both models are evaluated on, n: 1 or more.",
        "n: the sum of all counts.",
        "How many weights are drawn from the posterior.",
        "How many rows there are, m: 1 or more.",
    ],
    "n_resamples": [
        "Number of replicates. In each the choice",
        "Number of resamples.",
        "How many resamples.",
        "How many replicates are drawn.",
        "How many replicates the bootstrap draws.",
        "How many permutations are drawn.",
        "Number of draws for the simultaneous band.",
        "How many draws the distribution of the statistic is made of.",
    ],
    "noise": [
        "Meaning of the label -1, which clusterers give to rows without a cluster"
    ],
    "normalization": ["Divisor, computed from ``y_true``: "],
    "normalize": [
        "If False, the number (or weight) of ",
        "If False, the sum of the losses",
        "Divide by the sum of each row, of each column, or of the whole",  # a matrix
        "Divide by the number of classes minus one.",  # ordered ones
        "Normalization of each text",
    ],
    "p": [
        "The power",
        "Persistence: the probability to go on, between 0 and 1.",
    ],
    "p_positive": ["Proportion of positives where the scorer is used, in [0, 1]."],
    "pos_label": [
        "Positive label: the class that scores",
        "The positive label",
        "the class that they are of.",
    ],
    "pre_dispatch": ["Number of fits that joblib prepares ahead"],
    "q": [
        "Levels of the quantiles, each in [0, 1]",
        "Ranges: the difference of the largest",
    ],
    "quantiles": ["The level of each column, in (0, 1), in any order"],
    "params": ["Keywords for ``fit``; arguments with an entry per row are cut"],
    "name": [
        "A name, an alias, a title",
        "Name of a single metric in the library's output",
    ],
    "power": [
        "Chance to find the difference",
        "Chance to show it, above ``alpha`` and below 1; for ``null`` alone.",
        "Chance to show it, above ``alpha`` and below 1; not for ``width``.",
        "p of the variance",
        "As in `mean_tweedie_deviance`.",
    ],
    "null": [
        "Value of the null hypothesis.",
        "that is to be shown not to be the true one",
    ],
    "standardized": [
        "Divide by the proportion of positives, which is the largest possible value."
    ],
    "variance": [
        "The estimate of the long-run variance: ",
        "Variance of the AUC for two normal distributions of equal spread",
        "Whether the losses vary around their mean",
    ],
    "width": ["How wide the interval of level 1 - ``alpha`` may be"],
    "random_state": [
        "Source of the random numbers",
        "Seed of the draws; the same number gives the same ",
        "the same number gives the same bounds",
        "Seed of the sample",
        "Source of the random ranks of ties.",
        "Where the draws come from.",
        "the same number gives the same p-value",
        "the same number gives the same band",
        "the same number gives the same slab",
        "Source of the permutations.",
        "Where the draws come from",
    ],
    "replace_undefined_by": ["What to return where "],
    "scoring": ["The score: the name of one of scikit-learn's scorers"],
    "scores_a": [
        "Scores of model A by fold, two or more; or the differences A - B, ",
        "Scores of model A, a row per repetition; or the differences A - B, ",
    ],
    "scores_b": ["Scores of model B on the same folds."],
    "shuffle": [
        "Whether the rows are put into folds in random order",
        "Whether the training rows are put into random order",
        "If False, the first rows are the training set and ",
        "If False, the parts follow one another",
    ],
    "strata": ["Strata from which the labelled rows", "Strata within which groups"],
    "stratify": ["Classes to stratify by: "],
    "test_size": [
        "for the test (rounded up), or their number",
        "for the test, between",
    ],
    "*arrays": ["Data to split, all with the same number of rows."],
    "n_train": ["How many rows each fold was trained and tested on"],
    "n_test": ["How many rows each fold was trained and tested on"],
    "rope": ["Half the width of the region of practical equivalence: "],
    "sample_weight": [
        "Weight per predicted row",
        "Weight per row: finite, not negative, not all zero.",
        "Weight per row: finite, not negative, not all zero. Errors are weighted",
        "Weight per row, passed to ``metric_func``.",
        "Weight per query: finite, not negative, not all zero.",
        "Weight per battle: finite, not negative, not all zero.",
    ],
    "score_a": [
        "Scores of the two scorers on the same rows",
        "Any finite real scores, larger meaning more positive.",
    ],
    "score_b": [
        "Scores of the two scorers on the same rows",
        "Any finite real scores, larger meaning more positive.",
    ],
    "scale": [
        "The standard deviation of the errors",
        "Their standard deviations, none negative.",
        "Mean of the ratings, and rating points",
    ],
    "a": ["Steepness, per unit of the numbers", "Names of the two models."],
    "b": ["Factor of the loss", "Names of the two models."],
    "thresholds": ["Probability thresholds in [0, 1)", "Increasing thresholds τ."],
    "scores": [
        "A row per data set, a column per model",
        "NaN for runs that were not made",
        "Scores of two models, from which the variances are estimated",
    ],
    "standard_deviation": [
        "Standard deviation of the differences by row",
        "Standard deviation σ_Δ over items of the difference of the two models'",
    ],
    "strategy": ["Choice of the candidates to try.", "Bins of one width"],
    "test": [
        "all pairs are compared, or all models with one",
        "By mean ranks: ",
        "The rows of both, with the same columns",
    ],
    "ties": [
        "Whether the normal distribution takes account of ties.",
        "Whether ties enlarge the statistic.",
        "Pairs without a difference are ",
        "Rule for equal scores: the mean over all their orders",
        "a tie is half a win of both models",
    ],
    "unbiased": ["Use the unbiased variance estimate; "],
    "variant": [
        "Whether :math:`\\alpha` is the ratio of the standard deviations",
        "Each class against the rest",
        '"a" takes ties for pairs in neither order',
        "Whether :math:`\\alpha` is the ratio of the standard deviations",
    ],
    "verbose": [
        "Above 0, joblib prints its progress.",
        "Above 0, joblib tells how far it is",
    ],
    "w": ["The weights of a model, finite, of any shape"],
    "x": ["Abscissae, either nondecreasing or nonincreasing.", "A number per pair"],
    "y": [
        "Ordinates.",
        "The other number of each pair.",
        "Target to predict.",
        "Labels of any kind.",
        "Labels of any kind, or numbers.",
    ],
    "y_lower": ["Lower ends of the intervals."],
    "y_pred": [
        "Predictions of the fitted model for the same rows.",
        "Predicted labels, of the same kind.",
        "Predicted numbers",
        "Predicted means",  # of what numbers are distributed by
        "The former name of ``y_proba``.",
    ],
    "y_train": [
        "Rows from which training sets are drawn, and their targets.",
        "The values that the series had before, in the order of time",
        "Labels of both, of any kind.",
    ],
    "y_pred_a": [
        "Predictions of A.",
        "Labels that model A predicted, of the same kind.",
    ],
    "y_pred_b": [
        "The same of the rows of B.",
        "Labels that model B predicted, of the same kind.",
    ],
    "y_proba": [
        "Probability of the positive class",
        "Probability of the larger of two classes",
        "Probabilities in [0, 1]: ",
    ],
    "y_quantiles": ["Predicted quantiles, a column per level"],
    "y_set": ["Prediction sets: a matrix of True and False with a column per class"],
    "y_score": [
        "Any finite real scores; larger means more positive",
        "Any finite real scores of the ",  # labels or classes, a column each
        "Predicted numbers or times: the higher, the longer.",
        "Scores; documents with larger scores come earlier in the list.",
        "Ignored; all functions of lists have this parameter.",
    ],
    "fair": ["Divide the second sum by 2 m (m - 1)"],
    "y_ensemble": ["The members' forecasts, in any order"],
    "y_true": [
        "Observed numbers",
        "Observed vectors, or numbers.",
        "Observed targets, numbers or labels; one row for each time",
        "Observed classes: whole numbers, strings or bool; or a matrix with ones in "
        "the columns of each row's classes",
        "True labels, of at most two classes",
        "True labels; NaN or null in rows without one.",
        f"{WHOLE}.",
        f"{WHOLE}; or a matrix of indicators (zeros and ones, dense or sparse), one "
        "column per label.",
        "True labels, of two classes",  # or of several, or several labels
        "True labels, of exactly two classes.",
        "True labels, passed to ``metric_func`` unchanged.",
        "Indicator matrix: the nonzero entries are the labels of each row.",
        "Grades of relevance: one row per query, or ",
    ],
    "y_upper": ["Upper ends, none below the lower one of its row."],
    "zero_division": [
        'Value of a quotient with denominator 0; "warn" means 0.0 with a warning.'
    ],
    "divide_by": ["Divisor for a list of fewer than k documents"],
    "normalizer": [
        "Divisor of the sum: all relevant documents R",
        "Divisor of the hits: all relevant documents R",
    ],
    "floor": ["Lowest value of a query, in (0, 1]."],
    "rounding": ["Number of relevant documents at a recall r"],
    "doc_id": ["Document of each row, for rules of ``ties`` that use it."],
    "gain": [
        "Gain of a grade: the grade",
        "Gain of a document: 1 if it is relevant",
    ],
    "ignore_ties": ["Whether to ignore ties: "],
    "log_base": ["Base of the logarithm: above 0, and not 1."],
    "max_grade": ["Largest possible grade"],
    "query_id": ["Query of each row, in any order"],
    "relevance_level": ["Lowest grade of a relevant document"],
}
# The one form of the data and options that nearly all take; others with their reason.
FORMS = {
    "sample_weight": [
        f"{ROWS}, optional",
        "array_like of shape (n_queries,), optional",
        "array_like of shape (n_battles,), optional",
    ],
    "pos_label": [
        "int, float, bool or str, default=1",
        "int, float, bool or str, optional",
    ],
    "labels_true": [ROWS],
    "labels_pred": [ROWS],
    "y_pred": [
        ROWS,
        "array_like, optional",  # of a deprecated name
        "array_like of the same shape",  # of one column, or of several
        "array_like of shape (n_samples,) or (n_samples, n_outputs)",
    ],
    "zero_division": [
        '{"warn", 0.0, 1.0, nan}, default="warn"',
        '{"warn", 0.0, 1.0}, default="warn"',  # jaccard_score, as in scikit-learn
    ],
}
# Their arguments are those of every task, and described for all tasks at once.
OF_ANY_TASK = {
    "accumulate",
    "by_group",
    "compare",
    "confidence_interval",
    "evaluate",
    "evaluate_files",
    "metric_covariance",
    "no_information_rate",
    "out_of_bag_score",
    "point632_score",
    "out_of_fold_score",
    "paired_permutation_test",
    "permutation_importance",
    "row_losses",
}


def sections(item):
    """Return the sections of a numpydoc docstring, as lists of lines."""
    lines, found, here = inspect.getdoc(item).splitlines(), {}, None
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if re.fullmatch("-{3,}", below) and line.strip():
            here = found[line] = []
        elif here is not None and not re.fullmatch("-{3,}", line):
            here.append(line)
    return found


def parameters(item):
    """Return {name: (form, description)} of the parameters as documented."""
    found, here = {}, None
    for line in sections(item).get("Parameters", []):
        if line and not line.startswith(" "):
            names, _, form = line.partition(" : ")
            here = []
            found |= dict.fromkeys(names.split(", "), (form, here))
        elif line:
            here.append(line.strip())
    return {name: (form, " ".join(text)) for name, (form, text) in found.items()}


FUNCTIONS = {
    name: getattr(fm, name)
    for name in fm.__all__
    if inspect.isfunction(getattr(fm, name)) and name not in OF_ANY_TASK
}


def test_parameters_are_described_in_the_same_words():
    for name, function in FUNCTIONS.items():
        for parameter, (form, text) in parameters(function).items():
            at = f"{name}({parameter})"
            phrases = PHRASES.get(parameter, [""])
            assert any(phrase in text for phrase in phrases), f"{at}: {text}"
            assert form in FORMS.get(parameter, [form]), f"{at}: {form}"


def test_parameters_are_those_of_the_signature():
    for name, function in FUNCTIONS.items():
        own = [p.name for p in inspect.signature(function).parameters.values()]
        assert [found.lstrip("*") for found in parameters(function)] == own, name


def test_every_phrase_is_used():
    said = defaultdict(list)
    for function in FUNCTIONS.values():
        for parameter, (_, text) in parameters(function).items():
            said[parameter].append(text)
    for parameter, phrases in PHRASES.items():
        for phrase in phrases:
            assert any(phrase in text for text in said[parameter]), phrase
    # What several functions take has a phrase of its own.
    assert {parameter for parameter, texts in said.items() if len(texts) > 1} <= {
        *PHRASES,
        "n",  # of threads
        "**kwds",
    }


# Words that only we would understand, or that say too little.
UNCLEAR = [
    r"none of its options",
    r"\bas (?:you )?sa(?:y|id)\b",
    r"\bthe door\b",
    r"let in\b",
    r"cannot be told",
    r"do not mix",
]


def test_no_words_that_only_we_would_understand():
    for name, function in FUNCTIONS.items():
        text = " ".join(inspect.getdoc(function).split())
        found = [words for words in UNCLEAR if re.search(words, text)]
        assert not found, name


def test_see_also_names_what_exists():
    """The site's build fails on a name that it doesn't find: a second line without
    indentation is taken for one."""
    wrong = []
    for name in fm.__all__:
        section = inspect.getdoc(getattr(fm, name)) or ""
        section = section.partition("See Also\n--------\n")[2]
        section = re.split(r"\n\n(?=.*\n-{3})", section)[0]
        for line in section.splitlines():
            if not line.startswith(" "):
                names = line.partition(" : ")[0].split(", ")
                wrong += [(name, each) for each in names if not _exists(each)]
    assert wrong == []


def test_methods_refer_to_no_private_module():
    """The site's build fails on a reference to a name that it has no page of."""
    package = Path(fm.__file__).parent
    modules = {path.stem for path in package.rglob("*.py")} - {*fm.__all__}
    wrong = []
    for name in fm.__all__:
        public = getattr(fm, name)
        methods = vars(public).items() if isinstance(public, type) else ()
        for method, value in methods:
            text = inspect.getdoc(value) or ""
            for each in re.findall(r"(?<![`:\w])`(\w+)`(?!`)", text):
                if each in modules and not hasattr(public, each):
                    wrong.append((name, method, each))
    assert wrong == []


def _exists(name):
    try:
        return attrgetter(name.removeprefix("fastmetrics."))(fm) is not None
    except AttributeError:
        other_packages = re.fullmatch(r"(?!fastmetrics)\w+(\.\w+)+", name)
        return other_packages is not None
