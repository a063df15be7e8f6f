"""The texts of the pages."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from kibitz.messages.pages import page_texts
from kibitz.web.asking import ERRORS
from kibitz.web.pages import File, made, sent_file

router = APIRouter(prefix="/api", tags=["texts"], responses=ERRORS)


class Texts(BaseModel):
    language: str
    texts: dict[str, str]


@router.get("/texts", response_model=Texts)
def texts(request: Request, language: Literal["en", "pl", "sr", "sr-Cyrl", "sr-Latn"] = "en") -> Response:
    """Every text of a language by its key, those of the referee with those of the pages."""
    found = page_texts("sr" if language == "sr-Latn" else language)
    return sent_file(_file(language, json.dumps(found, ensure_ascii=False)), request)


@lru_cache(maxsize=8)
def _file(language: str, texts: str) -> File:
    return made(f'{{"language":"{language}","texts":{texts}}}'.encode(), "application/json")
