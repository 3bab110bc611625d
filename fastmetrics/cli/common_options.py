"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import argparse
import contextlib
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import fastmetrics
from fastmetrics._common.names import cut
from fastmetrics.show.numbers import MOST_DIGITS

# -------------------------------------------------------------------------------- types
# What words of the command line must be: numbers in their ranges, names of metrics.


# What can be done to texts before they are compared.
STEPS = (
    *("nfc", "nfkc", "lower", "upper", "casefold", "punctuation", "whitespace"),
    *("strip", "remove_punctuation", "remove_multiple_spaces", "remove_white_space"),
    *("remove_kaldi_non_words", "expand_common_english_contractions"),
)
# And with words that stand behind a colon.
OF_WORDS = ("remove_specific_words", "substitute_words")
# And with a pattern and what is put in its place, which commas may be in.
OF_PATTERN = "substitute_regexes"
NARROWEST = 20  # places of a line


def metric_names(text: str) -> list[str] | None:
    """Return names of metrics, separated by commas that no brackets enclose."""
    from fastmetrics.report import models

    try:
        found = models.metric_names(_apart(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return None if found is None else [*found.values()]


# What is not a comma outside of brackets: these, also in each other, or anything else.
_OPENING, _CLOSING = "([{", ")]}"
# The next parameter of the metric before the comma.
_PARAMETER = re.compile(r"\s*\w+\s*=")


def _apart(text: str) -> list[str]:
    """Return what commas outside of brackets separate; a parameter stays with its own.

    >>> _apart("f1, fbeta:beta=2,average=macro, cost(cost_matrix=[[0, 5], [1, 0]])")
    ['f1', 'fbeta:beta=2,average=macro', 'cost(cost_matrix=[[0, 5], [1, 0]])']
    """
    parts, depth = [""], 0
    for one in text:
        depth += (one in _OPENING) - (one in _CLOSING)
        if one == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += one
    found: list[str] = []
    for part in parts:
        if found and ":" in found[-1] and _PARAMETER.match(part):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return [part.strip() for part in found]


def labels(text: str) -> list[str]:
    """Return names of classes, separated by commas."""
    found = [name.strip() for name in text.split(",")]
    if len(found) < 2 or len({*found}) < len(found) or "" in found:
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} does not name two classes or more, each once"
        )
    return found


def words(text: str) -> list[str]:
    """Return words, separated by commas."""
    found = [word.strip() for word in text.split(",")]
    if "" in found:
        raise argparse.ArgumentTypeError(f"{cut(repr(text))} has an empty word")
    return found


def kinds_of_picture(text: str) -> list[str]:
    """Return names of kinds of pictures, separated by commas."""
    from fastmetrics.report.plots import forest

    names = [name.strip() for name in text.split(",")]
    known = ("auto", *forest.kinds())
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"{cut(repr(name))} is no kind of picture: {', '.join(known)}"
            )
    return [*dict.fromkeys(names)]


def digits(text: str) -> int:
    """Return how many digits behind the point are shown."""
    value = _whole(text)
    if not 0 <= value <= MOST_DIGITS:
        raise argparse.ArgumentTypeError(
            f"{cut(text)} is not between 0 and {MOST_DIGITS}"
        )
    return value


