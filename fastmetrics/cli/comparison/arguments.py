"""The options of ``fastmetrics compare``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from fastmetrics import catalog
from fastmetrics.cli import common_options
from fastmetrics.cli.common_options import (
    add_level,
    add_missing,
    add_resampling,
    add_row_columns,
)
from fastmetrics.cli.costs import add_cost_matrix
from fastmetrics.cli.names import examples
from fastmetrics.cli.output import EXIT_CODES
from fastmetrics.cli.writing import add_output
from fastmetrics.comparison.adjustments import METHODS

COMPARE = """\
Compare several models on the same rows: by how much do they differ, and is that more
than chance? Every model gets an interval, a set of ranks and letters (two models share
a letter if they are not told apart), every difference an interval, bounds that hold for
all differences together, and a p-value adjusted for their number.

FILE has a column for each model, or there are several files with one model each, which
is named after its file. The rows of several files are matched by --id, else by their
positions, and their truths must agree. Formats and COLUMN are those of "fastmetrics
evaluate". Without FILE bundled data is compared.

With --table models are compared on several data sets instead: RESULTS has a row for
each data set and a column of scores for each model. Friedman's test, or another one by
--test, says whether any differ, and the test of --post-hoc which; the picture is the
critical-difference diagram.
"""
# What --test chooses between, of rows and with --table.
TESTS = ("auto", "permutation", "delong", "bootstrap", "jackknife")
TESTS_OF_TABLES = ("friedman", "quade", "aligned-ranks", "none")
# A model's column by its option: what `compare` takes one of.
MODELS = {"y_pred": "pred", "y_score": "score", "y_proba": "proba"}
# Families whose models can be compared by a metric: of rows, each with a truth and such
# a prediction, that may lie in folds.
TASKS = tuple(
    name
    for name, family in catalog.FAMILIES.items()
    if "folds" in family.options and {*family.positional.get("", ())[1:]} & {*MODELS}
)


def add(commands: Any, run: Callable[[argparse.Namespace], int]) -> None:
    """Add the command, which ``run`` carries out, to the command line."""
    parser = commands.add_parser(
        "compare",
        help="tell which of several models is better, and by how much",
        description=COMPARE,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("files", metavar="FILE", nargs="*")
    parser.add_argument(
        "--data",
        choices=[name for name, _ in _examples()],
        help="without FILE: "
        + "; ".join(f"{what} ({name})" for name, what in _examples()),
    )
    parser.add_argument(
        "--task",
        choices=TASKS,
        help="what is compared (default: what the columns are for)",
    )
    _add_columns(parser.add_argument_group("columns"))
    _add_table(parser.add_argument_group("data sets"))
    _add_comparison(parser.add_argument_group("comparison"))
    group = add_output(
        parser,
        "also draw the differences with their intervals, or of --table the mean ranks",
    )
    group.add_argument(
        "--state",
        metavar="FILE",
        help="of --sequential: what was seen before, and is written anew, whole or not "
        "at all",
    )
    group.add_argument(
        "--no-progress", action="store_true", help="no progress on standard error"
    )


def _examples() -> Iterator[tuple[str, str]]:
    for name, (family, example) in examples().items():
        if family.name in TASKS:
            yield name, example.what


def _add_columns(group: Any) -> None:
    group.add_argument("--truth", metavar="COLUMN", help="what is true of each row")
    for option, what in (
        ("--score", "a model's scores of a binary target"),
        ("--pred", "a model's predicted labels or numbers"),
        ("--proba", "a model's probabilities; prob_* are those of all classes"),
    ):
        group.add_argument(
            option,
            metavar="COLUMN",
            action="append",
            default=[],
            help=f"{what}; again for each further model, once for several files",
        )
    group.add_argument(
        "--id",
        metavar="COLUMN",
        help="of several files: what tells their rows apart and matches them",
    )
    add_row_columns(group)
    add_missing(group)


def _add_table(group: Any) -> None:
    group.add_argument(
        "--table",
        metavar="RESULTS",
        nargs="?",
        const="",
        help="compare models by their scores on several data sets; without a file, ten "
        "bundled classifiers on twenty data sets",
    )
    group.add_argument(
        "--dataset",
        metavar="COLUMN",
        help="what names the data sets (default: the column of text, if there is one)",
    )
    group.add_argument(
        "--lower-is-better",
        action="store_true",
        help="the scores are errors or losses",
    )
    group.add_argument(
        "--post-hoc",
        choices=("nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"),
        help="the test of a pair of models (default: nemenyi, against --baseline "
        "Bonferroni and Dunn's)",
    )
    group.add_argument(
        "--decimals",
        metavar="N",
        type=common_options.positive_int,
        help="round scores, so that those that look alike tie",
    )
    group.add_argument(
        "--ties",
        choices=("corrected", "ignored"),
        help="whether ties enlarge Friedman's statistic (default: corrected)",
    )
    group.add_argument(
        "--rope",
        metavar="X",
        type=common_options.finite,
        help="differences of scores up to this are none in practice: also tell how "
        "probable it is that a pair of models is so",
    )
    group.add_argument(
        "--style",
        choices=("bars", "intervals"),
        help="what --plot draws: bars join models that are not told apart (default), "
        "or intervals of one critical difference",
    )


def _add_comparison(group: Any) -> None:
    group.add_argument(
        "--metric",
        metavar="NAME",
        action="extend",
        type=common_options.metric_names,
        help="by what they are compared; again, or separated by commas, for several, "
        "with parameters as in fbeta_score:beta=0.5 "
        "(default: AUC of scores, accuracy of labels, log loss of probabilities, mean "
        "squared error of numbers)",
    )
    add_cost_matrix(group)
    group.add_argument(
        "--threshold",
        metavar="T",
        type=common_options.finite,
        help="of metrics that have one, such as net_benefit",
    )
    group.add_argument(
        "--sequential",
        action="store_true",
        help="two models by a test that may be looked at every day: the rows of FILE "
        "are put to those of --state, files that were seen before count once",
    )
    group.add_argument(
        "--baseline",
        metavar="MODEL",
        help="compare each of the others with this one only",
    )
    group.add_argument(
        "--test",
        choices=(*TESTS, *TESTS_OF_TABLES),
        help="a test whose p-values stand beside those of the intervals (default: "
        "none); with --table the one that comes before those of pairs: friedman, quade "
        "or aligned-ranks (default: friedman), or none",
    )
    group.add_argument(
        "--adjust",
        choices=("none", "maxt", *METHODS),
        help="how p-values are adjusted for their number (default: maxt, the law of "
        "the largest deviation; with --table holm, but none for nemenyi, whose law is "
        "of all pairs)",
    )
    group.add_argument(
        "--margin",
        metavar="X",
        type=common_options.finite,
        default=0.0,
        help="test that no model is worse by X or more than the one that it is "
        "compared with",
    )
    add_level(
        group,
        "of intervals, and of all simultaneous bounds together; tests of --table have "
        "the level 1 - P",
    )
    add_resampling(group, "9999 of tables of labels, else 1999")
