"""The command line on transcripts: fastmetrics wer."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401

import fastmetrics as fm
from fastmetrics.cli import common_options
from fastmetrics.metrics.speech import pairs as normalizing

SAID = ["the cat sat on the mat", "a dog", "so it was", "well done"]
GOOD = ["the cat sat on a mat", "a dog", "so it was", "well"]
POOR = ["cat sat on the mat", "the dog", "it was so", "Well, done"]
IDS = ["ann-1", "ann-2", "bob-1", "bob-2"]
QUICK = ["--n-resamples", "50"]


def trn(texts, ids=IDS):
    return "".join(f"{text} ({name})\n" for text, name in zip(texts, ids, strict=True))


def kaldi(texts, ids=IDS):
    return "".join(f"{name} {text}\n" for text, name in zip(texts, ids, strict=True))


def plain(texts):
    return "".join(f"{text}\n" for text in texts)


@pytest.fixture
def wer(run):
    """Run ``wer --json`` and return what it writes."""

    def call(*arguments):
        code, out, err = run("wer", *arguments, *QUICK, "--json")
        assert code == 0, err
        return json.loads(out)

    return call


def rate(found, system, metric="word_error_rate"):
    return found["models"][system][metric]["estimate"]


# ------------------------------------------------------------------ what is read


@one_case("form", [plain, trn, kaldi])
def test_lines(wer, file, form):
    paths = [
        file(form(texts), name)
        for texts, name in ((SAID, "ref.txt"), (GOOD, "good.txt"), (POOR, "poor.txt"))
    ]
    found = wer(*paths)
    assert rate(found, "good") == fm.word_error_rate(SAID, GOOD)
    assert rate(found, "poor") == fm.word_error_rate(SAID, POOR)
    assert found["edits"]["good"]["wrong_utterances"] == 2
    ids = ["line 1", "line 4"] if form is plain else ["ann-1", "bob-2"]
    worst = found["worst_utterances"]["good"]
    assert sorted(one["utterance"] for one in worst) == ids
    assert found["systems"] == ["good", "poor"]


def test_utterances_are_matched_by_id(wer, file):
    ref = file(trn(SAID), "ref.trn")
    hyp = file(kaldi(GOOD[::-1], IDS[::-1]), "hyp")
    found = wer(ref, hyp)
    assert rate(found, "hyp") == fm.word_error_rate(SAID, GOOD)


@one_case("kind", ["csv", "parquet"])
def test_one_table(wer, file, tmp_path, kind):
    columns = {"id": IDS, "reference": SAID, "hyp_good": GOOD, "hyp_poor": POOR}
    columns["speaker"] = [name[:3] for name in IDS]
    columns["hyp_poor"] = [text.replace(",", "") for text in POOR[:3]] + [""]
    if kind == "csv":
        path = file(**columns)
    else:
        path = str(tmp_path / "t.parquet")
        pa.parquet.write_table(pa.table(columns), path)
    found = wer(path, "--group", "speaker")
    assert rate(found, "hyp_good") == fm.word_error_rate(SAID, GOOD)
    assert rate(found, "hyp_poor") == fm.word_error_rate(SAID, columns["hyp_poor"])
    # Both speakers have as many wrong sentences: half a unit at each end still tells.
    assert (
        found["models"]["hyp_good"]["sentence_error_rate"]["method"]
        == "wilson-effective"
    )
    named = ["--ref-column", "reference", "--hyp-column", "hyp_poor", "--id", "id"]
    assert [*wer(path, *named)["models"]] == ["hyp_poor"]


def test_a_table_for_each(wer, file):
    ref = file(name="ref.csv", utt_id=IDS, reference=SAID)
    hyp = file(name="good.csv", utt_id=IDS[::-1], hypothesis=GOOD[::-1])
    assert rate(wer(ref, hyp), "good") == fm.word_error_rate(SAID, GOOD)


def test_missing_utterances(run, wer, file):
    ref, hyp = file(trn(SAID), "ref"), file(trn(GOOD[:2], IDS[:2]), "hyp")
    code, _, err = run("wer", ref, hyp)
    assert code == 1
    assert f"{hyp}: lacks ids of {ref}: 'bob-1', 'bob-2'; --missing empty" in err
    found = wer(ref, hyp, "--missing", "empty")
    err = run("wer", ref, hyp, "--missing", "empty")[2]
    assert err == f"fastmetrics: {hyp}: missing utterances count as empty: 2\n"
    assert rate(found, "hyp") == fm.word_error_rate(SAID, [*GOOD[:2], "", ""])
    code, _, err = run("wer", hyp, ref, "--missing", "empty")
    assert code == 1
    assert f"{ref}: has ids that {hyp} lacks: 'bob-1', 'bob-2'" in err


@one_case(
    "ref, hyp, options, message",
    [
        (plain(SAID), plain(GOOD[:3]), [], "has 3 lines, "),
        (trn(SAID), plain(GOOD), [], "is read as plain, without ids, but "),
        (trn(["a {b / c}"] * 4), trn(GOOD), [], "ref: line 1: has alternatives"),
        (plain(SAID), plain(GOOD), ["--group", "speaker"], "needs ids that begin with"),
        ("", plain(GOOD), [], "ref: the file is empty"),
        (plain(SAID), plain(GOOD), ["--input", "trn"], "line 1: does not end in an id"),
    ],
)
def test_what_is_wrong_with_files(run, file, ref, hyp, options, message):
    code, out, err = run("wer", file(ref, "ref"), file(hyp, "hyp"), *options)
    assert (code, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


@one_case(
    "columns, options, message",
    [
        ({"a": SAID, "b": GOOD}, [], "--ref-column must name a column"),
        ({"ref": SAID, "b": GOOD}, [], "--hyp-column must name the columns"),
        (
            {"id": ["x"] * 4, "ref": SAID, "hyp": GOOD},
            [],
            "'x' is in row 1 (line 2) and in",
        ),
        ({"ref": SAID, "hyp": GOOD}, ["--by", "age"], "column 'age': there is none"),
    ],
)
def test_what_is_wrong_with_tables(run, file, columns, options, message):
    code, out, err = run("wer", file(**columns), *options)
    assert (code, out) == (1, "")
    assert message in err


def test_what_is_no_file(run, file, tmp_path):
    ref = file(plain(SAID), "ref")
    code, _, err = run("wer", ref, str(tmp_path))
    assert (code, err) == (1, f"fastmetrics: {tmp_path}: is a directory, not a file\n")
    code, _, err = run("wer", ref)
    assert code == 1
    assert err.endswith("ref: HYP files are needed, unless REF is a table\n")


def test_a_column_of_numbers_is_no_text(run, tmp_path):
    path = str(tmp_path / "t.parquet")
    pa.parquet.write_table(pa.table({"ref": SAID, "hyp": [1, 2, 3, 4]}), path)
    code, _, err = run("wer", path)
    assert code == 1
    assert "column 'hyp': has int, no text, in row 1" in err


@one_case(
    "options, message",
    [
        (["-", "-"], "standard input can be one file only"),
        (["--chars", "--metrics", "wer"], "--chars and --metrics exclude each other"),
        (
            ["--align", "1", "--json"],
            "--align prints text, and does not go with --format json",
        ),
        (["--normalize", "lower,title"], "'title' is not one of nfc, nfkc, lower"),
        (["--normalize", "substitute_words:a"], "behind a colon, as in substitute_wo"),
        (["--normalize", "remove_specific_words"], "remove_specific_words:'uh um'"),
        (["--normalize", "remove_specific_words: "], "remove_specific_words:'uh um'"),
        (["--normalize", "substitute_regexes"], "substitute_regexes:'/[0-9]+/#/'"),
        (["--normalize", "substitute_regexes:a=b"], "text between slashes, as in"),
        (["--normalize", "substitute_regexes://b/"], "text between slashes, as in"),
        (["--normalize", "substitute_regexes:/a/b/c"], "text between slashes, as in"),
        (["--normalize", "substitute_regexes:/a/b"], "text between slashes, as in"),
        (["--normalize", "substitute_regexes:/(a/b/"], "unterminated subpattern"),
        (["--normalize", r"substitute_regexes:/a/\1/"], "invalid group reference"),
        (["--normalize", "substitute_regexes:/a/b/,"], "'' is not one of nfc, nfkc"),
    ],
)
def test_wrong_command_lines(run, options, message):
    code, _, err = run("wer", *options)
    assert code == 2
    assert message in err


# ------------------------------------------------------------------ what it does


def test_bundled_data(run):
    code, out, err = run("wer", "--group", "typeface", "--align", "1", *QUICK)
    assert (code, err) == (0, "")
    assert "140 utterances, 1,250 words in the references, 12 groups" in out
    assert "Edits, in percent of the reference\n" in out
    assert "Commonest confusions\n" in out
    assert "Utterances with most errors\n" in out
    assert re.search(r"Word error rate .*18 % .*24 % ", out)
    assert "\nneighbours, times_bold_italic-030: 9 errors\nREF: " in out
    assert "Difference: neighbours − discriminant" in out
    assert run("wer", "--by", "age")[0] == 1


@pytest.mark.long
def test_by_slices_and_group_resamples_as_in_evaluate(evaluate, wer, file):
    """One meaning of both options, whichever command reads the utterances."""
    rng = np.random.default_rng(0)
    said = ["a b c d e f"] * 30
    heard = [
        " ".join(w if rng.random() > 0.3 else "x" for w in s.split()) for s in said
    ]
    speaker = ["ann", "bob", "cyd"] * 10
    path = file(reference=said, hyp=heard, speaker=speaker)
    columns = ["--task", "speech", "--truth", "reference", "--pred", "hyp"]
    name = "word_error_rate"
    for option in (["--by", "speaker"], ["--group", "speaker"], []):
        own = wer(path, "--metrics", "wer", *option)
        other = evaluate(path, *columns, "--metrics", "wer", *option)
        one, two = own["models"]["hyp"][name], other["models"]["hyp"][name]
        assert (one["low"], one["high"]) == (two["low"], two["high"]), option
        assert ("slices" in own) == ("slices" in other) == (option[:1] == ["--by"])
        kept = [note for note in own["notes"] if "whole groups" in note]
        assert len(kept) == (option[:1] == ["--group"])


def test_characters_and_normalizing(run, wer, file):
    ref, hyp = file(plain(SAID), "ref"), file(plain(POOR), "hyp")
    steps = ["casefold", "punctuation"]
    found = wer(ref, hyp, "--chars", "--normalize", "casefold,punctuation")
    expected = fm.character_error_rate(SAID, POOR, normalize=steps)
    assert rate(found, "hyp", "character_error_rate") == expected
    assert found["edits"]["hyp"]["hits"] == int(
        fm.edit_counts(SAID, POOR, unit="code_point", normalize=steps).hits
    )
    out = run("wer", ref, hyp, "--align", "4")[1]
    assert "\nhyp, line 2: 1 error\nREF:   a dog\nHYP: the dog\n" in out
    found = wer(ref, hyp, "--costs", "sclite", "--metrics", "mer")
    expected = fm.match_error_rate(SAID, POOR, costs="sclite")
    assert rate(found, "hyp", "match_error_rate") == expected


def test_the_steps_are_all_there_are():
    assert common_options.STEPS == tuple(normalizing.STEPS)
    assert (*common_options.OF_WORDS, common_options.OF_PATTERN) == tuple(
        normalizing.TOLD
    )


def test_words_that_are_taken_out_or_substituted(run, wer, file):
    ref, hyp = (
        file(plain(["uh my Colour", "grey"]), "ref"),
        file("my color\ngray\n", "hyp"),
    )
    words = "remove_specific_words:uh um", "substitute_words:colour=color grey=gray"
    steps = ",".join(["lower", *words])
    found = wer(ref, hyp, "--normalize", steps)
    assert rate(found, "hyp", "word_error_rate") == 0.0
    assert found["normalize"] == [
        "lower",
        "remove_specific_words (uh, um)",
        "substitute_words (colour → color, grey → gray)",
    ]
    out = run("wer", ref, hyp, "--normalize", steps, *QUICK)[1]
    assert "compared after: lower, remove_specific_words (uh, um), substitute" in out


def test_patterns_that_are_substituted(run, wer, file):
    ref = file(plain(["12,345 km/h", "Room 7"]), "ref")
    hyp = file("# km per h\nroom #\n", "hyp")
    steps = (
        r"lower,substitute_regexes:/[0-9]{1,2}(,[0-9]{3})?/#/ ,"
        r" substitute_regexes:/(k)(m)\/h/\1\2 per h/"
    )
    assert common_options.normalizing_steps(steps) == [
        "lower",
        ("substitute_regexes", {"[0-9]{1,2}(,[0-9]{3})?": "#"}),
        ("substitute_regexes", {"(k)(m)/h": r"\1\2 per h"}),
    ]
    found = wer(ref, hyp, "--normalize", steps)
    assert rate(found, "hyp", "word_error_rate") == 0.0
    assert found["normalize"][1] == "substitute_regexes ([0-9]{1,2}(,[0-9]{3})? → #)"
    out = common_options.normalizing_steps("substitute_regexes:/a|b//,upper")
    assert out == [("substitute_regexes", {"a|b": ""}), "upper"]


@one_case("ending", ["html", "md", "tex", "csv", "json", "txt"])
def test_every_form_is_written(run, file, tmp_path, ending):
    ref, hyp = file(trn(SAID), "ref"), file(trn(POOR), "hyp")
    target = tmp_path / f"report.{ending}"
    language = ["--language", "zh"] if ending == "html" else []
    code, out, err = run("wer", ref, hyp, "--output", target, *QUICK, *language)
    assert (code, out, err) == (0, "", "")
    text = target.read_text(encoding="utf-8")
    names = ("word_error_rate", "word\\_error\\_rate", "Word error rate & ")
    assert any(name in text for name in names)
    if ending not in ("csv", "json"):
        assert "mat" in text


@pytest.mark.long
def test_picture(run, file, tmp_path):
    ref, hyp = file(trn(SAID), "ref"), file(trn(POOR), "hyp")
    target = tmp_path / "p.svg"
    code, _, err = run("wer", ref, hyp, "--plot", target, *QUICK)
    assert (code, err) == (0, "")
    assert target.read_text().startswith("<?xml")


def test_spaces_that_are_tokens_are_seen(run, file):
    ref, hyp = file("a b\nc d\n", "ref"), file("ab\ncd\n", "hyp")
    out = run("wer", ref, hyp, "--chars", *QUICK)[1]
    assert "␣     *          2" in out
    assert "a[␣|*]b" in out


SPOKEN = ["a b c d", "a b c", "x y z", "x y"]
HEARD = ["a b c", "a b x", "x y z", "x"]


def test_a_table_by_speaker_as_sclite_has_it(run, file):
    words = ("wer", file(trn(SPOKEN), "r"), file(trn(HEARD), "h"))
    words = (*words, "--group", "speaker", "--digits", "2")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    lines = out.partition("Each group, in percent of the reference\n")[2].splitlines()
    assert lines[0].split()[:4] == ["Group", "Utt.", "Tokens", "Right"]
    # sentences, words, right, substituted, left out, put in: worked by hand
    assert lines[2].split()[:9] == [
        *("ann", "2", "7", "71.43", "14.29", "14.29", "0.00", "28.57", "%")
    ]
    assert lines[2].split()[-1] == "100.00"
    assert lines[3].split()[:8] == [
        "bob",
        "2",
        "5",
        "80.00",
        "0.00",
        "20.00",
        "0.00",
        "20.00",
    ]
    assert lines[3].split()[-1] == "50.00"
    code, out, _ = run(*words, "--json")
    ann, bob = json.loads(out)["per_group"]["h"]
    counts = ("hits", "substitutions", "deletions", "insertions", "wrong_utterances")
    assert [ann[name] for name in counts] == [5, 1, 1, 0, 2]
    assert (bob["group"], bob["error_rate"]) == ("bob", 0.2)
    alone = fm.confidence_interval("word_error_rate", SPOKEN[:2], HEARD[:2])
    assert (ann["low"], ann["high"]) == (alone.low, alone.high)
    assert "各组" in run(*words, "--language", "zh")[1]


def test_groups_are_rows_of_a_frame():
    pytest.importorskip("pandas")
    report = fm.evaluate(
        SPOKEN, HEARD, task="speech", groups=[1, 1, 2, 2], random_state=0
    )
    frame = report.to_frame(per="group")
    assert frame["wrong_utterances"].tolist() == [2, 1]
    assert [one.group for one in report.per_group["model"]] == [1, 2]
    alone = fm.evaluate(SPOKEN, HEARD, task="speech", random_state=0)
    assert alone.per_group == {}


def test_the_utterances_that_are_aligned_are_those_of_the_table(run, file):
    # Of utterances with as many errors the table has the shortest first.
    said = ["a b c d e f", "a b", "x y", "z z z"]
    heard = ["a b c d e q", "a c", "x q", "z z z"]
    ref, hyp = file("\n".join(said) + "\n", "ref"), file("\n".join(heard) + "\n", "hyp")
    _, out, _ = run("wer", ref, hyp, "--align", 2)
    table = out.partition("Utterances with most errors\n")[2].splitlines()
    named = [line.split("  ")[0] for line in table[2:4]]
    assert named == ["line 2", "line 3"]
    assert re.findall(r"\nhyp, (line \d): 1 error\n", out) == named


def test_ids_of_trn_are_compared_without_case_as_sclite_does(run, wer, file):
    ref = file("a b (Spk1-01)\nc d (spk1-02)\n", "ref.trn")
    hyp = file("c d (SPK1-02)\na x (spk1-01)\n", "hyp.trn")
    assert rate(wer(ref, hyp), "hyp") == 0.25
    assert run("wer", ref, hyp)[2] == (
        f"fastmetrics: {hyp}: ids are compared without case, as sclite does: 2 are "
        f"written otherwise in {ref}\n"
    )


@one_case(
    "ref, hyp",
    [
        # Ids that case alone tells apart stay apart.
        ("a b (U-1)\nc d (u-1)\n", "a b (u-1)\nc d (U-2)\n"),
        ("U-1 a b\nU-2 c\n", "u-1 a b\nu-2 c\n"),
    ],
)
def test_other_ids_are_compared_with_case(run, file, ref, hyp):
    code, _, err = run("wer", file(ref, "ref"), file(hyp, "hyp"))
    assert code == 1
    assert "has ids that" in err
