"""Progress bars for long work, drawn by rich."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from fastmetrics._common.extras import needs

# Seconds after which work is slow: it is shown to those who did not ask for a bar.
SLOW = 20.0


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


@contextmanager
def bar_if_slow(what: str, advice: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr once the block has lasted so long, after a line of advice.

    Yields what takes (done, total). Without rich there is the line alone.
    """
    started = time.monotonic()
    shown: Callable[[int, int], None] | None = None
    is_told = False
    with ExitStack() as stack:

        def update(done: int, total: int) -> None:
            nonlocal shown, is_told
            if not is_told and done < total and time.monotonic() - started >= SLOW:
                is_told = True
                print(f"fastmetrics: {advice}", file=sys.stderr)
                with suppress(ImportError):
                    shown = stack.enter_context(bar(what))
            if shown is not None:
                shown(done, total)

        yield update
