"""Section: everything that a report contains about one family, except values.

The registry has a line per family. A test compares it with the catalog and the plans.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fastmetrics._common.names import distinct
from fastmetrics._common.records import Reference, loaded
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling.callable_plans import SummaryParts
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.summary import Handed
    from fastmetrics.resampling.plan import Data, Design
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Table
    from fastmetrics.show.words import Message

# Of more classes or clusters than this, the rest is in what programs read.
MOST_DETAILS = 500
SEVERAL_MODELS = (
    "those of several models go in a dict, a data frame as {name: frame[name] for name "
    "in frame}"
)

Pair = tuple[str, str]


class Setting(NamedTuple):
    """What was asked of the report as a whole.

    ``models`` are all of them, whichever family judges them; ``asked`` are the metrics
    that were asked for, None if none was named; ``options`` are all further options of
    the call, among them "pos_label" and "seed".
    """

    models: Sequence[str]
    asked: Sequence[str] | None
    design: Design
    options: Mapping[str, Any]
    confidence_level: float
    method: str


class Plot(NamedTuple):
    """A kind of picture: what a report lacks that has none, and if "auto" has it."""

    lacks: str
    unasked: bool = True


class Section(ABC):
    """What a report says of one family; made of its plan and of what was found.

    Parameters
    ----------
    plan : Plan
        With the summaries, when all has been asked of it.
    found : Intervals
        The values and differences of the family's metrics.
    data : Data
        The columns, for what is read off them later.
    setting : Setting
        What was asked of the whole report.

    Attributes
    ----------
    family : str
        The family's name.
    attributes : sequence of str
        Names that a report answers with the section's own attributes.
    frames : mapping of str to sequence of str
        Names that ``to_frame(per=...)`` takes, and the columns of each.
    plots : mapping of str to Plot
        Names that ``plot(kind=...)`` takes.
    leading : sequence of str
        Metrics that are looked at first, where they are in the report.
    brief : sequence of str
        Metrics of a short report, none a function of the others.
    one_order : sequence of sequences of str
        Metrics that are monotone functions of each other on the same rows, curved ones,
        so that what tests them is not the same number.
    same_rows : str
        How rows were treated so that the difference of two models is one of pairs.
    differences_by : str
        How the intervals of differences are made, where not as those of the values.
    has_groups : bool
        Whether rows of one group are kept together.
    models, metrics : list of str
        Those of this family.
    ranges : dict
        ``ranges[metric]``: its least and its greatest value, of such data.
    names : dict
        How each model of the report is called where people read, no two alike.
    names_models : bool
        Whether the report has several models, so that what is said names its model.
    columns : str
        The arguments that its models were given by, as ``y_pred``.
    series : dict of str to int
        The place of each model among all of the report.
    n_rows : int
        How many rows were judged.
    notes : list of str
        What a reader should know.
    tests : mapping
        ``tests[a, b]``: a test of two models that the family has of its own.
    """

    family: ClassVar[str]
    attributes: ClassVar[Sequence[str]] = ()
    frames: ClassVar[Mapping[str, Sequence[str]]] = {}
    plots: ClassVar[Mapping[str, Plot]] = {}
    leading: ClassVar[Sequence[str]] = ()
    brief: ClassVar[Sequence[str]] = ()
    one_order: ClassVar[Sequence[Sequence[str]]] = ()
    same_rows: ClassVar[str] = say("paired by row")

    # Parameters of metrics, and the options of the report that are their values.
    parameter_options: ClassVar[Mapping[str, str]] = {}

    differences_by: str = ""

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        self.models: list[str] = list(plan.names)
        rows = [one.row for one in plan.asked]
        self.metrics: list[str] = [row.name for row in rows]
        self.ranges = {row.name: (row.lower, row.upper) for row in rows}
        self.n_rows: int = plan.n_rows
        self.notes: list[str] = []
        self.tests: Mapping[Pair, Any] = {}
        self.values: Mapping[str, Mapping[str, Interval]] = found.values
        self.has_groups = setting.design.groups is not None
        self.names = distinct(setting.models)
        self.series = {
            model: list(setting.models).index(model) for model in self.models
        }
        self.names_models = len(setting.models) > 1
        given = dict.fromkeys(name for one in data.models.values() for name in one)
        self.columns = ", ".join(given) or say("summary")

    # -- before there is a plan, and before it is asked

    @staticmethod
    def check_dimensions(data: Data, argument: str) -> None:
        """Refuse several columns for one, and say how several models are given."""
        if getattr(data.shared.get("y_true"), "ndim", 1) != 1:
            return
        for columns in data.models.values():
            shape: tuple[int, ...] = getattr(columns.get(argument), "shape", ())
            if len(shape) > 1 and shape[1] > 1:
                raise ValueError(
                    f"{argument} has shape {tuple(shape)}, y_true has one dimension; "
                    f"{SEVERAL_MODELS}"
                )

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Check what was given, and return the options that the plan is made with."""
        return options

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Return those of the metrics that are shown if nobody asks for any."""
        return rows

    @classmethod
    def ask(
        cls, rows: Sequence[Metric], plan: Any, options: Mapping[str, Any]
    ) -> list[BoundMetric]:
        """Return what the plan is asked: the metrics with all their parameters."""
        return [
            BoundMetric(row, {**cls.parameters(row, options), **row.parameters})
            for row in rows
        ]

    @classmethod
    def parameters(cls, row: Metric, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of the report that are parameters of a metric."""
        return {
            name: options[option]
            for name, option in cls.parameter_options.items()
            if name in row.options and options.get(option) is not None
        }

    # -- what it says

    def counted(self) -> Message:
        """Return how many rows were judged, by the word for what a row is."""
        return rows_of(self.n_rows)

    def header(self) -> dict[str, list[str]]:
        """Return the lines above all tables, by what they are about.

        Where several families are judged, the first to speak of a thing is heard.
        """
        return {"rows": [self.counted()]}

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield the tables below values and differences, no wider than that."""
        yield from ()

    def details(self) -> Iterator[Table]:
        """Yield tables for those who look for more: each class, each cluster."""
        yield from ()

    def footer(self) -> list[str]:
        """Return how the numbers of its own tables were made."""
        return []

    def of_one_order(self) -> Iterator[list[str]]:
        """Yield metrics each of which is a monotone function of the others.

        Whatever the models, all of them are equal by one where they are by another.
        """
        for group in self.one_order:
            found = [name for name in self.metrics if name in group]
            if len(found) > 1:
                yield found

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says, beside values and differences."""
        return {}

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return the rows of one of `frames`, with "model" and the name of the frame.

        These two are the frame's index.
        """
        raise NotImplementedError(f"{type(self).__name__} has no frame per {per}")

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return one of `plots`, None where there is nothing to draw."""
        return None

    def baselines(self) -> Mapping[str, float]:
        """Return the levels of chance on these data, by their names in `Metric`."""
        return {}

    def chance(self, metric: str) -> float | None:
        """Return what a model gets on a metric that knows nothing of the rows."""
        level = METRICS[metric].chance
        return self.baselines().get(level) if isinstance(level, str) else level

    def alarms(self) -> Iterator[Message]:
        """Yield what is to be read before any number."""
        for model, counts in self.label_counts().items():
            odd = getattr(counts, "unmatched", None)
            if odd is not None and self.names_models:
                yield say("{model}: {said}", model=self.names[model], said=odd)
            elif odd is not None:
                yield odd

    def label_counts(self) -> Mapping[str, Any]:
        """Return summaries of each model's labels, if there are such."""
        return {}

    def cautions(self, metric: str) -> list[Message]:
        """Return what changes how the first sentence, about a metric, is to be read."""
        made = (self.values[model][metric] for model in self.models)
        reasons = dict.fromkeys(one.reason for one in made if one.approximate)
        return [
            say("The interval is approximate: {why}.", why=of_catalog(why))
            for why in reasons
        ]

    def of_two(self) -> list[Message]:
        """Return what there is to say of two models, beside who is ahead."""
        return []

    def titled(self, title: str, model: str) -> str:
        """Return the title of a model's table; it names one of several models."""
        if not self.names_models:
            return title
        return say("{title}: {model}", title=title, model=self.names[model])


