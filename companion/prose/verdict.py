"""One sentence on why the winner won: first what is equal, then what decided."""

from collections.abc import Sequence

from companion.i18n import Text, and_joined, marked, ngettext
from companion.i18n import gettext as _
from companion.rules.tally import Line, Tally, Verdict
from companion.rules.tie_breaks import TieBreak, tie_breaks


def verdict(result: Tally) -> str:
    """Why the winner won, or would win if the game ended now."""
    verdict = result.verdict
    if verdict.decided_by == "points":
        return _by_points(verdict)
    equal = _equal_counts(verdict)
    if verdict.decided_by == "shared":
        text = _("{names} share the win: each has {equal}, and no tie-break separates them")
        return text.format(names=_names(verdict.winners), equal=equal)
    everybody = [line for line in result.lines if line in (*verdict.winners, *verdict.rivals)]
    text = _("{names} each have {equal}; {difference}")
    return text.format(names=_names(everybody), equal=equal, difference=_difference(verdict))


def _by_points(verdict: Verdict) -> str:
    """The winner by points, and the lead."""
    winner, rivals = verdict.winners[0], verdict.rivals
    ahead = winner.total - rivals[0].total
    text = ngettext(
        "{name} wins with {total} points, {ahead} more than {rivals}",
        "{name} wins with {total} points, {ahead} more than {rivals}",
        ahead,
    )
    return text.format(name=winner.score.name, total=winner.total, ahead=ahead, rivals=_names(rivals))


def _difference(verdict: Verdict) -> str:
    """The tie-break that decided, with everybody's number."""
    winner, decided = verdict.winners[0], tie_breaks()[verdict.decided_by]
    # Keys have a number for each tie-break; those before the deciding one are equal.
    deciding = len(verdict.level)
    others = and_joined([f"{line.score.name} {_number(decided, line.key[deciding])}" for line in verdict.rivals])
    count = _count_in_words(decided.count, _number(decided, winner.key[deciding]))
    return _(decided.decided).format(name=winner.score.name, count=count, others=others)


def _equal_counts(verdict: Verdict) -> str:
    """What the winners and their closest rivals have equally many of."""
    words = []
    for name, key in zip(verdict.level, verdict.winners[0].key, strict=False):
        tie_break = tie_breaks()[name]
        if tie_break.in_common():
            words.append(_count_in_words(tie_break.in_common(), _number(tie_break, key)))
    return and_joined(words)


def _number(tie_break: TieBreak, key: int) -> int:
    """The number that players are compared by; where fewer is better, its negative is the key."""
    return -key if tie_break.fewest else key


def _count_in_words(words: Text, n: int) -> str:
    """A number with its noun."""
    return marked(words, n).format(n=n, count=n)


def _names(lines: Sequence[Line]) -> str:
    """The names of these players, as a list in words."""
    return and_joined([line.score.name for line in lines])
