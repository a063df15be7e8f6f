"""How the weights of `kibitz.vision` are made; not installed with the program."""
