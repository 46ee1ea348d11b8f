"""The games of circles and the people who sat in them, within the caller's transaction where they are written."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from companion.history.circle import People, Person, with_letter
from companion.store.devices import Device
from companion.store.engine import transaction
from companion.store.events import Event, TableDeleted
from companion.store.result_rows import HOLDS
from companion.store.schema import CIRCLE_GAMES, CIRCLE_SEATS, CIRCLES, FINISHED, GAMES, PEOPLE, WAITING
from companion.store.writing import as_text, notify

PERSON = ("id", "name", "color", "shape", "letter", "same_as", "forgotten")


@dataclass(frozen=True, slots=True)
class About:
    """What somebody entered about a game afterwards."""

    day: str = ""  # such as 2026-11-20
    place: str = ""
    note: str = ""
    counts: bool = True  # in the circle's figures
    asked: bool = False  # whether somebody has filled in the form for this, or skipped it


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of a circle, with its summary where that still holds."""

    game: str
    version: int
    opened: int
    added: int
    reveal: int | None
    last_step: int | None
    rules: str | None
    summary: str | None
    about: About
    seats: Mapping[str, str]  # colour -> person


def state(engine: sa.Engine, circle: str) -> tuple[Any, ...]:
    """A value that differs after every change of a circle or its games; much quicker to read than its history."""
    games = sa.select(GAMES.c.id, GAMES.c.version).join(CIRCLE_GAMES, CIRCLE_GAMES.c.game == GAMES.c.id)
    with transaction(engine) as connection:
        version = connection.execute(sa.select(CIRCLES.c.version).where(CIRCLES.c.id == circle)).scalar()
        found = connection.execute(games.where(CIRCLE_GAMES.c.circle == circle).order_by(GAMES.c.id))
        return version, hash(tuple(map(tuple, found)))


def games_of(engine: sa.Engine, circle: str) -> list[GameRow]:
    """Every game of a circle, those that are still played too."""
    of_game = (GAMES.c.id, GAMES.c.version, GAMES.c.opened, GAMES.c.reveal)
    of_result = (FINISHED.c.last_step, FINISHED.c.rules, FINISHED.c.summary)
    about = [CIRCLE_GAMES.c[name] for name in ("added", *About.__slots__)]
    joined = CIRCLE_GAMES.join(GAMES, GAMES.c.id == CIRCLE_GAMES.c.game).outerjoin(FINISHED, HOLDS)
    query = sa.select(*of_game, *of_result, *about).select_from(joined).where(CIRCLE_GAMES.c.circle == circle)
    seats: dict[str, dict[str, str]] = {}
    taken = sa.select(CIRCLE_SEATS.c.game, CIRCLE_SEATS.c.color, CIRCLE_SEATS.c.person)
    with transaction(engine) as connection:
        for game, color, person in connection.execute(taken.where(CIRCLE_SEATS.c.circle == circle)):
            seats.setdefault(game, {})[color] = person
        rows = connection.execute(query).mappings().all()
    return [_game_row(row, seats.get(row["id"], {})) for row in rows]


def _game_row(row: sa.RowMapping, seats: Mapping[str, str]) -> GameRow:
    """A game of a circle from its row, and the persons on its seats."""
    plain = {name: row[name] for name in ("version", "opened", "added", "reveal", "last_step", "rules", "summary")}
    return GameRow(game=row["id"], about=About(*(row[name] for name in About.__slots__)), seats=seats, **plain)


def people_of(engine: sa.Engine, circle: str) -> People:
    """The people of a circle."""
    with transaction(engine) as connection:
        return read_people(connection, circle)


def read_people(connection: sa.Connection, circle: str) -> People:
    """The people of a circle, within the caller's transaction."""
    query = sa.select(*(PEOPLE.c[name] for name in PERSON)).where(PEOPLE.c.circle == circle)
    return People({row.id: Person(*row) for row in connection.execute(query.order_by(PEOPLE.c.number))})


def typed_on(connection: sa.Connection, circle: str, device: Device | None) -> frozenset[str]:
    """The ids of the people whose names were typed on a device."""
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.circle == circle, PEOPLE.c.typed_by == device)
    return frozenset(connection.execute(query).scalars())


def seats_of(connection: sa.Connection, circle: str, game: str) -> dict[str, str]:
    """Who sat where in a game: the id of the person of each colour."""
    query = sa.select(CIRCLE_SEATS.c.color, CIRCLE_SEATS.c.person)
    rows = connection.execute(query.where(CIRCLE_SEATS.c.circle == circle, CIRCLE_SEATS.c.game == game))
    return {row.color: row.person for row in rows}


def games_with(connection: sa.Connection, circle: str, people: list[str]) -> set[str]:
    """The games in which any of these people sat."""
    query = sa.select(CIRCLE_SEATS.c.game).where(CIRCLE_SEATS.c.circle == circle, CIRCLE_SEATS.c.person.in_(people))
    return set(connection.execute(query).scalars())


def add_game(connection: sa.Connection, circle: str, game: str, day: str) -> bool:
    """Adds a game to a circle; False where it is in it already."""
    here = CIRCLE_GAMES.c.circle == circle, CIRCLE_GAMES.c.game == game
    if connection.execute(sa.select(CIRCLE_GAMES.c.game).where(*here)).first():
        return False
    values = {"added": time.time_ns(), "day": day, "place": "", "note": "", "counts": True, "asked": False}
    connection.execute(CIRCLE_GAMES.insert().values(circle=circle, game=game, **values))
    return True


