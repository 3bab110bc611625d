"""Names of metrics with parameters in them: ours, and those of three other packages."""

import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.metrics.retrieval.family import FORMS, read_name

MAP, NDCG = "mean_average_precision", "ndcg_score"
RECALL = "interpolated_precision_at_recall"

# What trec_eval prints, what ir-measures and ranx are asked, and our own.
NAMES = {
    "map": (MAP, {}),
    "map_cut_10": (MAP, {"k": 10}),
    "map_cut.10": (MAP, {"k": 10}),
    "gm_map": ("geometric_mean_average_precision", {}),
    "P_5": ("precision_at_k", {"k": 5}),
    "recall_1000": ("recall_at_k", {"k": 1000}),
    "relative_P_10": ("relative_precision_at_k", {"k": 10}),
    "success_1": ("hit_rate", {"k": 1}),
    "ndcg": (NDCG, {}),
    "ndcg_cut_20": (NDCG, {"k": 20}),
    "recip_rank": ("mean_reciprocal_rank", {}),
    "Rprec": ("r_precision", {}),
    "iprec_at_recall_0.10": (RECALL, {"recall": 0.1}),
    "11pt_avg": ("eleven_point_average_precision", {}),
    "infAP": ("inferred_average_precision", {}),
    "set_F": ("set_f_score", {}),
    "set_map": ("set_average_precision", {}),
    "set_relative_P": ("set_relative_precision", {}),
    "utility": ("set_utility", {}),
    "Rprec_mult_0.20": ("r_precision", {"multiple": 0.2}),
    "Rprec_mult.1.2": ("r_precision", {"multiple": 1.2}),
    "gm_bpref": ("geometric_mean_bpref", {}),
    "yaap": ("smoothed_average_precision", {}),
    "G": ("normalized_gain", {}),
    "binG": ("normalized_gain", {"gain": "binary"}),
    "ndcg_rel": ("averaged_ndcg", {}),
    "Rndcg": ("averaged_ndcg", {"over": "grades"}),
    "nDCG@10": (NDCG, {"k": 10}),
    "nDCG(dcg='exp-log2')@10": (NDCG, {"gain": "exponential", "k": 10}),
    "nDCG(dcg='log2')": (NDCG, {"gain": "linear"}),
    "nDCG(gains={1: 1, 2: 5})": (NDCG, {"gain": {1: 1, 2: 5}}),
    "AP(rel=2)@100": (MAP, {"relevance_level": 2, "k": 100}),
    "AP(rel=1)": (MAP, {}),
    "RR@10": ("mean_reciprocal_rank", {"k": 10}),
    "P(rel=2, cutoff=3)": ("precision_at_k", {"relevance_level": 2, "k": 3}),
    "R@100": ("recall_at_k", {"k": 100}),
    "Success@5": ("hit_rate", {"k": 5}),
    "IPrec@0.1": (RECALL, {"recall": 0.1}),
    "IPrec@.5": (RECALL, {"recall": 0.5}),
    "Judged@10": ("judged_at_k", {"k": 10}),
    "Bpref": ("bpref", {}),
    "RBP(p=0.9)": ("rank_biased_precision", {"p": 0.9}),
    "ERR@20": ("expected_reciprocal_rank", {"k": 20}),
    "SetF(beta=4)": ("set_f_score", {"beta": 2}),  # theirs is β²
    "SetF(beta=2.25, rel=2)": ("set_f_score", {"beta": 1.5, "relevance_level": 2}),
    "set_F_0.25": ("set_f_score", {"beta": 0.5}),
    "set_F.6.25": ("set_f_score", {"beta": 2.5}),
    "set_f_score(beta=4)": ("set_f_score", {"beta": 4}),
    "SetAP": ("set_average_precision", {}),
    "SetAP(rel=2)": ("set_average_precision", {"relevance_level": 2}),
    "SetP(relative=True)": ("set_relative_precision", {}),
    "SetP(relative=False, rel=2)": ("set_precision", {"relevance_level": 2}),
    "SetRelP": ("set_relative_precision", {}),
    "StRecall@5": ("subtopic_recall", {"k": 5}),
    "α_nDCG(alpha=0.3)@5": ("alpha_ndcg", {"alpha": 0.3, "k": 5}),
    "ndcg_burges@10": (NDCG, {"gain": "exponential", "k": 10}),
    "mrr@10": ("mean_reciprocal_rank", {"k": 10}),
    "f1@10": ("f1_at_k", {"k": 10}),
    "precision_at_k@5": ("precision_at_k", {"k": 5}),
    "mean_average_precision(normalizer=returned)@10": (
        MAP,
        {"normalizer": "returned", "k": 10},
    ),
    "ndcg_score(ties='best')": (NDCG, {"ties": "best"}),
    " nDCG@10 ": (NDCG, {"k": 10}),
}


@one_case("text", NAMES)
def test_what_names_stand_for(text):
    assert read_name(text) == NAMES[text]


@one_case("text", NAMES)
def test_the_name_that_the_catalog_gives_stands_for_the_same(text):
    assert read_name(catalog.find(text.strip()).name) == NAMES[text]


def test_every_short_form_is_of_a_metric():
    known = {row.name for row in catalog.scalar("retrieval")}
    assert {form.name for form in FORMS.values()} <= known


