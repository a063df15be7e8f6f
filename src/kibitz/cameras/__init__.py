"""Where frames come from: phones, USB, streams, browsers, files, and a table that is only simulated."""
