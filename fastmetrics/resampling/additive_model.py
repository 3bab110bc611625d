"""Least-squares means of models on items that not all models have.

The number of an item and a model is the effect of the item plus the effect of the model
plus an error. A model's least-squares mean is the mean of its fitted values over all
items, so no model gains by leaving out hard items (Searle, Casella & McCulloch 1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastmetrics._common.names import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


def adjusted_numbers(numbers: Floats, item_weights: Floats) -> Floats:
    """Return numbers of all items whose weighted means are least-squares means.

    They are the fitted values plus each item's influence on the means, so their spread
    is the spread of the means. Of a table without gaps they are the numbers themselves.

    Parameters
    ----------
    numbers : ndarray of shape (n_items, n_models)
        NaN for a missing number.
    item_weights : ndarray of shape (n_items,)
        Weight of each item that has a number, which add up to 1, in the means and in
        the squares whose sum is least.
    """
    known = ~np.isnan(numbers)
    used = known.any(axis=1)
    has, own = known[used].astype(np.float64), np.where(known, numbers, 0.0)[used]
    shares = has / has.sum(axis=1, keepdims=True)
    means = (shares * own).sum(axis=1, keepdims=True)
    weights = item_weights[used, None]
    information = np.diag((weights * has).sum(axis=0)) - shares.T @ (weights * has)
    inverse = np.linalg.pinv(information, hermitian=True)
    effects = inverse @ (weights * has * (own - means)).sum(axis=0)
    fitted = means - shares @ effects[:, None] + effects
    moved = (has * (own - fitted)) @ inverse
    moved -= moved @ (weights.T @ shares).T
    found = np.full(numbers.shape, np.nan)
    found[used] = fitted + moved
    return found


def check_connected(numbers: Floats, models: Sequence[Any]) -> None:
    """Raise ValueError unless all models are connected through items.

    Two models with a common item are connected, and so are models that a chain of such
    pairs connects.
    """
    known = (~np.isnan(numbers)).astype(np.float64)
    meet = known.T @ known > 0
    left, sets = [*range(len(models))], []
    while left:
        found, rim = {left[0]}, [left[0]]
        while rim:
            others = {*np.flatnonzero(meet[rim].any(axis=0)).tolist()} - found
            found |= others
            rim = [*others]
        sets.append([models[at] for at in sorted(found)])
        left = [at for at in left if at not in found]
    if len(sets) > 1:
        raise ValueError(
            "models cannot be compared through common items: no item connects "
            f"{' with '.join(f'({listed(one)})' for one in sets)}"
        )
