"""Units that are left out together: the groups of a delete-a-group jackknife."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._kernels import random

if TYPE_CHECKING:
    from numpy.typing import NDArray


# No more groups than this are dealt; so many units are each left out alone.
MOST_GROUPS = 200


def jackknife_groups(
    seed: int, n_units: int, most: int = MOST_GROUPS
) -> tuple[NDArray[np.uint16], int]:
    """Deal units into random groups of about equal size: (group of each, how many).

    With no more units than ``most`` each unit is its own group.
    """
    n_groups = min(most, n_units)
    codes = np.empty(n_units, np.uint16)
    # A replicate number that no bootstrap reaches.
    shuffle = random.uniform(seed, 2**64 - 1, 0, n_units)
    codes[np.argsort(shuffle, kind="stable")] = np.arange(n_units) % n_groups
    return codes, n_groups
