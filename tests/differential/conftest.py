"""What all tests of drawn data share."""

import pytest
from helpers.random_cases import examples
from hypothesis import settings


def pytest_ignore_collect(collection_path, config):
    """Leave scikit-learn's own tests alone, all slow, where none of them is asked for.

    Making 3,500 tests of its modules takes seconds of each process.
    """
    asked = config.option.markexpr
    if "not slow" in asked or asked == "long":
        return collection_path.name == "test_sklearn_suite.py" or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Draw fewer examples than elsewhere: each is asked of many functions."""
    if not isinstance(collector, pytest.Module):
        return (yield)
    before = settings.get_current_profile_name()
    most = min(settings().max_examples, examples(100, same=10))
    settings.register_profile("drawn data", max_examples=most)
    settings.load_profile("drawn data")
    try:
        return (yield)
    finally:
        settings.load_profile(before)
