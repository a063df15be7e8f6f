"""Everything a request passes before a route sees it, and the headers every answer gets."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.web import faults
from kibitz.web.bounds import TooLarge, most_bytes, read_body, replayed
from kibitz.web.faults import Refused
from kibitz.web.hosts import from_us, is_secure, ours
from kibitz.web.keys import Access, allowed

CSP = (
    "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob: data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'"
)
"""Behind it comes our own WebSocket address, which older browsers do not count as 'self'."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
]
_READS = ("GET", "HEAD", "OPTIONS")
COOKIE_S = 30 * 86400


class Guard:
    """The outermost layer: Host, Origin, role, size; then the route."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in the one error shape."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
        except Refused as refused:
            await _refuse(refused, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif (found := self._exchanged(scope, headers)) is not None:
            await found(scope, receive, _Watched(send, headers))
        else:
            await self._pass(scope, receive, _Watched(send, headers))

    def _check(self, scope: Scope, headers: Headers) -> None:
        server, scheme, names = tuple(scope["server"]), scope["scheme"], self.access.names
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not ours(hosts[0], server, is_secure(scheme), names):
            raise Refused(
                403, "forbidden", "This server is not called by that name; use the address it printed."
            )
        if not _moves_about(scope, headers) and not from_us(
            headers.get("origin"), headers.get("sec-fetch-site"), server=server, scheme=scheme, names=names
        ):
            raise Refused(403, "forbidden", "Pages of other sites may not use this server.")
        tokens = _tokens(headers, server[1])
        role, phone_table = self.access.role(tokens), self.access.phone_table(tokens)
        scope["kibitz.role"], scope["kibitz.phone_table"] = (
            role or ("phone" if phone_table else ""),
            phone_table,
        )
        if not allowed(role, phone_table, scope["type"], scope.get("method", "GET"), scope["path"]):
            raise Refused(
                403, "forbidden", _SAID.get(role, "Open the link with the token that Kibitz shows.")
            )

    def _exchanged(self, scope: Scope, headers: Headers) -> Response | None:
        """A page asked for with a token in its address: the token becomes a cookie and leaves the address."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        token = dict(query).get("token")
        if token is None or scope["method"] != "GET" or scope["path"].startswith("/api/"):
            return None
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        answer = RedirectResponse(_inside(scope["path"]) + (f"?{rest}" if rest else ""), 303)
        for name in self._cookies(token, headers, scope["server"][1]):
            secure = is_secure(scope["scheme"])
            answer.set_cookie(name, token, COOKIE_S, httponly=True, samesite="strict", secure=secure)
        answer.headers["cache-control"] = "no-store"
        return answer

    def _cookies(self, token: str, headers: Headers, port: int) -> Iterator[str]:
        """The cookies that a token is worth; nobody loses the operator's by opening another link."""
        is_operator = self.access.role(_tokens(headers, port)) == "operator"
        if self.access.role([token]) and not is_operator:
            yield f"kibitz_{port}"
        if self.access.phone_table([token]):
            yield f"kibitz_phone_{port}"

    async def _pass(self, scope: Scope, receive: Receive, watched: _Watched) -> None:
        most = most_bytes(scope["path"])
        try:
            if scope["method"] not in _READS:
                receive = replayed(await read_body(receive, most), receive)
        except TooLarge:
            said = f"A request here may have {most // 1024} kB."
            return await watched.answer(scope, receive, 413, "too_large", said)
        except TimeoutError:
            return await watched.answer(
                scope, receive, 408, "too_slow", "The request took too long to arrive."
            )
        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            await watched.answer(scope, receive, *faults.told(error))
        return None


class _Watched:
    """Adds the headers to an answer, and knows whether one has begun."""

    def __init__(self, send: Send, asked: Headers | None = None) -> None:
        self._send, self.begun = send, False
        own = f" ws://{asked['host']} wss://{asked['host']}" if asked else ""
        self._headers = [(b"content-security-policy", (CSP + own).encode()), *HEADERS]

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            message = {**message, "headers": [*message["headers"], *self._headers]}
        await self._send(message)

    async def answer(self, scope: Scope, receive: Receive, status: int, code: str, message: str) -> None:
        """An error, unless the answer has begun already."""
        if not self.begun:
            await faults.answer(status, code, message)(scope, receive, self)


_SAID = {
    "spectator": "Spectators may only look on; the operator's link is needed for this.",
}


async def _refuse(refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": str(refused)[:100]})
        return
    await faults.answer(refused.status, refused.code, str(refused))(scope, receive, _Watched(send))


def _moves_about(scope: Scope, headers: Headers) -> bool:
    """A link on another site that leads to one of our pages: harmless, since pages only show themselves."""
    page = scope["type"] == "http" and scope["method"] == "GET" and not scope["path"].startswith("/api")
    return page and headers.get("sec-fetch-mode") == "navigate" and headers.get("origin") is None


def _tokens(headers: Headers, port: int) -> list[str]:
    found = [
        value[7:].strip() for value in headers.getlist("authorization") if value[:7].lower() == "bearer "
    ]
    try:
        cookies = SimpleCookie("; ".join(headers.getlist("cookie")))
    except CookieError:
        return found
    names = (f"kibitz_{port}", f"kibitz_phone_{port}")
    return found + [cookies[name].value for name in names if name in cookies]


def _inside(path: str) -> str:
    """A path of ours that no browser takes for another site's address."""
    return "/" + path.lstrip("/\\")
