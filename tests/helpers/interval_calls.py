"""Several metrics and models through a plan and the engine, as a report asks them."""

from types import SimpleNamespace

from fastmetrics import catalog
from fastmetrics._common.options import seed_of
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.resolve import check_options
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.plan import Data, Design


def intervals(
    task,
    metrics,
    shared,
    models,
    *,
    plan_options=None,
    parameters=None,
    confidence_level=0.95,
    method="auto",
    n_resamples=None,
    random_state=None,
    progress=False,
    **design,
):
    """Values and differences of metrics by name, with the plan that they were made of.

    ``parameters``: a function of a row that gives what its function is called with.
    """
    check_options(confidence_level, method, n_resamples)
    rows = [catalog.find(name) for name in metrics]
    asked_as = {row.name: name for row, name in zip(rows, metrics, strict=True)}
    seed = seed_of(random_state)
    plan = plan_of(task)(
        Data(shared, models),
        Design(**design),
        {"seed": seed, "progress": progress or None, **(plan_options or {})},
    )
    given = parameters or (lambda row: row.parameters)
    plan.ask([BoundMetric(row, given(row)) for row in rows])
    found = make_intervals(
        plan,
        confidence_level=confidence_level,
        method=method,
        n_resamples=n_resamples,
        seed=seed,
        progress=progress,
    )

    def named(of_each):
        return {
            who: {asked_as[name]: one for name, one in row.items()}
            for who, row in of_each.items()
        }

    return SimpleNamespace(
        values=named(found.values), differences=named(found.differences), plan=plan
    )


def score_intervals(metrics, y_true, y_scores, *, pos_label=None, **options):
    found = intervals(
        "binary_scores",
        metrics,
        {"y_true": y_true},
        {name: {"y_score": column} for name, column in y_scores.items()},
        plan_options={"pos_label": pos_label},
        **options,
    )
    found.totals = found.plan.totals
    return found


def label_intervals(metrics, y_true, y_preds, *, pos_label=1, **options):
    def parameters(row):
        own = {"pos_label": pos_label} if "pos_label" in row.options else {}
        return {**row.parameters, **own}

    found = intervals(
        "labels",
        metrics,
        {"y_true": y_true},
        {name: {"y_pred": column} for name, column in y_preds.items()},
        plan_options={"pos_label": pos_label},
        parameters=parameters,
        **options,
    )
    found.counts = found.plan.summaries
    return found


def cluster_intervals(
    metrics, labellings, *, labels_true=None, X=None, random_state=None, **options
):
    own = ("metric", "noise", "sample_size")
    plan_options = {name: options.pop(name) for name in own if name in options}
    shared = {"y_true": labels_true, "X": X}
    found = intervals(
        "clustering",
        metrics,
        {name: column for name, column in shared.items() if column is not None},
        {name: {"y_pred": column} for name, column in labellings.items()},
        plan_options=plan_options,
        random_state=random_state,
        **options,
    )
    found.tables = found.plan.summaries
    return found
