"""A grammar with rules of any length as one with rules X → Y Z and X → word, of the same language."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.language.cfg import Cfg, Word
from brillig.language.grammar import Grammar, category_names

Right = tuple[str | Word, ...]


def binarise(cfg: Cfg) -> Grammar:
    """Single categories on the right are replaced by what they are; the ends of long rules get categories.

    Ends that are alike share one, and categories with the same rules become one.
    """
    rights = {category: _spread(cfg, category) for category in cfg.alternatives}
    made: dict[Right, str] = {}
    names: dict[str, Right] = {}  # the helpers, and what they stand for
    for category, forms in rights.items():
        if len(forms) == 1 and category != cfg.start:
            made.setdefault(forms[0], category)

    def named(part: Right) -> str:
        """The category of a part of a rule."""
        if len(part) == 1 and isinstance(part[0], str):
            return part[0]
        if part not in made:
            made[part] = f"+{len(made)}"
            names[made[part]] = part
        return made[part]

    syntactic: dict[tuple[str, str, str], None] = {}
    lexical: dict[str, dict[str, None]] = {}

    def add(parent: str, right: Right) -> None:
        if len(right) == 1:
            word = right[0]
            assert isinstance(word, Word)
            lexical.setdefault(word.text, {})[parent] = None
        else:
            syntactic[parent, named(right[:1]), named(right[1:])] = None

    for category, forms in rights.items():
        for right in forms:
            add(category, right)
    done: set[str] = set()
    while fresh := [name for name in names if name not in done]:
        for name in fresh:
            done.add(name)
            add(name, names[name])
    return _named(_merged(cfg.start, list(syntactic), {w: list(own) for w, own in lexical.items()}))


def _spread(cfg: Cfg, category: str) -> list[Right]:
    found: dict[Right, None] = {}
    seen, stack = {category}, [category]
    while stack:
        for right in cfg.alternatives.get(stack.pop(), ()):
            only = right[0]
            if len(right) > 1 or isinstance(only, Word):
                found[right] = None
            elif only not in seen:
                seen.add(only)
                stack.append(only)
    return list(found)


def _merged(start: str, syntactic: list[tuple[str, str, str]], lexical: Mapping[str, list[str]]) -> Grammar:
    """Categories with the same rules, up to such categories, are one; what S does not reach is left out."""
    rules: dict[str, set[tuple[str, ...]]] = {start: set()}
    for parent, left, right in syntactic:
        rules.setdefault(parent, set()).add((left, right))
    for word, categories in lexical.items():
        for category in categories:
            rules.setdefault(category, set()).add((word,))
    block = dict.fromkeys(rules, "")
    while True:
        # Blocks are named by their first member; a rule with a single word has no category in it.
        members: dict[tuple[str, frozenset[tuple[str, ...]]], str] = {}
        finer: dict[str, str] = {}
        for category in sorted(rules, key=lambda name: (name != start, name)):
            seen = frozenset(tuple(block[c] for c in r) if len(r) > 1 else r for r in rules[category])
            finer[category] = members.setdefault((block[category], seen), category)
        stable = len(set(finer.values())) == len(set(block.values()))
        block = finer
        if stable:
            break
    syntactic = list(dict.fromkeys((block[x], block[y], block[z]) for x, y, z in syntactic))
    lexical = {word: list(dict.fromkeys(block[c] for c in own)) for word, own in lexical.items()}
    reached, stack = {start}, [start]
    while stack:
        parent = stack.pop()
        below = {c for x, *children in syntactic if x == parent for c in children} - reached
        reached |= below
        stack += below
    kept = {word: [c for c in own if c in reached] for word, own in lexical.items()}
    return Grammar.of(
        start,
        [rule for rule in syntactic if rule[0] in reached],
        {word: own for word, own in kept.items() if own},
    )


def _named(grammar: Grammar) -> Grammar:
    others = [category for category in grammar.categories if category != grammar.start]
    return grammar.renamed(dict(zip(others, category_names(len(others)), strict=True)))
