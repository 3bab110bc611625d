"""How many Python functions a call of the library calls."""

import sys

import fastmetrics as fm


def function_calls(make):
    """Return the number of Python functions that ``make`` calls, on one thread.

    It has run before: modules that it imports and what it keeps are there.
    """
    count = 0

    def note(frame, event, argument):
        nonlocal count
        count += event == "call"

    with fm.num_threads(1):
        make()
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            make()
        finally:
            sys.setprofile(before)
    return count
