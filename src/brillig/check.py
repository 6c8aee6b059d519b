"""The independent check: does a grammar with its trees really solve its problem?

It shares no code with the engines. No answer is called found before it has passed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from brillig.grammar import Grammar, SyntacticRule
from brillig.problem import AnyProblem, ExtendProblem, Problem, RefineProblem
from brillig.trees import Tree


def violations(problem: AnyProblem, grammar: Grammar, trees: Sequence[Tree]) -> list[str]:
    """Every restriction that the answer breaks, a sentence each; empty for a solution."""
    found = list(_tree_violations(grammar, trees, problem.corpus.sentences))
    match problem:
        case Problem():
            found += _inference_violations(problem, grammar, trees)
        case RefineProblem():
            found += _refinement_violations(problem, grammar, trees)
        case ExtendProblem():
            found += _extension_violations(problem, grammar)
    return found


def _tree_violations(
    grammar: Grammar, trees: Sequence[Tree], sentences: Sequence[tuple[str, ...]]
) -> Iterable[str]:
    """One tree for each sentence, made of the grammar's rules, with the start symbol at the base only."""
    if len(trees) != len(sentences):
        yield f"{len(sentences)} sentences but {len(trees)} trees"
        return
    rules, lexical = set(grammar.syntactic), set(grammar.lexical)
    for number, (tree, sentence) in enumerate(zip(trees, sentences, strict=True), 1):
        if tree.words() != sentence:
            yield f"tree {number} does not span its sentence"
        if tree.label != grammar.start:
            yield f"tree {number} has {tree.label} at its base, not {grammar.start}"
        if sum(node.label == grammar.start for node in tree.nodes()) > 1:
            yield f"tree {number} uses {grammar.start} above its base"
        for rule in tree.rules():
            if rule not in rules:
                yield f"tree {number} uses {SyntacticRule(*rule)}, which is not a rule"
        for leaf in tree.leaves():
            if (leaf.label, leaf.word) not in lexical:
                yield f"tree {number} uses {leaf.label} → {leaf.word}, which is not a rule"


def _start_and_injectivity(grammar: Grammar) -> Iterable[str]:
    for rule in grammar.syntactic:
        if grammar.start in (rule.left, rule.right):
            yield f"{rule} has the start symbol on its right"
    if any(rule.category == grammar.start for rule in grammar.lexical):
        yield "the start symbol has a word"
    for (left, right), number in Counter((r.left, r.right) for r in grammar.syntactic).items():
        if number > 1:
            yield f"{number} rules have {left} {right} on their right"


def _inference_violations(problem: Problem, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
    yield from _start_and_injectivity(grammar)
    used = {node.label for tree in trees for node in tree.nodes()}
    if len(used) != problem.categories or set(grammar.categories) != used:
        yield f"the trees use {len(used)} categories of {len(grammar.categories)}, not {problem.categories}"
    if len(grammar.syntactic) > problem.rules:
        yield f"{len(grammar.syntactic)} syntactic rules, more than {problem.rules}"
    words = problem.corpus.words
    if set(grammar.words) != set(words):
        yield "the lexicon is not that of the sentences"
    if len(grammar.lexical) > len(words) + problem.homographs:
        yield f"{len(grammar.lexical)} lexical rules, more than {len(words)} + {problem.homographs}"
    if problem.distinct_children:
        for rule in grammar.syntactic:
            if rule.left == rule.right:
                yield f"{rule} has equal children"
    lexical_only = set(grammar.words_of) - set(grammar.expansions) - {grammar.start}
    if problem.root_nonlexical:
        for rule in grammar.expansions.get(grammar.start, ()):
            lexical_only -= {rule.left, rule.right}
    if len(lexical_only) < problem.lexical:
        yield f"{len(lexical_only)} categories can be designated lexical, fewer than {problem.lexical}"


def _refinement_violations(problem: RefineProblem, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
    origin = {
        name: category for category in problem.base.categories for name in problem.refined_names(category)
    }
    unknown = [category for category in grammar.categories if category not in origin]
    if unknown:
        yield f"{unknown[0]} is no refined category"
        return
    used = {node.label for tree in trees for node in tree.nodes()}
    for name in origin:
        if name not in used:
            yield f"{name} is not used"
    for tree, base_tree in zip(trees, problem.trees, strict=False):
        if tree.relabel(origin) != base_tree:
            yield f"the tree of {' '.join(tree.words())!r} is not the given one refined"
    yield from _start_and_injectivity(grammar)
    numbers = Counter(SyntacticRule(*(origin[name] for name in rule)) for rule in grammar.syntactic)
    for rule, number in numbers.items():
        if rule not in problem.base.syntactic:
            yield f"{rule} is not a rule of the base"
        elif number > problem.limit_of(rule):
            yield f"{number} refined rules of {rule}, more than {problem.limit_of(rule)}"
    pairs = {(origin[rule.category], rule.word) for rule in grammar.lexical}
    if not pairs <= set(problem.base.lexical):
        yield "a word has a category that it did not have before"
    if len(grammar.lexical) > len(pairs) + problem.homographs:
        yield f"{len(grammar.lexical)} lexical rules, more than {len(pairs)} + {problem.homographs}"


def _extension_violations(problem: ExtendProblem, grammar: Grammar) -> Iterable[str]:
    if grammar.start != problem.base.start or grammar.syntactic != problem.base.syntactic:
        yield "the syntactic rules changed"
    known = [rule for rule in grammar.lexical if rule.word in problem.base.lexicon]
    if tuple(known) != problem.base.lexical:
        yield "the categories of known words changed"
    new = len(grammar.lexical) - len(known)
    unknown = problem.unknown_words
    if set(grammar.words) - set(problem.base.words) != set(unknown):
        yield "the lexicon's new words are not those of the new sentences"
    if new > len(unknown) + problem.homographs:
        yield f"{new} new lexical rules, more than {len(unknown)} + {problem.homographs}"
    categories = set(problem.base.categories)
    if any(rule.category not in categories for rule in grammar.lexical):
        yield "a word got a category that the grammar does not have"
