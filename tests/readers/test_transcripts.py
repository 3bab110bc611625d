"""Transcripts in lines: plain, trn and Kaldi's."""

import gzip
import io

import pytest
from helpers.one_case import one_case

from fastmetrics.readers import DataError
from fastmetrics.readers.text_files import first_difference, form_of_lines, read_lines

TRN = b";; a remark\nhello there (a-1)\n\n (a-2)\r\nlast  (b_3)"
KALDI = b"a-1 hello there\na-2\nb_3 last\n"


@one_case(
    "content, form",
    [(TRN, "trn"), (KALDI, "kaldi"), (gzip.compress(TRN), "trn")],
)
def test_lines_with_ids(content, form):
    found = read_lines(content)
    assert found == (["hello there", "", "last"], ["a-1", "a-2", "b_3"], form)
    assert read_lines(io.BytesIO(content)) == found


def test_plain_lines_keep_empty_ones():
    found = read_lines(b"\xef\xbb\xbfone two\n\n \x0bthree\xe2\x80\xa8four \n")
    assert found.texts == ["one two", "", "three\u2028four"]
    assert found.ids is None
    assert read_lines(b"(a) b\n(c)\n").form == "plain"


def test_names_of_files(tmp_path):
    path = tmp_path / "hyp.trn"
    path.write_bytes(TRN)
    assert read_lines(path).ids == read_lines(str(path)).ids == ["a-1", "a-2", "b_3"]
    zipped = tmp_path / "hyp.trn.gz"
    zipped.write_bytes(gzip.compress(b"no id\n"))
    with pytest.raises(DataError, match="line 1: does not end in an id"):
        read_lines(zipped)


@one_case(
    "lines, form",
    [
        (["u1 a b", "u2 a"], "kaldi"),
        (["u1 a b", "u1 a"], "plain"),  # no ids: they are there twice
        (["1 apple", "2 pears"], "plain"),
        (["all words", "no ids"], "plain"),
        (["a (b c)", "d (e)"], "plain"),
        ([], "plain"),
    ],
)
def test_forms_that_lines_look_like(lines, form):
    assert form_of_lines(lines) == form


@one_case(
    "content, form, message",
    [
        (b"", None, "the file is empty"),
        (b";; nothing\n(a-1)"[:11], "trn", "there are no utterances"),
        (b"x (a-1)\ny (a-1)", None, "line 2: the id 'a-1' is there already, in line 1"),
        (b"x (a-1)\ny", "trn", "line 2: does not end in an id in parentheses"),
        (b"x { y / @ } (a-1)", None, "line 1: has alternatives, '{ y / @ }'"),
        (b"u1 x\nu2 y\nu1 z", "kaldi", "line 3: the id 'u1' is there already"),
        (b"x\0y", None, "line 1: is not text"),
        (b"x\xff", None, "is not UTF-8 text"),
    ],
)
def test_what_is_wrong_is_said_by_line(content, form, message):
    with pytest.raises(DataError) as error:
        read_lines(content, form)
    assert message in str(error.value)


def test_no_such_file():
    with pytest.raises(DataError, match="there is no such file"):
        read_lines("nowhere.txt")


def test_a_long_list_of_ids_is_cut():
    names = [f"u{i}" for i in range(9)]
    assert first_difference(names, names) == ""
    assert first_difference(names, names[:7]) == "'u7', 'u8'"
    assert first_difference(names, []) == "'u0', 'u1', 'u2' and 6 more"


def test_many_spaces_are_read_in_a_moment():
    # Time grew with the square of the spaces in a line: 64,000 took 13 seconds, so
    # that these would take hours.
    line = "a" + " " * 2_000_000 + "b"
    assert read_lines(line.encode()).form == "plain"
    found = read_lines(f"{line} (x-1)\n".encode(), "trn")
    assert (found.texts, found.ids) == ([line], ["x-1"])
