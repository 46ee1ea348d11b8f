"""The use-cases of circles: who may read one, its games and people, and what is said about a game afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Final

from companion.boards.model import Board
from companion.history.broken import Broken
from companion.history.circle import Circle, People, Person, matched
from companion.play import keys
from companion.play.cache import Games
from companion.play.game import Game, Viewer
from companion.play.histories import Histories, History
from companion.play.refusals import Kind, Refused
from companion.play.results import Results
from companion.play.view import View
from companion.record import game_dates
from companion.record.read import Record, record_json
from companion.rules.free_text import FORBIDDEN, without_invisible
from companion.store import Snapshot, Store, StoreUnavailable, circle_games, circle_rows
from companion.store.circle_games import About
from companion.store.circle_rows import CircleRow
from companion.store.devices import Device
from companion.store.engine import wipe_deleted

LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 280
LINKS: Final = ("reads", "belongs", "keeps")  # the kinds of links, by what they let a device do


class Circles:
    """Making circles, reading them, and changing what they remember."""

    def __init__(self, store: Store, games: Games, boards: Mapping[str, Board], results: Results) -> None:
        self._store, self._games = store, games
        self._histories = Histories(store, boards, results, self._read_once, self._seated)

    def make(self, device: Device, name: str) -> str:
        """Makes a circle and gives its id; the device is its keeper."""
        circle = keys.new_id()
        circle_rows.make(self._store.engine, circle, _text(name, LONGEST_NAME, needed=True), device)
        return circle

    def of(self, device: Device) -> list[Circle]:
        """The circles a device is in."""
        return [Circle(row.id, row.name, role) for row, role in circle_rows.circles_of(self._store.engine, device)]

    def at(self, circle: str, device: Device) -> Circle:
        """A circle for a device that is in it, noted as opened today. Refused to others as if there were none."""
        row, role = self._row(circle, device)
        with suppress(StoreUnavailable):  # then the next device that looks notes it
            circle_rows.note_opened(self._store.engine, row)
        return Circle(row.id, row.name, role)

    def history(self, circle: str, device: Device) -> History:
        """The finished games of a circle and its people, for a device that is in it."""
        self._row(circle, device)
        return self._histories.of(circle)

    def game(self, circle: str, table: str, device: Device) -> View:
        """A finished game of a circle, as everybody may see it. The device need not be at its table."""
        if self.history(circle, device).evening(table) is None:
            raise Refused(Kind.NOT_FOUND, "no-game-here")
        snapshot = self._games.newest(table)
        if snapshot is None:
            raise Refused(Kind.NOT_FOUND, "no-game-here")
        return self._games.read(snapshot).seen_by(Viewer("watcher"))

    def with_game(self, table: str, device: Device) -> list[tuple[Circle, History]]:
        """The circles that a game is in, each with its history.

        A device that plays at the table gets all of them, without name and role where it is not in the circle. A
        device that only watches gets those that it is in.
        """
        __, viewer = self._games.at(table, device)
        own = {circle.id: circle for circle in self.of(device)}
        found = []
        for circle_id in circle_rows.circles_with(self._store.engine, table):
            if circle_id in own or viewer.plays:
                circle = own.get(circle_id, Circle(circle_id, name="", role=""))
                found.append((circle, self._histories.of(circle_id)))
        return found

    def broken(self, table: str, device: Device) -> list[Broken]:
        """The records that a finished game broke, each once, in the circles that `with_game` gives this device."""
        found = [broken for __, history in self.with_game(table, device) for broken in history.broken(table)]
        different = {(one.kind, one.feat.color, one.whole): one for one in found}
        return list(different.values())

    # Games.

    def add(self, circle: str, table: str, device: Device) -> None:
        """Puts a game into a circle. Only the maker of its table may, as a member of the circle."""
        self._must_be(circle, device, "member")
        game, viewer = self._games.at(table, device)
        if viewer.role != "maker":
            raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="keep-game")
        if self._store.is_trial(table):
            raise Refused(Kind.NOT_ALLOWED, "trial", reason="keep-trial")
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_games.add_game(connection, circle, table, _day(game).isoformat())
        if game.table.finished:
            self._seated(circle, table)

    def remove(self, circle: str, table: str, device: Device) -> None:
        """Takes a game out of a circle. The game itself stays."""
        self._must_be(circle, device, "member")
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_games.remove_game(connection, circle, table)
        wipe_deleted(self._store.engine)

    def tell(self, circle: str, table: str, device: Device, about: Mapping[str, Any]) -> None:
        """Stores what was said about a game: its day and place, a note, and whether it counts.

        `about` has these by their names in `About`; what it does not have stays as it is.
        """
        self._must_be(circle, device, "member")
        row = next((row for row in circle_games.games_of(self._store.engine, circle) if row.game == table), None)
        if row is None:
            raise Refused(Kind.NOT_FOUND, "no-game-here")
        day = about.get("day", row.about.day) or row.about.day
        try:
            date.fromisoformat(day)
        except ValueError:
            raise Refused(Kind.WRONG, "wrong-day") from None
        told = About(
            day=day,
            place=_text(about.get("place", row.about.place), LONGEST_NAME),
            note=_text(about.get("note", row.about.note), LONGEST_NOTE),
            counts=bool(about.get("counts", row.about.counts)),
            asked=True,
        )
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_games.write_about(connection, circle, table, told)

    # People.

    def merge(self, circle: str, device: Device, person: str, into: str) -> None:
        """Makes two people one: the first then points to the second. Refused where both sat in one game."""
        self._must_be(circle, device, "member")
        with circle_rows.changing(self._store.engine, circle) as connection:
            people = circle_games.read_people(connection, circle)
            first, second = people.root(_known(people, person)), people.root(_known(people, into))
            if first == second:
                return
            games_of_first = circle_games.games_with(connection, circle, _all_of(people, first))
            games_of_second = circle_games.games_with(connection, circle, _all_of(people, second))
            if games_of_first & games_of_second:
                one, other = people.rows[first].name, people.rows[second].name
                raise Refused(Kind.CONFLICT, "sat-together", one=one, other=other)
            circle_games.write_person(connection, circle, replace(people.rows[first], same_as=second))

    def part(self, circle: str, device: Device, person: str) -> None:
        """Undoes a merge: the person no longer points to another."""
        self._must_be(circle, device, "member")
        with circle_rows.changing(self._store.engine, circle) as connection:
            people = circle_games.read_people(connection, circle)
            row = people.rows[_known(people, person)]
            circle_games.write_person(connection, circle, replace(row, same_as=None))

    def tell_apart(self, circle: str, device: Device, table: str, color: str) -> None:
        """Makes a new person of the same name, who sat on this seat instead of the one who was matched with it.

        The new name counts as typed on the phone that opened the table, so its later games may be matched with it.
        """
        self._must_be(circle, device, "member")
        snapshot = self._games.newest(table)
        with circle_rows.changing(self._store.engine, circle) as connection:
            people = circle_games.read_people(connection, circle)
            seats = circle_games.seats_of(connection, circle, table)
            if snapshot is None or color not in seats:
                raise Refused(Kind.NOT_FOUND, "no-game-here")
            new = replace(people.rows[seats[color]], id=keys.new_id(), same_as=None)
            circle_games.add_person(connection, circle, new, _maker(snapshot))
            circle_games.write_seats(connection, circle, table, {**seats, color: new.id})

    def forget(self, circle: str, device: Device, person: str) -> None:
        """Replaces all names of a person by one letter, in the circle and its games. The figures stay as they are."""
        self._must_be(circle, device, "member")
        with circle_rows.changing(self._store.engine, circle) as connection:
            people = circle_games.read_people(connection, circle)
            root = people.root(_known(people, person))
            letter = initial(people.rows[root])
            for name in _all_of(people, root):
                known = people.rows[name]
                circle_games.write_person(connection, circle, replace(known, name=letter, forgotten=True))
                circle_games.forget_name(connection, circle, name, known.name, letter)
        wipe_deleted(self._store.engine)

    # The devices of a circle.

    def link(self, circle: str, device: Device, kind: str, token: str) -> str:
        """The secret of a circle's link of this kind: on one device always the same, until the links are renewed.

        Refused to readers, and of a link that makes keepers to everybody but keepers.
        """
        row, __ = self._must_be(circle, device, "keeper" if kind == "keeps" else "member")
        times_renewed = getattr(row, kind)
        secret = keys.device_invitation(token, f"{row.id} {kind}", str(times_renewed))
        circle_rows.add_link(self._store.engine, circle, keys.digest(secret), kind)
        return secret

    def link_unchecked(self, circle: str) -> str:
        """The secret of a new link that makes a device a keeper, for whoever runs the server.

        It helps where no keeper's phone is left.
        """
        secret = keys.new_token()
        circle_rows.add_link(self._store.engine, circle, keys.digest(secret), "keeps")
        return secret

    def renew(self, circle: str, device: Device, kind: str) -> None:
        """Renews a circle's links of a kind: from now on `link` gives new ones, and the earlier ones no longer work.

        All devices with the role that these links give are removed, except this device. An unknown kind is refused
        like an unknown circle.
        """
        self._must_be(circle, device, "keeper")
        if kind not in LINKS:
            raise Refused(Kind.NOT_FOUND, "no-circle")
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_rows.renew(connection, circle, kind, device)

    def join(self, secret: str, device: Device) -> Circle:
        """Lets a device into a circle by the secret of a link, and gives that circle."""
        found = circle_rows.by_link(self._store.engine, keys.digest(secret))
        if found is None:
            raise Refused(Kind.NOT_FOUND, "no-circle", reason="no-invitation")
        circle, kind = found
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_rows.let_in(connection, circle, device, circle_rows.ROLES[kind])
        return self.at(circle, device)

    def leave(self, circle: str, device: Device) -> None:
        """Takes a device out of a circle."""
        self._row(circle, device)
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_rows.leave(connection, circle, device)

    def rename(self, circle: str, device: Device, name: str) -> None:
        """Gives a circle another name."""
        self._must_be(circle, device, "member")
        name = _text(name, LONGEST_NAME, needed=True)
        with circle_rows.changing(self._store.engine, circle) as connection:
            circle_rows.rename(connection, circle, name)

    def delete(self, circle: str, device: Device) -> None:
        """Deletes a circle with everything in it; only a keeper may."""
        self._must_be(circle, device, "keeper")
        self._store.delete_circle(circle)

    def export(self, circle: str, device: Device) -> dict[str, Any]:
        """A circle with its people and all its finished games as one JSON document, for a device that is in it."""
        row, __ = self._row(circle, device)
        return self.export_unchecked(row.id, row.name)

    def export_unchecked(self, circle: str, name: str) -> dict[str, Any]:
        """The document that `export` gives, for whoever runs the server. It has no limit of time."""
        history = self._histories.of(circle, patience=float("inf"))
        games = []
        for evening in history.evenings:
            snapshot = self._store.snapshot(evening.game)
            if snapshot is not None:
                game = self._read_once(snapshot)
                record = record_json(Record(game.board, game.setup, game.log))
                about = {"day": evening.day, "place": evening.place, "note": evening.note, "counts": evening.counts}
                games.append({"id": evening.game, **about, "people": dict(evening.people), "record": record})
        people = [
            {"id": one.id, "name": one.name, "also": [alias.name for alias in history.people.aliases(one.id)]}
            for one in history.people.roots()
        ]
        return {"format": "companion/circle", "version": 1, "name": name, "people": people, "games": games}

    # What the functions above share.

    def _row(self, circle: str, device: Device) -> tuple[CircleRow, str]:
        """A circle and the role of this device in it. Refused to a device that is not in it."""
        found = circle_rows.circle_of(self._store.engine, circle, device)
        if found is None:
            raise Refused(Kind.NOT_FOUND, "no-circle")
        return found

    def _must_be(self, circle: str, device: Device, role: str) -> tuple[CircleRow, str]:
        """A circle and the role of this device in it. Refused unless that is this role or a stronger one."""
        row, own = self._row(circle, device)
        if circle_rows.STRENGTH.index(own) < circle_rows.STRENGTH.index(role):
            raise Refused(Kind.NOT_ALLOWED, "only-reading" if own == "reader" else "not-the-keeper")
        return row, own

    def _read_once(self, snapshot: Snapshot) -> Game:
        """A game read by the rules, but not cached: it would take the place of one that is being played."""
        return self._games.read(snapshot, keep=False)

    def _seated(self, circle: str, table: str) -> Mapping[str, str]:
        """Stores which people of the circle sat in a game, and gives the id of each by colour.

        Seats that are stored already stay. Others are matched by name; who is not found becomes a new person.
        """
        snapshot = self._store.snapshot(table)
        if snapshot is None:
            return {}
        names = {player["color"]: player["name"] for player in snapshot.setup["players"]}
        maker = _maker(snapshot)
        with circle_rows.changing(self._store.engine, circle) as connection:
            people = circle_games.read_people(connection, circle)
            known = circle_games.seats_of(connection, circle, table)
            seats = {color: person for color, person in known.items() if color in names}
            typed_here = circle_games.typed_on(connection, circle, maker)
            for color, person in matched(people, typed_here, names, seats).items():
                seats[color] = person or keys.new_id()
                if person is None:
                    new = _person(seats[color], snapshot.setup, color)
                    circle_games.add_person(connection, circle, new, maker)
            circle_games.write_seats(connection, circle, table, seats)
            circle_games.drop_unseated(connection)
        return seats


def _person(person_id: str, setup: Mapping[str, Any], color: str) -> Person:
    """The player of a colour as a person with this id."""
    player = next(player for player in setup["players"] if player["color"] == color)
    return Person(person_id, player["name"], color, player.get("shape") or "", player.get("letter") or "")


def initial(person: Person) -> str:
    """The letter that stands for a person."""
    return person.letter or person.name[:1].upper()


def _all_of(people: People, root: str) -> list[str]:
    """The ids of a person and of all that point to it."""
    return [root, *(alias.id for alias in people.aliases(root))]


def _known(people: People, person: str) -> str:
    """The id of a person, refused where the circle has none of that id."""
    if person not in people.rows:
        raise Refused(Kind.NOT_FOUND, "no-person")
    return person


def _maker(snapshot: Snapshot) -> Device | None:
    """The device of the table's maker."""
    return next((device for device, role in snapshot.members.items() if role == "maker"), None)


def _day(game: Game) -> date:
    """The day of a game: by the times in its log, else the day on which its table was opened."""
    return game_dates.day(game.log) or datetime.fromtimestamp(game.snapshot.opened, UTC).date()


def _text(typed: Any, most: int, needed: bool = False) -> str:
    """A typed text, trimmed, without invisible characters and those that must not be shown.

    Refused where it is longer than `most`, or empty although it is needed.
    """
    text = FORBIDDEN.sub("", without_invisible(str(typed or ""))).strip()
    if len(text) > most or (needed and not text):
        raise Refused(Kind.WRONG, "circle-text", most=most)
    return text
