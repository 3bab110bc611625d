"""Every sentence of a report is there in every language, made of the same fields."""

import ast
import copy
import pickle
import re
from collections import Counter
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
from fastmetrics.leaderboards import item_variances
from fastmetrics.metrics.record import METHODS
from fastmetrics.metrics.regression.columns import REASONS
from fastmetrics.report.sections import classes
from fastmetrics.report.sentences import TEST_TEXTS
from fastmetrics.resampling import cluster_plan, refusals
from fastmetrics.resampling.plan import Design
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.show import words
from fastmetrics.show.words import (
    LANGUAGES,
    LOCALE,
    check_language,
    in_language,
    messages,
    say,
    texts,
)

PACKAGE = Path(report.__file__).parents[1]
ROOMS = [
    *("show", "intervals", "comparison", "leaderboards", "selection", "report"),
    *("adapters", "sklearn", "metrics"),
]
# What else of the command line is in pages; its `say` elsewhere is to standard error.
SOURCES = [
    *(path for room in ROOMS for path in sorted(PACKAGE.glob(f"{room}/**/*.py"))),
    PACKAGE / "cli" / "report_options.py",
    PACKAGE / "cli" / "writing.py",
    PACKAGE / "resampling" / "item_plan.py",
    PACKAGE / "_common" / "null_laws.py",
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


@cache
def explained():
    """Return the texts of `explain` by kind; new ones may stay English for a while."""
    said = [fm.explain(row.name) for row in NAMED]
    return {
        "undefined": {one.undefined for one in said} - {""},
        "letters": {one.where for one in said} - {""},
        "others": {f"It {rival.says}." for one in said for rival in one.rivals},
        "conventions": {
            text for one in said for way in one.conventions for text in way
        },
    }


@cache
def templates():
    """Return all sentences that are said anywhere, except by `explain`."""
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
        if name not in ("GAP", "GAIN")  # not in reports
    }
    found |= {item_variances.FEW_UNITS, item_variances.ONE_RUN}
    found |= {cluster_plan._FEW, cluster_plan._TOO_FEW, cluster_plan._SMALL}
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
    # On which data coverage was measured.
    found |= {
        data
        for family in catalog.FAMILIES.values()
        for one in catalog.guide_of(family.metrics[0]).measured
        for data in one.covered
    }
    found |= {classes.GROUPED, bounds.ONE_SIDED, INFINITE_REPLICATES}
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_and_no_other(language):
    translated = {*texts(language)}
    assert templates() - translated == set()
    assert translated - templates() - set().union(*explained().values()) == set()


def test_nearly_all_that_explain_says_is_said_in_chinese():
    for kind in ("undefined", "letters", "others"):
        said = explained()[kind]
        assert len(said & {*texts("zh")}) > 0.9 * len(said), kind
    found = fm.explain("aic").to_markdown("zh")
    assert "AIC 与 BIC 的符号与尺度：2 ln L − 2 K：越大越好" in found
    assert "真正例率" in fm.explain("informedness").to_markdown("zh")
    found = fm.explain("f1_macro").to_markdown("zh")
    assert "即本库的 macro\\_f1\\_of\\_averages，它从不更小。" in found


# A line of a .po file: a comment or a string. Fuzzy and obsolete entries, contexts and
# plurals are not read.
LINE = re.compile(r'(#(?!~|, .*fuzzy).*|((msgid|msgstr) )?"([^"\\]|\\["\\n])*")?')


def faults(*sources):
    """Yield lines that are not read, and messages that occur twice or are not read."""
    for source in sources:
        yield from (one for one in source.splitlines() if not LINE.fullmatch(one))
    joined = "\n".join(sources).replace('"\n"', "")
    heads = Counter(re.findall('^msgid "(.+)"$', joined, re.MULTILINE))
    yield from (one for one, count in heads.items() if count > 1)
    if len(messages(joined)) != len(heads):
        yield from ({*heads} - {*messages(joined)})


@pytest.mark.parametrize("language", OTHERS)
def test_translations_are_read_whole_and_are_of_one_message_each(language):
    sources = [one.read_text("utf-8") for one in LOCALE.glob(f"{language}/*/*.po")]
    assert sources
    assert [*faults(*sources)] == []


def test_faults_of_translations_are_found():
    head = 'msgid ""\nmsgstr ""\n"Language: zh\\n"\n'
    good = '# a comment\n#, python-brace-format\nmsgid "a {b}"\nmsgstr "{b}"\n'
    assert [*faults(head + good, head)] == []
    assert [*faults(head + good, head + good)] == ["a {b}"]
    for bad in (
        '#, fuzzy, python-brace-format\nmsgid "a"\nmsgstr "b"',
        '#~ msgid "a"\n#~ msgstr "b"',
        'msgctxt "c"\nmsgid "a"\nmsgstr "b"',
        'msgid "a"\nmsgid_plural "as"\nmsgstr[0] "b"',
        'msgid "a"\nmsgstr ""',
        'msgid "a"\nmsgstr "b',
        'msgid "a "b" c"\nmsgstr "b"',
        'msgid "a"\n\nmsgstr "b"',
    ):
        assert [*faults(head + good + bad)], bad


def test_strings_of_translations_are_joined_and_without_escapes():
    source = r"""
msgid ""
msgstr "Language: zh\n"

msgid "on "
"one line"
msgstr ""
"一"
"行"

msgid "\"\\n\""
msgstr "\n"
"""
    assert messages(source) == {"on one line": "一行", r'"\n"': "\n"}


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
        assert in_language(again, "zh") == "正例很少：3 个。"


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
    assert "undefined on 2 of 5 folds" in report.to_text(full=True)
    chinese = report.to_markdown("zh", full=True)
    assert "在 5 折中有 2 折无定义" in chinese
    assert "undefined" not in chinese


def test_a_name_spelled_like_its_title_is_said_by_it():
    found = fm.compare("r2", [1.0, 2, 4], {"a": [1, 2, 3.5], "b": [1, 2, 5]})
    for language in ("en", "zh"):
        said = found.to_markdown(language)
        assert "R²" in said.replace("*", "")
        assert "r2" not in said
