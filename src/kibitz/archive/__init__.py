"""Where games are kept: written before they are shown, found again, read from files and written to them."""
