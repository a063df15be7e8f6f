"""A real board watched: a camera process that sees it, and a table that follows what is seen."""
