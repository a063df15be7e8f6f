"""Messages: foreign text is shortened and made printable, files are named by their place."""

from __future__ import annotations

from kibitz.core.errors import BadFile, quoted


def test_foreign_text_is_short_and_printable_in_a_message() -> None:
    assert quoted("a\x00b\x1b[31m") == "'a�b�[31m'"
    assert len(quoted("x" * 1_000_000)) < 70


def test_a_bad_file_names_its_place_first() -> None:
    assert str(BadFile("a tag is not closed", name="x.pdn", line=3, column=7)) == (
        "x.pdn, line 3, column 7: a tag is not closed"
    )
    assert str(BadFile("it is empty")) == "it is empty"
