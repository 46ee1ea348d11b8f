"""A device at a table: a browser or a program. Its kind is as much of it as its key is."""

from dataclasses import dataclass
from typing import assert_never


@dataclass(frozen=True, slots=True)
class BrowserDevice:
    """A browser: whoever has it in hand just now may be anybody."""

    key: bytes


@dataclass(frozen=True, slots=True)
class ProgramDevice:
    """A program: one party, whoever runs it."""

    key: bytes


Device = BrowserDevice | ProgramDevice


def as_kept(device: Device) -> bytes:
    """A device as the database keeps it: a letter for its kind, then its key."""
    match device:
        case BrowserDevice(key):
            return b"b" + key
        case ProgramDevice(key):
            return b"p" + key
    assert_never(device)


def from_kept(kept: bytes) -> Device:
    """The device that was kept so. One of no known kind is no device."""
    match kept[:1]:
        case b"b":
            return BrowserDevice(kept[1:])
        case b"p":
            return ProgramDevice(kept[1:])
    raise ValueError("a device of no known kind")
