"""Texts are in plain English: constructions that readers must decode are counted."""

import argparse
import ast
import inspect
import re
import tomllib
from pathlib import Path

import pytest

import fastmetrics as fm
from fastmetrics.cli.command import COMMANDS, parser
from fastmetrics.show.words import LOCALE, messages, texts

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
if not DOCS.exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)

# Texts of `explain` and of the metric pages.
ABOUT = sorted((ROOT / "fastmetrics").rglob("about.toml"))
SAID = {
    "about": ("question", "where", "undefined"),
    "rivals": ("who", "says"),
    "conventions": ("matter", "way", "who", "here"),
    "measured": ("what",),
}
# When names are used and when not, in the site.
WHEN = DOCS / "when.toml"
TERMS = ROOT / "fastmetrics" / "catalog" / "terms.toml"
MOST = 0.2  # uses of a construction per 1,000 words
LONG, MOST_LONG = 30, 0.02  # words of a long sentence; proportion of such sentences
LONG_IN_EXPLANATIONS = 25

# docs/contributing/style.md says what to write in their place.
CONSTRUCTIONS = {
    "is no NOUN": r"(?<!\bthere )\b(?:is|are|was|were) no "
    r"(?!longer\b|more\b|less\b|fewer\b|better\b|worse\b|\w+er than\b)[a-z]",
    "Of …": r"^Of\b",
    "that of": r"\b(?:that|those) of\b",
    "so that": r"\bso that\b",
    "what is": r"\bwhat (?:an?|the|it|they|he|we|is|are|was|were|has|have|had|comes?)\b"
    r"(?![^?]*\?$)",
    "beside": r"\bbeside\b",
    # Queries and documents are judged in retrieval, and a judge is a model that labels.
    "judge": r"\b(?:to|we|you) judge\b|(?<!\bLLM )\bjudg(?:es(?!,| in place)|ing)\b|"
    r"\b(?:is|are|was|were|be|been) judged\b(?! (?:not )?relevant)",
    "law": r"\blaws?\b",
    ", too.": r", too[.;:,]",
    "told apart": r"\bt(?:old|ell|ells|elling) (?:[\w-]+ ){0,3}apart\b",
}
HOUSE_WORDS = (
    r"\b(?:passports?|houses?|twins?|rivals?)\b|\bstands\b(?! for\b)",
    r"\brooms\b|\b(?:an?|each|its|own|the|this|which) room\b",
    r"\b(?:holds?|held|holding) the truth\b|\bknows nothing\b|\bbroken by\b",
    r"\brows? (?:do|does) not tell\b|\bless that of\b|\bas many as\b",
    *(CONSTRUCTIONS[name] for name in ("beside", "judge", "law", "told apart")),
)
ENDS = r"(?<=[.!?])[”\"»)]*\s+"  # between two sentences
BEGINS = r"[“\"«(]*(?:[^\Wa-z\d]|…|fastmetrics)"
CODE = "_"  # in place of code, and not a word


def sentences(page):
    """Yield the sentences of a page in Markdown, without code and addresses."""
    page = re.sub(r"^(`{3,}).*?^\1$", "", page, flags=re.DOTALL | re.MULTILINE)
    page = re.sub(r"<!--.*?-->|<\w.*?>|</\w+>", "", page, flags=re.DOTALL)
    page = re.sub(r"^:.*$", "", page, flags=re.MULTILINE)
    page = re.sub(r"`[^`]*`", CODE, page)
    page = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", page)
    page = page.split("\n## References\n")[0].replace("*", "")
    begins = r"\n\s*(?:\n|[-+#|>]|\d+\. )|\|"
    for text in re.split(begins, f"\n{page}"):
        told = " ".join(text.strip("#- \n").split())
        for one in re.split(f"{ENDS}(?={BEGINS})", told):
            if re.search("[A-Za-z]", one):
                yield one


def words(sentence):
    return re.findall(r"[A-Za-z][\w'’-]*", sentence)


