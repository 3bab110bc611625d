"""``fastmetrics plan``: rows for a difference or for one value, or what rows show."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastmetrics._common.test_result import ALTERNATIVES
from fastmetrics.cli import common_options
from fastmetrics.cli.common_options import add_command, add_option
from fastmetrics.cli.output import OK, UsageError
from fastmetrics.cli.writing import add_output, check_distinct, check_targets, written

if TYPE_CHECKING:
    from fastmetrics.show.result import Result

PLAN = """\
How many rows it takes to find a difference between two models that are judged on the
same rows, or which difference so many rows show. Give the difference, the number of
rows, or both (then the chance to find it), and one of

  --discordance          of accuracies: the share of rows on which exactly one of the
                         two models is right; it is at least the difference
  --standard-deviation   of means over rows: of the differences by row (of the losses)

Both are taken from a pilot: a table of two models' right and wrong answers, or the
differences of their losses.

With --sequential the rows are those by which a test that is looked at every day has
found the difference, beside the fixed number; a standard deviation, and the difference
with it, is then a share of the range of the values.

Of one model, how many rows (or utterances) its value takes: give the value that is
expected, and --width or --null.

  --auc          the area under the ROC curve, with --prevalence; or its difference
                 from --versus, with --correlation
  --proportion   a share of rows: an accuracy, a recall, an error rate
  --wer          a word error rate, with --words and --design-effect, or with
                 --variation
"""
# Quantities of one model, each with its options and the function's parameters.
ONE: dict[str, dict[str, str]] = {
    "auc": {
        "prevalence": "prevalence",
        "versus": "versus",
        "correlation": "correlation",
    },
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
    "versus": ("V", "of --auc: the area of another model, from which it differs"),
    "correlation": ("R", "of --versus: of both estimated areas; 0 on different rows"),
    "prevalence": ("P", "of --auc: the share of positives (default: 0.5)"),
    "words": ("M", "of --wer: the words of an utterance"),
    "design-effect": ("D", "of --wer: how much more its variance is than by chance"),
    "variation": ("C", "of --wer: coefficient of variation of an utterance's errors"),
}


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "plan",
        _run,
        "how many rows a difference of two models takes, or one value",
        PLAN,
    )
    add_option(
        parser, "--difference D", "its size, above 0", type=common_options.finite
    )
    add_option(
        parser,
        "--rows N",
        "how many rows both models are judged on",
        type=common_options.positive_int,
    )
    noise = parser.add_mutually_exclusive_group()
    noise.add_argument("--discordance", metavar="P", type=common_options.finite)
    noise.add_argument("--standard-deviation", metavar="S", type=common_options.finite)
    add_option(
        parser,
        "--sequential",
        "of a difference: the rows of a test that is looked at every day",
    )
    quantity = parser.add_mutually_exclusive_group()
    for name in ONE:
        quantity.add_argument(f"--{name}", metavar="V", type=common_options.finite)
    for name, (metavar, text) in OF_ONE.items():
        add_option(parser, f"--{name} {metavar}", text, type=common_options.finite)
    add_option(
        parser,
        "--power P",
        "chance to find the difference (default: %(default)s)",
        type=common_options.probability,
        default=0.8,
    )
    add_option(
        parser,
        "--alpha P",
        "level of the test (default: %(default)s)",
        type=common_options.probability,
        default=0.05,
    )
    add_option(
        parser,
        "--alternative",
        "greater, less: a test of one side (default: %(default)s)",
        choices=ALTERNATIVES,
        default="two-sided",
    )
    add_option(
        parser,
        "--comparisons M",
        "how many tests share the level (default: %(default)s)",
        type=common_options.positive_int,
        default=1,
    )
    add_output(parser, "also draw power, or width, by rows", has_width=False)


def _run(options: argparse.Namespace) -> int:
    quantities = [name for name in ONE if getattr(options, name) is not None]
    _check(options, quantities)
    if not quantities and options.difference is None and options.rows is None:
        raise UsageError("give --difference, --rows or both")
    check_distinct(options, {})
    check_targets(options)
    try:
        plan = _of_one(options, quantities[0]) if quantities else _of_two(options)
    except ValueError as error:
        raise UsageError(error) from error
    written([plan], "", plan.to_dict(), options)
    return OK


def _of_two(options: argparse.Namespace) -> Result:
    from fastmetrics.comparison.planned import comparison_of, sequential_of

    if options.sequential:
        return sequential_of(
            options.difference,
            discordance=options.discordance,
            standard_deviation=options.standard_deviation,
            power=options.power,
            alpha=options.alpha,
            alternative=options.alternative,
        )
    return comparison_of(
        options.difference,
        options.rows,
        discordance=options.discordance,
        standard_deviation=options.standard_deviation,
        power=options.power,
        alpha=options.alpha,
        alternative=options.alternative,
        n_comparisons=options.comparisons,
    )


def _of_one(options: argparse.Namespace, name: Any) -> Result:
    from fastmetrics.comparison.planned import value_of

    parameters = {
        own: _given(options, option)
        for option, own in {"width": "width", "null": "null", **ONE[name]}.items()
        if _given(options, option) is not None
    }
    test = {"alpha": options.alpha}
    if options.width is None:
        test |= {"power": options.power, "alternative": options.alternative}
    return value_of(name, getattr(options, name), parameters, test)


def _given(options: argparse.Namespace, name: str) -> Any:
    return getattr(options, name.replace("-", "_"))


def _check(options: argparse.Namespace, quantities: list[str]) -> None:
    """Raise UsageError if options are not compatible."""
    sizes, noise = ("difference", "rows"), ("discordance", "standard-deviation")
    of_two = [
        option for option in (*sizes, *noise) if _given(options, option) is not None
    ]
    of_one = [option for option in OF_ONE if _given(options, option) is not None]
    if options.sequential and (
        quantities or options.rows or options.difference is None
    ):
        raise UsageError("--sequential goes with --difference alone, without --rows")
    if options.sequential and options.comparisons != 1:
        raise UsageError("--sequential is of one test, without --comparisons")
    if not quantities:
        if of_one:
            raise UsageError(f"--{of_one[0]} is for --auc, --proportion or --wer")
        if not {*of_two} & {*noise}:
            raise UsageError(
                "give --discordance or --standard-deviation of two models, or --auc, "
                "--proportion or --wer of one"
            )
        return
    if of_two:
        raise UsageError(f"--{of_two[0]} is of two models, --{quantities[0]} of one")
    if options.comparisons != 1:
        raise UsageError(f"--comparisons is of two models, --{quantities[0]} of one")
    for name in of_one:
        if name not in ("width", "null", *ONE[quantities[0]]):
            raise UsageError(f"--{name} does not go with --{quantities[0]}")
    if (options.versus is None) != (options.correlation is None):
        raise UsageError(
            "--correlation goes with --versus, and --versus with --correlation"
        )
    if options.versus is not None and options.null is not None:
        raise UsageError("give either --null or --versus")
    if options.versus is None and ((options.width is None) == (options.null is None)):
        raise UsageError(f"give either --width or --null with --{quantities[0]}")
    if quantities[0] == "wer":
        if (options.design_effect is None) == (options.variation is None):
            raise UsageError("give either --design-effect or --variation with --wer")
        if (options.design_effect is None) != (options.words is None):
            raise UsageError(
                "--words goes with --design-effect, and --design-effect with --words"
            )
    return
