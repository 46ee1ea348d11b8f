"""The parts of `make soak`: which tests each runs, and which parts may run side by side.

Parts that measure how long people wait run alone; those that only check results share the machine.
"""

from dataclasses import dataclass
from typing import Final

FAULTS: Final = "tests/faults/test_{name}.py"


@dataclass(frozen=True)
class Part:
    """A part: its name for the command line, what it is about, and the tests and marker that pytest is run with."""

    name: str
    about: str
    tests: tuple[str, ...]
    marked: str = "soak"


def _fault(name: str, about: str, *more: str, file: str = "") -> Part:
    """A part that runs one file of tests/faults (named like the part, unless given), with these arguments."""
    return Part(name, about, (FAULTS.format(name=file or name), *more))


TESTS: Final = Part(
    "tests",
    "the tests in heavier doses",
    (
        "tests",
        "--ignore=tests/faults",
        "--ignore=tests/browser/test_boards.py",
        "--ignore=tests/browser/test_fits.py",
        "-n",
        "2",
    ),
    "soak or hypothesis",
)
BOARDS: Final = Part(
    "boards", "a whole evening by touch on each further board", ("tests/browser/test_boards.py", "-n", "2")
)
LANGUAGES: Final = Part(
    "languages",
    "every screen in every language, on small phones and in large letters",
    ("tests/browser/test_fits.py", "-n", "2"),
)
POORER: Final = Part(
    "poorer",
    "the browser tests without what plain http and older browsers lack",
    ("tests/browser", "--without-apis", "-n", "2"),
    "not soak",
)
HOSTILE: Final = _fault("hostile", "spoiled files and requests, schemathesis, slow clients, half-open lines")
CLIENTS: Final = _fault("clients", "phones that repeat, drop, reorder and lose answers")
WORKERS: Final = _fault("workers", "kill -9 of a worker", "-k", "a and worker", file="kills")
SQLITE: Final = _fault(
    "server-sqlite",
    "kill -9 of the server and of its parent alone, SQLite",
    "-k",
    "sqlite and not worker",
    file="kills",
)
POSTGRES: Final = _fault(
    "server-postgresql",
    "kill -9 of the server and of its parent alone, PostgreSQL",
    "-k",
    "postgresql and not worker",
    file="kills",
)
HOSTS: Final = _fault("hosts", "two hosts on one PostgreSQL, one killed")
AWAY: Final = _fault("postgresql", "PostgreSQL killed, and away for 30 s", file="postgres_away")
POWER: Final = _fault("power", "power cuts")
DISK: Final = _fault("disk", "disk full, broken, read-only")
CLOCK: Final = _fault("clock", "clock stepped by a day")
STREAMS: Final = _fault("streams", "streams cut, stalled, buffered; clients vanishing")
NGINX: Final = _fault("nginx", "5,000 phones through nginx", file="front")
RESTARTS: Final = _fault("restarts", "rolling restarts on a socket that stays, 500 phones")
SOAK: Final = _fault("soak", "100 tables x 5 phones, 20 minutes")
BREAKING: Final = _fault("breaking", "up to 5,000 tables x 5 phones")

# One stage after the other; the lanes of a stage side by side, the parts of a lane one after the other.
STAGES: Final[tuple[tuple[tuple[Part, ...], ...], ...]] = (
    ((TESTS, POORER),),
    ((HOSTILE,), (CLIENTS, POWER, DISK, CLOCK)),
    ((SQLITE, WORKERS), (POSTGRES, HOSTS), (AWAY,)),
    ((BOARDS,), (LANGUAGES,)),
    ((STREAMS, NGINX, RESTARTS),),
    ((BREAKING,),),
    ((SOAK,),),
)
PARTS: Final = {part.name: part for stage in STAGES for lane in stage for part in lane}
