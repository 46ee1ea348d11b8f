"""Statements that are asked many times a second: put into words once, and then handed to the driver as they are.

SQLAlchemy writes them, for each kind of database; building and compiling them anew each time took three quarters
of the time of a read.
"""

from typing import Any

import sqlalchemy as sa


class Said:
    """A statement whose words are kept. Called with a connection and values it gives the rows, as plain tuples."""

    def __init__(self, statement: sa.Executable) -> None:
        self._statement = statement
        self._words: dict[str, tuple[str, dict[str, Any]]] = {}

    def __call__(self, connection: sa.Connection, **values: Any) -> list[Any]:
        dialect = connection.dialect
        text, usual = self._words.get(dialect.name) or self._in_words(dialect)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(text, {**usual, **values})
            return list(cursor.fetchall()) if cursor.description else []
        except dialect.loaded_dbapi.Error as error:
            raise sa.exc.DBAPIError.instance(
                text, values, error, dialect.loaded_dbapi.Error, dialect=dialect
            ) from error
        finally:
            cursor.close()

    def _in_words(self, dialect: sa.Dialect) -> tuple[str, dict[str, Any]]:
        compiled = self._statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        words = self._words[dialect.name] = str(compiled), dict(compiled.params)
        return words
