"""Texts are as wide as in the font that they are drawn in, and fit where they go."""

import unicodedata

import pytest

from fastmetrics.show.pictures.styles import fitted, shortened, width_of

INTERVAL = "在 ROC AUC 上，逻辑回归领先随机森林 0.0038（95 % 区间 −0.0011 至 0.0087）。"


def font_and_flag():
    """The font of matplotlib, and the flag by which a glyph has its own units."""
    pytest.importorskip("matplotlib")
    from matplotlib import ft2font
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont("DejaVu Sans"))
    if hasattr(ft2font, "LoadFlags"):
        return font, ft2font.LoadFlags.NO_SCALE
    return font, ft2font.LOAD_NO_SCALE  # before matplotlib 3.10


def test_widths_are_those_of_the_font():
    font, no_scale = font_and_flag()
    known = [*range(32, 127), *range(0x391, 0x3A2), *range(0x3A3, 0x3CA)]
    known += [*range(0x410, 0x450), *map(ord, "·°±×²³⁴⁻−–—‘’“”…éüñ\u2009\xa0")]
    for place in known:
        glyph = font.load_char(place, flags=no_scale)
        width = 1.03 * glyph.horiAdvance / font.units_per_EM
        assert 72 * width_of(chr(place), 1000) == pytest.approx(1000 * width, abs=1)


def test_other_scripts_have_room():
    font, no_scale = font_and_flag()
    for text in ("نموذج الانحدار", "მოდელი", "Մոդել", "מודל", "ₐ₁ⁱ∑√∞≤≥→"):
        widths = [
            font.load_char(ord(one), flags=no_scale).horiAdvance
            for one in text
            if unicodedata.category(one) != "Mn"
        ]
        assert 72 * width_of(text, 1) >= sum(widths) / font.units_per_EM
    assert 72 * width_of("模型", 10) == pytest.approx(20.6)
    assert width_of("e\u0301", 10) == width_of("e", 10)


def test_the_widest_line_counts():
    assert width_of("a\nbbb\nc", 9) == width_of("bbb", 9)


@pytest.mark.parametrize("inches", [1.0, 2.0, 5.0])
def test_chinese_is_broken_between_letters(inches):
    lines = fitted(INTERVAL, inches, 9, 40).split("\n")
    assert "".join(lines).replace(" ", "") == INTERVAL.replace(" ", "")
    assert all(width_of(line, 9) <= inches for line in lines)
    # No line ends long before it is full, as at the only spaces.
    assert all(width_of(line, 9) > inches / 3 for line in lines[:-1])


def test_what_is_too_long_is_cut():
    assert fitted("", 1, 9) == ""
    for text in ("word " * 40, "w" * 200, "模" * 200):
        for lines in (1, 2, 3):
            made = fitted(text, 1.0, 9, lines)
            assert made.count("\n") == lines - 1
            assert made.endswith("…")
            assert width_of(made, 9) <= 1.0
    name = shortened("model_of_a_long_search_" * 3 + "17", 1.0, 9)
    assert name.startswith("model")
    assert name.endswith("17")
    assert width_of(name, 9) <= 1.0
