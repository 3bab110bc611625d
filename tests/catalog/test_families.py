"""The families of the catalog: what they say of themselves, and one more of them."""

import inspect
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module

import pytest
from helpers.one_case import one_case

import fastmetrics
from fastmetrics import catalog
from fastmetrics._common.records import loaded
from fastmetrics.metrics.families import Argument, Family
from fastmetrics.metrics.record import Metric

FAMILIES = list(catalog.FAMILIES.values())
COMMON_OPTIONS = {
    *("sample_weight", "groups", "order", "folds", "stratified", "pos_label"),
}

each_family = one_case("family", FAMILIES)

PLANTED = Family(
    name="guesses",
    title="Guesses",
    arguments=(
        Argument("drawn", "drawn", "what was drawn"),
        Argument("guess", "guess", "a model's guesses", per_model=True),
    ),
    options=("groups",),
    positional={"": ("drawn", "guess")},
    asks_for={"": "is of guesses: give guess"},
    metrics=(
        Metric(
            "mean_miss",
            "Mean miss",
            "roc_auc_score",
            aliases=("mm",),
            formerly=("miss",),
        ),
    ),
    others=(Metric("misses", "misses", "roc_curve", kind="table"),),
)


@each_family
def test_a_family_is_named_and_its_rows_are_its_own(family):
    assert catalog.FAMILIES[family.name] is family
    assert family.title
    rows = [row for row in catalog.METRICS.values() if row.task == family.name]
    assert rows == [*family.metrics, *family.others]
    assert catalog.scalar(family.name) == list(family.metrics)
    assert all(row.kind == "metric" for row in family.metrics)
    assert all(row.kind != "metric" for row in family.others)


@each_family
def test_arguments_are_told_apart(family):
    names = [one.name for one in family.arguments]
    assert len({*names}) == len(names)
    options = [one.option for one in family.arguments if one.option]
    assert len({*options}) == len(options)
    assert all(one.what for one in family.arguments)
    assert any(one.per_model for one in family.arguments)
    assert set(family.claims) <= set(names)
    assert all(set(taken) <= set(names) for taken in family.positional.values())
    assert set(family.options) <= COMMON_OPTIONS
    assert set(family.instead_of) <= set(catalog.FAMILIES) - {family.name}
    kinds = {kind for row in family.metrics for kind in row.targets}
    assert set(family.asks_for) <= {"", *kinds, *family.positional}


def test_an_argument_is_one_thing_in_all_families():
    """One name, one option: what evaluate and the command line take."""
    options = {}
    for family in FAMILIES:
        for one in family.arguments:
            assert options.setdefault(one.name, one.option) == one.option
    given = [option for option in options.values() if option]
    assert len({*given}) == len(given)


@each_family
def test_functions_take_the_data_first_under_names_that_the_family_knows(family):
    known = {n for one in family.arguments for n in (one.name, *one.other_names)}
    for row in family.metrics:
        taken = inspect.signature(row.public).parameters.values()
        by_place = [p.name for p in taken if p.kind is p.POSITIONAL_OR_KEYWORD]
        asked = {*row.required, *(["groups"] if row.by_group else [])}
        assert set(by_place) <= known | asked
        data = known - {*family.settings} | {"sample_weight"}
        assert not data & set(row.options)


@each_family
def test_column_names_are_in_the_spelling_that_they_are_compared_in(family):
    for one in family.arguments:
        for name in one.column_names:
            assert name == re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        re.compile(one.column_pattern)


def test_a_column_name_says_one_thing():
    """To all families that may judge beside each other, and to each that judges alone.

    What is a score beside labels, such as a prediction, is none where there are none.
    """
    together = [one for one in FAMILIES if not one.instead_of]
    alone = [[one] for one in FAMILIES if one.instead_of]
    for families in (together, *alone):
        said = {}
        for family in families:
            for one in family.arguments:
                for name in one.column_names:
                    assert said.setdefault(name, one.name) == one.name


@each_family
def test_summaries_are_classes(family):
    for full_name in family.summaries:
        module, _, name = full_name.rpartition(".")
        assert inspect.isclass(getattr(import_module(module), name))


