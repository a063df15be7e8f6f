"""How another device comes in: addresses with their tokens, and QR codes of them."""

from __future__ import annotations

import io
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from kibitz.web import shapes
from kibitz.web.asking import ERRORS, ByOperator, InHouse
from kibitz.web.faults import Refused
from kibitz.web.keys import Access

router = APIRouter(prefix="/api", tags=["pairing"], responses=ERRORS)


class Address(BaseModel):
    """The links by one address of this machine."""

    operator_url: str
    spectator_url: str
    camera_url: str | None
    """For a phone that is to be the camera of the table that was asked for."""


class Pairing(Address):
    """The links by the likeliest address, and by the others."""

    lan: bool
    addresses: list[Address]
    authority_url: str | None
    """Where a phone gets the certificate of our authority."""


@router.get("/pairing", dependencies=[ByOperator])
async def pairing(
    request: Request, house: InHouse, table: Annotated[str | None, Query(pattern=shapes.TABLE_ID)] = None
) -> Pairing:
    """Links for other devices; with `table`, to that table."""
    if table is not None:
        house.find(table)
    access: Access = request.app.state.access
    found = [Address(**asdict(access.links(base, table))) for base in (*access.lan_urls, access.local_url)]
    authority = f"{access.lan_urls[0]}/authority.crt" if access.lan_urls else None
    return Pairing(**dict(found[0]), lan=access.lan, addresses=found, authority_url=authority)


@router.get(
    "/qr",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def qr(request: Request, text: Annotated[str, Query(min_length=1, max_length=300)]) -> Response:
    """A QR code of one of our own addresses, as SVG."""
    import segno

    access: Access = request.app.state.access
    if not any(text == base or text.startswith(f"{base}/") for base in (access.local_url, *access.lan_urls)):
        raise Refused(422, "bad_request", "Only addresses of this server are made into QR codes.")
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})
