"""Pairs of transcripts: normalization, their tokens as the kernels read them, edits."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, is_integral, needs
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.transcripts import (
    TokenRows,
    TranscriptColumn,
    pair_transcripts,
    read_column,
    read_transcripts,
)
from fastmetrics._kernels import edits
from fastmetrics._kernels.edits import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fastmetrics._inputs.transcripts import Transcripts


# ---------------------------------------------------------------------------- sentences
# Whether texts look like transcripts or like names of classes.
#
# Names of classes occur repeatedly. Nearly all sentences are different, and they have
# several words.


# So many texts are looked at, the first ones.
_LOOKED_AT = 1000
# Words of a sentence, at least.
_WORDS = 3
# Minimum proportion of distinct texts with this number of words.
_SHARE = 0.9


def look_like_sentences(
    shared: Mapping[str, Any], models: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return "", or raise if texts may be transcripts, so the task must be named.

    Raises
    ------
    ValueError
        If the texts look like sentences.
    """
    truth = _texts(shared.get("y_true"))
    if len(truth) < 2 or any("y_pred" not in model for model in models.values()):
        return ""
    sentences = {text for text in truth if len(text.split(maxsplit=_WORDS)) >= _WORDS}
    if len(sentences) >= _SHARE * len(truth):
        raise ValueError(
            f"y_true holds {len(sentences):,} different texts of {_WORDS} words or "
            f"more in its first {len(truth):,} rows, which may be transcripts or "
            "classes: name the task, 'speech' or 'labels'"
        )
    return ""


def _texts(column: Any) -> list[str]:
    """Return the first texts of a column; none if it contains anything else."""
    try:
        converted = convert(column, "y_true")
    except (TypeError, ValueError, OverflowError):
        return []  # its reader will raise the error
    if isinstance(converted, Categories):
        first = converted.values[converted.codes[:_LOOKED_AT]].tolist()
    elif isinstance(converted, np.ndarray) and converted.ndim == 1:
        first = converted[:_LOOKED_AT].tolist()
    else:
        return []
    return first if all(isinstance(text, str) for text in first) else []


# -------------------------------------------------------------------------- normalizing
# Normalization of transcripts: case, Unicode forms, punctuation, spaces.
#
# The rows of a column are joined by a sign that no step changes, so each step is one
# call instead of one call per row.
#
# Steps whose names begin with a verb do the same as jiwer's transforms of these names,
# which may leave double spaces, or spaces at an end.


# Parts rows while they are folded together: neither space, letter nor punctuation.
_BETWEEN = "\0"
# One side of an apostrophe that stays: a letter, or its marks.
_APOSTROPHES = "'\u2019"


def _without_punctuation(text: str) -> str:
    """Remove Unicode punctuation, except an apostrophe between two letters."""
    if text.isascii():
        return _ASCII_APOSTROPHES.sub("", text).translate(_ASCII_PUNCTUATION)
    signs = "".join(map(re.escape, filter(_is_punctuation, set(text))))
    return re.sub(f"[{signs}]+", _kept, text) if signs else text


# Of ASCII what is punctuation, but no symbol as $ + < = > ^ ` | ~ are. An apostrophe
# goes that has no letter before it, or none behind it.
_ASCII_PUNCTUATION = dict.fromkeys(map(ord, '!"#%&()*,-./:;?@[\\]_{}'))
_ASCII_APOSTROPHES = re.compile("'(?:(?<![A-Za-z]')|(?![A-Za-z]))")


