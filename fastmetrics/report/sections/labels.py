"""What a report says of predicted labels: classes, and which were taken for which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.names import shown
from fastmetrics._common.names import written as name_of
from fastmetrics._common.records import plain, plain_fields
from fastmetrics.catalog import METRICS, PROPORTION
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.report.export import MOST_DENSE, counted, interval_dict
from fastmetrics.report.plots import classes as of_classes
from fastmetrics.report.plots import confusion
from fastmetrics.report.plots.classes import LabelData
from fastmetrics.report.sections import MOST_DETAILS, Plot, SummedSection
from fastmetrics.report.sections.classes import (
    CLASS_COLUMNS,
    BinarySection,
    ClassScores,
    class_scores,
    class_support,
    flat,
    plain_labels,
    positive_of,
    positives,
)
from fastmetrics.report.sentences import METHOD_TEXTS
from fastmetrics.resampling.count_models import joint_kind, joint_labels
from fastmetrics.show.numbers import (
    Estimate,
    count,
    decimals_for,
    has_bounds,
    number,
    percent,
)
from fastmetrics.show.text import (
    MOST_CLASSES,
    MatrixTitles,
    Table,
    matrix_table,
    spread,
)
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.words import Message

MULTILABEL = "multilabel-indicator"
_MOST_NAMED = 5
NOT_ALIKE = "rows are not independent, or do not count alike"

# kind of picture -> what makes it
PICTURES: Mapping[str, Callable[..., Picture | None]] = {
    "confusion": confusion.confusion,
    "classes": of_classes.classes,
    "slopes": of_classes.slopes,
    "confusion_difference": confusion.differences,
}


class LabelSection(BinarySection):
    """What there is to say of predicted labels.

    Attributes
    ----------
    counts : dict
        ``counts[model]`` is the `ConfusionCounts` of the model's labels, or the
        `IndicatorCounts` of a multilabel target.
    per_class : dict
        ``per_class[model]`` lists precision, recall, F1 and support of each class.
    class_support : dict
        How many rows each label has in the truth, by weight where there are weights.
    """

    family = "labels"
    attributes = (*BinarySection.attributes, "counts", "per_class", "class_support")
    frames: ClassVar = {"class": CLASS_COLUMNS}
    plots: ClassVar = {
        "confusion": Plot("there are no labels"),
        "classes": Plot("there are no labels", unasked=False),
        "slopes": Plot("there are no labels of several models", unasked=False),
        "confusion_difference": Plot(
            "there are no classes of several models", unasked=False
        ),
    }
    leading = ("accuracy_score", "f1_macro", "f1_score", "matthews_corrcoef")
    brief = (
        "accuracy_score",
        "balanced_accuracy_score",
        "precision_score",
        "recall_score",
        "f1_score",
        "matthews_corrcoef",
        "hamming_loss",
        "precision_macro",
        "f1_macro",
        "f1_micro",
        "f1_weighted",
        "f1_samples",
    )
    parameter_options: ClassVar = {"pos_label": "pos_label"}

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self.counts: Mapping[str, Any] = self.counts_of(plan)
        self.kind = joint_kind([*self.counts.values()])
        self.threshold = setting.options.get("threshold")
        self.strict = bool(setting.options.get("strict"))
        self.pos_label = positive_label(self.counts, setting.options, plan.asked)
        self.positives = positives(self._first, self.kind, self.pos_label)
        self._confidence_level = setting.confidence_level
        shares = setting.method in PROPORTION
        self._method_of_shares = setting.method if shares else "wilson"
        self._is_grouped = not setting.design.is_independent
        if self.threshold is not None:
            at = f"{float(self.threshold):g}"
            if self.strict:
                note = say(
                    "labels of scores are positive where score > {threshold}",
                    threshold=at,
                )
            else:
                note = say(
                    "labels of scores are positive where score ≥ {threshold}",
                    threshold=at,
                )
            self.notes.append(note)
        elif data.derived:
            self.notes.append(say("labels of probabilities are the likeliest class"))

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse scores in place of labels, and models in place of one column."""
        cls.check_dimensions(data, "y_pred")
        for model, columns in data.models.items():
            if _has_fractions(columns.get("y_pred")):
                raise ValueError(
                    f"y_pred of model {shown(model)} holds numbers with fractions, "
                    "which look like scores: give them as y_score=, with threshold= "
                    "if labels are to be made of them"
                )
        return options

    @classmethod
    def ask(
        cls, rows: Sequence[Metric], plan: Any, options: Mapping[str, Any]
    ) -> list[BoundMetric]:
        """Return the metrics, those of one class against the others told which."""
        asked = [BoundMetric(row, row.parameters) for row in rows]
        positive = positive_label(cls.counts_of(plan), options, asked)
        told = {**options, "pos_label": 1 if positive is None else positive}
        return super().ask(rows, plan, told)

    @classmethod
    def counts_of(cls, plan: Any) -> Mapping[str, Any]:
        """Return the counts of each model's labels."""
        counts: Mapping[str, Any] = plan.summaries
        return counts

    def label_counts(self) -> Mapping[str, Any]:
        """Return the counts of each model's labels."""
        return self.counts

    @property
    def _first(self) -> Any:
        return next(iter(self.counts.values()))

    @cached_property
    def class_support(self) -> dict[Any, float]:
        """How many rows each label has in the truth, by weight where there are weights.

        Of the labels that some model was judged by, those only predicted among them.
        """
        return class_support(self.counts.values())

    @cached_property
    def per_class(self) -> dict[str, list[ClassScores]]:
        """Precision, recall, F1 and support of each class, by model.

        Precision and recall have an interval for proportions (Wilson's, if the method
        asked for is no other such), with weights for (Σw)² / Σw² rows; none where rows
        stay together in groups, as it takes rows for independent.
        """
        return {
            model: class_scores(
                counts, self._confidence_level, self._method_of_shares, self._is_grouped
            )
            for model, counts in self.counts.items()
        }

    def baselines(self) -> dict[str, float]:
        """Return the share of the largest class, and one class in so many."""
        if self.n_positive is not None:
            return super().baselines()
        sizes = [size for size in self.class_support.values() if size > 0]
        if self.kind == MULTILABEL or not sizes:
            return {}
        return {
            "largest class": max(sizes) / sum(sizes),
            "one of the classes": 1 / len(sizes),
        }

    # -- text

    def header(self) -> dict[str, list[str]]:
        """Say how many rows and classes there are, and how even these are."""
        if self.n_positive is not None:
            return super().header()
        support, rows = self.class_support, count(self.n_rows)
        total = self._first.margins.total
        by_weight = total != self.n_rows
        if self.kind == MULTILABEL:
            mean = sum(support.values()) / total if total else float("nan")
            fields = {"n": rows, "k": count(len(support)), "mean": f"{mean:.2f}"}
            if by_weight:
                line = say(
                    "{n} rows, {k} labels; {mean} true labels per row, by weight",
                    **fields,
                )
            else:
                line = say("{n} rows, {k} labels; {mean} true labels per row", **fields)
            return {"rows": [line]}
        found = {label: value for label, value in support.items() if value > 0}
        sizes = spread(found, total, by_weight)
        k = count(len(found))
        return {
            "rows": [say("{n} rows of {k} classes: {sizes}", n=rows, k=k, sizes=sizes)]
        }

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield a table of the classes per model, then what was predicted for what."""
        for model, rows in self.per_class.items():
            yield self._class_table(model, rows)
        for model, counts in self.counts.items():
            yield self._confusion_table(model, counts, width)

    def details(self) -> Iterator[Table]:
        """Yield all classes where `tables` has some, those of the lowest F1 first."""
        for model, rows in self.per_class.items():
            if len(rows) > MOST_CLASSES:
                shown, k = _worst_first(rows)[:MOST_DETAILS], count(len(rows))
                title = say("All {k} classes, the lowest F1 first", k=k)
                if len(rows) > MOST_DETAILS:
                    title = say(
                        "The {n} of {k} classes with the lowest F1", n=MOST_DETAILS, k=k
                    )
                yield self._classes(self.titled(title, model), shown)

    def _counted_as_zero(self) -> Iterator[Message]:
        """Yield what is undefined of a class, and yet counts in macro averages."""
        macro = (METRICS[name].parameters.get("average") for name in self.metrics)
        if "macro" not in macro:
            return
        absent = [label for label, size in self.class_support.items() if not size]
        if absent:
            yield say(
                "no row is of {classes}: recall is undefined there, and counts as 0 in "
                "macro averages",
                classes=_first_few(absent),
            )
        for model, rows in self.per_class.items():
            never = [one.label for one in rows if not one.predicted]
            fields = {"classes": _first_few(never), "model": self.names[model]}
            if never and self.names_models:
                yield say(
                    "{model} predicts no {classes}: precision is undefined there, and "
                    "counts as 0 in macro averages",
                    **fields,
                )
            elif never:
                yield say(
                    "no row is predicted to be {classes}: precision is undefined "
                    "there, and counts as 0 in macro averages",
                    **fields,
                )

    def footer(self) -> list[str]:
        """Say how intervals of precision and recall were made, and what lacks them."""
        rows = [row for model in self.per_class.values() for row in model]
        shares = [one for row in rows for one in (row.precision, row.recall)]
        made = [METHOD_TEXTS[one.method] for one in shares if has_bounds(one)]
        if made:
            said = [say("{way}: precision and recall of each class", way=made[0])]
        else:
            reasons = dict.fromkeys(one.reason for one in shares if one.estimate >= 0)
            said = [
                say(
                    "none (—): precision and recall of each class; {why}",
                    why=of_catalog(why),
                )
                for why in reasons
            ]
        return [*said, *self._counted_as_zero()]

    def _class_table(self, model: str, rows: list[ClassScores]) -> Table:
        shown: Sequence[ClassScores] = rows
        title = say("Each label") if self.kind == MULTILABEL else say("Each class")
        if len(rows) > MOST_CLASSES:
            shown = _worst_first(rows)[:MOST_CLASSES]
            title = say(
                "The {n} of {k} classes with the lowest F1",
                n=MOST_CLASSES,
                k=count(len(rows)),
            )
        return self._classes(self.titled(title, model), shown)

    def _classes(self, title: str, shown: Sequence[ClassScores]) -> Table:
        """Return a table of some classes, a line each."""
        decimals = decimals_for(
            one for row in shown for one in (row.precision, row.recall)
        )
        cells = zip(
            [name_of(row.label) for row in shown],
            [Estimate(row.precision, decimals) for row in shown],
            [Estimate(row.recall, decimals) for row in shown],
            [number(row.f1, decimals) for row in shown],
            [count(row.support) for row in shown],
            [count(row.predicted) for row in shown],
            strict=True,
        )
        headers = [
            say("Label") if self.kind == MULTILABEL else say("Class"),
            say("Precision"),
            say("Recall"),
            "F1",
            say("Support"),
            say("Predicted"),
        ]
        return Table(title, headers, list(cells), frozenset({4, 5}))

    def _confusion_table(self, model: str, counts: Any, width: int | None) -> Table:
        if counts.kind == MULTILABEL:
            return self._four_counts(model, counts)
        labels = plain_labels(counts)
        table = None
        if len(labels) <= MOST_CLASSES:
            matrix = counts.counts
            empty = (matrix == 0) & ~np.eye(len(labels), dtype=bool)
            words = MatrixTitles(
                say("Confusion matrix (rows: true, columns: predicted)"),
                say("Confusion matrix (% of the true class; columns: predicted)"),
            )
            sides = labels, labels

            table = matrix_table(
                words, sides, matrix, empty, width, partial(self.titled, model=model)
            )
        return table or self._confusions(model, counts)

    def _confusions(self, model: str, counts: Any) -> Table:
        """Return the pairs of labels that were mixed up most often."""
        rows, columns, n, sums, _ = counts.cells
        values = n if sums is None else sums
        wrong = np.flatnonzero((rows != columns) & (values > 0))
        most = wrong[np.argsort(-values[wrong], kind="stable")][:MOST_CLASSES]
        labels, support = counts.labels, counts.margins.true
        cells = [
            [
                name_of(labels[rows[at]]),
                name_of(labels[columns[at]]),
                count(values[at].item()),
                percent(values[at] / support[rows[at]]),
            ]
            for at in most
        ]
        title = say(
            "The {n} most frequent of {k} confusions",
            n=len(most),
            k=count(len(wrong)),
        )
        headers = [say("True"), say("Predicted"), say("Rows"), say("% of true class")]
        return Table(self.titled(title, model), headers, cells, frozenset({2, 3}))

    def _four_counts(self, model: str, counts: Any) -> Table:
        """Return the two-by-two table of each label, a line each."""
        tn, fp, fn, tp = counts.margins.each_vs_rest()
        shown = np.arange(len(fp))
        title = say("Counts of each label")
        if len(fp) > MOST_CLASSES:
            shown = np.argsort(-(fp + fn), kind="stable")[:MOST_CLASSES]
            title = say(
                "Counts of the {n} of {k} labels with most errors",
                n=MOST_CLASSES,
                k=count(len(fp)),
            )
        columns = [tp, fp, fn, tn]
        names = [name_of(label) for label in plain_labels(counts)]
        cells = [
            [names[at], *(count(column[at].item()) for column in columns)]
            for at in shown
        ]
        headers = [
            say("Label"),
            say("True pos."),
            say("False pos."),
            say("False neg."),
            say("True neg."),
        ]
        return Table(self.titled(title, model), headers, cells, frozenset({1, 2, 3, 4}))

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return classes and confusion matrices."""
        return {
            **super().to_dict(),
            "classes": [
                {"label": plain(label), "support": plain(value)}
                for label, value in self.class_support.items()
            ],
            "per_class": {
                model: [_class_dict(row) for row in rows]
                for model, rows in self.per_class.items()
            },
            "confusion": {
                model: _confusion_dict(counts) for model, counts in self.counts.items()
            },
        }

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return a row for each class of each model."""
        return [
            {"model": model, per: row.label, **flat(row)}
            for model, classes in self.per_class.items()
            for row in classes
        ]

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return confusion matrices, or how each class is found."""
        return PICTURES[kind](
            LabelData(
                {model: self.names[model] for model in self.counts},
                self.series,
                self.values,
                self.counts,
                self.per_class,
                self._share_of,
            ),
            **options,
        )

    def _share_of(self, part: float, total: float) -> Interval:
        """Return a share of the rows of a class with its interval, where it has one."""
        if self._is_grouped or self._first.weighted:
            return no_interval(part / total, self._confidence_level, NOT_ALIKE)
        how = self._method_of_shares, self._confidence_level
        return of_share(part, total, None, *how)


