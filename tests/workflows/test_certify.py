"""Certificates: others, tightness, cores, proofs, sentences judged wrong."""

from __future__ import annotations

import json

import pytest

from brillig.engines.exact import enumerate_solutions
from brillig.engines.exact.proof import write_proof
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import trees_using_all
from brillig.parsing.equality import lexicon_key
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution
from brillig.workflows.certificate import certify
from command import assert_refused, brillig, brillig_json
from exact_data import extension, found, refined_solution, restricted, toy1, toy2_solution

SMALL = Problem(Corpus.of(["a b", "a c b", "a d b"]), 4, 1, 3)


@pytest.fixture(scope="module")
def toy1_solution() -> Solution:
    return found(toy1())


@pytest.fixture(scope="module")
def toy1_certificate(toy1_solution):
    return certify(toy1_solution)


def test_toy1_is_certified_as_four_bracketings_of_one_language(toy1_certificate):
    data = toy1_certificate.to_json()
    assert (data["status"], data["solutions"], data["languages"], data["lexicons"]) == ("complete", 4, 1, 1)
    assert data["unique"] is False
    assert data["minimal_rules"] is True
    assert data["minimal_homographs"] is True
    assert data["maximal_lexical"] is True
    assert len(data["alternatives"]) == 3
    assert all(other["same_language"] and other["same_lexicon"] for other in data["alternatives"])


def test_a_core_forces_the_same_grammars_and_no_sentence_of_it_can_be_left_out(toy1_certificate):
    problem = toy1_certificate.solution.problem
    assert toy1_certificate.core_minimal
    core = [number - 1 for number in toy1_certificate.core]
    assert 0 < len(core) <= 10
    expected = enumerate_solutions(problem).grammars

    def forces(indices) -> bool:
        smaller = problem.part(indices)
        every = enumerate_solutions(smaller, most=8)
        words = set(smaller.corpus.words)
        return every.complete and {g.canonical_text for g in every.grammars} == {
            restricted(g, words) for g in expected
        }

    assert forces(core)
    for left_out in core:
        assert not forces([index for index in core if index != left_out])


def test_toy2_refined_and_extended_are_certified_unique():
    for solution in (toy2_solution(), refined_solution(), found(extension(4))):
        certificate = certify(solution, core=False)
        assert certificate.unique
        assert certificate.minimal_homographs is True
        assert certificate.minimal_rules is not False
    assert certify(refined_solution(), core=False).minimal_rules is True


def test_cores_of_refinements_and_extensions_force_them():
    for solution in (refined_solution(), found(extension(4))):
        certificate = certify(solution)
        assert certificate.core_minimal
        smaller = solution.problem.part([number - 1 for number in certificate.core])
        every = enumerate_solutions(smaller)
        assert every.complete
        assert len(every.grammars) == 1
        words = set(smaller.corpus.words)
        if solution is not refined_solution():
            words |= set(getattr(solution.problem, "base").words)  # noqa: B009 (only some kinds have it)
        assert every.grammars[0].canonical_text == restricted(solution.grammar, words)


def test_limits_give_at_least_so_many(toy1_solution):
    certificate = certify(found(Problem(SMALL.corpus, 4, 0, 4)), most=2, core=False)
    assert not certificate.complete
    assert 2 <= certificate.solutions <= 3
    assert not certificate.unique
    stopped = certify(toy1_solution, Limits(time_limit=0))
    assert stopped.to_json()["status"] == "partial"
    assert stopped.minimal_rules is None
    assert stopped.solutions == 1


def test_a_renamed_solution_is_not_an_alternative_to_itself():
    solution = found(SMALL)
    names = {name: f"X{name}" for name in solution.grammar.categories if name != "S"}
    trees = tuple(tree.relabel(names) for tree in solution.trees)
    renamed = Solution(solution.grammar.renamed(names), trees, SMALL, solution.run)
    alternatives = certify(renamed, core=False).alternatives
    assert len(alternatives) == len(enumerate_solutions(SMALL).grammars) - 1 > 0


def test_superfluous_rules_are_named():
    problem = Problem(Corpus.of(["a b", "a c"]), 3, 0, 2)
    grammar = Grammar.of("S", [("S", "A", "B"), ("A", "B", "A")], {"a": ["A"], "b": ["B"], "c": ["B"]})
    trees = trees_using_all(grammar, problem.corpus.sentences)
    assert violations(problem, grammar, trees) == []
    certificate = certify(Solution(grammar, trees, problem, Run("exact")))
    assert certificate.superfluous == ("A → B A",)
    assert certificate.minimal_rules is False


