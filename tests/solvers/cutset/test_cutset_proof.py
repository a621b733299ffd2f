"""`CutSetProof`: the verifier accepts right ones, and refuses one with any part falsified."""

from __future__ import annotations

import dataclasses
import json

import networkx
import numpy as np
import pytest
import reference
from cli_runner import run
from fakes import EVERYTHING
from graphs import flower_snark

from knight_models.core.board import Board
from knight_models.core.errors import FormatError
from knight_models.core.evidence import CutSetProof, Disconnected, LowDegree
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.moves import adjacency, knight_graph
from knight_models.engine.run import Run
from knight_models.formats import read_evidence, result_to_json
from knight_models.solvers import obstructions
from knight_models.solvers.cutset.clauses import cut_clauses, fixed_clauses, variable_count
from knight_models.solvers.cutset.engine import drat_text
from knight_models.solvers.cutset.network import Network
from knight_models.tasks.solve import solve
from knight_models.verifier import cut_sets, faults

PETERSEN = TourProblem(networkx.petersen_graph(), kind="closed")


def complaint(problem: TourProblem, evidence: CutSetProof) -> str:
    """The faults that the verifier finds; empty if it accepts the evidence."""
    return "; ".join(fault.message for fault in faults(problem, evidence))


def refuted(problem: TourProblem, *sets: tuple[int, ...]) -> CutSetProof:
    """The evidence with these sets, and a refutation by an engine called here."""
    from pysat.solvers import Cadical195

    with Cadical195(with_proof=True) as engine:
        for clause in cut_sets._clauses(problem, CutSetProof(sets, "")):
            engine.add_clause(clause)
        assert not engine.solve(), "these clauses can be satisfied"
        return CutSetProof(sets, "\n".join(engine.get_proof()))


@pytest.fixture(scope="module")
def petersen() -> CutSetProof:
    evidence = solve(PETERSEN, "cutset").evidence
    assert isinstance(evidence, CutSetProof)
    return evidence


# Three triangles, each with one edge to vertex 9: no path goes through all three.
STAR = networkx.Graph([(0, 9), (3, 9), (6, 9)])
for first in (0, 3, 6):
    networkx.add_cycle(STAR, range(first, first + 3))
THREE = TourProblem(networkx.Graph(list(STAR.edges)), kind="open")
DUMMY = len(THREE)


def numbered(*labels: int) -> tuple[int, ...]:
    return tuple(map(THREE.vertices.index, labels))


TRIANGLES = tuple(numbered(first, first + 1, first + 2) for first in (0, 3, 6))

# ---- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        PETERSEN,
        TourProblem(networkx.petersen_graph(), start=0, end=1),
        TourProblem(networkx.petersen_graph(), kind="closed", required=[(0, 1)], forbidden=[(2, 3)]),
        TourProblem(flower_snark(5), kind="closed"),
        TourProblem("3x5"),
        TourProblem("3x6"),
        TourProblem("4x4", kind="strictly-open"),
        TourProblem("4x6", kind="closed"),
        TourProblem("4x5", start="a3", end="b3"),
        TourProblem("5x5", kind="closed"),
        TourProblem("1x2"),
        TourProblem("1x2", kind="closed"),
        TourProblem("2x3", kind="strictly-open"),
        TourProblem(networkx.path_graph(2), kind="strictly-open"),
        TourProblem(networkx.complete_graph(12), kind="strictly-open"),
        TourProblem(networkx.star_graph(11)),
    ],
    ids=str,
)
def test_what_the_solver_refutes_is_accepted(problem):
    assert len(problem) > 10 or not reference.tours_of(problem)
    result = solve(problem, "cutset")
    assert isinstance(result.evidence, CutSetProof)
    assert result.rechecked
    assert complaint(problem, result.evidence) == ""


def test_sets_with_and_without_the_dummy_vertex_have_the_same_cut():
    assert complaint(THREE, refuted(THREE, *TRIANGLES)) == ""
    around = (*numbered(9), *TRIANGLES[1], *TRIANGLES[2], DUMMY)
    evidence = refuted(THREE, around, *TRIANGLES[1:])
    assert complaint(THREE, evidence) == ""
    same = dataclasses.replace(evidence, sets=(TRIANGLES[0], *evidence.sets[1:]))
    assert complaint(THREE, same) == ""


