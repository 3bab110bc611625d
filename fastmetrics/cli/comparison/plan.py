"""``fastmetrics plan``: rows for a difference or for one value, or what rows show."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from typing import Any

from fastmetrics._common.test_result import ALTERNATIVES
from fastmetrics.cli import output, types
from fastmetrics.cli.streams import BAD_USAGE, EXIT_CODES, OK, fail, write_out
from fastmetrics.show.document import Document
from fastmetrics.show.numbers import NONE
from fastmetrics.show.result import to_json
from fastmetrics.show.tables import Table
from fastmetrics.show.text import laid_out

__all__ = ["add"]

PLAN = """\
How many rows it takes to find a difference between two models that are judged on the
same rows, or which difference so many rows show. Give the difference, the number of
rows, or both (then the chance to find it), and one of

  --discordance          of accuracies: the share of rows on which exactly one of the
                         two models is right; it is at least the difference
  --standard-deviation   of means over rows: of the differences by row (of the losses)

Both are taken from a pilot: a table of two models' right and wrong answers, or the
differences of their losses.

Of one model, how many rows (or utterances) its value takes: give the value that is
expected, and --width or --null.

  --auc          the area under the ROC curve, with --prevalence
  --proportion   a share of rows: an accuracy, a recall, an error rate
  --wer          a word error rate, with --words and --design-effect, or with
                 --variation
"""
# What is planned of one model, and the function's parameters: option -> name of it.
ONE: dict[str, dict[str, str]] = {
    "auc": {"prevalence": "prevalence"},
    "proportion": {},
    "wer": {
        "words": "tokens_per_unit",
        "design-effect": "design_effect",
        "variation": "coefficient_of_variation",
    },
}
OF_ONE = {
    "width": ("W", "of one value: how wide its interval may be"),
    "null": ("V", "of one value: the value that is to be refuted"),
    "prevalence": ("P", "of --auc: the share of positives (default: 0.5)"),
    "words": ("M", "of --wer: the words of an utterance"),
    "design-effect": ("D", "of --wer: how much more its variance is than by chance"),
    "variation": ("C", "of --wer: coefficient of variation of an utterance's errors"),
}
# Chances for which the table says what they take.
POWERS = (0.5, 0.8, 0.9, 0.95, 0.99)


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "plan",
        help="how many rows a difference of two models takes, or one value",
        description=PLAN,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument(
        "--difference", metavar="D", type=types.finite, help="its size, above 0"
    )
    parser.add_argument(
        "--rows",
        metavar="N",
        type=types.positive_int,
        help="how many rows both models are judged on",
    )
    noise = parser.add_mutually_exclusive_group()
    noise.add_argument("--discordance", metavar="P", type=types.finite)
    noise.add_argument("--standard-deviation", metavar="S", type=types.finite)
    one = parser.add_mutually_exclusive_group()
    for name in ONE:
        one.add_argument(f"--{name}", metavar="V", type=types.finite)
    for name, (metavar, said) in OF_ONE.items():
        parser.add_argument(f"--{name}", metavar=metavar, type=types.finite, help=said)
    parser.add_argument(
        "--power",
        metavar="P",
        type=types.probability,
        default=0.8,
        help="chance to find the difference (default: %(default)s)",
    )
    parser.add_argument(
        "--alpha",
        metavar="P",
        type=types.probability,
        default=0.05,
        help="level of the test (default: %(default)s)",
    )
    parser.add_argument(
        "--alternative",
        choices=ALTERNATIVES,
        default="two-sided",
        help="greater, less: a test of one side (default: %(default)s)",
    )
    parser.add_argument(
        "--comparisons",
        metavar="M",
        type=types.positive_int,
        default=1,
        help="how many tests share the level (default: %(default)s)",
    )
    parser.add_argument(
        "--json", action="store_true", help="write JSON instead of sentences"
    )


def _run(options: argparse.Namespace) -> int:
    asked = [name for name in ONE if getattr(options, name) is not None]
    wrong = _mixed(options, asked)
    if wrong:
        return fail(wrong, BAD_USAGE)
    if asked:
        return _run_one(options, asked[0])
    if options.difference is None and options.rows is None:
        return fail("give --difference, --rows or both", BAD_USAGE)
    try:
        found = _found(options)
    except ValueError as error:
        return fail(error, BAD_USAGE)
    if options.json:
        write_out(to_json(found))
        return OK
    shown = Document(
        [*_sentences(found)], tables=[*_tables(found, options.difference is None)]
    )
    output.show(laid_out(shown, output.width(None)))
    return OK


def _given(options: argparse.Namespace, name: str) -> Any:
    return getattr(options, name.replace("-", "_"))


def _mixed(options: argparse.Namespace, asked: list[str]) -> str:
    """Say which options do not go together; empty: all do."""
    sizes, noise = ("difference", "rows"), ("discordance", "standard-deviation")
    of_two = [one for one in (*sizes, *noise) if _given(options, one) is not None]
    of_one = [one for one in OF_ONE if _given(options, one) is not None]
    if not asked:
        if of_one:
            return f"--{of_one[0]} is for --auc, --proportion or --wer"
        if not {*of_two} & {*noise}:
            return (
                "give --discordance or --standard-deviation of two models, or --auc, "
                "--proportion or --wer of one"
            )
        return ""
    if of_two:
        return f"--{of_two[0]} is of two models, --{asked[0]} of one"
    if options.comparisons != 1:
        return f"--comparisons is of two models, --{asked[0]} of one"
    for name in of_one:
        if name not in ("width", "null", *ONE[asked[0]]):
            return f"--{name} does not go with --{asked[0]}"
    if (options.width is None) == (options.null is None):
        return f"give either --width or --null with --{asked[0]}"
    if asked[0] == "wer":
        if (options.design_effect is None) == (options.variation is None):
            return "give either --design-effect or --variation with --wer"
        if (options.design_effect is None) != (options.words is None):
            return "--words goes with --design-effect, and --design-effect with --words"
    return ""


def _run_one(options: argparse.Namespace, name: str) -> int:
    """Say how many rows one value takes."""
    from fastmetrics.comparison import one_model_planning as planning

    functions: dict[str, Callable[..., int]] = {
        "auc": planning.auc_sample_size,
        "proportion": planning.proportion_sample_size,
        "wer": planning.error_rate_sample_size,
    }
    given = {
        own: _given(options, option)
        for option, own in {"width": "width", "null": "null", **ONE[name]}.items()
        if _given(options, option) is not None
    }
    test = {"alpha": options.alpha}
    if options.null is not None:
        test |= {"power": options.power, "alternative": options.alternative}
    value = getattr(options, name)
    try:
        n = functions[name](value, **given, **test)
    except ValueError as error:
        return fail(error, BAD_USAGE)
    unit = "utterances" if name == "wer" else "rows"
    found = {name: value, **given, **test, unit: n}
    if name == "auc":
        found["positive"] = round(n * given.get("prevalence", 0.5))
    if options.json:
        write_out(to_json(found))
        return OK
    shown = Document([*_said_of_one(found, name, unit)])
    output.show(laid_out(shown, output.width(None)))
    return OK


def _said_of_one(found: dict[str, Any], name: str, unit: str) -> Iterator[str]:
    """Yield what is found, in sentences."""
    what = {"auc": "an AUC", "proportion": "a share", "wer": "a word error rate"}[name]
    many = f"{found[unit]:,} {unit}"
    if name == "auc":
        many += f" ({found['positive']:,} positive)"
    if "width" in found:
        yield (
            f"With {many} the {100 * (1 - found['alpha']):g} % interval of {what} of "
            f"{found[name]:g} is about {found['width']:g} wide."
        )
    else:
        sides = "two-sided" if found["alternative"] == "two-sided" else "one-sided"
        yield (
            f"With {many} a {sides} test at level {found['alpha']:g} tells {what} of "
            f"{found[name]:g} from {found['null']:g} with probability "
            f"{found['power']:.4g}."
        )
    if "tokens_per_unit" in found:
        yield f"That is {math.ceil(found[unit] * found['tokens_per_unit']):,} words."


def _found(options: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked for, and what it takes for several chances."""
    from fastmetrics.comparison.planning import (
        comparison_power,
        minimum_detectable_difference,
        required_sample_size,
    )

    noise = {
        "discordance": options.discordance,
        "standard_deviation": options.standard_deviation,
    }
    test = {
        "alpha": options.alpha,
        "alternative": options.alternative,
        "n_comparisons": options.comparisons,
    }
    rows, difference = options.rows, options.difference

    def at(power: float) -> dict[str, float | int | None]:
        """Return rows and difference of a chance, and the chance that they have."""
        n, d = rows, difference
        if d is None:
            d = minimum_detectable_difference(n, power=power, **noise, **test)
        elif n is None:
            n = required_sample_size(d, power=power, **noise, **test)
        is_none = math.isnan(d)
        return {
            "power": power,
            "rows": n,
            "difference": None if is_none else d,
            "exact_power": None if is_none else comparison_power(d, n, **noise, **test),
        }

    if rows is None or difference is None:
        asked = at(options.power)
        others = [at(one) for one in POWERS if one > options.alpha]
    else:
        power = comparison_power(difference, rows, method="normal", **noise, **test)
        asked, others = at(power), []
    given = {key: value for key, value in noise.items() if value is not None}
    return {**given, **test, **asked, "table": others}


