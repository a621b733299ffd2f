"""Tours drawn at random: uniform, verified, and in the standard listing."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from knight_models import InputError, OptionError, TourProblem, UnsupportedError, iter_tours, sample_tours
from knight_models.core.result import WrongAnswerError
from knight_models.core.tour import Tour
from knight_models.engine.frontier.cycles import TourCycles


def evenly(drawn: Counter, tours: int) -> bool:
    """Whether a chi-square statistic is within five standard deviations of its mean."""
    each = sum(drawn.values()) / tours
    statistic = sum((often - each) ** 2 / each for often in drawn.values()) + (tours - len(drawn)) * each
    return abs(statistic - (tours - 1)) <= 5 * (2 * tours) ** 0.5


def planted_problem(seed: int) -> TourProblem:
    """A random graph with a tour, some of whose moves are required; other moves are forbidden."""
    chance = random.Random(seed)
    size = chance.randint(2, 7)
    kind = chance.choice(["open", "closed", "strictly-open"])
    tour = chance.sample(range(size), size)
    moves = list(pairwise(tour)) + ([(tour[-1], tour[0])] if kind == "closed" else [])
    graph = nx.gnp_random_graph(size, 0.6, seed=seed, directed=chance.random() < 0.5)
    graph.add_edges_from(moves)
    others = [edge for edge in graph.edges if edge not in moves and edge[::-1] not in moves]
    details = {"required": chance.sample(moves, min(len(moves), chance.randint(0, 2)))}
    details["forbidden"] = chance.sample(others, min(len(others), chance.randint(0, 2)))
    if kind != "closed":
        details |= {"start": chance.choice([None, tour[0]]), "end": chance.choice([None, tour[-1]])}
    return TourProblem(graph, kind, **details)


@pytest.mark.parametrize("seed", range(40))
def test_every_tour_is_drawn_about_as_often(seed):
    problem = planted_problem(seed)
    tours = {tour.normalised() for tour in iter_tours(problem, "depth-first")}
    sample = sample_tours(problem, 30 * len(tours), seed=seed)
    assert sample.total == len(tours)
    drawn = Counter(tour.normalised() for tour in sample)
    assert set(drawn) == tours
    assert not tours or evenly(drawn, len(tours))
    if not problem.closed:
        assert {Tour(problem, order) for order in sample.orders} == tours, "in the standard listing"


def test_closed_tours_of_6x6_are_drawn_evenly():
    """All 9,862 of them (OEIS A001230)."""
    sample = sample_tours("6x6", 100_000, seed=7, kind="closed")
    assert sample.total == 9862
    assert evenly(Counter(map(bytes, sample.orders)), 9862)


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
def test_no_tour(kind):
    sample = sample_tours(nx.star_graph(4), 5, kind=kind)
    assert (len(sample), sample.total, sample.reason) == (0, 0, "no tour exists")


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
def test_one_square(kind):
    sample = sample_tours("1x1", 3, kind=kind)
    assert sample.orders.tolist() == ([] if kind == "closed" else [[0]] * 3)


def test_the_seed_of_the_limits_counts():
    samples = [
        sample_tours("5x5", 20, **seed).orders for seed in ({"seed": 3}, {"limits": None, "seed": 3})
    ]
    assert np.array_equal(*samples)
    assert not np.array_equal(samples[0], sample_tours("5x5", 20, seed=4).orders)


def test_a_sample_is_a_sequence_of_tours():
    sample = sample_tours("5x5", 4, start="a1")
    assert [tour.start for tour in sample] == [(4, 0)] * 4
    assert sample[1] == sample[0:2][1]
    assert "4 of 304" in repr(sample)


def test_limits():
    assert sample_tours("8x8", 1, kind="closed", seconds=0.2).reason == "time limit"
    assert sample_tours("6x6", 1, kind="closed", steps=10).reason == "step limit"
    with pytest.raises(UnsupportedError, match=r"do not fit in memory.*rotation.*not uniformly"):
        sample_tours("6x6", 1, memory=100_000)


@pytest.mark.parametrize("number", [-1, 1.5, "3", True, 10**9, None])
def test_numbers_that_make_no_sense(number):
    with pytest.raises(OptionError, match="number of tours to draw"):
        sample_tours("5x5", number)


def test_given_numbers_are_refused():
    with pytest.raises(UnsupportedError, match="given numbers"):
        sample_tours("5x5", 1, given={(0, 0): 1})
    with pytest.raises(InputError):
        sample_tours("5x5", 1, start="z9")


def test_a_wrong_tour_is_noticed(monkeypatch):
    right = TourCycles.tours

    def wrong(self, problem, edges):
        tours = right(self, problem, edges)
        tours[2] = np.roll(tours[2], 1)
        return tours

    monkeypatch.setattr(TourCycles, "tours", wrong)
    with pytest.raises(WrongAnswerError):
        sample_tours("5x5", 4, start="a1")
