"""What docstrings name of other projects, with the places where it is explained.

Sphinx reads the pages of others from inventories. Those of whole projects have tens of
thousands of entries and must be fetched; of a few names they are written from a table.
"""

from __future__ import annotations

import zlib
from pathlib import Path

__all__ = ["INSIDE", "write"]

# project -> where it is, and its names: domain and role, place of the page
PROJECTS = {
    "python": (
        "https://docs.python.org/3",
        {
            "functools.partial": ("py:function", "library/functools.html#$"),
            "str.split": ("py:method", "library/stdtypes.html#$"),
        },
    ),
    "numpy": (
        "https://numpy.org/doc/stable",
        {"numpy.arange": ("py:function", "reference/generated/numpy.arange.html#$")},
    ),
    "scipy": (
        "https://docs.scipy.org/doc/scipy",
        {
            "scipy.spatial.distance.cdist": (
                "py:function",
                "reference/generated/scipy.spatial.distance.cdist.html#$",
            )
        },
    ),
}

# Names in docstrings without a page: methods of engines' frames, and classes inside the
# package that a reader of the source finds by their names.
INSIDE = (
    *("sort_values", "sortWithinPartitions", "repartitionByRange"),
    *("Cells", "Counts", "Information", "Resolution", "TestMethods"),
    *("confusion.count_pairs", "confusion.count_plain"),
)


def write(folder: Path) -> dict[str, tuple[str, str]]:
    """Write the inventories; return where Sphinx finds each project's."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for project, (address, names) in PROJECTS.items():
        head = f"# Sphinx inventory version 2\n# Project: {project}\n# Version: \n"
        head += "# The remainder of this file is compressed using zlib.\n"
        lines = (f"{n} {role} 1 {place} -\n" for n, (role, place) in names.items())
        path = folder / f"{project}.inv"
        path.write_bytes(head.encode() + zlib.compress("".join(lines).encode()))
        found[project] = (address, str(path))
    return found
