"""What is taken from matplotlib, here and nowhere else: figures, fonts and artists.

But for displays it is not pyplot: no window, no global state, no choice of a backend.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics._common.options import needs, warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Figure


def check_installed(asked_by: str) -> None:
    """Raise unless matplotlib is installed.

    Raises
    ------
    ImportError
        It names who asked.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs(asked_by, "matplotlib", "plot")) from error


@cache
def figure_class() -> Any:
    """Return the class of figures that show themselves in a notebook, once."""
    from matplotlib.figure import Figure

    class PictureFigure(Figure):
        """A figure that no window and no global list of figures holds."""

        def _repr_png_(self) -> bytes:
            written = BytesIO()
            self.savefig(written, format="png", facecolor=self.get_facecolor())
            return written.getvalue()

    return PictureFigure


def new_axes(ax: Any, display: object) -> Any:
    """Return axes to draw into; without any, those of a new figure of pyplot's.

    So displays are shown by whatever shows the figures of pyplot, as scikit-learn's.
    """
    if ax is not None:
        return ax
    check_installed(type(display).__name__)
    from matplotlib import pyplot

    return pyplot.subplots()[1]


def pages(figures: Iterable[Any]) -> bytes:
    """Return figures as a PDF, each on a page of its size."""
    from matplotlib.backends.backend_pdf import PdfPages

    written = BytesIO()
    with PdfPages(written) as pdf:
        for figure in figures:
            pdf.savefig(figure)
    return written.getvalue()


def colour_map(colours: list[str]) -> Any:
    """Return matplotlib's scale through colours at even distances."""
    from matplotlib.colors import LinearSegmentedColormap

    scale = LinearSegmentedColormap.from_list("", colours, N=256)
    return scale.with_extremes(bad=(0, 0, 0, 0))


def patch_of(x: Any, y: Any, **style: Any) -> Any:
    """Return several outlines (n, corners) as one patch."""
    import numpy as np
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    # The way back to the first corner is one of its own.
    corners = np.stack([np.column_stack([one, one[:, 0]]) for one in (x, y)], axis=-1)
    codes = [Path.MOVETO, *[Path.LINETO] * (x.shape[1] - 1), Path.CLOSEPOLY]
    return PathPatch(Path(corners.reshape(-1, 2), codes * len(x)), **style)


def line_between(x: Any, y: Any, **style: Any) -> Any:
    """Return a line that is in no axes yet."""
    from matplotlib.lines import Line2D

    return Line2D(x, y, **style)


# -- fonts

# It comes with matplotlib, and texts are measured as wide as in it.
BASE = "DejaVu Sans"
# Drawn for a glyph that no font has; the base has it.
INSTEAD = "□"
# Families that have what the base has not, tried in this order; and beginnings of
# names of families that cover one script each.
FAMILIES = (
    *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC"),
    *("Hiragino Sans GB", "Microsoft YaHei", "WenQuanYi Micro Hei"),
    *("WenQuanYi Zen Hei", "Heiti TC", "SimHei", "SimSun", "Noto Sans CJK JP"),
    *("Noto Sans CJK TC", "Noto Sans CJK KR", "Noto Sans Arabic", "Noto Naskh Arabic"),
    *("Geeza Pro", "Amiri", "Tahoma", "Segoe UI", "Arial Unicode MS", "Arial"),
)
BEGINNINGS = ("Noto Sans", "Noto Serif", "Source Han", "IPA", "Nanum", "Droid Sans")

# What the names of characters begin with, and a free font that has them.
FREE_FONTS = {
    **dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"), "Noto Sans CJK"),
    "ARABIC": "Noto Sans Arabic",
    "FULLWIDTH": "Noto Sans CJK",
}


class Fonts(NamedTuple):
    """Families in the order in which glyphs are looked for, and glyphs none has."""

    families: tuple[str, ...] = (BASE,)
    lacking: frozenset[str] = frozenset()

    def drawable(self, text: str) -> str:
        """Return a text with a box for each glyph that no font has."""
        if not self.lacking:
            return text
        return "".join(INSTEAD if one in self.lacking else one for one in text)

    def style(self, size: float, colour: str) -> dict[str, Any]:
        """Return how matplotlib is told to draw a text."""
        return {
            "fontsize": size,
            "fontfamily": list(self.families),
            "color": colour,
            "parse_math": False,  # names are data, not formulas
        }


def fonts_for(texts: Iterable[str]) -> Fonts:
    """Return the fonts of a figure with these texts.

    Warns
    -----
    UserWarning
        Once, if no installed font has some of the glyphs; it names a font that has.
    """
    needed = {one for text in texts for one in text if not one.isspace()}
    needed = {one for one in needed if ord(one) not in _glyphs(BASE)}
    families = [BASE]
    for family in _others() if needed else ():
        found = {one for one in needed if ord(one) in _glyphs(family)}
        if found:
            families.append(family)
            needed -= found
        if not needed:
            break
    if needed:
        ordered = sorted(needed)
        sample = " ".join(ordered[:8]) + (" …" if len(ordered) > 8 else "")
        fonts = ", ".join(sorted({_free_font(one) for one in ordered}))
        warn(
            f"no installed font has glyphs of the picture's texts ({sample}); they are "
            f"drawn as boxes. Fonts that have them: {fonts}"
        )
    return Fonts(tuple(families), frozenset(needed))


def _others() -> list[str]:
    """Return the installed families that are tried after the base."""
    from matplotlib.font_manager import fontManager

    installed = {entry.name for entry in fontManager.ttflist}
    known = [family for family in FAMILIES if family in installed]
    more = sorted(name for name in installed if name.startswith(BEGINNINGS))
    return [*known, *(name for name in more if name not in known)]


@cache
def _glyphs(family: str) -> frozenset[int]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    path = findfont(FontProperties(family=[family]), fallback_to_default=False)
    return frozenset(get_font(path).get_charmap())


def _free_font(character: str) -> str:
    script = unicodedata.name(character, "").split(" ")[0]
    if script in FREE_FONTS:
        return FREE_FONTS[script]
    if unicodedata.category(character) == "So":
        return "Noto Emoji"
    is_letter = unicodedata.category(character)[0] in "LM"
    return f"Noto Sans {script.title()}" if is_letter else "Noto Sans"
