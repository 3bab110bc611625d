"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import argparse
import contextlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import fastmetrics
from fastmetrics._common.names import cut
from fastmetrics.cli.output import UsageError
from fastmetrics.show.numbers import MOST_DIGITS

# -------------------------------------------------------------------------------- types
# Types of values: numbers in their ranges, names of metrics.


# Steps of the normalization of texts.
STEPS = (
    *("nfc", "nfkc", "lower", "upper", "casefold", "punctuation", "whitespace"),
    *("strip", "remove_punctuation", "remove_multiple_spaces", "remove_white_space"),
    *("remove_kaldi_non_words", "expand_common_english_contractions"),
)
# Steps with words after a colon.
OF_WORDS = ("remove_specific_words", "substitute_words")
# The step with a pattern and its replacement, which may contain commas.
OF_PATTERN = "substitute_regexes"
NARROWEST = 20  # places of a line


def metric_names(text: str) -> list[str] | None:
    """Return names of metrics, separated by commas that no brackets enclose."""
    from fastmetrics.report import models

    try:
        metrics = models.metric_names(_apart(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return None if metrics is None else [*metrics.values()]


# Brackets, inside which commas do not separate names.
_OPENING, _CLOSING = "([{", ")]}"
# The next parameter of the metric before the comma.
_PARAMETER = re.compile(r"\s*\w+\s*=")


def _apart(text: str) -> list[str]:
    """Return the texts between commas outside of brackets, each with its parameters.

    >>> _apart("f1, fbeta:beta=2,average=macro, cost(cost_matrix=[[0, 5], [1, 0]])")
    ['f1', 'fbeta:beta=2,average=macro', 'cost(cost_matrix=[[0, 5], [1, 0]])']
    """
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    names: list[str] = []
    for part in parts:
        if names and ":" in names[-1] and _PARAMETER.match(part):
            names[-1] += f",{part}"
        else:
            names.append(part)
    return [part.strip() for part in names]


def labels(text: str) -> list[str]:
    """Return names of classes, separated by commas."""
    names = [name.strip() for name in text.split(",")]
    if len(names) < 2 or len({*names}) < len(names) or "" in names:
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} does not name two classes or more, each once"
        )
    return names


def words(text: str) -> list[str]:
    """Return words, separated by commas."""
    parts = [word.strip() for word in text.split(",")]
    if "" in parts:
        raise argparse.ArgumentTypeError(f"{cut(repr(text))} has an empty word")
    return parts


def kinds_of_picture(text: str) -> list[str]:
    """Return names of kinds of pictures, separated by commas."""
    from fastmetrics.report.plots import forest

    names = [name.strip() for name in text.split(",")]
    known = ("auto", *forest.kinds())
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"{cut(repr(name))} is not a kind of picture: {', '.join(known)}"
            )
    return [*dict.fromkeys(names)]


def memory(text: str) -> int:
    """Return a number of bytes of memory."""
    from fastmetrics.readers.columns import bytes_of

    try:
        return bytes_of(int(text) if text.isdigit() else text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


# A pattern and a template between slashes; one that is meant has a backslash ahead.
_BETWEEN_SLASHES = re.compile(rf"{OF_PATTERN}:/((?:[^/\\]|\\.)+)/((?:[^/\\]|\\.)*)/")
_STEP = re.compile(rf"\s*(?:{_BETWEEN_SLASHES.pattern})?[^,]*", re.DOTALL)


def normalizing_steps(text: str) -> list[Any]:
    r"""Return steps of the normalization of texts, separated by commas.

    >>> normalizing_steps(r"lower, substitute_regexes:/[0-9]{1,3}/#/")
    ['lower', ('substitute_regexes', {'[0-9]{1,3}': '#'})]
    """
    steps, at = [], 0
    while at <= len(text):
        step = _STEP.match(text, at)
        assert step is not None  # it may be empty
        steps.append(_normalizing_step(step[0].strip()))
        at = step.end() + 1  # of the comma
    return steps


def _normalizing_step(text: str) -> Any:
    if text in STEPS:
        return text
    if text.partition(":")[0] == OF_PATTERN:
        return OF_PATTERN, _substitution(text)
    name, colon, values = text.partition(":")
    words = values.split()
    if name in OF_WORDS and colon and words:
        if name == OF_WORDS[0]:
            return name, words
        pairs = [pair.partition("=") for pair in words]
        if all(word and equals for word, equals, _ in pairs):
            return name, {word: other for word, _, other in pairs}
    if name in OF_WORDS:
        example = "'uh um'" if name == OF_WORDS[0] else "'colour=color grey=gray'"
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} must have words behind a colon, as in {name}:{example}"
        )
    raise argparse.ArgumentTypeError(
        f"{cut(repr(text))} is not one of {', '.join((*STEPS, *OF_WORDS, OF_PATTERN))}"
    )


