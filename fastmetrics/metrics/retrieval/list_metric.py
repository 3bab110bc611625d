"""The decorator that makes a metric of ranked lists, and its record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from fastmetrics._common.definitions import as_public
from fastmetrics._common.records import Reference
from fastmetrics.metrics.how import ListMeasure, MadeOf
from fastmetrics.metrics.record import SKEWED_T, Metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Grades, Scores
    from fastmetrics.metrics.retrieval.ranked_lists.requests import (
        Average,
        Empty,
        Request,
        Ties,
    )

_READ = Reference("fastmetrics.metrics.retrieval.inputs.read_queries")


def list_metric(
    title: str,
    *aliases: str,
    made_of: MadeOf = "mean",
    reader: str = "read_ranked_lists",
    without: Collection[str] = (),
    order: Sequence[str] = (),
    **facts: Any,
) -> Callable[[Callable[..., Request]], Any]:
    """Make a public function of a definition, which returns a `Request`.

    The function reads the lists, and returns the mean over queries or their values. Its
    attribute ``request`` is the definition, and ``record`` its record.

    Keywords of the definition come before those of `_common`. If it lacks ``ties``, the
    value does not depend on the order, and the function has no ``doc_id`` either.

    Parameters
    ----------
    title, *aliases : str
        As in the record.
    made_of : {"mean", "exp"}, default="mean"
        What the metric makes of the mean over queries.
    reader : str, default="read_ranked_lists"
        Name of the function of `inputs` that reads the lists.
    without : collection of str
        Common keywords that the function lacks.
    order : sequence of str
        All parameters, if their order is another one.
    **facts : object
        Further fields of the record.
    """

    def decorate(definition: Callable[..., Request]) -> Any:
        depends = "ties" in definition.__annotations__
        absent = {*without} if depends else {*without, "doc_id", "ties"}
        has_ids, has_empty = "doc_id" not in absent, "empty" not in absent
        name = definition.__name__

        def metric(
            y_true: Any,
            y_score: Any = None,
            *,
            query_id: Any = None,
            average: Any = "mean",
            sample_weight: Any = None,
            **own: Any,
        ) -> Any:
            read, answer = _read_and_answer(reader)
            doc_id = own.pop("doc_id", None) if has_ids else None
            empty = own.pop("empty", "zero") if has_empty else "zero"
            request = definition(**own)
            lists = read(y_true, y_score, query_id, doc_id, request.subtopics)
            return answer(request, lists, name, empty, average, sample_weight)

        every = _COMMON.parameters
        kept = [every[name] for name in every if name not in absent]
        common = _COMMON.replace(parameters=kept)
        array_if = ("average", "Average", "None")
        public = as_public(metric, definition, "query_id", common, array_if)
        parameters = public.__signature__.parameters
        if order:
            ordered = [parameters[name] for name in order if name in parameters]
            public.__signature__ = common.replace(parameters=ordered)
        public.request = definition
        record = {
            "how": ListMeasure(made_of, _READ),
            "interval": SKEWED_T,
            "aliases": aliases,
            "required": tuple(
                name
                for name, parameter in parameters.items()
                if parameter.default is Parameter.empty and name != "y_true"
            ),
            "in_report": False,
        }
        public.record = Metric(name, title, **{**record, **facts})
        return public

    return decorate


@cache
def _read_and_answer(reader: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the reader and `answer`, which the catalog does not load."""
    from fastmetrics.metrics.retrieval import inputs
    from fastmetrics.metrics.retrieval.ranked_lists.answers import answer

    return getattr(inputs, reader), answer


def _common(
    y_true: Grades,
    y_score: Scores = None,
    *,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    """Define the parameters that functions of ranked lists share."""
    raise NotImplementedError


_COMMON = signature(_common)
