"""What lights up together: a rule or a word of the grammar, the tree nodes and sentences it stands in.

Each has a short token; elements of the page that carry the same one belong together (page.js).
"""

from __future__ import annotations

from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree


class Lights:
    """Tokens for the rules and words of a grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self._rules = {rule: f"r{number}" for number, rule in enumerate(grammar.syntactic)}
        self._words = {rule: f"w{number}" for number, rule in enumerate(grammar.lexical)}

    def of_rule(self, rule: SyntacticRule) -> str:
        return self._rules[rule]

    def of_word(self, category: str, word: str) -> str:
        return self._words[LexicalRule(category, word)]

    def of_node(self, node: Tree) -> str:
        """The token of the rule or word that a node of a tree stands for."""
        if node.is_leaf:
            return self._words.get(LexicalRule(node.label, node.word), "")
        left, right = node.branches
        return self._rules.get(SyntacticRule(node.label, left.label, right.label), "")

    def of_tree(self, tree: Tree) -> frozenset[str]:
        return frozenset(self.of_node(node) for node in tree.nodes()) - {""}