def _substitution(text: str) -> dict[str, str]:
    """Return the template of the one pattern that a step names."""
    match = _BETWEEN_SLASHES.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} must have a pattern and a text between slashes, as in "
            f"{OF_PATTERN}:'/[0-9]+/#/'"
        )
    pattern, template = (group.replace("\\/", "/") for group in match.groups())
    try:
        re.compile(pattern).sub(template, "")
    except (re.error, IndexError) as error:
        raise argparse.ArgumentTypeError(f"{cut(repr(text))}: {error}") from None
    return {pattern: template}


def probability(text: str) -> float:
    """Return a number between 0 and 1."""
    value = _number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not between 0 and 1")
    return value


def finite(text: str) -> float:
    """Return a number that is finite."""
    value = _number(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{cut(text)} is not finite")
    return value


def numbers(text: str) -> list[float]:
    """Return finite numbers, separated by commas."""
    return [finite(part) for part in text.split(",")]


def _int_type(low: float, high: float, problem: str) -> Callable[[str], int]:
    """Return the type of whole numbers in a range; ``problem`` ends the message."""

    def read(text: str) -> int:
        value = _whole(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{cut(text)} {problem}")
        return value

    return read


positive_int = _int_type(1, math.inf, "is less than 1")
# Decimals to show, and to round to.
digits = _int_type(0, MOST_DIGITS, f"is not between 0 and {MOST_DIGITS}")
decimals = _int_type(-300, 300, "is not between -300 and 300")
width = _int_type(NARROWEST, 10_000, f"is not between {NARROWEST} and 10000")
# Seeds of replicates, and of splitters.
seed = _int_type(0, 2**63 - 1, "is not between 0 and 2^63 - 1")
splitter_seed = _int_type(0, 2**32 - 1, "is not between 0 and 2^32 - 1")


def resamples(text: str) -> int:
    """Return a number of replicates."""
    value = _whole(text)
    if value < 2:
        raise argparse.ArgumentTypeError(f"{cut(text)} is less than 2")
    if value >= 2**31:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not below 2^31")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"invalid number value: {cut(text)!r}"
        ) from None


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # no number, or of more digits than Python reads
        raise argparse.ArgumentTypeError(
            f"invalid whole number value: {cut(text)!r}"
        ) from None


# ----------------------------------------------------------------------- common options
# Options that several commands have, worded once.


def add_option(group: Any, usage: str, text: str, **settings: Any) -> None:
    """Add an option; ``usage`` is its name and its placeholder, as in "--k K".

    An option with neither a value nor ``choices`` or an ``action`` is a flag.
    """
    name, *metavar = usage.split()
    if metavar:
        settings["metavar"] = metavar[0]
    elif not {"choices", "action"} & {*settings}:
        settings["action"] = "store_true"
    group.add_argument(name, help=text, **settings)


# Settings of an option that may be given several times.
SEVERAL: dict[str, Any] = {"action": "append", "default": []}


def add_row_columns(group: Any) -> None:
    """Add the columns of weights, groups and times, and which label is positive."""
    add_weight(group)
    add_option(
        group,
        "--group COLUMN",
        "resample whole groups of rows (such as patients) in intervals and tests; "
        "values by group are not shown",
    )
    add_option(
        group,
        "--order COLUMN",
        "give the time of each row (number or date) of one series, whose "
        "neighbouring rows depend on each other, as in forecasts: for intervals "
        "and tests",
    )
    add_option(
        group,
        "--horizon H",
        "with --order, set the number of steps ahead of the forecasts (default: 1)",
        type=positive_int,
    )
    add_option(
        group,
        "--pos-label LABEL",
        "choose the positive class; required unless labels are 0/1, -1/1 or true/false",
    )
    add_option(
        group,
        "--labels NAMES",
        "list all classes of the probabilities, separated by commas, if rows of "
        "some classes are absent",
        dest="classes",
        type=labels,
    )


def add_missing(group: Any, *, of_slices: bool = False) -> None:
    """Add the treatment of missing values; they can be a slice if ``of_slices``."""
    more = "; group: rows that lack one in a column of --by are a slice" * of_slices
    add_option(
        group,
        "--missing",
        "treat a missing value as an error, or omit and count rows with a missing "
        f"value in any column used (default: %(default)s){more}",
        dest="missing_values",  # "missing" is a setting of ranked lists
        choices=("raise", "omit", "group") if of_slices else ("raise", "omit"),
        default="raise",
    )
    add_option(
        group,
        "--na-values WORDS",
        "list words for missing values, separated by commas. In a CSV an empty "
        "cell is missing, and in columns of numbers also NA, None and the like; in "
        "columns of text these are text. Quoted text is never missing",
        type=words,
        default=[],
    )


def add_weight(group: Any) -> None:
    """Add the column of weights."""
    add_option(group, "--weight COLUMN", "weight rows by this column")


def add_level(group: Any, what: str = "of the intervals") -> None:
    """Add the level of intervals."""
    add_option(
        group,
        "--confidence-level P",
        f"set the level {what} (default: %(default)s)",
        type=probability,
        default=0.95,
    )


def add_resampling(group: Any, n_resamples: str, *, stratified: bool = True) -> None:
    """Add the options of replicates; ``n_resamples`` is their default number.

    ``stratified``: whether rows have classes to draw within.
    """
    add_option(
        group,
        "--n-resamples N",
        f"set the number of bootstrap resamples (default: {n_resamples})",
        type=resamples,
    )
    if stratified:
        add_option(group, "--stratified", "resample within each class")
    add_option(
        group,
        "--seed N",
        "set the seed of the resamples (default: %(default)s)",
        type=seed,
        default=0,
    )
    add_option(group, "--threads N", "set the number of threads", type=positive_int)


def add_formats(
    group: Any, formats: Sequence[str], help_text: str, default: str | None = None
) -> None:
    """Add ``--format`` with these choices, and ``--json`` for short."""
    add_option(group, "--format", help_text, choices=formats, default=default)
    add_option(
        group, "--json", "write JSON", action="store_const", const="json", dest="format"
    )


def add_width(group: Any) -> None:
    """Add how wide tables are."""
    add_option(
        group,
        "--width N",
        "set the width of tables in characters (default: the terminal)",
        dest="places",
        type=width,
    )


def add_quiet(group: Any) -> None:
    """Add the option that only errors are printed to standard error."""
    group.add_argument(
        "--quiet",
        "-q",
        action="store_true",
        help="print only errors to standard error",
    )


# --- layout of results

# Forms of a report.
FORMATS = ("table", "markdown", "latex", "csv", "json", "html")

LANGUAGES = ("en", "zh")


def add_layout(group: Any, *, has_width: bool = True) -> None:
    """Add the width of lines and the language."""
    if has_width:
        add_width(group)
    else:
        group.set_defaults(places=None)
    add_option(
        group,
        "--language",
        "choose the language of headings and sentences (default: %(default)s)",
        choices=LANGUAGES,
        default="en",
    )


def add_report(group: Any, drawn: str, formats: Sequence[str] = FORMATS) -> None:
    """Add the output of a report; ``drawn`` is the content of its pictures."""
    add_formats(
        group,
        formats,
        "choose the format (default: by the ending of --output, else a table)",
    )
    add_option(
        group,
        "--output FILE",
        "write to a file, atomically: .html, .json, .md, .tex, .csv or text",
    )
    add_layout(group)
    add_option(
        group,
        "--full",
        "show all metrics, the tables of each family, the methods of the intervals and "
        "all notes; JSON, CSV and HTML always contain everything",
        action="store_true",
    )
    add_option(
        group,
        "--digits N",
        "set the decimals of values and bounds (default: as precise as the "
        "intervals support)",
        type=digits,
    )
    add_option(
        group, "--plot FILE", f"also draw {drawn} (png, svg; pdf, one picture per page)"
    )
    add_option(
        group,
        "--plot-kind KINDS",
        "choose pictures, separated by commas: roc,pr (default: a useful few)",
        type=kinds_of_picture,
    )
    add_option(group, "--no-progress", "hide the progress bar")


# --- threads, also for reading


@contextlib.contextmanager
def threads(n: int | None) -> Iterator[None]:
    """Use n threads inside the block, also for reading."""
    if n is None:
        yield
        return
    with contextlib.ExitStack() as undo:
        undo.enter_context(fastmetrics.num_threads(n))
        with contextlib.suppress(ImportError):
            import pyarrow

            undo.callback(pyarrow.set_cpu_count, pyarrow.cpu_count())
            pyarrow.set_cpu_count(fastmetrics.get_num_threads())
        yield


def check_order(options: Any, others: Sequence[str]) -> None:
    """Raise UsageError if options are not compatible with the order of rows."""
    if options.order is None and options.horizon is not None:
        raise UsageError("--horizon needs --order")
    for name in others:
        if options.order is not None and is_given(options, name):
            raise UsageError(f"--order and --{name} exclude each other")


def option_name(attribute: str) -> str:
    """Return an option as it is written: pos_label is --pos-label."""
    return f"--{attribute.replace('_', '-')}"


def is_given(options: argparse.Namespace, name: str) -> bool:
    """Whether an option is on the command line, with a value that counts."""
    value = getattr(options, name)
    return value is not None and value is not False and value != []
