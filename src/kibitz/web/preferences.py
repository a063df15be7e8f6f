"""What this installation remembers for all who use it: the camera and the language, in one small file."""

from __future__ import annotations

import ipaddress
import json
import logging
import os
import re
import tempfile
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from kibitz.core.errors import BadSetting

FILE_NAME = "preferences.json"
LARGEST_BYTES = 64 * 1024
log = logging.getLogger("kibitz.web")
_HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.IGNORECASE)


class Preferences(BaseModel):
    """Everything that is remembered."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    camera_host: Annotated[str, Field(max_length=253)] = ""
    """The phone with IP Webcam (SPEC A6, A19): a name or an IP address."""
    camera_port: Annotated[int, Field(ge=1, le=65_535)] = 8080
    language: Literal["", "en", "pl", "sr", "sr-Cyrl"] = ""
    """For texts that no browser asked for; empty: as the browser says."""

    @field_validator("camera_host")
    @classmethod
    def _is_a_host(cls, host: str) -> str:
        trimmed = host.strip()
        if trimmed and not _is_address(trimmed) and not _HOST_NAME.fullmatch(trimmed):
            raise ValueError("this is no name or IP address of a camera, like 192.168.1.20")
        return trimmed

    @property
    def camera_url(self) -> str:
        """Where pictures are fetched; empty while no camera is named."""
        host = f"[{self.camera_host}]" if ":" in self.camera_host else self.camera_host
        return f"http://{host}:{self.camera_port}/shot.jpg" if host else ""


def _is_address(text: str) -> bool:
    """Digits and dots alone are an IP address or nothing."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        if re.fullmatch(r"[0-9.]+", text):
            raise ValueError("this is no IP address; one looks like 192.168.1.20") from None
        return False
    return True


class PreferencesFile:
    """The file; it is written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._path, self._lock = folder / FILE_NAME, Lock()

    def read(self) -> Preferences:
        """What is remembered; a file that makes no sense counts as none."""
        try:
            with self._path.open("rb") as file:
                return Preferences.model_validate(json.loads(file.read(LARGEST_BYTES)))
        except FileNotFoundError:
            return Preferences()
        except (OSError, ValueError, ValidationError) as error:
            log.warning("%s is not used: %s", self._path, str(error)[:200])
            return Preferences()

    def write(self, preferences: Preferences) -> None:
        """Remember; raises BadSetting when the disk does not let us."""
        data = json.dumps(preferences.model_dump(), indent=1).encode()
        try:
            with self._lock:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                _replaced(self._path, data)
        except OSError as error:
            raise BadSetting(f"The settings cannot be written to {self._path} ({error.strerror}).") from None


def _replaced(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".preferences-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
