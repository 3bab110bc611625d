"""Whether an engine's workers can import the package, asked before a job runs.

A task that cannot be read where it arrives fails in the words of the engine, over a
hundred lines of them, or is tried again for ever. What is asked here is read anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fastmetrics._common.names import with_noun

WHERE = "see 'What each worker needs' in docs/engines.md"
# Functions of this source are sent as they are written: no module has them.
_SOURCE = '''
def imported():
    """Return the version that can be imported here, or why none can, after a "!"."""
    try:
        import fastmetrics
        import fastmetrics.adapters.partitions

        return fastmetrics.__version__
    except Exception as error:
        return "!" + type(error).__name__ + ": " + str(error)


def batches_imported(batches):
    """Yield the same for each batch of Arrow's."""
    import pyarrow as pa

    for _ in batches:
        yield pa.record_batch([pa.array([imported()])], ["said"])
'''


def asking(name: str) -> Any:
    """Return one of the functions that run on the workers."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(_SOURCE, namespace)
    return namespace[name]


def check_workers(said: Mapping[str, str]) -> None:
    """Raise unless all workers, by name, can import the version that is used here.

    Raises
    ------
    ImportError
        In one line, which names the first worker that cannot.
    """
    own = asking("imported")()
    wrong = {who: text for who, text in said.items() if text != own}
    if not wrong:
        return
    who, text = next(iter(wrong.items()))
    why = text[1:] if text.startswith("!") else f"it has version {text}, here is {own}"
    raise ImportError(
        f"fastmetrics cannot be used on {with_noun(len(wrong), 'worker')} of "
        f"{len(said)}, the first {who}: {why}; {WHERE}"
    )


def in_one_line(error: BaseException) -> str:
    """Return the one relevant line of an engine's error message."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [text for text in lines if re.match(r"[\w.]*(Error|Exception)\b", text)]
    # Python's own words come last, those of the engine around them.
    own_lines = [t for t in named if not t.startswith(("org.", "java."))] or named
    text = (own_lines or lines or [type(error).__name__])[-1 if own_lines else 0]
    return text[:300]