@each_family
def test_what_a_family_refers_to_is_there(family):
    named = [family.told_by, family.other_forms, family.named]
    for one in named:
        assert one is None or callable(loaded(one))
    for row in family.metrics:
        held = [getattr(row.how, name, None) for name in ("values", "moments")]
        assert all(one is None or callable(loaded(one)) for one in held)


@each_family
def test_derived_columns_are_arguments_of_the_other_family(family):
    for one in family.derives:
        assert one.into in catalog.FAMILIES
        known = {*inspect.signature(fastmetrics.evaluate).parameters}
        assert {name for name in (one.option, *one.reads) if name} <= known


def test_the_catalog_loads_no_summary():
    code = "import fastmetrics.catalog, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = {name for name in done.stdout.split() if name.startswith("fastmetrics.")}
    summaries = {s.rpartition(".")[0] for one in FAMILIES for s in one.summaries}
    assert "fastmetrics.metrics.labels.family" in loaded
    assert loaded & summaries == set()
    heavy = {"_inputs", "resampling", "intervals", "report"}
    assert {name.split(".")[1] for name in loaded} & heavy == set()
    assert {"scipy", "tomllib"} & {*done.stdout.split()} == set()


@pytest.mark.long
def test_a_search_imports_no_metric():
    code = """
import sys
import fastmetrics.report.finding
before = {*sys.modules}
for term in ("how often is the model wrong", "xyzzyq", "random_state", "labels"):
    fastmetrics.find(term)
print(*{*sys.modules} - before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ours = [name for name in done.stdout.split() if name.startswith("fastmetrics.")]
    # Packages of tables of texts, which contain no code.
    assert {*ours} <= {f"fastmetrics.{topic}" for topic in catalog.TOPICS}


# ------------------------------------------------------------------ one more


def test_a_planted_family_is_found_and_goes_without_a_trace():
    before = {**catalog.METRICS}, {**catalog.FAMILIES}, {**catalog.by_function()}
    catalog.add(PLANTED)
    try:
        row = catalog.METRICS["mean_miss"]
        assert catalog.find("mm") is row
        with pytest.raises(ValueError, match="'miss' is now called 'mean_miss'"):
            catalog.find("miss")
        assert row.task == "guesses"
        assert {"y_true", "y_score", "average"} <= set(row.options)  # no data of its
        assert "sample_weight" not in row.options
        assert catalog.scalar("guesses") == [row]
        assert catalog.FAMILIES["guesses"].columns_per_model == ("guess",)
    finally:
        catalog.remove("guesses")
    with pytest.raises(ValueError, match="no metric is called 'mm'"):
        catalog.find("mm")
    with pytest.raises(ValueError, match="no metric is called 'miss'"):
        catalog.find("miss")
    after = catalog.METRICS, catalog.FAMILIES, catalog.by_function()
    assert after == before


def changed(**change):
    """The planted family with something about its one metric changed."""
    return replace(PLANTED, metrics=(replace(PLANTED.metrics[0], **change),))


@one_case(
    "family, message",
    [
        (catalog.FAMILIES["labels"], "family called 'labels'"),
        (changed(name="roc_auc_score"), "called 'roc_auc_score'"),
        (changed(name="mcc"), "called 'mcc'"),
        (changed(aliases=("brier", "f1_score")), "called 'f1_score'"),
        (changed(aliases=("mean_miss",)), "called 'mean_miss'"),
        (changed(name="misses"), "called 'misses'"),
    ],
)
def test_a_name_that_is_taken_changes_nothing(family, message):
    before = {**catalog.METRICS}, {**catalog.FAMILIES}
    with pytest.raises(ValueError, match=message):
        catalog.add(family)
    assert (catalog.METRICS, catalog.FAMILIES) == before


def test_a_summary_without_a_plan_is_refused_by_name():
    summary = fastmetrics.ClusterScatter.from_points([[0.0], [1.0], [5.0]], [0, 0, 1])
    named = f"no interval is made of a {type(summary).__name__}"
    for call in (
        lambda: fastmetrics.evaluate(summary),
        lambda: fastmetrics.confidence_interval("roc_auc_score", summary),
    ):
        with pytest.raises(TypeError, match=named):
            call()