def uses(pattern, found):
    flags = re.NOFLAG if pattern.startswith("^") else re.IGNORECASE
    return [one for one in found if re.search(pattern, one, flags)]


def pages():
    yield ROOT / "README.md"
    for path in sorted(DOCS.rglob("*.md")):
        name = path.relative_to(DOCS).as_posix()
        if not name.startswith(("zh/", "build/")):
            yield path


def explained(path):
    """Yield the sentences of an about.toml, with those of its records."""
    tables = tomllib.loads(path.read_text("utf-8"))
    about = tables["about"].values()
    records = {
        "about": about,
        "rivals": [one for row in about for one in row.get("rivals", ())],
        "conventions": tables.get("conventions", ()),
        "measured": tables.get("measured", ()),
    }
    for kind, keys in SAID.items():
        for text in (one.get(key, "") for one in records[kind] for key in keys):
            yield from filter(None, re.split(r"(?<=[.?]) ", text))


def public():
    """Yield the name and the docstring of all that is public, methods included."""
    for name in fm.__all__:
        found = getattr(fm, name)
        if callable(found):
            yield name, inspect.getdoc(found)
        if inspect.isclass(found):
            for method, one in inspect.getmembers(found):
                module = getattr(getattr(one, "fget", one), "__module__", None) or ""
                if not method.startswith("_") and module.startswith("fastmetrics"):
                    yield f"{name}.{method}", inspect.getdoc(one)


def sentences_of_docstring(text):
    """Yield the sentences, without examples, references, types, formulas and tables."""
    text = re.split(r"^(?:Examples|References)\n-+$", text, flags=re.MULTILINE)[0]
    text = re.sub(r"^=[= ]+$.*^=[= ]+$", "", text, flags=re.DOTALL | re.MULTILINE)
    for apart in (
        r"^\.\. .*\n(?:\n| +.*\n)*",  # directives
        r"^\S.*\n(?= {4}\S)",  # what the indented lines describe
        r"^.* : .*$",  # names and types
        r"^.*\n-{3,}$",  # titles of sections
    ):
        text = re.sub(apart, "\n", text, flags=re.MULTILINE)
    text = re.sub(r"(:\w+:)?(``[^`]*``|`[^`]*`)", CODE, text).replace("*", "")
    for part in re.split(r"\n\s*\n|\n\s*(?=[-|] |\d+\. )", text):
        # What an option means begins with the option.
        for one in re.split(f'{ENDS}(?={BEGINS}|")', " ".join(part.split())):
            if re.search("[A-Za-z]", one):
                yield one


def helps(found, words):
    """Yield the texts of a command's help."""
    yield from filter(None, (found.description, found.epilog))
    for action in found._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from (one.help for one in action._choices_actions)
            for name in {*words} & {*action.choices}:
                yield from helps(action.choices[name], words)
        elif action.help != argparse.SUPPRESS:
            yield action.help or ""


def raised(source):
    """Yield the texts of errors and warnings in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from map(template_of, ast.walk(node.exc))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("warn"):
            yield from map(template_of, ast.walk(node))


def template_of(node):
    """Return a text with {} for its values, or an empty one."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            getattr(one, "value", "") if isinstance(one, ast.Constant) else "{}"
            for one in node.values
        )
    return node.value if isinstance(getattr(node, "value", None), str) else ""


@pytest.fixture(scope="module")
def docstrings():
    """The sentences of each public docstring."""
    return {name: [*sentences_of_docstring(text)] for name, text in public()}


def in_code(kind):
    """Return the sentences of docstrings, or the texts of another kind."""
    if kind == "docstrings":
        return [one for _, text in public() for one in sentences_of_docstring(text)]
    if kind == "messages":
        paths = [
            LOCALE / f"zh/LC_MESSAGES/{name}.po" for name in ("reports", "comparisons")
        ]
        return [one for path in paths for one in messages(path.read_text("utf-8"))]
    if kind == "helps":
        found = [text for name in COMMANDS for text in helps(parser([name]), [name])]
        return [
            one
            for text in dict.fromkeys(found)
            for one in re.split(r"\n|(?<=[.;:]) ", text)
        ]
    paths = sorted((ROOT / "fastmetrics").rglob("*.py"))
    return [one for path in paths for one in raised(path.read_text("utf-8")) if one]


