"""What there is to say of the metrics of retrieval, and of their intervals."""

from fastmetrics.metrics.about import About, Convention, Guide, Measured

__all__ = ["GUIDE"]

NO_RELEVANT = "a query has no relevant document: 0, or as empty says"
NO_LEVEL = f"{NO_RELEVANT}; so where the list lacks relevant documents that are needed"
NO_GAIN = "a query has no document with a gain: 0, or as empty says"
GAINS = "g_i the gain of the document at rank i, k the cut-off"
RANKS = "hᵢ of the first i documents are relevant"
OF_FIRST = "h of the first k documents are relevant, R in all; the mean over queries"
OF_RETURNED = (
    "h of the n returned documents are relevant, R in all; the mean over queries"
)
NO_SUBTOPIC = "no document is relevant to a sub-topic: 0, or as empty says"
AHEAD = "r documents ahead of it being relevant to t, too"
GOES_ON = "p the probability to go on to the next document"

ABOUT = {
    "ndcg_score": About(
        "How near is the list to the best order of the documents?",
        "Σ_{i≤k} g_i/log₂(i+1) / Σ_{i≤k} g_(i)/log₂(i+1)",
        r"\frac{\sum_{i \leq k} g_i / \mathrm{log}_2(i + 1)}"
        r"{\sum_{i \leq k} g_{(i)} / \mathrm{log}_2(i + 1)}",
        f"{GAINS}, g_(i) the i-th largest gain of all judged documents",
        NO_GAIN,
    ),
    "dcg_score": About(
        "What is a list worth to those who may stop at any rank?",
        "Σ_{i≤k} g_i/log₂(i+1)",
        r"\sum_{i \leq k} \frac{g_i}{\mathrm{log}_2(i + 1)}",
        GAINS,
        NO_GAIN,
    ),
    "ideal_dcg": About(
        "What would the best order of the documents be worth?",
        "Σ_{i≤k} g_(i)/log₂(i+1)",
        r"\sum_{i \leq k} \frac{g_{(i)}}{\mathrm{log}_2(i + 1)}",
        "g_(i) the i-th largest gain of all judged documents, k the cut-off",
        NO_GAIN,
    ),
    "averaged_ndcg": About(
        "How near is the list to the best order, at all places that matter?",
        "1/|K| Σ_{k∈K} nDCG@k",
        r"\frac{1}{|K|} \sum_{k \in K} \mathrm{nDCG}@k",
        "nDCG@k that of the first k documents, K the ranks of the documents with a "
        "gain; the mean over queries",
        NO_GAIN,
    ),
    "normalized_gain": About(
        "How much of the gains is found with little missed before?",
        "Σ_i g_i/log₂(2 + c_i) / Σ_i g_(i)",
        r"\frac{\sum_i g_i / \mathrm{log}_2(2 + c_i)}{\sum_i g_{(i)}}",
        "g_i the gain of the document at rank i, g_(i) the i-th largest of all judged "
        "documents, c_i the sum of max(g_(j), 1) − g_j over all j ≤ i",
        NO_GAIN,
    ),
    "mean_average_precision": About(
        "How precise are the lists, on average, where relevant documents are?",
        "1/R Σ_{i relevant} hᵢ/i",
        r"\frac{1}{R} \sum_{i \text{ relevant}} \frac{h_i}{i}",
        f"{RANKS}, R in all; the mean over queries is taken of it",
        NO_RELEVANT,
    ),
    "geometric_mean_average_precision": About(
        "How precise are the lists, with hard queries in view?",
        "exp(1/n Σ_q ln max(AP_q, c))",
        r"\exp\left(\frac{1}{n} \sum_q \ln \max(AP_q, c)\right)",
        "AP_q the average precision of query q, of n, and c = 0.00001",
        "a query has no relevant document: it counts c, or as empty says",
    ),
    "smoothed_average_precision": About(
        "How precise are the lists, with very good and very bad queries in view?",
        "ln((1 + s) / (1 + R − s)), s = Σ_{i relevant} hᵢ/i",
        r"\ln \frac{1 + s}{1 + R - s}, "
        r"s = \sum_{i \text{ relevant}} \frac{h_i}{i}",
        f"{RANKS}, R in all; the mean over queries is taken of it",
        NO_RELEVANT,
    ),
    "mean_reciprocal_rank": About(
        "How far must one read until the first relevant document?",
        "1/n Σ_q 1/i_q",
        r"\frac{1}{n} \sum_q \frac{1}{i_q}",
        "i_q the rank of the first relevant document of query q, of n",
        f"{NO_RELEVANT}; so where the list has none",
    ),
    "hit_rate": About(
        "Of how many queries does the list have a relevant document?",
        "1/n Σ_q [h_q > 0]",
        r"\frac{1}{n} \sum_q [h_q > 0]",
        "h_q of the first k documents of query q are relevant, n queries",
        NO_RELEVANT,
    ),
    "precision_at_k": About(
        "Which share of the first k documents is relevant?",
        "h/k",
        r"\frac{h}{k}",
        OF_FIRST,
        NO_RELEVANT,
        given={"k": 2},
    ),
    "hits_at_k": About(
        "How many of the first k documents are relevant?",
        "h",
        "h",
        "h of the first k documents are relevant; the mean over queries",
        NO_RELEVANT,
    ),
    "recall_at_k": About(
        "Which share of the relevant documents is among the first k?",
        "h/R",
        r"\frac{h}{R}",
        OF_FIRST,
        NO_RELEVANT,
        given={"k": 2},
    ),
    "f1_at_k": About(
        "How good are precision and recall at k together?",
        "2 P R / (P + R)",
        r"\frac{2 P R}{P + R}",
        "P precision and R recall at k of a query; the mean over queries",
        NO_RELEVANT,
        given={"k": 2},
    ),
    "relative_precision_at_k": About(
        "How near is precision at k to the largest that can be had?",
        "h / min(R, k)",
        r"\frac{h}{\min(R, k)}",
        OF_FIRST,
        NO_RELEVANT,
        given={"k": 2},
    ),
    "r_precision": About(
        "How precise is a list that is as long as there are relevant documents?",
        "h/R",
        r"\frac{h}{R}",
        "h of the first R documents are relevant, R in all; the mean over queries",
        NO_RELEVANT,
    ),
    "interpolated_precision_at_recall": About(
        "How precise can a list be that has this share of the relevant documents?",
        "max_i hᵢ/i",
        r"\max_i \frac{h_i}{i}",
        f"{RANKS}, i from where they have that share on; the mean over queries",
        NO_LEVEL,
        given={"recall": 0.5},
    ),
    "eleven_point_average_precision": About(
        "How precise are lists on average over what they can be asked to find?",
        "1/11 Σⱼ P(j/10), j = 0 … 10",
        r"\frac{1}{11} \sum_{j=0}^{10} P(j/10)",
        "P(x) the largest precision from where the share x of the relevant documents "
        "is found; the mean over queries",
        NO_LEVEL,
    ),
    "bpref": About(
        "How seldom are others ahead of the relevant documents?",
        "1/R Σᵣ (1 − min(nᵣ, R)/min(N, R))",
        r"\frac{1}{R} \sum_r \left(1 - \frac{\min(n_r, R)}{\min(N, R)}\right)",
        "r a relevant document of the list, of R in all, ahead of which are nᵣ of the "
        "N that are judged not relevant; the mean over queries",
        NO_RELEVANT,
    ),
    "geometric_mean_bpref": About(
        "How seldom are others ahead of relevant documents, hard queries in view?",
        "exp(1/n Σ_q ln max(b_q, c))",
        r"\exp\left(\frac{1}{n} \sum_q \ln \max(b_q, c)\right)",
        "b_q the bpref of query q, of n, and c = 0.00001",
        "a query has no relevant document: it counts c, or as empty says",
    ),
    "inferred_average_precision": About(
        "What would the average precision be if all documents were judged?",
        "1/R Σᵣ (1/i + (i − 1)/i · p/(i − 1) · (a + c)/(a + b + 2c))",
        r"\frac{1}{R} \sum_r \left(\frac{1}{i} + \frac{i-1}{i} \cdot "
        r"\frac{p}{i-1} \cdot \frac{a + c}{a + b + 2c}\right)",
        "r a relevant document at rank i, of R in all, ahead of which are p of the "
        "pool, a judged relevant and b judged not relevant; c = 0.00001",
        NO_RELEVANT,
    ),
    "judged_at_k": About(
        "How far can the other measures be trusted?",
        "j / min(k, n)",
        r"\frac{j}{\min(k, n)}",
        "j of the first min(k, n) documents are judged, n returned",
        "nothing was returned: 0",
    ),
    "expected_reciprocal_rank": About(
        "How soon does a reader find enough?",
        "Σ_i P_i R_i/i",
        r"\sum_i \frac{P_i R_i}{i}",
        "R_i the chance to stop at rank i, (2^g − 1)/2^max_grade with g the grade, P_i "
        "the chance to come so far, the product of 1 − R_j over all j < i",
        NO_GAIN,
    ),
    "normalized_expected_reciprocal_rank": About(
        "How soon does a reader find enough, compared with the best order?",
        "Σ_i P_i R_i/i / Σ_i P_(i) R_(i)/i",
        r"\frac{\sum_i P_i R_i / i}{\sum_i P_{(i)} R_{(i)} / i}",
        "R_i the chance to stop at rank i, (2^g − 1)/2^max_grade with g the grade, P_i "
        "the chance to come so far; in brackets those of the best order of all judged "
        "documents",
        NO_GAIN,
    ),
    "compatibility": About(
        "How similar is the list to the nearest of the best orders?",
        "Σ_i pⁱ⁻¹ |L_i ∩ I_i|/i / Σ_i pⁱ⁻¹ |I_i|/i",
        r"\frac{\sum_i p^{i-1} |L_i \cap I_i| / i}{\sum_i p^{i-1} |I_i| / i}",
        "L_i the first i documents of the list, I_i those of the best order, "
        f"{GOES_ON}",
        NO_GAIN,
    ),
    "rank_biased_precision": About(
        "How much does a reader find at a time who may stop at any document?",
        "(1−p)·Σ_i g_i·p^{i−1}",
        r"(1 - p) \sum_i g_i\, p^{i-1}",
        f"g_i 1 where the document at rank i is relevant, else 0, {GOES_ON}",
        NO_RELEVANT,
    ),
    "rbp_residual": About(
        "How much higher could rank-biased precision be, were everything judged?",
        "(1−p)·Σ_{i unjudged} p^{i−1} + p^n",
        r"(1 - p) \sum_{i\ \text{unjudged}} p^{i-1} + p^n",
        f"n documents in the list, {GOES_ON}",
    ),
    "alpha_ndcg": About(
        "How soon does the list have something new on each sub-topic?",
        "Σ_{i≤k} G_i/log₂(i+1) / Σ_{i≤k} G_(i)/log₂(i+1)",
        r"\frac{\sum_{i \leq k} G_i / \mathrm{log}_2(i + 1)}"
        r"{\sum_{i \leq k} G_{(i)} / \mathrm{log}_2(i + 1)}",
        f"G_i = Σ_t (1 − α)^r over the sub-topics of the document at rank i, {AHEAD}; "
        "G_(i) of the greedy order of all judged documents, k the cut-off",
        NO_SUBTOPIC,
    ),
    "err_ia": About(
        "How soon does a reader find enough, whichever sub-topic is meant?",
        "1/M Σ_t Σ_i (1 − α)^r/i / Σ_{i≤k} (1 − α)^{i−1}/i",
        r"\frac{1}{M} \frac{\sum_t \sum_i (1 - \alpha)^r / i}"
        r"{\sum_{i \leq k} (1 - \alpha)^{i - 1} / i}",
        f"i the ranks up to k of documents relevant to t, one of M sub-topics, {AHEAD}",
        NO_SUBTOPIC,
    ),
    "nrbp": About(
        "How much that is new does a reader find who may stop at any document?",
        "(1 − (1 − α) β)/M Σ_t Σ_i β^{i−1} (1 − α)^r",
        r"\frac{1 - (1 - \alpha) \beta}{M} \sum_t \sum_i \beta^{i - 1} (1 - \alpha)^r",
        f"i the ranks of documents relevant to t, one of M sub-topics, {AHEAD}; β the "
        "probability to go on to the next document",
        NO_SUBTOPIC,
    ),
    "subtopic_recall": About(
        "Which share of the sub-topics do the first k documents cover?",
        "s/M",
        r"\frac{s}{M}",
        "s of the M sub-topics have a relevant document among the first k; the mean "
        "over queries",
        NO_SUBTOPIC,
    ),
    "set_precision": About(
        "Which share of what is returned is relevant?",
        "h/n",
        r"\frac{h}{n}",
        OF_RETURNED,
        NO_RELEVANT,
    ),
    "set_recall": About(
        "Which share of what is relevant is returned?",
        "h/R",
        r"\frac{h}{R}",
        OF_RETURNED,
        NO_RELEVANT,
    ),
    "set_f_score": About(
        "How good are precision and recall of what is returned together?",
        "(1 + β²) P R / (β² P + R)",
        r"\frac{(1 + \beta^2) P R}{\beta^2 P + R}",
        "P precision and R recall of the whole list, β = 1; the mean over queries",
        NO_RELEVANT,
    ),
    "set_relative_precision": About(
        "How near is set precision to the largest that can be had?",
        "h / min(n, R)",
        r"\frac{h}{\min(n, R)}",
        OF_RETURNED,
        NO_RELEVANT,
    ),
    "set_average_precision": About(
        "How precise and how complete is what is returned?",
        "h² / (n R)",
        r"\frac{h^2}{n R}",
        OF_RETURNED,
        NO_RELEVANT,
    ),
    "set_utility": About(
        "What is it worth to get these documents, and not to get the others?",
        "p₁ h + p₂ (n − h) + p₃ (R − h) + p₄ (N − n − R + h)",
        r"p_1 h + p_2 (n - h) + p_3 (R - h) + p_4 (N - n - R + h)",
        "h of the n returned documents are relevant, R in all, of N documents; p₁ … p₄ "
        "= 1, −1, 0, 0; the mean over queries",
    ),
    "retrieval_counts": About(
        "How many queries are there, and how many documents?",
        "n, Σ_q d_q, Σ_q R_q, Σ_q h_q, Σ_q b_q",
        r"n, \sum_q d_q, \sum_q R_q, \sum_q h_q, \sum_q b_q",
        "n queries; of query q, d_q documents are returned, R_q relevant, h_q both, "
        "b_q returned and judged not relevant",
    ),
}


