"""The compiled kernels, a module per kernel family."""

try:
    # All the other modules need this one.
    from fastmetrics._kernels import _cyutility as _cyutility  # type: ignore
except ImportError as error:
    from pathlib import Path

    raise ImportError(
        "fastmetrics: the compiled kernels for this Python are not in "
        f"{str(Path(__file__).parent)!r} or do not load ({error}). "
        "Compile them with `pip install -e .` in the checkout (a minute or two, with "
        "a C compiler), or leave the checkout's directory, to find the installed "
        "package first."
    ) from error
