"""A device at a table: a browser or a program. Two devices of different kinds are never equal."""

from dataclasses import dataclass
from typing import assert_never


@dataclass(frozen=True, slots=True)
class BrowserDevice:
    """A browser, which several people may share."""

    key: bytes


@dataclass(frozen=True, slots=True)
class ProgramDevice:
    """A program with its own token, which only one party uses."""

    key: bytes


Device = BrowserDevice | ProgramDevice


def to_bytes(device: Device) -> bytes:
    """A device as it is stored: a letter for its kind, then its key."""
    match device:
        case BrowserDevice(key):
            return b"b" + key
        case ProgramDevice(key):
            return b"p" + key
    assert_never(device)


def from_bytes(stored: bytes) -> Device:
    """The device that was stored like this. Raises ValueError for an unknown kind."""
    match stored[:1]:
        case b"b":
            return BrowserDevice(stored[1:])
        case b"p":
            return ProgramDevice(stored[1:])
    raise ValueError("a device of no known kind")
