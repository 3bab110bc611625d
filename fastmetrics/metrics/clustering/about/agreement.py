"""What there is to say of agreement between two partitions."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

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
        "(I − E[I]) / (H̄ − E[I])",
        r"\frac{I - E[I]}{\bar H - E[I]}",
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
        "I / H̄",
        r"\frac{I}{\bar H}",
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
        "Σᵢⱼ Σ_m pᵢⱼ(m) m/n ln(n m / (aᵢ bⱼ))",
        r"\sum_{ij} \sum_m p_{ij}(m)\,\frac{m}{n} \ln \frac{n\,m}{a_i b_j}",
        "pᵢⱼ(m) how likely m of n rows are in cluster i of aᵢ and j of bⱼ rows if "
        "labels are shuffled",
    ),
}
