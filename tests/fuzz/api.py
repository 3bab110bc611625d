"""Cases of the public functions and of the summaries, as the catalog lists them."""

import functools
import inspect

from fuzz import columns
from fuzz.drawing import Case
from fuzz.options import DATA, MEANT, NAMED, OF_SPLITTERS, QRELS, RUNS, option

import fastmetrics
from fastmetrics import catalog

# They take names of columns, and files: `files.judged_case` calls them.
OF_FILES = ("accumulate", "evaluate_files", "read_item_scores")
# Public functions, in the order of the list of names, but those that fit estimators.
FUNCTIONS = [
    name
    for name in fastmetrics.__all__
    if inspect.isfunction(getattr(fastmetrics, name))
    and name not in OF_FILES
    and "estimator" not in inspect.signature(getattr(fastmetrics, name)).parameters
]
SPLITTERS = [
    name
    for name in fastmetrics.__all__
    if hasattr(getattr(fastmetrics, name), "get_n_splits")
]
# summary -> how it is built of columns, or of what comes by query or by user
BUILDERS = {
    "fastmetrics.CalibrationBins.from_proba": ("labels", "shares"),
    "fastmetrics.ClassSweeps.from_proba": ("labels", "shares"),
    "fastmetrics.ConfusionCounts.from_labels": ("labels", "labels"),
    "fastmetrics.EditCounts.from_pairs": ("transcripts", "transcripts"),
    "fastmetrics.ErrorSums.from_values": ("scores", "scores"),
    "fastmetrics.IndicatorCounts.from_labels": ("indicators", "indicators"),
    "fastmetrics.ItemCounts.from_lists": ("lists",),
    "fastmetrics.ItemScores.from_arrays": ("ratings",),
    "fastmetrics.ProbabilitySums.from_proba": ("labels", "shares"),
    "fastmetrics.RankedLists.from_columns": ("labels", "grades", "scores"),
    "fastmetrics.RankedLists.from_dense": ("gradings", "ratings"),
    "fastmetrics.RankedLists.from_lists": ("lists", "lists"),
    "fastmetrics.RankedLists.from_trec": ("qrels", "run"),
    "fastmetrics.ScoreSketch.from_scores": ("labels", "scores"),
    "fastmetrics.ScoreSweep.from_scores": ("labels", "scores"),
}
SUMMARY_OF = {
    "labels": "fastmetrics.ConfusionCounts.from_labels",
    "binary_scores": "fastmetrics.ScoreSweep.from_scores",
    "probabilities": "fastmetrics.ProbabilitySums.from_proba",
    "regression": "fastmetrics.ErrorSums.from_values",
    "items": "fastmetrics.ItemScores.from_arrays",
    "recommendation": "fastmetrics.ItemCounts.from_lists",
    "retrieval": "fastmetrics.RankedLists.from_dense",
    "speech": "fastmetrics.EditCounts.from_pairs",
}
# summary -> what its own arrays hold
SIDES = {
    "CalibrationBins": ("edges", "weights", "sums"),
    "ConfusionCounts": ("labels", "indicators"),
    "ProbabilitySums": ("labels", "weights", "sums"),
    "ScoreSweep": ("scores", "weights", "weights"),
}
REDUCERS = [
    "roc_auc", "average_precision", "pr_auc_linear", "pr_auc_integral", "ks", "lift",
    "pr_auc_davis_goadrich", "break_even_point", "partial_auc", "partial_auc_tpr",
    "log_auc", "aurc", "excess_aurc", "aurc_of_weights", "augrc",
    "equal_error_rate", "expected_cost", "best_f", "best_youden", "best_accuracy",
    "best_cost",
    "precision_at_recall", "recall_at_precision", "tpr_at_fpr", "fpr_at_tpr",
    "best_mcc", "equal_rates", "equal_error_rate_hull", "none",
]  # fmt: skip
# What a function judges, which is in a summary already.
OF_MODEL = ("y_pred", "y_score", "y_proba", "hypothesis")
OF_DATA = ("y_true", "reference", "recommended")
OF_ALL = [[f"{name}={name}"] for name in OF_DATA]
# How judgements and scores of ranked lists come.
OF_LISTS = {
    "rows": {"y_true": "gradings", "y_score": "ratings"},
    "columns": {"y_true": "grades", "y_score": "scores", "query_id": "labels"},
    "queries": {"y_true": "qrels", "y_pred": "run"},
}
ONE_OF_THEM = ("confidence_interval", "evaluate")