def _is_punctuation(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "P"


def _kept(run: re.Match[str]) -> str:
    """Return the rest of a run of punctuation: an apostrophe between two letters."""
    found, text = run[0], run.string
    if len(found) > 1 or found not in _APOSTROPHES:
        return ""
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    sides = (unicodedata.category(side)[0] if side else "" for side in (before, after))
    return found if (*sides,) in _LETTERS else ""


_LETTERS = {("L", "L"), ("M", "L")}


def _spaced(text: str) -> str:
    """Replace runs of white space by one space, and strip both ends."""
    return " ".join(text.split())


def _spaced_rows(text: str) -> str:
    """Do the same in each row of a column of joined rows."""
    text = _spaced(text)
    return text.replace(f" {_BETWEEN}", _BETWEEN).replace(f"{_BETWEEN} ", _BETWEEN)


def _each_row(step: Callable[[str], str], text: str) -> str:
    """Apply a step to each row of a column of joined rows."""
    return _BETWEEN.join(map(step, text.split(_BETWEEN)))


def _form(name: Literal["NFC", "NFKC"]) -> Callable[[str], str]:
    def formed(text: str) -> str:
        return text if text.isascii() else unicodedata.normalize(name, text)

    return formed


def _without_any_punctuation(text: str) -> str:
    """Remove Unicode punctuation, including apostrophes."""
    if text.isascii():
        return text.translate(_ASCII_MARKS)
    return text.translate(dict.fromkeys(map(ord, filter(_is_punctuation, set(text)))))


_ASCII_MARKS = {**_ASCII_PUNCTUATION, ord("'"): None}


def _single_spaces(text: str) -> str:
    """Replace two or more white-space characters by one space."""
    return _RUNS.sub(" ", text)


_RUNS = re.compile(r"\s\s+")


def _without_white_space(text: str) -> str:
    """Remove ASCII white space."""
    return text.translate(_WHITE_SPACE)


_WHITE_SPACE = dict.fromkeys(map(ord, string.whitespace))


def _without_non_words(text: str) -> str:
    """Remove words in brackets, such as [laugh] and <unk>."""
    # No bracket after the last closing one has an end to be looked for.
    end = max(map(text.rfind, "]>")) + 1
    return _NON_WORDS.sub("", text[:end]) + text[end:]


_NON_WORDS = re.compile(r"[<\[][^>\]]*[>\]]")


def _expanded(text: str) -> str:
    """Expand common English contractions."""
    for short, long in _CONTRACTIONS:
        text = text.replace(short, long)
    return text


# Whole words before attached endings.
_CONTRACTIONS = (
    ("won't", "will not"),
    ("can't", "can not"),
    ("let's", "let us"),
    ("n't", " not"),
    ("'re", " are"),
    ("'s", " is"),
    ("'d", " would"),
    ("'ll", " will"),
    ("'t", " not"),
    ("'ve", " have"),
    ("'m", " am"),
)

STEPS: dict[str, Callable[[str], str]] = {
    "nfc": _form("NFC"),
    "nfkc": _form("NFKC"),
    "lower": str.lower,
    "upper": str.upper,
    "casefold": str.casefold,
    "punctuation": _without_punctuation,
    "whitespace": _spaced,
    "strip": str.strip,
    "remove_punctuation": _without_any_punctuation,
    "remove_multiple_spaces": _single_spaces,
    "remove_white_space": _without_white_space,
    "remove_kaldi_non_words": _without_non_words,
    "expand_common_english_contractions": _expanded,
}
# How a step sees the rows of a column together, where it minds what parts them.
_OF_ROWS: dict[Callable[[str], str], Callable[[str], str]] = {
    _spaced: _spaced_rows,
    str.strip: partial(_each_row, str.strip),
    _without_non_words: partial(_each_row, _without_non_words),
}


def _substituting(patterns: Mapping[str, str]) -> Callable[[str], str]:
    """Return a step that replaces patterns in order, as `re.sub` does."""
    compiled = [(re.compile(one), template) for one, template in patterns.items()]
    for pattern, template in compiled:
        pattern.sub(template, "")  # a template that refers to no group raises

    def substituted(text: str) -> str:
        for pattern, template in compiled:
            text = pattern.sub(template, text)
        return text

    return substituted


def _of_words(words: Mapping[str, str]) -> Callable[[str], str]:
    whole = {rf"\b{re.escape(word)}\b": other for word, other in words.items()}
    return _substituting(whole)


def _without_words(words: Sequence[str]) -> Callable[[str], str]:
    return _of_words(dict.fromkeys(words, " "))


# Steps with an argument, as pairs (name, argument).
TOLD: dict[str, Callable[[Any], Callable[[str], str]]] = {
    "remove_specific_words": _without_words,
    "substitute_words": _of_words,
    "substitute_regexes": _substituting,
}


class Normalizer:
    """Normalizes texts: one by a call, or all texts of a column."""

    __slots__ = ("_own", "_steps")

    def __init__(self, steps: Sequence[Callable[[str], Any]]) -> None:
        """Take steps in their order; functions of users are applied row by row."""
        self._steps = steps
        self._own = all(step in STEPS.values() for step in steps)

    def __call__(self, text: str) -> str:
        """Return one text, normalized."""
        for step in self._steps:
            normalized = step(text)
            if not isinstance(normalized, str):
                raise TypeError(
                    "normalize must return a str for each text, got "
                    f"{shown(normalized)} for {shown(text)}."
                )
            text = normalized
        return text

    def column(self, texts: Sequence[str]) -> list[str]:
        """Return all texts of a column, normalized."""
        if self._own:
            together = _BETWEEN.join(texts)
            if together.count(_BETWEEN) == len(texts) - 1:
                for step in self._steps:
                    together = _OF_ROWS.get(step, step)(together)
                return together.split(_BETWEEN)
        return [self(text) for text in texts]


def read_normalize(normalize: Any) -> Normalizer | None:
    """Return the requested normalizer, or None."""
    steps = _asked(normalize)
    return Normalizer([_step(step) for step in steps]) if steps is not None else None


def names_of_steps(normalize: Any) -> list[str]:
    """Return the names of the normalization steps for a report."""
    return [*map(_name_of, _asked(normalize) or ())]


def _asked(normalize: Any) -> tuple[Any, ...] | None:
    """Return the requested steps; None if there are none."""
    if normalize is None:
        return None
    if callable(normalize) or isinstance(normalize, str):
        return (normalize,)
    # An iterator would be at its end when the next column is folded.
    if not isinstance(normalize, Iterator):
        with suppress(TypeError):
            return tuple(normalize)
    raise TypeError(
        "normalize must be None, a callable, or names of steps in their order, "
        f"got {shown(normalize)}."
    )


def _name_of(step: Any) -> str:
    if isinstance(step, str):
        return step
    if callable(step):
        return str(getattr(step, "__name__", type(step).__name__))
    name, options = step
    if isinstance(options, Mapping):
        written = ", ".join(f"{word} → {other}" for word, other in options.items())
    else:
        written = ", ".join(options)
    return f"{name} ({written})"


def _step(step: Any) -> Callable[[str], Any]:
    if callable(step):
        return step
    if isinstance(step, str) and step in STEPS:
        return STEPS[step]
    if isinstance(step, tuple) and len(step) == 2 and _in(TOLD, step[0]):
        return _told_step(*step)
    if _in(TOLD, step):
        raise ValueError(
            f"normalize: {step} needs an argument, as in "
            f"[({step!r}, {_EXAMPLES[step]})]."
        )
    raise ValueError(
        f"normalize must be of {[*STEPS]}, pairs of {[*TOLD]} with an argument, or "
        f"callables, got {shown(step)}."
    )


_EXAMPLES = {
    "remove_specific_words": "['uh', 'um']",
    "substitute_words": "{'colour': 'color'}",
    "substitute_regexes": "{'[0-9]+': '#'}",
}


def _in(names: Mapping[str, Any], value: Any) -> bool:
    return isinstance(value, str) and value in names


def _told_step(name: str, words: Any) -> Callable[[str], str]:
    of_words = name == "remove_specific_words"
    one_kind = isinstance(
        words, list | tuple | set | frozenset if of_words else Mapping
    )
    texts = () if not one_kind else words if of_words else (*words, *words.values())
    if not one_kind or not all(isinstance(one, str) for one in texts):
        what = "a list of str" if of_words else "a dict of str to str"
        raise TypeError(f"normalize: {name} needs {what}, got {shown(words)}.")
    try:
        return TOLD[name](words)
    except re.error as error:
        raise ValueError(f"normalize: {name}: {error}, in {shown(words)}.") from error


# -------------------------------------------------------------------------------- pairs


UNITS = ("word", "code_point", "grapheme", "token")

# Costs of a substitution, an insertion and a deletion; None for the least number of
# edits. The rules of both for which alignment is taken differ: see src_c/text.
Costs = tuple[int, int, int] | None

_SCLITE = (4, 3, 3)
# The sums of the kernels stay below 2**63 with any transcript that fits memory.
_LARGEST_COST = 2**20


class Splitting(NamedTuple):
    """Rules for splitting texts into tokens."""

    unit: str = "word"
    normalize: Any = None
    delimiter: Any = None


def read_costs(costs: Any) -> Costs:
    """Return the costs of a substitution, insertion and deletion; None: the fewest."""
    if isinstance(costs, str) and costs == "levenshtein":
        return None
    if isinstance(costs, str) and costs == "sclite":
        return _SCLITE
    try:
        checked = tuple(costs)
    except TypeError:
        checked = ()
    numbers = [
        int(cost)
        for cost in checked
        if is_integral(cost)
        and not isinstance(cost, bool)
        and 0 < cost <= _LARGEST_COST
    ]
    if isinstance(costs, str) or len(checked) != 3 or len(numbers) != 3:
        raise ValueError(
            "costs must be 'levenshtein', 'sclite' or three whole numbers of 1 to "
            f"2**20 (of a substitution, an insertion, a deletion), got {shown(costs)}."
        )
    return numbers[0], numbers[1], numbers[2]


def read_unit(unit: Any, units: tuple[str, ...] = UNITS) -> None:
    """Raise ValueError unless a unit is one of these."""
    check_choice(unit, units, "unit")


def read_pairs(
    reference: Any,
    hypothesis: Any,
    splitting: Splitting,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> Transcripts:
    """Return pairs of texts or of token sequences as the kernels take them."""
    unit, normalize, delimiter = splitting
    if unit == "grapheme" or normalize is not None:
        return read_columns(reference, hypothesis, splitting, names).pairs
    _check_delimiter(delimiter, unit)
    return read_transcripts(
        reference, hypothesis, unit=unit, delimiter=delimiter, names=names
    )


class Columns(NamedTuple):
    """Pairs whose tokens are kept, not only their number."""

    reference: TranscriptColumn
    hypothesis: TranscriptColumn
    pairs: Transcripts
    splitting: Splitting

    def tokens(self, rows: Iterable[int]) -> tuple[list[Any], list[Any]]:
        """Return the tokens of both sides in some rows, one row after the other."""
        picked = [*rows]
        sides = (self.reference, self.hypothesis)
        return (
            _tokens(sides[0], picked, self.splitting),
            _tokens(sides[1], picked, self.splitting),
        )


def read_columns(
    reference: Any,
    hypothesis: Any,
    splitting: Splitting,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> Columns:
    """Return pairs and their two columns."""
    unit, normalize, delimiter = splitting
    _check_delimiter(delimiter, unit)
    folds = read_normalize(normalize)
    read_as = "code_point" if unit == "grapheme" else unit
    own, other = (
        _folded(read_column(side, name, unit=read_as), folds, name)
        for side, name in zip((reference, hypothesis), names, strict=True)
    )
    if unit == "grapheme":
        own, other, read_as = _of_graphemes(own), _of_graphemes(other), "token"
    pairs = pair_transcripts(own, other, unit=read_as, delimiter=delimiter, names=names)
    return Columns(own, other, pairs, splitting)


def _folded(
    column: TranscriptColumn, folds: Normalizer | None, name: str
) -> TranscriptColumn:
    """Return a column of normalized texts."""
    rows = column.rows
    if folds is None:
        return column
    if isinstance(rows, TokenRows):
        raise ValueError(f"normalize is for texts, but {name} holds tokens.")
    texts = folds.column([rows.text(i) for i in range(len(rows))])
    return TranscriptColumn(Rows((*texts,)), column.single)


def _tokens(
    column: TranscriptColumn, picked: list[int], splitting: Splitting
) -> list[Any]:
    rows = column.rows
    found: list[Any] = []
    if isinstance(rows, TokenRows):
        offsets, tokens = rows.offsets.tolist(), rows.tokens
        flat = tokens.tolist() if isinstance(tokens, np.ndarray) else tokens
        for i in picked:
            found += flat[offsets[i] : offsets[i + 1]]
        return found
    for i in picked:
        found += _split(rows.text(i), splitting)
    return found


def _split(text: str, splitting: Splitting) -> list[str]:
    """Return the tokens of a text as Python splits it, and as the kernels do."""
    if splitting.unit == "code_point":
        return [*text.strip()]
    if splitting.delimiter is None:
        return text.split()
    return [token for token in text.split(splitting.delimiter) if token]


def _check_delimiter(delimiter: Any, unit: str) -> None:
    """Raise unless texts can be split by a delimiter, or there is none."""
    if delimiter is None:
        return
    if unit != "word":
        raise ValueError(f"delimiter splits words: it must be None with unit={unit!r}.")
    if not isinstance(delimiter, str):
        raise TypeError(
            f"delimiter must be a str or None, got {type(delimiter).__name__}."
        )
    if not delimiter:
        raise ValueError("delimiter must not be empty.")


def _of_graphemes(column: TranscriptColumn) -> TranscriptColumn:
    """Return texts as sequences of grapheme clusters."""
    rows = column.rows
    if isinstance(rows, TokenRows):
        return column
    clusters = [_graphemes(rows.text(i)) for i in range(len(rows))]
    offsets = np.cumsum([0, *map(len, clusters)], dtype=np.int64)
    tokens = [token for cluster in clusters for token in cluster]
    return TranscriptColumn(TokenRows(tokens, offsets), column.single)


def _graphemes(text: str) -> list[str]:
    """Return the grapheme clusters of a text, after stripping both ends."""
    try:
        import regex
    except ImportError:
        raise ImportError(needs("unit='grapheme'", "regex", "graphemes")) from None
    clusters: list[str] = regex.findall(r"\X", text.strip())
    return clusters


# A block has so many characters or token ids of both sides, on the average; fewer than
# that take less time than a round trip through the threads.
_BLOCK = 1 << 17


def count_pairs(pairs: Transcripts, costs: Costs = None) -> NDArray[np.int64]:
    """Return hits, substitutions, deletions and insertions of each pair: (n, 4)."""
    return _joined(_in_blocks(edits.count_edits, pairs, costs))


def measure_pairs(pairs: Transcripts, costs: Costs = None) -> NDArray[np.int64]:
    """Return edits, reference tokens and hypothesis tokens of each pair: (n, 3).

    Faster than `count_pairs`, as it needs no alignment unless there are costs.
    """
    return _joined(_in_blocks(edits.measure_edits, pairs, costs))


def steps_of_pairs(
    pairs: Transcripts, costs: Costs = None
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the offsets of the pairs and the operations of the alignments.

    Operations are 0 for a hit, 1 for a substitution, 2 for a deletion, 3 for an
    insertion. The operations of pair i are from ``offsets[i]`` to ``offsets[i + 1]``.
    """
    found = _in_blocks(edits.steps, pairs, costs)
    if len(found) == 1:
        return found[0]
    sizes = np.concatenate([[0], *(np.diff(offsets) for offsets, _ in found)])
    return np.cumsum(sizes), np.concatenate([steps for _, steps in found])


def _joined(blocks: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return blocks[0] if len(blocks) == 1 else np.concatenate(blocks)


def _in_blocks(
    count: Callable[..., Any], pairs: Transcripts, costs: Costs
) -> list[Any]:
    reference, hypothesis = pairs.reference, pairs.hypothesis
    unit, delimiter = pairs.unit, pairs.delimiter
    n = len(reference)
    size = reference.size + hypothesis.size
    if n == 1 or size <= _BLOCK:
        return [count(reference, hypothesis, unit, delimiter, costs, 0, n)]
    n_rows = max(n * _BLOCK // size, 1)

    def one(start: int) -> Any:
        stop = min(start + n_rows, n)
        return count(reference, hypothesis, unit, delimiter, costs, start, stop)

    return map_blocks(one, range(0, n, n_rows))
