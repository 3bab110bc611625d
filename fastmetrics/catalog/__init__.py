"""The catalog: the families, and one row per public function.

Reports, intervals, the command line, tests and docs read all facts from here: the
arguments of a family, and a metric's range, direction, formula and interval method.
"""

import functools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from fastmetrics._common.names import read_parameters, shown, written_parameters
from fastmetrics.catalog.names import Index, other_names, terms
from fastmetrics.catalog.topics import COMPARISON, LEADERBOARDS, SELECTION
from fastmetrics.metrics.about import About, Guide, read_guide, read_questions
from fastmetrics.metrics.clustering.family import FAMILY as CLUSTERING
from fastmetrics.metrics.fairness.family import FAMILY as FAIRNESS
from fastmetrics.metrics.families import Derivation, Family, Topic
from fastmetrics.metrics.how import Reduction
from fastmetrics.metrics.items.family import FAMILY as ITEMS
from fastmetrics.metrics.labels.family import FAMILY as LABELS
from fastmetrics.metrics.probability.family import FAMILY as PROBABILITIES
from fastmetrics.metrics.recommendation.family import FAMILY as RECOMMENDATION
from fastmetrics.metrics.record import (
    BOOTSTRAP,
    CELLS,
    INFINITY,
    JACKKNIFE,
    METHODS,
    PROPORTION,
    SMOOTHED,
    Kind,
    Metric,
    are_equal,
)
from fastmetrics.metrics.regression.family import FAMILY as REGRESSION
from fastmetrics.metrics.retrieval.family import FAMILY as RETRIEVAL
from fastmetrics.metrics.scores.family import FAMILY as BINARY_SCORES
from fastmetrics.metrics.speech.family import FAMILY as SPEECH
from fastmetrics.metrics.survival.family import FAMILY as SURVIVAL

__all__ = [
    "BOOTSTRAP",
    "CELLS",
    "FAMILIES",
    "INFINITY",
    "JACKKNIFE",
    "METHODS",
    "METRICS",
    "PROPORTION",
    "SMOOTHED",
    "TOPICS",
    "Family",
    "Kind",
    "Metric",
    "Reduction",
    "Topic",
    "about",
    "add",
    "are_same",
    "by_function",
    "check_arguments",
    "claimed",
    "columns_of_truth",
    "family_of_summary",
    "find",
    "guide_of",
    "in_other_form",
    "index",
    "metrics_named",
    "namesakes",
    "none_fits",
    "only",
    "question_of",
    "remembered",
    "remove",
    "row_with",
    "scalar",
    "tasks_of",
    "with_parameters",
]


class _Rows(dict[str, Metric]):
    """The rows by name; whatever else `find` finds is answered, and not listed."""

    def __missing__(self, name: str) -> Metric:
        try:
            row = find(name)
        except (ValueError, TypeError):
            raise KeyError(name) from None
        if row.name in other_names():
            raise KeyError(name)
        return row


FAMILIES: dict[str, Family] = {}
TOPICS: dict[str, Topic] = {}
METRICS: dict[str, Metric] = _Rows()
_ALIASES: dict[str, str] = {}
# Names of earlier versions, and those that took their place.
_FORMER: dict[str, str] = {}
# What empties the memories of functions that are `remembered`.
_FORGETS: list[Callable[[], None]] = []

_Found = TypeVar("_Found")


def add(family: Family | Topic) -> None:
    """Add a family, its metrics and its other functions, or the rows of a topic.

    Raises
    ------
    ValueError
        If there is such a family or topic, or one of its names or aliases is taken.
    """
    if family.name in {**FAMILIES, **TOPICS}:
        raise ValueError(f"there is a family called {family.name!r} already")
    rows = _rows(family)
    taken = {*METRICS, *_ALIASES}
    for name in (name for row in rows for name in (row.name, *row.aliases)):
        if name in taken:
            raise ValueError(f"two metrics are called {name!r}")
        taken.add(name)
    if isinstance(family, Family):
        FAMILIES[family.name] = family
    else:
        TOPICS[family.name] = family
    METRICS.update((row.name, row) for row in rows)
    _ALIASES.update((alias, row.name) for row in rows for alias in row.aliases)
    _FORMER.update((name, row.name) for row in rows for name in row.formerly)
    _forget()