def _figures(*shares: str) -> dict[str, str]:
    data = ("25 queries", "50 queries", "200 queries", "50 groups")
    return dict(zip(data, shares, strict=True))


# The figures of docs/intervals.md.
MEASURED = (
    Measured(
        "mean average precision",
        "skew-t",
        _figures("95.9–96.2 %", "95.4–96.6 %", "95.5–95.7 %", "95.1–95.5 %"),
        (
            "mean_average_precision",
            "bpref",
            "inferred_average_precision",
            "eleven_point_average_precision",
            "interpolated_precision_at_recall",
            "r_precision",
        ),
    ),
    Measured(
        "mean reciprocal rank",
        "skew-t",
        _figures("98.0–98.3 %", "96.6–96.9 %", "95.8–95.9 %", "95.1–95.3 %"),
        ("mean_reciprocal_rank", "expected_reciprocal_rank"),
    ),
    Measured(
        "precision at 5",
        "skew-t",
        _figures("96.3–97.5 %", "95.6–96.3 %", "95.3–95.7 %", "94.7 %"),
        (
            "precision_at_k",
            "recall_at_k",
            "f1_at_k",
            "relative_precision_at_k",
            "judged_at_k",
            "set_precision",
            "set_recall",
            "set_f_score",
            "set_relative_precision",
            "set_average_precision",
        ),
    ),
    Measured(
        "hit rate at 1",
        "wilson",
        _figures("95.5–96.7 %", "94.5–95.9 %", "94.4–94.8 %", "95.9–96.3 %"),
        ("hit_rate",),
    ),
    Measured(
        "geometric mean of average precisions",
        "skew-t",
        _figures("98.7 %", "96.6 %", "95.5–95.7 %", "95.3–95.5 %"),
        ("geometric_mean_average_precision",),
    ),
    Measured(
        "measures of sub-topics",
        "skew-t",
        _figures("95.2–97.0 %", "94.8–96.3 %", "95.0–95.6 %", "92.5–95.6 %"),
        ("alpha_ndcg", "err_ia", "nrbp", "subtopic_recall"),
    ),
    Measured(
        "nDCG@10",
        "skew-t",
        _figures("96.5–97.1 %", "95.9–96.5 %", "94.9–95.5 %", "94.9–95.8 %"),
    ),
)

