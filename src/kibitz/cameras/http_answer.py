"""One question to a web server and its answer, every wait bounded and every failure a sentence."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import time
from dataclasses import dataclass

from kibitz.cameras.http_address import Address
from kibitz.core.errors import BadSetting, CameraFault, quoted

TIMEOUT_S = 3.0
REDIRECTS = 3
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(eq=False)
class Answer:
    """An open connection and what came back, its body not yet read."""

    address: Address
    connection: http.client.HTTPConnection
    response: http.client.HTTPResponse

    @property
    def kind(self) -> str:
        """The content type, in small letters and without its parameters."""
        return self.response.headers.get_content_type().lower()

    def more(self, deadline: float, most: int = 65536) -> bytes:
        """Some bytes of the body, nothing at its end; raises CameraFault."""
        with faults(self.address):
            if time.monotonic() > deadline:
                raise TimeoutError
            return self.response.read1(most)

    def close(self) -> None:
        """Hang up."""
        self.response.close()
        self.connection.close()

    def interrupt(self) -> None:
        """End a read that waits in another thread."""
        if (sock := self.connection.sock) is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


class Line:
    """A connection that is kept between questions, as long as the server agrees."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._connection: http.client.HTTPConnection | None = None
        self._kept_for: tuple[str, str, int] | None = None

    def ask(self) -> Answer:
        """The answer at the address or where it redirects to; raises CameraFault."""
        address = self._address
        for _ in range(REDIRECTS + 1):
            answer = self._ask_once(address)
            if answer.response.status not in _REDIRECTS:
                _refused(answer)
                return answer
            address = self._redirected(answer)
        raise CameraFault(f"{self._address.shown} redirects in circles.")

    def hang_up(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def interrupt(self) -> None:
        """End a question that waits in another thread."""
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _ask_once(self, address: Address) -> Answer:
        kept = self._connection is not None and self._kept_for == (address.scheme, address.host, address.port)
        with faults(address):
            if kept:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    return self._exchange(address)
            self.hang_up()
            self._connection = _connection(address)
            self._kept_for = (address.scheme, address.host, address.port)
            return self._exchange(address)

    def _exchange(self, address: Address) -> Answer:
        connection = self._connection
        assert connection is not None
        headers = {"User-Agent": "kibitz", "Accept": "image/*, multipart/x-mixed-replace", **address.login}
        connection.request("GET", address.path, headers=headers)
        return Answer(address, connection, connection.getresponse())

    def _redirected(self, answer: Answer) -> Address:
        where = answer.response.headers.get("Location", "")
        answer.response.close()
        self.hang_up()
        try:
            goal = answer.address.towards(where)
        except BadSetting:
            raise CameraFault(
                f"{answer.address.shown} redirects to {quoted(where)}, which is no camera."
            ) from None
        if goal.scheme not in ("http", "https"):
            raise CameraFault(f"{answer.address.shown} redirects to {goal.shown}, which is no web camera.")
        return goal


def _connection(address: Address) -> http.client.HTTPConnection:
    if address.scheme == "https":
        return http.client.HTTPSConnection(address.host, address.port, timeout=TIMEOUT_S)
    return http.client.HTTPConnection(address.host, address.port, timeout=TIMEOUT_S)


def _refused(answer: Answer) -> None:
    status, where = answer.response.status, answer.address.shown
    if status == 200:
        return
    answer.close()
    if status in (401, 403):
        raise CameraFault(
            f"{where} asks for a user name and a password ({status}); "
            "write them into the address: http://NAME:PASSWORD@HOST:PORT/..."
        )
    if status == 404:
        raise CameraFault(f"{where} does not exist there (404); IP Webcam has /shot.jpg and /video.")
    raise CameraFault(f"{where} answers with error {status} instead of a picture.")


class faults(contextlib.AbstractContextManager[None]):  # noqa: N801  reads as a word after `with`
    """Turns what networks throw into a CameraFault with a sentence."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError | http.client.HTTPException | ValueError | AttributeError):
            raise CameraFault(_sentence(error, self._address)) from None


def _sentence(error: Exception, address: Address) -> str:
    place = address.place
    match error:
        case TimeoutError():
            return f"{place} has sent nothing, or too little, for {TIMEOUT_S:g} seconds."
        case ConnectionRefusedError():
            return (
                f"Nothing answers at {place}; is the camera app running, and the phone in the same network?"
            )
        case socket.gaierror():
            return f"The name {quoted(address.host)} is not known in this network."
        case ssl.SSLError():
            return f"{place} does not speak https with a certificate that can be checked; try http://."
        case http.client.IncompleteRead() | ConnectionError() | http.client.RemoteDisconnected():
            return f"{place} broke the connection off."
        case http.client.HTTPException():
            return f"What answers at {place} is not a web server."
        case OSError():
            return f"{place} cannot be reached ({error.strerror or error})."
    return f"{place} broke the connection off."
