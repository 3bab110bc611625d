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
    if pair.is_column:
        return values[0]
    if pair.multioutput == "raw_values":
        raise ValueError(
            "multioutput='raw_values' gives a value per output: rows have no one value."
        )
    weights = pair.output_weights
    shares = np.full(pair.k, 1 / pair.k) if weights is None else weights / weights.sum()
    return np.asarray(shares @ np.array(values))
