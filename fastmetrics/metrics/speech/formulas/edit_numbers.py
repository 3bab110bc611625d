"""What the formulas of errors in transcripts read."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["EditNumbers", "EditTotals"]


class EditNumbers(NamedTuple):
    """Tokens by what became of them: whole numbers, or arrays of one shape of them."""

    hits: Any
    substitutions: Any
    deletions: Any
    insertions: Any

    @property
    def reference_tokens(self) -> Any:
        """How many tokens the reference has."""
        return self.hits + self.substitutions + self.deletions

    @property
    def hypothesis_tokens(self) -> Any:
        """How many tokens the hypothesis has."""
        return self.hits + self.substitutions + self.insertions

    @property
    def edits(self) -> Any:
        """How many edits lead from the one to the other."""
        return self.substitutions + self.deletions + self.insertions


class EditTotals(NamedTuple):
    """Of `EditNumbers` what is known without an alignment."""

    edits: Any
    reference_tokens: Any
    hypothesis_tokens: Any
