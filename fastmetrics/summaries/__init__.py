"""Summaries: what is left of the rows once a metric family has read them.

A summary is built by a kernel from checked arrays, merges with ``+``, and every
metric of its family is a formula on it.
"""

from fastmetrics.summaries.confusion_counts import ConfusionCounts
from fastmetrics.summaries.score_sweep import ScoreSweep

__all__ = ["ConfusionCounts", "ScoreSweep"]
