"""What this installation remembers: the camera and the language."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from kibitz.web.asking import ERRORS, ByOperator, InHouse
from kibitz.web.preferences import Preferences, PreferencesFile
from kibitz.web.shapes import Asked

router = APIRouter(
    prefix="/api/preferences", tags=["preferences"], responses=ERRORS, dependencies=[ByOperator]
)


class Shown(BaseModel):
    """All of it, and the camera's address that follows from it (SPEC A19)."""

    camera_host: str
    camera_port: int
    camera_url: str
    language: str


class Changes(Asked):
    """What is to change; what is not named stays."""

    camera_host: Annotated[str, Field(max_length=253)] | None = None
    camera_port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    language: Literal["", "en", "pl", "sr", "sr-Cyrl"] | None = None


@router.get("", response_model=Shown)
def preferences(house: InHouse) -> dict[str, Any]:
    """What is remembered."""
    return _shown(PreferencesFile(house.needs.data_dir).read())


@router.put("", response_model=Shown)
def change(house: InHouse, asked: Changes) -> dict[str, Any]:
    """Remember something else."""
    file = PreferencesFile(house.needs.data_dir)
    changed = changed_by(file.read(), asked)
    file.write(changed)
    return _shown(changed)


def changed_by(old: Preferences, asked: Changes) -> Preferences:
    """The preferences with the changes; raises BadSetting with one sentence."""
    from pydantic import ValidationError

    from kibitz.core.errors import BadSetting

    try:
        return Preferences.model_validate(old.model_dump() | asked.model_dump(exclude_none=True))
    except ValidationError as error:
        first = error.errors()[0]
        reason = str(first["msg"]).removeprefix("Value error, ")
        raise BadSetting(f"'{first['loc'][0]}': {reason}.") from None


def _shown(preferences: Preferences) -> dict[str, Any]:
    return preferences.model_dump() | {"camera_url": preferences.camera_url}
