"""Every case by two numbers: the seed, and which one of that seed it is."""

from fuzz import api, files, tables
from fuzz.drawing import Draw

KINDS = {
    api.function_case: 10,
    api.summary_case: 2,
    api.splitter_case: 2,
    files.bytes_case: 2,
    files.file_case: 2,
    files.judged_case: 1,
    tables.table_case: 1,
}


def make(seed, number):
    """Return a case; the same numbers make the same case, in any process."""
    draw = Draw(f"{seed}/{number}")
    return draw.weighted(KINDS)(draw)
