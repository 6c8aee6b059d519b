"""A grammar or a whole solution under other category names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import overload

from brillig.language.changes import names_like
from brillig.language.grammar import Grammar, names_apart
from brillig.language.tree import Tree
from brillig.problems.chosen import rename_weights
from brillig.problems.solution import Solution


@overload
def renamed(found: Solution, names: Mapping[str, str]) -> Solution: ...
@overload
def renamed(found: Grammar, names: Mapping[str, str]) -> Grammar: ...
def renamed(found: Solution | Grammar, names: Mapping[str, str]) -> Solution | Grammar:
    """The same with categories renamed, in the grammar, in the trees and in the problem they answer."""
    if isinstance(found, Grammar):
        return found.renamed(names)
    folded = found.features
    if folded is not None and names and set(names) <= set(folded.grammar.categories):
        # Names of folded categories stand for all the plain ones.
        new = folded.renamed(names)
        plain = {old: new.plain_name(old, folded, names) for old in found.grammar.categories}
        changed = {o: n for o, n in plain.items() if o != n}
        suggested = None if found.suggested is None else found.suggested.without(names)
        return replace(renamed(replace(found, features=None), changed), features=new, suggested=suggested)
    grammar = found.grammar.renamed(names)
    return replace(
        found,
        features=None if names else folded,
        suggested=None if found.suggested is None else found.suggested.without(names),
        grammar=grammar,
        trees=_relabelled(found.trees, dict(names)),
        problem=found.problem.renamed(names),
        weights=rename_weights(found.weights, names, grammar) if found.weights else (),
    )


def _relabelled(trees: tuple[Tree, ...], names: dict[str, str]) -> tuple[Tree, ...]:
    """The trees with categories renamed; sentences that come again share one."""
    if not names:
        return trees
    known: dict[int, Tree] = {}
    leaves: dict[tuple[str, str], Tree] = {}

    def relabel(tree: Tree) -> Tree:
        label, children = names.get(tree.label, tree.label), tree.children
        if len(children) == 2:
            return Tree.node(label, relabel(children[0]), relabel(children[1]))
        if (label, children[0]) not in leaves:
            leaves[label, children[0]] = Tree.leaf(label, children[0])
        return leaves[label, children[0]]

    for tree in trees:
        if id(tree) not in known:
            known[id(tree)] = relabel(tree)
    return tuple(known[id(tree)] for tree in trees)


def names_after(
    found: Solution | Grammar, before: Solution | Grammar, fixed: Collection[str] = ()
) -> dict[str, str]:
    """Names of before for what was found, by overlap; folded categories have those of folded ones.

    Those that are `fixed` keep their names. A class without the feature that it had has no value, either.
    """
    folded = isinstance(found, Solution) and found.features is not None
    own = found.skeleton if isinstance(found, Solution) else found
    old = before if isinstance(before, Grammar) else before.skeleton if folded else before.grammar
    names = names_like(own, old, fixed)
    if isinstance(before, Solution) and before.features is not None and not folded:
        short = before.features.unsplit_names(tuple(names.values()))
        names = {was: short.get(name, name) for was, name in names.items()}
    return {was: name for was, name in names.items() if was != name}


def renamed_after(found: Solution, before: Solution | Grammar, fixed: Collection[str] = ()) -> Solution:
    """Under the names of before; those that were suggestions are still."""
    new = renamed(found, names_after(found, before, fixed))
    return keep_suggestions(new, before) if isinstance(before, Solution) else replace(new, suggested=None)


def keep_suggestions(solution: Solution, before: Solution) -> Solution:
    """With the suggested names of the solution that it came from, as far as it has them."""
    kept = None if before.suggested is None else before.suggested.within(solution.grammar)
    return solution if kept is None else replace(solution, suggested=kept)


def without_word_names(solution: Solution) -> Solution:
    """The same with other names for the categories whose name is also a word."""
    names = names_apart(solution.grammar.categories, solution.grammar.words)
    return renamed(solution, names) if names else solution
