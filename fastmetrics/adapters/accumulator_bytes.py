"""An Accumulator as bytes.

The format is, in the frame of `fastmetrics._common.packing`, of version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMACCUMS``
8       uint16              version of the format, 1
10      uint64              b, the bytes of the text
18      uint64              m, the number of ids of batches
26      b bytes             JSON, UTF-8: what was asked for, what was decided by the
                            first batch, the kinds of what two models share
                            (``pairs``), and of each summary the model, the kind and
                            the number of its bytes
..      ..                  the bytes of the summaries, in that order
..      16 m bytes          BLAKE2b of 128 bits of each id, ascending
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fastmetrics._common.packing import BatchIds, Format
from fastmetrics._inputs.rows import Omitted
from fastmetrics.adapters.accumulated_metrics import Part, check_slices
from fastmetrics.adapters.batch_summaries import Kind, summary_classes
from fastmetrics.adapters.held_summaries import (
    AllUpdates,
    GatheredScores,
    LastUpdates,
    State,
)
from fastmetrics.adapters.paired_models import is_of_pair, written_pair
from fastmetrics.adapters.sliced_summaries import SlicedSummary
from fastmetrics.catalog import tasks_of
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

_FORMAT = Format(
    b"FMACCUMS", 1, "QQ", "these bytes of an Accumulator are", "no Accumulator"
)


def pack(accumulator: Any, states: Sequence[State]) -> bytes:
    """Return the bytes of an accumulator with these states."""
    texts: list[bytes] = []
    listed: list[list[Any]] = []
    kinds = [part.kind for part in accumulator._parts]
    pairs: dict[Kind, None] = {}
    for at, state in enumerate(states):
        for model, by_kind in state.items():
            pairs |= dict.fromkeys(filter(is_of_pair, by_kind))
            kinds += [pair for pair in pairs if pair not in kinds]
            for kind, summary in by_kind.items():
                texts.append(summary.to_bytes())
                listed.append([at, model, kinds.index(kind), len(texts[-1])])
    header = accumulator._told() | accumulator._held.told() | {"summaries": listed}
    header["classes"] = accumulator._classes
    if accumulator._missing == "raise":
        del header["missing"]
    if pairs:
        header["pairs"] = [[*kind] for kind in pairs]
    if accumulator._omitted.total:
        header["omitted"] = [*accumulator._omitted]
    text = json.dumps(header, sort_keys=True).encode()
    ids = accumulator._ids.to_bytes()
    return _FORMAT.seal((len(text), len(accumulator._ids)), [text, *texts, ids])


def unpack(kind: Any, data: Any) -> Any:
    """Read an accumulator of a class from the bytes of `pack`."""
    (size, n_ids), reader = _FORMAT.open(data)
    header = reader.take_told(size)
    classes = summary_classes()
    with _FORMAT.reading():
        own = dict(header["settings"])
        missing = own.pop("missing", header.get("missing", "raise"))
        accumulator = kind(
            task=header["task"],
            max_thresholds=header.get("max_thresholds"),
            window=header["window"],
            by=header.get("by", False),
            missing=missing,
            **own,
        )
        request = header["metrics"]
        if request is not None:
            accumulator._asked = {
                n: (of, dict(own)) for n, (of, own) in request.items()
            }
            tasks_of(of for of, _ in accumulator._asked.values())  # there are such
        accumulator._defaults = dict(header.get("defaults", {}))
        accumulator._classes = list(header.get("classes", []))
        n, total, by_column = header.get("omitted", (0, 0, {}))
        accumulator._omitted = Omitted(int(n), int(total), dict(by_column))
        if not 0 <= accumulator._omitted.n <= accumulator._omitted.total:
            raise _FORMAT.damaged("the rows that were left out cannot be")
        accumulator._parts = tuple(map(Part.of_told, header["parts"]))
        names = {reading.name for part in accumulator._parts for reading in part.asked}
        if accumulator._parts and names != (
            names if request is None else request.keys()
        ):
            raise _FORMAT.damaged("the metrics are not those that were asked for")
        states: dict[int, State] = {}
        kinds = [part.kind for part in accumulator._parts]
        kinds += [Kind(*map(str, pair)) for pair in header.get("pairs", ())]
        for at, model, k, length in header["summaries"]:
            key = kinds[k]
            written: Any = SlicedSummary
            if is_of_pair(key):
                written = written_pair(key)
            elif not accumulator._by:
                written = classes[key.summary]
            summary = _read(written, reader.take_bytes(length))
            if accumulator._by and summary.summary != key.summary:
                raise _FORMAT.damaged("slices are of other summaries")
            states.setdefault(at, {}).setdefault(str(model), {})[key] = summary
        every = [states[at] for at in sorted(states)]
        sizes, n_front = header["sizes"], header.get("front", 0)
        wrong = _cannot_be(accumulator._window, every, sizes, n_front)
        if wrong:
            raise _FORMAT.damaged(wrong)
        if accumulator._window is None:
            accumulator._held = AllUpdates.of_states(every, sizes)
        else:
            accumulator._held = LastUpdates.of_states(
                accumulator._window, every, sizes, n_front
            )
    if accumulator._by:
        check_slices(accumulator._parts, accumulator._held.total())
    accumulator._ids = BatchIds.take(reader, n_ids, _FORMAT)
    reader.finish()
    return accumulator


def _cannot_be(
    window: int | None, states: Sequence[State], sizes: Sequence[int], n_front: int
) -> str:
    """Return the problem with states and their rows, or ""."""
    n = len(states)
    if len(sizes) != (n if window else 2 * n) or n > (window or 1):
        return "the numbers of updates cannot be"
    if any(type(size) is not int or size < 1 for size in sizes):
        return "the numbers of rows cannot be"
    if type(n_front) is not int or not 0 <= n_front <= n:
        return "the numbers of updates cannot be"
    held = [
        {model: {k for k in own if not is_of_pair(k)} for model, own in state.items()}
        for state in states
    ]
    if any(models != held[0] for models in held):
        return "summaries are missing"
    return ""


def _read(written: Any, data: memoryview) -> Any:
    """Return a summary of its bytes; scores that travel are gathered ones."""
    if written is ScoreSweep and GatheredScores.reads(data):
        return GatheredScores.from_bytes(data)
    return written.from_bytes(data)
