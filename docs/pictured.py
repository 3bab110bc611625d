"""Pictures of pages: what an example's result draws, else one of the gallery."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from docs.drawn import element, run, with_pictures
from docs.words import joined, word
from fastmetrics.catalog import Metric
from fastmetrics.show.result import Result

__all__ = ["INDEX", "OF_KIND", "cards", "picture"]

DOCS = Path(__file__).parent
# A heading, a block that draws a picture of a kind, the picture, what is said of it.
SHOWN = re.compile(
    r'^## .*?to_svg\(kind="(\w+)"\).*?(```\{raw\} html\n.*?\n```)\n(.*?)(?=^## |\Z)',
    re.MULTILINE | re.DOTALL,
)
INDEX = "gallery/index.md"
# A page in the list of the gallery, and what is said of it.
ITEM = re.compile(
    r"^- \[(.*?)\]\((\w+)\.md\)[:：] ?(.*?)\n(?=- |\n)", re.MULTILINE | re.DOTALL
)
# kind of picture -> the metrics that it says more of than their number does
OF_KIND = {
    "roc": (
        *("roc_auc_score", "gini_coefficient", "rank_loss", "partial_auc_score"),
        *("partial_auc_standardized", "roc_curve", "roc_band", "best_youden"),
        *("delong_roc_variance", "roc_distance", "curve_dominance"),
    ),
    "pr": (
        *("average_precision_score", "pr_auc_score", "pr_auc_integral"),
        *("precision_recall_curve", "break_even_point", "precision_recall_band"),
    ),
    "det": ("det_curve", "equal_error_rate"),
    "gain": ("cumulative_gain_curve",),
    "lift": ("lift_curve", "lift_score"),
    "threshold": (
        *("metric_at_thresholds", "confusion_matrix_at_thresholds"),
        *("best_f1", "best_accuracy"),
    ),
    "cost": ("cost_curve", "expected_cost", "lowest_cost", "normalized_expected_cost"),
    "ks": ("ks_statistic",),
    "confusion": ("confusion_matrix", "accuracy_score", "error_rate"),
    "classes": (
        *("classification_report", "precision_recall_fscore_support"),
        *("precision_macro", "recall_macro", "f1_macro", "balanced_accuracy_score"),
    ),
    "reliability": (
        *("expected_calibration_error", "maximum_calibration_error"),
        *("adaptive_calibration_error", "squared_calibration_error"),
        *("calibration_curve", "reliability_curve", "brier_decomposition"),
        *("calibration_intercept", "calibration_slope", "calibration_in_the_large"),
        *("integrated_calibration_index", "calibration_e50"),
        *("calibration_e90", "calibration_emax"),
        *("expected_observed_ratio", "hosmer_lemeshow_test", "spiegelhalter_test"),
    ),
    "decision": ("net_benefit", "decision_curve"),
    "murphy": ("brier_score_loss",),
    "loss_quantiles": ("log_loss",),
    "predictions": (
        *("r2_score", "pearson_r", "spearman_rho", "explained_variance_score"),
        *("concordance_correlation_coefficient", "kling_gupta_efficiency"),
        "cosine_similarity",
    ),
    "residuals": ("mean_squared_error", "root_mean_squared_error", "mean_error"),
    "error_quantiles": (
        *("mean_absolute_error", "median_absolute_error", "max_error"),
        *("error_quantiles", "median_squared_error"),
    ),
    "residual_distribution": ("error_standard_deviation", "huber_loss"),
    "silhouette": ("silhouette_score", "silhouette_samples"),
    "contingency": ("contingency_matrix", "purity_score", "clustering_accuracy"),
    "cutoffs": ("precision_at_k", "recall_at_k", "ndcg_score", "hit_rate"),
    "query_differences": ("mean_average_precision",),
    "edit_types": ("word_error_rate", "edit_counts"),
}
KINDS = {name: kind for kind, names in OF_KIND.items() for name in names}


class Seen(NamedTuple):
    """A picture of the gallery, what is said of it, and the page where it stands."""

    svg: str
    said: str
    page: str


def picture(row: Metric, example: str, language: str) -> Iterator[str]:
    """Yield the parts of a page that show a row: none where nothing is drawn."""
    if row.name in KINDS:
        seen = gallery(language)[KINDS[row.name]]
        link = f"[{word('Gallery', language)}](../gallery/{seen.page})"
        parts = [seen.svg, seen.said, link]
    elif row.kind in ("test", "validation"):
        svg = _of_example(example, language)
        parts = [element(svg)] if svg else []
    else:
        return
    if parts:
        yield f"## {word('Picture', language)}"
        yield from parts


@cache
def gallery(language: str) -> dict[str, Seen]:
    """Return the pictures of the gallery's pages by their kinds."""
    found = {}
    for path in sorted((DOCS / "gallery").glob("*.md")):
        text = with_pictures(joined(_text(path.name, language)), language)
        for kind, svg, said in SHOWN.findall(text):
            found[kind] = Seen(svg, said.strip(), path.name)
    return found


def cards(text: str, language: str) -> str:
    """Return the list of the gallery as cards, each with a picture of its page."""
    items = [*ITEM.finditer(text)]
    shown = "".join(_card(*item.groups(), language) for item in items)
    before, after = text[: items[0].start()], text[items[-1].end() :]
    return f"{before}::::{{grid}} 1 2 2 3\n:gutter: 3\n\n{shown}::::\n{after}"


def _card(title: str, page: str, said: str, language: str) -> str:
    """Return the card of a page: its first picture, without texts too small to read."""
    text = with_pictures(joined(_text(f"{page}.md", language)), language)
    svg = text[text.index("<svg") : text.index("</svg>")] + "</svg>"
    svg = re.sub(r"<text.*?</text>|<title>.*?</title>|min-width:\d+px;?", "", svg)
    drawn = f'<div class="picture thumbnail" aria-hidden="true">{svg}</div>'
    return (
        f":::{{grid-item-card}} {title}\n:link: {page}\n:link-type: doc\n\n"
        f"```{{raw}} html\n{drawn}\n```\n\n{said[:1].upper()}{said[1:]}\n:::\n\n"
    )


def _text(name: str, language: str) -> str:
    """Return a page of the gallery in a language, else in English."""
    own = DOCS / language / "gallery" / name
    path = own if own.exists() else DOCS / "gallery" / name
    return path.read_text(encoding="utf-8")


def _of_example(example: str, language: str) -> str:
    """Return what the last result of an example draws; empty if none draws one."""
    names: dict[str, Any] = {}
    run(example, names, language)
    for one in reversed(names.values()):
        if isinstance(one, Result) and len(one._pictures()) == 1:
            return one.to_svg(language=language)
    return ""
