"""The files of the pages: read once, sent with a tag, packed when the browser takes it.

Names of files never come from a request: the folder is walked, and requests are looked up in what was found.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from kibitz.web import faults

STATIC = Path(__file__).parent / "static"
PAGES = ("play", "watch", "archive", "test", "print", "settings", "live", "wall")
LOOK_AGAIN_S = 0.5
WORTH_PACKING = 500
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
}
_PACKED = (".js", ".css", ".html", ".svg", ".webmanifest", ".json")


@dataclass(frozen=True, slots=True)
class File:
    """One file as it is sent."""

    content: bytes
    packed: bytes | None
    tag: str
    type: str
    changed_ns: int


class Files:
    """All files below a folder, read anew when they have changed."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder, self._files, self._looked = folder, dict[str, File](), 0.0

    def get(self, name: str) -> File | None:
        """A file by its address below the folder."""
        if time.monotonic() - self._looked > LOOK_AGAIN_S:
            self._look()
        return self._files.get(name)

    def _look(self) -> None:
        found = {p.relative_to(self._folder).as_posix(): p for p in self._folder.rglob("*") if p.is_file()}
        old = self._files
        self._files = {name: _read(path, old.get(name)) for name, path in found.items()}
        self._looked = time.monotonic()


def _read(path: Path, old: File | None) -> File:
    changed_ns = path.stat().st_mtime_ns
    if old is not None and old.changed_ns == changed_ns:
        return old
    guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = _TYPES.get(path.suffix, guessed)
    return made(path.read_bytes(), kind, is_text=path.suffix in _PACKED, changed_ns=changed_ns)


def made(content: bytes, kind: str, *, is_text: bool = True, changed_ns: int = 0) -> File:
    """Content ready to be sent, packed when that is worth it."""
    packed = gzip.compress(content, 6, mtime=0) if is_text and len(content) > WORTH_PACKING else None
    return File(content, packed, f'"{hashlib.blake2b(content, digest_size=9).hexdigest()}"', kind, changed_ns)


def name_of(path: str) -> str:
    """Which file an address shows: itself, or the page that reads the address."""
    inside = path.strip("/")
    first = inside.partition("/")[0]
    if inside == "cam":
        return "cam.html"
    return "index.html" if first in ("", *PAGES) else inside


def sent(files: Files, request: Request) -> Response:
    """The answer with the file of an address."""
    status, file = 200, files.get(name_of(request.url.path))
    if file is None and "text/html" in request.headers.get("accept", ""):
        status, file = 404, files.get("index.html")
    if file is None:
        return faults.answer(404, "not_found", "There is nothing at this address.")
    return sent_file(file, request, status)


def sent_file(file: File, request: Request, status: int = 200) -> Response:
    """The answer with a file, not sent again when the browser has it."""
    headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, status, headers, media_type=file.type)
    return Response(file.content, status, headers, media_type=file.type)
