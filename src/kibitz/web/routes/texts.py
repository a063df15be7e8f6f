"""The texts of the pages."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from kibitz.messages.pages import page_texts
from kibitz.web.asking import ERRORS

router = APIRouter(prefix="/api", tags=["texts"], responses=ERRORS)


class Texts(BaseModel):
    language: str
    texts: dict[str, str]


@router.get("/texts")
def texts(language: Literal["en", "pl", "sr", "sr-Cyrl", "sr-Latn"] = "en") -> Texts:
    """Every text of a language by its key, those of the referee with those of the pages."""
    return Texts(language=language, texts=page_texts("sr" if language == "sr-Latn" else language))
