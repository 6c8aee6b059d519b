"""What is said twice in a row, or once more than in another form, may be said any number of times."""

from __future__ import annotations

from collections.abc import Generator

from brillig.workflows.asking.interview import Question
from brillig.workflows.asking.pieces.draft import Draft, Form
from brillig.workflows.asking.pieces.forms import is_instance, repeatable
from brillig.workflows.asking.pieces.knowing import Knowing
from brillig.workflows.asking.pieces.showing import Showing


def repeat(
    draft: Draft, showing: Showing, known: Knowing, category: int, form: Form
) -> Generator[Question, bool | None, Draft]:
    """The draft with a part of a form repeated at will, if there is one that may be."""
    for begin, end in repeatable(form, draft.rules[category]):
        start, part, rest = form[:begin], form[begin:end], form[end:]
        if part == (category,):
            continue  # `x x` as a form of x says it already
        context = draft.outside.get(category)
        if context is None or not draft.has_strings(form):
            break
        tried = [
            (*context[0], *draft.spell(start + part * times + rest), *context[1])
            for times in (3, 4, 1)
            if start or rest or times > 1
        ]
        if (yield from known.are_right(tried)):
            repeated = _with_repetition(draft, category, start, part, rest)
            if showing.is_no_worse(repeated, draft):
                return repeated
    return draft


def _with_repetition(draft: Draft, category: int, start: Form, part: Form, rest: Form) -> Draft:
    again = next((c for c, forms in draft.rules.items() if forms == (part, (*part, c))), None)
    if again is None:
        again = draft.next_category
        draft = draft.adding(again, part, (*part, again))
    new = (*start, again, *rest)
    known = [f for f in draft.rules[category] if is_instance(f, start, part, rest)]
    return draft.without(category, *known).adding(category, new)
