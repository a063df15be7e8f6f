"""The application in the browser: a JSON API with live states over WebSockets, and the pages that use it."""
