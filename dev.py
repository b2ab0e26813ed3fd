"""Everything a developer runs, in an environment of its own: python3 dev.py test, and so on.

Needs Python 3.11 or newer and a Rust toolchain; everything else is fetched from the package registries into
.venv beside this file. The system's Python is never changed, and running a command again is harmless.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def run(*command: str | Path, where: Path = ROOT) -> None:
    """Show a command, run it, and stop with its exit code if it fails."""
    print("$", *command, flush=True)
    code = subprocess.run([str(word) for word in command], cwd=where, env=environment()).returncode
    if code:
        sys.exit(code)


def environment() -> dict[str, str]:
    """The environment variables of an activated .venv."""
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    return {
        **os.environ,
        "VIRTUAL_ENV": str(VENV),
        "PATH": path,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTHONUTF8": "1",
    }


def check_tools() -> None:
    """Say what is missing before anything is built."""
    if sys.version_info < (3, 11):  # noqa: UP036, this file may be started by any Python
        sys.exit(f"puzzle15 needs Python 3.11 or newer, this is {sys.version.split()[0]}")
    if not shutil.which("cargo"):
        sys.exit("puzzle15 needs a Rust toolchain, and cargo is not on the PATH: see https://rustup.rs")


def works(folder: Path) -> bool:
    """Whether there is an environment with pip, of a Python that is new enough and still there."""
    check = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    try:
        command = [str(folder / PYTHON.relative_to(VENV)), "-c", check]
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv(folder: Path) -> None:
    """Make a virtual environment, also where Python came without ensurepip but with pip."""
    if works(folder):
        return
    shutil.rmtree(folder, ignore_errors=True)
    made = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, text=True)
    if made.returncode == 0:
        return
    shutil.rmtree(folder, ignore_errors=True)
    python = str(folder / PYTHON.relative_to(VENV))
    rescue = [
        [sys.executable, "-m", "venv", "--without-pip", str(folder)],
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "pip"],
    ]
    if any(subprocess.run(command, capture_output=True).returncode for command in rescue):
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(
            "this Python can make no virtual environment: install its venv package "
            f"(on Debian and Ubuntu: apt install python3-venv)\n{made.stdout}{made.stderr}"
        )


def install(extras: str = "") -> None:
    """Build the package (optimised) and install it with what it needs, editable."""
    check_tools()
    make_venv(VENV)
    print("Building, optimised: about a minute the first time, seconds after that.", flush=True)
    run(PYTHON, "-m", "pip", "install", "--quiet", "--editable", f".{extras}")


def demo() -> None:
    """Solve random boards and show how."""
    install()
    run(PYTHON, "-m", "puzzle15.demo")


def test() -> None:
    """Run the tests of the crate and of the package; those of its page if there is a chromium."""
    install("[test]")
    run("cargo", "test", "--quiet")
    # Benchmarks are in a folder of their own; their plugin would warn of the processes beside it.
    pytest: list[str | Path] = [
        PYTHON,
        "-m",
        "pytest",
        "--benchmark-disable",
        "-n",
        "2",
        "--dist",
        "loadfile",
    ]
    if os.environ.get("CHROMIUM") or shutil.which("chromium"):
        run(*pytest)
    else:
        run(*pytest, "-m", "not browser")
        print("The web page was NOT tested: install chromium, or set CHROMIUM to the path of a browser.")


def lint() -> None:
    """Run every linter with warnings as errors."""
    install("[test,lint]")
    run("cargo", "fmt", "--check")
    for features in ["", "python"]:
        run("cargo", "clippy", "--all-targets", "--features", features, "--", "-D", "warnings")
    run("cargo", "rustdoc", "--lib", "--quiet", "--", "--document-private-items", "-D", "warnings")
    run(PYTHON, "-m", "ruff", "check")
    run(PYTHON, "-m", "ruff", "format", "--check")
    run(PYTHON, "-m", "mypy")
    run(PYTHON, "-m", "mypy", "--strict", "tests", "benches", "docs", "conftest.py", "dev.py")
    run(PYTHON, "-m", "mypy.stubtest", "puzzle15._core")


def bench() -> None:
    """Measure, beside the plain-Python twins."""
    install("[test]")
    run(PYTHON, "-m", "pytest", "--benchmark-only")


def docs() -> None:
    """Make the documentation in build/docs, with warnings as errors."""
    install("[docs]")
    shutil.rmtree(ROOT / "build" / "docs", ignore_errors=True)
    run(PYTHON, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", "build/docs")
    print("The pages begin at build/docs/index.html.")


def sdist() -> None:
    """Build a source distribution into dist/, install it elsewhere and use it there."""
    check_tools()
    make_venv(VENV)
    run(PYTHON, "-m", "pip", "install", "--quiet", "build")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    run(PYTHON, "-m", "build", "--sdist")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_venv(folder / "venv")
        python = folder / "venv" / PYTHON.relative_to(VENV)
        run(python, "-m", "pip", "install", "--quiet", *(ROOT / "dist").glob("*.tar.gz"))
        run(python, "-m", "puzzle15.demo", where=folder)
        run(python, "-c", FILES, where=folder)


# Reads every file that comes with the package.
FILES = """
from importlib.resources import files
from puzzle15 import reproduce, solve, twists
twists.tabulation().save("book.html")
solve("1 2/0 3").to_html("page.html")
reproduce.reproduce([]).save_html("report.html")
assert "main.js" in files("puzzle15").joinpath("web", "static", "index.html").read_text(encoding="utf-8")
print(twists.table_1())
"""

COMMANDS = {"demo": demo, "test": test, "lint": lint, "bench": bench, "docs": docs, "sdist": sdist}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the commands named on the command line, in order."""
    parser = argparse.ArgumentParser(
        description="Build and run puzzle15, in an environment of its own beside this file.",
        epilog="\n".join(f"  {name:6} {call.__doc__}" for name, call in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="+", choices=COMMANDS)
    for name in parser.parse_args(arguments).command:
        COMMANDS[name]()


if __name__ == "__main__":
    main()
