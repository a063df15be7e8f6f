"""A phone asked for one picture after the other: IP Webcam's `/shot.jpg`."""

from __future__ import annotations

import time

from kibitz.cameras.http_address import Address
from kibitz.cameras.http_answer import TIMEOUT_S, Answer, Line
from kibitz.cameras.picture import LONGEST_BYTES, checked, too_long
from kibitz.cameras.source import Shot, Source
from kibitz.core.errors import BadPicture, quoted


class HttpStill(Source):
    """Pictures asked for over one connection that is kept, at most so many a second."""

    def __init__(self, address: Address, *, most_per_s: float = 20.0) -> None:
        super().__init__(f"The camera at {address.shown}")
        self._line = Line(address)
        self._apart_s = 1 / most_per_s
        self._due = 0.0
        self._first: Answer | None = None

    def open(self) -> None:
        """Ask for the first picture, so that a wrong address shows at once."""
        self.close()
        self._first = self._line.ask()

    def read(self) -> Shot:
        """The next picture, as it was sent."""
        time.sleep(max(0.0, self._due - time.monotonic()))
        answer, self._first = self._first or self._line.ask(), None
        self._due = time.monotonic() + self._apart_s
        data = body(answer)
        checked(data)
        return self._shot(data=data)

    def close(self) -> None:
        """Hang up."""
        self._line.hang_up()
        self._first = None

    def interrupt(self) -> None:
        """End a read that waits."""
        self._line.interrupt()


def body(answer: Answer) -> bytes:
    """The whole picture of an answer; raises BadPicture and CameraFault."""
    _check_kind(answer)
    declared = answer.response.length
    if declared is not None and declared > LONGEST_BYTES:
        answer.close()
        raise too_long()
    data, deadline = bytearray(), time.monotonic() + 2 * TIMEOUT_S
    while chunk := answer.more(deadline):
        data += chunk
        if len(data) > LONGEST_BYTES:
            answer.close()
            raise too_long()
    if declared is not None and len(data) < declared:
        answer.close()
        raise BadPicture(f"{answer.address.place} broke off in the middle of a picture.")
    answer.response.close()  # all of it is read, so the connection can be used again
    return bytes(data)


def _check_kind(answer: Answer) -> None:
    """A page instead of a picture is said to be one; cameras that declare nothing are believed."""
    if answer.kind.startswith(("image/", "application/octet-stream", "binary/")):
        return
    if "Content-Type" not in answer.response.headers:
        return
    answer.close()
    raise BadPicture(
        f"{answer.address.shown} sends {quoted(answer.kind)} instead of a picture; "
        "is it the address of the camera's page? IP Webcam's picture is /shot.jpg."
    )
