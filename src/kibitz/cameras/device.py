"""A USB or built-in camera, by its number."""

from __future__ import annotations

from typing import Any

from kibitz.cameras.source import Shot, Source
from kibitz.core.errors import BadSetting, CameraFault

MOST = 63


class Device(Source):
    """A camera of this computer."""

    def __init__(self, number: int, size_px: tuple[int, int] = (1280, 720)) -> None:
        if not 0 <= number <= MOST:
            raise BadSetting(f"Cameras are numbered from 0 to {MOST}; there is no camera {number}.")
        super().__init__(f"Camera {number}")
        self._number, self._size_px = number, size_px
        self._capture: Any = None

    def open(self) -> None:
        """Open the device and ask for a picture size; it may give another."""
        import cv2

        from kibitz.cameras.capture import opened

        self.close()
        self._capture = opened(self._number)
        if self._capture is None:
            raise CameraFault(
                f"{self.name} does not open; is it plugged in, and not in use by another program?"
            )
        width, height = self._size_px
        for setting, value in (
            (cv2.CAP_PROP_FRAME_WIDTH, width),
            (cv2.CAP_PROP_FRAME_HEIGHT, height),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(setting, value)

    def read(self) -> Shot:
        """The next picture."""
        from kibitz.cameras.capture import next_image

        image = next_image(self._capture) if self._capture is not None else None
        if image is None:
            raise CameraFault(f"{self.name} gives no pictures any more; is it still plugged in?")
        return self._shot(image)

    def close(self) -> None:
        """Let go of the device."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None
