"""What Kibitz says, in every language: texts by key, complete in each, and rulings put into words."""

from kibitz.messages.catalogue import LANGUAGES, Catalogue, catalogue
from kibitz.messages.pages import page_texts
from kibitz.messages.rulings import said

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "page_texts", "said"]
