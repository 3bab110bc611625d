"""Critical-difference diagrams: which models are told apart, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, is_one_of
from fastmetrics.comparison.diagrams.bars import bar_diagram
from fastmetrics.comparison.diagrams.dots import dot_diagram
from fastmetrics.comparison.diagrams.pvalue_cells import pvalue_picture
from fastmetrics.comparison.diagrams.ranking import Ranked, Tested, ranking_of
from fastmetrics.show.pictures.svg import to_svg

if TYPE_CHECKING:
    from fastmetrics.show.pictures.figures import Figure
    from fastmetrics.show.pictures.picture import Picture

__all__ = [
    "critical_difference_diagram",
    "critical_difference_picture",
    "critical_difference_svg",
]

STYLES = {"bars": bar_diagram, "intervals": dot_diagram}
HEATMAP = "heatmap"
Style = Literal["bars", "intervals", "heatmap"]


def critical_difference_diagram(
    result: Ranked | Tested,
    *,
    alpha: float = 0.05,
    ax: Any = None,
    style: Style = "bars",
    language: str = "en",
) -> Figure:
    """Draw a critical difference diagram of the mean ranks of models.

    Parameters
    ----------
    result : PairwiseResult or DatasetComparison
        The result to draw, as `nemenyi_test`, `bonferroni_dunn_test`, `pairwise_tests`
        or `compare_across_datasets` return it.
    alpha : float in (0, 1), default=0.05
        The significance level of differences between models.
    ax : matplotlib Axes, optional
        Axes to draw on: the diagram and its letters are scaled until they fit. By
        default a figure of its own, as large as the diagram needs.
    style : {"bars", "intervals", "heatmap"}, default="bars"
        "bars": an axis of mean ranks with the best at the right, and a bar for every
        largest group of models without a significant difference between them (Demšar
        2006). The critical difference is drawn above it, if the test has one. If other
        models lie between the models of a group, its bar is thin, with a dot at each of
        its own models. Against a control one bar reaches a critical difference to both
        sides of it. "intervals": a row for each model, the best at the top, with a dot
        at its mean rank and a line of one critical difference around it: two lines
        overlap exactly when the difference of the models is not significant. "heatmap":
        a matrix of the adjusted p-values of all pairs, the best model first, coloured
        if the difference is significant.
    language : {"en", "zh"}, default="en"
        Of the words above it.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, without pyplot; ``figure.savefig(path)`` writes it to a file.

    Raises
    ------
    ValueError
        If ``alpha`` or ``style`` is none of these, if there are more than 10,000
        groups, if ``style="intervals"`` is asked for a test that has no critical
        difference, or ranks of a test that has none by data set.
    TypeError
        If ``result`` has no mean ranks and groups, or ``ax`` is not a Matplotlib axes
        object.
    ImportError
        If matplotlib is not installed; ``result.to_svg()`` does not need it.

    Warns
    -----
    UserWarning
        If no installed font has some glyph of the names.

    See Also
    --------
    compare_across_datasets : makes such a result of a table of scores in one call.

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.

    Examples
    --------
    >>> from fastmetrics import critical_difference_diagram, nemenyi_test
    >>> scores = {"A": [0.9, 0.8, 0.7], "B": [0.8, 0.7, 0.6], "C": [0.5, 0.6, 0.5]}
    >>> figure = critical_difference_diagram(nemenyi_test(scores))
    >>> figure.savefig("models.svg")  # doctest: +SKIP
    """
    from fastmetrics.show.pictures.drawing import draw
    from fastmetrics.show.pictures.figures import check_installed

    picture = critical_difference_picture(result, alpha=alpha, style=style)
    check_installed("critical_difference_diagram")
    if not (ax is None or hasattr(ax, "get_window_extent")):
        raise TypeError(f"ax must be axes of matplotlib, got {type(ax).__name__}.")
    made: Figure = draw(picture, ax=ax, language=language)
    return made


def critical_difference_svg(
    result: Ranked | Tested,
    *,
    alpha: float = 0.05,
    style: Style = "bars",
    language: str = "en",
) -> str:
    """Return the diagram as SVG, as `critical_difference_diagram` draws it."""
    picture = critical_difference_picture(result, alpha=alpha, style=style)
    return to_svg(picture, language=language)


def critical_difference_picture(
    result: Ranked | Tested, *, alpha: float = 0.05, style: Style = "bars"
) -> Picture:
    """Return the diagram as the record that is drawn."""
    alpha = check_level(alpha, "alpha")
    styles = (*STYLES, HEATMAP)
    if not is_one_of(style, styles):
        raise ValueError(f"style must be one of {styles}, got {shown(style)}.")
    if hasattr(result, "judged_pairs"):
        result = result.judged_pairs(alpha)
    if not (hasattr(result, "mean_ranks") and hasattr(result, "groups")):
        raise TypeError(
            "result must be a PairwiseResult or a DatasetComparison, got "
            f"{type(result).__name__}."
        )
    if style == HEATMAP:
        return pvalue_picture(result, alpha)
    if getattr(result, "n_values", 0):
        raise ValueError(
            "The models were judged on different data and have no ranks by data set: "
            "take style='heatmap'."
        )
    return STYLES[style](ranking_of(result, alpha))
