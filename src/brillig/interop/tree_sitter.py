"""tree-sitter: a `grammar.js`, its lexer leaving out blanks."""

from __future__ import annotations

import json
import re
from itertools import combinations

from brillig.interop.notation import capital_form, comments_on_names, flatten_rules, identifiers, letter_forms
from brillig.interop.spelling import Class, usable_rules, with_classes
from brillig.language.cfg import Cfg, Word
from brillig.language.flat import Choice, Item, Part, Row
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading

MAX_CONFLICTS = 400  # pairs of rules named as possibly ambiguous


def to_tree_sitter(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """`grammar.js`; all rules of categories are named as possible conflicts, as its GLR parser wants."""
    start, plain = usable_rules(grammar, "tree-sitter")
    rules, classes = with_classes(plain, reading)
    flat = flatten_rules(start, rules)
    whole = _whole_words(reading)
    reserved = ("source_file", "_word", *(c.name.lower() for c in classes))
    names = identifiers(flat.rows, r"[a-z_][a-z0-9_]*", str.lower, reserved)

    def rows_text(rows: Choice) -> str:
        parts = [row_text(row) for row in rows]
        return parts[0] if len(parts) == 1 else f"choice({', '.join(parts)})"

    def row_text(row: Row) -> str:
        parts = [item_text(item) for item in row]
        return parts[0] if len(parts) == 1 else f"seq({', '.join(parts)})"

    def item_text(item: Item) -> str:
        match item:
            case Part():
                inner = rows_text(item.rows)
                if item.repeats:
                    return f"{'repeat1' if item.least else 'repeat'}({inner})"
                return inner if item.least else f"optional({inner})"
            case Class(name, _):
                return f"$.{name.lower()}"
            case Word(text):
                return _word_text(text, reading)
        return f"$.{names[item]}"

    prose = reading is not None and reading.splits_words and not reading.keep_final
    ending = ", optional(token(/[.!?]/))" if prose else ""
    phrases = [names[name] for name, rows in flat.rules if any(_has_names(row) for row in rows)]
    conflicts = [[one] for one in phrases] + [list(pair) for pair in combinations(phrases, 2)]
    lines = [
        *comments_on_names(names, "//"),
        "module.exports = grammar({",
        '  name: "brillig",',
        "  extras: $ => [/\\s/],",
        "  conflicts: $ => ["
        + ", ".join(f"[{', '.join(f'$.{one}' for one in some)}]" for some in conflicts[:MAX_CONFLICTS])
        + "],",
        *([] if whole is None else ["  word: $ => $._word,"]),
        "  rules: {",
        f"    source_file: $ => seq($.{names[start]}{ending}),",
    ]
    lines += [f"    {names[name]}: $ => {rows_text(rows)}," for name, rows in flat.rules]
    for one in classes:
        expression = one.expression.replace("(?:", "(").replace("/", "\\/")
        lines.append(f"    {one.name.lower()}: $ => /{expression}/,")
    if whole is not None:
        lines.append(f"    _word: $ => /{whole}/,")
    return "\n".join([*lines, "  },", "});", ""])


def _whole_words(reading: Reading | None) -> str | None:
    """What the reading takes for one word, so that *thecat* is not two; None where any text is split."""
    letters = r"[\p{L}\p{M}\p{N}_]"
    if reading is None or reading.tokens in ("words", "morphemes"):
        return rf"{letters}+(['’\-]{letters}+)*"
    return rf"[\p{{L}}_]{letters}*" if reading.tokens == "code" else None


def _word_text(word: str, reading: Reading | None) -> str:
    """A string, or two where a reading takes its capital away; an expression where it takes all capitals."""
    plain = json.dumps(word, ensure_ascii=False)
    capital = capital_form(word, reading)
    if capital is not None:
        return f"choice({plain}, {json.dumps(capital[1] + capital[2], ensure_ascii=False)})"
    pieces = letter_forms(word, reading)
    if pieces == [word]:
        return plain
    text = "".join(_escape(one) if isinstance(one, str) else f"[{''.join(one)}]" for one in pieces)
    return f"alias(token(prec(1, /{text}/)), {plain})"


def _escape(text: str) -> str:
    return re.sub(r"[^\w\s]", lambda mark: "\\" + mark[0], text)


def _has_names(row: Row) -> bool:
    return any(isinstance(i, str) or (isinstance(i, Part) and any(map(_has_names, i.rows))) for i in row)
