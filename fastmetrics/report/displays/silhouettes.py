"""SilhouetteDisplay: how well each row lies in its cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics.report.displays.pictures import SEED, PictureDisplay, clustered
from fastmetrics.report.evaluation import evaluate

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Sparse

__all__ = ["SilhouetteDisplay"]


class SilhouetteDisplay(PictureDisplay):
    """The silhouette of each row, sorted inside each cluster: a panel a clustering.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.silhouette_samples : the numbers themselves.
    fastmetrics.silhouette_score : their mean.

    References
    ----------
    .. [1] P. J. Rousseeuw, "Silhouettes: a graphical aid to the interpretation and
       validation of cluster analysis", Journal of Computational and Applied
       Mathematics 20, 1987, 53-65.

    Examples
    --------
    >>> from fastmetrics import SilhouetteDisplay
    >>> X = [[0.0], [0.1], [0.3], [5.0], [5.1], [5.4]]
    >>> display = SilhouetteDisplay.from_predictions(X, {"mine": [0, 0, 0, 1, 1, 1]})
    >>> display.title.startswith("Silhouettes: mean silhouette of mine is 0.95")
    True
    """

    kind = "silhouette"

    @classmethod
    def from_predictions(
        cls,
        X: ArrayLike | Sparse,
        labels: ArrayLike | Mapping[str, ArrayLike],
        *,
        name: str | None = None,
        confidence_level: float = 0.95,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """Draw the silhouettes of one or several clusterings of the same rows.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)
            Measurements of the rows, as they were clustered.
        labels : array_like of shape (n_samples,), or dict of name to such an array
            The cluster of each row: labels of any kind.
        name : str, optional
            What a single clustering is called; by default "Clustering".
        confidence_level : float, default=0.95
            Of the interval of each mean.
        ax : object
            As `plot` takes it.
        **options : object
            Options of clusterings, as `evaluate` takes them.

        Returns
        -------
        SilhouetteDisplay
            Drawn.

        Raises
        ------
        ValueError
            If lengths differ, or there are fewer than two clusters.
        """
        if not isinstance(labels, Mapping):
            labels = {"Clustering" if name is None else name: labels}
        elif name is not None:
            raise TypeError("name is for one clustering; labels is a dict with names")
        report = evaluate(
            y_pred=labels,
            X=X,
            metrics=["silhouette_score"],
            confidence_level=confidence_level,
            random_state=SEED,
            **options,
        )
        return cls.from_report(report, ax=ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: ArrayLike | Sparse,
        *,
        name: str | None = None,
        confidence_level: float = 0.95,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """Draw the silhouettes of a fitted clusterer's clusters.

        Parameters
        ----------
        estimator : object
            A fitted clusterer: with ``labels_`` of these rows, or with ``predict``.
        X : array_like of shape (n_samples, n_features)
            Measurements of the rows.
        name : str, optional
            What the clustering is called; by default the estimator's class.
        confidence_level, ax, **options : object
            As `from_predictions` takes them.

        Returns
        -------
        SilhouetteDisplay
            Drawn.

        Raises
        ------
        AttributeError
            If the estimator does not say which clusters rows are in.
        """
        return cls.from_predictions(
            X,
            clustered(estimator, X),
            name=type(estimator).__name__ if name is None else name,
            confidence_level=confidence_level,
            ax=ax,
            **options,
        )
