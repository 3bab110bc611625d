"""CITATION.cff is what the Citation File Format, version 1.2.0, asks for.

https://github.com/citation-file-format/citation-file-format/blob/main/schema-guide.md
"""

import re
from pathlib import Path

import pytest
import yaml
from helpers.one_case import one_case

import fastmetrics

FILE = Path(__file__).parents[1] / "CITATION.cff"
if not FILE.exists():
    pytest.skip("wheels are tested without the file", allow_module_level=True)

REQUIRED = {"authors", "cff-version", "message", "title"}
TEXTS = {
    *("abstract", "cff-version", "commit", "date-released", "doi", "license"),
    *("license-url", "message", "repository", "repository-artifact", "title"),
    *("repository-code", "type", "url", "version"),
}
LISTS = {"authors", "contact", "identifiers", "keywords", "references"}
PERSON = {
    *("address", "affiliation", "alias", "city", "country", "email", "family-names"),
    *("fax", "given-names", "name-particle", "name-suffix", "orcid", "post-code"),
    *("region", "tel", "website"),
}
ENTITY = {
    *("address", "alias", "city", "country", "date-end", "date-start", "email", "fax"),
    *("location", "name", "orcid", "post-code", "region", "tel", "website"),
}
FORMS = {
    "cff-version": r"1\.2\.0",
    "date-released": r"\d{4}-\d{2}-\d{2}",
    "doi": r"10\.\d{4,}/\S+",
    "license": r"[A-Za-z0-9.+-]+",
    "type": "software|dataset",
    "url": r"https?://\S+",
}


def faults(text):
    """Yield what is wrong with a file."""
    # As texts only: 1.10 is a version, and 2024-01-01 a day.
    found = yaml.load(text, Loader=yaml.BaseLoader)
    if not isinstance(found, dict):
        yield "it is no mapping"
        return
    for key in sorted(REQUIRED - {*found}):
        yield f"{key} is missing"
    for key, value in found.items():
        if key not in TEXTS | LISTS | {"preferred-citation"}:
            yield f"{key} is not known"
        elif key in TEXTS and not (isinstance(value, str) and value.strip()):
            yield f"{key} is no text"
        elif key in FORMS and not re.fullmatch(FORMS[key], value):
            yield f"{key} is {value}"
        elif key in LISTS and not (isinstance(value, list) and value):
            yield f"{key} is no list"
        elif key in LISTS and len({*map(str, value)}) != len(value):
            yield f"{key} has one twice"
    authors = found.get("authors")
    for one in authors if isinstance(authors, list) else ():
        if not isinstance(one, dict) or not one:
            yield "an author is no mapping"
        elif not ({*one} <= ENTITY and "name" in one) and not {*one} <= PERSON:
            yield f"an author has {', '.join(one)}"


def test_the_file_is_valid():
    assert [*faults(FILE.read_text(encoding="utf-8"))] == []


def test_it_says_what_the_package_says():
    found = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    project = (FILE.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert found["version"] == fastmetrics.__version__
    assert f'license = "{found["license"]}"' in project
    for author in found["authors"]:
        assert f'name = "{author["name"]}"' in project


@one_case(
    ("line", "instead", "fault"),
    [
        ("cff-version: 1.2.0", "cff-version: 1.3", "cff-version is 1.3"),
        ("type: software", "type: library", "type is library"),
        ("type: software", "kind: software", "kind is not known"),
        ("license: BSD-3-Clause", "license: BSD 3", "license is BSD 3"),
        ("license: BSD-3-Clause", "license:", "license is no text"),
        (
            'date-released: "2026-11-26"',
            "date-released: today",
            "date-released is today",
        ),
        ("  - name:", "  - title:", "an author has title"),
        ("authors:\n  - name:", "authors:", "authors is no list"),
        ("  - bootstrap", "  - ROC", "keywords has one twice"),
        ("message:", "note:", "message is missing"),
    ],
)
def test_faults_are_found(line, instead, fault):
    text = FILE.read_text(encoding="utf-8")
    assert line in text
    assert fault in [*faults(text.replace(line, instead))]
