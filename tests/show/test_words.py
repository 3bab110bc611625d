"""Every sentence of a report is there in every language, made of the same fields."""

import ast
import copy
import pickle
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import fastmetrics as fm
from fastmetrics import catalog, report
from fastmetrics._common import bounds, interval
from fastmetrics._common.interval import INFINITE_REPLICATES
from fastmetrics.comparison import comparing
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.metrics.record import METHODS
from fastmetrics.metrics.regression.amounts import REASONS
from fastmetrics.report.methods import TEST_TEXTS
from fastmetrics.report.sections import classes
from fastmetrics.resampling import agreement_cells, refusals
from fastmetrics.resampling.plan import Design
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.show import words
from fastmetrics.show.words import LANGUAGES, check_language, in_language, say, texts
from fastmetrics.show.words.zh_conventions import CONVENTIONS
from fastmetrics.show.words.zh_rivals import RIVALS
from fastmetrics.show.words.zh_symbols import SYMBOLS as OF_LABELS
from fastmetrics.show.words.zh_symbols_of_numbers import SYMBOLS as OF_NUMBERS
from fastmetrics.show.words.zh_symbols_of_tests import SYMBOLS as OF_TESTS
from fastmetrics.show.words.zh_undefined import UNDEFINED

PACKAGE = Path(report.__file__).parents[1]
ROOMS = "show intervals comparison selection report adapters sklearn metrics".split()
# What else of the command line is in pages; its `say` elsewhere is to standard error.
SOURCES = [
    *(path for room in ROOMS for path in sorted(PACKAGE.glob(f"{room}/**/*.py"))),
    PACKAGE / "cli" / "forms.py",
    PACKAGE / "cli" / "writing.py",
    PACKAGE / "_common" / "null_picture.py",
    PACKAGE / "_common" / "test_result.py",
]
OTHERS = sorted({*LANGUAGES} - {"en"})


def said(source):
    """The templates of all calls of `say`; they are written out where they are used."""
    if "say(" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
            template = node.args[0]
            assert isinstance(template, ast.Constant), ast.unparse(node)
            yield template.value


