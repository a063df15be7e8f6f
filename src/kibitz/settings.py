"""What a person can set: a TOML file in the configuration folder, or KIBITZ_... in the environment."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from kibitz.core.errors import BadSetting
from kibitz.core.folders import config_file


class Settings(BaseSettings):
    """Every setting, with its default; docs/settings.md describes each."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_", extra="forbid")

    data_dir: Path = Field(default_factory=lambda: user_data_path("kibitz", appauthor=False))
    """Where games and solved tables are kept; `core.folders.data_folder` finds the same."""
    database_url: str = ""
    """Another database than the file in `data_dir`: `postgresql://user@host/name`."""
    rules_dir: Path = Field(default_factory=lambda: user_config_path("kibitz", appauthor=False) / "rules")
    """House rules: every NAME.toml in it is a game."""
    games_dir: Path | None = None
    """Folders of further games, each a Python package like those of kibitz.games."""
    chess_engine: Path | None = None
    """A UCI engine to play chess against, instead of the Stockfish that may be on this machine."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, config_file())


@cache
def settings() -> Settings:
    """The settings in force; raises BadSetting naming the setting and the file."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "?"
        raise BadSetting(
            f"Setting '{name}' (in {config_file()} or the environment): {first['msg']}."
        ) from None
    except (ValueError, OSError) as error:
        raise BadSetting(f"{config_file()} cannot be read as TOML: {error}.") from None
