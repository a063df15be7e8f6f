"""The games, one folder each; a new folder with a FAMILY in it is a new game, no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from functools import lru_cache
from pathlib import Path

from kibitz.core.errors import BadRules, UnknownGame, quoted
from kibitz.core.family import Family
from kibitz.core.game import AnyGame

LONGEST_RULES_BYTES = 64 * 1024  # a rules file is a page of switches; more is a mistake or an attack


def families() -> dict[str, Family]:
    """Every family found in the folders of this package (and any folder added to its path)."""
    found = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__) if m.ispkg
    )
    return {family.name: family for module in found for family in [module.FAMILY]}


def names() -> tuple[str, ...]:
    """All standard games, by name."""
    return tuple(name for _, family in sorted(families().items()) for name in family.standard)


def find(name: str, house: Path | None = None) -> AnyGame:
    """The game of this name; a TOML file, or the name of one in the house-rules folder, makes house rules."""
    if name.endswith(".toml"):
        return from_file(Path(name))
    if house is not None and (path := house / f"{Path(name).name}.toml").is_file():
        game = from_file(path)
        if game.name == name:
            return game
    return _standard(name)


@lru_cache(maxsize=64)
def _standard(name: str) -> AnyGame:
    family, _, rest = name.partition("/")
    known = families()
    if family not in known:
        raise UnknownGame(
            f"There is no game called {quoted(name)}; the families are {', '.join(sorted(known))}."
        )
    return known[family].make(rest)


def from_file(path: Path) -> AnyGame:
    """House rules from a TOML file; it says which family it belongs to by `family = "draughts"`."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_RULES_BYTES + 1)
        if len(data) > LONGEST_RULES_BYTES:
            raise BadRules(
                f"{path}: a rules file may be {LONGEST_RULES_BYTES // 1024} kB long, and this one is longer."
            )
        rules = tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise BadRules(f"{path}: the rules file cannot be read ({error.strerror}).") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadRules(f"{path}: this is not a TOML file: {error}.") from None
    name = str(rules.pop("family", "draughts"))
    family = families().get(name)
    if family is None or family.from_rules is None:
        raise BadRules(f"{path}: the family {quoted(name)} takes no house rules.")
    return family.from_rules(f"{family.name}/{path.stem}", rules)
