"""A network camera that speaks RTSP, read through OpenCV and FFmpeg."""

from __future__ import annotations

from typing import Any

from kibitz.cameras.http_address import Address
from kibitz.cameras.source import Shot, Source
from kibitz.core.errors import CameraFault

TIMEOUT_MS = 3_000


class Stream(Source):
    """A stream whose every wait is bounded: the timeouts count only when the constructor gets them."""

    def __init__(self, address: Address) -> None:
        super().__init__(f"The stream at {address.shown}")
        self._address = address
        self._capture: Any = None

    def open(self) -> None:
        """Connect, within three seconds."""
        import cv2

        from kibitz.cameras.capture import opened

        self.close()
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS)
        self._capture = opened(self._address.whole, cv2.CAP_FFMPEG, limits)
        if self._capture is None:
            raise CameraFault(f"{self.name} does not answer within {TIMEOUT_MS // 1000} seconds.")

    def read(self) -> Shot:
        """The next picture, within three seconds."""
        from kibitz.cameras.capture import next_image

        image = next_image(self._capture) if self._capture is not None else None
        if image is None:
            raise CameraFault(f"{self.name} has broken off or sends nothing any more.")
        return self._shot(image)

    def close(self) -> None:
        """Hang up."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None
