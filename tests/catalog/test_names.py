"""Every name that people use leads to what it means, by one resolver."""

import inspect
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.terms import LED, LINES, QUESTIONS, USUAL

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.catalog.names import fold, terms
from fastmetrics.report.finding import _words
from fastmetrics.show.words import in_language, texts, title_of

TERMS = terms()
TOML = Path(catalog.__file__).parent / "terms.toml"
CHINESE = re.compile("[\u4e00-\u9fff]")
ROWS = catalog.index().rows
ON_ROWS = {"random_state": 0, "n_resamples": 20}
Y = [1, 0, 1, 1, 0, 1, 0, 0]
LABELS = [1, 0, 0, 1, 1, 1, 0, 0]
SCORES = [0.9, 0.1, 0.4, 0.7, 0.6, 0.8, 0.2, 0.3]


def test_terms_are_read_as_toml():
    read = tomllib.loads(TOML.read_text("utf-8"))
    assert {name: words.split("; ") for name, words in read.items()} == TERMS


@one_case("text", ["LR+ of Hand-Till", "isIs a_is_e", "Cohen's κ", "x- NaNs", "'s"])
def test_words_are_folded_one_by_one(text):
    parted = re.split(r"[^\w]+|_|(?<=[a-z])(?=[A-Z])", text)
    assert _words(text) == [folded for folded in map(fold, parted) if folded]


def test_the_list_is_long_and_names_each_term_once():
    assert len(LED) == sum(len(line) == 2 for line in LINES)
    assert len(LED) >= 400
    assert sum(bool(CHINESE.search(term)) for term in LED) >= 100


@pytest.mark.long
@one_case("term, target", [*LED.items(), *USUAL.items()])
def test_every_term_leads_to_its_target_first(term, target):
    found = fm.find(term, n=1)
    assert found[0].name == target
    assert not found.is_guess


def test_the_usual_words_are_many_and_in_both_languages():
    assert len(USUAL) >= 600
    assert sum(bool(CHINESE.search(word)) for word in USUAL) >= 150


@pytest.mark.long
def test_questions_are_answered_among_the_first_five():
    asked = {question: {*names} for question, (names, _) in QUESTIONS.items() if names}
    found = {question: [*fm.find(question, n=5).names] for question in asked}
    lost = {
        question: [one.name for one in found[question]]
        for question, names in asked.items()
        if not names & {one.name for one in found[question]}
    }
    assert len(asked) >= 90
    assert len(lost) <= len(asked) // 20, lost


def test_questions_are_answered_by_names_and_pages_that_there_are():
    known = {name for row in ROWS for name in (row.name, row.function)}
    pages = {page for _, pages in QUESTIONS.values() for page in pages}
    assert {name for names, _ in QUESTIONS.values() for name in names} <= known
    docs = Path(__file__).parents[2] / "docs"
    assert not docs.exists() or all((docs / f"{page}.md").exists() for page in pages)


def test_every_public_name_is_explained_and_found():
    known = {row.function for row in ROWS}
    assert known == {*fm.__all__} - {"__version__"}
    for name in sorted(known):
        assert fm.explain(name).function == name
        assert fm.find(name, n=1)[0].name in {name, catalog.find(name).name}


@one_case("row", ROWS)
def test_every_record_has_a_chinese_title_and_words_of_its_own(row):
    assert title_of(row.title) in texts("zh")  # MAP and nDCG are written so there too
    assert any(CHINESE.search(word) for word in TERMS[row.name])


def test_words_are_of_one_name_each():
    assert {*TERMS} == {row.name for row in ROWS}
    owners = {}
    for name, words in TERMS.items():
        for word in words:
            owners.setdefault(fold(word), set()).add(name)
    assert {word: names for word, names in owners.items() if len(names) > 1} == {}


@one_case(
    "written, name",
    [
        ("ROC-AUC", "roc_auc_score"),
        ("roc auc", "roc_auc_score"),
        ("Rand index", "rand_score"),
        ("F-Measure", "f1_score"),
        ("Cohen’s κ", "cohen_kappa_score"),
        ("brier", "brier_score_loss"),
        ("mcnemar", "mcnemar_test"),
        ("max", None),
        ("log", None),
        ("", None),
        (" ", None),
        ("%", None),
        ("\x00", None),
    ],
)
def test_names_are_read_however_they_are_written(written, name):
    if name is None:
        with pytest.raises(ValueError, match="no metric is called"):
            catalog.find(written)
    else:
        assert catalog.find(written).name == name


