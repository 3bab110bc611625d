"""What there is to say of the metrics of clustering, and of their intervals."""

from fastmetrics.metrics.about import About, Guide, Measured, Rival

__all__ = ["GUIDE"]

PAIRS = "SS the pairs of rows together in both partitions, SD and DS in one, DD in none"
CELLS = "Cᵢⱼ of n rows in cluster i of the first and j of the second partition"
ENTROPIES = "I the mutual information, H the entropies of the two partitions"
SHARES = "h homogeneity, c completeness, β is 1 by default"
SKLEARN_GEOMETRIC = Rival(
    "scikit-learn before 0.22, Strehl and Ghosh (2002)",
    "sklearn.metrics.normalized_mutual_info_score(y_true, y_pred, "
    "average_method='geometric')",
    0.5962367203014026,
    "divides by the geometric mean of the entropies",
    needs="sklearn.metrics",
)
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
    "adjusted_rand_score": About(
        "How much do two partitions agree about pairs of rows, beyond chance?",
        "2 (SS · DD − SD · DS) / ((SS + SD)(SD + DD) + (SS + DS)(DS + DD))",
        r"\frac{2 (SS \cdot DD - SD \cdot DS)}"
        r"{(SS + SD)(SD + DD) + (SS + DS)(DS + DD)}",
        PAIRS,
        rivals=(
            Rival(
                "R: clues",
                'adjustedRand(y_true, y_pred, "MA")',
                0.5166959578207382,
                "is Morey and Agresti's adjustment, for clusters whose sizes are drawn "
                "at random too",
                equals="(lambda C, n: ((C**2).sum() - (C.sum(0)**2).sum() * "
                "(C.sum(1)**2).sum() / n**2) / (((C.sum(0)**2).sum() + "
                "(C.sum(1)**2).sum()) / 2 - (C.sum(0)**2).sum() * "
                "(C.sum(1)**2).sum() / n**2))"
                "(fastmetrics.contingency_matrix(y_true, y_pred), 10)",
            ),
        ),
    ),
    "rand_score": About(
        "What share of the pairs of rows do two partitions treat alike?",
        "(SS + DD) / (SS + SD + DS + DD)",
        r"\frac{SS + DD}{SS + SD + DS + DD}",
        PAIRS,
    ),
    "fowlkes_mallows_score": About(
        "How precise and how complete are the pairs that a partition puts together?",
        "SS / √((SS + SD)(SS + DS))",
        r"\frac{SS}{\sqrt{(SS + SD)(SS + DS)}}",
        PAIRS,
        "no pair is together in both: 0",
    ),
    "pairwise_jaccard_score": About(
        "Of the pairs that either partition puts together, what share do both?",
        "SS / (SS + SD + DS)",
        r"\frac{SS}{SS + SD + DS}",
        PAIRS,
        "neither partition puts any two rows together: NaN, with a warning",
    ),
    "adjusted_mutual_info_score": About(
        "How much information do two partitions share, beyond chance?",
        "(I − E[I]) / (H̄ − E[I]),  H̄ = (H(true) + H(pred)) / 2",
        r"\frac{I - E[I]}{\bar H - E[I]}, \quad "
        r"\bar H = \frac{H(\text{true}) + H(\text{pred})}{2}",
        "I the mutual information, E[I] its mean over partitions with clusters of the "
        "same sizes, H̄ the arithmetic mean of the entropies",
        rivals=(
            Rival(
                "R: aricode",
                "AMI(y_true, y_pred)",
                0.4383370915240841,
                "takes the larger entropy in place of the mean, as scikit-learn before "
                "0.22 did",
                equals="fastmetrics.adjusted_mutual_info_score(y_true, y_pred, "
                "average_method='max')",
            ),
        ),
    ),
    "normalized_mutual_info_score": About(
        "What share of their information do two partitions have in common?",
        "I / H̄,  H̄ = (H(true) + H(pred)) / 2",
        r"\frac{I}{\bar H}, \quad "
        r"\bar H = \frac{H(\text{true}) + H(\text{pred})}{2}",
        "I the mutual information, H̄ the arithmetic mean of the entropies",
        rivals=(
            SKLEARN_GEOMETRIC,
            Rival(
                "R: aricode",
                "NMI(y_true, y_pred)",
                0.5868600184765173,
                "divides by the larger entropy unless variant says otherwise",
                equals="fastmetrics.normalized_mutual_info_score(y_true, y_pred, "
                "average_method='max')",
            ),
        ),
    ),
    "mutual_info_score": About(
        "How many nats does one partition tell about the other?",
        "Σᵢⱼ Cᵢⱼ/n ln(n Cᵢⱼ / (aᵢ bⱼ))",
        r"\sum_{ij} \frac{C_{ij}}{n} \ln \frac{n\,C_{ij}}{a_i b_j}",
        f"{CELLS}, which have aᵢ and bⱼ rows",
        rivals=(
            Rival(
                "Manning, Raghavan and Schütze (2008)",
                "I(Ω; C)",
                0.9219280948873624,
                "is in bits",
                equals="fastmetrics.mutual_info_score(y_true, y_pred) / np.log(2)",
            ),
        ),
    ),
    "conditional_entropy": About(
        "How many nats does a row's class still take to tell once its cluster is "
        "known?",
        "H(C | K) = −Σᵢⱼ Cᵢⱼ/n ln(Cᵢⱼ / bⱼ)",
        r"H(C \mid K) = -\sum_{ij} \frac{C_{ij}}{n} \ln \frac{C_{ij}}{b_j}",
        f"{CELLS}, which has bⱼ rows",
        undefined="there are no rows; NaN is returned",
    ),
    "homogeneity_score": About(
        "How far do clusters hold rows of one class only?",
        "h = I / H(true)",
        r"h = \frac{I}{H(\text{true})}",
        f"{ENTROPIES}; 1 where the classes have no entropy",
    ),
    "completeness_score": About(
        "How far are all rows of a class in one cluster?",
        "c = I / H(pred)",
        r"c = \frac{I}{H(\text{pred})}",
        f"{ENTROPIES}; 1 where the clusters have no entropy",
    ),
    "v_measure_score": About(
        "How homogeneous and complete are clusters, in one number?",
        "v = (1 + β) h c / (β h + c)",
        r"v = \frac{(1 + \beta)\,h\,c}{\beta h + c}",
        SHARES,
    ),
    "purity_score": About(
        "What share of the rows is in the largest class of its cluster?",
        "1/n Σⱼ maxᵢ Cᵢⱼ",
        r"\frac{1}{n} \sum_j \max_i C_{ij}",
        CELLS,
    ),
    "clustering_accuracy": About(
        "What share of the rows is right where each cluster stands for one class?",
        "1/n max_m Σⱼ C_m(j)j",
        r"\frac{1}{n} \max_m \sum_j C_{m(j) j}",
        f"{CELLS}; m gives each cluster a class, no class to two of them",
        undefined="there are no rows; NaN is returned",
    ),
    "cramers_v": About(
        "How strongly are two labellings associated, on a scale from 0 to 1?",
        "√(χ²/n / min(r - 1, c - 1)),  χ² = Σᵢⱼ (Cᵢⱼ − aᵢ bⱼ/n)² / (aᵢ bⱼ/n)",
        r"\sqrt{\frac{\chi^2 / n}{\min(r - 1,\, c - 1)}}, \quad "
        r"\chi^2 = \sum_{ij} \frac{(C_{ij} - a_i b_j / n)^2}{a_i b_j / n}",
        f"{CELLS}, which have aᵢ and bⱼ rows; r and c the numbers of clusters",
        undefined="all labels of a side are equal; NaN is returned",
        rivals=(
            Rival(
                "Python: torchmetrics",
                "cramers_v(preds, target)",
                0.6614378277661477,
                "takes off what chance adds to it unless bias_correction=False",
                equals="fastmetrics.cramers_v(y_true, y_pred, bias_correction=True)",
            ),
        ),
    ),
    "theils_u": About(
        "What share of the uncertainty of one labelling does the other take away?",
        "(H(u) - H(u | v)) / H(u)",
        r"\frac{H(u) - H(u | v)}{H(u)}",
        "u the labels to be told, v those that tell them, H the entropy",
        undefined="all labels that are to be told are equal; NaN is returned",
    ),
    "contingency_matrix": About(
        "How many rows are in each pair of clusters?",
        "Cᵢⱼ = #{u = i, v = j}",
        r"C_{ij} = \#\{u = i, v = j\}",
        "u and v the clusters of a row in the two partitions",
    ),
    "pair_confusion_matrix": About(
        "How many ordered pairs of rows do two partitions treat alike and otherwise?",
        "[[2DD, 2DS], [2SD, 2SS]]",
        r"[[2\,DD, 2\,DS], [2\,SD, 2\,SS]]",
        PAIRS,
    ),
    "pair_counts": About(
        "How many pairs of rows do two partitions treat alike and otherwise?",
        "SS + SD + DS + DD = n (n − 1) / 2",
        r"SS + SD + DS + DD = \frac{n (n - 1)}{2}",
        f"{PAIRS}; n rows",
        rivals=(
            Rival(
                "scikit-learn",
                "sklearn.metrics.pair_confusion_matrix(y_true, y_pred)[1, 1]",
                14.0,
                "counts each pair in both orders; SS, which is 7 here",
                needs="sklearn.metrics",
            ),
        ),
    ),
    "pairwise_precision_recall": About(
        "Of pairs put together, and of those that should be, what shares are right?",
        "SS / (SS + DS),  SS / (SS + SD)",
        r"\frac{SS}{SS + DS}, \quad \frac{SS}{SS + SD}",
        PAIRS,
        "no pair is together: NaN, with a warning",
    ),
    "homogeneity_completeness_v_measure": About(
        "How homogeneous and how complete are clusters?",
        "h = I / H(true),  c = I / H(pred),  v = (1 + β) h c / (β h + c)",
        r"h = \frac{I}{H(\text{true})}, \quad c = \frac{I}{H(\text{pred})}, \quad "
        r"v = \frac{(1 + \beta)\,h\,c}{\beta h + c}",
        f"{ENTROPIES}; β is 1 by default",
    ),
    "expected_mutual_information": About(
        "How many nats would partitions share by chance?",
        "Σ_{i,j,m} pᵢⱼ(m) m/n ln(n m / (aᵢ bⱼ))",
        r"\sum_{i,j,m} p_{ij}(m)\,\frac{m}{n} \ln \frac{n\,m}{a_i b_j}",
        "pᵢⱼ(m) how likely m of n rows are in cluster i of aᵢ and j of bⱼ rows if "
        "labels are shuffled",
    ),
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

