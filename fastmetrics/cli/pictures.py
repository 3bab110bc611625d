"""Pictures of what was found, as a file."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import Any

from fastmetrics._common.extras import needs
from fastmetrics.cli import output
from fastmetrics.cli.streams import OutputError
from fastmetrics.readers import MissingLibraryError
from fastmetrics.report.content import Content

__all__ = ["draw", "of_kinds", "useless_kinds"]


def draw(found: Any, path: str, **options: Any) -> None:
    """Write what ``found.plot()`` draws, in the format that the path ends with."""
    ending = Path(path).suffix.lower().lstrip(".") or "png"
    try:
        if ending == "svg" and hasattr(found, "to_svg"):
            picture = found.to_svg(**options).encode()
        elif ending == "pdf" and isinstance(found, Content):
            from fastmetrics.report.plots.kinds import to_pdf

            picture = to_pdf(found, **options)
        else:
            file = io.BytesIO()
            found.plot(**options).savefig(file, format=ending, dpi=150)
            picture = file.getvalue()
    except ImportError as error:
        raise MissingLibraryError(needs("--plot", "matplotlib", "plot")) from error
    except ValueError as error:  # no such format, or nothing to be drawn so
        raise OutputError(f"{path}: {error}") from error
    output.write_file(path, picture)


def of_kinds(options: argparse.Namespace) -> dict[str, Any]:
    """Return which pictures of a report were asked for, as `Report.plot` takes it."""
    return {} if options.plot_kind is None else {"kind": options.plot_kind}


def useless_kinds(options: argparse.Namespace) -> str:
    """Return what is wrong if pictures are named and none is drawn; empty: nothing."""
    named = options.plot_kind is not None and options.plot is None
    return "--plot-kind says what --plot draws: give both" if named else ""
