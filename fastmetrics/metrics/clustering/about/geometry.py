"""What there is to say of clusters of points."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

NEAR = (
    "aᵢ the mean distance from point i to the others of its cluster, bᵢ the least of "
    "its mean distances to another cluster"
)
SPREAD = "μ_c the mean of the points of cluster c of k, S_c their mean distance from it"
FEW_CLUSTERS = "there is one cluster, or as many as points: ValueError"
DISTANCE = "d the distance of two points of cluster c"
DB_PAIRS = About(
    "How alike are clusters to the one most like them, by distances inside them?",
    "1/k Σ_c max_e (S_c + S_e) / |μ_c − μ_e|",
    r"\frac{1}{k} \sum_c \max_e \frac{S_c + S_e}{|\mu_c - \mu_e|}",
    "μ_c the mean of the points of cluster c of k, S_c the mean distance of its pairs, "
    "e another cluster",
    FEW_CLUSTERS,
    (
        Rival(
            "scikit-learn",
            "sklearn.metrics.davies_bouldin_score(X, y_pred)",
            0.35965086540602487,
            "takes mean distances from centroids, as davies_bouldin_score here",
            needs="sklearn.metrics",
        ),
    ),
)

ABOUT = {
    "silhouette_score": About(
        "How much nearer are points to their own cluster than to the next one?",
        "1/n Σᵢ (bᵢ − aᵢ) / max(aᵢ, bᵢ)",
        r"\frac{1}{n} \sum_i \frac{b_i - a_i}{\max(a_i, b_i)}",
        f"{NEAR}; of n points",
        FEW_CLUSTERS,
        (
            Rival(
                "R: clusterCrit",
                'intCriteria(X, part, "Silhouette")',
                0.698880939852943,
                "averages over the points of each cluster first, then over clusters",
                equals="np.mean([fastmetrics.silhouette_samples(X, y_pred)"
                "[y_pred == c].mean() for c in np.unique(y_pred)])",
            ),
        ),
    ),
    "calinski_harabasz_score": About(
        "How much larger is the dispersion between clusters than within them?",
        "(B / (k − 1)) / (W / (n − k))",
        r"\frac{B / (k - 1)}{W / (n - k)}",
        "B the sum of squared distances of the clusters' means from that of all n "
        "points, each as often as it has points; W that of points from the mean of "
        "their cluster, of k",
        FEW_CLUSTERS,
    ),
    "davies_bouldin_score": About(
        "How alike are clusters to the one most like them?",
        "1/k Σ_c max_e (S_c + S_e) / |μ_c − μ_e|",
        r"\frac{1}{k} \sum_c \max_e \frac{S_c + S_e}{|\mu_c - \mu_e|}",
        f"{SPREAD}, e another cluster",
        FEW_CLUSTERS,
        (
            Rival(
                "R: clusterSim",
                "index.DB(X, part)$DB",
                0.38878367109662193,
                "takes the root of the mean squared distance from the centroid for S, "
                "unless q = 1",
                equals="np.mean([max((S[c] + S[e]) / np.linalg.norm(M[c] - M[e]) "
                "for e in range(3) if e != c) for M, S in [("
                "[X[y_pred == c].mean(0) for c in range(3)], "
                "[np.sqrt(((X[y_pred == c] - X[y_pred == c].mean(0))**2).sum(1)"
                ".mean()) for c in range(3)])] for c in range(3)])",
            ),
            Rival(
                "Zhou (2016)",
                "DBI",
                0.6146027424402618,
                "takes mean distances of pairs for S: davies_bouldin_pairwise here",
                equals="fastmetrics.davies_bouldin_score(X, y_pred, within='pairwise')",
            ),
        ),
    ),
    "davies_bouldin_pairwise": DB_PAIRS,
    "dunn_index": About(
        "How far apart are the nearest clusters, measured by the widest one?",
        "min_{c≠e} sep(c, e) / max_c diam(c)",
        r"\frac{\min_{c \ne e} \mathrm{sep}(c, e)}{\max_c \mathrm{diam}(c)}",
        "sep(c, e) the smallest distance between points of clusters c and e, diam(c) "
        "the largest inside c",
        "all points of each cluster are the same: infinite or NaN, with a warning",
        (
            Rival(
                "R: fpc",
                "cluster.stats(d, y_pred)$dunn2",
                2.945231151010409,
                "takes mean distances between and within clusters; its $dunn is the "
                "same as here",
                equals="(lambda D: min(D[np.ix_(y_pred == c, y_pred == e)].mean() "
                "for c in range(3) for e in range(c)))(np.linalg.norm(X[:, None] - X, "
                "axis=2)) / fastmetrics.cluster_mean_distances(X, y_pred).max()",
            ),
        ),
    ),
    "partition_entropy": About(
        "How many nats does it take to say which cluster a row is in?",
        "H = −Σᵢ pᵢ ln pᵢ",
        r"H = -\sum_i p_i \ln p_i",
        "pᵢ the share of the rows that is in cluster i",
        rivals=(
            Rival(
                "SciPy",
                "scipy.stats.entropy(np.bincount(y_pred), base=2)",
                1.5219280948873621,
                "gives bits where it is asked for base 2",
                needs="scipy.stats",
            ),
        ),
    ),
    "silhouette_samples": About(
        "How much nearer is each point to its own cluster than to the next one?",
        "sᵢ = (bᵢ − aᵢ) / max(aᵢ, bᵢ)",
        r"s_i = \frac{b_i - a_i}{\max(a_i, b_i)}",
        f"{NEAR}; 0 for a point alone",
        FEW_CLUSTERS,
    ),
    "cluster_diameters": About(
        "How far apart are the two outermost points of each cluster?",
        "diam(c) = max_{i, j ∈ c} d(xᵢ, xⱼ)",
        r"\mathrm{diam}(c) = \max_{i, j \in c} d(x_i, x_j)",
        DISTANCE,
    ),
    "cluster_mean_distances": About(
        "How far apart are two points of a cluster on average?",
        "2 / (n_c (n_c − 1)) Σ_{i < j ∈ c} d(xᵢ, xⱼ)",
        r"\frac{2}{n_c (n_c - 1)} \sum_{i < j \in c} d(x_i, x_j)",
        f"{DISTANCE}, which has n_c",
    ),
    "cluster_separations": About(
        "How far is each cluster from each other one, at their nearest points?",
        "sep(c, e) = min_{i ∈ c, j ∈ e} d(xᵢ, xⱼ)",
        r"\mathrm{sep}(c, e) = \min_{i \in c, j \in e} d(x_i, x_j)",
        "d the distance of a point of cluster c and one of cluster e",
    ),
    "centroid_distances": About(
        "How far are the centres of clusters from each other?",
        "d(μ_c, μ_e)",
        r"d(\mu_c, \mu_e)",
        "d the distance, μ_c the mean of the points of cluster c",
    ),
}
