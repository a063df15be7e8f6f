"""One TOML file a language; Serbian is written once, in Cyrillic, and read in both scripts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kibitz.core.errors import BadSetting, quoted

LANGUAGES = {"en": "English", "pl": "Polski", "sr": "Srpski", "sr-Cyrl": "Српски"}

_DIGRAPHS = {"Љ": "Lj", "Њ": "Nj", "Џ": "Dž", "љ": "lj", "њ": "nj", "џ": "dž"}
_LETTERS = str.maketrans(
    "АБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШабвгдђежзијклмнопрстћуфхцчш",
    "ABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠabvgdđežzijklmnoprstćufhcčš",
)


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language."""

    language: str
    texts: Mapping[str, str]

    def text(self, key: str, **values: object) -> str:
        """The text of a key with its blanks filled in."""
        return self.texts[key].format(**values)

    def knows(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self.texts


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The texts of a language; raises BadSetting naming the languages there are."""
    if language not in LANGUAGES:
        raise BadSetting(f"There is no language {quoted(language)}; there are {', '.join(LANGUAGES)}.")
    texts = _read(language.split("-")[0])
    if language == "sr":
        texts = {key: latin(text) for key, text in texts.items()}
    return Catalogue(language, texts)


def _read(name: str) -> dict[str, str]:
    data = tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))
    return {f"{group}.{key}": text for group, texts in data.items() for key, text in texts.items()}


def latin(text: str) -> str:
    """Serbian Cyrillic in Latin letters; blanks like {move} are Latin already."""
    for cyrillic, letters in _DIGRAPHS.items():
        text = text.replace(cyrillic, letters)
    return text.translate(_LETTERS)
