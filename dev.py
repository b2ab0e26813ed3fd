"""Everything a developer runs, in separate environments: python3 dev.py test, and so on.

Needs Python 3.11 or newer and a Rust toolchain; everything else is fetched from the package registries into
.venv and .venv-wheel beside this file. The system's Python is never changed, and running a command again is
harmless.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools import abis, trial, wheels
from tools.environments import ROOT, VENV, check_tools, install, make_venv, meanwhile, pip, python, run
from tools.requirements import requirements

TIMES_VARIABLE = "PUZZLE15_SOAK"
"""How many times as much as usual the soaks do; `tests/support/soak.py` reads it."""

TIMES_OF_AN_HOUR = 30
"""With it they take about an hour on two cores."""

WHEEL_VENV = ROOT / ".venv-wheel"
"""For the tests: the wheel, installed as users install it, and the packages that the tests need."""


def demo() -> None:
    """Solve random boards and show how."""
    install()
    run(python(), "-m", "puzzle15.demo")


def develop() -> None:
    """Make .venv with the package, editable, and every tool for tests and linters."""
    install("test", "lint")


def test() -> None:
    """Run the tests of the crate, and those of the package on the installed wheel, outside the source."""
    prepare(["cargo", "test", "--quiet"])
    pytest()


def slow() -> None:
    """Run the tests of the package that take long, in a random order."""
    prepare()
    pytest("slow", "--slow", *shuffled())


def soak() -> None:
    """Run the soaks, which find more the longer they take: two minutes, or an hour with --hour."""
    prepare()
    pytest("soak", "--soak", *shuffled())


def shuffled() -> list[str]:
    """The options for a random order."""
    return ["--shuffle", str(secrets.randbelow(10**6))]


def prepare(*beside: Sequence[str]) -> None:
    """Install the wheel as users would, with all that the tests need; run other commands meanwhile."""
    check_tools()
    make_venv(WHEEL_VENV)
    needed = [str(python(WHEEL_VENV)), "-m", "pip", "install", "--quiet", *requirements("test")]
    with meanwhile(needed, *beside):
        wheel = wheels.build()
    pip(f"{wheel}[test]", venv=WHEEL_VENV)
    # A rebuilt wheel has the same version, so pip would keep the old one.
    pip("--force-reinstall", "--no-deps", wheel, venv=WHEEL_VENV)


def pytest(mark: str = "", *options: str) -> None:
    """Run tests of the package outside the source, all or by mark; those of the web page with a chromium."""
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    # Benchmarks are in another folder; their plugin would warn about several processes.
    # One more than there are cores in CI: tests of pages and terminals wait much of the time.
    words = ["--installed", "--benchmark-disable", "-n", "3", "--dist", "loadfile", *options]
    # In order of their names, so that no file of few long tests comes last.
    words += ["--no-loadscope-reorder"]
    marks = " and ".join(filter(None, [mark, "" if browser else "not browser"]))
    words += ["-m", marks] if marks else []
    with tempfile.TemporaryDirectory(prefix="puzzle15-tests-", ignore_cleanup_errors=True) as name:
        trial.copy_tests(Path(name))
        run(python(WHEEL_VENV), "-m", "pytest", *words, where=Path(name), venv=WHEEL_VENV)
    if not browser:
        print("The web page was NOT tested: install chromium, or set CHROMIUM to the path of a browser.")


def wheel() -> None:
    """Build the wheel into dist/ and try it on every Python that is found, in clean environments."""
    wheels.build()
    trial.everywhere()


def check() -> None:
    """Check names, sizes and contents of the wheels in dist/."""
    wheels.wheels()


def lint() -> None:
    """Run every linter with warnings as errors."""
    install("test", "lint")
    run("cargo", "fmt", "--check")
    for features in ["", "abi3"]:
        run("cargo", "clippy", "--all-targets", "--features", features, "--", "-D", "warnings")
    abis.check()
    run("cargo", "rustdoc", "--lib", "--quiet", "--", "--document-private-items", "-D", "warnings")
    run(python(), "-m", "ruff", "check")
    run(python(), "-m", "ruff", "format", "--check")
    run(python(), "-m", "mypy")
    run(python(), "-m", "mypy", "--strict", "tests", "benches", "docs", "tools", "conftest.py", "dev.py")
    run(python(), "-m", "mypy.stubtest", "puzzle15._core")
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)
    run("zizmor", "--quiet", "--offline", ".github")


def bench() -> None:
    """Run the benchmarks, some of them beside the plain-Python twins."""
    install("test")
    run(python(), "-m", "pytest", "--benchmark-only")


def bench_once() -> None:
    """Run the benchmarks, no more often than it takes to see that they work."""
    install("test")
    once = ["--benchmark-max-time=0.1", "--benchmark-min-rounds=1"]
    # Searches of billions of states differ from the others only in their size; the slow tests have some.
    run(python(), "-m", "pytest", "--benchmark-only", *once, "-m", "not billions")


def docs() -> None:
    """Make the documentation in build/docs, with warnings as errors."""
    install("docs")
    shutil.rmtree(ROOT / "build" / "docs", ignore_errors=True)
    run(python(), "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", "build/docs")
    print("The pages begin at build/docs/index.html.")


def sdist() -> None:
    """Build a source distribution into dist/, install it elsewhere and use it there."""
    check_tools()
    make_venv(VENV)
    pip("build")
    for old in wheels.DIST.glob("puzzle15-*.tar.gz"):
        old.unlink()
    run(python(), "-m", "build", "--sdist")
    with tempfile.TemporaryDirectory() as name:
        folder, venv = Path(name), Path(name) / "venv"
        make_venv(venv)
        # The question is whether it builds, not how fast it is.
        quick = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16"}
        pip(*wheels.DIST.glob("*.tar.gz"), venv=venv, extra=quick)
        run(python(venv), "-m", "puzzle15.demo", where=folder, venv=venv)
        run(python(venv), "-c", FILES, where=folder, venv=venv)


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

COMMANDS = {
    "demo": demo,
    "test": test,
    "slow": slow,
    "soak": soak,
    "wheel": wheel,
    "check": check,
    "trial": trial.trial,
    "develop": develop,
    "lint": lint,
    "bench": bench,
    "bench-once": bench_once,
    "docs": docs,
    "sdist": sdist,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the commands named on the command line, in order."""
    parser = argparse.ArgumentParser(
        description="Build and run puzzle15, in environments beside this file.",
        epilog="\n".join(f"  {name:10} {call.__doc__}" for name, call in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="+", choices=COMMANDS)
    parser.add_argument("--hour", action="store_true", help="let the soaks take an hour on two cores")
    options = parser.parse_args(arguments)
    if options.hour:
        if "soak" not in options.command:
            parser.error("--hour is for soak")
        os.environ[TIMES_VARIABLE] = str(TIMES_OF_AN_HOUR)
    for name in options.command:
        COMMANDS[name]()


if __name__ == "__main__":
    main()