def _rows(family: Family | Topic) -> tuple[Metric, ...]:
    if isinstance(family, Topic):
        return family.rows
    return *family.metrics, *family.others


def remove(name: str) -> None:
    """Take a family out again, with all that it brought."""
    family = FAMILIES.pop(name)
    for row in _rows(family):
        del METRICS[row.name]
        for alias in row.aliases:
            del _ALIASES[alias]
        for former in row.formerly:
            del _FORMER[former]
    _forget()


def remembered(function: Callable[..., _Found]) -> Callable[..., _Found]:
    """Remember what follows from the families, until one of them comes or goes."""
    cached = functools.lru_cache(maxsize=1024)(function)
    _FORGETS.append(cached.cache_clear)
    return cached


def _forget() -> None:
    for forget in _FORGETS:
        forget()


@remembered
def index() -> Index:
    """Return the index of all names, created on first use."""
    return Index([*METRICS.values(), *other_names().values()], terms())


def find(metric: str) -> Metric:
    """Find a catalog entry by a name, which may contain parameters.

    The name is the entry's name or an alias in any spelling, its title in English or
    Chinese, or a usual word for it. Public names outside the catalog are found as well;
    they are not metrics. If several entries fit, the first is returned.

    Raises
    ------
    ValueError
        If no entry fits. The message has the new name of a renamed metric, or similar
        names.
    TypeError
        If ``metric`` is not a str.
    """
    return namesakes(metric)[0]


def namesakes(metric: str) -> tuple[Metric, ...]:
    """Return the entries that a name may mean; the data decide between them.

    The first is the result of `find`, which raises the same errors.
    """
    own, others = claimed(metric)
    if own:
        return tuple({row.name: row for row in (*own, *others)}.values())
    if metric in _FORMER:
        raise ValueError(f"{shown(metric)} is now called {_FORMER[metric]!r}")
    known = [*METRICS, *_ALIASES, *other_names()]
    hint = _hint(metric, known) or _hint(_PARAMETERS.split(metric)[0], known)
    raise ValueError(f"no metric is called {shown(metric)}{hint}")


def metrics_named(name: str) -> tuple[Metric, ...]:
    """Return the metrics that a name may mean.

    Other functions with the name, such as `auc` of any curve, are left out.

    Raises
    ------
    ValueError, TypeError
        As `find`; also if no metric has the name.
    """
    rows = namesakes(name)
    metrics = tuple(row for row in rows if row.kind == "metric")
    if metrics:
        return metrics
    raise ValueError(f"{shown(name)} is {rows[0].reason}")


def are_same(row: Metric, other: Metric) -> bool:
    """Whether two rows are of one function with equal parameters, given or default."""
    return row.function == other.function and all(
        are_equal(
            row.parameters.get(name, row.options.get(name)),
            other.parameters.get(name, other.options.get(name)),
        )
        for name in {*row.parameters, *other.parameters}
    )


def only(name: str) -> Metric:
    """Return the one row that a name stands for where no data tell which is meant.

    Raises
    ------
    ValueError, TypeError
        As `find`; also if several rows have equal claims to the name.
    """
    rows = namesakes(name)
    own, _ = claimed(name)
    if len(own) > 1:
        known = _either(own)
        raise ValueError(
            f"{shown(name)} is {known}: say which one, no data tell it here"
        )
    return rows[0]


