"""The options of ``fastmetrics compare``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from fastmetrics import catalog
from fastmetrics.cli import common_options
from fastmetrics.cli.common_options import (
    SEVERAL,
    add_command,
    add_level,
    add_missing,
    add_option,
    add_resampling,
    add_row_columns,
)
from fastmetrics.cli.costs import add_cost_matrix
from fastmetrics.cli.names import examples
from fastmetrics.cli.writing import add_output
from fastmetrics.comparison.adjustments import METHODS

COMPARE = """\
Compare several models on the same rows: by how much do they differ, and is that more
than chance? Every model gets an interval, a set of ranks and letters (two models share
a letter if they do not differ significantly), every difference an interval, bounds that
hold for all differences together, and a p-value adjusted for their number.

FILE has a column for each model, or there are several files with one model each, which
is named after its file. The rows of several files are matched by --id, else by their
positions, and their truths must agree. Formats and COLUMN are those of "fastmetrics
evaluate". Without FILE bundled data is compared.

With --table models are compared on several data sets instead: RESULTS has a row for
each data set and a column of scores for each model. Friedman's test, or another one by
--test, says whether any differ, and the test of --post-hoc which; the picture is the
critical-difference diagram.
"""
# Choices of --test, without and with --table.
TESTS = ("auto", "permutation", "delong", "bootstrap", "jackknife")
TESTS_OF_TABLES = ("friedman", "quade", "aligned-ranks", "none")
# Arguments of `compare` for a model's column, and their options.
MODELS = {"y_pred": "pred", "y_score": "score", "y_proba": "proba"}
# Families whose models can be compared by a metric: of rows, each with a truth and such
# a prediction, that may lie in folds.
TASKS = tuple(
    name
    for name, family in catalog.FAMILIES.items()
    if "folds" in family.options and {*family.positional.get("", ())[1:]} & {*MODELS}
)


def add_compare(commands: Any, run: Callable[[argparse.Namespace], int]) -> None:
    """Add the command, which ``run`` carries out, to the command line."""
    parser = add_command(
        commands,
        "compare",
        run,
        "tell which of several models is better, and by how much",
        COMPARE,
    )
    parser.add_argument("files", metavar="FILE", nargs="*")
    add_option(
        parser,
        "--data",
        "without FILE: " + "; ".join(f"{what} ({name})" for name, what in _examples()),
        choices=[name for name, _ in _examples()],
    )
    add_option(
        parser,
        "--task",
        "what is compared (default: what the columns are for)",
        choices=TASKS,
    )
    _add_columns(parser.add_argument_group("columns"))
    _add_table(parser.add_argument_group("data sets"))
    _add_comparison(parser.add_argument_group("comparison"))
    group = add_output(
        parser,
        "also draw the differences with their intervals, or of --table the mean ranks",
    )
    add_option(
        group,
        "--state FILE",
        "of --sequential: what was seen before, and is written anew, whole or not "
        "at all",
    )
    add_option(group, "--no-progress", "no progress on standard error")


def _examples() -> Iterator[tuple[str, str]]:
    for name, (family, example) in examples().items():
        if family.name in TASKS:
            yield name, example.what


def _add_columns(group: Any) -> None:
    add_option(group, "--truth COLUMN", "what is true of each row")
    for option, what in (
        ("--score", "a model's scores of a binary target"),
        ("--pred", "a model's predicted labels or numbers"),
        ("--proba", "a model's probabilities; prob_* are those of all classes"),
    ):
        add_option(
            group,
            f"{option} COLUMN",
            f"{what}; again for each further model, once for several files",
            **SEVERAL,
        )
    add_option(
        group,
        "--id COLUMN",
        "of several files: what tells their rows apart and matches them",
    )
    add_row_columns(group)
    add_missing(group)


def _add_table(group: Any) -> None:
    add_option(
        group,
        "--table RESULTS",
        "compare models by their scores on several data sets; without a file, ten "
        "bundled classifiers on twenty data sets",
        nargs="?",
        const="",
    )
    add_option(
        group,
        "--dataset COLUMN",
        "what names the data sets (default: the column of text, if there is one)",
    )
    add_option(group, "--lower-is-better", "the scores are errors or losses")
    add_option(
        group,
        "--post-hoc",
        "the test of a pair of models (default: nemenyi, against --baseline "
        "Bonferroni and Dunn's)",
        choices=("nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"),
    )
    add_option(
        group,
        "--decimals N",
        "round scores, so that those that look alike tie",
        type=common_options.positive_int,
    )
    add_option(
        group,
        "--ties",
        "whether ties enlarge Friedman's statistic (default: corrected)",
        choices=("corrected", "ignored"),
    )
    add_option(
        group,
        "--rope X",
        "differences of scores up to this are none in practice: also tell how "
        "probable it is that a pair of models is so",
        type=common_options.finite,
    )
    add_option(
        group,
        "--style",
        "what --plot draws: bars join models that do not differ significantly "
        "(default), "
        "or intervals of one critical difference",
        choices=("bars", "intervals"),
    )


def _add_comparison(group: Any) -> None:
    add_option(
        group,
        "--metric NAME",
        "by what they are compared; again, or separated by commas, for several, "
        "with parameters as in fbeta_score:beta=0.5 "
        "(default: AUC of scores, accuracy of labels, log loss of probabilities, mean "
        "squared error of numbers)",
        action="extend",
        type=common_options.metric_names,
    )
    add_cost_matrix(group)
    add_option(
        group,
        "--threshold T",
        "of metrics that have one, such as net_benefit",
        type=common_options.finite,
    )
    add_option(
        group,
        "--sequential",
        "two models by a test that may be looked at every day: the rows of FILE "
        "are put to those of --state, files that were seen before count once",
    )
    add_option(
        group, "--baseline MODEL", "compare each of the others with this one only"
    )
    add_option(
        group,
        "--test",
        "a test whose p-values stand beside those of the intervals (default: "
        "none); with --table the one that comes before those of pairs: friedman, quade "
        "or aligned-ranks (default: friedman), or none",
        choices=(*TESTS, *TESTS_OF_TABLES),
    )
    add_option(
        group,
        "--adjust",
        "how p-values are adjusted for their number (default: maxt, the law of "
        "the largest deviation; with --table holm, but none for nemenyi, whose law is "
        "of all pairs)",
        choices=("none", "maxt", *METHODS),
    )
    add_option(
        group,
        "--margin X",
        "test that no model is worse by X or more than the one that it is "
        "compared with",
        type=common_options.finite,
        default=0.0,
    )
    add_level(
        group,
        "of intervals, and of all simultaneous bounds together; tests of --table have "
        "the level 1 - P",
    )
    add_resampling(group, "9999 of tables of labels, else 1999")
