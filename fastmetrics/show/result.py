"""Result: output formats of a result, and files written completely or not at all."""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import uncontrolled
from fastmetrics.show.words import check_language, say

if TYPE_CHECKING:
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document


# What a file's name ends with, and the form that it asks for.
ENDINGS = {
    ".json": "json",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".csv": "csv",
}


class Result:
    """What a result can be turned into for people, by two hooks.

    A class says by `_document` which sentences, tables and notes it has, as made by
    `say`, and by `_pictures` what it draws.
    """

    __slots__ = ()

    def _document(self, width: int | None = None, **options: Any) -> Document:
        """Return what is shown; tables are to be no wider than that, if they can."""
        raise NotImplementedError

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return what is drawn."""
        return ()

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it."""
        raise NotImplementedError

    def to_markdown(self, language: str = "en") -> str:
        """Return the result as Markdown.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        return text_of(self, "markdown", language)

    def to_latex(
        self,
        language: str = "en",
        *,
        caption: str | None = None,
        label: str | None = None,
        columns: Sequence[str] | None = None,
        booktabs: bool = True,
        siunitx: bool = False,
        **options: Any,
    ) -> str:
        r"""Return the tables of the result as LaTeX, each as wide as the text at most.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese; Chinese needs XeLaTeX or LuaLaTeX.
        caption : str, optional
            Replaces the title of the first table.
        label : str, optional
            Label of the first table; the label of the second one ends with "-2".
        columns : sequence of str, optional
            Headers of the columns to write, such as "Metric" and "p-value"; tables
            with none of them are left out. By default all columns.
        booktabs : bool, default=True
            Draw lines with the package booktabs; otherwise with ``\hline``.
        siunitx : bool, default=False
            Align values by columns of the package siunitx.
        **options : object
            Options of the document, such as ``full`` of reports.
        """
        from fastmetrics.show import markup, text

        return markup.to_latex(
            self._document(text.WIDTH, **options),
            check_language(language),
            caption=caption,
            label=label,
            columns=columns,
            booktabs=booktabs,
            siunitx=siunitx,
        )

    def to_html(self, *, full: bool = False, language: str = "en") -> str:
        """Return the result as HTML.

        Parameters
        ----------
        full : bool, default=False
            A file of its own, with the data to be downloaded from it; else an element
            for a notebook or another page.
        language : {"en", "zh"}, default="en"
            English or Chinese.

        Notes
        -----
        Nothing is loaded from outside, and there is no script; matplotlib is not
        needed.
        """
        from fastmetrics.show import html

        check_language(language)
        files = None
        if full:
            kind, what = "application/json", say("Everything as JSON")
            data = to_json(self.to_dict())
            files = [html.File("result.json", kind, data, what)]
        parts = self._document(), self._pictures()
        return html.to_html(parts, language=language, files=files)

    def save(self, path: str | os.PathLike[str], *, language: str = "en") -> None:
        """Write the result to a file, whole or not at all.

        Parameters
        ----------
        path : str or path
            The suffix selects the format: ``.html``, ``.json``, ``.md`` or ``.tex``,
            for reports also ``.csv``; plain text otherwise.
        language : {"en", "zh"}, default="en"
            Language of headings and sentences.

        Raises
        ------
        OSError
            If the file cannot be written; it is as it was then.
        """
        from fastmetrics.show.result import write_whole

        content = text_of(self, form_of(os.fspath(path)), check_language(language))
        write_whole(path, content.encode("utf-8", "replace"))

    def plot(
        self,
        *,
        language: str = "en",
        style: Literal["screen", "paper"] = "screen",
        width: float | None = None,
        **options: Any,
    ) -> Any:
        """Draw the pictures of the result, one below the other.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            Language of the texts.
        style : {"screen", "paper"}, default="screen"
            "paper": without titles, which belong in the caption, and 6.7 inches wide,
            the width of a page.
        width : float, optional
            Width in inches: 3.3 for a column of a page, 6.7 for a page. Texts keep
            their size. By default the width that the pictures need.
        **options : object
            Options of the result's pictures.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If there is no picture of it.
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.show.pictures.drawing import figure_of

        asked_by, made = f"{type(self).__name__}.plot", self._pictures(**options)
        if not made:
            raise ValueError(f"{asked_by} has nothing to draw: there is no picture.")
        return figure_of(made, asked_by, language=language, style=style, width=width)

    def to_svg(self, *, language: str = "en", **options: Any) -> str:
        """Return the picture of the result as SVG, the same for the same numbers.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            Language of the text.
        **options : object
            Options of the result's picture.

        Returns
        -------
        str
            One element; a file of it can be opened in a browser.

        Raises
        ------
        ValueError
            If it has several pictures, and none of them is named, or has none.

        Notes
        -----
        Matplotlib is not needed.
        """
        from fastmetrics.show.pictures.svg import to_svg

        made = self._pictures(**options)
        if len(made) != 1:
            names = ", ".join(one.name for one in made) or "none"
            raise ValueError(f"to_svg writes one picture, and there are: {names}")
        return to_svg(made[0], language=language)

    def __str__(self) -> str:
        return text_of(self, "table").rstrip("\n")

    def _repr_html_(self) -> str:  # of notebooks that ask for no more
        return self.to_html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        shown = text_of(self, "table").rstrip("\n")
        return {"text/plain": shown, "text/html": self.to_html()}