@pytest.fixture(scope="module")
def explanations():
    """The sentences of all explanations, and the words by which `find` finds."""
    found = [one for path in ABOUT for one in explained(path)]
    for uses_of in tomllib.loads(WHEN.read_text("utf-8")).values():
        found += [
            part for text in uses_of["en"] for part in re.split("(?<=[.]) ", text)
        ]
    assert len(found) > 1000
    words_found = tomllib.loads(TERMS.read_text("utf-8")).values()
    return [*found, *(word for one in words_found for word in one.split("; "))]


@pytest.fixture(scope="module")
def written():
    """The sentences of all pages."""
    found = [one for path in pages() for one in sentences(path.read_text("utf-8"))]
    assert len(found) > 500
    return found


def test_constructions_are_rare(written):
    most = MOST * sum(len(words(one)) for one in written) / 1000
    found = {name: uses(pattern, written) for name, pattern in CONSTRUCTIONS.items()}
    assert {name: used for name, used in found.items() if len(used) > most} == {}


@pytest.mark.parametrize("kind", ["docstrings", "messages", "helps", "errors"])
def test_constructions_are_rare_in_texts_of_the_code(kind):
    found = in_code(kind)
    n_words = sum(len(words(one)) for one in found)
    assert n_words > 3000
    used = {name: uses(pattern, found) for name, pattern in CONSTRUCTIONS.items()}
    assert {k: v for k, v in used.items() if len(v) > MOST * n_words / 1000} == {}
    assert [one for pattern in HOUSE_WORDS for one in uses(pattern, found)] == []


def test_sentences_of_docstrings_are_short(docstrings):
    found = [one for text in docstrings.values() for one in text]
    long = [one for one in found if len(words(one)) > LONG]
    assert len(long) <= MOST_LONG * len(found), long


def test_docstrings_begin_with_the_quantity_or_what_to_do(docstrings):
    first = [text[0] for text in docstrings.values()]
    begins = r"(?:What|How|Whether|It|This|Say|Make|Tell|Which)\b"
    assert [one for one in first if re.match(begins, one)] == []
    for pattern in CONSTRUCTIONS.values():
        assert uses(pattern, first) == []


def test_words_of_the_house_stay_inside(written):
    assert [one for pattern in HOUSE_WORDS for one in uses(pattern, written)] == []


def test_sentences_are_short(written):
    long = [one for one in written if len(words(one)) > LONG]
    assert len(long) <= MOST_LONG * len(written), long


@pytest.mark.parametrize("pattern", [*CONSTRUCTIONS.values(), *HOUSE_WORDS])
def test_explanations_have_no_such_construction(pattern, explanations):
    assert uses(pattern, explanations) == []


def test_sentences_of_explanations_are_short(explanations):
    long = [one for one in explanations if len(words(one)) > LONG_IN_EXPLANATIONS]
    assert long == []


def test_questions_are_one_sentence():
    for path in ABOUT:
        for name, about in tomllib.loads(path.read_text("utf-8"))["about"].items():
            assert about["question"].find("?") == len(about["question"]) - 1, name


# Chinese sentences that readers could not understand, and words that are not the
# course's: 样本, 成对, 显著度, 置信度, 实测覆盖率 and 无信息率 are.
UNCLEAR = (
    "多常|没有说的是什么|它不说明什么|哪个名称是|自欺|所值的个数|属于 θ 的方差|缺少"
    "弯曲|很有把握|可用于摘要之处|要么全不。|什么逐位相同|在什么上相同|同样频繁|逐行而言|"
    "离零错误有多远"
)
UNUSUAL = "一无所知|零假设|置信水平|显著性水平|检验的水平"
ROWS = "(?:逐|各|每|该|这些|所有|全部|测试|训练|多)行"


