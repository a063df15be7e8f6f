"""`python -m kibitz` is `kibitz`."""

from kibitz.cli.app import main

if __name__ == "__main__":
    main()