def form_of(path: str | None) -> str:
    """Return the form that a file's name asks for, else a table."""
    return ENDINGS.get(Path(path).suffix.lower(), "table") if path else "table"


def text_of(
    result: Result,
    form: str,
    language: str = "en",
    *,
    width: int | None = None,
    document: Document | None = None,
    **options: Any,
) -> str:
    """Return a result in one of the forms.

    ``width``: width of a text; ``document``: replaces the document of the result, with
    additions; ``options``: options of the document, such as ``full`` of reports.
    """
    from fastmetrics.show import markup, text

    check_language(language)
    if form == "json":
        return to_json(result.to_dict())
    if form == "html":
        return result.to_html(full=True, language=language)
    if form == "csv" and hasattr(result, "to_csv"):
        return str(result.to_csv())
    width = width or text.WIDTH
    limit = None if form == "markdown" else width
    shown = document or result._document(limit, **options)
    if form == "markdown":
        return markup.to_markdown(shown, language)
    if form == "latex":
        return markup.to_latex(shown, language)
    return f"{text.plain(text.laid_out(shown, width, language))}\n"


def to_json(content: object) -> str:
    """Return plain content as JSON; a number that JSON cannot hold is an error."""
    return json.dumps(content, indent=2, allow_nan=False) + "\n"


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    OSError
        If that fails; the file is as it was then.
    """
    with whole_file(path) as file:
        file.write(content)


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that is there when all is written: another one first, then renamed.

    Raises
    ------
    OSError
        If that fails. Whatever is raised, the file is as it was then.
    """
    target = real(path)
    if not is_replaced(target):  # a device or a pipe: cannot be replaced
        with target.open("wb") as file:
            yield file
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path))
    # Named before there is such a file: from its first moment on it is cleared away.
    name = target.with_name(f".fastmetrics-{os.urandom(8).hex()}")
    try:
        with open(name, "xb", opener=_own) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _permissions(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _own(path: str, flags: int) -> int:
    """Open a file that nobody else may read until it has its mode."""
    return os.open(path, flags, 0o600)


def real(path: str | os.PathLike[str]) -> Path:
    """Follow links, so that a link's target is replaced and not the link."""
    return Path(os.path.realpath(path))


def is_replaced(target: Path) -> bool:
    """Whether it is a file, or is to be one, and not a device or a pipe."""
    return target.is_file() or not target.exists()


def _permissions(target: Path) -> int:
    """Return the mode of the file that is replaced, else that of any new file."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


# What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class RowWriter:
    """Writes rows of cells as they are, quoted where they have to be.

    The standard library's writer leaves a lone carriage return without quotes where
    lines end in a line feed, and readers then see a line end.
    """

    def __init__(self, file: IO[str], delimiter: str = ",") -> None:
        options: Any = {"delimiter": delimiter, "lineterminator": "\n"}
        self._plain = csv.writer(file, **options)
        self._quoting = csv.writer(file, quoting=csv.QUOTE_ALL, **options)

    def write(self, row: Sequence[object]) -> None:
        """Write one row."""
        returns = any(isinstance(cell, str) and "\r" in cell for cell in row)
        (self._quoting if returns else self._plain).writerow(row)


def to_csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; a text that looks like a formula begins with an apostrophe.

    Control characters are shown, not sent to the terminal.

    >>> print(to_csv_text([["model", "value"], ["=1+1", -2.5]]), end="")
    model,value
    '=1+1,-2.5
    """
    file = io.StringIO()
    writer = RowWriter(file)
    for row in rows:
        writer.write([_defused(cell) for cell in row])
    return file.getvalue()


def _defused(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = uncontrolled(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
