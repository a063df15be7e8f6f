"""docs/benchmarks.md: each benchmark owns what stands between its two marks and leaves the rest as it is."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"


def put(name: str, text: str, heading: str = "", page: Path = PAGE) -> None:
    """Replace what stands between the marks; where there are none yet, add them under a heading."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    whole = page.read_text(encoding="utf-8")
    if begin not in whole:
        whole = "\n\n".join(part for part in (whole.rstrip(), heading, f"{begin}\n{end}\n") if part)
    before, _, rest = whole.partition(begin)
    page.write_text(f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}", encoding="utf-8")
