"""The nginx of this machine with hosting/nginx.conf as it stands, but for ports, places and the certificate."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from companion.host.certificates import _certificate_pem, _key_pem
from tests.support.serving import free_port

SETTINGS = Path(__file__).resolve().parents[2] / "hosting/nginx.conf"
NAME = "games.example"
MISSING = "nginx is missing. Debian, Ubuntu: sudo apt install nginx-light   macOS: brew install nginx"
STARTS = 20.0  # seconds


def program() -> str:
    """Where it is; Debian keeps it off the PATH of most."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or pytest.fail(MISSING)


def version() -> tuple[int, ...]:
    """Of the program."""
    said = subprocess.run([program(), "-v"], capture_output=True, text=True, check=True, timeout=30).stderr
    return tuple(map(int, re.findall(r"\d+", said)[:3]))


@dataclass(frozen=True)
class Front:
    """A web server in front."""

    http: int
    https: int
    file: Path

    @property
    def context(self) -> ssl.SSLContext:
        """To ask it with."""
        return ssl.create_default_context(cafile=str(self.file.parent / "cert.pem"))

    def settings_are_right(self) -> str:
        """What it says of its settings, which it takes."""
        tried = subprocess.run([program(), *self.named, "-t"], capture_output=True, text=True, timeout=30)
        assert tried.returncode == 0, tried.stderr
        return tried.stderr

    @property
    def named(self) -> list[str]:
        return ["-p", str(self.file.parent), "-c", str(self.file)]


def _certificate(folder: Path) -> None:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(_certificate_pem(made))
    (folder / "key.pem").write_bytes(_key_pem(key))


def _settled(front: Front, upstream: int) -> str:
    """The settings with everything that is of this machine."""
    folder, text = front.file.parent, SETTINGS.read_text()
    places = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy"))
    for shipped, here in (
        ("/etc/ssl/certs/ssl-cert-snakeoil.pem", f"{folder}/cert.pem"),
        ("/etc/ssl/private/ssl-cert-snakeoil.key", f"{folder}/key.pem"),
        ("/run/nginx.pid", f"{folder}/pid"),
        ("/var/log/nginx/error.log", f"{folder}/error.log"),
        ("listen 80", f"listen 127.0.0.1:{front.http}"),
        ("listen 443", f"listen 127.0.0.1:{front.https}"),
        ("listen [::]:", "# "),  # not every machine has IPv6
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        ("http {\n", f"http {{\n{places}"),
    ):
        assert shipped in text, shipped
        text = text.replace(shipped, here)
    return text


@contextmanager
def in_front_of(upstream: int) -> Iterator[Front]:
    """It runs, and is gone with the block; its workers are another user's where this is root's."""
    folder = Path(tempfile.mkdtemp(prefix="companion-nginx-"))
    folder.chmod(0o755)
    front = Front(free_port(), free_port(), folder / "nginx.conf")
    _certificate(folder)
    front.file.write_text(_settled(front, upstream))
    front.settings_are_right()
    server = subprocess.Popen([program(), *front.named, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + STARTS
        while not (folder / "pid").exists() or not (folder / "pid").read_text():
            assert server.poll() is None, (folder / "error.log").read_text()
            assert time.monotonic() < until
            time.sleep(0.02)
        yield front
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder)