@functools.cache
def parameters_of(name):
    return tuple(inspect.signature(getattr(fastmetrics, name)).parameters.values())


def rows(draw):
    """Return how many rows a case has."""
    return draw.weighted({0: 0.3, 1: 1, 2: 2, 6: 10, 12: 4, 300: 1, 20_000: 0.3})


class Arguments:
    """The arguments of a call; what holds rows is made first, under a name."""

    def __init__(self, draw, n):
        self.draw, self.n = draw, n
        self.given = []
        self.texts = []

    def add(self, name, text):
        """Pass an expression by keyword."""
        self.texts.append(f"{name}={text}" if name else text)

    def add_rows(self, name, what, keyword=True):
        """Make rows of what they hold, and pass them."""
        n = self.n if self.draw.maybe(0.95) else rows(self.draw)
        if what == "indicators":
            text = columns.matrix(self.draw, "labels", n, self.d)
        elif what in ("gradings", "ratings"):
            held = "grades" if what == "gradings" else "scores"
            text = columns.matrix(self.draw, held, n, self.d)
        elif what == "lists":
            text = option(self.draw, "recommended")
        elif what in ("qrels", "run"):
            text = self.draw.choice(QRELS if what == "qrels" else RUNS)
        elif what == "points":
            text = columns.matrix(self.draw, "scores", n)
        elif what == "forecasts":
            d = self.draw.pick(2, 3)
            equal = f"np.full(({n}, {d}), 1 / {d})"
            text = self.draw.pick(columns.matrix(self.draw, "shares", n, d), equal)
        elif what == "sums":
            d = self.draw.pick(3, 6, 8, 19)
            text = columns.matrix(self.draw, "shares", n, d)
        elif what in ("survival", "incidence"):
            order = "-1" if what == "survival" else "1"
            falls = f"np.linspace(0, 1, {2 * n}).reshape({n}, 2)[:, ::{order}]"
            text = self.draw.pick(columns.column(self.draw, "shares", n), falls)
        elif what == "edges":
            text = f"np.linspace(0, 1, {n + 1})"
        else:
            text = columns.column(self.draw, what, n)
        label = name or f"column{len(self.given)}"
        self.given.append((label, text))
        self.add(name if keyword else "", label)

    @functools.cached_property
    def d(self):
        """How many labels each row has, in all matrices alike."""
        return self.draw.pick(1, 2, 3)

    def case(self, function, rest="", kind="api"):
        return Case(
            kind, tuple(self.given), f"{function}({', '.join(self.texts)}){rest}"
        )


def function_case(draw):
    """Call a public function with data, and with some of its options."""
    name = draw.pick(*FUNCTIONS, *ONE_OF_THEM * 8)
    if name in ONE_OF_THEM:
        return judged_case(draw, name)
    arguments = Arguments(draw, rows(draw))
    row = catalog.METRICS.get(name)
    of_summary = row and SUMMARY_OF.get(row.task)
    several = draw.maybe(0.15)
    lists = OF_LISTS[draw.pick("rows", "columns")] if _is_of_lists(name) else {}
    for parameter in parameters_of(name):
        key = parameter.name
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            arguments.add_rows(key, DATA[key], keyword=False)
            continue
        needed = parameter.default is parameter.empty
        if not needed and key not in lists and not draw.maybe(0.25):
            continue
        if key in OF_DATA and of_summary and draw.maybe(0.08):
            arguments.given.append((key, summary_text(draw, arguments, of_summary)))
            arguments.add(key, key)
        elif key in OF_MODEL and arguments.texts[-1:] in OF_ALL:
            counted = arguments.given[-1][1].startswith("fastmetrics.")
            several_of = "forecasts" if key == "y_proba" else "indicators"
            what = several_of if several else DATA[key]
            what = lists.get(key, what)
            arguments.add(key, "None") if counted else arguments.add_rows(key, what)
        elif key == "X":
            arguments.add_rows(key, "points")
        elif key == "labels" and not needed:
            arguments.add(key, draw.choice(NAMED))
        elif key in DATA:
            what = DATA[key]
            if several and key == "y_true" and row and row.task == "labels":
                what = "indicators"
            if several and key in ("y_proba", "p_true", "p_pred"):
                what = "forecasts"
            arguments.add_rows(key, lists.get(key, what))
        else:
            arguments.add(key, option(draw, key))
    if name == "num_threads":
        return arguments.case("fastmetrics.num_threads", ".__enter__()")
    return arguments.case(f"fastmetrics.{name}")


