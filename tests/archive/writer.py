"""A program that writes games: `python -m tests.archive.writer DATA_DIR URL` forks a writer for each line.

append GAME_ID      adds notes for ever, each printed once it is kept
race GAME_ID COUNT  adds COUNT notes to a game that others write to as well
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kibitz.archive.faults import StaleEntry
from kibitz.archive.opening import open_archive
from kibitz.archive.store import Store
from kibitz.core.record import Entry, Kind


def append_for_ever(store: Store, game_id: int) -> None:
    """Add notes and print the number of each as soon as it is kept."""
    seq = store.summary(game_id).seq
    while True:
        seq = store.append(game_id, Entry(Kind.NOTE, f"note {seq + 1}"), seq)
        os.write(sys.stdout.fileno(), f"{seq}\n".encode())  # whole: it may be killed behind any write


def race(store: Store, game_id: int, count: int) -> None:
    """Add notes; when another was quicker, look again and go on."""
    done = 0
    while done < count:
        try:
            store.append(game_id, Entry(Kind.NOTE, f"{os.getpid()} {done}"), store.summary(game_id).seq)
            done += 1
        except StaleEntry:
            continue


def work(words: list[str], folder: str, url: str) -> None:
    """Do what one line asks for, in a process of its own."""
    store = open_archive(Path(folder), url)
    if words[0] == "append":
        append_for_ever(store, int(words[1]))
    race(store, int(words[1]), int(words[2]))


def main() -> None:
    """Fork a writer for each line; a blank line waits for all of them."""
    children = list[int]()
    for line in sys.stdin:
        if line.strip():
            child = os.fork()
            if child == 0:
                work(line.split(), sys.argv[1], sys.argv[2])
                os._exit(0)
            children.append(child)
            print(f"pid {child}", flush=True)
            continue
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        print("ended", *codes, flush=True)
        children.clear()


if __name__ == "__main__":
    main()
