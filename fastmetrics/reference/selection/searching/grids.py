"""Values at equal steps, counted in exact fractions of what is written."""

from fractions import Fraction


def parameter_range(start: float, stop: float, step: float) -> list[float]:
    """Go from ``start`` by ``step`` until ``stop`` would be passed."""
    first, last, each = (Fraction(str(one)) for one in (start, stop, step))
    if each == 0 or (last - first) / each < 0:
        raise ValueError(f"{start=}, {stop=}, {step=}")
    values = [first]
    while abs(values[-1] + each - first) <= abs(last - first):
        values.append(values[-1] + each)
    miss = (last - values[-1]) / each  # below 1; of a step
    if 1 - miss < Fraction(1, 10**9):
        values.append(last)
    elif miss < Fraction(1, 10**9):
        values[-1] = last
    whole = all(isinstance(one, int) for one in (start, stop, step))
    return [int(one) if whole else float(one) for one in values]
