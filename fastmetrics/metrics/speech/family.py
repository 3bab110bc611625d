"""Transcripts compared with what was said, by edits."""

from dataclasses import replace

from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import TRUE_LABELS, Argument, Family
from fastmetrics.metrics.speech.formulas import OTHERS, RECORDS

FAMILY = Family(
    name="speech",
    title="Speech",
    arguments=(
        replace(
            TRUE_LABELS,
            what="the reference transcripts",
            column_names=(*TRUE_LABELS.column_names, "reference", "ref", "transcript"),
            other_names=("reference",),
            as_given=True,
        ),
        Argument(
            "y_pred",
            "pred",
            "a system's transcripts",
            per_model=True,
            column_names=("hypothesis", "hyp"),
            other_names=("hypothesis",),
            as_given=True,
        ),
        Argument(
            "utterance_id",
            "",
            "what utterances are called",
            form="object",
            required=False,
            as_given=True,
        ),
    ),
    positional={"": ("y_true", "y_pred")},
    options=("groups",),
    settings=("normalize", "delimiter", "costs"),
    told_by=Reference("fastmetrics.metrics.speech.sentences.look_like_sentences"),
    asks_for={"": "is of transcripts: say task='speech'"},
    summaries=("fastmetrics.metrics.speech.edits.counts.EditCounts",),
    commands=(Reference("fastmetrics.cli.transcripts.add"),),
    metrics=RECORDS,
    others=OTHERS,
    guide="fastmetrics.metrics.speech",
)
