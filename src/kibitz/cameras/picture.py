"""Pictures as they arrive: checked by their first bytes before anything is decoded.

A camera may send anything. Nothing is decoded that is too long, too large, of an unknown kind, or cut short.
"""

from __future__ import annotations

import struct

import numpy as np

from kibitz.core.errors import BadPicture
from kibitz.core.observation import Image

LONGEST_BYTES = 40_000_000  # a photograph of 108 megapixels takes about 35 MB; a camera frame a hundredth
LONGEST_SIDE_PX = 12_000
FINEST_SIDE_PX = 4_096  # above this a picture is read at half, a quarter or an eighth of its size

_SIZE_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_LONE_MARKERS = frozenset({0x01, *range(0xD0, 0xD8)})
_START_OF_SCAN, _END = 0xDA, b"\xff\xd9"


def checked(data: bytes) -> tuple[int, int]:
    """Width and height of a whole picture of a known kind; raises BadPicture."""
    if not data:
        raise BadPicture("The camera sent an empty picture.")
    if len(data) > LONGEST_BYTES:
        raise too_long()
    width, height = _size(data)
    if not (0 < width <= LONGEST_SIDE_PX and 0 < height <= LONGEST_SIDE_PX):
        raise BadPicture(
            f"The picture is {width} x {height} pixels; at most {LONGEST_SIDE_PX} a side are read: "
            "choose a smaller size in the camera's settings."
        )
    return width, height


def too_long() -> BadPicture:
    """The refusal of more bytes than any picture needs."""
    return BadPicture(
        f"The picture is longer than {LONGEST_BYTES // 1_000_000} MB; choose a smaller size in the camera's "
        "settings."
    )


def decoded(data: bytes) -> Image:
    """The picture as blue-green-red pixels, the right way up; raises BadPicture."""
    import cv2

    largest = max(checked(data))
    flag = next(
        flag
        for share, flag in (
            (1, cv2.IMREAD_COLOR),
            (2, cv2.IMREAD_REDUCED_COLOR_2),
            (4, cv2.IMREAD_REDUCED_COLOR_4),
        )
        if largest / share <= FINEST_SIDE_PX
    )
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error:
        image = None
    if image is None:
        raise BadPicture("What was sent begins like a picture but cannot be decoded.")
    return np.asarray(image, np.uint8)


def _size(data: bytes) -> tuple[int, int]:
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    if data[:2] == b"BM" and len(data) > 26:
        width, height = struct.unpack("<ii", data[18:26])
        return int(width), abs(int(height))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) > 30:
        return _webp(data)
    raise BadPicture("What was sent is not a picture that Kibitz reads (JPEG, PNG, WebP or BMP).")


def _jpeg(data: bytes) -> tuple[int, int]:
    """Walk the segments to the size; then the end of the picture must be there."""
    at, size = 2, (0, 0)
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _LONE_MARKERS or marker == 0xFF:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _SIZE_MARKERS and at + 9 <= len(data):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            size = int(width), int(height)
        if marker == _START_OF_SCAN and size != (0, 0):
            if data.find(_END, at) < 0:
                break
            return size
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    raise BadPicture("The JPEG picture breaks off before its end.")


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return int(width) & 0x3FFF, int(height) & 0x3FFF
