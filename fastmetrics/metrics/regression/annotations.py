"""What functions of errors take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["KendallVariant"]

KendallVariant: TypeAlias = Literal["a", "b", "c"]