def memory(text: str) -> int:
    """Return how many bytes may be taken."""
    from fastmetrics.readers.memory import bytes_of

    try:
        return bytes_of(int(text) if text.isdigit() else text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


# A pattern and a template between slashes; one that is meant has a backslash ahead.
_BETWEEN_SLASHES = re.compile(rf"{OF_PATTERN}:/((?:[^/\\]|\\.)+)/((?:[^/\\]|\\.)*)/")
_STEP = re.compile(rf"\s*(?:{_BETWEEN_SLASHES.pattern})?[^,]*", re.DOTALL)


def normalizing_steps(text: str) -> list[Any]:
    r"""Return what is done to texts, separated by commas.

    >>> normalizing_steps(r"lower, substitute_regexes:/[0-9]{1,3}/#/")
    ['lower', ('substitute_regexes', {'[0-9]{1,3}': '#'})]
    """
    found, at = [], 0
    while at <= len(text):
        step = _STEP.match(text, at)
        assert step is not None  # it may be empty
        found.append(_normalizing_step(step[0].strip()))
        at = step.end() + 1  # of the comma
    return found


def _normalizing_step(text: str) -> Any:
    if text in STEPS:
        return text
    if text.partition(":")[0] == OF_PATTERN:
        return OF_PATTERN, _substitution(text)
    name, colon, told = text.partition(":")
    words = told.split()
    if name in OF_WORDS and colon and words:
        if name == OF_WORDS[0]:
            return name, words
        pairs = [one.partition("=") for one in words]
        if all(word and equals for word, equals, _ in pairs):
            return name, {word: other for word, _, other in pairs}
    if name in OF_WORDS:
        example = "'uh um'" if name == OF_WORDS[0] else "'colour=color grey=gray'"
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} must have words behind a colon, as in {name}:{example}"
        )
    raise argparse.ArgumentTypeError(
        f"{cut(repr(text))} is none of {', '.join((*STEPS, *OF_WORDS, OF_PATTERN))}"
    )


def _substitution(text: str) -> dict[str, str]:
    """Return the template of the one pattern that a step names."""
    found = _BETWEEN_SLASHES.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} must have a pattern and a text between slashes, as in "
            f"{OF_PATTERN}:'/[0-9]+/#/'"
        )
    pattern, template = (one.replace("\\/", "/") for one in found.groups())
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


def positive_int(text: str) -> int:
    """Return a whole number of at least 1."""
    value = _whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{cut(text)} is less than 1")
    return value


def decimals(text: str) -> int:
    """Return how many digits behind the point numbers keep."""
    value = _whole(text)
    if not -300 <= value <= 300:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not between -300 and 300")
    return value


def width(text: str) -> int:
    """Return how many places lines may have."""
    value = _whole(text)
    if not NARROWEST <= value <= 10_000:
        raise argparse.ArgumentTypeError(
            f"{cut(text)} is not between {NARROWEST} and 10000"
        )
    return value


def resamples(text: str) -> int:
    """Return a number of replicates."""
    value = _whole(text)
    if value < 2:
        raise argparse.ArgumentTypeError(f"{cut(text)} is less than 2")
    if value >= 2**31:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not below 2^31")
    return value


def seed(text: str) -> int:
    """Return what replicates are drawn with."""
    value = _whole(text)
    if not 0 <= value < 2**63:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not between 0 and 2^63 - 1")
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


def add_row_columns(group: Any) -> None:
    """Add the columns of weights, groups and times, and which label is positive."""
    add_weight(group)
    group.add_argument(
        "--group",
        metavar="COLUMN",
        help="draws whole groups of rows for intervals and tests, as those of one "
        "patient are alike; values by group are not shown",
    )
    group.add_argument(
        "--order",
        metavar="COLUMN",
        help="the time of each row (numbers or dates) of one series whose neighbouring "
        "rows depend on each other, as forecasts do: for intervals and tests",
    )
    group.add_argument(
        "--horizon",
        metavar="H",
        type=positive_int,
        help="with --order: how many steps ahead the forecasts are made (default: 1)",
    )
    group.add_argument(
        "--pos-label",
        metavar="LABEL",
        help="the positive of two classes; needed unless labels are 0/1, -1/1 or "
        "true/false",
    )
    group.add_argument(
        "--labels",
        metavar="NAMES",
        dest="classes",
        type=labels,
        help="all classes that probabilities are of, separated by commas, where no row "
        "is of some of them",
    )


def add_missing(group: Any, *, of_slices: bool = False) -> None:
    """Add whether rows that lack a value are left out, or may be a slice."""
    more = "; group: rows that lack one in a column of --by are a slice"
    group.add_argument(
        "--missing",
        dest="missing_values",  # "missing" is a setting of ranked lists
        choices=("raise", "omit", "group") if of_slices else ("raise", "omit"),
        default="raise",
        help="whether a missing value is an error, or rows that lack one in any of the "
        "columns used are left out of all, and counted (default: %(default)s)"
        + more
        * of_slices,
    )
    group.add_argument(
        "--na-values",
        metavar="WORDS",
        type=words,
        default=[],
        help="words that stand for a missing value, separated by commas. In a CSV an "
        "empty cell is missing, and NA, None and the like in a column of numbers; in a "
        "column of text these are texts. A text in quotes is never missing",
    )