# The course's own names, and short ones of several families: the data tell them.
OF_LABELS = {
    "accuracy": fm.accuracy_score,
    "precision": fm.precision_score,
    "recall": fm.recall_score,
    "f1": fm.f1_score,
    "F1": fm.f1_score,
    "P": fm.precision_score,
    "R": fm.recall_score,
    "Precision": fm.precision_score,
    "查准率": fm.precision_score,
    "F-measure": fm.f1_score,
}
OF_SCORES = {
    "roc_auc": fm.roc_auc_score,
    "AUC": fm.roc_auc_score,
    "auc": fm.roc_auc_score,
    "AP": fm.average_precision_score,
}


@one_case("name", OF_LABELS)
def test_labels_tell_what_is_meant(name):
    value = OF_LABELS[name](Y, LABELS)
    assert fm.confidence_interval(name, Y, LABELS, **ON_ROWS).estimate == value
    report = fm.evaluate(Y, LABELS, metrics=[name], **ON_ROWS)
    assert report[name].estimate == value
    models = {"a": LABELS, "b": Y}
    assert fm.compare(name, Y, models, **ON_ROWS).values["a"].estimate == value


@one_case("name", OF_SCORES)
def test_scores_tell_what_is_meant(name):
    value = OF_SCORES[name](Y, SCORES)
    assert fm.confidence_interval(name, Y, SCORES, **ON_ROWS).estimate == value
    report = fm.evaluate(Y, y_score=SCORES, metrics=[name], **ON_ROWS)
    assert report[name].estimate == value


def test_ranked_lists_tell_what_is_meant():
    qrels = {"q": {"a": 1, "b": 0, "c": 1}, "r": {"a": 1}}
    run = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}, "r": {"b": 2.0, "a": 1.0}}
    report = fm.evaluate(qrels, run, metrics=["P@1", "AP"], **ON_ROWS)
    assert report["AP"].estimate == pytest.approx(np.mean([5 / 6, 1 / 2]))
    assert report["P@1"].estimate == 0.5


@one_case("name", ["F1", "AP", "P", "R"])
def test_where_no_data_tell_it_is_asked_back(name):
    rows = catalog.namesakes(name)
    with pytest.raises(ValueError, match="say which one") as error:
        fm.explain(name)
    assert len(rows) == 2
    assert all(repr(row.name) in str(error.value) for row in rows)


def test_the_trapezoid_of_labels_and_scores_names_the_area_that_is_meant():
    with pytest.raises(ValueError, match=r"trapezoid of two columns.*roc_auc_score"):
        fm.auc(Y, SCORES)
    assert fm.explain("auc").function == "auc"
    assert fm.explain("AUC").function == "roc_auc_score"


def test_what_is_public_and_no_metric_has_no_interval():
    with pytest.raises(ValueError, match="'evaluate' is not a single number"):
        fm.confidence_interval("evaluate", Y, LABELS)
    with pytest.raises(ValueError, match="'ROC curve' is not a single number"):
        fm.evaluate(Y, y_score=SCORES, metrics=["ROC curve"])


@one_case("term", ["Qini", "AUUC", "ICC", "acuracy"])
def test_names_that_are_only_spelled_alike_are_called_a_guess(term):
    found = fm.find(term)
    assert found.is_guess
    assert found.to_dict()["is_guess"]
    assert str(found).startswith(f"No function is called {term}; spelled alike")


@one_case("term", ["hallucination", "overfull", "zebra crossing"])
def test_a_word_unlike_all_names_finds_nothing(term):
    found = fm.find(term)
    assert len(found) == 0
    assert not found.is_guess


@one_case(
    "name, function",
    [
        ("accuracy", "accuracy_score"),
        ("f1", "f1_score"),
        ("mse", "mean_squared_error"),
        ("roc_auc", "roc_auc_score"),
    ],
)
def test_the_attribute_error_names_the_function(name, function):
    with pytest.raises(AttributeError, match=f"did you mean fastmetrics.{function}"):
        getattr(fm, name)


@one_case("name", ["no_such_function", "__path_of__", "_hidden"])
def test_the_attribute_error_of_other_names_has_no_hint(name):
    with pytest.raises(AttributeError, match=f"no attribute '{name}'$"):
        getattr(fm, name)


