"""Progress bars for long work, drawn by rich."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastmetrics._common.extras import needs


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr while the block runs; yields what takes (done, total).

    Raises
    ------
    ImportError
        If rich is missing; it comes with the extra ``cli``.
    """
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError as error:
        raise ImportError(needs("progress=True", "rich", "cli")) from error
    # Leaving the block, by an error or Ctrl-C too, gives the cursor back.
    with Progress(console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task(what)
        yield lambda done, total: shown.update(task, completed=done, total=total)
