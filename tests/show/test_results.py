"""Every result is written by one mixin: the same document in every form."""

import json
import re

import numpy as np
import pytest
from helpers.drawn import faults_of_svg
from sklearn.linear_model import Ridge

import fastmetrics as fm
from fastmetrics.comparison.planned import value_of
from fastmetrics.show.pictures.svg import to_svg
from fastmetrics.show.words import in_language

COURSE = {
    "A": [0.9, 0.8, 0.7, 0.9],
    "B": [0.8, 0.7, 0.6, 0.8],
    "C": [0.5, 0.6, 0.5, 0.7],
}
Y = [0, 0, 1, 1] * 10
X = np.sin(np.arange(80.0)).reshape(40, 2)
MODELS = {"a": [0, 0, 1, 1] * 10, "b": [0, 1, 1, 0] * 10}


def made():
    options = {"n_resamples": 50, "random_state": 0}
    yield fm.evaluate(Y, MODELS, metrics=["accuracy"], **options)
    yield fm.compare("accuracy", Y, MODELS, **options)
    yield fm.compare_across_datasets(COURSE)
    yield fm.nemenyi_test(COURSE)
    yield fm.friedman_test(COURSE)
    yield fm.mcnemar_test(Y, *MODELS.values())
    yield fm.delong_roc_test(Y, [*range(40)], [*range(40, 0, -1)])
    yield fm.check_split([0, 1] * 20, y=Y)
    model = Ridge(), X, X[:, 0] * 2
    yield fm.cross_validate(*model, cv=4, return_train_score=True)
    yield fm.search(Ridge(), {"alpha": [1, 10]}, *model[1:], cv=4)
    yield fm.learning_curve(*model, cv=4)
    varied = {"param_name": "alpha", "param_range": [1, 10]}
    yield fm.validation_curve(*model, cv=4, **varied)
    yield fm.bias_variance_curve(*model, X, Y, n_rounds=3, random_state=0, **varied)
    yield fm.bias_variance_decomposition(Y, [*MODELS.values()], loss="zero_one")
    yield fm.bias_variance_decomposition([Y, Y], [*MODELS.values()], loss="squared")
    yield fm.explain("balanced_accuracy")
    yield fm.find("accuracy")
    width = {"width": 0.05}
    yield value_of("proportion", 0.9, width, {"alpha": 0.05})


@pytest.fixture(scope="module")
def results():
    return [*made()]


@pytest.mark.long
def test_every_form_is_of_one_document(results, tmp_path):
    for result in results:
        forms = {
            "r.md": result.to_markdown(),
            "r.tex": result.to_latex(),
            "r.html": result.to_html(full=True),
        }
        for name, text in forms.items():
            result.save(tmp_path / name)
            assert (tmp_path / name).read_text("utf-8") == text, type(result)
        result.save(tmp_path / "r.json")
        kept = json.loads((tmp_path / "r.json").read_text("utf-8"))
        assert kept == result.to_dict(), type(result)
        result.save(tmp_path / "r.txt")
        shown = result._repr_mimebundle_()
        assert (tmp_path / "r.txt").read_text("utf-8") == shown["text/plain"] + "\n"
        assert shown["text/html"] == result._repr_html_() == result.to_html()
        assert forms["r.html"].startswith("<!doctype html>")


HEADINGS = ["Models", "Differences", "Notes", "interval", "Differs", "p-value"]
HEADINGS += ["Value", "Splits", "Scores", "Candidates", "Training", "fold"]


def test_no_heading_stays_english_in_a_chinese_page(results):
    for result in results:
        page = result.to_html(full=True, language="zh")
        assert '"zh"' in page
        body = page.partition("</style>")[2]
        assert not [word for word in HEADINGS if f">{word}" in body], type(result)
        with pytest.raises(ValueError, match="language must be one of"):
            result.to_markdown("de")


def test_texts_of_pictures_neither_meet_nor_are_cut(results):
    for result in results:
        for picture in result._pictures():
            for language in ("en", "zh"):
                assert faults_of_svg(to_svg(picture, language=language)) == []
            assert re.search("[\u4e00-\u9fff]", in_language(picture.title, "zh"))


def test_one_picture_is_named_where_there_are_several():
    report = next(made())
    assert report.to_svg(kind="confusion").startswith("<svg")
    with pytest.raises(ValueError, match="to_svg writes one picture"):
        report.to_svg(kind=["confusion", "classes"])


def test_what_has_no_picture_says_so():
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.paired_cv_t_test([1.0, 1.0], [0.0, 0.0])  # there is no statistic
    with pytest.raises(ValueError, match="plot has nothing to draw"):
        found.plot()
    with pytest.raises(ValueError, match="there are: none"):
        found.to_svg()
