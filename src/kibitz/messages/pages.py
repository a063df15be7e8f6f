"""The words of the pages in the browser: folders of TOML files, one folder a language.

pages/sr/play.toml, table [clock], key up  ->  play.clock.up; Serbian is written in Cyrillic and read in both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kibitz.core.errors import BadFile
from kibitz.messages.catalogue import catalogue, latin


@cache
def page_texts(language: str = "en") -> Mapping[str, str]:
    """Every text that a page may show, the catalogue's among them; raises BadSetting for no language."""
    texts = dict(catalogue(language).texts)
    for key, text in _written(language.split("-")[0]):
        texts[key] = latin(text) if language == "sr" else text
    return texts


def _written(folder: str) -> Iterator[tuple[str, str]]:
    where = files(__package__) / "pages" / folder
    for file in sorted(where.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            yield from _flat(file.name.removesuffix(".toml"), _read(folder, file))


def _read(folder: str, file: Any) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{error}", name=f"pages/{folder}/{file.name}") from None


def _flat(prefix: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", str(value)
