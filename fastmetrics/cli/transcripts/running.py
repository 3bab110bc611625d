"""``fastmetrics wer``: its options, and error rates of transcripts."""

from __future__ import annotations

import argparse
from typing import Any

import fastmetrics
from fastmetrics.cli import common_options, output
from fastmetrics.cli.common_options import (
    add_level,
    add_quiet,
    add_report,
    add_resampling,
    threads,
)
from fastmetrics.cli.files import working
from fastmetrics.cli.forms import page_of
from fastmetrics.cli.output import (
    BAD_USAGE,
    EXIT_CODES,
    draw,
    fail,
    of_kinds,
    say,
    useless_kinds,
    write_out,
)
from fastmetrics.cli.requirements import Gate, add_require, with_required
from fastmetrics.cli.transcripts.corpus import (
    Corpus,
    Reading,
    read_bundled,
    read_corpus,
)
from fastmetrics.cli.writing import alignment_of
from fastmetrics.readers.text_files import FORMS
from fastmetrics.report.document import document
from fastmetrics.report.evaluation import Report, evaluate
from fastmetrics.report.sections.transcripts import worst_rows
from fastmetrics.show.result import form_of, text_of, to_json
from fastmetrics.show.text import WIDTH, laid_out
from fastmetrics.show.words import in_language

# ------------------------------------------------------------------------------ running
# ``fastmetrics wer``: reads transcripts, judges them, writes what is found.


OF_CHARACTERS = ("character_error_rate", "sentence_error_rate")