def test_settings_that_could_be_tighter_are_said_to_be():
    certificate = certify(found(Problem(SMALL.corpus, 4, 0, 4)), most=2, core=False)
    assert certificate.minimal_rules is False
    assert certificate.maximal_lexical is False


def test_sentences_judged_wrong_tell_alternatives_apart():
    solution = found(SMALL)
    every = enumerate_solutions(SMALL)
    wrong = [s.split() for s in ("a c c b", "a d c b", "b a", "c a b", "a x b")]
    certificate = certify(solution, against=wrong, core=False)
    assert len(certificate.alternatives) == len(every.grammars) - 1 > 0
    for other in certificate.alternatives:
        assert set(other.accepts) == {" ".join(s) for s in wrong if other.grammar.accepts(s)}


def test_ten_alternatives_are_shown_and_all_are_in_its_json():
    certificate = certify(found(Problem(SMALL.corpus, 5, 0, 4)), most=20, core=False)
    more = len(certificate.alternatives) - 10
    assert more > 0
    shown = str(certificate)
    assert "\n10. " in shown
    assert "\n11. " not in shown
    assert shown.endswith(f"and {more} more, which its JSON form lists")
    assert len(certificate.to_json()["alternatives"]) == more + 10


def test_lexicons_are_compared_up_to_names():
    first = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    assert lexicon_key(first) == lexicon_key(first.renamed({"A": "B", "B": "A"}))
    assert lexicon_key(first) != lexicon_key(
        Grammar.of("S", [("S", "A", "B")], {"a": ["A", "B"], "b": ["B"]})
    )


# -- proofs -----------------------------------------------------------------------------------------


def implied_by_propagation(clauses, clause) -> bool:
    """Whether assuming the clause false leads to a conflict by unit propagation alone."""
    true = {-literal for literal in clause}
    while True:
        changed = False
        for other in clauses:
            left = {literal for literal in other if -literal not in true}
            if not left:
                return True
            if len(left) == 1 and not left <= true:
                true |= left
                changed = True
        if not changed:
            return False


def read_clauses(text):
    return [
        frozenset(int(x) for x in line.split()[:-1]) for line in text.splitlines() if not line.startswith("p")
    ]


def test_a_proof_can_be_checked_step_by_step(tmp_path):
    holes, pigeons = range(3), range(4)
    variable = {(p, h): 1 + p * len(holes) + h for p in pigeons for h in holes}
    clauses = [[variable[p, h] for h in holes] for p in pigeons]
    clauses += [[-variable[p, h], -variable[q, h]] for h in holes for p in pigeons for q in range(p)]
    written = write_proof(clauses, str(tmp_path / "proof"))
    known = read_clauses((tmp_path / "proof.cnf").read_text())
    assert len(known) == len(clauses)
    for line in (tmp_path / "proof.drup").read_text().splitlines():
        if line.startswith("d "):
            gone = frozenset(int(x) for x in line[2:].split()[:-1])
            known = [clause for clause in known if clause != gone]
            continue
        step = frozenset(int(x) for x in line.split()[:-1])
        assert implied_by_propagation(known, step)
        known.append(step)
    assert frozenset() in known
    assert written["checked"] in (None, True)


def test_certify_writes_the_proof_behind_it(tmp_path):
    certificate = certify(toy2_solution(), core=False, proof=str(tmp_path / "proof"))
    assert certificate.proof["checked"] in (None, True)
    head = (tmp_path / "proof.cnf").read_text().splitlines()[0]
    assert head.startswith("p cnf ")
    assert (tmp_path / "proof.drup").read_text().rstrip().endswith("0")


# -- the command ------------------------------------------------------------------------------------


def test_the_command_says_it_in_words(tmp_path, toy1_solution):
    file = tmp_path / "solution.json"
    toy1_solution.save(file)
    done = brillig("certify", file, "--no-core")
    assert done.returncode == 0
    first = done.stdout.splitlines()[0]
    assert first.startswith(
        "4 grammars fit; they differ only in how they bracket; all give the same language"
    )
    data = brillig_json("certify", file, "--no-core", "--time-limit", 0)
    assert data["status"] == "partial"


def test_a_solution_that_does_not_belong_to_its_sentences_is_refused(tmp_path):
    file = tmp_path / "solution.json"
    data = toy2_solution().to_json()
    data["problem"]["rules"] = 2
    file.write_text(json.dumps(data))
    assert_refused(brillig("certify", file), "not a solution")
    data["problem"]["sentences"][0] = "colourless green ideas"
    file.write_text(json.dumps(data))
    assert_refused(brillig("certify", file), str(file))
