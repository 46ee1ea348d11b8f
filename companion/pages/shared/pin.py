"""The PIN of a seat, as forms ask for it."""

from __future__ import annotations

import re
from typing import Final

PIN: Final = re.compile(r"[0-9]{4}")
WRONG_PIN: Final = "wrong_pin"  # in an address: a form was turned down for it