def test_slips_are_found_if_nothing_else_is():
    assert fm.find("acuracy")[0].name == "accuracy_score"
    assert fm.find("presicion")[0].name == "precision_score"
    found = [one.name for one in fm.find("kappa").names]
    assert found[0] == "cohen_kappa_score"
    assert len(fm.find("zzzzqqqq")) == 0


def test_a_slip_leaves_the_beginning_and_the_length_alike():
    for written in ("ccuracy", "eccuracy", "cacuracy", "aaccuracy", "accuraccy"):
        assert fm.find(written)[0].name == "accuracy_score"
    # "strec" is a name of it, with two letters of six in common places too few.
    assert "subtopic_recall" not in {one.name for one in fm.find("strict").names}


@one_case("name", ["strict", "pos_label", "sample_weight", "y_train"])
def test_the_name_of_a_parameter_leads_to_what_takes_it(name):
    found = fm.find(name).names
    assert found
    for one in found:
        function = getattr(fm, catalog.find(one.name).function)
        assert name in inspect.signature(function).parameters


def test_what_is_no_parameter_leads_nowhere():
    assert len(fm.find("strict_of_none")) == 0


def test_a_word_that_is_said_again_and_again_is_one_word():
    found = [one.name for one in fm.find("chance " * 100_000).names]
    assert found == [one.name for one in fm.find("chance chance").names]


@one_case(
    ("name", "message"),
    [
        (" " * 40_000, "no metric is called"),
        ("f1" + " " * 40_000 + "x", "no metric is called"),
        ("f1(" + "average=macro," * 20_000 + ")", "says average twice"),
        ("fbeta_score(beta=" + "[" * 40_000 + ")", "must be parameter=value"),
        ("P_" + "1" * 40_000, "k must be a whole number from 1 to"),
        ("evaluate" + "(" * 40_000, "is not a single number"),
        ("AP(rel=" + "9" * 3000 + ")", "is of ranked lists"),
    ],
)
def test_of_a_name_of_any_length_the_error_quotes_the_ends(name, message):
    with pytest.raises(ValueError, match=message) as error:
        fm.evaluate(Y, LABELS, metrics=[name])
    assert len(str(error.value)) < 200


def test_words_of_the_question_are_found():
    names = [one.name for one in fm.find("pairs of rows beyond chance").names]
    assert "adjusted_rand_score" in names
    assert fm.find("误报率")[0].name == "false_positive_rate"


@one_case("n", [0, -1, 1.5, True, "3", None])
def test_find_refuses_what_is_no_number_of_names(n):
    with pytest.raises(ValueError, match="n must be a whole number of at least 1"):
        fm.find("AUC", n=n)


@one_case("term", [None, 3, b"AUC", ["AUC"]])
def test_find_refuses_what_is_no_str(term):
    with pytest.raises(TypeError, match="term must be a str"):
        fm.find(term)


def test_no_word_says_what_a_name_or_title_says():
    index = catalog.index()
    for row in ROWS:
        titles = {row.title, row.short, *row.aliases, row.name}
        titles |= {in_language(title_of(one), "zh") for one in (row.title, row.short)}
        words = index.words(row)
        assert {*map(fold, words)}.isdisjoint({*map(fold, titles)}), row.name
        assert len({*map(fold, words)}) == len(words), row.name


def test_metrics_are_had_by_all_their_names():
    for name in ("roc_auc", "f1", "mcc", "nDCG@10", "KFold"):
        assert catalog.METRICS[name].name == catalog.find(name).name
    assert catalog.METRICS["f1"].name == fm.explain("f1").name == "f1_score"
    for alias, name in catalog._ALIASES.items():
        assert catalog.METRICS[alias] is catalog.METRICS[name]
    assert "roc_auc" not in catalog.METRICS  # each is listed once
    for unknown in ("no such metric", "Accumulator", 3, None):
        with pytest.raises(KeyError):
            catalog.METRICS[unknown]


def test_each_public_name_has_a_title_in_words_and_in_chinese():
    for row in ROWS:
        assert row.title, row.name
        assert "_" not in row.title, row.name
        is_word = row.name.isalpha() and row.name == row.name.casefold()
        assert is_word or row.title not in (row.name, row.name.replace("_", " "))
        chinese = in_language(title_of(row.title), "zh")
        assert row.kind == "metric" or CHINESE.search(chinese), row.name
