"""Formulas on counts: each written once, for one table and for thousands at once.

They take `Counts`, never rows; they return numbers and never warn: what is undefined is
what ``zero_division`` says, or NaN, and the public functions find words for it.
"""

from fastmetrics.formulas.counts import Counts
from fastmetrics.formulas.registry import FORMULAS, CountFormula

__all__ = ["FORMULAS", "CountFormula", "Counts"]
