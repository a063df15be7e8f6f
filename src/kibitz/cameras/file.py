"""A video file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.cameras.picture import LONGEST_SIDE_PX
from kibitz.cameras.source import Ended, Shot, Source
from kibitz.core.errors import BadFile, quoted

USUAL_FPS = 25.0  # where a file does not say, or says nonsense


class File(Source):
    """Every frame of a recording, in order, at the times its frame rate gives."""

    live = False

    def __init__(self, path: Path) -> None:
        super().__init__(f"The file {quoted(path.name)}")
        self._path = path
        self._capture: Any = None
        self._fps = USUAL_FPS
        self._next = 0

    def open(self) -> None:
        """Open it from the beginning; raises BadFile."""
        import cv2

        from kibitz.cameras.capture import opened

        self.close()
        self._capture = opened(str(self._path.absolute()), cv2.CAP_FFMPEG)
        if self._capture is None:
            raise BadFile("this is not a video that can be read", name=quoted(str(self._path), most=120))
        sides = [self._capture.get(p) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)]
        if max(sides) > LONGEST_SIDE_PX:
            self.close()
            raise BadFile(
                f"the video is larger than {LONGEST_SIDE_PX} pixels a side",
                name=quoted(str(self._path), most=120),
            )
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps if 0.1 <= fps <= 1000 else USUAL_FPS
        self._next = self._count = 0

    def read(self) -> Shot:
        """The next frame."""
        from kibitz.cameras.capture import next_image

        image = next_image(self._capture) if self._capture is not None else None
        if image is None:
            raise Ended
        self._next += 1
        return self._shot(image, at=round((self._next - 1) / self._fps, 6))

    def close(self) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None