def test_no_short_form_is_an_alias_too():
    rows = [row for row in catalog.METRICS.values() if row.task == "retrieval"]
    aliases = {alias.lower() for row in rows for alias in (row.name, *row.aliases)}
    assert aliases.isdisjoint(FORMS)


@one_case("text", ["foo", "foo@10", "", "P@x", "P@", "@10", "nDCG)", "p q"])
def test_what_is_no_name(text):
    assert read_name(text) is None


@one_case(
    ("text", "message"),
    [
        ("nDCG(foo=2)", "ndcg_score has no parameter 'foo'; it has k, "),
        ("nDCG(rel=2)@10", "ndcg_score has no parameter 'relevance_level'"),
        ("AP(average=None)", "has no parameter 'average'"),
        ("P(cutoff=3)@5", "says k twice"),
        ("P(k=3, cutoff=5)", "says k twice"),
        ("P@0.5", r"k must be a whole number from 1 to 2\*\*53, got 0.5"),
        ("nDCG@0", r"k must be a whole number from 1 to 2\*\*53, got 0"),
        ("P_0", "'P_0': k must be a whole number from 1 to"),
        ("P@9007199254740994", "k must be a whole number from 1 to"),
        ("bpref@10", "bpref has no parameter 'k'"),
        ("AP(2)", "must be parameter=value"),
        ("AP(rel=2", None),
        ("AP(rel=)", "must be parameter=value"),
        ("AP(rel=open('x'))", "must be parameter=value"),
        ("P(judged_only=True)@5", "judged_only=True"),
        ("BPM(T=2)@5", "'BPM\\(T=2\\)@5' is a measure of ir-measures that"),
        *(
            (name, "is a measure of ir-measures that fastmetrics does not have")
            for name in (
                *("BPM", "INSQ", "INST", "SDCG@5", "NERR8@5", "NERR9@5", "NERR10"),
                *("NERR11", "alpha_DCG@5", "α_DCG@5", "P_IA@5", "AP_IA", "MAP_IA"),
                *("nERR_IA@5", "nNRBP"),
            )
        ),
        ("NumRet(rel=2)", "retrieval_counts, .* this one is .relevant_returned"),
        ("NumRel(rel=2)", "retrieval_counts, .* this one is .relevant$"),
        ("SetF(beta=-1)@5", "set_f_score has no parameter 'k'|says beta twice"),
    ],
)
def test_what_is_said_of_wrong_parameters(text, message):
    if message is None:
        assert read_name(text) is None
        return
    with pytest.raises(ValueError, match=message):
        read_name(text)


# ir-measures 0.4.3 with pytrec_eval 0.5.11; the last ones with pyndeval 0.0.8.
OF_IR_MEASURES = {
    "SetF": 0.41666666666666663,
    "SetF(beta=0.5)": 0.38076923076923075,
    "SetF(beta=4.0,rel=2)": 0.2777777777777778,
    "SetAP": 0.19583333333333333,
    "SetAP(rel=2)": 0.1,
    "SetP(relative=True)": 0.5833333333333333,
    "SetRelP": 0.5833333333333333,
    "SetP": 0.325,
    "StRecall@2": 0.41666666666666663,
    "StRecall@5": 0.5833333333333333,
    "α_nDCG@3": 0.3414673591002034,
    "ERR_IA@3": 0.15625,
}


def test_values_are_those_of_ir_measures():
    qrels = {"q1": {"a": 2, "b": 0, "c": 1, "d": 0, "e": 1}}
    qrels["q2"] = {"a": 1, "f": 3, "g": 0}
    run = {"q1": {"x": 9.0, "a": 8.0, "b": 7.0, "y": 6.0, "c": 5.0}}
    run["q2"] = {"g": 4.0, "a": 3.0, "z": 2.0, "b": 1.0}
    rows = ["q1 1 a 1", "q1 2 a 0", "q1 2 c 1", "q1 3 e 1"]
    rows += ["q2 1 a 1", "q2 2 f 1", "q2 2 g 0"]
    columns = [*zip(*map(str.split, rows), strict=True)]
    lists = fm.RankedLists.from_trec(qrels, run)
    of_topics = fm.RankedLists.from_trec([*columns[:3], [*map(int, columns[3])]], run)
    for name, value in OF_IR_MEASURES.items():
        asked = lists if name.startswith("Set") else of_topics
        assert asked.compute(name) == pytest.approx(value, rel=1e-12), name
    # NumRet and NumRet(rel=2) there
    found = fm.retrieval_counts(lists, None, relevance_level=2)
    assert (found.returned, found.relevant_returned) == (9, 1)
    # trec_eval, by pytrec_eval 0.5.11
    first = fm.RankedLists.from_trec({"q1": qrels["q1"]}, run)
    assert first.compute("set_F.0.5") == pytest.approx(0.46153846153846156, rel=1e-12)


def test_lists_are_asked_by_these_names():
    lists = fm.RankedLists.from_columns(["a"] * 3, [0, 1, 1], [3.0, 2.0, 1.0])
    assert lists.compute("P_2") == fm.precision_at_k(lists, None, k=2) == 0.5
    assert lists.compute("RR") == 0.5
    with pytest.raises(ValueError, match=r"'nDGC@10'; did you mean 'nDCG'"):
        lists.compute("nDGC@10")
