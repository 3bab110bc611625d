"""Numbers that R's fpc 2.2-10 gives for Fisher's irises (tools/golden_fpc.R).

The clusterings are the three species, and four classes of the length of petals: up to
2, 4.5, 5.2 and 7 cm. What R calls Dunn's index, the separation and the diameter must be
ours, of the library and of the reference.
"""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

datasets = pytest.importorskip("sklearn.datasets")

GOLDEN = {
    ("species", "euclidean"): {
        "cluster_diameters": [2.428991560298224, 2.7147743920996463, 3.823610858861032],
        "cluster_mean_distances": [
            0.6968168790839047,
            0.9973606733116127,
            1.176780801052858,
        ],
        "cluster_separations": [
            [0.0, 1.6401219466856727, 3.135283081318177],
            [1.6401219466856727, 0.0, 0.22360679774997896],
            [3.135283081318177, 0.22360679774997896, 0.0],
        ],
        "dunn_index": 0.05848053214719304,
        "silhouettes of clusters": [
            0.7893812421871648,
            0.40908463959698793,
            0.3119664402957373,
        ],
        "silhouette_score": 0.5034774406932967,
        "calinski_harabasz_score": 487.3308763748999,
    },
    ("lengths", "euclidean"): {
        "cluster_diameters": [
            2.428991560298224,
            2.2583179581272432,
            1.661324772583615,
            2.418677324489565,
        ],
        "cluster_mean_distances": [
            0.6968168790839047,
            0.8966404460330487,
            0.7647000089065251,
            1.0177766706845075,
        ],
        "cluster_separations": [
            [0.0, 1.6401219466856727, 3.151190251317746, 4.0877866871939394],
            [1.6401219466856727, 0.0, 0.19999999999999973, 0.9999999999999999],
            [3.151190251317746, 0.19999999999999973, 0.0, 0.34641016151377513],
            [4.0877866871939394, 0.9999999999999999, 0.34641016151377513, 0.0],
        ],
        "dunn_index": 0.0823386969592617,
        "silhouettes of clusters": [
            0.7746026955778117,
            0.2736051619537156,
            0.35144910893097336,
            0.23543106411821682,
        ],
        "silhouette_score": 0.44854828133214114,
        "calinski_harabasz_score": 478.87684263656337,
    },
    ("species", "manhattan"): {
        "cluster_diameters": [3.600000000000001, 4.9, 6.8],
        "cluster_mean_distances": [
            1.1153469387755102,
            1.7030204081632654,
            2.0128979591836735,
        ],
        "cluster_separations": [
            [0.0, 2.6999999999999997, 4.999999999999999],
            [2.6999999999999997, 0.0, 0.2999999999999998],
            [4.999999999999999, 0.2999999999999998, 0.0],
        ],
        "dunn_index": 0.044117647058823505,
        "silhouettes of clusters": [
            0.7986069353109423,
            0.4175873507380418,
            0.3235795187974425,
        ],
        "silhouette_score": 0.5132579349488089,
    },
    ("lengths", "manhattan"): {
        "cluster_diameters": [
            3.600000000000001,
            4.1000000000000005,
            3.0,
            4.700000000000001,
        ],
        "cluster_mean_distances": [
            1.1153469387755102,
            1.5273273273273273,
            1.2834408602150538,
            1.7485887096774193,
        ],
        "cluster_separations": [
            [0.0, 2.6999999999999997, 5.1, 6.5],
            [2.6999999999999997, 0.0, 0.39999999999999925, 1.4000000000000001],
            [5.1, 0.39999999999999925, 0.0, 0.4999999999999998],
            [6.5, 1.4000000000000001, 0.4999999999999998, 0.0],
        ],
        "dunn_index": 0.08510638297872322,
        "silhouettes of clusters": [
            0.7845438568399378,
            0.28570195943175986,
            0.3631480252171625,
            0.24008621214147718,
        ],
        "silhouette_score": 0.45825675274154204,
    },
}
SAME = {"rtol": 1e-12, "atol": 1e-15}


@pytest.fixture(scope="module")
def iris():
    X, species = datasets.load_iris(return_X_y=True)
    # R's bounds belong to the class below them.
    lengths = np.digitize(X[:, 2], [2, 4.5, 5.2], right=True)
    return X, {"species": species, "lengths": lengths}


@one_case(("name", "metric"), GOLDEN)
def test_library(iris, name, metric):
    X, clusterings = iris
    check(fm, X, clusterings[name], metric, GOLDEN[name, metric])


@one_case(("name", "metric"), [*GOLDEN][::3])
def test_reference(iris, name, metric):
    X, clusterings = iris
    golden = GOLDEN[name, metric]
    check(reference, X.tolist(), clusterings[name].tolist(), metric, golden)


def check(module, X, labels, metric, golden):
    for name in golden:
        if name == "silhouettes of clusters":
            found = np.array(module.silhouette_samples(X, labels, metric=metric))
            clusters = np.array(labels)
            found = [found[clusters == c].mean() for c in np.unique(clusters)]
        elif name == "calinski_harabasz_score":
            found = module.calinski_harabasz_score(X, labels)
        else:
            found = getattr(module, name)(X, labels, metric=metric)
        np.testing.assert_allclose(found, golden[name], err_msg=name, **SAME)
