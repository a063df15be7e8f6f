"""The texts of the pages: `en/menu.toml` with `title = "..."` is the text `menu.title`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.messages.catalogue import catalogue, latin

FOLDER = Path(__file__).parent


def page_texts(language: str) -> dict[str, str]:
    """Every text of a language, those of the pages and those of the referee; raises BadSetting."""
    return _texts(language, _stamp(language.split("-")[0]))


def _stamp(folder: str) -> tuple[tuple[str, int], ...]:
    return tuple((p.name, p.stat().st_mtime_ns) for p in sorted((FOLDER / folder).glob("*.toml")))


@lru_cache(maxsize=8)
def _texts(language: str, stamp: tuple[tuple[str, int], ...]) -> dict[str, str]:
    texts = dict(catalogue(language).texts)
    for name, _ in stamp:
        path = FOLDER / language.split("-")[0] / name
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found = flat(data, path.stem)
        texts.update((key, latin(text) if language == "sr" else text) for key, text in found)
    return texts


def flat(data: Mapping[str, Any], above: str) -> Iterator[tuple[str, str]]:
    """Nested tables as dotted keys."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{above}.{key}")
        else:
            yield f"{above}.{key}", str(value)
