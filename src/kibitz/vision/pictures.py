"""Image files read safely: bounded in time and memory, and always with a clear answer.

Grey, alpha, 16-bit, CMYK and turned (EXIF) pictures all become blue-green-red, 8 bits, upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kibitz.core.errors import BadPicture, quoted
from kibitz.core.observation import Image
from kibitz.vision.headers import Header, header_of

MOST_FILE_BYTES = 80 << 20
MOST_RAW_BYTES = 100 << 20
"""Decoded. A JPEG may claim more: it can be decoded at an eighth of its size."""
LONGEST_PX = 4096
"""Larger pictures are scaled down to this: no board needs more."""
MOST_PX = 30_000


@dataclass(frozen=True, eq=False)
class Picture:
    """An image, and its scale against the file: corners given for the file must be multiplied by it."""

    image: Image
    scale: float = 1.0


def read_picture(path: Path) -> Picture:
    """The picture in a file; raises BadPicture naming the file and what to do."""
    try:
        if path.stat().st_size > MOST_FILE_BYTES:
            raise BadPicture(f"{path}: the file is larger than {MOST_FILE_BYTES >> 20} MB; save it smaller.")
        data = path.read_bytes()
    except OSError as error:
        raise BadPicture(f"{path}: the file cannot be read ({error.strerror}).") from None
    return decoded(data, str(path))


def decoded(data: bytes, name: str = "picture") -> Picture:
    """The picture in these bytes; raises BadPicture."""
    header = header_of(data)
    if header is None:
        raise BadPicture(f"{name}: {_foreign(data)}")
    reduced = _reduction(header, name)
    try:
        image = _upright(data, header, reduced)
    except (cv2.error, MemoryError):
        image = None
    if image is None or not image.size:
        raise BadPicture(f"{name}: the {header.kind} picture is damaged and cannot be shown; fetch it again.")
    return Picture(image, max(image.shape[:2]) / max(header.width_px, header.height_px))


def _foreign(data: bytes) -> str:
    if not data:
        return "the file is empty."
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        return "HEIC and AVIF pictures cannot be read; save the picture as JPEG or PNG."
    return f"this is not a picture (it begins with {quoted(data[:8].decode('latin-1'))}); give a JPEG or PNG."


def _reduction(header: Header, name: str) -> int:
    """By how much to shrink while decoding (1, 2, 4 or 8), or a refusal."""
    width, height = header.width_px, header.height_px
    if not header.whole:
        raise BadPicture(f"{name}: the {header.kind} picture is cut off; fetch it again.")
    if width < 1 or height < 1:
        raise BadPicture(f"{name}: the {header.kind} picture has no size; fetch it again.")
    raw = width * height * max(3, header.bytes_per_px)
    if max(width, height) <= MOST_PX and raw <= MOST_RAW_BYTES:
        return 1
    # A baseline JPEG is decoded strip by strip and can shrink on the way; anything else comes whole.
    if header.kind == "JPEG" and not header.progressive and max(width, height) <= MOST_PX:
        for reduced in (2, 4, 8):
            if raw <= MOST_RAW_BYTES * reduced**2:
                return reduced
    raise BadPicture(
        f"{name}: the picture is {width} x {height} pixels, too large to read; "
        f"scale it down to at most {LONGEST_PX} pixels a side."
    )


_FLAGS = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def _upright(data: bytes, header: Header, reduced: int) -> Image | None:
    """Colour, 8 bits, turned as EXIF says; where it is transparent, on white."""
    flat = np.frombuffer(data, np.uint8)
    image = cv2.imdecode(flat, _FLAGS[reduced])
    if image is None:
        return None
    small = _small(np.asarray(image, np.uint8))
    del image
    return _on_white(small, flat) if header.alpha else small


def _on_white(image: Image, flat: Image) -> Image:
    full = cv2.imdecode(flat, cv2.IMREAD_UNCHANGED)
    if full is None or full.ndim != 3 or full.shape[2] != 4:
        return image
    opaque = 65535.0 if full.dtype == np.uint16 else 255.0
    cover = _small(np.ascontiguousarray(full[..., 3]))[..., None] / np.float32(opaque)
    if cover.shape[:2] != image.shape[:2]:
        return image
    return np.asarray(image * cover + 255 * (1 - cover), np.uint8)


def _small(image: Image) -> Image:
    shrink = LONGEST_PX / max(image.shape[:2])
    if shrink >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