def fields(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


NAMED = catalog.index().rows
SCALES = ("log", "logit", "fisher-z", "log-complement")
SYMBOLS = {**OF_LABELS, **OF_NUMBERS, **OF_TESTS}


@cache
def explained():
    return [fm.explain(row.name) for row in NAMED]


@cache
def templates():
    """Return all sentences that are said anywhere."""
    found = {one for path in SOURCES for one in said(path.read_text("utf-8"))}
    found |= {family.title for family in catalog.FAMILIES.values()}
    found |= {*REASONS}  # why a family's data are told to be its own
    # Why an interval is missing or approximate.
    found |= {
        row.reason
        for row in catalog.METRICS.values()
        if row.kind == "metric" and row.reason
    }
    found |= {
        text
        for name, text in {**vars(refusals), **vars(fold_intervals)}.items()
        if name.isupper() and isinstance(text, str) and text not in METHODS
    }
    found |= {agreement_cells._FEW, agreement_cells._TOO_FEW, agreement_cells._SMALL}
    found |= {interval._EQUAL, interval.EQUAL_BOUNDS, interval.EQUAL_REPLICATES}
    found |= {topic.title for topic in catalog.TOPICS.values()}
    # Titles of all that is public, and what each answers or is.
    found |= {words.title_of(row.title) for row in NAMED}
    found |= {f"{row.name}?" for row in NAMED}
    # What sentences say in their place, and what is left where a cut-off is told.
    found |= {
        name
        for row in catalog.METRICS.values()
        if row.kind == "metric"
        for name in (row.short, row.short.removesuffix(" at k"))
    }
    found |= {*TITLES.values()}  # how p-values are adjusted
    # Texts with numbers in them, which those who say them write out.
    found |= {*words.NUMBERED}
    found |= {"{sentence}", "{sentence}."}
    found |= {refusals.ends_scale(scale) for scale in SCALES}
    found |= {refusals.advice_on_undefined(Design())}
    # Of which data rows are undefined, where that is said in Chinese too.
    found |= {*UNDEFINED, *SYMBOLS, *CONVENTIONS, *RIVALS}
    # On which data coverage was measured.
    found |= {
        data
        for family in catalog.FAMILIES.values()
        for one in catalog.guide_of(family.metrics[0]).measured
        for data in one.covered
    }
    found |= {classes.GROUPED, bounds.ONE_SIDED, INFINITE_REPLICATES}
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_and_no_other(language):
    assert {*texts(language)} == templates()


def test_what_is_undefined_is_said_of_some_row_and_nearly_always_in_chinese():
    said = {one.undefined for one in explained()} - {""}
    assert {*UNDEFINED} <= said
    # What a new row says stays English until it is put into words.
    assert len(UNDEFINED) > 0.9 * len(said)


def test_symbols_rivals_and_conventions_in_chinese_are_those_of_some_row():
    said = explained()
    letters = {one.where for one in said} - {""}
    assert {*SYMBOLS} <= letters
    others = {f"It {rival.says}." for one in said for rival in one.rivals}
    assert {*RIVALS} <= others
    # What a new row says stays English until it is put into words.
    assert len(SYMBOLS) > 0.9 * len(letters)
    assert len(RIVALS) > 0.9 * len(others)
    ways = [way for one in said for way in one.conventions]
    assert {*CONVENTIONS} <= {text for one in ways for text in one}
    found = fm.explain("aic").to_markdown("zh")
    assert "AIC 与 BIC 的符号与尺度：2 ln L − 2 K：越大越好" in found
    assert "真正例率" in fm.explain("informedness").to_markdown("zh")
    found = fm.explain("f1_macro").to_markdown("zh")
    assert "即这里的 macro\\_f1\\_of\\_averages，它从不更小。" in found


def test_no_sentence_is_said_in_two_ways():
    rooms = Path(words.__file__).parent.glob("zh*.py")
    keys = [
        key.value
        for room in rooms
        for one in ast.walk(ast.parse(room.read_text("utf-8")))
        if isinstance(one, ast.Dict)
        for key in one.keys
        if key is not None
    ]
    assert [one for one in {*keys} if keys.count(one) > 1] == []


def test_titles_with_parameters_are_said():
    told = {
        "nDCG@10": "nDCG@10",
        "Precision@5": "查准率@5",
        "Rank-biased precision (p=0.5)": "排序偏置查准率 (p=0.5)",
        "Top-k accuracy": "前 k 精度",
    }
    assert {one: in_language(words.title_of(one), "zh") for one in told} == told


def test_no_space_stands_between_chinese_words():
    metric = words.of_catalog("Accuracy")
    fields = {"metric": metric, "ahead": "模型", "behind": "b", "by": "0.1"}
    made = say(
        "On {metric} {ahead} is ahead of {behind} by {by} (no interval).", **fields
    )
    # The model's name is the user's, and stands apart.
    assert in_language(made, "zh") == "就精度而言，模型 领先 b 0.1（无置信区间）。"
    made = say("{metric} is {value}.", metric=metric, value=say("undefined"))
    assert in_language(made, "zh") == "精度为无定义。"


def test_every_test_is_said_in_words():
    assert {*comparing.TESTS_OF.values()} <= {*TEST_TEXTS}


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_fields_are_said(language):
    for english, other in texts(language).items():
        assert fields(other) == fields(english), english


def test_templates_are_found():
    source = "say('a {b}', b=say('c' 'd'))"
    assert [*said(source)] == ["a {b}", "cd"]
    assert len(templates()) > 10
    with pytest.raises(AssertionError):
        [*said("say(variable)")]


def test_a_sentence_in_a_sentence_is_said_too():
    inner = say("{value} (no interval)", value="0.5")
    outer = say("{metric} is {value}.", metric="MCC", value=inner)
    assert outer == "MCC is 0.5 (no interval)."
    assert in_language(outer, "zh") == "MCC 为 0.5（无置信区间）。"
    assert in_language(outer, "en") == outer
    assert in_language("a name", "zh") == "a name"


def test_sentences_are_copied_whole():
    one = say("There are few positive rows: {n}.", n=3)
    for again in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert again == one
        assert in_language(again, "zh") == "正例很少：3 行。"


def test_no_such_language():
    with pytest.raises(ValueError, match="must be one of 'en', 'zh'; got 'de'"):
        check_language("de")


WITH_NUMBERS = (
    "undefined on 40 of 99 replicates",
    "undefined on 40 of 99 replicates; stratified=True keeps all classes in each",
    "undefined on 1 of 5 folds",
    "undefined without one of 1 of 5 groups",
    "undefined without one of 1 of 50 rows",
    "7 clusters of 7 rows, where 2 to 6 are needed",
    refusals.heavy_tails(12.34),
    refusals.heavy_tails(1.5e9),
    refusals.no_order_statistic("", 3, 0.5),
    refusals.no_order_statistic("lower", 3, 0.5),
    refusals.no_order_statistic("upper", 3, 0.95),
)


def test_reasons_with_numbers_are_said_in_chinese():
    for text in WITH_NUMBERS:
        made = words.of_catalog(text)
        assert made == text
        assert made.template != text
        said = in_language(made, "zh")
        plain = said.replace("stratified=True", "")
        assert not set("abcdfghijklmnopqrstuvwxyz") & set(plain), said


def test_a_report_says_in_chinese_on_how_many_folds_it_is_undefined():
    y = [0, 1, 0, 1, 0, 0, 0, 0, 1, 0]
    folds = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    report = fm.evaluate(y, y, metrics=["recall_score"], folds=folds, random_state=0)
    assert "undefined on 2 of 5 folds" in str(report)
    chinese = report.to_markdown("zh")
    assert "在 5 折中有 2 折无定义" in chinese
    assert "undefined" not in chinese


def test_a_name_spelled_like_its_title_is_said_by_it():
    found = fm.compare("r2", [1.0, 2, 4], {"a": [1, 2, 3.5], "b": [1, 2, 5]})
    for language in ("en", "zh"):
        said = found.to_markdown(language)
        assert "R²" in said.replace("*", "")
        assert "r2" not in said
