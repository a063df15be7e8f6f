"""A stream of JPEG pictures over http: IP Webcam's `/video`, DroidCam, most network cameras.

--boundary
Content-Type: image/jpeg
Content-Length: 30211           (some cameras leave it out: then the next boundary ends the picture)

<the picture>
--boundary
"""

from __future__ import annotations

import time

from kibitz.cameras.http_address import Address
from kibitz.cameras.http_answer import TIMEOUT_S, Answer, Line
from kibitz.cameras.http_still import HttpStill
from kibitz.cameras.picture import LONGEST_BYTES, checked, too_long
from kibitz.cameras.source import Shot, Source
from kibitz.core.errors import CameraFault, quoted

LONGEST_HEAD = 16_384
LONGEST_GAP = 1_000_000  # between two pictures there is nothing, or a little text


class Mjpeg(Source):
    """The pictures of a multipart stream, each handed over as it was sent."""

    def __init__(self, address: Address) -> None:
        super().__init__(f"The camera at {address.shown}")
        self._address, self._line = address, Line(address)
        self._answer: Answer | None = None
        self._stills: HttpStill | None = None
        self._parts: Parts | None = None

    def open(self) -> None:
        """Ask for the stream; an address that gives single pictures is asked for them instead."""
        self.close()
        answer = self._line.ask()
        if answer.kind.startswith("image/"):
            self._stills = HttpStill(self._address)
            self._stills.open()
            return
        if not answer.kind.startswith("multipart/"):
            answer.close()
            raise CameraFault(
                f"{self._address.shown} sends {quoted(answer.kind)}, which is no stream of pictures; "
                "IP Webcam's is /video."
            )
        boundary = answer.response.headers.get_param("boundary", "")
        self._answer, self._parts = answer, Parts(answer, str(boundary).strip('"'))

    def read(self) -> Shot:
        """The next picture of the stream."""
        if self._stills is not None:
            return self._shot(data=self._stills.read().data)
        if self._parts is None:
            raise CameraFault(f"{self.name} is not open.")
        data = self._parts.next()
        checked(data)
        return self._shot(data=data)

    def close(self) -> None:
        """Hang up."""
        for opened in (self._stills, self._answer):
            if opened is not None:
                opened.close()
        self._line.hang_up()
        self._stills = self._answer = self._parts = None

    def interrupt(self) -> None:
        """End a read that waits."""
        for opened in (self._stills, self._answer, self._line):
            if opened is not None:
                opened.interrupt()


class Parts:
    """Cuts a stream into its parts."""

    def __init__(self, answer: Answer, boundary: str) -> None:
        self._answer = answer
        self._mark = b"--" + boundary.removeprefix("--").encode("latin-1", "replace")
        self._held = bytearray()
        self._deadline = 0.0

    def next(self) -> bytes:
        """The content of the next part; raises BadPicture and CameraFault."""
        self._deadline = time.monotonic() + 2 * TIMEOUT_S
        self._drop_through(self._mark)
        length = self._length()
        if length is None:
            return self._until(b"\r\n" + self._mark)
        if length > LONGEST_BYTES:
            self._answer.close()
            raise too_long()
        return self._exactly(length)

    def _length(self) -> int | None:
        """What the part's head says of its length."""
        head = self._head()
        for line in head.split(b"\n"):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                return int(value.strip()[:12])
        return None

    def _head(self) -> bytes:
        while True:
            for blank in (b"\r\n\r\n", b"\n\n"):
                if (end := self._held.find(blank)) >= 0:
                    return self._cut(end, len(blank))
            if len(self._held) > LONGEST_HEAD:
                self._broken("the head of a picture does not end")
            self._fill()

    def _drop_through(self, mark: bytes) -> None:
        dropped = 0
        while (at := self._held.find(mark)) < 0:
            useless = max(0, len(self._held) - len(mark))
            del self._held[:useless]
            dropped += useless
            if dropped > LONGEST_GAP:
                self._broken("no boundary comes")
            self._fill()
        self._cut(at, len(mark))

    def _until(self, mark: bytes) -> bytes:
        looked = 0
        while (end := self._held.find(mark, looked)) < 0:
            looked = max(0, len(self._held) - len(mark))
            if len(self._held) > LONGEST_BYTES:
                self._answer.close()
                raise too_long()
            self._fill()
        return self._cut(end, 2)

    def _exactly(self, length: int) -> bytes:
        while len(self._held) < length:
            self._fill()
        return self._cut(length, 0)

    def _cut(self, end: int, more: int) -> bytes:
        part = bytes(self._held[:end])
        del self._held[: end + more]
        return part

    def _fill(self) -> None:
        chunk = self._answer.more(self._deadline)
        if not chunk:
            raise CameraFault(f"{self._answer.address.place} ended the stream.")
        self._held += chunk

    def _broken(self, why: str) -> None:
        raise CameraFault(f"{self._answer.address.shown} is no stream of pictures that can be read: {why}.")
