"""Reading text as people write it: fifty files token by token, troubles, notes, round trips."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brillig.cli.refusing import option_name
from brillig.errors import BrilligError, say
from brillig.language.corpus import Corpus
from brillig.language.markup import Bracket
from brillig.language.reading import Reading
from brillig.language.text import Read, Source, read_corpus, read_sentence, read_sentences, read_texts
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution, load
from text_files import FILES


def read(text: str | bytes, name: str = "x.txt", known: tuple[str, ...] = (), **choices: Any) -> Read:
    data = text.encode() if isinstance(text, str) else text
    return read_sentences([Source(name, data)], Reading(**choices), known=known)


@pytest.mark.parametrize("name", FILES)
def test_files_are_read_as_a_person_would_expect(name: str) -> None:
    file = FILES[name]
    found = read(file.text, **file.choices)
    assert [list(sentence) for sentence in found.corpus.sentences] == [line.split(" ") for line in file.words]
    assert [say(note, option_name) for note in found.notes] == file.notes


@pytest.mark.parametrize("name", FILES)
def test_choices_come_back_with_the_loaded_solution(name: str, tmp_path: Path) -> None:
    from brillig.language.grammar import Grammar
    from brillig.language.tree import Tree

    corpus = read(FILES[name].text, **FILES[name].choices).corpus
    problem = Problem(corpus, 3, 0, 9)

    def spell(words: tuple[str, ...], label: str) -> Tree:
        if len(words) == 1:
            return Tree.leaf(label, words[0])
        return Tree.node(label, Tree.leaf("A", words[0]), spell(words[1:], "B"))

    trees = tuple(spell(sentence, "S") for sentence in corpus.sentences)
    rules = {rule for tree in trees for rule in tree.rules()}
    lexicon: dict[str, set[str]] = {}
    for leaf in (leaf for tree in trees for leaf in tree.leaves()):
        lexicon.setdefault(leaf.word, set()).add(leaf.label)
    solution = Solution(Grammar.of("S", rules, lexicon), trees, problem, Run("test"))
    solution.save(tmp_path / "s.json")
    again = load(tmp_path / "s.json")
    assert again == solution
    assert again.reading == Reading(**FILES[name].choices)
    for text in FILES[name].text.splitlines():
        words = again.words_of(text)
        if words in corpus.sentences:
            assert again.accepts(text)
            assert again.parse(text) is not None
    assert sum(again.words_of(text) in corpus.sentences for text in FILES[name].text.splitlines()) >= len(
        corpus
    )


def test_stars_tags_and_brackets() -> None:
    corpus = read("the/D cat/N sleeps\n*cat/N the/D sleeps\n1\\/2 is/V it", tags=True).corpus
    assert corpus.sentences == (("the", "cat", "sleeps"), ("1/2", "is", "it"))
    assert corpus.rejected == (("cat", "the", "sleeps"),)
    assert corpus.tags == (("D", "N", None), (None, "V", None))
    corpus = read("[the cat] [VP sees [ A dog]].\nit sleeps", brackets=True).corpus
    assert corpus.sentences == (("the", "cat", "sees", "A", "dog"), ("it", "sleeps"))
    assert corpus.brackets == ((Bracket(0, 2), Bracket(2, 5, "VP"), Bracket(3, 5)), ())
    assert corpus.first(1).brackets == corpus.brackets[:1]
    with pytest.raises(BrilligError, match="brackets: nothing is done with them here"):
        corpus.refuse_unused()


def test_conllu_is_read_as_it_is() -> None:
    text = (
        "# text = Du chien dort.\n1-2\tDu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tDe\tde\tADP\t_\t_\t3\tcase\t_\t_\n"
        "2\tle\tle\tDET\t_\t_\t3\tdet\t_\t_\n3\tchien\tchien\tNOUN\t_\t_\t4\tnsubj\t_\t_\n"
        "4\tdort\tdormir\tVERB\t_\t_\t0\troot\t_\t_\n5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_\n\n"
        "1\tle\tle\tDET\t_\t_\t2\tdet\t_\t_\n1.1\tx\tx\tX\t_\t_\t_\t_\t_\t_\n2\tchien\tchien\tNOUN\t_\t_\t0\troot\t_\t_\n"
    )
    corpus = read(text, tags=True).corpus
    assert corpus.sentences == (("De", "le", "chien", "dort"), ("le", "chien"))
    assert corpus.tags == (("ADP", "DET", "NOUN", "VERB"), ("DET", "NOUN"))
    assert read(text).corpus.tags == ()
    with pytest.raises(BrilligError, match=r"x.txt, line 2: not a line of CoNLL-U"):
        read("1\ta\ta\tX\t_\t_\t0\t_\t_\t_\n2\tb\n")
    # Numbers that Python refuses to make: no head that is in the sentence, and no word of one.
    huge = "9" * 5001
    lines = [f"1\ta\ta\tX\t_\t_\t{huge}\t_\t_\t_\n", "2\tb\tb\tX\t_\t_\t0\t_\t_\t_\n"]
    assert read("".join(lines)).corpus.sentences == (("a", "b"),)
    with pytest.raises(BrilligError, match=r"x.txt, line 2: not a line of CoNLL-U"):
        read(lines[0] + lines[1].replace("2", huge, 1))


def test_all_troubles_are_told_at_once() -> None:
    lines = [b"a b", b"\xff x", b"c \0 d", *[b"\xff"] * 12]
    with pytest.raises(BrilligError) as caught:
        read(b"\n".join(lines))
    told = str(caught.value).splitlines()
    assert told[0] == "x.txt, line 2: not UTF-8; save the file as UTF-8 text"
    assert told[1] == "x.txt, line 3: a NUL byte; save the file as plain UTF-8 text"
    assert told[2] == "x.txt, line 4: not UTF-8; save the file as UTF-8 text"
    assert len(told) == 11
    assert told[10] == "and 4 more like these"


def test_a_line_without_blanks_is_answered_with_the_option_that_helps() -> None:
    with pytest.raises(BrilligError, match="line 1 '1\\+2', line 2 'x\\*y'; tokens code splits"):
        read("1+2\nx*y\n")
    assert "tokens morphemes" in say(read("a b\nwa-tu\n").notes[0])


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"case": "upper"}, "case: there is no 'upper'; choose one of auto, keep, fold"),
        ({"punctuation": "x"}, "punctuation: there is no 'x'"),
        ({"tokens": "wrds"}, "tokens: there is no 'wrds'; choose one of words"),
        ({"tokens": "(a"}, r"tokens: '\(a' is not an expression"),
        ({"tokens": "a*"}, "matches the empty text"),
        ({"classes": ("FOO",)}, "classes: 'FOO' is not a class of words"),
        ({"classes": ("STRING",)}, "only tokens code sees strings"),
        ({"tags": True, "tokens": "code"}, "tags: not with tokens code"),
    ],
)
def test_wrong_choices_are_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BrilligError, match=message):
        Reading(**choices)


def test_wrong_marks_are_refused_with_their_line() -> None:
    with pytest.raises(BrilligError, match=r"x\.txt, line 2: a \[ without its \]"):
        read("a b\n[a b", brackets=True)
    with pytest.raises(BrilligError, match="line 1: tokens: the expression does not match '!'"):
        read("a!b", tokens="[a-z]")


def test_with_a_grammar_capitals_are_understood_as_it_knows_them() -> None:
    assert read_sentence("The dog sleeps.", Reading(), known=("the", "dog")) == ("the", "dog", "sleeps")
    assert read_sentence("Mary sleeps.", Reading(), known=("Mary", "sleeps")) == ("Mary", "sleeps")
    assert read("Rose sleeps\na rose", known=("Rose", "sleeps")).corpus.sentences[0][0] == "Rose"
    assert read_sentence("ki-ti", Reading(tokens="morphemes"), known=("ki-",)) == ("ki-", "ti")
    assert read_sentence("ti-ki", Reading(tokens="morphemes"), known=("-ki",)) == ("ti", "-ki")


def test_declared_forms_are_read_as_one() -> None:
    reading = Reading(tokens="morphemes", same=("-DA=-da,-de", "=mi==mı, =mi"))
    found = read("ev-de okul-da\nev=mı var", tokens="morphemes", same=reading.same).corpus
    assert found.sentences == (("ev", "-DA", "okul", "-DA"), ("ev", "=mi", "var"))
    assert read_sentence("kedi-de", reading, known=("-DA", "-de")) == ("kedi", "-DA")
    assert Reading.from_json(reading.to_json()) == reading


@pytest.mark.parametrize("same", ["-DA", "=da", "-DA=", "-DA=-da,,-de", "-D A=-da"])
def test_what_declares_no_forms_is_refused(same: str) -> None:
    with pytest.raises(BrilligError, match="does not say which forms"):
        Reading(same=(same,))
    with pytest.raises(BrilligError, match="would be both '-DA' and '-TA'"):
        Reading(same=("-DA=-da", "-TA=-ta,-da"))


def test_several_files_are_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("The cat\n")
    (tmp_path / "b").write_text("sees the cat\n")
    assert read_corpus([tmp_path / "a", tmp_path / "b"]).texts() == ["the cat", "sees the cat"]


def test_from_python_texts_are_read_and_words_are_taken() -> None:
    assert read_texts(["The cat sleeps.", "the dog"]).corpus.texts() == ["the cat sleeps", "the dog"]
    assert read_texts([["The", "cat."], ["the", "dog"]]).corpus == Corpus.of(["The cat.", "the dog"])


WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp", "Cf")), min_size=1, max_size=6
)
READINGS = st.builds(
    Reading,
    case=st.sampled_from(["auto", "keep", "fold"]),
    punctuation=st.sampled_from(["split", "keep", "drop"]),
    tokens=st.sampled_from(["words", "characters", "code", "morphemes"]),
    keep_final=st.booleans(),
)


@given(st.lists(st.lists(WORDS, min_size=2, max_size=6).map(" ".join), min_size=1, max_size=4), READINGS)
@example(["'é ' #. Q'"], Reading(punctuation="drop"))
@example(["0 /[»0"], Reading())
@example(['" \\"'], Reading(tokens="code"))
def test_what_was_read_is_read_again_as_the_same(lines: list[str], reading: Reading) -> None:
    """Words with blanks between them are the same sentences, except for what ends or opens a line."""
    from dataclasses import replace

    try:
        corpus = read_sentences([Source("x", "\n".join(lines).encode())], reading).corpus
    except BrilligError:
        return
    verbatim = replace(reading, keep_final=True, comments=False, stars=False)
    for sentence in corpus.sentences:
        assert read_sentence(" ".join(sentence), verbatim, corpus.words) == sentence


@given(READINGS)
def test_a_reading_comes_back_from_its_file_form(reading: Reading) -> None:
    assert Reading.from_json(reading.to_json()) == reading


@given(st.text(max_size=60), READINGS)
def test_no_text_makes_reading_fail_otherwise_than_by_a_refusal(text: str, reading: Reading) -> None:
    data = text.encode("utf-8", "surrogatepass")
    try:
        corpus = read_sentences([Source("x", data)], reading).corpus
    except BrilligError:
        return
    assert all(word and not any(map(str.isspace, word)) for s in corpus.sentences for word in s)


def test_compare_reads_the_strings_of_the_truth_as_the_solution_was_read(tmp_path: Path) -> None:
    import brillig

    solution = brillig.infer(["The cat", "a cat"], 3, 0, 1, reading=Reading(case="fold"), engine="exact")
    (tmp_path / "truth.cfg").write_text("S -> D N\nD -> 'The' | 'A'\nN -> 'Cat' '.'\n")
    found = brillig.compare(solution, str(tmp_path / "truth.cfg"), strings=20)
    assert found.recall == 1.0
    assert brillig.compare(solution.grammar, str(tmp_path / "truth.cfg"), strings=20).recall == 0.0


@pytest.mark.parametrize(
    ("word", "tokens"), [("x", "words"), ("x/", "words"), ('\\"', "code"), ("a-", "morphemes")]
)
def test_a_line_of_200_000_letters_is_read_in_seconds(word: str, tokens: str) -> None:
    """Patterns that try each place anew took minutes, in which the page answered nobody."""
    text = word * (199_000 // len(word))
    began = time.process_time()
    with contextlib.suppress(BrilligError):
        read_sentences([Source("long", text.encode())], Reading(tokens=tokens), one_word=True)
    assert time.process_time() - began < 8