_GAINS = ("ndcg_score", "dcg_score", "ideal_dcg")
_SUBTOPICS = ("alpha_ndcg", "err_ia", "nrbp", "subtopic_recall")
_AVERAGES = ("mean_average_precision", "geometric_mean_average_precision")
_SORTED = (*_GAINS[:2], *_AVERAGES, "mean_reciprocal_rank")

CONVENTIONS = (
    Convention(
        "The gain of a grade",
        "g",
        "scikit-learn, trec_eval, ranx ndcg, ir-measures",
        "the default",
        _GAINS,
    ),
    Convention(
        "The gain of a grade",
        "2^g − 1 (Burges 2005)",
        "ranx ndcg_burges, ir-measures nDCG(dcg='exp-log2'), LightGBM, XGBoost",
        'gain="exponential"',
        _GAINS,
    ),
    Convention(
        "Equal scores",
        "the mean over all orders",
        "scikit-learn's DCG",
        'ties="average", the default of arrays and columns',
        _SORTED,
    ),
    Convention(
        "Equal scores",
        "by id, the last one first, scores rounded to single precision",
        "trec_eval ≤ 9, pytrec_eval",
        'ties="trec_eval", the default of from_trec',
        _SORTED,
    ),
    Convention(
        "Equal scores",
        "by id, the last one first, scores as they are",
        "trec_eval 10.0-rc3",
        'ties="doc_id"',
        _SORTED,
    ),
    Convention(
        "Equal scores",
        "by id, the first one first",
        "ir-measures, for RR@k and Judged@k alone",
        "no option",
        ("mean_reciprocal_rank", "judged_at_k"),
    ),
    Convention(
        "Equal scores",
        "by id, the first one first",
        "pyndeval, which orders runs itself; ndeval goes by their ranks",
        "no option: give other scores",
        _SUBTOPICS,
    ),
    Convention(
        "What intent-aware ERR is divided by at k = 1",
        "nothing",
        "ndeval, pyndeval, and ir-measures by them",
        "no option: it is divided by the number of sub-topics, as at any k",
        ("err_ia",),
    ),
    Convention(
        "Equal scores",
        "the order of the rows",
        "ranx and most hand-written code, if its sort is stable",
        'ties="input"',
        _SORTED,
    ),
    Convention(
        "What average precision is divided by",
        "all relevant documents",
        "trec_eval (also with a cut-off), ir-measures, ranx",
        "the default",
        _AVERAGES,
    ),
    Convention(
        "What average precision is divided by",
        "the lesser of these and k",
        "recommender competitions, recommenders map_at_k",
        'normalizer="cutoff"',
        _AVERAGES,
    ),
    Convention(
        "What average precision is divided by",
        "the relevant documents that were found",
        "torchmetrics, several texts",
        'normalizer="returned"',
        _AVERAGES,
    ),
)


GUIDE = Guide(
    about=ABOUT,
    conventions=CONVENTIONS,
    rows={
        "": {  # ten queries of three documents
            "y_true": [
                *([1, 0, 0], [0, 2, 0], [0, 0, 1], [2, 1, 0], [1, 0, 1]),
                *([0, 1, 0], [3, 0, 0], [0, 1, 2], [1, 0, 0], [0, 0, 2]),
            ],
            "y_score": [
                *([9, 5, 1], [7, 4, 2], [1, 6, 3], [8, 2, 5], [3, 9, 4]),
                *([2, 8, 6], [4, 7, 1], [5, 3, 9], [6, 8, 2], [1, 7, 9]),
            ],
        }
    },
    measured=MEASURED,
)
