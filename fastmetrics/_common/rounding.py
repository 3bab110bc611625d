"""Numbers rounded to decimals before they are compared."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.names import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MEANT_DIGITS", "rounded"]

# Numbers that are equal in so many digits were meant to be.
MEANT_DIGITS = 12


def rounded(values: NDArray[np.float64], decimals: int | None) -> NDArray[np.float64]:
    """Return numbers rounded to so many decimals; None leaves them as they are."""
    if decimals is None:
        return values
    try:
        places = index(decimals)
    except TypeError:
        places = None
    if places is None or isinstance(decimals, (bool, np.bool_)):
        raise TypeError(
            f"decimals must be a whole number or None, got {shown(decimals)}."
        )
    if abs(places) > 300:
        raise ValueError(f"decimals must lie between -300 and 300, got {decimals}.")
    with np.errstate(over="ignore", invalid="ignore"):
        found = np.round(values, places)
    # Numbers with more digits than a float holds stay as they are.
    return np.where(np.isfinite(found), found, values)
