"""Standing in scikit-learn's place: its functions compute by ours, its code unchanged.

`patch` makes every function of scikit-learn that ours can answer for compute by ours,
whoever holds it; `unpatch` ends that. `scorer`, `scorers` and `multi_scorer` are
scikit-learn's scorers of our metrics. ``python -m fastmetrics.sklearn SCRIPT`` runs a
program so. scikit-learn, 1.6 or later, is loaded when one of them is called.
"""

from fastmetrics.sklearn.scoring import multi_scorer as multi_scorer
from fastmetrics.sklearn.scoring import scorer as scorer
from fastmetrics.sklearn.scoring import scorers as scorers
from fastmetrics.sklearn.standing import is_patched as is_patched
from fastmetrics.sklearn.standing import patch as patch
from fastmetrics.sklearn.standing import patched as patched
from fastmetrics.sklearn.standing import status as status
from fastmetrics.sklearn.standing import unpatch as unpatch

__all__ = [
    "is_patched",
    "multi_scorer",
    "patch",
    "patched",
    "scorer",
    "scorers",
    "status",
    "unpatch",
]
