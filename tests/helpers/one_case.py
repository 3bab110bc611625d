"""Many entries of a table in one case: separate cases would cost more than they ask."""

import copy
import functools
import inspect

import pytest


def one_case(names, entries):
    """Call a test with each entry of a table, like ``parametrize``, but in one case.

    The entry that fails is named. If entries take long to make, pass a function that
    returns them: it is called when the test runs. Each entry gets the ``rng`` fixture
    anew, and what it changes with ``monkeypatch`` is undone after it; other fixtures
    are shared. On a class, each test is called this way. An entry that skips is passed
    over; if all skip, the case is skipped.
    """
    named = names.split(",") if isinstance(names, str) else names
    keys = [key.strip() for key in named]
    # If two decorators are stacked, the inner one reads its entries several times.
    entries = entries if callable(entries) else list(entries)

    def decorated(test):
        if isinstance(test, type):
            for key, one in list(vars(test).items()):
                if key.startswith("test"):
                    setattr(test, key, decorated(one))
            return test

        found = inspect.signature(test)
        rest = [one for key, one in found.parameters.items() if key not in keys]
        left = found.replace(parameters=rest)

        @functools.wraps(test)
        def every_entry(*args, **kwargs):
            fixtures = left.bind(*args, **kwargs).arguments
            made = list(entries()) if callable(entries) else entries
            assert made, "nothing is asked"
            skipped = []
            for entry in made:
                values = entry if len(keys) > 1 else (entry,)
                given = dict(zip(keys, values, strict=True))
                if "rng" in fixtures:
                    given["rng"] = copy.deepcopy(fixtures["rng"])
                try:
                    with pytest.MonkeyPatch.context() as patched:
                        if "monkeypatch" in fixtures:
                            given["monkeypatch"] = patched
                        test(**{**fixtures, **given})
                except pytest.skip.Exception as error:
                    skipped.append(error)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"with {', '.join(keys)} = {entry!r}")
                    raise
            if len(skipped) == len(made):
                raise skipped[-1]

        every_entry.__signature__ = left
        return every_entry

    return decorated