def test_a_refutation_may_be_empty_where_propagation_suffices():
    assert complaint(TourProblem("3x3", kind="closed"), CutSetProof((), "")) == ""
    assert complaint(PETERSEN, CutSetProof((), "")) == "the refutation ends without a contradiction"


PROBLEMS = [
    TourProblem("4x5", kind="closed"),
    TourProblem("4x5", start="a1"),
    TourProblem("5x5", end="a1", required=[("c3", "d5")], forbidden=[("a1", "b3")]),
    TourProblem("5x5", kind="strictly-open", forbidden=[("a1", "b3")]),
    TourProblem(Board((4, 4, 2), holes=[(0, 0, 0)], wrap=(1,))),
    TourProblem(networkx.complete_graph(13), kind="closed"),
    TourProblem(networkx.wheel_graph(14), start=0, end=4, required=[(0, 1)]),
    TourProblem(networkx.empty_graph(3)),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_solver_and_verifier_write_the_same_clauses(problem):
    """The encoding is implemented twice; the two are compared, clause by clause."""
    network = Network(problem, adjacency(problem), adjacency(problem, forbidden_too=True))
    random = np.random.default_rng(1)
    sets = tuple(
        tuple(random.permutation(network.size)[: random.integers(1, network.size)].tolist())
        for _ in range(20)
    )
    ours = [*fixed_clauses(network), *(cut_clauses(network, members) for members in sets)]
    solver = [frozenset(clause) for clauses in ours for clause in clauses.tolist()]
    verifier = [frozenset(clause) for clause in cut_sets._clauses(problem, CutSetProof(sets, ""))]
    assert sorted(map(sorted, solver)) == sorted(map(sorted, verifier))
    assert max((abs(one) for clause in solver for one in clause), default=0) == variable_count(network)


@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("3x4"),
        TourProblem("3x4", kind="strictly-open", start="a1"),
        TourProblem("5x6", kind="closed"),
        TourProblem(networkx.complete_graph(11), kind="closed"),
        TourProblem(networkx.petersen_graph(), start=0),
    ],
    ids=str,
)
def test_a_tour_makes_every_clause_true(problem):
    """So a refutation of the clauses shows that there is no tour; random sets are among them."""
    from pysat.solvers import Cadical195

    tour = solve(problem, "depth-first").tour.order.tolist()
    size = len(problem) + (not problem.closed)
    cycle = tour if problem.closed else [*tour, len(problem)]
    used = {frozenset(pair) for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)}
    random = np.random.default_rng(2)
    sets = tuple(tuple(random.permutation(size)[: random.integers(1, size)].tolist()) for _ in range(200))
    edges = cut_sets._edges(problem)
    chosen = [number if frozenset(edge) in used else -number for number, edge in enumerate(edges, start=1)]
    with Cadical195(bootstrap_with=list(cut_sets._clauses(problem, CutSetProof(sets, "")))) as engine:
        assert engine.solve(chosen)


# ---- what is falsified ---------------------------------------------------------------------------


def test_a_vertex_set_altered_so_that_the_rest_can_be_satisfied_is_refused():
    evidence = refuted(THREE, *TRIANGLES)
    altered = dataclasses.replace(evidence, sets=(*TRIANGLES[:2], TRIANGLES[2][:1]))
    assert "does not follow" in complaint(THREE, altered) or "without a contradiction" in complaint(
        THREE, altered
    )
    missing = dataclasses.replace(evidence, sets=TRIANGLES[:2])
    assert complaint(THREE, missing)


def test_the_dummy_vertex_dropped_is_refused():
    around = (*numbered(9), *TRIANGLES[1], *TRIANGLES[2], DUMMY)
    evidence = refuted(THREE, around, *TRIANGLES[1:])
    dropped = dataclasses.replace(evidence, sets=(around[:-1], *TRIANGLES[1:]))
    assert complaint(THREE, dropped)


def test_a_clause_of_the_refutation_negated_is_refused(petersen):
    """Each in turn; a few follow all the same, since the clauses contradict each other in many ways."""
    lines = petersen.refutation.splitlines()
    places = [place for place, line in enumerate(lines) if line[0] != "d" and line != "0"]
    found = []
    for place in places:
        literals = [-int(literal) for literal in lines[place].split()]
        negated = [*lines[:place], " ".join(map(str, literals)), *lines[place + 1 :]]
        found.append(complaint(PETERSEN, dataclasses.replace(petersen, refutation="\n".join(negated))))
    assert sum("does not follow" in message for message in found) > len(found) / 4


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_a_refutation_cut_off_is_refused(petersen, kept):
    cut = "\n".join(petersen.refutation.splitlines()[:kept])
    assert complaint(PETERSEN, dataclasses.replace(petersen, refutation=cut)) == (
        "the refutation ends without a contradiction"
    )


