"""Checks that the bindings compile for Pythons that are not installed, which PyO3 reads about in a file."""

from __future__ import annotations

from tools.environments import ROOT, run

TARGET = ROOT / "target" / "abis"

# By cargo feature: a Python whose wheel is built with it.
FREE_THREADED = {
    "python": "version=3.14\ntarget_abi=CPython-free_threaded-3.14\nbuild_flags=Py_GIL_DISABLED\n",
    "abi3t": "version=3.15\ntarget_abi=CPython-abi3t-3.15\n",
}


def check() -> None:
    """Compile the bindings for free-threaded Pythons, and for this one without its stable ABI."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for feature, described in FREE_THREADED.items():
        file = TARGET / f"free-threaded-{feature}.txt"
        file.write_text(f"implementation=CPython\nshared=true\n{described}", encoding="utf-8")
        print("For free-threaded Python", *described.split()[:1], flush=True)
        clippy(feature, {"PYO3_CONFIG_FILE": str(file)})
    clippy("python", {})


def clippy(feature: str, extra: dict[str, str]) -> None:
    """Run clippy on the library alone, in a separate folder: the description would spoil the usual one."""
    words = ["--lib", "--features", feature, "--target-dir", str(TARGET), "--", "-D", "warnings"]
    run("cargo", "clippy", *words, extra=extra)
