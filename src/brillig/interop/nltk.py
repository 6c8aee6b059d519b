"""Grammars and trees as NLTK's own objects; the text of `.cfg` files is in `language/cfg_text.py`."""

from __future__ import annotations

from typing import Any

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg, CfgRule, CfgTree, Word
from brillig.language.cfg_text import simplest_form
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.probability import RuleWeights, by_alternative


def to_nltk(grammar: Grammar | Cfg) -> Any:
    """The grammar as an `nltk.CFG`, with the real names and words."""
    nltk = _nltk()
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    nonterminal = {name: nltk.Nonterminal(name) for name in cfg.categories}
    productions = [
        nltk.Production(
            nonterminal[rule.parent],
            [symbol.text if isinstance(symbol, Word) else nonterminal[symbol] for symbol in rule.right],
        )
        for rule in cfg.rules
    ]
    return nltk.CFG(nonterminal[cfg.start], productions)


def to_nltk_pcfg(grammar: Grammar, weights: RuleWeights) -> Any:
    """The grammar as an `nltk.PCFG` with these probabilities."""
    nltk = _nltk()
    chances = by_alternative(weights)
    totals: dict[str, float] = {}
    for (category, _), chance in chances.items():
        totals[category] = totals.get(category, 0.0) + chance
    productions = [
        nltk.ProbabilisticProduction(
            production.lhs(),
            production.rhs(),
            # Rounded as they are in a file, those of a category may miss 1 by a little, which NLTK minds.
            prob=chances[rule.parent, rule.right] / totals[rule.parent],
        )
        for production, rule in zip(
            to_nltk(grammar).productions(), Cfg.from_grammar(grammar).rules, strict=True
        )
    ]
    return nltk.PCFG(nltk.Nonterminal(grammar.start), productions)


def from_nltk(grammar: Any) -> Grammar | Cfg:
    """An `nltk.CFG` as a `Grammar` where its rules allow, else as a `Cfg`."""
    nonterminal = _nltk().Nonterminal
    cfg = Cfg(
        str(grammar.start()),
        tuple(
            CfgRule(
                str(production.lhs()),
                tuple(str(s) if isinstance(s, nonterminal) else Word(s) for s in production.rhs()),
            )
            for production in grammar.productions()
        ),
    )
    return simplest_form(cfg)


def to_nltk_tree(tree: Tree | CfgTree) -> Any:
    """The tree as an `nltk.Tree`."""
    return _nltk().Tree(
        tree.label, [child if isinstance(child, str) else to_nltk_tree(child) for child in tree.children]
    )


def _nltk() -> Any:
    try:
        import nltk
    except ImportError:
        raise BrilligError("this needs NLTK", hint="install it with: pip install 'brillig[nltk]'") from None
    return nltk
