"""The application: every route, the pages, the guard around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from kibitz import __version__
from kibitz.web import faults
from kibitz.web.guard import Guard
from kibitz.web.house import House
from kibitz.web.keys import Access
from kibitz.web.pages import Files, sent
from kibitz.web.routes import (
    about,
    analysis,
    archive,
    cameras,
    games,
    pairing,
    phone,
    preferences,
    print,
    sandbox,
    tables,
    texts,
    video,
    why,
)

ROUTERS = (
    about.router,
    analysis.router,
    archive.router,
    cameras.router,
    games.router,
    pairing.router,
    phone.router,
    preferences.router,
    print.router,
    sandbox.router,
    tables.router,
    texts.router,
    video.router,
    why.router,
)


def make_app(house: House, access: Access | None = None) -> FastAPI:
    """The application around a house; without `access` only this machine is served."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.shut()

    app = FastAPI(
        title="Kibitz",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    app.state.house, app.state.access, app.state.routers = house, access or Access(), ROUTERS
    faults.install(app)
    for router in ROUTERS:
        app.include_router(router)
    _serve_pages(app)
    app.add_middleware(Guard, access=app.state.access)
    return app


def _serve_pages(app: FastAPI) -> None:
    files = Files()

    @app.get("/authority.crt", include_in_schema=False)
    async def authority() -> Response:
        """The certificate of our own authority, for a phone that is to trust it."""
        found: Access = app.state.access
        if not found.authority:
            return faults.answer(404, "not_found", "Only a server for the local network has one.")
        return Response(found.authority, media_type="application/x-x509-ca-cert")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            return faults.nothing_here(app, request.url.path, request.method)
        return sent(files, request)
