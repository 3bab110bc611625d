"""Transcripts compared with their references: error rates, records, and the family."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import TRUE_LABELS, Argument, Family
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import (
    INFINITY,
    JACKKNIFE,
    Metric,
    other_rows,
)

# ----------------------------------------------------------------------------- formulas
# Error rates, from Python integers or from arrays.
#
# If a denominator is 0, it counts as 1, and the numerator is then the number of
# insertions, as ``empty="insertions"`` defines.


class EditNumbers(NamedTuple):
    """Counts of tokens by operation: integers, or arrays of one shape."""

    hits: Any
    substitutions: Any
    deletions: Any
    insertions: Any

    @property
    def reference_tokens(self) -> Any:
        """Number of tokens of the reference."""
        return self.hits + self.substitutions + self.deletions

    @property
    def hypothesis_tokens(self) -> Any:
        """Number of tokens of the hypothesis."""
        return self.hits + self.substitutions + self.insertions

    @property
    def edits(self) -> Any:
        """Number of edits that lead from the reference to the hypothesis."""
        return self.substitutions + self.deletions + self.insertions


class EditTotals(NamedTuple):
    """Counts that do not depend on the alignment."""

    edits: Any
    reference_tokens: Any
    hypothesis_tokens: Any


def error_rate(of: EditNumbers, **_: Any) -> Any:
    """Return the edits per token of the reference."""
    tokens = of.reference_tokens
    return of.edits / (tokens + (tokens == 0))


def match_error_rate(of: EditNumbers, **_: Any) -> Any:
    """Return the proportion of edits among all aligned tokens."""
    aligned = of.reference_tokens + of.insertions
    return of.edits / (aligned + (aligned == 0))


def word_information_preserved(of: EditNumbers, **_: Any) -> Any:
    """Return the product of the proportions of hits in reference and hypothesis."""
    ours, theirs = of.reference_tokens, of.hypothesis_tokens
    no_ours, no_theirs = ours == 0, theirs == 0
    shares = (of.hits / (ours + no_ours)) * (of.hits / (theirs + no_theirs))
    return shares + (no_ours & no_theirs)


def word_information_lost(of: EditNumbers, **_: Any) -> Any:
    """Return Word information lost: 1 minus the word information preserved."""
    return 1 - word_information_preserved(of)


def sentence_error_rate(of: EditNumbers, **_: Any) -> Any:
    """Return 1.0 for a pair that differs, otherwise 0.0."""
    return (of.edits > 0) * 1.0


# Ratios of sums over utterances.
_RATIO = JACKKNIFE[0]
_NAMES = {
    "word_error_rate": ("Word error rate", "wer"),
    "character_error_rate": ("Character error rate", "cer"),
    "token_error_rate": ("Token error rate", "ter"),
}

RECORDS = (
    *(
        Metric(
            name,
            title,
            upper=INFINITY,
            greater_is_better=False,
            interval=_RATIO,
            how=Formula(error_rate, "edits", scale="log"),
            percent=True,
            aliases=(alias,),
            in_report=name != "token_error_rate",
        )
        for name, (title, alias) in _NAMES.items()
    ),
    Metric(
        "match_error_rate",
        "Match error rate",
        greater_is_better=False,
        interval=_RATIO,
        how=Formula(match_error_rate, "edits", scale="log"),
        percent=True,
        aliases=("mer",),
    ),
    Metric(
        "word_information_preserved",
        "Word information preserved",
        interval=_RATIO,
        how=Formula(word_information_preserved, "edits", scale="log-complement"),
        aliases=("wip",),
        in_report=False,
    ),
    Metric(
        "word_information_lost",
        "Word information lost",
        greater_is_better=False,
        interval=_RATIO,
        how=Formula(word_information_lost, "edits", scale="log"),
        aliases=("wil",),
    ),
    Metric(
        "sentence_error_rate",
        "Sentence error rate",
        greater_is_better=False,
        interval="wilson",
        how=Formula(sentence_error_rate, "edits"),
        percent=True,
        aliases=("ser",),
    ),
)
OTHERS: tuple[Metric, ...] = (
    *other_rows("table", "edit_counts", "align", "confusion_pairs"),
    *other_rows("table", "edit_distance", aliases=("levenshtein_distance",)),
    *other_rows("test", "matched_pair_sentence_segment_test", aliases=("mapsswe",)),
)


FAMILY = Family(
    name="speech",
    title="Speech",
    arguments=(
        replace(
            TRUE_LABELS,
            what="the reference transcripts",
            column_names=(*TRUE_LABELS.column_names, "reference", "ref", "transcript"),
            other_names=("reference",),
            as_given=True,
        ),
        Argument(
            "y_pred",
            "pred",
            "a system's transcripts",
            per_model=True,
            column_names=("hypothesis", "hyp"),
            other_names=("hypothesis",),
            as_given=True,
        ),
        Argument(
            "utterance_id",
            "",
            "what utterances are called",
            form="object",
            required=False,
            as_given=True,
        ),
    ),
    positional={"": ("y_true", "y_pred")},
    options=("groups",),
    settings=("normalize", "delimiter", "costs"),
    told_by=Reference("fastmetrics.metrics.speech.pairs.look_like_sentences"),
    asks_for={"": "is of transcripts: say task='speech'"},
    summaries=("fastmetrics.metrics.speech.counted_edits.EditCounts",),
    metrics=RECORDS,
    others=OTHERS,
    guide="fastmetrics.metrics.speech",
)
