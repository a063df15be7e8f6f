"""The texts of the pages: complete in every language, and every key that a page uses is there."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.core.errors import BadSetting
from kibitz.messages import LANGUAGES, page_texts

STATIC = Path(kibitz.__file__).parent / "web" / "static"
FILES = sorted(p.stem for p in (Path(kibitz.__file__).parent / "messages" / "pages" / "en").glob("*.toml"))
CALL = re.compile(r"""(?:\bt|\btexts|\.t|\.texts)(?:\.plural|\.maybe|\.has)?\(\s*(["'`])((?:(?!\1).)+)\1""")
SAME = re.compile(
    r"^[\W\d_]*$|Kibitz|Kaaz|Frysk|Atoll|Blitz|^[mfK]$"
    r"|\b(JSON|PDN|PGN|GIF|PNG|SVG|https?|Menu|min|FEN|IP|Port)\b"
)
"""What may read the same in two languages: names, formats, numbers, genders."""


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_blanks(language: str) -> None:
    english, other = page_texts("en"), page_texts(language)
    assert set(other) == set(english)
    different = [key for key in english if blanks(english[key]) != blanks(other[key])]
    assert different == []
    assert [key for key, text in other.items() if not text.strip()] == []


@pytest.mark.parametrize("language", ["pl", "sr-Cyrl"])
def test_a_language_is_not_english_in_disguise(language: str) -> None:
    english = page_texts("en")
    same = [
        key
        for key, text in page_texts(language).items()
        if text == english[key] and key.split(".")[0] in FILES and not SAME.search(text) and "{" not in text
    ]
    assert same == []


def test_latin_serbian_has_no_cyrillic_letter() -> None:
    assert [key for key, text in page_texts("sr").items() if re.search("[\u0400-\u04ff]", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_every_form_that_browsers_ask_for(language: str) -> None:
    texts = page_texts(language)
    stems = {
        key.removesuffix(".other")
        for key in texts
        if key.endswith(".other") and key.removesuffix("other") + "one" in texts
    }
    needed = {"pl": {"one", "few", "many", "other"}, "en": {"one", "other"}}.get(
        language, {"one", "few", "other"}
    )
    assert [stem for stem in stems if any(f"{stem}.{form}" not in texts for form in needed)] == []


def keys_used() -> Iterator[tuple[str, str]]:
    """Every key in the scripts, with the file; parts worked out at run time are written as *."""
    for path in sorted(STATIC.rglob("*.js")):
        for _, key in CALL.findall(path.read_text(encoding="utf-8")):
            yield re.sub(r"\$\{[^}]*\}", "*", key), path.relative_to(STATIC).as_posix()


def is_known(key: str) -> bool:
    pattern = re.compile(".+".join(re.escape(part) for part in key.split("*")) + r"(\.(one|few|many|other))?")
    return any(pattern.fullmatch(known) for known in page_texts("en"))


def test_every_key_that_a_page_uses_has_a_text() -> None:
    used = {(key, path) for key, path in keys_used() if "." in key and " " not in key}
    assert len(used) > 150
    assert sorted((key, path) for key, path in used if not is_known(key)) == []


def test_no_page_shows_words_that_are_not_from_the_texts() -> None:
    """Words between quotes as children of elements: `el("p", {}, "Hello there")`."""
    words = re.compile(r"""\bel\([^)]*\}, "([A-Z][a-z]+(?: [a-z]+)+[^"]*)"\)""")
    found = [(p.name, w) for p in STATIC.rglob("*.js") for w in words.findall(p.read_text(encoding="utf-8"))]
    assert found == []


def test_every_level_of_every_bot_is_described_in_every_language() -> None:
    from kibitz.bots.levels import levels
    from kibitz.games import find, names

    texts = set(page_texts("en"))
    described = {level.description for name in names() for level in levels(find(name))}
    plain = {
        re.sub(r"[^a-z]+", "-", re.sub(r"\d[\d,.]*\d|\d", " n ", d, count=1).lower()).strip("-")
        for d in described
    }
    assert [key for key in sorted(plain) if f"games.level-about.{key}" not in texts] == []


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadSetting, match="'xx'"):
        page_texts("xx")