# What was measured of intervals: the figures of docs/intervals.md.
BY_PAIRS = (
    "rand_score",
    "fowlkes_mallows_score",
    "pairwise_jaccard_score",
    "purity_score",
    "clustering_accuracy",
)

MEASURED = (
    Measured(
        "adjusted Rand index",
        "jackknife",
        {"300 rows": "95 %"},
        ("adjusted_rand_score",),
    ),
    Measured(
        "silhouette",
        "jackknife",
        {"small clusters": "95.5 %"},
        ("silhouette_score",),
    ),
    Measured(
        "other agreement by pairs, purity, accuracy",
        "jackknife",
        {"three clusters, 300 rows": "94–96 %"},
        BY_PAIRS,
    ),
    Measured(
        "other geometric indices",
        "jackknife",
        {"clusters of twenty and of a hundred points": "94–96 %"},
    ),
    Measured(
        "measures of information",
        "corrected-jackknife",
        {"at least ten rows for each pair of clusters": "90–97 %"},
    ),
)

CLUSTERS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 0]

GUIDE = Guide(
    about=ABOUT,
    rows={
        "agreement": {"y_true": [0, 0, 0, 0, 1, 1, 1, 2, 2, 2], "y_pred": CLUSTERS},
        "geometry": {
            "X": [
                *([0, 0], [0, 1], [1, 0], [4, 3], [4, 4]),
                *([5, 4], [4, 6], [9, 0], [8, 1], [2, 1]),
            ],
            "y_pred": CLUSTERS,
        },
        "partition": {"y_pred": CLUSTERS},
    },
    measured=MEASURED,
)
