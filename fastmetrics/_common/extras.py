"""What to say where a package is missing that only some of the functions need."""

__all__ = ["needs"]


def needs(what: str, package: str, extra: str) -> str:
    """Say which package is missing and how to get it, alone or with the extra.

    The distribution is fastmetrics-intervals: fastmetrics on the public index is
    another project.
    """
    return (
        f"{what} needs {package}: pip install {package}, or pip install "
        f"'fastmetrics-intervals[{extra}]'"
    )