def chinese_pages():
    yield ROOT / "README.zh.md"
    for path in sorted((DOCS / "zh").rglob("*.md")):
        if path.name != "terms.md":  # by which words `find` finds
            yield path


def test_chinese_pages_use_the_words_of_the_course():
    # Rows of tables and lines of files are 行.
    rows = "测试行|训练行|(?:有多|这些|所有|全部)行|逐行(?:的|计|重抽|损失|误差|检验)"
    heads = r"\| 谁 \||\| 此处 \|"
    pairs = "配对(?:检验|自助法|置换|样本)|哪个房间"
    # Other usual names are told once, in brackets after those of the course.
    names = "(?<!（)(?:精确率|召回率|准确率)"
    unusual = re.compile("|".join((UNCLEAR, UNUSUAL, rows, heads, pairs, names)))
    for path in chinese_pages():
        text = re.sub(r"```diff\n.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert unusual.findall(text) == [], path
    for planted in ("区间多常包含真值", "召回率低", "同一患者有多行", "| 谁 | 此处 |"):
        assert unusual.search(planted)


def test_chinese_messages_use_the_words_of_the_course():
    names = "标记(?!度)|准确率|精确率|召回率|配对(?!$)"
    unusual = re.compile("|".join((UNCLEAR, UNUSUAL, ROWS, names)))
    assert [one for one in texts("zh").values() if unusual.search(one)] == []
    assert unusual.search("逐行误差")


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("精确率", "precision_score"),
        ("召回率", "recall_score"),
        ("准确率", "accuracy_score"),
        ("宏精确率", "precision_macro"),
        ("配对 t 检验", "paired_cv_t_test"),
    ],
)
def test_usual_chinese_names_are_found(asked, name):
    assert fm.find(asked)[0].name == name


PLANTED = {
    "is no NOUN": "The mean is no number here.",
    "Of …": "Of two models, the first is better.",
    "that of": "The value is that of the function.",
    "so that": "Sums are exact, so that order does not matter.",
    "what is": "The table shows what is in memory.",
    "beside": "The interval is beside the value.",
    "judge": "The command judges the rows.",
    "law": "It has a normal law.",
    ", too.": "Ranks need all rows, too.",
    "told apart": "The rows do not tell the two models apart.",
}


def test_a_planted_sentence_is_found():
    assert {*PLANTED} == {*CONSTRUCTIONS}
    for name, planted in PLANTED.items():
        page = f"# Title\n\nA first sentence. {planted}\n\n- Another one.\n"
        assert planted in uses(CONSTRUCTIONS[name], sentences(page)), name
    [cell] = [one for one in sentences("| `a` | its passport | 0.5 |")]
    assert uses(HOUSE_WORDS[0], [cell])
    assert len(words(f"It has {'many ' * 40}words.")) > LONG


def test_what_is_plain_or_code_is_not_found():
    page = (
        "There is no interval. It is no longer used, and no wider than before.\n"
        "What is the AUC? `is no law`, [ranks](passports/that_of.md)\n\n"
        "```python\nof = 'so that'  # beside\n```\n"
    )
    found = [*sentences(page)]
    assert len(found) == 4
    for pattern in (*CONSTRUCTIONS.values(), *HOUSE_WORDS):
        assert uses(pattern, found) == [], pattern


def test_sentences_of_the_code_are_found():
    text = (
        "Mean of x.\n\nParameters\n----------\nx : int\n    Of two, the first. "
        "See ``of``.\n\nExamples\n--------\n>>> law\n"
    )
    found = [*sentences_of_docstring(text)]
    assert found == ["Mean of x.", "Of two, the first.", "See _."]
    source = "raise ValueError(f'{x} is no label')\nwarn('No law.')"
    # A text with values counts also by its parts.
    assert {*raised(source)} - {""} == {"{} is no label", " is no label", "No law."}
