"""Two grammars side by side: which category of one is which of the other, and what changed, in words."""

from __future__ import annotations

from brillig.language.grammar import Grammar, SyntacticRule, category_names

ROUNDS = 4  # of matching categories by their rules; names travel one level of the tree a round


def renamed_like(grammar: Grammar, model: Grammar) -> Grammar:
    """The grammar with the names of the model's categories, where they have the same words or rules."""
    match = _match(grammar, model)
    taken = set(match.values())
    fresh = (
        name
        for name in category_names(len(grammar.categories) + len(model.categories))
        if name not in taken and name not in model.categories
    )
    names = {c: match[c] if c in match else next(fresh) for c in grammar.categories if c != grammar.start}
    return grammar.renamed(names | {grammar.start: model.start})


def _match(grammar: Grammar, model: Grammar) -> dict[str, str]:
    """Pairs of categories, the most alike first: by words, then by rules of categories already paired."""
    match: dict[str, str] = {grammar.start: model.start}
    for _ in range(ROUNDS):
        scores = sorted(
            (
                (-_likeness(grammar, model, mine, theirs, match), mine, theirs)
                for mine in grammar.categories
                for theirs in model.categories
                if mine != grammar.start and theirs != model.start
            ),
        )
        now = {grammar.start: model.start}
        for score, mine, theirs in scores:
            if score < 0 and mine not in now and theirs not in now.values():
                now[mine] = theirs
        if now == match:
            break
        match = now
    del match[grammar.start]
    return match


def _likeness(grammar: Grammar, model: Grammar, mine: str, theirs: str, match: dict[str, str]) -> float:
    words, others = set(grammar.words_of.get(mine, ())), set(model.words_of.get(theirs, ()))
    likeness = 2.0 * len(words & others) - 0.5 * len(words ^ others)
    rules = set(model.syntactic)
    assumed = match | {mine: theirs}
    for rule in grammar.syntactic:
        if mine in rule and all(c in assumed for c in rule):
            likeness += SyntacticRule(*(assumed[c] for c in rule)) in rules
    return likeness


def describe_changes(before: Grammar, after: Grammar) -> list[str]:
    """What is new and what is gone, a line each; `after` has the names of `before`."""
    lines = [f"new rule {rule}" for rule in after.syntactic if rule not in set(before.syntactic)]
    lines += [f"no longer {rule}" for rule in before.syntactic if rule not in set(after.syntactic)]
    for word in after.words:
        new, old = after.lexicon[word], before.lexicon.get(word, ())
        if set(new) == set(old):
            continue
        to = " and ".join(new)
        lines.append(f"{word}: now {to}" + (f", was {' and '.join(old)}" if old else " (new word)"))
    return lines
