"""What ``verbose`` prints of a fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmetrics.selection.validation.fitting import Fit

__all__ = ["line_of"]

_WIDTH = 80


def line_of(fit: Fit, verbose: int, parameters: str = "") -> str:
    """Return the line of one fit, in the form that scikit-learn prints."""
    said = [f"{parameters};"] if parameters else []
    if verbose > 2:
        for name in sorted(fit.test):
            train = f"train={_number(fit.train[name])}, " if name in fit.train else ""
            said.append(f"{name}: ({train}test={_number(fit.test[name])})")
    said.append(f"total time={_duration(fit.fit_time + fit.score_time)}")
    message = " ".join(said)
    start = "[CV] END "
    return start + "." * (_WIDTH - len(start) - len(message)) + message


def _number(value: Any) -> str:
    return f"{value:.3f}"


def _duration(seconds: float) -> str:
    return f"{seconds / 60:6.1f}min" if seconds > 60 else f" {seconds:5.1f}s"