class SummedLabels(SummedSection, LabelSection):
    """What there is to say of labels of which nothing but counts is known."""

    told_by = ("ConfusionCounts", "IndicatorCounts")

    @classmethod
    def counts_of(cls, plan: Any) -> Mapping[str, Any]:
        """Return the counts of each model's labels."""
        return {model: cls.telling(parts) for model, parts in plan.parts.models.items()}


def _first_few(labels: Sequence[Any]) -> str:
    """Return labels in a sentence; of many how many there are besides."""
    first = ", ".join(name_of(label) for label in labels[:_MOST_NAMED])
    if len(labels) <= _MOST_NAMED:
        return first
    return say("{names} and {n} more", names=first, n=count(len(labels) - _MOST_NAMED))


def _worst_first(rows: Sequence[ClassScores]) -> list[ClassScores]:
    """Sort classes by F1; an undefined one is no class's worst."""
    return sorted(rows, key=lambda row: row.f1 if row.f1 == row.f1 else 2.0)


def _has_fractions(column: Any) -> bool:
    """Whether labels are numbers of which one of the first is not whole."""
    kind = getattr(getattr(column, "dtype", None), "kind", "")
    # Sparse ones are no arrays, and what is no column is refused by its reader.
    if kind != "f" or not hasattr(column, "__array__") or not np.ndim(column):
        return False
    first = np.asarray(column[:1000])
    return bool((np.isfinite(first) & (first != np.floor(first))).any())


