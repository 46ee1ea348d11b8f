"""Complaints about a board file, in lines: the file, the entry and the field, and a clause."""

from companion.boards.files import BoardsWrong
from companion.prose.sentences import placed
from companion.prose.validation import bare, clause
from companion.validation import Place


def lines(wrong: BoardsWrong) -> list[str]:
    """Everything that is wrong in the file, a line each."""
    return [
        placed(wrong.file, placed(_place(complaint.where, wrong.document), clause(complaint)))
        for complaint in wrong.complaints
    ]


def _place(where: Place, document: object) -> str:
    """The way to a place in a board file: entries are named by number and by what they join."""
    words: list[str] = []
    for step in where:
        inside: object = None
        if isinstance(document, dict):
            inside = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            inside = document[step]
        words.append(f"{step + 1}{_called(inside)}" if isinstance(step, int) else bare(step))
        document = inside
    return " ".join(words)


def _called(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    names = [bare(entry[key]) for key in ("a", "b", "id") if isinstance(entry.get(key), str)]
    return f" ({' – '.join(names)})" if names else ""
