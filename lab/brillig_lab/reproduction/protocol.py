"""The max-min protocol in the paper's order, on both grammars, with its steps."""

from __future__ import annotations

from brillig.limits import Limits
from brillig.workflows.protocol import Protocol, walk_protocol
from brillig_lab.reproduction.report import Block, Row, Section
from brillig_lab.reproduction.setup import Setup, yes

SENTENCES = 100
ENDS = {"toy1": (8, 4, 5), "toy2": (5, 2, 3)}


def run_protocol(setup: Setup) -> Section:
    """Where the walk ends, with uniqueness proven; for toy2 also by divide and concur alone."""
    rows: list[Row] = []
    blocks: list[Block] = []
    for name, engine in (("toy1", "auto"), ("toy2", "auto"), ("toy2", "concur")):
        walk = _walk(setup, name, engine)
        end = None if walk.chosen is None else walk.chosen.point
        numbers = None if end is None else (end.categories, end.lexical, end.rules)
        found = "no unique point" if numbers is None else str(numbers)
        early = "" if walk.finished else "; stopped by the clock"
        by = "uniqueness by other starts" if engine == "concur" else "uniqueness proven"
        who = "divide and concur alone" if engine == "concur" else "both engines"
        rows.append(
            Row(
                f"{name}, {SENTENCES} sentences, {who}: the walk ends at",
                str(ENDS[name]),
                f"{found} after {len(walk.steps)} settings, {by}{early}",
                yes(numbers == ENDS[name]) if walk.finished or numbers == ENDS[name] else "open",
            )
        )
        blocks.append(Block(f"{name}, {who}: the steps", "\n".join(map(str, walk.steps))))
    notes = (
        "With c and c_l given, r_s is reduced while solutions are found; then c_l is raised, then c. Unique "
        "means: all solutions have one language and one lexicon. The walk begins at c_l = 2. Brillig's "
        "settings: with the paper's a single point of toy1 takes minutes (`search FILE --preset paper`).",
    )
    title = "The max-min protocol, in the paper's order"
    return Section("protocol", title, tuple(rows), tuple(blocks), notes=notes)


def _walk(setup: Setup, name: str, engine: str) -> Protocol:
    seconds = setup.scale.walk_seconds
    corpus = setup.sentences(name, SENTENCES, data_set=7)
    limits = Limits(setup.seed, 20_000 if engine == "concur" else None, seconds, setup.jobs)
    return walk_protocol(corpus, limits, engine=engine)
