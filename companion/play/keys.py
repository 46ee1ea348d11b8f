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
    "device_invitation",
    "digest",
    "hash_pin",
    "new_code",
    "new_id",
    "new_token",
    "pin_fits",
    "program_with",
    "shown_id",
    "signs",
    "tidy_code",
]

# Thirty characters that cannot be mistaken for each other: no I, L, O, 0, 1, 8.
SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ2345679"
CODE_LENGTH: Final = 6
COOKIES: Final = b"cookies"  # hashed with each cookie, so that no token can have the same hash
AT_ONCE: Final = threading.BoundedSemaphore(2)  # how many slow hashes at a time: each takes 16 MB and a processor


def new_token() -> str:
    """160 random bits, for a device or an invitation."""
    return secrets.token_urlsafe(20)


def new_id() -> str:
    """128 random bits in hexadecimal, for a table, an entry or somebody who waits to join."""
    return secrets.token_hex(16)


def new_code() -> str:
    """A table's code: six characters that are easy to read aloud."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """A typed code in its normal form: upper case, without spaces or hyphens."""
    tidy = "".join(sign for sign in typed.upper() if sign.isalnum())
    return tidy[: CODE_LENGTH + 1]  # one too many is left, so that a longer text fits no code


def digest(token: str) -> bytes:
    """The hash that is stored of a token. Tokens are random, so one round is enough."""
    return hashlib.sha256(token.encode()).digest()


def browser_with(cookie: str) -> BrowserDevice:
    """The browser that has this cookie."""
    return BrowserDevice(hmac.digest(COOKIES, cookie.encode(), "sha256"))


def program_with(token: str) -> ProgramDevice:
    """The program that has this token."""
    return ProgramDevice(digest(token))


def shown_id(waiting: str) -> str:
    """The id by which a table knows somebody who waits to join; their secret cannot be worked out from it."""
    return digest(waiting).hex()[:32]


def signs(shown: str) -> str:
    """Three signs worked out of somebody's shown id, by which two phones can be seen to be about the same thing."""
    number = int(shown, 16)
    return "".join(SIGNS[number // len(SIGNS) ** place % len(SIGNS)] for place in range(3))


def device_invitation(token: str, table: str, code: str | None) -> str:
    """The secret in the QR code that a device shows for a table. It can only be made with the device's token.

    It stays the same until the table has a new code, so showing the QR code often does not void earlier copies of it.
    """
    made = hmac.digest(token.encode(), f"invitation {table} {code}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:21]).decode()


def hash_pin(pin: str) -> str:
    """The salt and the hash that are stored of a PIN. With so few digits the hash must be slow."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_slow(pin, salt).hex()}"


def pin_fits(pin: str, stored: str) -> bool:
    """Whether a PIN matches the stored hash."""
    salt, __, slow = stored.partition(":")
    return hmac.compare_digest(_slow(pin, bytes.fromhex(salt)), bytes.fromhex(slow))


def _slow(pin: str, salt: bytes) -> bytes:
    """A hash of a PIN that takes long to compute; it waits while others are computed."""
    with AT_ONCE:
        return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
