"""What rows contribute to an average over several outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = ["mean_over_outputs"]


def mean_over_outputs(
    values: Sequence[NDArray[np.float64]], pair: NumberPair
) -> NDArray[np.float64]:
    """Return the average of what each row contributes to the outputs."""
    if pair.multioutput == "raw_values":
        raise ValueError(
            'multioutput="raw_values" gives several numbers, which have no common '
            'interval: expected "uniform_average" or one weight per output.'
        )
    if len(values) == 1:
        return values[0]
    weights = pair.output_weights
    return np.asarray(np.average(np.stack(values), axis=0, weights=weights))
