"""``fastmetrics wer``: reads transcripts, judges them, writes what is found."""

from __future__ import annotations

import argparse
from typing import Any

import fastmetrics
from fastmetrics.cli import output
from fastmetrics.cli.common_options import threads
from fastmetrics.cli.files import working
from fastmetrics.cli.forms import page_of
from fastmetrics.cli.output import draw, of_kinds, useless_kinds
from fastmetrics.cli.requirements import Gate, with_required
from fastmetrics.cli.streams import BAD_USAGE, fail, say, write_out
from fastmetrics.cli.transcripts.corpus import (
    Corpus,
    Reading,
    read_bundled,
    read_corpus,
)
from fastmetrics.cli.writing import alignment_of
from fastmetrics.report.document import document
from fastmetrics.report.evaluation import Report, evaluate
from fastmetrics.report.sections.transcripts import worst_rows
from fastmetrics.show.result import form_of, text_of, to_json
from fastmetrics.show.text import WIDTH, laid_out
from fastmetrics.show.words import in_language

__all__ = ["run"]

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