def claimed(metric: str) -> tuple[list[Metric], list[Metric]]:
    """Return the rows that claim a name with equal right, and those that share it.

    Both are empty for a name that no row has.
    """
    if not isinstance(metric, str):
        raise TypeError(
            f"a metric is named by a str, got {type(metric).__name__}; name one of "
            "several at a time."
        )
    name = _exact(metric)
    if name in METRICS:
        return [METRICS[name]], _sharing().get(metric, [])
    if metric in other_names():
        return [other_names()[metric]], []
    read = _with_parameters(metric)
    if read is not None and read.name not in METRICS:  # it has parameters
        return [read], []
    if metric in _FORMER:
        return [], []
    rows = [*([] if read is None else [read]), *index().named(metric)]
    rows = [*{row.name: row for row in rows}.values()]
    # Entries of one family differ by their parameters; the first one is meant.
    tasks = dict.fromkeys(row.task for row in rows)
    own = [next(row for row in rows if row.task == task) for task in tasks]
    return own, rows


@remembered
def _sharing() -> dict[str, list[Metric]]:
    """Return the rows that share a name with others, by the name."""
    sharing: dict[str, list[Metric]] = {}
    for row in METRICS.values():
        for name in row.shared_names:
            sharing.setdefault(name, []).append(row)
    return sharing


def _exact(name: str) -> str:
    """Return the name of the row whose name or alias this is.

    Whether letters are large says nothing, but in short names: AP and ap are two.
    """
    if name in _ALIASES or name in METRICS or len(name) <= _SHORT:
        return _ALIASES.get(name, name)
    small = name.lower()
    return _ALIASES.get(small, small)


# Shorter names are abbreviations, which may differ by case.
_SHORT = 4


def tasks_of(metrics: Iterable[str]) -> set[str]:
    """Return the families of all metrics that names may stand for."""
    return {row.task for name in metrics for row in namesakes(name)}


def none_fits(metric: str) -> str:
    """Say that nothing that a name stands for can be asked of the data."""
    rows = namesakes(metric)
    return (
        f"{shown(metric)} is {_either(rows)}, none of which can be asked of these data"
    )


def _either(rows: Iterable[Metric]) -> str:
    """Name rows of which one is meant."""
    return " or ".join(f"{row.name!r} (task {row.task!r})" for row in rows)


# Where parameters begin in a name: ``@10``, ``(rel=2)``, ``:rel=2``, ``_10``.
_PARAMETERS = re.compile(r"[@(:]|[._](?=\d)")
# A name with parameters behind a colon, or in brackets.
_AFTER_COLON = re.compile(r"([^:(=]+):\s*(\w+\s*=.*)", re.DOTALL)
_IN_BRACKETS = re.compile(r"([^:(=]+)\((.*)\)", re.DOTALL)


@remembered
def _with_parameters(text: str) -> Metric | None:
    """Return the entry of a name with parameters; None for other names.

    Its name is ``name(parameter=value)@k`` for all spellings, with ``named_at`` for k.
    """
    text = text.strip()
    behind = _AFTER_COLON.fullmatch(text)
    if behind is not None:
        text = f"{behind[1]}({behind[2]})"
    for family in FAMILIES.values():
        metric = family.named(text, family.metrics) if family.named else None
        if metric is not None:
            return with_parameters(METRICS[metric[0]], metric[1])
    written = _IN_BRACKETS.fullmatch(text)
    if written is None or "=" not in written[2]:  # a title may have brackets, too
        return None
    rows = [row for row in claimed(written[1].strip())[0] if row.name in METRICS]
    if not rows:
        return None
    parameters = read_parameters(written[2], text)
    names = {name for name, _ in parameters}
    if len(names) < len(parameters):
        (twice, _), *_ = Counter(name for name, _ in parameters).most_common(1)
        raise ValueError(f"{shown(text)} says {shown(twice)} twice")
    row = next((row for row in rows if names <= {*row.options}), rows[0])
    return with_parameters(row, dict(parameters))


