"""Conventional bracketing of grammars with features: the values that went together still do."""

from __future__ import annotations

import random

from brillig.language.bracketing import mirror
from brillig.language.corpus import Corpus
from brillig.language.featured_turns import turned_with_features
from brillig.language.features import FREE, SHARED, Feature, FoldedGrammar
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.parsing.folding import describe_features
from brillig.parsing.languages import Bounds, compare_languages
from brillig.problems.solution import Run
from brillig.workflows.agreement import featured_solution
from brillig.workflows.bracketing import bracket_conventionally
from grammar_strategies import random_grammar
from reference_features import random_folded

BOUNDS = Bounds(7, 3000, 60_000)
SINGULAR, PLURAL = ("Kim", "Ann"), ("dogs", "cats")
VERBS = ("sees", "likes"), ("see", "like")


def subject_with_verb() -> FoldedGrammar:
    """S → H N[f], H → N[f] V[f]: [Kim sees] dogs, [dogs see] Kim."""
    s, h = SyntacticRule("S", "H", "N"), SyntacticRule("H", "N", "V")
    lexical = {LexicalRule("N", word): 1 for word in SINGULAR} | {
        LexicalRule("N", word): 2 for word in PLURAL
    }
    for value, verbs in enumerate(VERBS, 1):
        lexical |= {LexicalRule("V", verb): value for verb in verbs}
    feature = Feature("f", 2, lexical, {s: (None, None, FREE), h: (None, SHARED, SHARED)})
    return FoldedGrammar(Grammar("S", (s, h), tuple(lexical)), (feature,))


def test_a_subject_with_its_verb_becomes_a_verb_phrase_that_agrees() -> None:
    found = next(turned_with_features(subject_with_verb(), right=True))
    assert str(found).splitlines()[:2] == ["S → N[f] H[f]", "H[f] → V[f] N"]
    assert compare_languages(subject_with_verb().expanded, found.expanded, BOUNDS).difference is None


def test_what_is_added_to_the_article_is_shifted_with_its_agreement() -> None:
    rules = [SyntacticRule(*rule) for rule in (("S", "N", "V"), ("N", "D", "C"), ("D", "D", "A"))]
    words = {"le": ("D", 1), "la": ("D", 2), "vieux": ("A", 1), "vieille": ("A", 2), "chat": ("C", 1)}
    words |= {"reine": ("C", 2), "dort": ("V", None)}
    lexical = {LexicalRule(name, word): value for word, (name, value) in words.items()}
    grammar = Grammar("S", tuple(rules), tuple(lexical))
    feature = Feature(
        "f",
        2,
        {rule: value for rule, value in lexical.items() if value},
        {rules[1]: (None, SHARED, SHARED), rules[2]: (SHARED, SHARED, SHARED)},
    )
    folded = FoldedGrammar(grammar, (feature,))
    found = next(turned_with_features(folded, right=True))
    assert "C[f] → A[f] C[f]" in str(found)
    assert compare_languages(folded.expanded, found.expanded, BOUNDS).difference is None
    # Not where articles and nouns of all genders stand together: an adjective would then go with the noun.
    loose = Feature("f", 2, feature.words, {**feature.rules, rules[1]: (None, FREE, FREE)})
    others = turned_with_features(FoldedGrammar(grammar, (loose,)), right=True)
    assert not any("C[f] → A" in str(other) for other in others)


def test_turning_keeps_the_language_of_any_grammar_with_features() -> None:
    compared = 0
    for seed in range(150):
        rng = random.Random(seed)
        sizes = {"categories": rng.randint(4, 7), "rules": rng.randint(4, 9), "words": rng.randint(3, 6)}
        plain = random_grammar(seed, **sizes, homographs=rng.randint(0, 1))
        for base in (plain, mirror(plain)):
            folded = random_folded(base, seed, rng.randint(1, 2))
            for right in (True, False):
                for other in turned_with_features(folded, right):
                    compared += 1
                    assert compare_languages(folded.expanded, other.expanded, BOUNDS).difference is None, seed
    assert compared > 20


def test_a_solution_with_features_is_bracketed_in_at_most_two_more_bits() -> None:
    """To the side on which [big [big dogs]] branches; where nothing tells, to the right."""
    sentences = [
        f"{subject} {verb} {other}"
        for own, verbs in zip((SINGULAR, PLURAL), VERBS, strict=True)
        for subject in own
        for verb in verbs
        for other in (*SINGULAR, *PLURAL)
    ]
    folded, corpus = subject_with_verb(), Corpus.of(sentences)
    found = featured_solution(describe_features(folded, corpus), (), corpus, Run("grow", 0))
    assert found is not None
    assert {rule.right for rule in bracket_conventionally(found).skeleton.expansions["S"]} != {"N"}
    more = SyntacticRule("N", "A", "N")
    grammar = Grammar(
        "S", (*folded.grammar.syntactic, more), (*folded.grammar.lexical, LexicalRule("A", "big"))
    )
    feature = folded.features[0]
    rules = {**feature.rules, more: (SHARED, None, SHARED)}
    folded = FoldedGrammar(grammar, (Feature("f", 2, feature.words, rules),))
    corpus = Corpus.of([*sentences, *(f"Kim sees big big {noun}" for noun in PLURAL), "big dogs see Ann"])
    solution = featured_solution(describe_features(folded, corpus), (), corpus, Run("grow", 0))
    assert solution is not None
    assert solution.bits is not None
    shown = bracket_conventionally(solution)
    assert shown.features is not None
    assert shown.bits is not None
    assert shown.bits.total <= solution.bits.total + 2
    assert compare_languages(solution.grammar, shown.grammar, BOUNDS).difference is None
    assert shown.trees[0].branches[0].is_leaf
    assert not shown.trees[0].branches[1].is_leaf
