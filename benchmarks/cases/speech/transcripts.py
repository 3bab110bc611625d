"""Errors in transcripts: of sentences, of long texts and of characters."""

import random
from functools import partial
from typing import Any

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer
from benchmarks.peers import jiwer, rapidfuzz

_WORDS = [f"w{i}" for i in range(5000)]
_LETTERS = "abcdefghijklmnopqrstuvwxyz "


def _heard(draw: random.Random, tokens: list[str], others: Any) -> list[str]:
    """Return tokens of which a twentieth is missing and a tenth another one."""
    kept = [token for token in tokens if draw.random() > 0.05]
    return [draw.choice(others) if draw.random() < 0.1 else token for token in kept]


def _texts(length: int, n: int, tokens: Any = _WORDS, gap: str = " ") -> Any:
    """Return n texts of so many tokens, and what a system has heard."""
    draw = random.Random(20240229)
    said = [draw.choices(tokens, k=length) for _ in range(n)]
    heard = [_heard(draw, text, tokens) for text in said]
    return tuple([gap.join(text) for text in column] for column in (said, heard))


sentences = partial(_texts, 20)
chapters = partial(_texts, 2000)
lines = partial(_texts, 200, tokens=_LETTERS, gap="")


def _one(n: int) -> Any:
    return "the cat sat on the mat", "the cat sat on a mat today"


def _split(*columns: Any) -> Any:
    return [[text.split() for text in column] for column in columns]


def _tokens(n: int) -> Any:
    return tuple(_split(*sentences(n)))


def _two_systems(n: int) -> Any:
    said, heard = sentences(n)
    return said, heard, [" ".join(text.split()[1:]) for text in said]


def _rapidfuzz(said: Any, heard: Any) -> Any:
    """Return the characters' distance alone, over those of the reference."""
    pairs = [(a.strip(), b.strip()) for a, b in zip(said, heard, strict=True)]
    edits = sum(rapidfuzz.distance(a, b) for a, b in pairs)
    return edits / sum(len(a) for a, _ in pairs)


def _counted(function: Any, *columns: Any) -> Any:
    return function(*columns).edits


def _all(*columns: Any) -> Any:
    return [sum(map(len, column)) for column in columns]


SPLIT = Floor("splitting in Python", _split)


def _case(name: str, n: int, inputs: Any = sentences, **more: Any) -> Case:
    facts = {"covers": name, "floor": SPLIT, "column": "texts", **more}
    return Case(facts.pop("title", name), n, inputs, getattr(fm, name), **facts)


def _against(name: str, at_least: float | None = None) -> tuple[Peer, ...]:
    return (Peer("jiwer", getattr(jiwer, name), at_least),) if jiwer else ()


DISTANCE = (Peer("RapidFuzz, distance alone", _rapidfuzz, 0.9),) if rapidfuzz else ()


CASES = [
    _case("word_error_rate", 20_000, peers=_against("wer", 35), floor_at_most=1),
    _case(
        "word_error_rate",
        200,
        chapters,
        title="word_error_rate, 2000 words",
        peers=_against("wer", 12),
    ),
    _case(
        "word_error_rate",
        1,
        _one,
        title="word_error_rate, one short pair",
        peers=_against("wer"),
        fixed_n=True,
        seconds_at_most=5e-6,
    ),
    _case(
        "character_error_rate",
        10_000,
        lines,
        peers=(*_against("cer", 28), *DISTANCE),
    ),
    *(
        _case(name, 20_000, peers=_against(theirs))
        for name, theirs in (
            ("match_error_rate", "mer"),
            ("word_information_lost", "wil"),
            ("word_information_preserved", "wip"),
        )
    ),
    *(
        _case(name, 20_000)
        for name in ("sentence_error_rate", "edit_distance", "confusion_pairs")
    ),
    _case("token_error_rate", 20_000, _tokens, floor=Floor("going through them", _all)),
    Case(
        "edit_counts",
        20_000,
        sentences,
        partial(_counted, fm.edit_counts),
        covers="edit_counts",
        floor=SPLIT,
        column="texts",
    ),
    _case("align", 1, _one, fixed_n=True),
    _case("matched_pair_sentence_segment_test", 20_000, _two_systems),
]
