"""The independent check: does a grammar with its trees really solve its problem?

It shares nothing with the engines but the parser, which tests compare with the definition. No answer is
called found before it has passed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.cyk import accepts_all
from brillig.problems.kind import AnyProblem


def violations(problem: AnyProblem, grammar: Grammar, trees: Sequence[Tree]) -> list[str]:
    """Every restriction that the answer breaks, a sentence each; empty for a solution."""
    found = list(_tree_violations(problem, grammar, trees))
    found += problem.violations(grammar, trees)
    found += _accepted_stars(grammar, problem.corpus.rejected)
    found += _unmarked(problem.corpus, trees)
    return found


def _accepted_stars(grammar: Grammar, rejected: Sequence[tuple[str, ...]]) -> Iterable[str]:
    """The starred sentences that the grammar accepts all the same."""
    if not rejected:
        return
    for sentence, accepted in zip(rejected, accepts_all(grammar, rejected), strict=True):
        if accepted:
            yield f"the starred sentence {' '.join(sentence)!r} is accepted"


def _unmarked(corpus: Corpus, trees: Sequence[Tree]) -> Iterable[str]:
    """The tags and brackets that trees do not have."""
    for number, (tree, tags) in enumerate(zip(trees, corpus.tags, strict=False), 1):
        for leaf, tag in zip(tree.leaves(), tags, strict=False):
            if tag is not None and leaf.label != tag:
                yield f"tree {number} has {leaf.label} over {leaf.word!r}, which is tagged {tag}"
    for number, (tree, brackets) in enumerate(zip(trees, corpus.brackets, strict=False), 1):
        labels = {} if not brackets else _spans(tree)
        for start, end, name in brackets:
            words = " ".join(corpus.sentences[number - 1][start:end])
            found = labels.get((start, end))
            if found is None:
                yield f"tree {number} has no constituent [{words}]"
            elif name is not None and found != name:
                yield f"tree {number} has {found} over [{words}], which is named {name}"


def _spans(tree: Tree) -> dict[tuple[int, int], str]:
    """The category over each span of words that is a node."""
    found: dict[tuple[int, int], str] = {}
    stack = [(tree, 0)]
    while stack:
        node, start = stack.pop()
        found[start, start + len(node.words())] = node.label
        if not node.is_leaf:
            left, right = node.branches
            stack += [(left, start), (right, start + len(left.words()))]
    return found


def _tree_violations(problem: AnyProblem, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
    """One tree for each sentence, made of the grammar's rules, with the start symbol where it may stand."""
    sentences = problem.corpus.sentences
    at_base = problem.restrictions.root_at_base
    if len(trees) != len(sentences):
        yield f"{len(sentences)} sentences but {len(trees)} trees"
        return
    rules, lexical = set(grammar.syntactic), set(grammar.lexical)
    checked: set[tuple[int, tuple[str, ...]]] = set()  # sentences that come again often share their tree
    for number, (tree, sentence) in enumerate(zip(trees, sentences, strict=True), 1):
        if (id(tree), sentence) in checked:
            continue
        checked.add((id(tree), sentence))
        if tree.words() != sentence:
            yield f"tree {number} does not span its sentence"
        if tree.label != grammar.start:
            yield f"tree {number} has {tree.label} at its base, not {grammar.start}"
        bases = 0
        wrong = []
        for node in tree.nodes():
            label, children = node.label, node.children
            bases += label == grammar.start
            if len(children) == 2:
                rule = label, children[0].label, children[1].label
                if rule not in rules:
                    wrong.append(f"tree {number} uses {SyntacticRule(*rule)}, which is not a rule")
            elif (label, children[0]) not in lexical:
                wrong.append(f"tree {number} uses {label} → {children[0]}, which is not a rule")
        if at_base and bases > 1:
            yield f"tree {number} uses {grammar.start} above its base"
        yield from wrong
