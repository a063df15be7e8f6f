"""Kibitz sits beside a board game: it watches, knows the rules, plays and keeps every game."""

__version__ = "0.1.0"