def run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    wrong = _wrong(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
    output.check_targets(options)
    with threads(options.threads):
        corpus = _corpus(options)
        if not options.quiet:
            for note in corpus.notes:
                say(note)
        report = _report(corpus, options)
        if options.plot:
            draw(report, options.plot, **of_kinds(options))
        try:
            gate = Gate(report, options.require)
        except ValueError as error:
            return fail(error, BAD_USAGE)
    _write(report, corpus, gate, options)
    return gate.close()


def _wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    files = {"REF": options.reference}
    files |= {f"HYP {path}": path for path in options.hypotheses}
    files |= {"--output": options.output, "--plot": options.plot}
    if [*files.values()].count("-") > 1:
        return "standard input can be one file only"
    same = output.same_file(files)
    if same:
        return same
    if useless_kinds(options):
        return useless_kinds(options)
    if options.chars and options.metrics:
        return "--chars and --metrics exclude each other"
    form = options.format or form_of(options.output)
    if options.align and form != "table":
        return f"--align prints text, and {form} is asked for"
    return ""


def _corpus(options: argparse.Namespace) -> Corpus:
    reading = Reading(
        options.input,
        options.ref_column,
        options.hyp_column,
        options.id,
        options.missing,
        options.group,
        options.by,
    )
    if options.reference is None:
        return read_bundled(reading)
    return read_corpus(options.reference, options.hypotheses, reading)


def _report(corpus: Corpus, options: argparse.Namespace) -> Report:
    slices = corpus.units.get("--by")
    with working(options) as update:
        report = evaluate(
            corpus.reference,
            corpus.systems,
            utterance_id=corpus.names,
            task="speech",
            metrics=with_required(
                OF_CHARACTERS if options.chars else options.metrics,
                options.require,
            ),
            confidence_level=options.confidence_level,
            n_resamples=options.n_resamples,
            groups=corpus.units.get("--group"),
            by=None if slices is None else {options.by: slices},
            random_state=options.seed,
            progress=update,
            digits=options.digits,
            normalize=options.normalize,
            costs=options.costs,
        )
    return report


def _write(
    report: Report, corpus: Corpus, gate: Gate, options: argparse.Namespace
) -> None:
    form = options.format or form_of(options.output)
    if form == "table" and not options.output:
        width = output.width(options.places)
        made = _document(report, corpus, width, bars=output.draws_bars())
        output.show(laid_out(gate.noted(made), width, options.language))
        write_out(_alignments(report, corpus, options, width))
        return
    if form == "json":
        text = to_json(_content(report, corpus, options) | gate.content())
    elif form == "html":
        content = _content(report, corpus, options)
        text = page_of(report, corpus.heading, content, gate, options.language)
    else:
        width = options.places or WIDTH
        made = _document(report, corpus, width if form == "table" else None)
        made = gate.noted(made)
        text = text_of(report, form, options.language, width=width, document=made)
        text += _alignments(report, corpus, options, width)
    if options.output:
        output.write_file(options.output, text.encode("utf-8", "replace"))
    else:
        write_out(text)


def _document(
    report: Report, corpus: Corpus, width: int | None, *, bars: bool = False
) -> Any:
    made = document(report, width, bars=bars)
    return made._replace(head=[corpus.heading, *made.head])


def _content(
    report: Report, corpus: Corpus, options: argparse.Namespace
) -> dict[str, Any]:
    return {
        "fastmetrics": fastmetrics.__version__,
        "reference": options.reference,
        "hypotheses": options.hypotheses,
        "systems": [*corpus.systems],
        "costs": options.costs,
        **report.to_dict(),
    }


def _alignments(
    report: Report, corpus: Corpus, options: argparse.Namespace, width: int
) -> str:
    """Return the worst utterances of each system, word below word."""
    if not options.align:
        return ""
    how = {"normalize": options.normalize, "costs": options.costs}
    how["unit"] = "code_point" if options.chars else "word"
    blocks = []
    for system, heard in corpus.systems.items():
        counts = report.edit_counts[system]
        errors = counts[:, 1:].sum(axis=1)
        for row in worst_rows(counts, options.align):
            found = fastmetrics.align(corpus.reference[row], heard[row], **how)
            head = alignment_of(system, corpus.names[row], errors[row])
            said = in_language(head, options.language)
            blocks.append(f"\n{said}\n{found.text(width)}\n")
    return "".join(blocks)


# ---------------------------------------------------------------------------- arguments
# The options of ``fastmetrics wer``.


TABLE = "table"

WER = """\
Compare transcripts with what was said: word error rate, character error rate and more,
each with an interval, what errors are made of, the commonest confusions and the worst
utterances. Of several systems every pair is compared, on the same utterances.

REF has what was said, each HYP what a system made of it:
  plain  an utterance in each line; line by line the same utterances in all files
  trn    NIST's: the id of the utterance in parentheses at the end of its line
  kaldi  the id is the first word of the line
  table  CSV, Parquet or Arrow/Feather with columns; REF alone has all of them, or each
         HYP has its own, matched by --id
Lines are read as --input says, else as they look; gzip too. Utterances with ids are
matched by these, in any order; those of trn without case, as sclite does. Without files
bundled data are judged.

Words are compared as they are written: case and punctuation count, unless --normalize
takes them away. Intervals are over utterances, or with --group over speakers.
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "wer",
        help="judge transcripts: word errors, their kinds, and where they are",
        description=WER,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument("reference", metavar="REF", nargs="?")
    parser.add_argument("hypotheses", metavar="HYP", nargs="*")
    _add_reading(parser.add_argument_group("files"))
    _add_counting(parser.add_argument_group("counting"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1999, fewer on large data", stratified=False)
    _add_output(parser.add_argument_group("output"))


def _run(options: argparse.Namespace) -> int:

    return run(options)


def _add_reading(group: Any) -> None:
    group.add_argument(
        "--input",
        choices=(*FORMS, TABLE),
        help="how all files are read (default: as they look)",
    )
    for option, what in (
        ("--ref-column", "of a table: what was said"),
        ("--id", "of a table: what tells its utterances apart"),
    ):
        group.add_argument(option, metavar="COLUMN", help=what)
    group.add_argument(
        "--hyp-column",
        metavar="COLUMN",
        action="append",
        default=[],
        help="of a table: what a system made of it; again for each further system",
    )
    group.add_argument(
        "--missing",
        choices=("error", "empty"),
        default="error",
        help="an utterance that a HYP lacks is an error, or an empty transcript "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--group",
        metavar="COLUMN",
        help="utterances of one group, such as a speaker, are drawn together for "
        'intervals: a column of REF, or "speaker" for what stands before the first - '
        "or _ of an id",
    )
    group.add_argument(
        "--by",
        metavar="COLUMN",
        help="also judges the utterances of each value of this column apart, with "
        "intervals of how far these slices are apart; a column as for --group",
    )


def _add_counting(group: Any) -> None:
    group.add_argument(
        "--chars", action="store_true", help="compare characters, not words"
    )
    group.add_argument(
        "--normalize",
        metavar="STEPS",
        type=common_options.normalizing_steps,
        help=f"what is done to all texts first, in order, separated by commas: "
        f"{', '.join(common_options.STEPS)}; remove_specific_words:'uh um', "
        "substitute_words:'colour=color grey=gray', "
        "substitute_regexes:'/[0-9]+/#/'",
    )
    group.add_argument(
        "--costs",
        choices=("levenshtein", "sclite"),
        default="levenshtein",
        help="which alignment is taken: that with the fewest errors, or sclite's "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--metrics",
        metavar="NAMES",
        type=common_options.metric_names,
        help='separated by commas; "fastmetrics metrics" lists them',
    )


def _add_output(group: Any) -> None:
    group.add_argument(
        "--align",
        metavar="N",
        type=common_options.positive_int,
        help="also print the N utterances of each system with most errors, word below "
        "word",
    )
    add_report(group, "the values, the kinds of errors, and errors by length")
    add_require(group)
    add_quiet(group)
