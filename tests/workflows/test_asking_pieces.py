"""Questions to a program: pieces in the place of others; at any moment the grammar fits what is known."""

from __future__ import annotations

from itertools import islice

import pytest

import brillig
from brillig.cli.ask import ending
from brillig.language.binary import binarise
from brillig.language.cfg_text import parse_general
from brillig.language.changes import find_changes
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.morphemes import joined
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.workflows.asking.courses import suits_pieces
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.learner import Learner, StoppedError
from brillig.workflows.asking.pieces.building import Building
from brillig.workflows.asking.pieces.checking import parse
from brillig.workflows.asking.pieces.draft import ROOT, Draft
from brillig.workflows.asking.pieces.knowing import Knowing

CALLS = "S -> 'x' | 'y' | F '(' L ')' | S '+' S\nF -> 'f' | 'g'\nL -> S | S ',' L"
STATEMENTS = (
    "S -> 'V' ':=' E | 'begin' B 'end' | 'when' C ':' S\nB -> S | S ';' B\n"
    "C -> 'yes' | 'no' | 'not' C | E '<' E\nE -> 'V' | '1' | '2' | '[' E '-' E ']'"
)
RECORDS = "S -> 'a' | 'b' | '<' '>' | '<' P '>'\nP -> 'k' '=' S | 'k' '=' S ';' P"
LEVELS = "S -> X '.'\nX -> Q | 'v' '=' X\nQ -> U | U '<' U\nU -> M | U '+' M\nM -> 'v' | '0' | '(' X ')'"
TERMS = "S -> P | '\\' 'v' ':' S\nP -> A | P A\nA -> 'v' | '0' | '(' S ')'"
# No sentence is without `else` or has two statements in a row, and none shows that `<` is no other `+`.
CLAUSES = (
    "S -> 's' | 'if' E 'then' S | 'if' E 'then' S 'else' S | '{' L '}'\nL -> S | S L\n"
    "E -> M | M '<' M\nM -> 'a' | 'b' | M '+' M | '[' E ']'"
)
SAMPLES = {
    CALLS: "x|y|f ( x )|g ( x , y )|x + y|f ( x , y , x ) + x",
    STATEMENTS: "V := 1|V := V|V := [ 1 - 2 ]|begin V := 1 end|begin V := 1 ; V := 2 end|when yes : V := 1|"
    "when not no : V := 1|when 1 < V : V := 2|begin begin V := 1 end ; V := 1 ; when yes : V := 1 end",
    CLAUSES: "s|{ s }|if a then s else s|if b + a then s else s|if a < b then { s } else s|"
    "if [ a ] then s else s|if [ b < a ] + [ a + b ] then s else if a then s else s",
    RECORDS: "a|b|< >|< k = a >|< k = b ; k = a >|< k = < k = a > ; k = < > ; k = b >",
}
# Where a form fits only some places of a category: operators that bind more or less, arguments in brackets.
DIVIDED = {
    LEVELS: "v .|v = 0 .|0 + v .|v < 0 .|( v ) .|v = v < v + 0 .|0 + v < 0 + v + v .|( v = v ) + 0 .",
    TERMS: "v|0|v 0|( v )|\\ v : v 0|v ( \\ v : v ) 0",
}


def truth_of(text):
    return parse_general(text, "truth", ())


def corpus_of(text):
    return Corpus.of([line.split() for line in (SAMPLES | DIVIDED)[text].split("|")], one_word=True)


def judge_by(truth, asked=None):
    def judge(sentence):
        if asked is not None:
            asked.append(sentence)
        return accepts_all(truth, [sentence])[0]

    return judge


@pytest.mark.parametrize("text", [*SAMPLES, *DIVIDED])
def test_the_language_of_a_program_is_found(text):
    truth, asked = truth_of(text), []
    dialogue = brillig.ask(corpus_of(text), judge_by(truth, asked))
    found = dialogue.solution.grammar
    assert sum(accepts_all(truth, islice(draw(found, 3, 30), 500))) == 500
    assert sum(accepts_all(found, islice(draw(truth, 3, 30), 500))) == 500
    assert len(asked) == len(set(asked)) <= 400
    assert dialogue.pending == ()


@pytest.mark.parametrize("text", SAMPLES)
def test_at_any_moment_the_grammar_fits_all_answers_and_a_later_dialogue_goes_on(text):
    truth = truth_of(text)
    whole = brillig.ask(corpus_of(text), judge_by(truth))
    for number in (0, 3, 17, 60):
        part = brillig.ask(corpus_of(text), judge_by(truth), cancel=After(number))
        assert part.pending == ()
        assert part.solution.grammar.canonical_text == part.grammar.canonical_text
        again = Dialogue(corpus_of(text), part.judgements, limits=Limits(), program=True)
        while again.question is not None:
            again.answer(accepts_all(truth, [again.question.sentence])[0])
        assert [j.sentence for j in again.judgements] == [j.sentence for j in whole.judgements]


class After:
    """A `Cancel` that is set after a number of questions."""

    def __init__(self, number):
        self.left = number + 1

    def is_set(self):
        self.left -= 1
        return self.left <= 0


def test_a_search_without_a_question_is_stopped_too():
    known = Knowing((("x",),), (), None, After(0))
    building = Building(known, [("x",), ("+",)])
    with pytest.raises(StoppedError):
        list(building.take_in(("x", "+", "x")))


def test_what_the_judge_cannot_tell_is_not_taken_for_right():
    truth = truth_of(CALLS)

    def judge(sentence):
        return None if len(sentence) > 12 else accepts_all(truth, [sentence])[0]

    dialogue = brillig.ask(corpus_of(CALLS), judge)
    assert dialogue.pending == ()
    assert sum(accepts_all(truth, islice(draw(dialogue.grammar, 3, 30), 200))) == 200


