"""Frames that are brought instead of fetched: a browser's camera, sent picture by picture."""

from __future__ import annotations

import threading

from kibitz.cameras.picture import checked
from kibitz.cameras.source import Ended, Shot, Source
from kibitz.core.observation import Image


class Pushed(Source):
    """Holds one picture, the newest; whoever is slower than the camera misses the others."""

    def __init__(self, name: str = "The browser's camera", *, patience_s: float = 1.0) -> None:
        super().__init__(name)
        self._news = threading.Condition()
        self._newest: Shot | None = None
        self._patience_s = patience_s
        self._ended = self._interrupted = False

    def push(self, data: bytes) -> Shot:
        """Take a picture as the browser sent it; raises BadPicture, and then nothing has changed."""
        checked(data)
        return self._put(data=data)

    def push_image(self, image: Image) -> Shot:
        """Take a picture that is already decoded."""
        return self._put(image=image)

    def end(self) -> None:
        """No more pictures will come."""
        with self._news:
            self._ended = True
            self._news.notify_all()

    def open(self) -> None:
        """There is nothing to open: pictures may already be waiting."""
        self._interrupted = False

    def read(self) -> Shot | None:
        """The newest picture that has not been read, or nothing for a moment."""
        with self._news:
            self._news.wait_for(self._has_news, self._patience_s)
            shot, self._newest = self._newest, None
            if shot is None and self._ended:
                raise Ended
            return shot

    def close(self) -> None:
        """Forget the picture that is waiting."""
        with self._news:
            self._newest = None

    def interrupt(self) -> None:
        """End a read that waits."""
        with self._news:
            self._interrupted = True
            self._news.notify_all()

    def _has_news(self) -> bool:
        return self._newest is not None or self._ended or self._interrupted

    def _put(self, image: Image | None = None, data: bytes | None = None) -> Shot:
        with self._news:
            self._newest = shot = self._shot(image, data)
            self._news.notify_all()
            return shot
