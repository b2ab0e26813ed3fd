"""The workflows: which wheels they build and try, and that what they call is there."""

from __future__ import annotations

import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import dev
import pytest
import yaml
from tools import trial, wheels

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yml"))}
JOBS: dict[str, dict[str, Any]] = {name: yaml.safe_load(text)["jobs"] for name, text in TEXTS.items()}
WHEELS = JOBS["wheels"]
STEPS = [step for jobs in JOBS.values() for job in jobs.values() for step in job["steps"]]

PLATFORMS = {
    *(f"{kind}-{machine}" for kind in ("manylinux", "musllinux") for machine in ("x86_64", "aarch64")),
    *(f"{system}-{machine}" for system in ("macos", "windows") for machine in ("x86_64", "arm64")),
}


def matrix(job: str) -> list[dict[str, str]]:
    """The combinations of a job, by GitHub's rule: an inclusion extends those that it does not contradict."""
    axes = dict(WHEELS[job]["strategy"]["matrix"])
    included = axes.pop("include")
    products = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    new = []
    for extra in included:
        fitting = [
            known for known in products if all(extra.get(key, known[key]) == known[key] for key in axes)
        ]
        for known in fitting:
            known.update(extra)
        if not fitting:
            new.append(extra)
    return products + new


def test_every_platform_has_every_wheel() -> None:
    built = matrix("build")
    assert {(one["platform"], one["abi"]) for one in built} == set(
        product(PLATFORMS, ["abi3", "cp314t", "abi3t"])
    )
    assert all({"runner", "target", "feature", "python"} <= one.keys() for one in built)
    assert all(("manylinux" in one) == ("linux" in one["platform"]) for one in built)


def test_what_is_tried_was_built_and_runs_there() -> None:
    built = {(one["platform"], one["abi"]) for one in matrix("build")}
    tried = matrix("try") + matrix("alpine")
    assert {one["platform"] for one in tried} == PLATFORMS
    assert {(one["platform"], one["abi"]) for one in tried} <= built
    for one in tried:
        usual = one["platform"].endswith("x86_64")
        mac = one["platform"].startswith("macos")
        assert ("intel" in one["runner"]) == usual if mac else ("arm" in one["runner"]) != usual


def test_every_python_is_tried() -> None:
    tried = {one["python"]: one["abi"] for one in matrix("try")}
    usual = {f"3.{minor}": "abi3" for minor in range(11, trial.NEWEST + 1)}
    assert tried == usual | {"3.14t": "cp314t", "3.15t": "abi3t"}


def test_features_are_those_of_the_crate() -> None:
    crate = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {one["feature"] for one in matrix("build")} == set(crate["features"])
    assert crate["features"]["python"] == ["dep:pyo3"]
    assert "features" not in crate["dependencies"]["pyo3"], "the stable ABI could not be turned off"
    assert project["tool"]["maturin"]["features"] == ["abi3"]
    for one in matrix("build"):
        free_threaded = one["python"].endswith("t")
        assert free_threaded == (one["feature"] != "abi3")


def test_commands_are_there() -> None:
    lines = [step["run"] for step in STEPS if "run" in step]
    called = {name for line in lines for name in re.findall(r"dev\.py (\w+)", line)}
    assert called == {"check", "trial", "sdist"}
    assert called <= dev.COMMANDS.keys()
    script = ROOT / ".ci" / "run"
    assert ".ci/run" in lines
    words = re.findall(r"dev\.py ([a-z -]+)", script.read_text(encoding="utf-8"))
    called = set(" ".join(words).split())
    assert {"test", "wheel", "lint"} <= called <= dev.COMMANDS.keys()


def test_the_budget_is_in_one_place() -> None:
    assert wheels.BUDGET == 5_000_000
    assert all(not re.search(r"5_?000_?000|5 ?MB", text) for text in TEXTS.values())


def test_every_wheel_is_checked_before_it_is_kept() -> None:
    steps = WHEELS["build"]["steps"]
    check = next(number for number, step in enumerate(steps) if step.get("run") == "python dev.py check")
    assert "maturin-action" in steps[check - 1]["uses"]
    assert "upload-artifact" in steps[check + 1]["uses"]


def test_only_a_tag_publishes_and_only_that_job_may() -> None:
    publish = WHEELS["publish"]
    assert "startsWith(github.ref, 'refs/tags/v')" in publish["if"]
    assert set(publish["needs"]) == WHEELS.keys() - {"publish"}
    assert publish["permissions"] == {"id-token": "write"}
    others = [job for jobs in JOBS.values() for job in jobs.values() if job is not publish]
    assert all(job["permissions"] == {"contents": "read"} for job in others)
    assert all(yaml.safe_load(text)["permissions"] == {} for text in TEXTS.values())
    assert not any("secrets." in text for text in TEXTS.values())


@pytest.mark.parametrize("action", sorted({step["uses"] for step in STEPS if "uses" in step}))
def test_actions_are_pinned_by_hash(action: str) -> None:
    assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)
    versions = {
        found for text in TEXTS.values() for found in re.findall(rf"{action} # (v[\d.]+)$", text, re.M)
    }
    assert len(versions) == 1, "the version stands beside it"
    named = sum(text.count(action.partition("@")[0] + "@") for text in TEXTS.values())
    assert sum(len(re.findall(rf"{action} # v", text)) for text in TEXTS.values()) == named