def test_evidence_against_another_problem_is_refused(petersen):
    """There are paths in the Petersen graph, and cycles once one vertex is gone."""
    assert complaint(TourProblem(networkx.petersen_graph()), petersen)
    graph = networkx.petersen_graph()
    graph.remove_node(0)
    assert complaint(TourProblem(graph, kind="closed"), petersen)
    assert complaint(TourProblem("6x6", kind="closed"), petersen)
    forbidden = solve(TourProblem("5x6", kind="closed", forbidden=[("a1", "b3")]), "cutset").evidence
    assert complaint(TourProblem("5x6", kind="closed"), CutSetProof((), "0")) != ""
    assert faults(TourProblem("5x6", kind="closed"), forbidden)


@pytest.mark.parametrize("members", [(), (-1, 2), (3, 10), tuple(range(10))])
def test_an_invalid_vertex_set_is_refused(petersen, members):
    message = complaint(PETERSEN, dataclasses.replace(petersen, sets=(members, *petersen.sets)))
    assert message == "vertex set 1 is empty, holds every vertex, or names one that does not exist"


@pytest.mark.parametrize(
    ("refutation", "message"),
    [
        ("1 2 x 0", "cannot be read"),
        ("1 2", "cannot be read"),
        ("16 0\n0", "names a variable that the problem does not have"),
        ("-16 0\n0", "names a variable that the problem does not have"),
        ("0", "step 1 of the refutation does not follow"),
    ],
)
def test_an_invalid_refutation_is_refused(refutation, message):
    assert message in complaint(PETERSEN, CutSetProof((), refutation))


def test_one_vertex_and_directed_graphs_are_refused():
    assert complaint(TourProblem("1x1"), CutSetProof((), "0")) == "one vertex alone is an open tour"
    arcs = networkx.DiGraph([(0, 1), (1, 2), (2, 0)])
    assert "direction" in complaint(TourProblem(arcs, kind="closed"), CutSetProof((), "0"))


# ---- time ----------------------------------------------------------------------------------------


def test_a_check_that_does_not_fit_the_time_says_so(petersen):
    with pytest.raises(TimeoutError):
        faults(PETERSEN, petersen, Deadline(0))


@dataclasses.dataclass(frozen=True)
class Late:
    """A solver that answers with the given evidence when the time is up."""

    evidence: CutSetProof
    name = "late"
    exact = True
    takes = EVERYTHING

    def unsupported(self, problem):
        return None

    def solve(self, run):
        return SolveResult(Status.IMPOSSIBLE, run.problem, evidence=self.evidence)


def test_evidence_is_not_called_re_checked_if_there_was_no_time_for_it(petersen):
    from knight_models.cli.messages import verdict

    late = solve(PETERSEN, Late(petersen), seconds=0)
    assert late.status is Status.IMPOSSIBLE
    assert not late.rechecked
    assert "not re-checked within the time limit" in verdict(late)
    assert result_to_json(late)["rechecked"] is False
    checked = solve(PETERSEN, Late(petersen))
    assert checked.rechecked
    assert "re-checked by the verifier" in verdict(checked)


# ---- files ---------------------------------------------------------------------------------------


FILED = [
    TourProblem("3x6"),
    TourProblem("4x4", start="a1", required=[("a1", "b3")], forbidden=[("a2", "b4")]),
    TourProblem("4x6", kind="closed"),
    PETERSEN,
    TourProblem(flower_snark(5), kind="closed", start=("hub", 2)),  # labels without a type in JSON
    TourProblem(networkx.relabel_nodes(networkx.petersen_graph(), str), start="0", end="1"),
]


