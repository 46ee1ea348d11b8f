"""A container's file: its steps, what is wrong with them, and running them in a root of one's own."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

KNOWN = {
    "ARG",
    "CMD",
    "COPY",
    "ENTRYPOINT",
    "ENV",
    "EXPOSE",
    "FROM",
    "HEALTHCHECK",
    "LABEL",
    "RUN",
    "USER",
    "VOLUME",
    "WORKDIR",
}


def steps(text: str) -> list[tuple[str, str]]:
    """Each instruction, in capitals, and what follows it; comments and line breaks are gone."""
    bare = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    lines = re.sub(r"\\\n\s*", " ", bare).splitlines()
    return [
        (word.upper(), rest.strip()) for line in lines if line.strip() for word, __, rest in [line.partition(" ")]
    ]


def complaints(text: str) -> list[str]:
    """What a linter would say: images without a version, caches that stay, and a server that runs as root."""
    found, all_steps = [], steps(text)
    for word, rest in all_steps:
        if word not in KNOWN:
            found.append(f"{word} is no instruction")
        if word == "FROM" and not re.match(r"[\w.-]+(?:\.[\w-]+)/[\w/.-]+:(?!latest)[\w.-]+", rest):
            found.append(f"FROM {rest}: no registry and version")
        if word == "RUN" and "apt-get install" in rest:
            wanted = ("apt-get update", "--no-install-recommends", " -y", "rm -rf /var/lib/apt/lists/*")
            found += [f"apt-get without {part.strip()}" for part in wanted if part not in rest]
        if word == "RUN" and "pip install" in rest and "--no-cache-dir" not in rest:
            found.append("pip keeps its cache")
        if word == "RUN" and re.search(r"\bsudo\b|curl[^|]*\|\s*sh|\bcd /", rest):
            found.append(f"RUN {rest}")
        if word in ("ENTRYPOINT", "CMD") and not rest.startswith("["):
            found.append(f"{word} through a shell, which takes its signals")
        if word == "COPY" and rest.split()[0] == ".":
            found.append("COPY of everything")
        if re.search(r"\b(amd64|x86_64|aarch64|arm64)\b", rest):
            found.append(f"{word} for one processor only")
    last_stage = all_steps[max(place for place, (word, _) in enumerate(all_steps) if word == "FROM") :]
    users = [rest for word, rest in last_stage if word == "USER"]
    if not users or users[-1] in ("root", "0"):
        found.append("it runs as root")
    if "HEALTHCHECK" not in dict(last_stage):
        found.append("nothing says whether it is well")
    return found


@dataclass
class Root:
    """A system in a folder, in which the steps are run as a builder would."""

    folder: Path
    project: Path
    env: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin"})
    user: str = "root"
    here: str = "/"
    start: list[str] = field(default_factory=list)

    def build(self, text: str) -> None:
        """Runs every step; both stages share this root, so what one copies from the other is there."""
        for word, rest in steps(text):
            getattr(self, f"_{word.lower()}", lambda _rest: None)(rest)

    def command(self, command: list[str]) -> list[str]:
        """A command inside, as the user whom the file names last."""
        inside = f"cd {self.here} && exec {shlex.join(command)}"
        return ["/usr/sbin/chroot", f"--userspec={self.user}", str(self.folder), "/bin/sh", "-c", inside]

    def _from(self, _image: str) -> None:
        self.user, self.here = "root", "/"

    def _workdir(self, place: str) -> None:
        self.here = place
        (self.folder / place[1:]).mkdir(parents=True, exist_ok=True)

    def _env(self, rest: str) -> None:
        self.env |= dict(pair.split("=", 1) for pair in shlex.split(rest))

    def _user(self, name: str) -> None:
        self.user = name

    def _copy(self, rest: str) -> None:
        if rest.startswith("--from"):
            return
        *sources, target = rest.split()
        for source in map(self.project.joinpath, sources):
            place = self.folder / self.here[1:] / target
            if source.is_dir():
                shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, place)

    def _run(self, rest: str) -> None:
        command = self.command(["/bin/sh", "-ec", rest])
        done = subprocess.run(command, env=self.network | self.env, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, f"{rest}: {done.stdout[-1000:]}{done.stderr[-2000:]}"

    def _entrypoint(self, rest: str) -> None:
        self.start = json.loads(rest)

    def _cmd(self, rest: str) -> None:
        self.start += json.loads(rest)

    @property
    def network(self) -> dict[str, str]:
        """How this machine reaches others, if by settings of its own."""
        names = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_CERT", "SSL_CERT_FILE", "http_proxy", "https_proxy")
        return {name: os.environ[name] for each in names for name in (each, each.upper()) if name in os.environ}