def with_parameters(row: Metric, parameters: Mapping[str, Any]) -> Metric:
    """Return the row of a metric that is asked with these parameters, which it names.

    Raises
    ------
    TypeError
        If a parameter cannot be written into a name.
    ValueError
        If it is none of the metric's.
    """
    # None as the default has no effect.
    parameters = {
        name: value
        for name, value in parameters.items()
        if value is not None or row.options.get(name, "") is not None
    }
    own = row.with_parameters(parameters)
    parameters = {name: own[name] for name in parameters if name not in row.parameters}
    if not parameters:
        return row
    for name in parameters:
        if name not in row.options:
            known = ", ".join(sorted(row.options)) or "none"
            raise ValueError(
                f"{row.name} has no parameter {shown(name)}; it has {known}"
            )
    all_parameters = dict(parameters)
    # If a family reads names itself, a cut-off or one time comes at the end.
    family = FAMILIES.get(row.task)
    k = None
    if family is not None and family.named is not None:
        if not isinstance(all_parameters.get(family.named_at), list | tuple):
            k = all_parameters.pop(family.named_at, None)
    inside = f"({written_parameters(all_parameters)})" if all_parameters else ""
    lower, upper = row.ends(own)
    targets = row.targets_with(own)
    if targets != row.targets:
        row = replace(row, targets=targets, merges=())
        row = replace(row, **FAMILIES[row.task].merging(row))
    return replace(
        row.directed(own),
        name=f"{row.name}{inside}{'' if k is None else f'@{k}'}",
        title=_titled(row.title, k, inside),
        short=_titled(row.short, k, inside),
        lower=lower,
        upper=upper,
        # With other parameters, what knows nothing of the rows may get another value.
        chance=None,
        parameters=own,
        required=_still_required(row, parameters),
        aliases=(),
        formerly=(),
    )