def _is_of_lists(name):
    """Whether a function takes ranked lists by query."""
    return {"y_true", "y_score", "query_id"} <= {p.name for p in parameters_of(name)}


# How a report is shown.
SHOWN = [
    *("", ".to_dict()", ".__str__()", ".summary()", ".to_frame()", ".to_csv()"),
    *("._repr_html_()", ".to_html(full=True)", ".to_markdown()", ".to_latex()"),
]


def judged_case(draw, name):
    """Call what judges by the name of a metric, or by all of a family."""
    arguments = Arguments(draw, draw.pick(2, 6, 12))
    family = draw.choice([*catalog.FAMILIES.values()])
    row = draw.choice(family.metrics)
    if name == "confidence_interval":
        text = draw.pick(repr(row.name), repr(row.name), "fastmetrics." + row.function)
        arguments.add("", text if draw.maybe(0.95) else option(draw, "metrics"))
        if row.required and draw.maybe(0.9):
            needed = {key: option(draw, key) for key in row.required}
            inner = ", ".join(f"{key!r}: {text}" for key, text in needed.items())
            arguments.add("metric_params", f"{{{inner}}}")
    elif draw.maybe(0.9):
        arguments.add("metrics", f"[{row.name!r}]")
    taken = family.leading(row) if name == "confidence_interval" else None
    taken = taken or draw.pick(
        family.leading(row), [one.name for one in family.arguments]
    )
    lists = {}
    if family.name == "retrieval":
        forms = [*OF_LISTS][: 3 if name == "evaluate" else 2]  # by query: only there
        lists = OF_LISTS[draw.choice(forms)]
        taken = list(lists) if draw.maybe(0.8) else taken
    multilabel = row.targets == ("multilabel-indicator",)
    several = row.task == "probabilities" and draw.maybe(0.3)
    for key in taken:
        if key not in DATA and key in MEANT:
            text = option(draw, key)
            if key == "recommended" and draw.maybe(0.2):  # of two systems
                text = f"{{'A': {text}, 'B': {option(draw, key)}}}"
            arguments.add(key, text)
            continue
        what = "points" if key == "X" else DATA.get(key, "scores")
        if family.name == "speech":
            what = "transcripts"
        if several and key == "y_proba":
            what = "forecasts"
        what = lists.get(key, what)
        arguments.add_rows(key, "indicators" if multilabel else what)
    for key in ("sample_weight", "groups"):
        if draw.maybe(0.1):
            arguments.add_rows(key, DATA[key])
    options = {"n_resamples", "method", "stratified", "random_state", "progress",
               "confidence_level"}  # fmt: skip
    if name == "evaluate":
        options |= {"task", "threshold", "pos_label"}
        if draw.maybe(0.5):
            arguments.add("task", repr(family.name))
    passed = {text.partition("=")[0] for text in arguments.texts}
    for key in sorted(options - passed):
        if draw.maybe(0.9 if key == "n_resamples" else 0.12):
            arguments.add(key, option(draw, key))
    rest = draw.choice(SHOWN)
    return arguments.case(f"fastmetrics.{name}", rest if name == "evaluate" else "")


