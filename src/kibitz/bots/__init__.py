"""Opponents that know no game: random, search, Monte Carlo, engine processes, and matches between any two."""