def _sentences(found: dict[str, Any]) -> Iterator[str]:
    sides = "two-sided" if found["alternative"] == "two-sided" else "one-sided"
    test = f"a {sides} test at level {found['alpha']:g}"
    if found["n_comparisons"] > 1:
        test += f" that {found['n_comparisons']:,} tests share"
    if "discordance" in found:
        noise = f"if exactly one model is right on {found['discordance']:g} of them"
    else:
        noise = f"if differences by row vary by {found['standard_deviation']:g}"
    rows, power = f"{found['rows']:,} rows", f"probability {found['power']:.4g}"
    if found["difference"] is None:
        yield (
            f"On {rows} no difference is found with {power} by {test}: accuracies "
            f"differ by no more than the discordance, {found['discordance']:g}."
        )
        return
    yield (
        f"On {rows} a difference of {found['difference']:.4g} is found with {power} "
        f"by {test}, {noise}."
    )
    if "discordance" in found:
        yield (
            "The formula is an approximation: the exact McNemar test finds it with "
            f"probability {found['exact_power']:.4g}."
        )


def _tables(found: dict[str, Any], is_of_rows: bool) -> Iterator[Table]:
    """Yield what other chances take, if there is something to choose."""
    if not found["table"]:
        return
    headers = ["Power", "Difference" if is_of_rows else "Rows"]
    rows = [
        [f"{one['power']:g}", _number(one["difference"], ".4g")]
        if is_of_rows
        else [f"{one['power']:g}", f"{one['rows']:,}"]
        for one in found["table"]
    ]
    if "discordance" in found:
        headers.append("Exact McNemar test")
        for row, one in zip(rows, found["table"], strict=True):
            row.append(_number(one["exact_power"], ".4f"))
    yield Table("What other chances take", headers, rows, frozenset({0, 1, 2}))


def _number(value: float | None, form: str) -> str:
    return NONE if value is None else f"{value:{form}}"