def test_several_questions_at_once_lead_to_the_same_grammar():
    truth = truth_of(RECORDS)
    one = brillig.ask(corpus_of(RECORDS), judge_by(truth))
    many = Dialogue(corpus_of(RECORDS), program=True)
    at_once = []
    while many.question is not None:
        sentences = [many.question.sentence, *many.coming[:3]]
        at_once.append(len(sentences))
        many.answer_all(accepts_all(truth, sentences))
    assert max(at_once) > 1
    assert many.asked == sum(at_once) == len({j.sentence for j in many.judgements})
    assert many.pending == ()
    assert many.grammar == one.grammar


def test_undo_asks_the_same_question_again():
    dialogue = Dialogue(corpus_of(CALLS), program=True)
    truth = truth_of(CALLS)
    for _ in range(12):
        assert dialogue.question is not None
        asked = dialogue.question
        dialogue.answer(accepts_all(truth, [asked.sentence])[0])
    dialogue.undo()
    assert dialogue.question == asked


def test_morphemes_are_asked_for_as_words():
    assert joined(["ti-", "cochi", "-z"]) == "ticochiz"
    assert joined(["m-", "toto", "ni-", "k-", "itta", "-", "x", "=ka", "y"]) == "mtoto nikitta - xka y"


def test_what_changed_takes_three_lines():
    before = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["A"], "c": ["B"], "d": ["B"], "e": ["B"]})
    lexicon = {"a": ["C"], "b": ["C"], "c": ["A"], "d": ["C"], "e": ["B"]}
    after = Grammar.of("S", [("S", "A", "B"), ("S", "C", "B")], lexicon)
    assert find_changes(before, after).summary() == [
        "new: S → C B",
        "a, b: now C, was A",
        "c: now A, was B; and 1 more",
    ]
    assert find_changes(before, before).summary() == []


def test_of_many_rules_that_changed_the_first_are_named():
    rules = [("S", "A", name) for name in "BCDEFGH"]
    lexicon = {name.lower(): [name] for name in "ABCDEFGH"}
    few, many = Grammar.of("S", rules[:1], lexicon), Grammar.of("S", rules, lexicon)
    assert find_changes(few, many).summary() == [f"new: {'; '.join(f'S → A {name}' for name in 'CDEFGH')}"]
    none = Grammar.of("S", [("S", "B", "A")], lexicon)
    expected = "new: S → A B; S → A C; S → A D; S → A E; S → A F and 2 more; no longer: S → B A"
    assert find_changes(none, many).summary() == [expected]


def test_an_answer_taken_back_brings_its_question_and_grammar_back_without_a_search(monkeypatch):
    sentences = ["the cat sleeps", "the dog sleeps", "a cat runs", "a dog runs", "the cat runs"]
    dialogue = Dialogue(Corpus.of([s.split() for s in sentences]))
    question, grammar = dialogue.question, dialogue.grammar
    dialogue.answer(False)
    second = dialogue.question
    with monkeypatch.context() as patch:
        patch.setattr(Learner, "fit", lambda _: pytest.fail("searched"))
        dialogue.undo()
    assert (dialogue.question, dialogue.grammar, dialogue.judgements) == (question, grammar, [])
    dialogue.answer(False)
    assert dialogue.question is not None
    assert dialogue.question.sentence != question.sentence
    assert second is not None


@pytest.mark.parametrize("text", [*SAMPLES, "S -> A\nA -> B | 'x' A\nB -> 'y' 'z' 'y' | 'x'"])
def test_a_grammar_in_binary_form_has_the_same_language(text):
    cfg = truth_of(text)
    binary = binarise(cfg)
    assert all(accepts_all(binary, islice(draw(cfg, 1, 20), 200)))
    assert all(accepts_all(cfg, islice(draw(binary, 1, 20), 200)))


def test_categories_with_the_same_rules_become_one():
    assert len(binarise(truth_of("S -> E\nE -> 'n' | '(' E ')' | E 'o' E")).categories) == 6


def test_a_draft_knows_its_parts():
    draft = Draft().adding(1, ("a",), ("b",)).adding(ROOT, (1,), ("(", 0, ")"), (0, "+", 0))
    words = ("(", "a", "+", "b", ")", "+", "c")
    assert draft.chart(words)[0, 5] == {ROOT}
    assert draft.cover(words, ROOT, ()) == [(0, 5, 0), (5, 6, "+"), (6, 7, "c")]
    assert draft.cover(words, ROOT, {(0, 5, 0)})[0] == (0, 1, "(")
    assert draft.accepts([words, words[:5]]) == [False, True]
    tree = parse(draft, words[:5])
    assert tree is not None
    assert tuple(tree.words()) == words[:5]
    assert draft.shortest[ROOT] == ("a",)
    assert ((), ("+", "a")) in draft.contexts(ROOT)


def test_sentences_longer_than_people_say_are_asked_by_pieces():
    """The search for a grammar of all of them at once would not end between two questions."""
    words = [f"w{number}" for number in range(16)]
    assert suits_pieces(Corpus.of([words]), None)
    assert not suits_pieces(Corpus.of([words[:15]]), None)


def test_where_no_grammar_holds_it_does_not_say_that_nothing_is_left(monkeypatch):
    monkeypatch.setattr("brillig.workflows.asking.pieces.checking.MAX_TRIES", 2)
    truth = truth_of(LEVELS)
    dialogue = brillig.ask(corpus_of(LEVELS), judge_by(truth))
    assert not dialogue.identified
    assert "gave up" in ending(dialogue)
    assert dialogue.solution.grammar
