"""`enlarge`: new rules for new sentences, what is known kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.cli import options
from brillig.cli.answer import TellerGroup
from brillig.cli.application import app
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import load_solution
from brillig.files import refuse_same

if TYPE_CHECKING:
    from brillig.workflows.enlargement import EnlargementResult


@app.command()
def enlarge(
    solution: options.Solution,
    files: options.Files,
    *,
    reading: ReadingGroup,
    allow: options.Allow = None,
    limits: options.LimitsGroup,
    tell: TellerGroup,
) -> None:
    """Add rules for new sentences, and list the changes.

    What is known stays, with its names. Rules and words are added where that takes the fewest bits; an old
    rule is removed only where that saves bits. Exit status 0 when all sentences, old and new, are explained,
    1 when not.

    Example: brillig enlarge solution.json relatives.txt -o larger.json
    """
    from brillig.workflows.enlargement import EnlargementRequest, run_enlargement

    refuse_same("-o", tell.output, [solution, *files])
    request = EnlargementRequest(allow=options.lift(allow))
    base = load_solution(solution)
    corpus = reading.read(files, stored=base.reading, known=base.grammar.words, one_word=True)
    with tell.looking_for("larger grammar") as watch:
        result = run_enlargement(request, base, corpus, limits, watch.report, cancel=watch.cancel)
        tell.answer(result, _changes(result))
    tell.end(result)


def _changes(done: EnlargementResult) -> list[str]:
    """How much changed, and each change."""
    from brillig.workflows.enlargement import describe_size

    if done.changes is None or done.bits is None:
        return []
    lines = [f"  {line}" for line in done.changes.lines()]
    return [f"{describe_size(done.changes)}; {done.bits.total:.1f} bits{':' if lines else '.'}", *lines]
