"""How high the board on the first page may be, so that masthead, winner, tally and board share that page.

A page's lines are counted before it is laid out, since laying it out twice would take twice as long.
"""

import math
from collections.abc import Sequence
from typing import Final

from companion.picture.lettering import text_width
from companion.sheet.tally_sections import Column, Row
from companion.sheet.typesetting import TITLES, size_class

# All in millimetres. The lower of the two papers, within its margins, and what always stands on it.
PAGE: Final = 252.0
ALWAYS: Final = 93.0
LEAST, MOST = 50.0, 120.0
# The width for all columns together, what a column has for its margins, and the width of a label and of a sentence.
COLUMNS, MARGINS, LABEL, SENTENCE = 149.0, 3.0, 35.0, 180.0
# The size of the letters of a note, a name or label, and a sentence; and how high a line of each is.
NOTE, WORD, SENTENCES = 2.65, 3.75, 4.4
NOTE_LINE, WORD_LINE, SENTENCE_LINE = 3.1, 4.8, 5.8
ROW, TITLE_LINE, NAME_LINE = 7.2, 12.0, 12.0
# The size of the letters of the winners' names, and the width for them.
WINNER, WINNERS = 9.0, 120.0
# How much longer a text of several lines gets, since words leave some of each line empty.
RAGGED: Final = 1.15


def overview_height(
    columns: Sequence[Column], rows: Sequence[Row], sentences: Sequence[str], title: str, names: str
) -> int:
    """How high the board may be, in tens of millimetres; 0 where the tally leaves too little of the page.

    `names` are those of the winners, `sentences` those above and below the tally.
    """
    across = COLUMNS / len(columns) - MARGINS
    taken = ALWAYS + TITLE_LINE * (size_class(title, TITLES) - 1)
    taken += NAME_LINE * (_lines(names, WINNER, WINNERS) - 1)
    taken += WORD_LINE * max(_lines(column.name, WORD, across) for column in columns)
    for row in rows:
        note_lines = max(_lines(cell.note, NOTE, across) for cell in row.cells)
        label_lines = _lines(row.label, WORD, LABEL)
        taken += max(ROW + NOTE_LINE * note_lines, ROW + WORD_LINE * (label_lines - 1))
    taken += sum(SENTENCE_LINE * _lines(sentence, SENTENCES, SENTENCE) for sentence in sentences)
    room = min(PAGE - taken, MOST)
    return int(room // 10) if room >= LEAST else 0


def _lines(text: str, size: float, width: float) -> int:
    """How many lines of this width a text takes."""
    needed = text_width(text, size)
    return math.ceil(needed / width) if needed <= width else math.ceil(needed / width * RAGGED)
