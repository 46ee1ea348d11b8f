"""Compiles the catalogues in languages/ before a package is built; `python hatch_build.py` does it for a checkout."""

import os
from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LANGUAGES = Path(__file__).resolve().parent / "languages"


class CompiledCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls before it builds a wheel or an sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compiles every `.po` to a `.mo`, so that the build includes them."""
        compile_catalogues(LANGUAGES)


def compile_catalogues(folder: Path) -> None:
    """Writes a `.mo` beside each `.po` that has none or an older one."""
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            unfinished = source.with_suffix(f".{os.getpid()}")  # nobody should read half a file
            unfinished.write_bytes(polib.pofile(str(source)).to_binary())
            unfinished.replace(compiled)


if __name__ == "__main__":
    compile_catalogues(LANGUAGES)
