"""What a report says of speech: which words went wrong, and in which utterances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.names import written
from fastmetrics._common.records import plain_fields
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.groups import group_codes
from fastmetrics.metrics.speech.pairs import Splitting, names_of_steps
from fastmetrics.report.sections import Plot, Section
from fastmetrics.report.sections.transcripts import (
    MOST_CONFUSIONS,
    MOST_WORST,
    Confusion,
    Edits,
    GroupEdits,
    TranscriptData,
    Utterance,
    confusion_table,
    confusions_of,
    edit_table,
    edit_types,
    edits_of_groups,
    errors_by_length,
    group_table,
    worst_of,
    worst_table,
)
from fastmetrics.resampling.error_plans import Counting
from fastmetrics.show.numbers import count
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Table

# Lines of confusions and of utterances that a table shows of each system, and of one.
MOST_LINES, MOST_LINES_ALONE = 5, 10
MOST_SHOWN, MOST_SHOWN_ALONE = 2, 3
# Groups, such as speakers, that a table has a row of.
MOST_GROUPS = 50
# Options of the call that are parameters of the metrics.
OPTIONS = ("normalize", "delimiter", "costs")
# Metrics of characters, and those that count utterances, whatever their tokens are.
CHARACTERS, UTTERANCES = "character_error_rate", "sentence_error_rate"
UTTERANCE_COLUMNS = (
    "hits",
    "substitutions",
    "deletions",
    "insertions",
    "reference_tokens",
    "error_rate",
)
GROUP_COLUMNS = (
    *("hits", "substitutions", "deletions", "insertions"),
    *("utterances", "wrong_utterances", "error_rate", "low", "high"),
)
PICTURES: Mapping[str, tuple[Callable[..., Picture | None], str]] = {
    "edit_types": (edit_types, "there are no transcripts"),
    "errors_by_length": (errors_by_length, "there are no utterances to tell apart"),
}


class SpeechSection(Section):
    """What there is to say of transcripts, beside values and differences.

    Attributes
    ----------
    kind : str
        "speech".
    edit_counts : dict
        ``edit_counts[model]`` has hits, substitutions, deletions and insertions of
        each utterance, of shape (utterances, 4).
    normalize : list of str
        What was done to all texts first, in order.
    edits : dict
        ``edits[model]`` says how many tokens of a system's transcripts are right, and
        how the others are wrong.
    per_group : dict
        ``per_group[model]`` lists what a system made of the utterances of each group
        (``groups=``), such as a speaker; empty without groups.
    confusions : dict
        ``confusions[model]`` lists the commonest confusions, the commonest first.
    worst_utterances : dict
        ``worst_utterances[model]`` lists the utterances with most errors, with the
        alignment of each.
    """

    family = "speech"
    kind = "speech"
    attributes = (
        *("kind", "normalize", "edits", "per_group", "confusions", "worst_utterances"),
        "edit_counts",
    )
    frames: ClassVar = {"utterance": UTTERANCE_COLUMNS, "group": GROUP_COLUMNS}
    plots: ClassVar = {kind: Plot(lacks) for kind, (_, lacks) in PICTURES.items()}
    leading = ("word_error_rate", CHARACTERS)
    same_rows = say("paired by utterance")
    parameter_options: ClassVar = dict(zip(OPTIONS, OPTIONS, strict=True))

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        by_character = CHARACTERS in self.metrics and not {*self.metrics} - {
            CHARACTERS,
            UTTERANCES,
        }
        given = {name: setting.options.get(name) for name in OPTIONS}
        if by_character:
            self._unit, given["delimiter"] = "code_point", None
        else:
            self._unit = "word"
        splitting = Splitting(self._unit, given["normalize"], given["delimiter"])
        self._how = Counting(splitting, given["costs"] or "levenshtein")
        self.normalize = names_of_steps(given["normalize"])
        self._plan, self._data = plan, data
        ids = _ids(data.shared.get("utterance_id"), self.n_rows)
        self._ids: Sequence[Any] = range(self.n_rows) if ids is None else ids
        self._has_ids = ids is not None
        counted = [plan.counted(self._how, k) for k in range(len(self.models))]
        self.edit_counts: dict[str, NDArray[np.int64]] = dict(
            zip(self.models, counted, strict=True)
        )
        if data.summary is not None:
            self._unit = data.summary.unit
        self.edits = {model: Edits.of(o) for model, o in self.edit_counts.items()}
        groups = setting.design.groups
        self._groups = groups
        self._n_groups = None if groups is None else group_codes(groups, self.n_rows)[1]
        self._digits: int | None = setting.options.get("digits")
        self._level = setting.confidence_level

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Leave out what counts of other tokens do not tell."""
        return [row for row in rows if plan.tells(row)]

    # -- what there is

    @property
    def _has_texts(self) -> bool:
        return self._data.summary is None

    @cached_property
    def confusions(self) -> dict[str, list[Confusion]]:
        """The commonest confusions of each system, read off when first asked for."""
        if not self._has_texts:
            return {}
        return {
            model: confusions_of(self._sides(model), self._how) for model in self.models
        }

    @cached_property
    def per_group(self) -> dict[str, list[GroupEdits]]:
        """What became of the tokens of each group, with its error rate."""
        if self._groups is None:
            return {}
        metrics = {"word": self.leading[0], "code_point": CHARACTERS}
        metric = metrics.get(self._unit, "token_error_rate")
        labels = as_column(self._groups, "groups").tolist()
        return {
            model: edits_of_groups(labels, counts, self._unit, metric, self._level)
            for model, counts in self.edit_counts.items()
            if len(counts) == len(labels)
        }

    @cached_property
    def worst_utterances(self) -> dict[str, list[Utterance]]:
        """The utterances with most errors of each system, aligned when asked for."""
        if not self._has_texts:
            return {}
        return {
            model: worst_of(self._sides(model), self._how, counts, self._ids)
            for model, counts in self.edit_counts.items()
        }

    def _sides(self, model: str) -> tuple[Any, Any]:
        return self._data.shared["y_true"], self._data.models[model]["y_pred"]

    # -- text

    def counted(self) -> Message:
        """Return how many utterances were judged."""
        n = self.n_rows
        return say("1 utterance") if n == 1 else say("{n} utterances", n=count(n))

    def header(self) -> dict[str, list[str]]:
        """Say how many utterances there are, what is in them, and how many groups."""
        tokens = next(iter(self.edits.values())).reference_tokens
        fields = {"utterances": self.counted(), "k": count(tokens)}
        if self._unit == "word":
            line = say("{utterances}, {k} words in the references", **fields)
        elif self._unit in ("code_point", "grapheme"):
            line = say("{utterances}, {k} characters in the references", **fields)
        else:
            line = say("{utterances}, {k} tokens in the references", **fields)
        if self._n_groups is not None:
            groups = count(self._n_groups)
            line = say("{line}, {k} groups of utterances", line=line, k=groups)
        if not self.normalize:
            return {"rows": [line]}
        steps = ", ".join(map(written, self.normalize))
        return {"rows": [line, say("texts are compared after: {steps}", steps=steps)]}

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield what became of the tokens, the confusions, and the worst utterances."""
        yield edit_table(self.names, self.edits)
        for model, found in self.per_group.items():
            yield self._of_groups(model, found)
        alone = len(self.models) == 1
        if any(self.confusions.values()):
            most = MOST_LINES_ALONE if alone else MOST_LINES
            yield confusion_table(
                say("Commonest confusions"), self.names, self.confusions, most
            )
        if any(self.worst_utterances.values()):
            most = MOST_SHOWN_ALONE if alone else MOST_SHOWN
            yield self._worst(self.worst_utterances, most, width)

    def _of_groups(self, model: str, found: Sequence[GroupEdits]) -> Table:
        title = say("Each group, in percent of the reference")
        if len(found) > MOST_GROUPS:
            title = say(
                "The {n} of {k} groups with the highest error rates, in percent of the "
                "reference",
                n=MOST_GROUPS,
                k=count(len(found)),
            )
            worst = sorted(found, key=lambda one: -one.error_rate.estimate)
            found = worst[:MOST_GROUPS]
        return group_table(self.titled(title, model), found, self._digits)

    def _worst(
        self, worst: Mapping[str, list[Utterance]], most: int, width: int | None
    ) -> Table:
        title = (
            say("Utterances with most errors")
            if self._has_ids
            else say("Utterances with most errors, counted from 0")
        )
        return worst_table(title, self.names, worst, most, width)

    def details(self) -> Iterator[Table]:
        """Yield more of the confusions and of the worst utterances."""
        for model in self.models:
            if self.confusions.get(model):
                title = self.titled(say("Commonest confusions"), model)
                own = {model: self.confusions[model]}
                yield confusion_table(title, self.names, own, MOST_CONFUSIONS)
            if self.worst_utterances.get(model):
                of_model = {model: self.worst_utterances[model]}
                made = self._worst(of_model, MOST_WORST, None)
                yield made

    def footer(self) -> list[str]:
        """Say how alignments are written."""
        if not any(self.worst_utterances.values()):
            return []
        return [
            say(
                "rate: errors per token of the reference; [said|heard]: one for the "
                "other, [said|*]: left out, [*|heard]: put in"
            )
        ]

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return what became of the tokens, the confusions, the worst utterances."""
        names = "kind normalize edits per_group confusions worst_utterances"
        return plain_fields(self, names)

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return a row for each utterance, or each group of them, of each system."""
        if per == "group":
            return [
                {"model": model, **one.to_dict()}
                for model, every in self.per_group.items()
                for one in every
            ]
        found = []
        for model, counts in self.edit_counts.items():
            if len(counts) != self.n_rows:  # sums do not tell them apart
                continue
            n = counts[:, :3].sum(axis=1)
            errors = counts[:, 1:].sum(axis=1)
            rates = np.where(n > 0, errors / np.maximum(n, 1), errors)
            columns = (*counts.T.tolist(), n.tolist(), rates.tolist())
            found += [
                {
                    "model": model,
                    per: name,
                    **dict(zip(UTTERANCE_COLUMNS, row, strict=True)),
                }
                for name, row in zip(self._ids, zip(*columns, strict=True), strict=True)
            ]
        return found

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return how errors are made up, or how they go with length."""
        make, _ = PICTURES[kind]
        names = {model: self.names[model] for model in self.models}
        leading = CHARACTERS if self._unit == "code_point" else self.leading[0]
        judged = TranscriptData(
            names, self.series, self.values, self.edit_counts, leading
        )
        return make(judged, **options)


def _ids(ids: Any, n: int) -> list[Any] | None:
    """Return the ids of n utterances; raises ValueError if there are not as many."""
    if ids is None:
        return None
    found: list[Any] = as_column(ids, "utterance_id").tolist()
    if len(found) != n:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"y_true has {n}, utterance_id has {len(found)}."
        )
    return found