def summary_text(draw, arguments, builder):
    """Make the columns of a summary; return the expression that builds it."""
    inner = []
    for i, what in enumerate(BUILDERS[builder]):
        key = f"part{i}"
        arguments.add_rows(key, what, keyword=False)
        arguments.texts.pop()
        inner.append(key)
    if draw.maybe(0.3):
        arguments.add_rows("weights", "weights", keyword=False)
        arguments.texts.pop()
        inner.append("sample_weight=weights")
    return f"{builder}({', '.join(inner)})"


def summary_case(draw):
    """Build a summary, and ask it for something."""
    arguments = Arguments(draw, rows(draw))
    builder = draw.choice([*BUILDERS])
    cls = builder.rpartition(".")[0]
    task = getattr(fastmetrics, cls.rpartition(".")[2]).task
    if draw.maybe(0.15) and cls.rpartition(".")[2] in SIDES:
        made = constructed(draw, cls, arguments)
    else:
        made = summary_text(draw, arguments, builder)
    arguments.given.append(("summary", made))
    metric = draw.choice(catalog.scalar(task)).name
    rest = draw.pick(
        f".compute({metric!r})", f".compute({metric!r})",
        f".compute({metric!r}, {draw.choice([*MEANT])}={option(draw, 'pos_label')})",
        ".__add__(summary)", ".__add__(pickle.loads(pickle.dumps(summary)))",
        ".__repr__()", ".copy().__eq__(summary)",
        f".merge([summary] * {draw.pick(1, 3)})",
        f".reduce({draw.choice(REDUCERS)!r})",
        f".reduce({draw.choice(REDUCERS)!r}, {option(draw, 'at')})",
        f".best({draw.choice(REDUCERS)!r}, {option(draw, 'beta')})",
        f".normalize({option(draw, 'normalize')})",
        f".restrict({draw.choice(NAMED)})", f".columns({draw.choice(NAMED)})",
        f".rows({draw.choice(NAMED)})", ".margins", ".counts", ".true_positives",
    )  # fmt: skip
    name = rest.lstrip(".").partition("(")[0]
    if not hasattr(getattr(fastmetrics, cls.rpartition(".")[2]), name):
        rest = f".compute({metric!r})"
    return Case("api", tuple(arguments.given), f"summary{rest}")


# What a splitter is asked for; of splits a few, for there may be billions.
ASKED = [".split({})", ".split({})", ".fold_ids({})", ".get_n_splits({})"]


def splitter_case(draw):
    """Make a splitter and let it split rows, labels and groups of any kind."""
    name = draw.choice(SPLITTERS)
    asked = draw.choice(ASKED)
    if ".fold_ids" in asked and not hasattr(getattr(fastmetrics, name), "fold_ids"):
        asked = ASKED[0]
    making = Arguments(draw, rows(draw))
    for parameter in parameters_of(name):
        key = parameter.name
        if parameter.default is parameter.empty or draw.maybe(0.4):
            making.add(key, option(draw, key, {**MEANT, **OF_SPLITTERS}))
    data = Arguments(draw, making.n)
    several = name.startswith("Multilabel") and draw.maybe(0.8)
    what = {"y": "indicators" if several else "labels", "groups": "labels"}
    if draw.maybe(0.8):
        data.add_rows("X", "points")
    else:
        data.add("X", draw.pick("None", str(data.n)))
    for key, holds in what.items():
        if draw.maybe(0.8):
            data.add_rows(key, holds)
    call = f"fastmetrics.{name}({', '.join(making.texts)})"
    call += asked.format(", ".join(data.texts))
    if ".split" in asked:
        call = f"[*zip(range(6), {call})]"
    return Case("api", (*making.given, *data.given), call)


def constructed(draw, cls, arguments):
    """Return the expression of a summary made of its own arrays."""
    sides = SIDES[cls.rpartition(".")[2]]
    arguments.n = draw.pick(1, 2, 3)
    names = []
    for i, what in enumerate(sides):
        names.append(f"side{i}")
        arguments.add_rows(names[-1], what, keyword=False)
    return f"{cls}({', '.join(names)})"
