"""The command line: the parser of all commands, and the exit codes of errors."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

import fastmetrics
from fastmetrics._common.records import Reference
from fastmetrics.cli.output import (
    BAD_DATA,
    BAD_USAGE,
    BROKEN_PIPE,
    EXIT_CODES,
    NO_LIBRARY,
    NO_OUTPUT,
    OutputError,
    UsageError,
    drop,
    fail,
    flush,
    line_of,
    stand_in,
)

# Commands by name: the function that adds the options, which is imported when the
# command is requested, and one line of help.
_COMMANDS = {
    "evaluate": ("evaluating.add", "evaluate labels, scores or probabilities"),
    "metrics": ("listing.add_metrics", "list the metrics with their ranges"),
    "explain": ("listing.add_explain", "explain a metric: formula, range, sources"),
    "find": ("listing.add_find", "find metrics, tests and splitters by any name"),
    "compare": ("comparing.add", "compare models on the same rows or data sets"),
    "ratings": ("rating.add", "rate models from battles of two, such as votes"),
    "plan": ("sequential.add_plan", "compute the number of rows needed"),
    "monitor": ("sequential.add_monitor", "test a model batch by batch"),
    "check-split": ("split_checking.add", "find leaks between training and test parts"),
    "split": ("splitting.add", "assign rows to folds, or to training and test parts"),
    "bias-variance": ("bias_variance.add", "decompose a loss into bias and variance"),
    "leaderboard": ("leaderboard.add", "compare models on the items of benchmarks"),
    "retrieve": ("retrieval.add", "evaluate ranked lists against relevance judgments"),
    "wer": (
        "transcripts.add",
        "evaluate transcripts: word error rates, and which words are wrong",
    ),
}
COMMANDS = {
    name: (Reference(f"fastmetrics.cli.{add}"), summary)
    for name, (add, summary) in _COMMANDS.items()
}


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command line but for Ctrl-C; see `fastmetrics.cli.main`."""
    with stand_in():
        try:
            code = _run(argv)
            flush()
        except BrokenPipeError:
            drop(sys.stdout)
            return BROKEN_PIPE
        except OutputError as error:
            return fail(error, NO_OUTPUT)
        return code


def _run(argv: Sequence[str] | None) -> int:
    from fastmetrics.readers import DataError, MissingLibraryError
    from fastmetrics.readers.columns import MissingValuesError

    options = argparse.Namespace()
    words = sys.argv[1:] if argv is None else [*argv]
    try:
        options = parser(words).parse_args(words)
        options.argv = words
        return options.run(options)
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else BAD_USAGE
    except UsageError as error:
        return fail(error, BAD_USAGE)
    except MissingValuesError as error:
        if getattr(options, "missing_values", "") != "raise":
            return fail(error, BAD_DATA)
        way = "--missing omit leaves out rows with missing values"
        return fail(f"{error}; {way}", BAD_DATA)
    except DataError as error:
        return fail(error, BAD_DATA)
    except MissingLibraryError as error:
        return fail(error, NO_LIBRARY)
    except MemoryError:
        return fail("there is not enough memory for this data", BAD_DATA)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors have one line, quoted as in other messages."""

    def error(self, message: str) -> NoReturn:
        text = _CHOICES.sub(_nearest, message)
        self.exit(BAD_USAGE, line_of(f"{self.prog}: error: {text}") + "\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse all words; for unknown ones, suggest an option."""
        words = [*args]
        options, unknown = self.parse_known_args(words, namespace)
        if unknown:
            command, known = _reached(self, words)
            hint = _hint(unknown, words, known)
            if not hint and any(word.startswith("-") for word in unknown):
                hint = f"; see {command} --help"
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options


# Similarity of a word and an option above which the option is suggested.
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
    """Return the command that the words name, and its options."""
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

    These are options for names of Python arguments, similar options, and a repetition
    of the option for a second value.
    """
    from fastmetrics.cli.roles import all_roles

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
    """Whether an unknown word follows an option that has its value."""
    if word.startswith("-") or before.startswith("-"):
        return False
    behind = words[: words.index(word)] if word in words else ()
    return any(item.startswith("-") for item in behind)


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the command that the words name has its options."""
    parser = _Parser(
        prog="fastmetrics",
        description="Evaluate models with confidence intervals and tests.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"fastmetrics {fastmetrics.__version__}"
    )
    choices = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    requested = next((word for word in words if word in COMMANDS), None)
    for name, (add, summary) in COMMANDS.items():
        command = choices.add_parser(
            name,
            help=summary,
            epilog=EXIT_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == requested:
            add(command)
    return parser
