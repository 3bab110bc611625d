"""The peers that are there: scikit-learn must be, the others may.

``confidenceinterval`` is in no extra: it pins a setuptools that is too old to build
fastmetrics. Install it without its dependencies (but for statsmodels).
"""

import importlib
import warnings
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

# distribution -> the module it brings
_OPTIONAL = {
    "scors": "scors",
    "krippendorff": "krippendorff",
    "polars-ds": "polars_ds",
    "confidenceinterval": "confidenceinterval",
    "lifelines": "lifelines.utils",
    "polars": "polars",
    "mlxtend": "mlxtend.evaluate",
    "autorank": "autorank",
    "ranx": "ranx.metrics",
    "baycomp": "baycomp",
    "scikit-posthocs": "scikit_posthocs",
    "iterative-stratification": "iterstrat.ml_stratifiers",
    "jiwer": "jiwer",
    "rapidfuzz": "rapidfuzz.distance.Levenshtein",
    "pytrec-eval-terrier": "pytrec_eval",
    "pyndeval": "pyndeval",
    "recmetrics": "recmetrics.metrics",
    "evalica": "evalica",
    "scikit-survival": "sksurv.metrics",
}


def optional(distribution: str) -> ModuleType | None:
    """Return the peer's module, or None if it is not installed (or will not load)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(_OPTIONAL[distribution])
    except ImportError:
        return None


scors = optional("scors")
krippendorff = optional("krippendorff")
polars_ds = optional("polars-ds")
confidenceinterval = optional("confidenceinterval")
lifelines = optional("lifelines")
polars = optional("polars")
mlxtend = optional("mlxtend")
autorank = optional("autorank")
ranx = optional("ranx")
baycomp = optional("baycomp")
scikit_posthocs = optional("scikit-posthocs")
iterstrat = optional("iterative-stratification")
jiwer = optional("jiwer")
rapidfuzz = optional("rapidfuzz")
pytrec_eval = optional("pytrec-eval-terrier")
pyndeval = optional("pyndeval")
recmetrics = optional("recmetrics")
sksurv_metrics = optional("scikit-survival")


def versions() -> dict[str, str | None]:
    """Return the versions of all packages that take part; None: not installed."""
    found: dict[str, str | None] = {}
    for name in ("numpy", "scipy", "scikit-learn", "pyarrow", *_OPTIONAL):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


evalica = optional("evalica")
