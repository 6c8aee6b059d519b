"""Classes that differ in a value only become one with a feature."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import describe
from brillig.parsing.class_folding import coarser_grammars, fold_classes, suggest_pairs, with_names_apart


def test_classes_that_differ_in_a_value_are_folded() -> None:
    """Every rule twice, for two genders, is one rule that agrees; the language stays."""
    rules, lexicon = [], {"it": ["O"]}
    for i in "12":
        rules += [("S", f"NP{i}", f"VP{i}"), (f"NP{i}", f"D{i}", f"N{i}"), (f"N{i}", f"A{i}", f"N{i}")]
        rules += [(f"VP{i}", f"V{i}", "O"), (f"VP{i}", f"W{i}", f"VP{i}")]
        lexicon |= {f"{c.lower()}{i}": [f"{c}{i}"] for c in "DNAVW"}
    grammar = Grammar.of("S", rules, lexicon)
    lines = [f"d{i} n{i} v{i} it\nd{i} a{i} n{i} w{i} v{i} it" for i in "12"]
    corpus = Corpus.of("\n".join(lines).splitlines())
    found = fold_classes(grammar, describe(grammar, corpus), corpus)
    assert found is not None
    assert len(found.folded.grammar.syntactic) < len(grammar.syntactic)
    assert "[f]" in str(found.folded)
    assert all(found.grammar.accepts(sentence) for sentence in corpus.sentences)
    assert found.description.bits.total < describe(grammar, corpus).bits.total


def test_the_start_symbol_is_never_made_one_with_another() -> None:
    """P and R differ in S and N alone: S may not carry a feature, so they stay apart below."""
    rules = [("S", "V", "P"), ("S", "V", "R"), ("P", "D", "S"), ("R", "D", "N")]
    grammar = Grammar.of("S", rules, {"v": ["V"], "d": ["D"], "n": ["N"]})
    assert all("S" not in pair for pairs in suggest_pairs(grammar) for pair in pairs)
    corpus = Corpus.of(["v d n", "v d v d n"])
    assert all(all(map(one.accepts, corpus.sentences)) for one in coarser_grammars(grammar, corpus))


PETS = Grammar.of(
    "S",
    [("S", "NP", "VP"), ("S", "N", "VP"), ("NP", "D", "N"), ("VP", "V", "NP"), ("VP", "V", "N")],
    {word: ["N"] for word in ("cats", "dog", "Kim", "Jo")}
    | {"the": ["D"], "sees": ["V"], "likes": ["V"], "sleeps": ["VP"]},
)
OF_PETS = Corpus.of(["the dog sleeps", "the cats sleeps", "Kim sees cats", "cats likes Jo", "Kim sleeps"])


def test_a_phrase_and_its_words_are_never_one() -> None:
    """As one category, V and VP say `VP → VP NP`, and features make two of them again."""
    for one in coarser_grammars(PETS, OF_PETS):
        assert not set(one.lexicon["sees"]) & set(one.lexicon["sleeps"])
        assert not set(one.lexicon["dog"]) & {rule.parent for rule in one.syntactic}


def test_words_that_never_stand_in_a_phrase_are_phrases_themselves() -> None:
    """*Kim* and *Jo* follow no article; *cats* does, and stands alone, too."""
    same, apart = with_names_apart(PETS, describe(PETS, OF_PETS))
    assert same == PETS
    assert dict(apart.words_of) == dict(PETS.words_of) | {"N": ("cats", "dog"), "NP": ("Jo", "Kim")}
    assert apart.syntactic == PETS.syntactic
    assert all(map(apart.accepts, OF_PETS.sentences))


def test_names_stay_where_a_phrase_stands_nowhere_else() -> None:
    alone = Grammar("S", tuple(rule for rule in PETS.syntactic if rule != ("S", "NP", "VP")), PETS.lexical)
    assert list(with_names_apart(alone, describe(alone, OF_PETS.part([2, 3, 4])))) == [alone]
