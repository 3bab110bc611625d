"""``fastmetrics plan``: rows for a difference or for one value, or what rows show."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastmetrics._common.test_result import ALTERNATIVES
from fastmetrics.cli import common_options
from fastmetrics.cli.output import BAD_USAGE, EXIT_CODES, OK, fail
from fastmetrics.cli.writing import add_output, check_targets, same_file, written

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
# What is planned of one model, and the function's parameters: option -> name of it.
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
    parser = commands.add_parser(
        "plan",
        help="how many rows a difference of two models takes, or one value",
        description=PLAN,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument(
        "--difference",
        metavar="D",
        type=common_options.finite,
        help="its size, above 0",
    )
    parser.add_argument(
        "--rows",
        metavar="N",
        type=common_options.positive_int,
        help="how many rows both models are judged on",
    )
    noise = parser.add_mutually_exclusive_group()
    noise.add_argument("--discordance", metavar="P", type=common_options.finite)
    noise.add_argument("--standard-deviation", metavar="S", type=common_options.finite)
    parser.add_argument(
        "--sequential",
        action="store_true",
        help="of a difference: the rows of a test that is looked at every day",
    )
    one = parser.add_mutually_exclusive_group()
    for name in ONE:
        one.add_argument(f"--{name}", metavar="V", type=common_options.finite)
    for name, (metavar, said) in OF_ONE.items():
        parser.add_argument(
            f"--{name}", metavar=metavar, type=common_options.finite, help=said
        )
    parser.add_argument(
        "--power",
        metavar="P",
        type=common_options.probability,
        default=0.8,
        help="chance to find the difference (default: %(default)s)",
    )
    parser.add_argument(
        "--alpha",
        metavar="P",
        type=common_options.probability,
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
        type=common_options.positive_int,
        default=1,
        help="how many tests share the level (default: %(default)s)",
    )
    add_output(parser, "also draw power, or width, by rows", has_width=False)


def _run(options: argparse.Namespace) -> int:
    asked = [name for name in ONE if getattr(options, name) is not None]
    wrong = _mixed(options, asked)
    if wrong:
        return fail(wrong, BAD_USAGE)
    if not asked and options.difference is None and options.rows is None:
        return fail("give --difference, --rows or both", BAD_USAGE)
    wrong = same_file(options, {})
    if wrong:
        return fail(wrong, BAD_USAGE)
    check_targets(options)
    try:
        found = _of_one(options, asked[0]) if asked else _of_two(options)
    except ValueError as error:
        return fail(error, BAD_USAGE)
    written([found], "", found.to_dict(), options)
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

    given = {
        own: _given(options, option)
        for option, own in {"width": "width", "null": "null", **ONE[name]}.items()
        if _given(options, option) is not None
    }
    test = {"alpha": options.alpha}
    if options.width is None:
        test |= {"power": options.power, "alternative": options.alternative}
    return value_of(name, getattr(options, name), given, test)


def _given(options: argparse.Namespace, name: str) -> Any:
    return getattr(options, name.replace("-", "_"))


def _mixed(options: argparse.Namespace, asked: list[str]) -> str:
    """Say which options do not go together; empty: all do."""
    sizes, noise = ("difference", "rows"), ("discordance", "standard-deviation")
    of_two = [one for one in (*sizes, *noise) if _given(options, one) is not None]
    of_one = [one for one in OF_ONE if _given(options, one) is not None]
    if options.sequential and (asked or options.rows or options.difference is None):
        return "--sequential goes with --difference alone, without --rows"
    if options.sequential and options.comparisons != 1:
        return "--sequential is of one test, without --comparisons"
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
    if (options.versus is None) != (options.correlation is None):
        return "--correlation goes with --versus, and --versus with --correlation"
    if options.versus is not None and options.null is not None:
        return "give either --null or --versus"
    if options.versus is None and ((options.width is None) == (options.null is None)):
        return f"give either --width or --null with --{asked[0]}"
    if asked[0] == "wer":
        if (options.design_effect is None) == (options.variation is None):
            return "give either --design-effect or --variation with --wer"
        if (options.design_effect is None) != (options.words is None):
            return "--words goes with --design-effect, and --design-effect with --words"
    return ""