def remove_game(connection: sa.Connection, circle: str, game: str) -> None:
    """Takes a game out of a circle, and forgets the people who sat in no other game."""
    connection.execute(CIRCLE_GAMES.delete().where(CIRCLE_GAMES.c.circle == circle, CIRCLE_GAMES.c.game == game))
    drop_unseated(connection)


def on_event(connection: sa.Connection, event: Event) -> None:
    """Forgets the people who sat only at a table that was deleted."""
    if isinstance(event, TableDeleted):
        drop_unseated(connection)


def drop_unseated(connection: sa.Connection) -> None:
    """Deletes the people who sit in no game of their circle, except those to whom another name points."""
    other_people = PEOPLE.alias("other_people")
    pointed_to = sa.select(other_people.c.same_as).where(other_people.c.same_as.is_not(None))
    unseated = PEOPLE.c.id.not_in(sa.select(CIRCLE_SEATS.c.person)), PEOPLE.c.id.not_in(pointed_to)
    # Again until there are none: one that is deleted may have been the last to point to another.
    while connection.execute(PEOPLE.delete().where(*unseated)).rowcount:
        pass


def write_about(connection: sa.Connection, circle: str, game: str, about: About) -> None:
    """Writes what somebody entered about a game."""
    values = {name: getattr(about, name) for name in About.__slots__}
    here = CIRCLE_GAMES.c.circle == circle, CIRCLE_GAMES.c.game == game
    connection.execute(CIRCLE_GAMES.update().where(*here).values(**values))


def add_person(connection: sa.Connection, circle: str, person: Person, typed_by: Device | None) -> None:
    """Adds a person to a circle."""
    newest = sa.select(sa.func.coalesce(sa.func.max(PEOPLE.c.number), 0)).where(PEOPLE.c.circle == circle)
    values = {name: getattr(person, name) for name in PERSON}
    number = connection.execute(newest).scalar_one() + 1
    connection.execute(PEOPLE.insert().values(circle=circle, number=number, typed_by=typed_by, **values))


def write_person(connection: sa.Connection, circle: str, person: Person) -> None:
    """Writes what changed about a person."""
    values = {name: getattr(person, name) for name in PERSON if name != "id"}
    connection.execute(PEOPLE.update().where(PEOPLE.c.circle == circle, PEOPLE.c.id == person.id).values(**values))


def write_seats(connection: sa.Connection, circle: str, game: str, seats: Mapping[str, str]) -> None:
    """Writes who sat where in a game."""
    here = CIRCLE_SEATS.c.circle == circle, CIRCLE_SEATS.c.game == game
    connection.execute(CIRCLE_SEATS.delete().where(*here))
    rows = [{"circle": circle, "game": game, "color": color, "person": person} for color, person in seats.items()]
    if rows:
        connection.execute(CIRCLE_SEATS.insert(), rows)


def forget_name(connection: sa.Connection, circle: str, person: str, name: str, letter: str) -> None:
    """Replaces a person's name by a letter in the circle's own texts, and in its games in which this person sat."""
    here = CIRCLES.c.id == circle
    circle_name = connection.execute(sa.select(CIRCLES.c.name).where(here)).scalar_one()
    connection.execute(CIRCLES.update().where(here).values(name=with_letter(circle_name, name, letter)))
    for row in connection.execute(sa.select(CIRCLE_GAMES).where(CIRCLE_GAMES.c.circle == circle)).all():
        texts = {"place": with_letter(row.place, name, letter), "note": with_letter(row.note, name, letter)}
        this_game = CIRCLE_GAMES.c.circle == circle, CIRCLE_GAMES.c.game == row.game
        connection.execute(CIRCLE_GAMES.update().where(*this_game).values(**texts))
    query = sa.select(CIRCLE_SEATS.c.game, CIRCLE_SEATS.c.color)
    sat = connection.execute(query.where(CIRCLE_SEATS.c.circle == circle, CIRCLE_SEATS.c.person == person)).all()
    for game, color in sat:
        _forget_player(connection, game, color, name, letter)


def _forget_player(connection: sa.Connection, game: str, color: str, name: str, letter: str) -> None:
    """Replaces the name of a player by a letter in a finished game and its title. A running game stays as it is."""
    locked_game = sa.select(GAMES.c.setup, GAMES.c.version).where(GAMES.c.id == game).with_for_update()
    setup, version = connection.execute(locked_game).one()
    # The stored result has the name too: only the note that the game is finished is stored again.
    old_result = FINISHED.delete().where(FINISHED.c.game == game).returning(FINISHED.c.entries)
    entries = connection.execute(old_result).scalar()
    if entries is None:  # it is still running
        return
    connection.execute(FINISHED.insert().values(game=game, entries=entries))
    connection.execute(WAITING.delete().where(WAITING.c.game == game))  # a request to join may have the name too
    changed = json.loads(setup)
    changed["players"] = [
        {**player, "name": letter} if player["color"] == color else player for player in changed["players"]
    ]
    if "title" in changed:
        changed["title"] = with_letter(changed["title"], name, letter)
    values = {"setup": as_text(changed), "version": version + 1, "setup_version": version + 1}
    connection.execute(GAMES.update().where(GAMES.c.id == game).values(**values))
    notify(connection, game, version + 1)
