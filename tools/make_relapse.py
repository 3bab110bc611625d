"""Make fastmetrics/data/relapse.csv, the censored times that the pages evaluate.

Patients are simulated: their tumours relapse after surgery for colon cancer, or they
die before, or neither is seen because follow-up ends. The proportions that relapse
within five years are those of the Swedish register (5, 12 and 33 % in stages I to III;
Osterman and Glimelius 2018). A nomogram was fitted to earlier patients, who relapsed
more often. The other model also knows a tumour marker, and its predictions come from
fits to the other nine tenths of the rows. Both models are pairs of Cox regressions, one
for relapse and one for death.

Run with NumPy::

    python tools/make_relapse.py [OUTPUT.csv]

Probabilities have four decimals; another platform's linear algebra may change the last
one.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "relapse.csv"
N, N_EARLIER, FOLDS = 700, 2000, 10
YEAR = 365.25
TIMES = (365, 730, 1095, 1825)  # days of the predictions
STAGES = ("I", "II", "III")
AGES = {0: "under 65", 65: "65-74", 75: "75 and over"}  # by their lowest age
# Cumulative hazard of relapse by five years in each stage, for an average patient, and
# how it is spread over the years; later years have the last proportion each.
HAZARDS = (0.054, 0.135, 0.47)
BY_YEAR = (0.2, 0.32, 0.23, 0.15, 0.1, 0.05)


class Patients(NamedTuple):
    """What is known at surgery, and what happened: 0 nothing, 1 relapse, 2 death."""

    stage: np.ndarray
    age: np.ndarray
    male: np.ndarray
    log_cea: np.ndarray
    days: np.ndarray
    event: np.ndarray


def simulate(n: int, factor: float, generator: np.random.Generator) -> Patients:
    """Return patients whose hazard of relapse is multiplied by a factor."""
    stage = generator.choice(3, n, p=(0.2, 0.42, 0.38))
    age = np.clip(generator.normal(70, 10, n), 30, 92)
    male = generator.random(n) < 0.52
    log_cea = generator.normal(0.8 + 0.35 * stage, 0.9)
    effect = 0.3 * (male - 0.52) + 0.5 * (log_cea - 0.8 - 0.35 * stage) - 0.12
    hazard = factor * np.array(HAZARDS)[stage] * np.exp(effect)
    relapse = years_until(generator.exponential(size=n) / hazard)
    # Mortality at the age of 70 is 1.8 % a year, and grows by 9.5 % with each year.
    rate = 0.018 * np.exp(0.095 * (age - 70) + 0.3 * (male - 0.5))
    death = np.log1p(0.095 * generator.exponential(size=n) / rate) / 0.095
    closed = generator.uniform(1.5, 7.0, n)  # surgery within 5.5 years of each other
    lost = generator.exponential(50, n)
    ends = np.column_stack([np.minimum(closed, lost), relapse, death])
    days = np.ceil(ends.min(axis=1) * YEAR).astype(np.int64)
    return Patients(stage, age, male, log_cea, days, ends.argmin(axis=1))


def years_until(hazard: np.ndarray) -> np.ndarray:
    """Return the years in which a cumulative hazard is reached, 1 by five years."""
    passed = np.concatenate([[0.0], np.cumsum(BY_YEAR + BY_YEAR[-1:] * 54)])
    return np.interp(hazard, passed, np.arange(len(passed)), right=60.0)


def known_to(model: str, patients: Patients) -> np.ndarray:
    """Return the columns that a model knows: the nomogram has no tumour marker."""
    stage, age, male, log_cea = patients[:4]
    columns = [stage == 1, stage == 2, male, (age - 70) / 10]
    if model == "marker":
        columns.append(log_cea)
    return np.column_stack(columns).astype(np.float64)


class Fit(NamedTuple):
    """A Cox regression: coefficients, and steps of the baseline's hazard."""

    beta: np.ndarray
    days: np.ndarray
    steps: np.ndarray