def _still_required(row: Metric, parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parameters that a call must still pass."""
    if row.one_is_enough and {*row.required} & {*parameters}:
        return ()
    return tuple(name for name in row.required if name not in parameters)


def _titled(title: str, k: object, inside: str) -> str:
    """Return a title with a cut-off and further parameters in it."""
    if k is not None:
        end = f"{k:g}" if isinstance(k, float) else k
        title = f"{title.removesuffix(' at k')}@{end}"
    return f"{title} {inside}".rstrip()


def _hint(name: str, known: list[str]) -> str:
    """Say which of the known names come close."""
    import difflib

    close = difflib.get_close_matches(name, known, n=3)
    if not close:  # whatever letters are written large
        by_letters = {letters.casefold(): letters for letters in reversed(known)}
        near = difflib.get_close_matches(name.casefold(), by_letters, n=3)
        close = [by_letters[letters] for letters in near]
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""


def check_arguments(
    names: Collection[str], also: Iterable[str] = (), otherwise: str = ""
) -> None:
    """Raise TypeError unless some family has an argument of each of these names.

    ``also`` are further names that are known, ``otherwise`` ends the message where none
    comes close.
    """
    if not names:
        return
    known = [each.name for family in FAMILIES.values() for each in family.arguments]
    known += also
    for name in names:
        if name not in known:
            hint = _hint(name, [*dict.fromkeys(known)])
            raise TypeError(f"there is no argument {name!r}{hint or otherwise}")


# By name, so no summary is imported for the comparison.
_SUMMARY = "fastmetrics.metrics.summary.Summary"
_ROW_SUMS = "fastmetrics.metrics.row_sums.RowSums"


def family_of_summary(summary: object) -> Family | None:
    """Return the family of a summary; None for other objects.

    Raises
    ------
    TypeError
        If it is a summary of which no plan makes intervals.
    """
    classes = {f"{cls.__module__}.{cls.__qualname__}" for cls in type(summary).__mro__}
    for family in FAMILIES.values():
        if classes & {*family.summaries}:
            return family
    if _ROW_SUMS in classes:
        return FAMILIES[summary.task]  # type: ignore[attr-defined]
    if _SUMMARY in classes:
        raise TypeError(
            f"no interval is made of a {type(summary).__name__}; its compute gives "
            "values"
        )
    return None


def in_other_form(
    family: Family,
    arguments: Mapping[str, Any],
    options: Mapping[str, Any],
    is_named: bool,
) -> dict[str, Any] | None:
    """Return the arguments of a family that data in another form are, None: of none.

    See `Family.other_forms`, which is asked if there is one.
    """
    if family.other_forms is None:
        return None
    return family.other_forms(arguments, options, is_named)


def columns_of_truth(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns that ``y_true`` or ``time`` stands for; empty: it is one.

    Arguments that only one family has tell that it is a truth of this family.
    """
    for family in FAMILIES.values():
        if {*family.claims} & {name for name, o in arguments.items() if o is not None}:
            given = {"y_true": arguments.get("y_true")}
            found = in_other_form(family, {**arguments, **given}, {}, is_named=False)
            if found is not None:
                return {n: o for n, o in found.items() if o is not arguments.get(n)}
    return {}


@remembered
def derivations_into(task: str) -> list[tuple[Family, Derivation]]:
    """Return the other families that make columns of this one unasked, and how."""
    return [
        (source, derivation)
        for source in FAMILIES.values()
        for derivation in source.derives
        if derivation.into == task != source.name and not derivation.option
    ]


def guide_of(row: Metric) -> Guide:
    """Return the explanations of an entry's family or topic, read on first use."""
    package = _package_of(row)
    return read_guide(package) if package else Guide({})


def question_of(row: Metric) -> str | None:
    """Return the question that an entry answers; None if it has no explanations."""
    package = None if row.name in other_names() else _package_of(row)
    return read_questions(package).get(row.name) if package else None


def _package_of(row: Metric) -> str:
    """Return the package that explains an entry; empty if there is none."""
    whose = TOPICS.get(row.task) or FAMILIES.get(row.task)
    return whose.guide if whose else ""


def about(row: Metric) -> About | None:
    """Return the explanations of an entry, if there are any."""
    return None if row.name in other_names() else guide_of(row).about.get(row.name)


@remembered
def by_function() -> dict[Callable[..., Any], Metric]:
    """Entries by public function, called with its defaults.

    This is the entry with the function's name, or the entry whose parameters are the
    defaults if the function returns several numbers.
    """
    plain: dict[str, list[Metric]] = {}
    for row in METRICS.values():
        if row.kind == "metric" and _are_given(row, {}):
            plain.setdefault(row.function, []).append(row)
    rows = (
        next((row for row in match if row.name == name), match[0])
        for name, match in plain.items()
        if len(match) == 1 or any(row.name == name for row in match)
    )
    return {row.public: row for row in rows}


def row_with(function: str, parameters: Mapping[str, Any]) -> Metric | None:
    """Return the entry of a function with these parameters, or without parameters.

    None if there is neither.
    """
    best: Metric | None = None
    for row in METRICS.values():
        if row.function == function and row.kind == "metric":
            if best is None or len(row.parameters) > len(best.parameters):
                best = row if _are_given(row, parameters) else best
    return best


def _are_given(row: Metric, parameters: Mapping[str, Any]) -> bool:
    """Whether a call is one of this row: given parameters, else defaults, are its."""
    return all(
        are_equal(parameters.get(name, row.options.get(name)), own)
        for name, own in row.parameters.items()
    )


def scalar(task: str = "binary_scores", target: str | None = None) -> list[Metric]:
    """Return the metrics of a task with one number, for one target or for all."""
    return [
        row
        for row in METRICS.values()
        if row.kind == "metric"
        and row.task == task
        and (target is None or target in row.targets)
    ]


for _family in (
    BINARY_SCORES,
    LABELS,
    CLUSTERING,
    PROBABILITIES,
    REGRESSION,
    RETRIEVAL,
    RECOMMENDATION,
    SPEECH,
    FAIRNESS,
    ITEMS,
    SURVIVAL,
    COMPARISON,
    SELECTION,
    LEADERBOARDS,
):
    add(_family)