class SummedSection(Section):
    """What there is to say of models that are known by their summaries alone: values.

    Differences of models, and whatever else looks at rows, are left out.

    Attributes
    ----------
    told_by : set of str
        The summaries that tell more than values, of which each model has one; empty:
        nothing more is told.
    """

    told_by: ClassVar[Collection[str]] = ()

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self.family = data.summary.family  # type: ignore[misc]
        self._summaries: Mapping[str, Any] = plan.summaries
        if self.names_models and not data.summary.pairs:
            self.notes.append(
                say("no differences of models: summaries do not pair their rows")
            )

    def label_counts(self) -> Mapping[str, Any]:
        """Return the first summary of each model."""
        return self._summaries

    @classmethod
    def telling(cls, parts: Sequence[Handed]) -> Any:
        """Return the summary of a model that tells more than values; None: none."""
        summaries = (summary for summary, _ in parts)
        return next((s for s in summaries if type(s).__name__ in cls.told_by), None)

    @classmethod
    def tells(cls, summary: SummaryParts) -> bool:
        """Whether each model has such a summary, if one is needed."""
        each = summary.models.values()
        return not cls.told_by or all(cls.telling(parts) is not None for parts in each)

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Return what is read off the summaries."""
        found: Sequence[Metric] = plan.rows
        return found


# family -> the class of its sections, or a reference to that
SECTIONS: dict[str, Reference | type[Section]] = {
    "binary_scores": Reference("fastmetrics.report.sections.scores.ScoreSection"),
    "labels": Reference("fastmetrics.report.sections.labels.LabelSection"),
    "clustering": Reference("fastmetrics.report.sections.clustering.ClusterSection"),
    "probabilities": Reference(
        "fastmetrics.report.sections.probability.ProbabilitySection"
    ),
    "regression": Reference("fastmetrics.report.sections.regression.RegressionSection"),
    "retrieval": Reference("fastmetrics.report.sections.retrieval.RetrievalSection"),
    "recommendation": Reference(
        "fastmetrics.report.sections.recommendation.RecommendationSection"
    ),
    "speech": Reference("fastmetrics.report.sections.speech.SpeechSection"),
    "fairness": Reference("fastmetrics.report.sections.classes.FairnessSection"),
    "items": Reference("fastmetrics.report.sections.items.ItemSection"),
    "survival": Reference("fastmetrics.report.sections.survival.SurvivalSection"),
}


# What says something of models that are known by their summaries alone: of a family
# whose summaries tell more than values, and of any other.
_OF_PARTS = {
    "binary_scores": Reference("fastmetrics.report.sections.scores.SummedScores"),
    "labels": Reference("fastmetrics.report.sections.labels.SummedLabels"),
}
_OF_ANY_PARTS = Reference("fastmetrics.report.sections.SummedSection")


def section_of(family: str, summary: Any = None) -> type[Section]:
    """Return the class of a family's sections, loaded when first asked for.

    ``summary`` is what stands in place of the columns, if anything does.
    """
    if not isinstance(summary, SummaryParts):
        return loaded(SECTIONS[family])
    section: type[SummedSection] = loaded(_OF_PARTS.get(family, _OF_ANY_PARTS))
    return section if section.tells(summary) else loaded(_OF_ANY_PARTS)


def sections() -> dict[str, type[Section]]:
    """Return the class of every family's sections, in the order of the families."""
    return {family: section_of(family) for family in SECTIONS}
