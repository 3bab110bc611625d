"""Pictures of censored times: metrics by time, and calibration at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.report.plots import (
    MOST_LEADING,
    MOST_PANELS,
    PictureData,
    best_first,
    cut_note,
    in_order,
    reading,
    result,
)
from fastmetrics.show.pictures import (
    Band,
    Entry,
    Intervals,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.pictures.marks import MOST_COLOURED
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.survival.calibration import SurvivalCalibration
    from fastmetrics.metrics.survival.results import SurvivalScores

    Floats = NDArray[np.float64]
    ByModel = Mapping[str, SurvivalScores | None]


@dataclass(frozen=True, eq=False)
class TimesData(PictureData):
    """The data of a picture of censored times.

    Attributes
    ----------
    times : ndarray
        The times of evaluation.
    auc, brier : mapping of str to SurvivalScores or None
        Metrics at these times by model; None where it lacks the predictions.
    reference : ndarray or None
        Brier score of the estimate of all rows as the forecast for each.
    estimate : str
        The name of this estimate.
    calibration : mapping of str to SurvivalCalibration
        Of each model, at one time.
    confidence_level : float
        Of the bands.
    """

    times: Floats
    auc: ByModel
    brier: ByModel
    reference: Floats | None
    estimate: str
    calibration: Mapping[str, SurvivalCalibration]
    confidence_level: float


def auc_by_time(judged: TimesData) -> Picture | None:
    """Return the area under the ROC curve at each time, a line for each model."""
    chance = Line(_ends(judged.times), np.array([0.5, 0.5]), role="reference")
    entry = Entry(say("random order"), rank=-np.inf)
    y = Scale("AUC", None, 1.0)
    return _by_time(judged, "auc", judged.auc, y, [chance], [entry], highest=True)


def brier_by_time(judged: TimesData) -> Picture | None:
    """Return the Brier score at each time, and that of the estimate of all rows."""
    marks: list[Mark] = []
    key = []
    if judged.reference is not None:
        marks.append(Line(judged.times, judged.reference, role="reference"))
        key.append(Entry(judged.estimate, rank=-np.inf))
    y = Scale(say("Brier score"), 0.0)
    return _by_time(judged, "brier", judged.brier, y, marks, key, highest=False)


def _ends(times: Floats) -> Floats:
    return times[[0, -1]]


def _by_time(
    judged: TimesData,
    name: str,
    scores: ByModel,
    y: Scale,
    marks: Sequence[Mark],
    key: Sequence[Entry],
    *,
    highest: bool,
) -> Picture | None:
    """Return a metric over time; of many models the best have bands."""
    known = {model: one for model, one in scores.items() if one is not None}
    if not known:
        return None
    middle = (len(judged.times) - 1) // 2
    at_middle = {
        model: one[middle].confidence_interval(judged.confidence_level)
        for model, one in known.items()
    }
    ranked = best_first(known, at_middle, highest)
    coloured = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    bands: list[Mark] = []
    lines: list[Mark] = []
    for model, one in known.items():
        series = judged.series[model]
        low, high = one.confidence_interval(judged.confidence_level)
        bounded = ~(np.isnan(low) | np.isnan(high))
        if model in coloured and bounded.sum() > 1:
            at = judged.times[bounded]
            bands.append(Band(at, low[bounded], high[bounded], series))
        lines.append(Line(judged.times, one.values, series))
        if len(judged.times) == 1:  # which no line shows
            lines.append(Points(judged.times, one.values, series))
    time = f"{judged.times[middle]:g}"
    entries = [
        judged.entry(
            model, say("{value} at {k}", value=reading(at_middle[model]), k=time), -k
        )
        for k, model in enumerate(ranked)
    ]
    what = say("AUC at time {t}", t=time)
    picture = say("AUC by time")
    if not highest:
        what = say("Brier score at time {t}", t=time)
        picture = say("Brier score by time")
    title = result(picture, what, judged.names, at_middle, highest)
    notes = [say("bands: bounds at each time alone")]
    if len(known) > MOST_COLOURED:
        best = say("those with the best values have bands")
        notes += cut_note(MOST_LEADING, len(known), best)
    panel = Panel(
        "",
        Scale(say("Time")),
        y,
        [*bands, *marks, *lines],
        [*entries, *key],
        leading=judged.series_of(coloured),
    )
    return Picture(f"{name}_by_time", title, [panel], notes=notes)


def calibration_at_a_time(judged: TimesData) -> Picture | None:
    """Return observed proportions by forecast, a panel for each model."""
    if not judged.calibration:
        return None
    errors = {
        model: made.observed_expected.confidence_interval(judged.confidence_level)
        for model, made in judged.calibration.items()
    }
    models = in_order(judged.calibration, _distances(judged), MOST_PANELS, False)
    what = say("those with the smallest mean distance")
    notes = cut_note(len(models), len(judged.calibration), what)
    panels = [_panel(judged, model, errors[model]) for model in models]
    time = f"{next(iter(judged.calibration.values())).time:g}"
    title = say("Calibration at time {t}", t=time)
    if len(models) == 1:
        value = reading(errors[models[0]])
        title = say(
            "Calibration at time {t}: observed / expected {value}", t=time, value=value
        )
    notes.append(
        say("points: quantile groups of forecasts, with 95 % intervals; line: smoothed")
    )
    columns = min(len(models), 3 if len(models) != 4 else 2)
    return Picture("survival_calibration", title, panels, columns, notes)


def _distances(judged: TimesData) -> dict[str, Any]:
    from fastmetrics._common.interval import no_interval

    return {
        model: no_interval(made.ici, judged.confidence_level, "")
        for model, made in judged.calibration.items()
    }


def _panel(judged: TimesData, model: str, error: Interval) -> Panel:
    made, series = judged.calibration[model], judged.series[model]
    bins = [each for each in made.table if not np.isnan(each.observed)]
    at, value, low, high = (
        np.array([each[k] for each in bins], np.float64) for k in range(4)
    )
    ends = np.array([0.0, 1.0])
    marks: list[Mark] = [
        Line(ends, ends, role="reference"),
        Intervals(at, value, low, high, [series] * len(bins), along="y"),
        Line(*made.curve, series),
    ]
    key = [
        Entry(
            judged.names[model],
            series,
            say("observed / expected {value}", value=reading(error)),
            rank=1.0,
        ),
        Entry(say("calibrated"), rank=-np.inf),
    ]
    x = Scale(say("Forecast probability"), 0.0, 1.0, unit="share")
    y = Scale(say("Observed proportion"), 0.0, 1.0, unit="share")
    return Panel(judged.names[model], x, y, marks, key, square=True)
