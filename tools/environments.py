"""Virtual environments beside dev.py, and commands run in them. The system's Python is never changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tools.requirements import requirements

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
"""For developers: the package is installed editable."""

OLDEST = (3, 11)


def scripts(venv: Path) -> Path:
    """The folder of an environment's commands."""
    return venv / ("Scripts" if os.name == "nt" else "bin")


def python(venv: Path = VENV) -> Path:
    """The interpreter of an environment."""
    return scripts(venv) / ("python.exe" if os.name == "nt" else "python")


def run(
    *command: str | Path, where: Path = ROOT, venv: Path = VENV, extra: Mapping[str, str] | None = None
) -> None:
    """Show a command, run it in an environment, and stop with its exit code if it fails."""
    print("$", *command, flush=True)
    # Windows looks for a program on the PATH of this process, not on that of the new one.
    program = shutil.which(command[0], path=environment(venv)["PATH"]) or command[0]
    words = [str(program), *map(str, command[1:])]
    code = subprocess.run(words, cwd=where, env=environment(venv) | dict(extra or {})).returncode
    if code:
        sys.exit(code)


@contextmanager
def meanwhile(*commands: Sequence[str]) -> Iterator[None]:
    """Run commands one by one beside the block, then show what they said, and stop if one failed."""
    with ThreadPoolExecutor(1) as thread:
        jobs = [thread.submit(quietly, command) for command in commands]
        yield
        for command, job in zip(commands, jobs, strict=True):
            done = job.result()
            print("$", *command)
            print(done.stdout, end="", flush=True)
            if done.returncode:
                sys.exit(done.returncode)


def quietly(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command, and keep what it says."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def environment(venv: Path = VENV) -> dict[str, str]:
    """The environment variables of an activated environment."""
    path = os.pathsep.join([str(scripts(venv)), os.environ.get("PATH", "")])
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "VIRTUAL_ENV": str(venv),
        "PATH": path,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTHONUTF8": "1",
    }


def pip(*words: str | Path, venv: Path = VENV, extra: Mapping[str, str] | None = None) -> None:
    """Install something into an environment."""
    run(python(venv), "-m", "pip", "install", "--quiet", *words, venv=venv, extra=extra)


def check_tools() -> None:
    """Say what is missing before anything is built."""
    if sys.version_info < OLDEST:
        sys.exit(f"puzzle15 needs Python 3.11 or newer, this is {sys.version.split()[0]}")
    if not shutil.which("cargo"):
        sys.exit("puzzle15 needs a Rust toolchain, and cargo is not on the PATH: see https://rustup.rs")


def works(folder: Path) -> bool:
    """Whether there is an environment with pip, of a Python that is new enough and still there."""
    check = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([str(python(folder)), "-c", check], capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv(folder: Path, base: str = sys.executable) -> None:
    """Make an environment of a Python, even of one without ensurepip if this one has pip."""
    if works(folder):
        return
    shutil.rmtree(folder, ignore_errors=True)
    made = subprocess.run([base, "-m", "venv", str(folder)], capture_output=True, text=True)
    if made.returncode == 0:
        return
    shutil.rmtree(folder, ignore_errors=True)
    rescue = [
        [base, "-m", "venv", "--without-pip", str(folder)],
        [sys.executable, "-m", "pip", "--python", str(python(folder)), "install", "--quiet", "pip"],
    ]
    if any(subprocess.run(command, capture_output=True).returncode for command in rescue):
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(
            f"{base} cannot make a virtual environment: install its venv package "
            f"(on Debian and Ubuntu: apt install python3-venv)\n{made.stdout}{made.stderr}"
        )


_installed: set[str] = set()


def install(*extras: str) -> None:
    """Build the package (optimised) and install it, editable, with what it needs; once per run of dev.py."""
    wanted = {"package", *extras}
    if wanted <= _installed:
        return
    _installed.update(wanted, ["docs"] if "test" in wanted else [])
    check_tools()
    make_venv(VENV)
    print("Building, optimised: about a minute the first time, seconds after that.", flush=True)
    pip(*requirements())
    # Built here, and not in an environment of its own, it need not be compiled again after the wheel.
    pip("--no-build-isolation", "--editable", f".[{','.join(extras)}]" if extras else ".")