def add_weight(group: Any) -> None:
    """Add the column of weights."""
    group.add_argument("--weight", metavar="COLUMN", help="the rows' weights")


def add_level(group: Any, what: str = "of the intervals") -> None:
    """Add the level of intervals."""
    group.add_argument(
        "--confidence-level",
        metavar="P",
        type=probability,
        default=0.95,
        help=f"{what} (default: %(default)s)",
    )


def add_resampling(group: Any, n_resamples: str, *, stratified: bool = True) -> None:
    """Add how rows are drawn again; ``n_resamples`` says how often by default.

    ``stratified``: whether rows have classes to draw within.
    """
    group.add_argument(
        "--n-resamples",
        metavar="N",
        type=resamples,
        help=f"bootstrap replicates (default: {n_resamples})",
    )
    if stratified:
        group.add_argument(
            "--stratified", action="store_true", help="resample within each class"
        )
    group.add_argument(
        "--seed",
        metavar="N",
        type=seed,
        default=0,
        help="another number gives other replicates (default: %(default)s)",
    )
    group.add_argument(
        "--threads",
        metavar="N",
        type=positive_int,
        help="how many threads to use",
    )


def add_formats(
    group: Any, formats: Sequence[str], help_text: str, default: str | None = None
) -> None:
    """Add ``--format`` with these choices, and ``--json`` for short."""
    group.add_argument("--format", choices=formats, default=default, help=help_text)
    group.add_argument(
        "--json", action="store_const", const="json", dest="format", help="write JSON"
    )


def add_width(group: Any) -> None:
    """Add how wide tables are."""
    group.add_argument(
        "--width",
        metavar="N",
        dest="places",
        type=width,
        help="how many places a line of a table has (default: as the terminal)",
    )


def add_quiet(group: Any) -> None:
    """Add that nothing but errors is said on standard error."""
    group.add_argument(
        "--quiet",
        "-q",
        action="store_true",
        help="nothing but errors on standard error",
    )


# --- the options of whatever a command shows in lines of words

# What a report can be written as.
FORMATS = ("table", "markdown", "latex", "csv", "json", "html")

LANGUAGES = ("en", "zh")


def add_layout(group: Any, *, has_width: bool = True) -> None:
    """Add the options of whatever is shown in lines of words."""
    if has_width:
        add_width(group)
    else:
        group.set_defaults(places=None)
    group.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="of headings and sentences (default: %(default)s)",
    )


def add_report(group: Any, drawn: str, formats: Sequence[str] = FORMATS) -> None:
    """Add where a report goes and how it looks; ``drawn``: what its pictures show."""
    add_formats(
        group,
        formats,
        "what to write (default: what the name of --output ends with, else a table)",
    )
    group.add_argument(
        "--output",
        metavar="FILE",
        help="write to a file, whole or not at all: .html, .json, .md, .tex, .csv or "
        "text",
    )
    add_layout(group)
    group.add_argument(
        "--digits",
        metavar="N",
        type=digits,
        help="decimals of values and their bounds (default: as many as the intervals "
        "say are known)",
    )
    group.add_argument(
        "--plot",
        metavar="FILE",
        help=f"also draw {drawn} (png, svg; pdf, a picture a page)",
    )
    group.add_argument(
        "--plot-kind",
        metavar="KINDS",
        type=kinds_of_picture,
        help="which pictures, separated by commas: roc,pr (default: a sensible few)",
    )
    group.add_argument(
        "--no-progress", action="store_true", help="no progress on standard error"
    )


# --- how many threads a command uses, for the reading too


@contextlib.contextmanager
def threads(n: int | None) -> Iterator[None]:
    """Use so many threads, for the reading too, and undo it at the end."""
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


def wrong_order(options: Any, others: Sequence[str]) -> str:
    """Return what does not go together with the order of rows; empty: nothing."""
    if options.order is None:
        return "--horizon needs --order" if options.horizon is not None else ""
    for name in others:
        if getattr(options, name) not in (None, False, []):
            return f"--order and --{name} exclude each other"
    return ""
