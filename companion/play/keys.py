"""Secrets of devices, tables and seats: made at random, kept as hashes."""

import base64
import hashlib
import hmac
import secrets
import threading
from typing import Final

from companion.store.devices import BrowserDevice, Device, ProgramDevice

__all__ = [
    "BrowserDevice",
    "Device",
    "ProgramDevice",
    "browser_with",
    "digest",
    "hash_pin",
    "new_code",
    "new_id",
    "new_token",
    "pin_fits",
    "program_with",
    "shown_id",
    "standing",
    "tidy_code",
]

# Thirty signs of which no two look alike: no I, L, O, 0, 1, 8.
SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ2345679"
CODE_LENGTH: Final = 6
COOKIES: Final = b"cookies"  # hashed in with each, so that no token has the hash of a cookie
AT_ONCE: Final = threading.BoundedSemaphore(2)  # each slow hash takes 16 MB and a processor


def new_token() -> str:
    """160 random bits: a device, a table, an invitation."""
    return secrets.token_urlsafe(20)


def new_id() -> str:
    """A table's id, as random as a token, of letters and digits only."""
    return secrets.token_hex(16)


def new_code() -> str:
    """Six signs that somebody can read out."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """A code as typed: in any case, with spaces or hyphens."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())[: CODE_LENGTH + 1]


def digest(token: str) -> bytes:
    """The hash that is kept of a token. A token is random already, so one round is enough."""
    return hashlib.sha256(token.encode()).digest()


def browser_with(cookie: str) -> BrowserDevice:
    """The browser that has this cookie."""
    return BrowserDevice(hmac.digest(COOKIES, cookie.encode(), "sha256"))


def program_with(token: str) -> ProgramDevice:
    """The program that brings this token."""
    return ProgramDevice(digest(token))


def shown_id(waiting: str) -> str:
    """The id under which the table sees a waiting device; the device's own id cannot be worked out from it."""
    return digest(waiting).hex()[:32]


def standing(token: str, table: str, code: str | None) -> str:
    """The secret that a device shows in its QR code of a table, known to nobody without its token.

    It is the same until the table takes a new code, so one that was left lying stays good however often it is shown.
    """
    made = hmac.digest(token.encode(), f"invitation {table} {code}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:21]).decode()


def hash_pin(pin: str) -> str:
    """The hash that is kept of a PIN: few digits need a slow hash with salt."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_slow(pin, salt).hex()}"


def pin_fits(pin: str, kept: str) -> bool:
    """Whether a PIN is the one kept."""
    salt, __, slow = kept.partition(":")
    return hmac.compare_digest(_slow(pin, bytes.fromhex(salt)), bytes.fromhex(slow))


def _slow(pin: str, salt: bytes) -> bytes:
    with AT_ONCE:
        return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
