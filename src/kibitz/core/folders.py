"""Where Kibitz keeps things on this machine, for whoever needs it without the settings."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path

from kibitz.core.errors import BadSetting


def config_file() -> Path:
    """Where the settings file is looked for; KIBITZ_CONFIG names another."""
    named = os.environ.get("KIBITZ_CONFIG")
    return Path(named) if named else user_config_path("kibitz", appauthor=False) / "kibitz.toml"


def data_folder() -> Path:
    """The setting `data_dir`: KIBITZ_DATA_DIR, else the settings file's, else the user's data folder."""
    named = os.environ.get("KIBITZ_DATA_DIR") or _configured("data_dir")
    return Path(named) if named else user_data_path("kibitz", appauthor=False)


def cache_folder(name: str) -> Path:
    """A folder for what can be made again: in KIBITZ_CACHE_DIR, else in the user's cache folder."""
    named = os.environ.get("KIBITZ_CACHE_DIR")
    return (Path(named) if named else user_cache_path("kibitz")) / name


def _configured(name: str) -> str:
    """A setting's text in the settings file; empty when it is not there."""
    try:
        text = config_file().read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise BadSetting(f"{config_file()} cannot be read: {error}.") from None
    try:
        return str(tomllib.loads(text).get(name, ""))
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"{config_file()} cannot be read as TOML: {error}.") from None
