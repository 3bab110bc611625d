"""Build the compiled kernels; everything else is in pyproject.toml.

``FASTMETRICS_DEBUG=1`` makes the debug build: Cython's bounds, None and division
checks on, AddressSanitizer and UBSan in (``tools/debug_tests`` runs the tests so).
"""

import copy
import itertools
import logging
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

LABELS = ["fm_labels.c", "fm_labels_avx2.c"]
SORT = ["fm_sort.c", "fm_runs.c", "fm_quick.c", "fm_buckets.c", "fm_cpu.c"]
RANDOM = ["fm_random.c", "fm_poisson.c", "fm_weights.c", "fm_binomial.c", "fm_cpu.c"]

# kernel module -> the C files it is linked with, in whichever folder of src_c
C_FILES = {
    "cpu": ["fm_cpu.c"],
    "edits": ["fm_tokens.c", "fm_edits.c", "fm_costs.c", "fm_cpu.c"],
    "errors": ["fm_errors.c", "fm_cpu.c"],
    "keys": [*LABELS, "fm_cpu.c"],
    "logistic": ["fm_logistic.c", "fm_cpu.c"],
    "losses": ["fm_losses.c", *LABELS, "fm_cpu.c"],
    "objects": ["fm_runs.c", "fm_quick.c", "fm_cpu.c"],
    "trec": [
        *("fm_trec_lines.c", "fm_ids.c", "fm_join.c", "fm_descending.c"),
        *("fm_runs.c", "fm_quick.c", "fm_cpu.c"),
    ],
    "sort": [*SORT, *LABELS],
    "labelled": [*SORT, "fm_labelled.c", *LABELS],
    "group_folds": ["fm_greedy_folds.c", "fm_group_balance.c", "fm_label_folds.c"],
    "grouped": ["fm_grouped.c", "fm_runs.c", "fm_quick.c", "fm_cpu.c"],
    "random": RANDOM,
    "reduce": [],
    "class_columns": [*SORT, "fm_finder.c"],
    "betting": [],
    "coincidences": [],
    "delong": [],
    "indicators": [],
    "sketch": [],
    "sweep": [],
    "runs": [],
    "confusion": ["fm_counts.c", "fm_text.c", *SORT],
    "resample": [*RANDOM, "fm_pairs.c"],
    "smooth": RANDOM,
    "score_cells": ["fm_heavy.c", *RANDOM],
    "bins": ["fm_bins.c", *LABELS, "fm_cpu.c"],
    "cells": ["fm_cells.c", *RANDOM],
    "information": ["fm_information.c"],
    "rank_pairs": ["fm_below.c", "fm_inversions.c", "fm_cpu.c"],
    "isotonic": RANDOM,
    "item_lists": [],
    "item_vectors": [],
    "sparse_items": [],
    "label_rankings": SORT,
    "class_scores": ["fm_class_scores.c", "fm_cpu.c"],
    "distributions": [],
    "error_losses": ["fm_error_losses.c", "fm_cpu.c"],
    "sums": ["fm_sum.c"],
    "apart": ["fm_apart.c", "fm_cpu.c"],
    "normal": [],
    "base_losses": [],
    "bias_variance": [],
    "selection": ["fm_select.c", *SORT, "fm_sum.c"],
    "number_forecasts": ["fm_number_forecasts.c", *SORT],
    "series": [],
    "survival": ["fm_lanes.c", "fm_cpu.c"],
    "swaps": ["fm_heavy.c", "fm_cpu.c"],
    "equal_rows": ["fm_equal_rows.c"],
    "codes": ["fm_codes.c", "fm_text.c"],
    "twister": ["fm_mt19937.c"],
    "folds": [],
    "rank_sums": [],
    "fingerprints": ["fm_fingerprint.c"],
    "ranked": [
        "fm_lists.c",
        "fm_tie_groups.c",
        "fm_top.c",
        "fm_descending.c",
        "fm_series.c",
        "fm_measures.c",
        "fm_gains.c",
        "fm_hits.c",
        "fm_judgements.c",
        "fm_normalized_gains.c",
        "fm_overlaps.c",
        "fm_precisions.c",
        "fm_subtopics.c",
        "fm_runs.c",
        "fm_quick.c",
        "fm_cpu.c",
    ],
    "geometry": ["fm_distances.c", "fm_centroids.c", "fm_cpu.c"],
}

# Modules whose loops are written in Cython. The others pass columns on to the files of
# src_c, and nearly all of their code checks arguments and opens arrays.
LOOPS = {
    *("base_losses", "bias_variance", "cells", "confusion", "delong", "folds"),
    *("indicators", "item_vectors", "rank_sums", "reduce", "resample", "score_cells"),
    *("selection", "series", "sums", "survival", "swaps", "sweep"),
}

KERNELS = Path("fastmetrics/_kernels")
FOLDERS = sorted(path for path in Path("src_c").iterdir() if path.is_dir())
HEADERS = sorted(p.as_posix() for p in Path("src_c").glob("*/*.*") if p.suffix != ".c")
# The processors that this process may use, which may be fewer than the machine has.
MINE = getattr(os, "sched_getaffinity", lambda process: range(os.cpu_count() or 1))(0)
DEBUG = os.environ.get("FASTMETRICS_DEBUG", "0") not in ("", "0")
MSVC = sys.platform == "win32"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    "overflowcheck": False,
    "cdivision": not DEBUG,
    "freethreading_compatible": True,
    "autotestdict": False,  # no __test__ that the stubs would have to know
}

