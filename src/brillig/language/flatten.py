"""From plain rules to a `FlatGrammar`: the same language with fewer, longer rules.

Four steps, as long as one of them applies: recursion at the edge of a rule becomes repetition (X → Y X | Z
is Y* Z), alternatives that differ in one place become one (V NP | V is V (NP)), helper categories that occur
once are written out, and so are categories that are a single word. In the end phrases that have a name are
written by it (D N as NP). None of them adds a rule. A category with a name that somebody gave it (not A, B1,
C_0) is no helper and stays.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain, count
from string import ascii_uppercase

from brillig.language.cfg import Cfg
from brillig.language.flat import (
    Choice,
    FlatGrammar,
    Item,
    Part,
    Row,
    count_items,
    group,
    is_word,
    names_in,
    optional,
    repeat,
)
from brillig.language.flat_joining import join_rules
from brillig.language.grammar import Grammar

_LETTER = re.compile(r"[A-Z]\d*(?:_\d+)*")
MAX_ITEMS = 12  # names and words in a row that something is written out in; longer ones are hard to read


def flatten(grammar: Grammar | Cfg, keep: Collection[str] | None = None) -> FlatGrammar:
    """The flat form; the categories in `keep` stay, without it those whose name is not a mere letter."""
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    rules = {name: list(rows) for name, rows in _useful(cfg).items()}
    if cfg.start not in rules:  # it generates nothing, which is shown as it is
        return FlatGrammar(cfg.start, tuple((name, tuple(rows)) for name, rows in cfg.alternatives.items()))
    kept = {name for name in rules if not _LETTER.fullmatch(name)} if keep is None else set(keep)
    return Flattening(cfg.start, rules, kept | {cfg.start}).run()


def flatten_if_shorter(grammar: Grammar | Cfg) -> FlatGrammar | None:
    """The flat form where it has fewer rules; else None."""
    flat = flatten(grammar)
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    return flat if flat.size < sum(not is_word(rule.right) for rule in cfg.rules) else None


def _useful(cfg: Cfg) -> dict[str, tuple[Row, ...]]:
    """The rules that sentences use: of categories that end in words and that the start symbol reaches."""
    ends: set[str] = set()
    while True:
        more = {
            name
            for name, rows in cfg.alternatives.items()
            if name not in ends and any(all(not isinstance(s, str) or s in ends for s in row) for row in rows)
        }
        if not more:
            break
        ends |= more
    rows = {
        name: tuple(row for row in rights if all(not isinstance(s, str) or s in ends for s in row))
        for name, rights in cfg.alternatives.items()
        if name in ends
    }
    return {name: rows[name] for name in unfold(cfg.start, rows)} if cfg.start in ends else {}


def unfold(start: str, rows: Mapping[str, Iterable[Row]]) -> list[str]:
    """The categories in the order in which they are met from the start, level by level."""
    found = {start: None}
    queue = deque([start])
    while queue:
        for row in rows.get(queue.popleft(), ()):
            for name in names_in(row):
                if name not in found:
                    found[name] = None
                    queue.append(name)
    return [name for name in found if name in rows]


class Flattening:
    """The rules while they are being rewritten; every step keeps the language."""

    def __init__(self, start: str, rules: dict[str, list[Row]], keep: set[str]) -> None:
        self._start = start
        self._rules = rules
        self._keep = keep
        self._word_classes: dict[str, str] = {}  # of categories that have rules, too
        self._taken = {*rules}  # names that mean something in the binary form, also those written out

    def run(self) -> FlatGrammar:
        self._name_words()
        self._write_out_single_words()
        changed = True
        while changed:
            changed = False
            for name in unfold(self._start, self._rules):
                rows = tuple(self._rules[name])
                new = merge_rows(self._repeated(name, rows))
                if new != rows:
                    self._rules[name] = list(new)
                    changed = True
            changed |= self._write_out()
        self._name_classes()
        self._rules = join_rules(self._rules)
        order = unfold(self._start, self._rules)
        phrases = [name for name in order if not all(map(is_word, self._rules[name]))]
        classes = [name for name in order if all(map(is_word, self._rules[name]))]
        return FlatGrammar(
            self._start, tuple((name, tuple(self._rules[name])) for name in [*phrases, *classes])
        )

    # -- words --------------------------------------------------------------------------------------

    def _name_words(self) -> None:
        """X → Y X | a | b, where a and b are all words of Y, becomes X → Y X | Y."""
        classes = {
            name: frozenset(rows)
            for name, rows in self._rules.items()
            if len(rows) > 1 and all(map(is_word, rows))
        }
        by_size = sorted(classes.items(), key=lambda entry: (-len(entry[1]), entry[0]))
        for name, rows in self._rules.items():
            if name in classes:
                continue
            own = {row for row in rows if is_word(row)}
            for other, words in by_size:
                if words <= own:
                    own -= words
                    rows[:] = [*(row for row in rows if row not in words), (other,)]

    def _write_out_single_words(self) -> None:
        single = {
            name: rows[0]
            for name, rows in self._rules.items()
            if name not in self._keep and len(rows) == 1 and is_word(rows[0])
        }
        self._substitute(single)

    # -- repetition ---------------------------------------------------------------------------------

    def _repeated(self, name: str, rows: Choice) -> Choice:
        """Without recursion at the edges of rows, where repetition says the same no longer.

        The least language with L = A | Y L | L Z | L L is that of (Y* A Z*)+, with L Y L of E (Y E)*.
        """
        before, after, between, rest = [], [], [], []
        doubled = False
        for row in rows:
            if row == (name, name):
                doubled = True
            elif len(row) > 2 and row[0] == row[-1] == name:
                between.append(row[1:-1])
            elif len(row) > 1 and row[-1] == name:
                before.append(row[:-1])
            elif len(row) > 1 and row[0] == name:
                after.append(row[1:])
            else:
                rest.append(row)
        if not (before or after or between or doubled) or not rest:
            return rows
        words = [row for row in rest if is_word(row)]
        if len(words) > 1:  # a list of words is a class of its own
            named = self._class_of(name, words)
            rest = [*(row for row in rest if not is_word(row)), (named,)]
        core = merge_rows(tuple(rest))
        if len(core) > 1 and any(len(row) > 1 for row in core):
            return rows  # X → Y X | A B | C D says it better
        whole: Row
        if set(before or after) == set(core) and not (before and after):
            whole = (repeat(core, 1),)
        else:
            middle = core[0] if len(core) == 1 else (group(core),)
            left = (repeat(merge_rows(tuple(before)), 0),) if before else ()
            right = (repeat(merge_rows(tuple(after)), 0),) if after else ()
            whole = (*left, *middle, *right)
        if doubled and not between:
            whole = whole if _repeats_only(whole) else (repeat((whole,), 1),)
        elif between:
            if len(whole) > 1 or doubled:
                return rows  # it would have to be written twice
            inner = merge_rows(tuple(between))
            link = inner[0] if len(inner) == 1 else (group(inner),)
            whole = (*whole, repeat(((*link, *whole),), 0))
        return (whole,) if count_items(whole) <= MAX_ITEMS else rows

    def _class_of(self, name: str, words: list[Row]) -> str:
        """A category with just these words: one that there is, or N for those of NP, else a free letter."""
        for other, rows in self._rules.items():
            if set(rows) == set(words):
                return other
        head = [name[:-1]] if len(name) > 1 and name.endswith("P") else []
        letters = ascii_uppercase.replace("S", "") if _LETTER.fullmatch(name) else ""
        names = chain(head, letters, (f"{name}{number}" for number in count()))
        new = next(free for free in names if free not in self._taken)
        self._taken.add(new)
        self._rules[new] = words
        self._word_classes[name] = new
        return new

    def _name_classes(self) -> None:
        """The words of a category that is written out have its name: in trees they stand below it."""
        names = {new: name for name, new in self._word_classes.items() if name not in self._rules}
        rows = {new: (name,) for new, name in names.items()}
        self._rules = {
            names.get(name, name): [replace_items(row, rows.get) for row in own]
            for name, own in self._rules.items()
        }

    # -- helpers ------------------------------------------------------------------------------------

    def _write_out(self) -> bool:
        """Write out one helper that occurs once; False when there is none."""
        uses = Counter(n for rows in self._rules.values() for row in rows for n in names_in(row))
        for name in list(self._rules):
            rows = tuple(self._rules[name])
            if name in self._keep or uses[name] != 1 or any(name in names_in(row) for row in rows):
                continue
            if all(map(is_word, rows)):
                continue
            if len(rows) == 1:
                replacement = rows[0]
            elif all(len(row) == 1 and not is_word(row) for row in rows):
                replacement = (group(rows),)
            else:
                continue
            parent, size = next(
                (parent, count_items(row))
                for parent, others in self._rules.items()
                for row in others
                if name in names_in(row)
            )
            if size - 1 + count_items(replacement) > MAX_ITEMS:
                continue
            self._substitute({name: replacement}, [parent])
            return True
        return False

    def _substitute(self, new: Mapping[str, Row], where: Iterable[str] | None = None) -> None:
        """Write these rows in place of the categories, which are then gone."""
        for name in new:
            del self._rules[name]
        for name in list(self._rules) if where is None else where:
            self._rules[name] = list(
                dict.fromkeys(replace_items(row, lambda item: new.get(item)) for row in self._rules[name])
            )


def replace_items(row: Row, new: Callable[[str], Row | None]) -> Row:
    """The row with what `new` has for a category in its place, inside parts as well."""
    result: list[Item] = []
    for item in row:
        if isinstance(item, Part):
            inner = tuple(dict.fromkeys(replace_items(one, new) for one in item.rows))
            result.append(item._replace(rows=inner))
        else:
            own = new(item) if isinstance(item, str) else None
            result += [item] if own is None else own
    return tuple(result)


def _repeats_only(row: Row) -> bool:
    return len(row) == 1 and isinstance(row[0], Part) and row[0].repeats and row[0].least == 1


# -- alternatives -----------------------------------------------------------------------------------


def merge_rows(rows: Choice) -> Choice:
    """Rows that differ in one place made one, in the order in which that leaves the fewest."""
    tidy = tuple(dict.fromkeys(_tidy(row) for row in rows))
    best = tidy
    for order in _ORDERS:
        merged = _merge(tidy, order)
        if _cost(merged) < _cost(best):
            best = merged
    return best


def _cost(rows: Choice) -> tuple[int, int]:
    return len(rows), sum(map(count_items, rows))


def _tidy(row: Row) -> Row:
    """Parts merged inside; a group of one row is no group."""
    result: list[Item] = []
    for item in row:
        if isinstance(item, Part):
            item = item._replace(rows=merge_rows(item.rows))
            if item.is_group and len(item.rows) == 1:
                result += item.rows[0]
                continue
            inner = item.rows[0] if len(item.rows) == 1 else ()
            if item.least == 0 and len(inner) == 1 and isinstance(inner[0], Part):
                part = inner[0]  # (X*) is X*, (X+) is X*, {(X)}* is X*
                if part.repeats or not item.repeats:
                    item = Part(part.rows, 0, part.repeats or item.repeats)
        result.append(item)
    return tuple(result)


# Which two rows are merged first, by their lengths: the longest, the shortest, what one has a little more.
_ORDERS: tuple[Callable[[int, int], tuple[int, ...]], ...] = (
    lambda one, other: (-one - other,),
    lambda one, other: (one + other,),
    lambda one, other: (one == other, abs(one - other), -one - other),
)


def _merge(rows: Choice, order: Callable[[int, int], tuple[int, ...]]) -> Choice:
    words = tuple(row for row in rows if is_word(row))
    others = [row for row in rows if not is_word(row)]
    while True:
        pairs = [
            (order(len(one), len(other)), i, j, merged)
            for i, one in enumerate(others)
            for j, other in enumerate(others)
            if i < j and (merged := _merge_two(one, other)) is not None
        ]
        if not pairs:
            return (*others, *words)
        _, i, j, merged = min(pairs, key=lambda pair: pair[:3])
        others[i] = _tidy(merged)
        del others[j]


def _merge_two(one: Row, other: Row) -> Row | None:
    """One row for both: what one has more is optional, what differs in one place is an alternative."""
    if len(one) < len(other):
        one, other = other, one
    first = 0
    while first < len(other) and one[first] == other[first]:
        first += 1
    last = 0
    while last < len(other) - first and one[-1 - last] == other[-1 - last]:
        last += 1
    middle, rest = one[first : len(one) - last], other[first : len(other) - last]
    if not first + last:
        return None
    end = one[len(one) - last :]
    if not rest:
        return (*one[:first], optional((middle,)), *end)
    if len(middle) == len(rest) == 1:
        left, right = _options(middle[0]), _options(rest[0])
        if left is not None and right is not None:
            merged = tuple(dict.fromkeys((*left[0], *right[0])))
            least = min(left[1], right[1])
            return (*one[:first], Part(merged, least, False), *end)
    return None


def _options(item: Item) -> tuple[Choice, int] | None:
    """What an alternative consists of, and whether it may be left out; None for what repeats."""
    if isinstance(item, Part):
        return None if item.repeats else (item.rows, item.least)
    return ((item,),), 1
