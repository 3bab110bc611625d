"""docs/power.md says, and its pictures show, what tools/power_curves.py finds."""

import math
import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.one_case import one_case

import fastmetrics as fm

CHECKOUT = Path(__file__).parents[1]  # unless the tests were copied
WRITER = CHECKOUT / "tools" / "power_curves.py"

pytestmark = pytest.mark.skipif(
    not WRITER.exists(), reason="the pages are in a checkout only"
)


@pytest.fixture(scope="module")
def writer():
    return runpy.run_path(str(WRITER))


@pytest.fixture(scope="module")
def tables(writer):
    """The cells of each table's rows, by the number of data rows."""
    text = writer["PAGE"].read_text(encoding="utf-8")
    return {
        n: [
            line.strip("| ").split(" | ")
            for line in text.split(f"## {n} rows\n\n")[1].split("\n\n")[0].split("\n")
        ][2:]
        for n in writer["DIFFERENCES"]
    }


# Of F₁ it takes longer; not by MCC and the bootstrap, which take longer still.
@pytest.mark.parametrize("n_finders", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_a_point_of_the_page_is_found_again(writer, tables, n_finders):
    place, difference = 2, writer["DIFFERENCES"][100][2]
    found = writer["powers"](100, difference, writer["FINDERS"][:n_finders])
    expected = writer["row"](difference, found)
    assert tables[100][place][: len(expected)] == expected


def test_the_exact_test_has_its_exact_power(writer, tables):
    noise = {"discordance": writer["DISCORDANCE"]}
    for n, differences in writer["DIFFERENCES"].items():
        for difference, cells in zip(differences, tables[n], strict=True):
            power = fm.comparison_power(difference, n, **noise)
            error = math.sqrt(power * (1 - power) / writer["N_DATA_SETS"])
            assert abs(float(cells[3]) - power) < 3 * error + 5e-4


def test_permutation_of_accuracy_is_the_exact_mcnemar_test(writer):
    data_sets = writer["drawn"](100, 0.08)[:50]
    [permuted] = writer["permuted"]("accuracy_score")(data_sets)
    [mcnemar] = writer["mcnemar"]("exact")(data_sets)
    assert permuted == pytest.approx(mcnemar, rel=1e-12)


def test_all_chances_are_of_the_design(writer):
    for difference in (0.0, 0.2):
        chances = writer["chances"](difference)
        assert chances.sum() == pytest.approx(1)
        assert chances.min() >= 0
        assert writer["true_differences"](difference)[0] == pytest.approx(difference)


def test_the_page_shows_the_picture_and_names_what_exists(writer):
    text = writer["PAGE"].read_text(encoding="utf-8")
    assert f"]({writer['PICTURES']['en'].name})" in text
    named = set(re.findall(r"`([a-z_0-9]+)`", text))
    assert {"paired_permutation_test", "comparison_power"} <= named <= {*fm.__all__}


@one_case("language", ["en", "zh"])
def test_the_pictures_are_of_the_numbers_of_the_page(writer, language):
    curves = writer["read"](writer["PAGE"].read_text(encoding="utf-8"))
    drawn = writer["to_svg"](writer["picture"](curves, language))
    kept = writer["PICTURES"][language].read_text(encoding="utf-8")
    assert kept == drawn, "run python tools/power_curves.py --draw"
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
