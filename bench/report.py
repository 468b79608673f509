"""Runs the benchmarks and writes bench/results.md: ``python bench/report.py``.

CPU time, the best of the rounds (a shared machine only ever adds to it), per item.
"""

import datetime
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def shown(nanoseconds: float) -> str:
    for unit, size in (("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pytest", str(HERE), "-q", "--benchmark-enable"]
        done = subprocess.run([*command, f"--benchmark-json={report}"], cwd=HERE.parent)
        if done.returncode:
            return done.returncode
        benchmarks = json.loads(report.read_text())["benchmarks"]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True
    ).stdout.strip()
    lines = [
        "# Benchmark results",
        "",
        f"{datetime.date.today()}, commit {commit or 'unknown'} (or the change on top of it), "
        f"{processor()}, Python {platform.python_version()}. Made by `python bench/report.py`: "
        "CPU time, best of the rounds, for one item.",
        "",
        "| benchmark | measured | bar |",
        "|---|---|---|",
    ]
    missed = 0
    for one in benchmarks:
        info = one["extra_info"]
        measured = info.get("measured_ns", one["stats"]["min"] * 1e9 / info["items"])
        missed += measured > info["bar_ns"]
        mark = "" if measured <= info["bar_ns"] else " **missed**"
        name = one["name"].removeprefix("bench_")
        lines.append(f"| {name} | {shown(measured)} | {shown(info['bar_ns'])}{mark} |")
    (HERE / "results.md").write_text("\n".join(lines) + "\n")
    print(f"{len(benchmarks)} benchmarks, {missed} over their bar; see {HERE / 'results.md'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
