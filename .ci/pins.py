"""Every package that can be installed is pinned to an exact version in pyproject.toml,
and no registry's address stands in a committed file.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path


def name_of(requirement: str) -> str:
    return re.split(r"[=<>~ ;\[]", requirement, maxsplit=1)[0].lower()


def main() -> int:
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    pins = project["tool"]["uv"]["constraint-dependencies"]
    loose = [pin for pin in pins if not re.match(r"[\w.-]+==[\w.]+( ;.*)?$", pin)]
    exported = subprocess.run(
        ["uv", "export", "--all-groups", "--no-hashes", "--no-annotate"]
        + ["--no-emit-project", "--no-header", "-q"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    needed = {name_of(line) for line in exported.splitlines() if line.strip()}
    pinned = {name_of(pin) for pin in pins}
    faults = [f"not an exact version: {pin}" for pin in loose]
    faults += [f"not pinned: {name}" for name in sorted(needed - pinned)]
    faults += [f"pinned but never used: {name}" for name in sorted(pinned - needed)]
    tracked = subprocess.run(
        ["git", "ls-files", "uv.lock", "package-lock.json"],
        check=True,
        capture_output=True,
        text=True,
    )
    faults += [f"committed lock file: {file}" for file in tracked.stdout.split()]
    print("\n".join(faults) or f"{len(pins)} exact pins")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
