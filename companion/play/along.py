"""All tables and circles of a phone by one link: for a new phone, or the app on the home screen.

Seats and tickets never come by it: those are taken along one by one, with a yes on the old phone (see `moving.py`).
Nor does the right to delete anything: whoever opens it is a player at most, and in a circle a member.
"""

from companion.play import keys
from companion.play.door import Door
from companion.play.refusals import Kind, Refused
from companion.store import Store, along_rows, circle_rows
from companion.store.devices import Device


class Along:
    """Making a phone's link, and opening what it leads to."""

    def __init__(self, store: Store, door: Door) -> None:
        self._store, self._door = store, door

    def link(self, device: Device, token: str) -> str | None:
        """The secret of a device's link, made with its token; None where it has none."""
        salt = along_rows.salt_of(self._store.engine, device)
        return _secret(token, salt) if salt else None

    def make(self, device: Device, token: str) -> str:
        """Makes a device's link, or a new one, which ends the old. A device that is nowhere has none to make."""
        if not self._is_anywhere(device):
            raise Refused(Kind.CONFLICT, "nothing-to-take")
        salt = keys.new_id()
        secret = _secret(token, salt)
        along_rows.make(self._store.engine, device, keys.digest(secret), salt)
        return secret

    def open(self, secret: str, device: Device) -> list[str]:
        """Lets a device in wherever the link's device is now, as a player or watcher and as a member or reader.

        A device that is there already loses nothing. A table that lets nobody else in by that device is left out.
        Gives all tables that the device is at then.
        """
        owner = along_rows.by_secret(self._store.engine, keys.digest(secret))
        if owner is None or not self._is_anywhere(owner):
            raise Refused(Kind.NOT_FOUND, "no-table", reason="no-link-along")
        for circle, role in circle_rows.circles_of(self._store.engine, owner):
            with circle_rows.changing(self._store.engine, circle.id) as connection:
                circle_rows.let_in(connection, circle.id, device, "reader" if role == "reader" else "member")
        for table in self._store.games_of(owner):
            self._door.bring_along(table, owner, device)
        return self._store.games_of(device)

    def _is_anywhere(self, device: Device) -> bool:
        return bool(self._store.games_of(device) or circle_rows.circles_of(self._store.engine, device))


def _secret(token: str, salt: str) -> str:
    return keys.device_invitation(token, "everything", salt)
