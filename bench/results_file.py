"""bench/results.md and the parts it is put together from, in bench/results/.

Each part is measured, and kept, on its own: the benchmarks of one topic are a JSON file;
the peers and the instruction counts are Markdown; where the time goes and what the next
limit is stands in bench/limits.md, which is written by hand. ``python bench/results_file.py`` puts
them together again and measures nothing.
"""

import datetime
import json
import platform
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PARTS = HERE / "results"
RESULTS = HERE / "results.md"
INTRODUCTION = """\
# Results of the measurements

CPU time, the best of several runs (a shared machine only ever adds to it). Each part says
when and on what it was measured and is refreshed on its own: the benchmarks by
`python bench/report.py [TOPIC ...]`, the peers by `python bench/peers.py`, the instruction
counts by `python bench/callgrind.py`. Benchmarks have a table for each kind of processor, the
last measured first; the bars were set for the Xeon.

A signature is a number made of all the answers of a benchmark, in order: where it changes,
so has the behaviour (`signature` in `bench/workloads.py`).
"""


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def measured_on() -> str:
    """Date, commit, processor and Python, for the head of a part."""
    git = ["git", "rev-parse", "--short", "HEAD"]
    try:
        commit = subprocess.run(git, cwd=HERE, capture_output=True, text=True).stdout.strip()
    except OSError:
        commit = ""
    return (
        f"{datetime.date.today()}, commit {commit or 'unknown'} (or the change on top of it), "
        f"{processor()}, Python {platform.python_version()}"
    )


def shown(nanoseconds: float) -> str:
    """A time with a fitting unit."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def rate(per_second: float) -> str:
    """So many a second, in three digits."""
    for unit, size in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if per_second >= size:
            return f"{per_second / size:.3g}{unit}"
    return f"{per_second:.3g}"


def table(header: str, rows: list[list[str]]) -> str:
    """A Markdown table; ``header`` has the column names between bars."""
    names = header.split("|")
    lines = ["| " + " | ".join(name.strip() for name in names) + " |", "|---" * len(names) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def benchmark_rows(rows: list[dict[str, Any]]) -> list[list[str]]:
    found = []
    for row in rows:
        measured, bar = row["measured_ns"], row["bar_ns"]
        mark = "" if measured <= bar else " **missed**"
        unit, code = row.get("unit"), row["signature"]
        many = rate(1e9 / measured) if row["items"] > 1 and not unit else ""
        one, most = (f"{n:.3g} {unit}" if unit else shown(n) for n in (measured, bar))
        found.append([row["name"], one, many, most + mark, f"`{code}`" if code else ""])
    return found


def benchmark_part(topic: dict[str, Any]) -> str:
    """A table for each kind of processor, the last measured first."""
    rows: dict[str, list[dict[str, Any]]] = {topic["measured_on"]: []}
    for row in topic["rows"]:
        rows.setdefault(row.get("measured_on", topic["measured_on"]), []).append(row)
    header = "benchmark | one item | items a second | bar | signature"
    tables = [f"{when}.\n\n{table(header, benchmark_rows(some))}" for when, some in rows.items()]
    return f"### {topic['title']}\n\n" + "\n".join(tables)


def assembled() -> str:
    """bench/results.md from the parts there are."""
    topics = [json.loads(path.read_text()) for path in sorted(PARTS.glob("bench_*.json"))]
    sections = [INTRODUCTION]
    if topics:
        sections.append("## Benchmarks\n\n" + "\n".join(map(benchmark_part, topics)))
    for path in (PARTS / "peers.md", PARTS / "instructions.md", HERE / "limits.md"):
        if path.exists():
            sections.append(path.read_text())
    return "\n".join(sections)


def assemble() -> None:
    """Writes bench/results.md."""
    RESULTS.write_text(assembled())


if __name__ == "__main__":
    assemble()
