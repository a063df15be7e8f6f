"""Bad pictures: a clear answer each, in bounded memory, and never a traceback."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from kibitz.core.errors import BadPicture
from kibitz.vision.pictures import LONGEST_PX, decoded, read_picture

COLOURS = np.zeros((60, 80, 3), np.uint8)
COLOURS[:30] = (200, 60, 20)
COLOURS[30:] = (20, 40, 220)


def encoded(image: object, ending: str) -> bytes:
    return bytes(cv2.imencode(ending, np.asarray(image))[1].tobytes())


def pillow(kind: str, mode: str, **options: object) -> bytes:
    file = BytesIO()
    Pillow.fromarray(COLOURS[..., ::-1]).convert(mode).save(file, kind, **options)
    return file.getvalue()


def huge_png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


READABLE = {
    "jpeg": encoded(COLOURS, ".jpg"),
    "png": encoded(COLOURS, ".png"),
    "webp": encoded(COLOURS, ".webp"),
    "bmp": encoded(COLOURS, ".bmp"),
    "tiff": encoded(COLOURS, ".tiff"),
    "16-bit": encoded(COLOURS.astype(np.uint16) * 257, ".png"),
    "opaque": encoded(np.dstack([COLOURS, np.full((60, 80), 255, np.uint8)]), ".png"),
    "CMYK": pillow("JPEG", "CMYK", quality=95),
    "progressive": pillow("JPEG", "RGB", quality=95, progressive=True),
    "palette": pillow("PNG", "P"),
}


@pytest.mark.parametrize("name", READABLE)
def test_every_usual_kind_of_picture_is_read_in_its_colours(name: str) -> None:
    picture = decoded(READABLE[name], name)
    assert picture.image.shape == (60, 80, 3) and picture.image.dtype == np.uint8
    assert picture.scale == 1.0
    far = np.abs(picture.image[[10, 50], [40, 40]].astype(int) - COLOURS[[10, 50], [40, 40]])
    assert far.max() < 50, "JPEG and palettes change colours a little"


def test_a_grey_picture_gets_three_equal_channels() -> None:
    grey = decoded(encoded(COLOURS[..., 0], ".png")).image
    assert (grey[..., 0] == grey[..., 2]).all()


def test_what_is_transparent_lies_on_white() -> None:
    clear = np.dstack([COLOURS, np.zeros((60, 80), np.uint8)])
    assert (decoded(encoded(clear, ".png")).image == 255).all()


def test_a_picture_taken_sideways_is_turned_upright() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    picture = decoded(pillow("JPEG", "RGB", exif=exif, quality=95))
    assert picture.image.shape == (80, 60, 3)
    assert picture.scale == 1.0


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"hello, this is no picture", "not a picture"),
        (READABLE["jpeg"][: len(READABLE["jpeg"]) // 2], "cut off"),
        (READABLE["jpeg"][:12], "cut off"),
        (READABLE["png"][:-20], "cut off"),
        (READABLE["webp"][:-20], "cut off"),
        (b"\x00\x00\x00\x18ftypheic" + b"\0" * 40, "HEIC"),
        (READABLE["png"][:60] + b"\x55" * 60 + READABLE["png"][120:], "damaged"),
        (huge_png(20_000, 20_000), "20000 x 20000"),
        (huge_png(2**31 - 1, 2**31 - 1), "too large"),
        (huge_png(0, 5), "no size"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(data: bytes, says: str) -> None:
    with pytest.raises(BadPicture, match=says) as refused:
        decoded(data, "photo.jpg")
    assert str(refused.value).startswith("photo.jpg: ")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(BadPicture, match="cannot be read"):
            read_picture(path)


def test_a_large_photograph_is_scaled_down_and_says_by_how_much() -> None:
    picture = decoded(encoded(np.zeros((900, 6000, 3), np.uint8), ".jpg"))
    assert picture.image.shape == (614, LONGEST_PX, 3)
    assert picture.scale == pytest.approx(LONGEST_PX / 6000)


@given(st.binary(max_size=200), st.sampled_from([d[:40] for d in READABLE.values()]))
def test_no_bytes_at_all_make_a_traceback(tail: bytes, head: bytes) -> None:
    try:
        decoded(head + tail)
    except BadPicture as refused:
        assert str(refused)


def test_a_400_megapixel_jpeg_is_read_in_little_memory(tmp_path: Path) -> None:
    """20,000 x 20,000 pixels are 1.2 GB; the whole process must stay under 400 MB."""
    if not Path("/proc/self/status").exists():
        pytest.skip("peak memory is only told by Linux")
    path = tmp_path / "huge.jpg"
    _write_flat_jpeg(path, 20_000)
    script = (
        "import re, sys; from pathlib import Path; from kibitz.vision.pictures import read_picture;"
        "shape = read_picture(Path(sys.argv[1])).image.shape;"
        "peak = re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text());"
        "print(shape, int(peak[1]) // 1024)"  # ru_maxrss would count what the parent had before exec
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    *_, peak_mb = done.stdout.split()
    assert "4096, 4096, 3" in done.stdout
    assert int(peak_mb) < 400


def _write_flat_jpeg(path: Path, side: int) -> None:
    """A grey JPEG of one tone by hand: for each block a difference of zero and an end, a bit each."""
    blocks = ((side + 7) // 8) ** 2
    tables = b"\xff\xdb\x00\x43\x00" + b"\x08" * 64
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, side, side, 1) + b"\x01\x11\x00"
    codes = b"".join(
        b"\xff\xc4" + struct.pack(">HB", 20, kind) + b"\x01" + b"\0" * 15 + b"\0" for kind in (0x00, 0x10)
    )
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    path.write_bytes(b"\xff\xd8" + tables + frame + codes + scan + b"\0" * (blocks * 2 // 8) + b"\xff\xd9")
