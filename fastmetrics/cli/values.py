"""Values of columns: numbers, weights, labels, and the family that they fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.names import shown, some
from fastmetrics.cli import names
from fastmetrics.cli.classes import expanded
from fastmetrics.cli.names import Role, roles_of
from fastmetrics.metrics.families import Family
from fastmetrics.readers import Columns, DataError
from fastmetrics.readers.columns import number_in


def numbers(values: np.ndarray, label: str) -> np.ndarray:
    """Return a column of finite numbers; numbers in a column of text are read."""
    if values.dtype == object:
        try:
            values = np.array([number_in(float, value) for value in values], np.float64)
        except ValueError:
            row, text = next(
                (row, v) for row, v in enumerate(values, 1) if not _is_number(v)
            )
            raise DataError(
                f"{label}: {shown(text)} in row {row} is not a number"
            ) from None
    if values.dtype.kind == "f":
        finite = np.isfinite(values)
        if not finite.all():
            row = int(finite.argmin())
            count = int(len(finite) - finite.sum())
            raise DataError(
                f"{label}: {count:,} of {len(finite):,} values are not finite, the "
                f"first in row {row + 1} ({values[row]})"
            )
    return values


def _is_number(text: str) -> bool:
    try:
        number_in(float, text)
    except ValueError:
        return False
    return True


def weights(values: np.ndarray, label: str) -> np.ndarray:
    """Return a column of weights: not negative, not all zero."""
    values = numbers(values, label)
    if (values < 0).any():
        row = int((values < 0).argmax())
        raise DataError(f"{label}: row {row + 1} has the negative weight {values[row]}")
    if not values.any():
        raise DataError(f"{label}: all weights are zero")
    return values


def positive(labels: np.ndarray, label: str, pos_label: str | None) -> object:
    """Return the positive one of two labels; raise if there are not two.

    Without `pos_label` it is the larger of 0 and 1, −1 and 1, False and True; other
    labels do not say which of them is positive.
    """
    low, high = _two_classes(labels, label)
    if pos_label is not None:
        match = [v for v in (low, high) if _means(pos_label, v)]
        if not match:
            raise DataError(
                f"{label}: --pos-label {shown(pos_label)} is none of its values, "
                f"which are {shown(low)} and {shown(high)}"
            )
        return match[0]
    if isinstance(low, str) or (low, high) not in ((0, 1), (-1, 1)):
        raise DataError(
            f"{label}: its values are {shown(low)} and {shown(high)}; say which is the "
            "positive class with --pos-label"
        )
    return high


def _two_classes(labels: np.ndarray, label: str) -> tuple[object, object]:
    if labels.dtype == object:
        values = sorted(set(labels.tolist()), key=lambda v: (str(type(v)), v))
        _need_two(len(values), values, label)
        return values[0], values[1]
    numbers(labels, label)
    low, high = labels.min(), labels.max()
    if low == high:
        _need_two(1, [low.item()], label)
    # Two comparisons: counting distinct values would sort them.
    if not ((labels == low) | (labels == high)).all():
        values = np.unique(labels).tolist()
        _need_two(len(values), values, label)
    return low.item(), high.item()


def _need_two(n: int, values: Sequence[object], label: str) -> None:
    if n == 1:
        raise DataError(
            f"{label}: has one class only, {shown(values[0])}; there is nothing to "
            "tell apart without a row of the other"
        )
    if n > 2:
        few = ", ".join(map(shown, values[:4]))
        raise DataError(
            f"{label}: has {n:,} different values ({few}, …); two classes are needed"
        )


def _means(text: str, value: object) -> bool:
    """Return whether a word from the command line stands for this label."""
    if isinstance(value, str):
        return text == value
    if isinstance(value, bool):
        return text.lower() in (("true", "1") if value else ("false", "0"))
    try:
        return float(text) == value
    except ValueError:
        return False


def check_labels(
    columns: Sequence[tuple[str, np.ndarray]], hint: str = "scores go with --score"
) -> None:
    """Raise unless these are columns of labels of one kind.

    Each comes with what messages call it; ``hint`` says what to do with fractions.
    """
    of_text: dict[bool, str] = {}
    for label, values in columns:
        of_text.setdefault(values.dtype == object, label)
        if values.dtype.kind != "f":
            continue
        numbers(values, label)
        odd = values != np.trunc(values)
        if odd.any():
            row = int(odd.argmax())
            raise DataError(
                f"{label}: {values[row].item()!r} in row {row + 1} is no label; labels "
                f"are text or whole numbers, and {hint}"
            )
    if len(of_text) > 1:
        raise DataError(
            f"{of_text[True]} holds text and {of_text[False]} holds numbers; labels "
            "must be of one kind"
        )


def of_positive(metrics: Sequence[str] | None) -> list[str] | None:
    """Return those of some metrics that are of a positive class; None: of all kinds."""
    if metrics is None:
        return None
    return [
        name
        for name in metrics
        if any(row.is_of_positive({}) for row in catalog.namesakes(name))
    ]


def positive_label(
    columns: Sequence[tuple[str, np.ndarray]],
    word: str | None,
    metrics: Sequence[str] | None = None,
) -> object:
    """Return the positive label if there are two in all of the columns, else None.

    ``word`` is a word from the command line; without it the positive label is 1, if
    the other is 0 or -1. ``metrics`` are those that are of a positive class, None if
    all kinds are shown: without any it need not be known.
    """
    labels: set[object] = set()
    for _, values in columns:
        labels |= _few_values(values)
    few = ", ".join(map(shown, sorted(labels, key=repr)[:4]))
    truth = columns[0][0]
    if len(labels) > 2:
        if word is not None:
            raise DataError(
                f"{truth}: --pos-label is for two classes; there are more ({few}, …)"
            )
        return None
    if word is not None:
        match = [label for label in labels if _means(word, label)]
        if not match:
            raise DataError(
                f"{truth}: --pos-label {shown(word)} is none of the labels, which "
                f"are {few}"
            )
        return match[0]
    if labels <= {0, 1} or labels <= {-1, 1}:
        return 1
    if metrics is not None and not metrics:
        return None
    need = f", as {some([*metrics], ', ')} needs it" if metrics else ""
    raise DataError(
        f"{truth}: the labels are {few}; say which is the positive class with "
        f"--pos-label{need}"
    )


def _few_values(values: np.ndarray) -> set[object]:
    """Return the distinct values if there are at most two, else three or more."""
    if values.dtype == object:
        return set(values.tolist())
    low, high = values.min(), values.max()
    other = (values != low) & (values != high)
    third = {values[other.argmax()].item()} if other.any() else set()
    return {low.item(), high.item()} | third


# --- which family a file is of, where the values of its columns tell it

BESIDE = "there are columns that it alone has"


class Inferred(NamedTuple):
    """A family, and the reason in words; empty if the family was requested."""

    family: Family
    why: str


def infer_family(
    columns: Columns,
    given: Mapping[str, Sequence[str]],
    tasks: Collection[str] | None = None,
) -> Inferred | None:
    """Return the family that the values of a file fit, or None.

    ``given`` are the columns by option; ``tasks`` the families of the metrics that were
    asked for.

    Raises
    ------
    DataError
        If nobody can know.
    """
    options = {option for option, at in given.items() if at}
    for family in catalog.FAMILIES.values():
        roles = roles_of([family])
        if not family.told_by or not options <= {*roles}:
            continue
        if tasks is not None and {*tasks} == {family.name}:
            return Inferred(family, "")
        if tasks is not None and family.name not in tasks:
            continue
        why = _why(columns, family, roles, given)
        if why:
            return Inferred(family, why)
    return None


def _why(
    columns: Columns,
    family: Family,
    roles: Mapping[str, Role],
    given: Mapping[str, Sequence[str]],
) -> str:
    places = _places(columns, family, roles, given)
    truth = next(option for option, role in roles.items() if role.argument.required)
    if not places[truth]:
        return ""
    own = {role.argument.name: places[option] for option, role in roles.items()}
    shared = roles[truth].argument.name
    of_models = [n for n in family.columns_per_model if n not in family.claims]
    read = dict.fromkeys(i for name in (shared, *of_models) for i in own.get(name, ()))
    values = dict(zip(read, columns.read([*read], labels=[*read]), strict=True))
    models = {
        str(i): {name: values[i]} for name in of_models for i in own.get(name, ())
    }
    try:
        return _asked(family, {shared: values[places[truth][0]]}, models)
    except ValueError as error:
        if any(own.get(name) for name in family.claims):
            return BESIDE
        label = columns.label(places[truth][0])
        raise DataError(f"{label}: {error}, with --task") from error


def _asked(family: Family, shared: Mapping[str, Any], models: Mapping[str, Any]) -> str:
    return family.told_by(shared, models) if family.told_by else ""


def why_amounts(truth: np.ndarray, predictions: Sequence[np.ndarray]) -> str:
    """Return why columns are amounts, in words; empty for names of classes.

    Raises
    ------
    ValueError
        If nobody can know.
    """
    models = {str(i): {"y_pred": column} for i, column in enumerate(predictions)}
    of_numbers = [
        f for f in catalog.FAMILIES.values() if f.arguments[0].holds != "labels"
    ]
    return "".join(_asked(family, {"y_true": truth}, models) for family in of_numbers)


def _places(
    columns: Columns,
    family: Family,
    roles: Mapping[str, Role],
    given: Mapping[str, Sequence[str]],
) -> dict[str, list[int]]:
    """Return where the columns of a family are, given or guessed, if they are."""
    places: dict[str, list[int]] = {
        option: [i for name in given.get(option, ()) for i in expanded(columns, name)]
        for option, role in roles.items()
        if role.argument.form == "column"
    }
    places = {option: places.get(option, []) for option in roles}
    taken = {i for at in places.values() for i in at}
    for option, role in roles.items():
        if not (role.argument.per_model or places[option]):
            places[option] = names.guess_shared(columns, taken, role)
            taken |= {*places[option]}
    of_models = [role for role in roles.values() if role.argument.per_model]
    if not any(places[role.option] for role in of_models):
        try:
            guesses = names.guess_models(columns, taken, [family], of_models, False)
        except DataError:
            return places
        places |= guesses
    return places
