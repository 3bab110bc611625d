"""CountFormula: how one public function is computed from counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class CountFormula:
    """What turns `Counts` into the value of one public function.

    Attributes
    ----------
    value : callable
        ``value(counts, **parameters)``: float64 of the counts' leading shape.
        ``parameters`` are the keyword parameters of the public function without
        ``sample_weight``; ``zero_division`` arrives as a number.
    proportion : callable, optional
        ``proportion(counts, **parameters)``: the pair (successes, trials) of which the
        value is the quotient, or None if with these parameters it is none.
    needs_table : bool
        Whether the value is a matter of the whole table whatever the parameters are.
    table_parameters : tuple of str
        Parameters that make it a matter of the whole table if they are not None.
    multilabel : bool
        Whether counts of a multilabel target will do as well.
    """

    value: Callable[..., Any]
    proportion: Callable[..., Any] | None = None
    needs_table: bool = False
    table_parameters: tuple[str, ...] = ()
    multilabel: bool = False

    def reads_table(self, parameters: Mapping[str, Any]) -> bool:
        """Return whether the value needs the table, with these parameters."""
        return self.needs_table or any(
            parameters.get(name) is not None for name in self.table_parameters
        )
