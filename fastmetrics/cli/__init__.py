"""The command line: ``fastmetrics evaluate``, ``fastmetrics metrics``."""

from fastmetrics.cli.command import main

__all__ = ["main"]
