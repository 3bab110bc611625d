"""Tests that are not wanted are not made."""


def pytest_ignore_collect(collection_path, config):
    """Leave scikit-learn's own tests alone, all slow, where slow ones are left out.

    Making 3,500 tests of its modules takes seconds of each process.
    """
    if config.option.markexpr == "not slow":
        return collection_path.name == "test_sklearn_suite.py" or None
    return None
