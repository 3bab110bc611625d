"""fastmetrics.metrics.clustering.measuring.cluster_scatter."""

import numpy as np
import pytest
from helpers.clustering_cases import clusters
from helpers.one_case import one_case

from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter


@one_case("dtype", [np.float64, np.float32])
@one_case("shape", [(3, 1, 2), (5000, 5, 4), (900, 3, 800)])
def test_definitions(shape, dtype):
    X, labels = clusters(*shape)
    X = np.asfortranarray(X.astype(dtype))
    exact = X.astype(np.float64)
    found = ClusterScatter.from_points(X, labels)
    groups = [exact[labels == c] for c in range(shape[2])]
    means = np.array([group.mean(axis=0) for group in groups])
    np.testing.assert_allclose(found.centroids, means, rtol=1e-13, atol=1e-14)
    apart = [np.linalg.norm(g - m, axis=1) for g, m in zip(groups, means, strict=True)]
    scatter = [(a**2).sum() for a in apart]
    np.testing.assert_allclose(found.scatter, scatter, rtol=1e-12, atol=1e-25)
    np.testing.assert_allclose(
        found.mean_distances, [a.mean() for a in apart], atol=1e-13
    )
    between = sum(
        len(g) * ((m - exact.mean(axis=0)) ** 2).sum()
        for g, m in zip(groups, means, strict=True)
    )
    assert found.between() == pytest.approx(between, rel=1e-12)
    table = np.linalg.norm(means[:, None] - means, axis=-1)
    np.testing.assert_allclose(found.distances(), table, atol=1e-12)


def test_merging():
    X, labels = clusters(300, 4, 6)
    names = np.array(list("fbdace"))[labels]
    whole = ClusterScatter.from_points(X + 2.0**20, names)
    parts = [X + 2.0**20, names]
    merged = sum(
        (
            ClusterScatter.from_points(parts[0][some], parts[1][some])
            for some in (slice(100, 101), slice(101, 300))
        ),
        start=ClusterScatter.from_points(parts[0][:100], parts[1][:100]),
    )
    assert merged.labels.tolist() == whole.labels.tolist()
    assert merged.sizes.tolist() == whole.sizes.tolist()
    np.testing.assert_allclose(merged.centroids, whole.centroids, rtol=1e-15)
    np.testing.assert_allclose(merged.scatter, whole.scatter, rtol=1e-12)
    assert merged.mean_distances is None
    assert "300 points in 6 clusters" in repr(merged)
    with pytest.raises(ValueError, match="features"):
        whole + ClusterScatter.from_points(X[:, :2], labels)


def test_points_that_are_the_same_have_no_scatter():
    found = ClusterScatter.from_points(np.full((7, 3), 0.1), [0, 0, 0, 0, 0, 0, 1])
    assert found.scatter.tolist() == [0, 0]
    assert (found.centroids == 0.1).all()
