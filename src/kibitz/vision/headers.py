"""What the first bytes of an image file say, before anything is decoded: its kind and its size.

Decoding trusts a file with memory; a header costs nothing. So the size is read here first, and a picture
that is too large or cut off is refused before it can do harm.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Header:
    """Kind and size of a picture, as its file claims."""

    kind: str
    width_px: int
    height_px: int
    bytes_per_px: int = 3
    alpha: bool = False
    whole: bool = True
    """Whether the file goes on to the end of the picture."""
    progressive: bool = False


def header_of(data: bytes) -> Header | None:
    """The header, or nothing for a file that is no picture we know."""
    for start, read in _KINDS:
        if data.startswith(start):
            try:
                return read(data)
            except (struct.error, IndexError, KeyError, ValueError):
                return Header(read.__name__.strip("_").upper(), 0, 0, whole=False)
    return None


def _jpeg(data: bytes) -> Header:
    at, size, channels, progressive = 2, (0, 0), 3, False
    while True:
        while data[at] != 0xFF:
            at += 1
        while data[at] == 0xFF:
            at += 1
        mark, length = data[at], struct.unpack_from(">H", data, at + 1)[0]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width, channels = struct.unpack_from(">HHB", data, at + 4)
            size, progressive = (width, height), mark == 0xC2
        if mark == 0xDA:
            break
        at += 1 + length
    return Header("JPEG", *size, channels, whole=data.rfind(b"\xff\xd9") > at, progressive=progressive)


def _png(data: bytes) -> Header:
    width, height, depth, colour = struct.unpack_from(">IIBB", data, 16)
    channels = {0: 1, 2: 3, 3: 3, 4: 4, 6: 4}[colour]
    alpha = colour in (4, 6) or b"tRNS" in data[:4096]
    return Header("PNG", width, height, channels * max(1, depth // 8), alpha, b"IEND" in data[-64:])


def _webp(data: bytes) -> Header:
    if data[8:12] != b"WEBP":
        raise ValueError("some other RIFF file")
    whole = len(data) >= struct.unpack_from("<I", data, 4)[0] + 8
    match data[12:16]:
        case b"VP8X":
            width, height = (int.from_bytes(data[k : k + 3], "little") + 1 for k in (24, 27))
            return Header("WebP", width, height, 4, bool(data[20] & 0x10), whole)
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return Header(
                "WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, 4, bool(bits >> 28 & 1), whole
            )
        case _:
            width, height = struct.unpack_from("<HH", data, 26)
            return Header("WebP", width & 0x3FFF, height & 0x3FFF, whole=whole)


def _bmp(data: bytes) -> Header:
    width, height = struct.unpack_from("<ii", data, 18)
    whole = len(data) >= min(struct.unpack_from("<I", data, 2)[0], 1 << 40)
    return Header("BMP", abs(width), abs(height), whole=whole)


def _gif(data: bytes) -> Header:
    width, height = struct.unpack_from("<HH", data, 6)
    return Header("GIF", width, height, 4, whole=data.rstrip(b"\0").endswith(b";"))


def _tiff(data: bytes) -> Header:
    order = "<" if data[:2] == b"II" else ">"
    start = struct.unpack_from(order + "I", data, 4)[0]
    tags = {}
    for k in range(struct.unpack_from(order + "H", data, start)[0]):
        tag, kind, count, value = struct.unpack_from(order + "HHI4s", data, start + 2 + 12 * k)
        if count == 1 and kind in (3, 4):
            tags[tag] = struct.unpack_from(order + {3: "H", 4: "I"}[kind], value)[0]
    return Header("TIFF", tags[256], tags[257], tags.get(277, 4) * 2, tags.get(277, 3) == 4)


def _pnm(data: bytes) -> Header:
    words = b" ".join(line.split(b"#")[0] for line in data[:512].split(b"\n")).split()
    return Header("PNM", int(words[1]), int(words[2]), 6)


_KINDS: tuple[tuple[bytes, Callable[[bytes], Header]], ...] = (
    (b"\xff\xd8\xff", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"RIFF", _webp),
    (b"BM", _bmp),
    (b"GIF8", _gif),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
    *((f"P{k}".encode(), _pnm) for k in range(1, 7)),
)
