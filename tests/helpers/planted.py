"""Metrics put into the catalog for a test, and taken out again."""

from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

import fastmetrics
from fastmetrics import catalog


@contextmanager
def planted(family, records, functions, abouts):
    """Put records into a family, with functions and what there is to say of each."""
    order, rows = [*catalog.FAMILIES], [*catalog.METRICS]

    def put(one):
        catalog.remove(family.name)
        catalog.add(one)
        for name in order:
            catalog.FAMILIES[name] = catalog.FAMILIES.pop(name)
        for name in rows:
            catalog.METRICS[name] = catalog.METRICS.pop(name)

    guide = catalog.guide_of(family.metrics[0])
    names = {one.__name__: one for one in functions}
    with (
        mock.patch.dict(guide.about, abouts),
        mock.patch.multiple(fastmetrics, create=True, **names),
    ):
        put(replace(family, metrics=(*family.metrics, *records)))
        try:
            yield
        finally:
            put(family)
