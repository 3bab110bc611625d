"""Many entries of a table in one case: a case of each would cost more than it asks."""

import copy
import functools
import inspect

import pytest


def one_case(names, entries):
    """Call a test with each entry, as ``parametrize`` does, but in a single case.

    The entry that fails is named. Entries that take long to make are those that a
    function returns; it is called when the test runs. Of the fixtures ``rng`` begins
    anew for each entry, and what ``monkeypatch`` has set is undone after it; all others
    are shared. Of a class, each test is called so. Entries that skip are passed over;
    if all do, the case is skipped.
    """
    named = names.split(",") if isinstance(names, str) else names
    keys = [key.strip() for key in named]
    # Of two decorators the inner one goes through its entries again and again.
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