def positive_label(
    counts: Mapping[str, Any], options: Mapping[str, Any], asked: Iterable[BoundMetric]
) -> Any:
    """Return the label that counts as positive, None where none does.

    One of two labels must be told where a metric that is asked for has a positive one.
    """
    kind, pos_label = joint_kind([*counts.values()]), options.get("pos_label")
    if kind == "binary":
        of_one = [row.name for row, own in asked if row.is_of_positive(own)]
        return positive_of(joint_labels(counts.values()), pos_label, of_one)
    if pos_label is not None:
        raise ValueError(f"pos_label is for labels of two classes; these are {kind}")
    return None


def _class_dict(row: ClassScores) -> dict[str, Any]:
    return {
        "label": plain(row.label),
        "precision": interval_dict(row.precision),
        "recall": interval_dict(row.recall),
        **plain_fields(row, "f1 support predicted hits"),
    }


def _confusion_dict(counts: Any) -> dict[str, Any]:
    """Return the matrix, or its cells if it is large.

    Of a multilabel target it is a matrix per label: true or not, predicted or not.
    """
    labels = [plain(label) for label in plain_labels(counts)]
    if counts.kind == MULTILABEL:
        four = np.stack(counts.margins.each_vs_rest(), axis=-1)
        return {"labels": labels, "matrices": four.reshape(-1, 2, 2).tolist()}
    rows, columns, n, sums, _ = counts.cells
    cells = rows, columns, n if sums is None else sums
    is_small = len(labels) <= MOST_DENSE
    return {"labels": labels, **counted(counts.counts if is_small else None, cells)}
