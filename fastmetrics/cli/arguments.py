"""The parser; its options for columns come from the families."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

import fastmetrics
from fastmetrics import catalog
from fastmetrics.cli import (
    bias_variance,
    common_options,
    listing,
    retrieval,
    split_checking,
    splitting,
)
from fastmetrics.cli.common_options import (
    SEVERAL,
    add_command,
    add_level,
    add_missing,
    add_option,
    add_quiet,
    add_report,
    add_resampling,
    add_row_columns,
    option_name,
)
from fastmetrics.cli.comparison import monitor, plan
from fastmetrics.cli.comparison import running as comparing
from fastmetrics.cli.costs import add_cost_matrix
from fastmetrics.cli.forms import add_require
from fastmetrics.cli.names import ALL, Role, all_roles, examples
from fastmetrics.cli.output import BAD_USAGE, EXIT_CODES, line_of
from fastmetrics.selection.validation.combined_folds import METHODS as ACROSS_FOLDS

EVALUATE = """\
Judge one or several models by their predicted labels (two classes or more), their
scores of a binary target, their probabilities, or all of these; or clusterings by true
labels, by measurements of the rows, or both; or predictions of a number, quantiles and
intervals: every metric with an interval, and for several models the differences between
them.

FILE is CSV (gzip too), Parquet, Arrow/Feather, NPY or NPZ; "-" reads it from standard
input. Without FILE bundled data is judged: see --data.

Several files, folders and globs are one table of all their rows; folders named
key=value are columns. What does not fit into --memory is read in passes, which give the
same values: of what can be merged, and with the intervals that need no rows.

A COLUMN is a name, or a position counted from 0 (-1 is the last). Columns whose names
say what they hold (y_true, label, score, y_pred, ...) need not be given; what was
guessed is said on standard error. Scores and labels are of one model if their columns
are named alike (score_a, pred_a), or if there is one column of each.

A truth that has fractions is a number (--task regression). Whole numbers are classes,
unless predictions have fractions; where there are many, --task has to say it. Quantiles
are --quantile 0.1=COLUMN, or columns named q10, q0.9, p50, ...; their median is the
prediction, where there is no other.

Probabilities are a column of the positive class, or a column of each class that is
named after it (prob_cat, prob_dog, ...): --proba 'prob_*' takes all of these at once.
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors have one line, quoted as in other messages."""

    def error(self, message: str) -> NoReturn:
        text = _CHOICES.sub(_nearest, message)
        self.exit(BAD_USAGE, line_of(f"{self.prog}: error: {text}") + "\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse all words; for unknown ones, suggest an option."""
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            words = sys.argv[1:] if args is None else [*args]
            command, options = _reached(self, words)
            hint = _hint(unknown, words, options)
            if not hint and any(word.startswith("-") for word in unknown):
                hint = f"; see {command} --help"
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found


# How alike a word and an option must be for the option to be what is meant.
_NEAR = 0.7
# The message of argparse for a word that is not one of the choices.
_CHOICES = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)


def _nearest(message: re.Match[str]) -> str:
    """Name the nearest of the words that may be given, else all of them."""
    known = [word.strip("' ") for word in message[2].split(",")]
    near = get_close_matches(message[1], known, 1)
    return (
        f"invalid choice: {message[1]!r}; did you mean {near[0]!r}?"
        if near
        else message[0]
    )


def _reached(
    parser: argparse.ArgumentParser, words: Sequence[str]
) -> tuple[str, list[str]]:
    """Return the command that words lead to, and its options."""
    for word in words:
        for action in parser._actions:
            if (
                isinstance(action, argparse._SubParsersAction)
                and word in action.choices
            ):
                parser = action.choices[word]
                break
    options = [name for action in parser._actions for name in action.option_strings]
    return parser.prog, [name for name in options if name.startswith("--")]


def _hint(unknown: Sequence[str], words: Sequence[str], options: Sequence[str]) -> str:
    """Return suggestions for unknown words.

    These are what is called otherwise in Python, and what comes close; a word that no
    command takes is a second value where it stands behind one.
    """
    of_name = {role.argument.name: role.option for role in all_roles().values()}
    of_name |= {"sample_weight": "weight", "groups": "group"}
    meant, before = [], ""
    for word in unknown:
        option = word.partition("=")[0]
        name = option.lstrip("-").replace("-", "_")
        if word.startswith("--") and name in of_name:
            meant.append(f"{option} is called --{of_name[name]} here")
        elif word.startswith("-") and get_close_matches(option, options, 1, _NEAR):
            [near] = get_close_matches(option, options, 1, _NEAR)
            meant.append(f"did you mean {near} for {option}?")
        elif _is_second_value(word, before, words):
            meant.append(f"an option takes one value: give it again for {word!r}")
        before = word
    return "".join(f"; {word}" for word in meant)


def _is_second_value(word: str, before: str, words: Sequence[str]) -> bool:
    """Whether a word that is unknown stands behind an option that has its value."""
    if word.startswith("-") or before.startswith("-"):
        return False
    behind = words[: words.index(word)] if word in words else ()
    return any(item.startswith("-") for item in behind)