def cox(x: np.ndarray, days: np.ndarray, happened: np.ndarray) -> Fit:
    """Fit by Newton's method, with Breslow's sums for ties and for the baseline."""
    at = np.unique(days[happened])
    at_risk = (days >= at[:, None]).astype(np.float64)
    counts = (happened & (days == at[:, None])).sum(axis=1)
    beta = np.zeros(x.shape[1])
    for _ in range(12):
        weight = np.exp(x @ beta)
        total = at_risk @ weight
        mean = (at_risk @ (weight[:, None] * x)) / total[:, None]
        score = x[happened].sum(axis=0) - counts @ mean
        pairs = weight[:, None] * x
        information = x.T @ (((counts / total) @ at_risk)[:, None] * pairs)
        information -= (mean * counts[:, None]).T @ mean
        beta = beta + np.linalg.solve(information, score)
    return Fit(beta, at, counts / (at_risk @ np.exp(x @ beta)))


class Forecast(NamedTuple):
    """Risk of relapse; probabilities of neither event, and of relapse, by TIMES."""

    risk: np.ndarray
    survival: np.ndarray
    incidence: np.ndarray


def predict(x: np.ndarray, relapse: Fit, death: Fit) -> Forecast:
    """Return the forecasts of two Cox regressions, one for each event."""
    steps = np.concatenate([relapse.days, death.days])
    order = np.argsort(steps, kind="stable")
    risk = x @ relapse.beta
    of_relapse = np.exp(risk)[:, None] * np.append(
        relapse.steps, np.zeros(len(death.days))
    )
    of_death = np.exp(x @ death.beta)[:, None] * np.append(
        np.zeros(len(relapse.days)), death.steps
    )
    hazard = (of_relapse + of_death)[:, order]
    free = np.exp(-np.cumsum(hazard, axis=1))
    before = np.concatenate([np.ones((len(x), 1)), free[:, :-1]], axis=1)
    # The part of each decrease of the survival that is due to relapse.
    part = of_relapse[:, order] / hazard * (before - free)
    places = np.searchsorted(steps[order], TIMES, "right") - 1
    return Forecast(risk, free[:, places], np.cumsum(part, axis=1)[:, places])


def fits(model: str, patients: Patients, rows: np.ndarray) -> tuple[Fit, Fit]:
    """Return the two regressions of a model on some of the patients."""
    x, days, event = known_to(model, patients), patients.days, patients.event
    relapse, death = (cox(x[rows], days[rows], event[rows] == k) for k in (1, 2))
    return relapse, death


def main(output: Path) -> None:
    """Simulate both groups of patients, fit the models, and write the file."""
    generator = np.random.default_rng(SEED)
    earlier = simulate(N_EARLIER, 1.6, generator)
    patients = simulate(N, 1.0, generator)
    fold = generator.permutation(N) % FOLDS
    every = np.ones(N_EARLIER, np.bool_)
    nomogram = predict(
        known_to("nomogram", patients), *fits("nomogram", earlier, every)
    )
    marker = Forecast(np.empty(N), np.empty((N, len(TIMES))), np.empty((N, len(TIMES))))
    x = known_to("marker", patients)
    for number in range(FOLDS):
        tested = fold == number
        found = predict(x[tested], *fits("marker", patients, ~tested))
        for column, values in zip(marker, found, strict=True):
            column[tested] = values
    models = {"nomogram": nomogram, "marker": marker}
    names = ["days", "event", "stage", "sex", "age", "fold"]
    columns: list[list[object]] = [
        patients.days.tolist(),
        patients.event.tolist(),
        [STAGES[each] for each in patients.stage],
        ["male" if each else "female" for each in patients.male],
        [AGES[max(low for low in AGES if low <= a)] for a in patients.age],
        fold.tolist(),
    ]
    for model, forecast in models.items():
        names.append(f"risk_{model}")
        columns.append([f"{risk:.3f}" for risk in forecast.risk])
    for kind in ("survival", "incidence"):
        for model, forecast in models.items():
            for at, t in enumerate(TIMES):
                names.append(f"{kind}_{model}_{t}")
                values = getattr(forecast, kind)[:, at]
                columns.append([f"{p:.4f}" for p in values])
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(zip(*columns, strict=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
