"""`Draft`: a grammar under construction, with rules of any length over words and numbered categories.

Category 0 is the sentence. Whoever builds one asks it for short strings of a category, for short sentences
around a place in a rule, and which parts of a sentence it can explain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.corpus import Sentence
from brillig.language.grammar import category_names
from brillig.parsing.cyk import accepts_all

Symbol = str | int  # a word, or the number of a category
Form = tuple[Symbol, ...]  # the right side of a rule
Part = tuple[int, int, Symbol]  # from where to where in a string, and as what
Context = tuple[Sentence, Sentence]  # what stands before a piece, and after it
Rules = Mapping[int, tuple[Form, ...]]

ROOT = 0


@dataclass(frozen=True)
class Place:
    """Where a category stands: in which form of which category, at which position."""

    parent: int
    form: Form
    at: int

    @property
    def child(self) -> int:
        symbol = self.form[self.at]
        assert isinstance(symbol, int)
        return symbol


@dataclass
class _Node:
    """A beginning of right sides: what may come next, and the categories that end here."""

    following: dict[Symbol, _Node] = field(default_factory=dict)
    ends: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Draft:
    """The forms of each category, in the order in which they were found."""

    rules: Rules = field(default_factory=lambda: {ROOT: ()})

    # -- changes ------------------------------------------------------------------------------------

    def adding(self, category: int, *forms: Form) -> Draft:
        """With more forms of a category; one that is the category itself says nothing."""
        old = self.rules.get(category, ())
        new = tuple(f for f in dict.fromkeys(forms) if f not in old and f != (category,))
        return Draft({**self.rules, category: old + new})

    def without(self, category: int, *forms: Form) -> Draft:
        left = tuple(form for form in self.rules[category] if form not in forms)
        return Draft({**self.rules, category: left})

    def replacing(self, category: int, form: Form, new: Form) -> Draft:
        forms = tuple(dict.fromkeys(new if own == form else own for own in self.rules[category]))
        return Draft({**self.rules, category: forms})

    def putting(self, place: Place, category: int) -> Draft:
        """With another category in a place of a form, wherever that stands."""
        new = (*place.form[: place.at], category, *place.form[place.at + 1 :])
        draft = self
        for own, forms in self.rules.items():
            if place.form in forms:
                draft = draft.replacing(own, place.form, new)
        return draft

    def having(self, forms: Sequence[Form]) -> tuple[Draft, int]:
        """With a category that has these forms, an old one if there is one."""
        found = next((c for c in self.rules if set(self.spread(c)) == set(forms)), None)
        if found is not None:
            return self, found
        return self.adding(self.next_category, *forms), self.next_category

    @property
    def size(self) -> int:
        """Symbols of all forms."""
        return sum(len(form) for forms in self.rules.values() for form in forms)

    @property
    def next_category(self) -> int:
        return max(self.rules) + 1

    def pruned(self) -> Draft:
        """Without categories that no sentence needs and forms that need one without any string."""
        rules = {
            category: tuple(form for form in forms if self._shortest_of(form) is not None)
            for category, forms in self.rules.items()
        }
        reached, fresh = {ROOT}, [ROOT]
        while fresh:
            for form in rules.get(fresh.pop(), ()):
                new = {s for s in form if isinstance(s, int)} - reached
                reached |= new
                fresh += new
        return Draft({category: forms for category, forms in rules.items() if category in reached})

    # -- strings ------------------------------------------------------------------------------------

    @cached_property
    def shortest(self) -> Mapping[int, Sentence]:
        """A shortest string of each category that has any."""
        found: dict[int, Sentence] = {}
        changed = True
        while changed:
            changed = False
            for category, forms in self.rules.items():
                for form in forms:
                    string = _spelled(form, found)
                    if string is not None and (category not in found or len(string) < len(found[category])):
                        found[category] = string
                        changed = True
        return found

    def _shortest_of(self, form: Form) -> Sentence | None:
        return _spelled(form, self.shortest)

    def has_strings(self, form: Form) -> bool:
        """Whether there is any string of a form: a category in it may have lost all of its own."""
        return self._shortest_of(form) is not None

    def spell(self, form: Form) -> Sentence:
        """The shortest string of a form."""
        string = self._shortest_of(form)
        assert string is not None
        return string

    def members(self, category: int) -> list[Sentence]:
        """A shortest string of each form, through forms that are one category, short ones first."""
        found: dict[Sentence, None] = {}
        for form in self.spread(category):
            string = self._shortest_of(form)
            if string is not None:
                found[string] = None
        return sorted(found, key=len)

    def spread(self, category: int) -> list[Form]:
        return self._spread[category]

    @cached_property
    def _spread(self) -> Mapping[int, list[Form]]:
        return {category: self._find_spread(category) for category in self.rules}

    def _find_spread(self, category: int) -> list[Form]:
        """The forms of a category, each that is one category only replaced by the forms of that one."""
        found: dict[Form, None] = {}
        seen, stack = {category}, [category]
        while stack:
            for form in self.rules.get(stack.pop(), ()):
                only = form[0]
                if len(form) == 1 and isinstance(only, int):
                    if only not in seen:
                        seen.add(only)
                        stack.append(only)
                elif self._shortest_of(form) is not None:
                    found[form] = None
        return list(found)

    @cached_property
    def single(self) -> frozenset[int]:
        """The categories that are one word and nothing else."""
        return frozenset(
            category
            for category, forms in self.rules.items()
            if len(forms) == 1 and len(forms[0]) == 1 and isinstance(forms[0][0], str)
        )

    def has_wider(self, category: int) -> bool:
        """Whether it is a form of another category by itself, the sentence aside."""
        return any((category,) in forms for own, forms in self.rules.items() if own != ROOT)

    def is_within(self, inner: int, outer: int) -> bool:
        """Whether a category is another one, or one of its forms by itself, at some remove."""
        seen, stack = {outer}, [outer]
        while stack:
            for form in self.rules.get(stack.pop(), ()):
                only = form[0]
                if len(form) == 1 and isinstance(only, int) and only not in seen:
                    seen.add(only)
                    stack.append(only)
        return inner in seen

    # -- contexts -----------------------------------------------------------------------------------

    def places(self, category: int | None = None) -> Iterator[Place]:
        """Every place of a category in forms of more than one symbol, or of all categories."""
        for parent, forms in self.rules.items():
            for form in forms:
                if len(form) == 1 or self._shortest_of(form) is None:
                    continue
                for at, symbol in enumerate(form):
                    if isinstance(symbol, int) and category in (None, symbol):
                        yield Place(parent, form, at)

    @cached_property
    def outside(self) -> Mapping[int, Context]:
        """A shortest sentence around each category that stands in any."""
        found: dict[int, Context] = {ROOT: ((), ())}
        changed = True
        while changed:
            changed = False
            for parent, forms in self.rules.items():
                if parent not in found:
                    continue
                before, after = found[parent]
                for form in forms:
                    for at, symbol in enumerate(form):
                        if not isinstance(symbol, int):
                            continue
                        left, right = self._shortest_of(form[:at]), self._shortest_of(form[at + 1 :])
                        if left is None or right is None:
                            continue
                        context = before + left, right + after
                        if symbol not in found or _size(context) < _size(found[symbol]):
                            found[symbol] = context
                            changed = True
        return found

    def around(self, place: Place) -> Context:
        """A short sentence around a place in a form."""
        before, after = self.outside[place.parent]
        return (
            before + self.spell(place.form[: place.at]),
            self.spell(place.form[place.at + 1 :]) + after,
        )

    def contexts(self, category: int) -> list[Context]:
        """A short sentence around each place where the category, or one that it is a form of, stands."""
        found: dict[Context, None] = {}
        for own in self.rules:
            if own not in self.outside or not self.is_within(category, own):
                continue
            if own == ROOT:
                found[(), ()] = None
            for place in self.places(own):
                if place.parent in self.outside:
                    found[self.around(place)] = None
        return sorted(found, key=_size)

    # -- charts -------------------------------------------------------------------------------------

    @cached_property
    def _beginnings(self) -> _Node:
        root = _Node()
        for category, forms in self.rules.items():
            for form in forms:
                node = root
                for symbol in form:
                    node = node.following.setdefault(symbol, _Node())
                node.ends.append(category)
        return root

    def chart(self, words: Sentence) -> dict[tuple[int, int], set[int]]:
        """Which categories derive which parts of a sentence."""
        root, size = self._beginnings, len(words)
        waiting: list[defaultdict[Symbol, list[tuple[_Node, int]]]] = [
            defaultdict(list) for _ in range(size + 1)
        ]
        found: dict[tuple[int, int], set[int]] = {}
        for end in range(1, size + 1):
            agenda: list[tuple[int, Symbol]] = [(end - 1, words[end - 1])]
            done: set[tuple[int, int]] = set()  # beginnings of forms that end here, by node and start
            seen: set[tuple[int, Symbol]] = set()
            while agenda:
                start, symbol = agenda.pop()
                nodes = [(node.following[symbol], first) for node, first in waiting[start][symbol]]
                if symbol in root.following:
                    nodes.append((root.following[symbol], start))
                for node, first in nodes:
                    if (id(node), first) in done:
                        continue
                    done.add((id(node), first))
                    for following in node.following:
                        waiting[end][following].append((node, first))
                    for category in node.ends:
                        if (first, category) not in seen:
                            seen.add((first, category))
                            found.setdefault((first, end), set()).add(category)
                            agenda.append((first, category))
        return found

    def derives(self, category: int, words: Sentence) -> bool:
        return category in self.chart(words).get((0, len(words)), ())

    def accepts(self, sentences: Iterable[Sentence]) -> list[bool]:
        """Of each sentence whether it is one."""
        sentences = list(sentences)
        if not self._cfg.rules:
            return [False] * len(sentences)
        return accepts_all(self._cfg, sentences)

    @cached_property
    def _cfg(self) -> Cfg:
        return self.cfg()

    def cover(self, words: Sentence, category: int, barred: Collection[Part]) -> list[Part]:
        """The fewest words and categories that make up a string, with their spans, without barred ones.

        Not the category itself, nor one that it is a form of.
        Of categories that cover the same part the one with the most forms: it says most.
        """
        size = len(words)
        parts: dict[int, list[tuple[int, Symbol]]] = {
            end: [(end - 1, words[end - 1])] for end in range(1, size + 1)
        }
        for (start, end), categories in self.chart(words).items():
            fit = [c for c in categories if (start, end, c) not in barred]
            if end - start == size:
                fit = [c for c in fit if not self.is_within(category, c)]
            if fit:
                wide = min(fit, key=lambda c: (-len(self.spread(c)), c))
                parts[end] = [p for p in parts[end] if p[0] != start] + [(start, wide)]
        best: list[tuple[int, int, Symbol]] = [(0, 0, "")]
        for end in range(1, size + 1):
            ways = ((best[start][0] + 1, start, symbol) for start, symbol in parts[end])
            best.append(min(ways, key=lambda way: way[:2]))
        found: list[Part] = []
        end = size
        while end:
            _, start, symbol = best[end]
            found.append((start, end, symbol))
            end = start
        return found[::-1]

    # -- other forms --------------------------------------------------------------------------------

    def plain(self) -> Draft:
        """With words where categories of one word stand, and nothing that no sentence needs."""
        word = {category: self.rules[category][0][0] for category in self.single if category != ROOT}
        rules = {
            category: tuple(
                dict.fromkeys(
                    tuple(word.get(s, s) if isinstance(s, int) else s for s in form) for form in forms
                )
            )
            for category, forms in self.rules.items()
            if category not in word
        }
        return Draft(rules).pruned()

    def cfg(self) -> Cfg:
        """The same rules, with names for the categories."""
        rules = self.plain().rules
        numbers = [category for category in rules if category != ROOT]
        names = dict(zip(numbers, category_names(len(numbers)), strict=True)) | {ROOT: "S"}
        return Cfg(
            "S",
            tuple(
                CfgRule(names[category], tuple(names[s] if isinstance(s, int) else Word(s) for s in form))
                for category, forms in rules.items()
                for form in forms
            ),
        )


def _spelled(form: Form, strings: Mapping[int, Sentence]) -> Sentence | None:
    found: list[str] = []
    for symbol in form:
        if isinstance(symbol, str):
            found.append(symbol)
        elif symbol in strings:
            found += strings[symbol]
        else:
            return None
    return tuple(found)


def _size(context: Context) -> int:
    return len(context[0]) + len(context[1])
