"""Pages that tests open: of bundled data, many models and classes, any names."""

from typing import NamedTuple

import numpy as np

from fastmetrics import evaluate
from fastmetrics.cli import main
from fastmetrics.report.export import Provenance, provenance_of, to_html
from fastmetrics.report.result import Report
from fastmetrics.show.result import to_json

HOSTILE = [
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked = 1">',
    "</style><style>main { display: none }",
    "--><!-- x",
    "]]>' onload='window.hacked = 1",
    "\u202egnp.exe",
    "a\x00b\x1b[31m",
]
# Sizes of texts below 9 pixels, also of texts in pictures.
SMALL = """
() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, one = text.parentElement;
    const box = one.getBoundingClientRect(), svg = one.closest("svg");
    if (!text.textContent.trim() || !box.width || !box.height) continue;
    let size = parseFloat(getComputedStyle(one).fontSize);
    if (svg && svg.viewBox.baseVal && svg.viewBox.baseVal.width)
      size *= svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    if (size < 9) found.push([size, text.textContent.trim().slice(0, 40)]);
  }
  return found.slice(0, 5);
}
"""
QUICK = {"random_state": 0, "n_resamples": 50}


class Page(NamedTuple):
    """A page, and what is to be downloaded from it."""

    html: str
    json: str
    csv: str


def page_of(report, provenance=None):
    """The page of a report that was made by a call."""
    data = to_json(report.to_dict())
    html = to_html(report, full=True, provenance=provenance, data=data)
    return Page(html, data, report.to_csv())


def bundled(name, folder):
    """The page that the command line writes of bundled data."""
    made = []
    for form in ("html", "json", "csv"):
        path = folder / f"{name}.{form}"
        options = ["--quiet", "--output", str(path), "--no-provenance"]
        options += ["--n-resamples", "25"]
        assert main(["evaluate", "--data", name, *options]) == 0
        made.append(path.read_text(encoding="utf-8"))
    return Page(*made)


def of_models(n=10, rows=1000):
    """Scores of n models, each a little better than the one before."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, rows)
    scores = {
        f"model_{k}": (0.5 + 0.1 * k) * y + rng.normal(size=rows) for k in range(n)
    }
    return evaluate(y, y_score=scores, **QUICK)


def of_classes(n=200, rows=2000):
    """Labels of two models, of n classes."""
    rng = np.random.default_rng(2)
    names = np.array([f"class_{k:03}" for k in range(n)])
    y = rng.integers(0, n, rows)
    wrong = rng.integers(0, n, rows)
    return evaluate(
        names[y],
        {
            "good": names[np.where(rng.random(rows) < 0.9, y, wrong)],
            "poor": names[np.where(rng.random(rows) < 0.6, y, wrong)],
        },
        **QUICK,
    )


def of_hostile_names():
    """Labels of models and classes whose names are markup, with such notes."""
    rng = np.random.default_rng(3)
    classes = np.array(HOSTILE, object)
    y = rng.integers(0, len(classes), 300)
    wrong = rng.integers(0, len(classes), 300)
    models = {
        name: classes[np.where(rng.random(300) < 0.5 + 0.05 * k, y, wrong)]
        for k, name in enumerate(HOSTILE)
    }
    groups = classes[rng.integers(0, len(classes), 300)]
    made = evaluate(classes[y], models, groups=groups, **QUICK)
    return Report(**{**vars(made), "notes": (*made.notes, *HOSTILE)})


def hostile():
    """The page of these, of a file and of columns that are called so too."""
    report = of_hostile_names()
    facts = [(name, name) for name in HOSTILE]
    known = provenance_of(report, machine=False)
    said = Provenance(HOSTILE[0], HOSTILE, [*known.facts, *facts])
    return page_of(report, said)


_MADE = {}


def make(name, folder):
    """Return a page by its name; it is made once."""
    if name not in _MADE:
        _MADE[name] = _make(name, folder)
    return _MADE[name]


def _make(name, folder):
    made = {
        "ten models": lambda: page_of(of_models()),
        "200 classes": lambda: page_of(of_classes()),
        "hostile names": hostile,
    }
    return made[name]() if name in made else bundled(name, folder)


NAMES = (
    *("breast_cancer", "digits", "wine"),
    *("ten models", "200 classes", "hostile names"),
)