@pytest.mark.parametrize("problem", FILED, ids=str)
def test_a_file_carries_the_problem_and_its_evidence(problem, tmp_path):
    result = solve(problem, "cutset")
    text = json.dumps(result_to_json(result))
    read, evidence = read_evidence(text, source="proof.json")
    assert evidence == result.evidence
    assert faults(read, evidence) == []
    assert (len(read), read.kind) == (len(problem), problem.kind)
    assert (read.start_index, read.end_index) == (problem.start_index, problem.end_index)
    file = tmp_path / "proof.json"
    file.write_text(text, encoding="utf-8")
    done = run("verify", "--evidence", str(file))
    assert (done.code, done.out.splitlines()[0]) == (0, f"valid: there is no {read}")


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (TourProblem("3x3", kind="closed"), "LowDegree"),
        (TourProblem("5x5", kind="closed"), "ColourImbalance"),
        (TourProblem(networkx.disjoint_union(*[networkx.complete_graph(4)] * 2)), "Disconnected"),
        (TourProblem(knight_graph("3x3"), kind="closed"), "LowDegree"),
        (TourProblem(networkx.DiGraph([(0, 1), (2, 1)])), "LowDegree"),
    ],
)
def test_other_kinds_are_read_from_files_too(problem, kind):
    result = SolveResult(Status.IMPOSSIBLE, problem, evidence=obstructions.find(Run(problem)))
    read, evidence = read_evidence(json.dumps(result_to_json(result)))
    assert evidence == result.evidence
    assert evidence.type == kind
    assert faults(read, evidence) == []


def test_falsified_files_are_invalid(petersen, tmp_path):
    data = result_to_json(solve(PETERSEN, "cutset"))
    data["evidence"]["refutation"] = "0\n"
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run("verify", "--evidence", str(file))
    assert done.code == 1
    assert done.out.splitlines()[0].startswith("invalid: this does not show that there is no closed tour")
    assert "step 1 of the refutation does not follow" in done.out
    answer = json.loads(run("verify", "--evidence", str(file), "--json").out)
    assert (answer["valid"], answer["evidence"], len(answer["faults"])) == (False, "CutSetProof", 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidence": None}, "there is no evidence in it; its status is 'impossible'"),
        ({"evidence": {"type": "LowDegre", "vertices": []}}, "did you mean 'LowDegree'?"),
        ({"evidence": {"type": "LowDegree"}}, "a part of it is missing"),
        ({"evidence": {"type": "LowDegree", "vertices": [["x"]]}}, "a part of it is missing"),
        ({"evidence": {"type": "CutSetProof", "sets": [], "refutation": 7}}, "refutation is a text"),
        ({"problem": {"kind": "closed"}}, "a part of it is missing"),
        ({"problem": {"board": {"shape": [0, 3]}, "kind": "closed"}}, "the problem in it makes no sense"),
        ({"problem": {"graph": {"labels": [1, 1], "moves": []}, "kind": "open"}}, "the same label"),
        ({"problem": []}, "a problem and its evidence is read here"),
    ],
)
def test_files_that_hold_no_evidence_are_refused(change, message, tmp_path):
    data = result_to_json(solve(PETERSEN, "cutset")) | change
    with pytest.raises(FormatError, match=r"proof\.json") as error:
        read_evidence(json.dumps(data), source="proof.json")
    assert message in str(error.value)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert run("verify", "--evidence", str(file)).code == 2


@pytest.mark.parametrize(
    "arguments", [(), ("--evidence", "e.json", "tour.txt"), ("--evidence", "e.json", "--closed")]
)
def test_verify_takes_a_file_of_tours_or_of_evidence(arguments):
    done = run("verify", *arguments)
    assert done.code == 2
    assert "--evidence" in done.err


def test_summaries_count_what_there_is():
    summary = CutSetProof((), "1 0\n0\n").summary
    assert summary == "two moves cannot be chosen at every vertex: a DRUP proof of 2 lines"
    assert "so that moves lead out of one set of vertices: a" in CutSetProof(((1,),), "0\n").summary
    assert (
        "so that moves lead out of each of 2 sets of vertices: a"
        in CutSetProof(((1,), (2,)), "0\n").summary
    )
    squares = CutSetProof(((1,),), "0\n").explain(TourProblem("3x4"))
    assert "chosen at every square so that moves lead out of one set of squares: a" in squares
    assert LowDegree((1,)).checkable
    assert Disconnected((1,)).checkable


def test_binary_steps_drat_text():
    """Literal 2 * 300 + 1 = 601 is written as 0xd9 0x04."""
    names = np.arange(301)
    assert drat_text(b"", names) == ""
    assert drat_text(b"a\x02\x05\xd9\x04\x00d\x61\x00a\x00", names) == "1 -2 -300 0\nd -48 0\n0\n"
    names[1], names[2] = 2, 1
    assert drat_text(b"a\x02\x05\x00", names) == "2 -1 0\n"
