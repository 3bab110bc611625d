"""``fastmetrics wer``: its options, and error rates of transcripts."""

from __future__ import annotations

import argparse
from typing import Any

import fastmetrics
from fastmetrics.cli import common_options, output
from fastmetrics.cli.common_options import (
    SEVERAL,
    add_command,
    add_level,
    add_option,
    add_quiet,
    add_report,
    add_resampling,
    threads,
)
from fastmetrics.cli.files import say_notes, working
from fastmetrics.cli.forms import write_report
from fastmetrics.cli.output import UsageError
from fastmetrics.cli.requirements import Gate, add_require, with_required
from fastmetrics.cli.transcripts.corpus import (
    Corpus,
    Reading,
    read_bundled,
    read_corpus,
)
from fastmetrics.cli.writing import alignment_of
from fastmetrics.readers.text_files import FORMS
from fastmetrics.report.evaluation import Report, evaluate
from fastmetrics.report.sections.transcripts import worst_rows
from fastmetrics.show.result import form_of
from fastmetrics.show.words import in_language

# ------------------------------------------------------------------------------ running
# ``fastmetrics wer``: reads transcripts, judges them, writes what is found.


OF_CHARACTERS = ("character_error_rate", "sentence_error_rate")


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check(options)
    output.check_targets(options)
    with threads(options.threads):
        corpus = _corpus(options)
        say_notes(corpus.notes, options)
        report = _report(corpus, options)
        output.draw_report(report, options)
        gate = Gate(report, options.require)
    write_report(
        report,
        gate,
        options,
        heading=corpus.heading,
        source={
            "reference": options.reference,
            "hypotheses": options.hypotheses,
            "systems": [*corpus.systems],
            "costs": options.costs,
        },
        below=lambda width: _alignments(report, corpus, options, width),
    )
    return gate.close()


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if the command line is wrong."""
    files = {"REF": options.reference}
    files |= {f"HYP {path}": path for path in options.hypotheses}
    files |= {"--output": options.output, "--plot": options.plot}
    if [*files.values()].count("-") > 1:
        raise UsageError("standard input can be one file only")
    output.check_distinct(files)
    output.check_kinds(options)
    if options.chars and options.metrics:
        raise UsageError("--chars and --metrics exclude each other")
    form = options.format or form_of(options.output)
    if options.align and form != "table":
        raise UsageError(f"--align prints text, and {form} is asked for")


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
            alignment = fastmetrics.align(corpus.reference[row], heard[row], **how)
            head = alignment_of(system, corpus.names[row], errors[row])
            heading = in_language(head, options.language)
            blocks.append(f"\n{heading}\n{alignment.text(width)}\n")
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
    parser = add_command(
        commands,
        "wer",
        _run,
        "judge transcripts: word errors, their kinds, and where they are",
        WER,
    )
    parser.add_argument("reference", metavar="REF", nargs="?")
    parser.add_argument("hypotheses", metavar="HYP", nargs="*")
    _add_reading(parser.add_argument_group("files"))
    _add_counting(parser.add_argument_group("counting"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1999, fewer on large data", stratified=False)
    _add_output(parser.add_argument_group("output"))


def _add_reading(group: Any) -> None:
    add_option(
        group,
        "--input",
        "how all files are read (default: as they look)",
        choices=(*FORMS, TABLE),
    )
    for option, what in (
        ("--ref-column", "of a table: what was said"),
        ("--id", "of a table: what tells its utterances apart"),
    ):
        add_option(group, f"{option} COLUMN", what)
    add_option(
        group,
        "--hyp-column COLUMN",
        "of a table: what a system made of it; again for each further system",
        **SEVERAL,
    )
    add_option(
        group,
        "--missing",
        "an utterance that a HYP lacks is an error, or an empty transcript "
        "(default: %(default)s)",
        choices=("error", "empty"),
        default="error",
    )
    add_option(
        group,
        "--group COLUMN",
        "utterances of one group, such as a speaker, are drawn together for "
        'intervals: a column of REF, or "speaker" for what stands before the first - '
        "or _ of an id",
    )
    add_option(
        group,
        "--by COLUMN",
        "also judges the utterances of each value of this column apart, with "
        "intervals of how far these slices are apart; a column as for --group",
    )


def _add_counting(group: Any) -> None:
    add_option(group, "--chars", "compare characters, not words")
    add_option(
        group,
        "--normalize STEPS",
        f"what is done to all texts first, in order, separated by commas: "
        f"{', '.join(common_options.STEPS)}; remove_specific_words:'uh um', "
        "substitute_words:'colour=color grey=gray', "
        "substitute_regexes:'/[0-9]+/#/'",
        type=common_options.normalizing_steps,
    )
    add_option(
        group,
        "--costs",
        "which alignment is taken: that with the fewest errors, or sclite's "
        "(default: %(default)s)",
        choices=("levenshtein", "sclite"),
        default="levenshtein",
    )
    add_option(
        group,
        "--metrics NAMES",
        'separated by commas; "fastmetrics metrics" lists them',
        type=common_options.metric_names,
    )


def _add_output(group: Any) -> None:
    add_option(
        group,
        "--align N",
        "also print the N utterances of each system with most errors, word below word",
        type=common_options.positive_int,
    )
    add_report(group, "the values, the kinds of errors, and errors by length")
    add_require(group)
    add_quiet(group)
