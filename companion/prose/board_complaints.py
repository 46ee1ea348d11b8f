"""Complaints about a board file, as lines: the place in the file first. `complaints.py` words what is wrong there,
`boards/files.py` and `boards/contradictions.py` find it."""

from companion.boards.files import BoardsWrong
from companion.prose.complaints import clause, short_name
from companion.prose.sentences import with_place
from companion.validation import Place


def lines(wrong: BoardsWrong) -> list[str]:
    """Everything that is wrong in a board file, a line each."""
    return [
        with_place(wrong.file, with_place(_place_in_words(complaint.where, wrong.document), clause(complaint)))
        for complaint in wrong.complaints
    ]


def _place_in_words(where: Place, document: object) -> str:
    """The way to a place in a board file. Entries are given by number and by what they connect."""
    words: list[str] = []
    for step in where:
        inside: object = None
        if isinstance(document, dict):
            inside = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            inside = document[step]
        words.append(f"{step + 1}{_ends_of(inside)}" if isinstance(step, int) else short_name(step))
        document = inside
    return " ".join(words)


def _ends_of(entry: object) -> str:
    """The places that an entry connects, or its id, in brackets."""
    if not isinstance(entry, dict):
        return ""
    names = [short_name(entry[key]) for key in ("a", "b", "id") if isinstance(entry.get(key), str)]
    return f" ({' – '.join(names)})" if names else ""
