"""Make fastmetrics/data/readings.csv, the transcripts that the command line bundles.

Lines of American state papers, which are in the public domain, are printed in a dozen
typefaces, blurred and soiled, and read again by two recognisers of single letters: one
takes the letter of the nearest neighbours, one that of a linear discriminant. Both cut
a line where ink ends, so that letters that touch are read as one, and spaces come and
go. They know no words, and each typeface is harder or easier than others: lines of one
are alike, as utterances of one speaker are.

Run with scikit-learn 1.9.1, matplotlib 3.11.2 (for its typefaces) and Pillow 13.0.0::

    python tools/make_readings.py [OUTPUT.csv]

Another version of Pillow or of the typefaces may print a letter otherwise.
"""

from __future__ import annotations

import csv
import string
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "readings.csv"
FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"

FACES = {
    "sans": "DejaVuSans",
    "sans_bold": "DejaVuSans-Bold",
    "sans_oblique": "DejaVuSans-Oblique",
    "serif": "DejaVuSerif",
    "serif_bold": "DejaVuSerif-Bold",
    "serif_italic": "DejaVuSerif-Italic",
    "mono": "DejaVuSansMono",
    "mono_oblique": "DejaVuSansMono-Oblique",
    "times": "STIXGeneral",
    "times_bold": "STIXGeneralBol",
    "times_italic": "STIXGeneralItalic",
    "times_bold_italic": "STIXGeneralBolIta",
}
RECOGNISERS: dict[str, Any] = {
    "hyp_neighbours": KNeighborsClassifier(3),
    "hyp_discriminant": LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1),
}
SIGNS = string.ascii_letters + ",.;:-'"
SIZE, MARGIN = 32, 12
# Letters as they are compared: so many cells each way.
CELLS = 12
WORDS = 9
# In how many typefaces each line is printed.
COPIES = 2
# Less than this is no ink.
PALE = 0.3
# A gap of this part of the size is a space.
WIDE = 0.31
# Of each typeface a letter is printed so often to learn from.
TIMES = 6

# Dashes of the originals are commas here, or left out.
TEXTS = """
When in the Course of human events, it becomes necessary for one people to dissolve the
political bands which have connected them with another, and to assume among the powers
of the earth, the separate and equal station to which the Laws of Nature and of Nature's
God entitle them, a decent respect to the opinions of mankind requires that they should
declare the causes which impel them to the separation.
We hold these truths to be self-evident, that all men are created equal, that they are
endowed by their Creator with certain unalienable Rights, that among these are Life,
Liberty and the pursuit of Happiness. That to secure these rights, Governments are
instituted among Men, deriving their just powers from the consent of the governed, That
whenever any Form of Government becomes destructive of these ends, it is the Right of
the People to alter or to abolish it, and to institute new Government, laying its
foundation on such principles and organizing its powers in such form, as to them shall
seem most likely to effect their Safety and Happiness. Prudence, indeed, will dictate
that Governments long established should not be changed for light and transient causes;
and accordingly all experience hath shewn, that mankind are more disposed to suffer,
while evils are sufferable, than to right themselves by abolishing the forms to which
they are accustomed.
We the People of the United States, in Order to form a more perfect Union, establish
Justice, insure domestic Tranquility, provide for the common defence, promote the
general Welfare, and secure the Blessings of Liberty to ourselves and our Posterity, do
ordain and establish this Constitution for the United States of America.
Four score and seven years ago our fathers brought forth on this continent, a new
nation, conceived in Liberty, and dedicated to the proposition that all men are created
equal.
Now we are engaged in a great civil war, testing whether that nation, or any nation so
conceived and so dedicated, can long endure. We are met on a great battle-field of that
war. We have come to dedicate a portion of that field, as a final resting place for
those who here gave their lives that that nation might live. It is altogether fitting
and proper that we should do this.
But, in a larger sense, we can not dedicate, we can not consecrate, we can not hallow
this ground. The brave men, living and dead, who struggled here, have consecrated it,
far above our poor power to add or detract. The world will little note, nor long
remember what we say here, but it can never forget what they did here. It is for us the
living, rather, to be dedicated here to the unfinished work which they who fought here
have thus far so nobly advanced. It is rather for us to be here dedicated to the great
task remaining before us, that from these honored dead we take increased devotion to
that cause for which they gave the last full measure of devotion, that we here highly
resolve that these dead shall not have died in vain, that this nation, under God, shall
have a new birth of freedom, and that government of the people, by the people, for the
people, shall not perish from the earth.
With malice toward none, with charity for all, with firmness in the right as God gives
us to see the right, let us strive on to finish the work we are in, to bind up the
nation's wounds, to care for him who shall have borne the battle and for his widow and
his orphan, to do all which may achieve and cherish a just and lasting peace among
ourselves and with all nations.
"""


