"""The picture of a comparison as a file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from fastmetrics._common.extras import needs
from fastmetrics.cli import output
from fastmetrics.cli.streams import OutputError
from fastmetrics.readers import MissingLibraryError

__all__ = ["draw"]


def draw(found: Any, path: str, **options: Any) -> None:
    """Write what ``found.plot()`` draws, in the format that the path ends with."""
    ending = Path(path).suffix.lower().lstrip(".") or "png"
    try:
        if ending == "svg" and hasattr(found, "to_svg"):
            picture = found.to_svg(**options).encode()
        else:
            file = io.BytesIO()
            found.plot(**options).savefig(file, format=ending, dpi=150)
            picture = file.getvalue()
    except ImportError as error:
        raise MissingLibraryError(needs("--plot", "matplotlib", "plot")) from error
    except ValueError as error:  # no such format, or nothing to be drawn so
        raise OutputError(f"{path}: {error}") from error
    output.write_file(path, picture)