def parser(evaluate: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    """Make the parser of all commands; ``evaluate`` runs the first of them."""
    parser = _Parser(
        prog="fastmetrics",
        description="How good a model is, and how far to trust that number.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"fastmetrics {fastmetrics.__version__}"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_evaluate(commands, evaluate)
    for module in (
        *(listing, comparing, plan, monitor),
        *(split_checking, splitting, bias_variance, retrieval),
    ):
        module.add(commands)
    for family in catalog.FAMILIES.values():
        for command in family.commands:
            command(commands)
    return parser


def _add_evaluate(commands: Any, run: Callable[[argparse.Namespace], int]) -> None:
    parser = add_command(
        commands,
        "evaluate",
        run,
        "judge the labels, scores or probabilities in a file",
        EVALUATE,
    )
    parser.add_argument("paths", metavar="FILE", nargs="*")
    add_option(
        parser,
        "--memory SIZE",
        "how much memory the rows of files may take: 4G, 500M, or a share of what "
        "is free (default of several: 25%%); more are read in passes",
        type=common_options.memory,
    )
    add_option(
        parser,
        "--approximate",
        "reads rows that do not fit into --memory once: scores are held as a "
        "sketch of 65,536 intervals, which is exact up to so many distinct scores",
    )
    add_option(
        parser,
        "--data",
        f"without FILE: {'; '.join(_example_texts())}",
        choices=list(examples()),
    )
    add_option(
        parser,
        "--task",
        "what is judged (default: what the columns are for, scores and labels "
        "before clusterings)",
        choices=list(catalog.FAMILIES),
    )
    _add_columns(parser.add_argument_group("columns"))
    _add_numbers(parser.add_argument_group("numbers"))
    _add_output(parser.add_argument_group("output"))


def _example_texts() -> Iterator[str]:
    for number, (name, (_, example)) in enumerate(examples().items()):
        default = ", the default" if number == 0 else ""
        yield f"{example.what} ({name}{default})"


def _what(role: Role) -> str:
    """Return the content of columns under an option, for each family."""
    every = [
        argument.what
        for family in catalog.FAMILIES.values()
        for argument in family.arguments
        if argument.option == role.option
    ]
    return ", or ".join(dict.fromkeys(every))


def _add_columns(group: Any) -> None:
    for role in all_roles().values():
        text = _what(role)
        if role.is_several:
            text += "; again for each further " + (
                "model" if role.argument.per_model else "one"
            )
        if role.argument.form == "columns" or (
            role.is_several and role.argument.form == "column"
        ):
            text += '; "x_*" are all columns that are named so'
            if not role.argument.per_model:
                text += f', "{ALL}" all others that hold numbers'
        if role.option in ("lower", "upper"):
            text += (
                "; ends and predictions are of one model if their names are the same "
                "but for such words: lower_a, upper_a, pred_a"
            )
        if role.argument.form == "levels":
            text += "; 0.1=COLUMN says the level that a name such as q10 says itself"
        metavar = "LEVEL=COLUMN" if role.argument.form == "levels" else "COLUMN"
        several = SEVERAL if role.is_several else {}
        add_option(group, f"{option_name(role.option)} {metavar}", text, **several)
    add_option(
        group,
        "--standardize",
        "bring measurements to mean 0 and standard deviation 1, if that was done "
        "before they were clustered (done for bundled data)",
    )
    add_option(
        group,
        "--threshold T",
        "also judge labels made of the scores: positive where score >= T; of "
        "probabilities of two classes they are made anyway (default: 0.5)",
        type=common_options.finite,
    )
    add_option(
        group,
        "--strict",
        "labels made of scores are positive where score > T",
        action="store_const",
        const=True,
    )
    add_row_columns(group)
    add_missing(group, of_slices=True)
    add_option(
        group,
        "--fold COLUMN",
        "of out-of-fold predictions, the fold in which each row was tested: "
        "values are combined across folds, and each fold is shown",
    )
    add_option(
        group,
        "--target",
        "with --fold, what intervals are for: the expected performance over "
        "training sets (learner, the default), or the mean performance of the models "
        "of these folds",
        choices=("learner", "models"),
    )
    add_option(
        group,
        "--by COLUMN",
        "also judges the rows of each value of this column apart, with intervals "
        "of how far these slices are apart; again for each further one: combinations",
        **SEVERAL,
    )
    add_option(
        group,
        "--min-rows N",
        "slices of fewer rows have no value (default: %(default)s)",
        type=common_options.positive_int,
        default=1,
    )


def _add_numbers(group: Any) -> None:
    add_option(
        group,
        "--metrics NAMES",
        'separated by commas; "fastmetrics metrics" lists them. Parameters stand '
        "behind a colon or in brackets: fbeta_score:beta=0.5,average=macro or "
        "cost_sensitive_error(cost_matrix=[[0,5],[1,0]])",
        type=common_options.metric_names,
    )
    add_cost_matrix(group)
    add_level(group)
    add_option(
        group,
        "--interval-level P",
        "of the prediction intervals under --lower and --upper (default: 0.95)",
        type=common_options.probability,
    )
    add_option(
        group,
        "--method",
        "how intervals are made (default: what suits each metric); with --fold "
        f"one of {', '.join(ACROSS_FOLDS)}",
        choices=list(dict.fromkeys([*catalog.METHODS, *ACROSS_FOLDS])),
        default="auto",
    )
    add_resampling(group, "of scores 1999, fewer on large data; of labels 9999")


def _add_output(group: Any) -> None:
    add_report(group, "curves, confusion matrices or silhouettes")
    add_require(group)
    add_option(
        group,
        "--no-provenance",
        "leave time and machine out of HTML, so that two runs give the same bytes",
    )
    loudness = group.add_mutually_exclusive_group()
    add_quiet(loudness)
    loudness.add_argument(
        "--verbose", "-v", action="store_true", help="say how long each step took"
    )
