"""The camera picture as it is shown: JPEG, bounded in size, passed on untouched where it can be."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.cameras.source import Shot
from kibitz.core.errors import BadPicture
from kibitz.core.observation import Image

LONGEST_PX = 1280
LONGEST_BYTES = 400_000  # 25 of these a second are 10 MB: what a local network carries
QUALITY = 78  # marks and rings stay sharp; half the bytes of 90
SMALL_PX = 480


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture for people."""

    at: float
    """When it was taken, in seconds since 1970."""
    frame_id: int
    size_px: tuple[int, int]
    """Of the frame, before it was made smaller."""
    jpeg: bytes


def shown(shot: Shot, at: float, *, longest_px: int = LONGEST_PX) -> Picture:
    """A shot made fit for the browser; raises BadPicture."""
    from kibitz.cameras.picture import checked

    if shot.data and shot.data[:2] == b"\xff\xd8" and len(shot.data) <= LONGEST_BYTES:
        size = checked(shot.data)
        if max(size) <= longest_px:
            return Picture(at, shot.id, size, shot.data)
    image = shot.frame().image
    height, width = image.shape[:2]
    return Picture(at, shot.id, (width, height), encoded(image, longest_px))


def encoded(image: Image, longest_px: int = LONGEST_PX) -> bytes:
    """An image as JPEG, at most so large."""
    import cv2

    scale = longest_px / max(image.shape[:2])
    small = image if scale >= 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise BadPicture("The picture could not be encoded.")
    return data.tobytes()
