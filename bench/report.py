"""Runs the benchmarks and refreshes their part of bench/results.md.

``python bench/report.py`` runs all of them, ``python bench/report.py cards round`` those of
bench/bench_cards.py and bench/bench_round.py. CPU time, the best of the rounds, per item.
"""

import argparse
import ast
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from results_file import HERE, PARTS, RESULTS, assemble, measured_on, processor

TOPICS = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def title(topic: str) -> str:
    """The first line of the docstring of the topic's file."""
    text = ast.get_docstring(ast.parse((HERE / f"bench_{topic}.py").read_text())) or topic
    return text.splitlines()[0].rstrip(".")


def row(benchmark: dict[str, Any]) -> dict[str, Any]:
    info = benchmark["extra_info"]
    return {
        "name": benchmark["name"].removeprefix("bench_"),
        "measured_ns": info.get("measured_ns", benchmark["stats"]["min"] * 1e9 / info["items"]),
        "bar_ns": info["bar_ns"],
        "items": info["items"],
        "signature": info.get("signature"),
        "unit": info.get("unit"),
    }


def keep(topic: str, rows: list[dict[str, Any]]) -> list[str]:
    """Writes a topic's part; names the benchmarks that give other answers than before.

    What was measured on another kind of processor stays, with the head it had."""
    path = PARTS / f"bench_{topic}.json"
    part = json.loads(path.read_text()) if path.exists() else {"rows": [], "measured_on": ""}
    before = part["rows"]
    old = {row["name"]: row["signature"] for row in reversed(before) if row["signature"]}
    dated = [{"measured_on": part["measured_on"], **row} for row in before]
    kept = [row for row in dated if f" {processor()}, " not in row["measured_on"]]
    part = {"title": title(topic), "measured_on": measured_on(), "rows": [*rows, *kept]}
    path.write_text(json.dumps(part, indent=1) + "\n")
    return [
        f"{row['name']}: {old[row['name']]} -> {row['signature']}"
        for row in rows
        if row["name"] in old and row["signature"] != old[row["name"]]
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(TOPICS))
    topics = parser.parse_args().topics or TOPICS
    for topic in topics:
        if topic not in TOPICS:
            parser.error(f"no topic {topic!r}: there are {', '.join(TOPICS)}")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        files = [str(HERE / f"bench_{topic}.py") for topic in topics]
        command = [sys.executable, "-m", "pytest", *files, "-q", "--benchmark-enable"]
        done = subprocess.run([*command, f"--benchmark-json={report}"], cwd=HERE.parent)
        if done.returncode:
            return done.returncode
        benchmarks = json.loads(report.read_text())["benchmarks"]
    PARTS.mkdir(exist_ok=True)
    changed, missed = [], 0
    for topic in topics:
        rows = [row(one) for one in benchmarks if f"bench_{topic}.py" in one["fullname"]]
        missed += sum(one["measured_ns"] > one["bar_ns"] for one in rows)
        changed += keep(topic, rows)
    assemble()
    print(f"{len(benchmarks)} benchmarks, {missed} over their bar; see {RESULTS}")
    for line in changed:
        print(f"other answers than before: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
