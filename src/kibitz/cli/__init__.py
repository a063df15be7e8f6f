"""The command line: one file a command, and the only room that imports every other."""
