"""What tests have other processes compute: these find it by its name."""

import numpy as np
from sklearn.metrics import f1_score

from fastmetrics.sklearn import status


def calls_in_a_process(seed):
    """What a process that has been told nothing computes, and by whom."""
    value = f1_score(np.arange(20) % 2, (np.arange(20) + seed) % 3 > 0)
    return value, status()["f1_score"].calls