class Face(NamedTuple):
    """A typeface, how far apart its letters stand, and how dirty its print is."""

    font: Any
    apart: float
    blur: float
    dirt: float


class Piece(NamedTuple):
    """Connected columns with ink: what they look like, and where they are."""

    look: np.ndarray
    start: int
    end: int


def printed(text: str, face: Face, rng: np.random.Generator) -> np.ndarray:
    """Return a line of text as ink between 0 and 1."""
    widths = [face.font.getlength(sign) + face.apart for sign in text]
    image = Image.new("L", (int(sum(widths)) + 2 * MARGIN, 2 * SIZE), 0)
    x, y = MARGIN + rng.random(), SIZE // 3 + rng.random()
    for sign, width in zip(text, widths, strict=True):
        ImageDraw.Draw(image).text((x, y), sign, fill=255, font=face.font)
        x += width
    ink = np.asarray(image.filter(ImageFilter.GaussianBlur(face.blur)), float) / 255
    return np.clip(ink + face.dirt * rng.standard_normal(ink.shape), 0, 1)


def pieces(ink: np.ndarray) -> list[Piece]:
    """Cut a line where there is no ink."""
    has_ink = (ink > PALE).sum(axis=0) > 0
    edges = np.flatnonzero(np.diff(np.r_[0, has_ink.astype(int), 0]))
    return [
        Piece(look(ink[:, start:end]), start, end)
        for start, end in edges.reshape(-1, 2)
    ]


def look(ink: np.ndarray) -> np.ndarray:
    """Return a letter in cells, how wide it is, and where it stands on its line."""
    rows = np.flatnonzero((ink > PALE).any(axis=1))
    top, bottom = rows[0], rows[-1] + 1
    image = Image.fromarray((255 * ink[top:bottom]).astype(np.uint8))
    cells = np.asarray(image.resize((CELLS, CELLS), Image.Resampling.BILINEAR), float)
    place = np.array([ink.shape[1], top, bottom]) / SIZE
    return np.r_[cells.ravel() / 255, 3 * place]


def learnt(faces: dict[str, Face], rng: np.random.Generator) -> tuple[Any, Any]:
    """Return letters of all typefaces, and what they are."""
    looks, signs = [], []
    for face in faces.values():
        for sign in SIGNS * TIMES:
            found = pieces(printed(sign, face, rng))
            if len(found) == 1:
                looks.append(found[0].look)
                signs.append(sign)
    return np.array(looks), np.array(signs)


def read(line: list[Piece], recogniser: Any) -> str:
    """Read a line: letters, and a space in each gap that is wide."""
    signs = recogniser.predict(np.array([piece.look for piece in line]))
    gaps = np.array([b.start - a.end for a, b in pairwise(line)])
    is_space = gaps > WIDE * SIZE
    parts = [str(signs[0])]
    for space, sign in zip(is_space, signs[1:], strict=True):
        parts.append(f" {sign}" if space else str(sign))
    return "".join(parts)


def main(output: Path) -> None:
    """Print all lines, read them, and write what was read."""
    rng = np.random.default_rng(SEED)
    faces = {
        name: Face(
            ImageFont.truetype(str(FONTS / f"{file}.ttf"), SIZE),
            rng.uniform(1.0, 3.0),
            rng.uniform(0.5, 0.9),
            rng.uniform(0.02, 0.08),
        )
        for name, file in FACES.items()
    }
    looks, signs = learnt(faces, rng)
    recognisers = {name: one.fit(looks, signs) for name, one in RECOGNISERS.items()}
    words = TEXTS.split()
    lines = [" ".join(words[i : i + WORDS]) for i in range(0, len(words), WORDS)]
    with output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["utterance_id", "typeface", "reference", *recognisers])
        for number, text in enumerate(lines, start=1):
            for name in sorted(rng.choice([*faces], COPIES, replace=False)):
                found = pieces(printed(text, faces[name], rng))
                said = [read(found, one) for one in recognisers.values()]
                writer.writerow([f"{name}-{number:03d}", name, text, *said])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