# Never -march, -ffast-math or OpenMP: the same wheel must give the same bits
# everywhere. No contraction into fused multiply-adds for the same reason.
if MSVC:
    COMPILE = ["/O2", "/std:c11", "/fp:precise"]
    LINK = []
else:
    COMPILE = ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden", "-Wall"]
    COMPILE += ["-D_DEFAULT_SOURCE"]  # declares madvise
    COMPILE += ["-fno-math-errno"]  # else no square root is vectorised
    COMPILE += ["-Wextra", "-Wno-unused-function", "-Wno-unused-parameter"]
    if DEBUG:
        sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        COMPILE += ["-UNDEBUG", "-O1", "-g", "-fno-omit-frame-pointer", *sanitize]
        LINK = sanitize
    else:
        COMPILE += ["-O3", "-g0"]
        LINK = []
# What Cython writes around loops is as fast with -O1, and compiles in a third of the
# time, if helpers that are called at hundreds of places are not repeated at each.
GLUE = [] if MSVC or DEBUG else ["-O1", "-DCYTHON_INLINE="]


class BuildExtensions(build_ext):
    """Compile each file of src_c once, and extensions side by side."""

    def finalize_options(self):
        """Use every processor if nothing else was asked for."""
        super().finalize_options()
        if self.parallel is None:
            self.parallel = len(MINE)
        if DEBUG:
            self.build_temp += "-debug"

    def build_extensions(self):
        """Compile what several extensions are linked with, then these.

        A line for each says how far the build is (``pip install -v`` shows them); the
        compiler's own command lines, of a screen each, are left out.
        """
        logging.getLogger().setLevel(logging.WARNING)
        files = sorted({s for one in self.extensions for s in _of_src_c(one)})
        self.n_steps = len(files) + len(self.extensions)
        self.steps = itertools.count(1)
        with ThreadPoolExecutor(self.parallel or 1) as pool:
            objects = dict(zip(files, pool.map(self._compile, files), strict=True))
        for one in self.extensions:
            mine = _of_src_c(one)
            one.sources = [source for source in one.sources if source not in mine]
            one.extra_objects = [objects[source] for source in mine]
            one.depends = [*one.depends, *mine]
        super().build_extensions()

    def _say(self, what):
        print(f"[{next(self.steps)}/{self.n_steps}] {what}", flush=True)

    def _compile(self, source):
        """Return the object made of a C file, as it is if nothing has changed."""
        self._say(source)
        (made,) = self.compiler.object_filenames([source], output_dir=self.build_temp)
        if not (self.force or newer_group([source, *HEADERS], made)):
            return made
        return self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=[folder.as_posix() for folder in FOLDERS],
            extra_postargs=COMPILE,
        )[0]

    def build_extension(self, ext):
        """Build one extension as usual, but with its own directory of objects.

        Built side by side they would write shared helpers' objects at the same time.
        """
        self._say(ext.name)
        own = copy.copy(self)
        own.build_temp = os.path.join(self.build_temp, ext.name)
        super(BuildExtensions, own).build_extension(ext)


def _of_src_c(ext):
    """Return the C files that an extension is linked with."""
    return [source for source in ext.sources if source.startswith("src_c/")]


def long_description():
    """Return README for an index, where paths in the sources lead nowhere."""
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"<picture>.*?</picture>\n+", "", text, flags=re.DOTALL)
    return re.sub(r"\[([^]]+)\]\((?!https?:)([^)]+)\)", r"\1 (`\2`)", text)


def extensions():
    """One extension per .pyx file, and the module with what they share."""
    sources = {p.name: p.as_posix() for folder in FOLDERS for p in folder.glob("*.c")}
    headers = [*HEADERS, *(p.as_posix() for p in sorted(KERNELS.rglob("*.pxd")))]
    options = {
        "include_dirs": [folder.as_posix() for folder in FOLDERS],
        "extra_link_args": LINK,
        "libraries": [] if MSVC else ["m"],
    }
    # One module holds the code that Cython would otherwise put into each.
    shared = "fastmetrics._kernels._cyutility"
    yield Extension(
        shared,
        [f"{KERNELS.as_posix()}/_cyutility.c"],
        extra_compile_args=COMPILE + GLUE,
        **options,
    )
    for pyx in sorted(KERNELS.glob("*.pyx")):
        c_files = [sources[c] for c in C_FILES[pyx.stem]]
        # cythonize replaces the .pyx by the .c made from it: only as `depends` do
        # the .pyx and the headers get into the sdist.
        yield Extension(
            f"fastmetrics._kernels.{pyx.stem}",
            [pyx.as_posix(), *c_files],
            depends=[pyx.as_posix(), *headers],
            extra_compile_args=COMPILE if pyx.stem in LOOPS else COMPILE + GLUE,
            **options,
        )


# Where processes are not forked, those of cythonize read this file again.
if __name__ == "__main__":
    setup(
        long_description=long_description(),
        long_description_content_type="text/markdown",
        cmdclass={"build_ext": BuildExtensions},
        ext_modules=cythonize(
            list(extensions()),
            nthreads=len(MINE),
            build_dir="build/cython-debug" if DEBUG else "build/cython",
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name="fastmetrics._kernels._cyutility",
        ),
    )
