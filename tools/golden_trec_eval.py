"""Make tests/golden/trec_eval.json: what trec_eval and pytrec_eval say of made-up runs.

Two sets of judgements and runs with all that is rare in real ones: equal scores, scores
that are equal in single precision alone, documents that nobody judged or that were
seen and left unjudged (grade -1), queries without a list, without a judgement, without
a relevant document. Grades of the first go from -1 to 3, those of the second are 0, 1.

Run with trec_eval 9.0.8 and 10.0-rc3 built from https://github.com/usnistgov/trec_eval
(without -c this 10 ends with an error if a query has no list), and with pytrec_eval-
terrier 0.5.11, which is trec_eval 9, and ir-measures 0.4.3 installed::

    python tools/golden_trec_eval.py path/to/trec_eval-9 path/to/trec_eval-10
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import ir_measures
import pytrec_eval

OUTPUT = Path(__file__).resolve().parent.parent / "tests" / "golden" / "trec_eval.json"

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

MEASURES = [
    *("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref"),
    *("recip_rank", "iprec_at_recall", "11pt_avg", "infAP", "ndcg", "set_P"),
    *("set_recall", "set_F", "P.5,15,100", "recall.5,15,100", "success.1,5"),
    *("map_cut.5,15", "ndcg_cut.5,15", "relative_P.5,15", "gm_bpref", "yaap", "G"),
    *("binG", "ndcg_rel", "Rndcg", "Rprec_mult.0.2,0.5,1.2,2.0", "set_relative_P"),
    *("set_map", "utility", "num_nonrel_judged_ret"),
]
# What is kept as it is printed.
LISTINGS = {
    "": [],
    "--metrics official --per-query": ["-q", "-m", "official"],
    "--metrics set --per-query": ["-q", "-m", "set"],
    "--metrics all_trec": ["-m", "all_trec"],
    "--metrics map,P_5,gm_bpref --per-query --missing zero": [
        *("-c", "-q", "-m", "map", "-m", "P.5", "-m", "gm_bpref")
    ],
}
OPTIONS = {
    "": [],
    "-c": ["-c"],
    "-c -l2": ["-c", "-l", "2"],
    "-J": ["-J"],
}


def made_up(seed: int, grades: list[int]) -> tuple[Qrels, Run]:
    """Return judgements and a run."""
    draw = random.Random(seed)
    names = [f"d{i}" for i in range(30)] + [f"D-{i:03d}" for i in range(20)]
    qrels: Qrels = {}
    run: Run = {}
    for query in range(14):
        judged = draw.sample(names, draw.choice([10, 25, 40]))
        returned = draw.sample(names, draw.choice([1, 7, 20, 40]))
        qrels[f"q{query}"] = {doc: draw.choice(grades) for doc in judged}
        levels = draw.choice([1, 3, 20, 1000])
        run[f"q{query}"] = {
            doc: draw.randrange(levels) / 8 + draw.choice([0.0, 1e-10])
            for doc in returned
        }
    del run["q3"], run["q8"], qrels["q5"]
    qrels["q9"] = dict.fromkeys(qrels["q9"], 0)
    qrels["q10"] = dict.fromkeys(qrels["q10"], min(grades))
    return qrels, run


def printed_by(program: str, qrels: Qrels, run: Run, options: list[str]) -> str:
    """Return what the program prints."""
    judged = ((q, d, g) for q, of in qrels.items() for d, g in of.items())
    results = ((q, d, s) for q, of in run.items() for d, s in of.items())
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, "qrels"), Path(folder, "run")]
        paths[0].write_text("".join(f"{q} 0 {d} {g}\n" for q, d, g in judged))
        paths[1].write_text("".join(f"{q} Q0 {d} 1 {s!r} x\n" for q, d, s in results))
        command = [program, *options, *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def by_trec_eval(
    program: str, qrels: Qrels, run: Run, options: list[str]
) -> dict[str, dict[str, str]]:
    """Return what the program prints, by query and measure."""
    asked = [word for measure in MEASURES for word in ("-m", measure)]
    found: dict[str, dict[str, str]] = {}
    printed = printed_by(program, qrels, run, ["-q", *asked, *options])
    for line in printed.splitlines():
        measure, query, value = line.split()
        found.setdefault(query, {})[measure] = value
    return found


def by_pytrec_eval(qrels: Qrels, run: Run) -> dict[str, dict[str, float]]:
    """Return the same by query from Python, in all digits."""
    measures = {
        *("map", "map_cut.10", "P.10", "recall.10", "Rprec", "bpref", "recip_rank"),
        *("ndcg", "ndcg_cut.10", "infAP", "11pt_avg", "set_P", "set_recall", "set_F"),
        *("G", "binG", "ndcg_rel", "Rndcg", "Rprec_mult.0.4", "set_relative_P"),
        *("set_map", "utility"),
    }
    return pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)


# For these ir-measures puts documents with one score in the order of their ids, the
# first one first, and does not round scores.
BY_FIRST_ID = ["RR@3", "Judged@10"]
AS_TREC_EVAL = [
    *("nDCG@10", "AP(rel=2)@15", "RR", "RR(rel=2)", "P(rel=2)@5", "R@15", "Success@3"),
    *("IPrec@0.1", "Bpref(rel=2)", "Rprec", "infAP", "SetP", "SetR(rel=2)", "SetF"),
]


def by_ir_measures(qrels: Qrels, run: Run) -> dict[str, dict[str, float]]:
    """Return measures by the names that ir-measures has for them, by query."""
    found: dict[str, dict[str, float]] = {}
    for name in (*AS_TREC_EVAL, *BY_FIRST_ID):
        measure = ir_measures.parse_measure(name)
        values = ir_measures.iter_calc([measure], qrels, run)
        found[name] = {one.query_id: one.value for one in values}
    return found


def main(nine: str, ten: str) -> None:
    """Write the file."""
    found = []
    for seed, grades in ((1, [-1, 0, 0, 1, 2, 3]), (2, [0, 1])):
        qrels, run = made_up(seed, grades)
        printed = {
            f"9.0.8 {name}".strip(): by_trec_eval(nine, qrels, run, options)
            for name, options in OPTIONS.items()
        }
        printed["10.0-rc3 -c"] = by_trec_eval(ten, qrels, run, OPTIONS["-c"])
        found.append(
            {
                "qrels": qrels,
                "run": run,
                "trec_eval": printed,
                "listings": {
                    name: printed_by(nine, qrels, run, options)
                    for name, options in LISTINGS.items()
                },
                "pytrec_eval": by_pytrec_eval(qrels, run),
                "ir_measures": by_ir_measures(qrels, run),
            }
        )
    OUTPUT.write_text(json.dumps(found, indent=None, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
