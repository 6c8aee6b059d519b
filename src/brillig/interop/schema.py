"""The JSON Schemas of the solution file and of what commands print with `--json`.

Fields named here are there and stay; others may be added, so that a program should pass over what it does
not know.
"""

from __future__ import annotations

from typing import Any

from brillig.limits import Ended
from brillig.problems.solution import FORMAT, VERSIONS, Status

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
YES_OR_NO: Schema = {"type": "boolean"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _row(*items: Schema) -> Schema:
    return {"type": "array", "prefixItems": list(items), "minItems": len(items), "maxItems": len(items)}


def _object(about: str, needed: dict[str, Schema], other: dict[str, Schema] | None = None) -> Schema:
    return {
        "description": about,
        "type": "object",
        "properties": needed | (other or {}),
        "required": list(needed),
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


_SENTENCES = {"sentences": _list(TEXT)}
_READING = {
    "case": TEXT,
    "punctuation": TEXT,
    "tokens": TEXT,
    "classes": _list(TEXT),
    "same": _list(TEXT),
    **dict.fromkeys(("comments", "stars", "tags", "brackets", "keep_final"), YES_OR_NO),
}
_POINT = {"categories": WHOLE, "lexical": WHOLE, "rules": WHOLE, "status": _ref("status")}
DEFS: dict[str, Schema] = {
    "status": {"enum": [status.value for status in Status]},
    "grammar": _object(
        "rules X → Y Z and X → word",
        {
            "start": TEXT,
            "syntactic": _list(_row(TEXT, TEXT, TEXT)),
            "lexical": _map({**_list(TEXT), "minItems": 1}),
        },
    ),
    "tree": {
        "description": "[category, word] or [category, tree, tree]",
        "anyOf": [_row(TEXT, TEXT), _row(TEXT, _ref("tree"), _ref("tree"))],
    },
    "any_tree": {
        "description": "[category, child, ...], a word as a text and a tree as a list",
        "type": "array",
        "prefixItems": [TEXT],
        "items": {"anyOf": [TEXT, _ref("any_tree")]},
        "minItems": 2,
    },
    "reading": _object("how lines became words", _READING, {"split_sentences": YES_OR_NO}),
    "problem": _object(
        "the sentences and every restriction; the kind says which fields there are",
        {"kind": TEXT, **_SENTENCES},
        {
            "rejected": _list(TEXT),
            "tags": _list(_list(_or_null(TEXT))),
            "brackets": _list(_list(_row(WHOLE, WHOLE, _or_null(TEXT)))),
            "reading": _ref("reading"),
            "categories": WHOLE,
            "lexical": WHOLE,
            "rules": WHOLE,
            "homographs": WHOLE,
            "allow": _list(TEXT),
            "distinct_children": YES_OR_NO,
            "root_nonlexical": YES_OR_NO,
            "given": _ref("grammar"),
            "base": _ref("grammar"),
            "base_trees": _list(_ref("tree")),
            "features": _map(WHOLE),
            "rule_limits": _map(WHOLE),
            "names": _map(TEXT),
        },
    ),
    "run": _object(
        "how the answer was reached",
        {"engine": TEXT, "seed": WHOLE, "iterations": WHOLE, "restarts": WHOLE, "seconds": NUMBER},
        {"ended": {"enum": [ended.value for ended in Ended]}},
    ),
    "bits": _object("description length", {"grammar": NUMBER, "data": NUMBER, "exceptions": NUMBER}),
    "weights": {
        "description": "[parent, left, right, probability] and [category, word, probability]",
        **_list({"anyOf": [_row(TEXT, TEXT, TEXT, NUMBER), _row(TEXT, TEXT, NUMBER)]}),
    },
    "choice": _object(
        "the points that were considered, and the number of the one chosen",
        {"points": _list(_object("a point", _POINT)), "chosen": _or_null(WHOLE)},
        {"criterion": TEXT, "proven": YES_OR_NO},
    ),
    "features": _object(
        "what agrees, said once; the plain rules it stands for are the grammar",
        {
            "grammar": _ref("grammar"),
            "features": _list(_object("a feature", {"name": TEXT, "values": WHOLE})),
        },
        {"text": TEXT},
    ),
    "suggested_names": _object(
        "names of categories that nobody gave: they are suggestions", {"language": TEXT, "names": _list(TEXT)}
    ),
    "flat": _object(
        "the same language in fewer, longer rules",
        {"start": TEXT, "rules": _list(_row(TEXT, _list(_ref("flat_row")))), "text": TEXT},
    ),
    "flat_row": _list(
        {
            "anyOf": [
                TEXT,
                _object("a word", {"word": TEXT}),
                _object(
                    "one of the rows: once, optional (least 0) or repeated",
                    {"rows": _list(_ref("flat_row")), "least": {"enum": [0, 1]}, "repeats": YES_OR_NO},
                ),
            ]
        }
    ),
}

_ANSWER: dict[str, Schema] = {
    "format": {"const": FORMAT},
    "version": {"enum": list(VERSIONS)},
    "problem": _ref("problem"),
    "run": _ref("run"),
}
_FOUND: dict[str, Schema] = _ANSWER | {
    "status": {"const": Status.FOUND.value},
    "grammar": _ref("grammar"),
    "canonical": TEXT,
    "trees": _list(_or_null(_ref("tree"))),
}
_BESIDE = {
    "bits": _ref("bits"),
    "weights": _ref("weights"),
    "exceptions": _list(WHOLE),
    "choice": _ref("choice"),
    "features": _ref("features"),
    "suggested_names": _ref("suggested_names"),
}
_OUTCOME = _object(
    "an answer; without a grammar the status says whether there is proven to be none",
    _ANSWER
    | {
        "status": _ref("status"),
        "grammar": _or_null(_ref("grammar")),
        "canonical": _or_null(TEXT),
        "trees": _list(_or_null(_ref("tree"))),
        "reason": TEXT,
    },
    _BESIDE | {"nearest": _object("the nearest grammar", {"grammar": _ref("grammar")})},
)
_PARSED = _object(
    "a sentence",
    {"text": TEXT, "accepted": YES_OR_NO, "trees": WHOLE, "tree": _or_null(_ref("any_tree"))},
    {
        **dict.fromkeys(("bits", "log_probability", "all_bits", "all_log_probability"), NUMBER),
        "why": TEXT,
    },
)
_SHARE = _or_null({"type": "number", "minimum": 0, "maximum": 1})
_ALTERNATIVE = {
    "grammar": _ref("grammar"),
    "canonical": TEXT,
    "same_language": _or_null(YES_OR_NO),
    "same_lexicon": YES_OR_NO,
}

SCHEMAS: dict[str, Schema] = {
    "solution": _object("a solution file", _FOUND, _BESIDE),
    "infer": _OUTCOME,
    "refine": _OUTCOME,
    "extend": _OUTCOME,
    "enlarge": _OUTCOME,
    "ask": _object(
        "a solution, and how the asking went",
        _FOUND
        | {
            "questions": _list(_object("a judgement", {"text": TEXT, "answer": TEXT})),
            "open": WHOLE,
            "identified": YES_OR_NO,
            "candidates": WHOLE,
        },
        _BESIDE | {"exceptions": _list(TEXT), "hinges": _list(TEXT), "pending": _list(TEXT)},
    ),
    "show": _object("a solution or a grammar, and its flat form", {"flat": _ref("flat")}),
    "parse": _object(
        "which sentences are accepted",
        {"accepted": WHOLE, "rejected": WHOLE, "sentences": _list(_PARSED)},
        {"starred": _list(_object("a starred sentence", {"text": TEXT, "accepted": YES_OR_NO}))},
    ),
    "generate": _object(
        "sentences of a grammar",
        {"grammar": TEXT, "seed": WHOLE, "sentences": _list({})},
    ),
    "score": _object(
        "held-out sentences",
        {
            "bits_per_word": _or_null(NUMBER),
            "accepted": _SHARE,
            "sentences": WHOLE,
            "words": WHOLE,
            "baselines": _map(NUMBER),
            "rejected": _list(TEXT),
        },
    ),
    "compare": _object(
        "a grammar against the true one",
        {"precision": _SHARE, "recall": _SHARE, "f1": _SHARE, "recall_cap": _SHARE},
        {"bracketing_f1": _SHARE, "purity": _SHARE},
    ),
    "certify": _object(
        "what else fits",
        {
            "status": {"enum": ["complete", "partial"]},
            "solutions": WHOLE,
            "languages": WHOLE,
            "lexicons": WHOLE,
            "unique": _or_null(YES_OR_NO),
            **dict.fromkeys(("minimal_rules", "minimal_homographs", "maximal_lexical"), _or_null(YES_OR_NO)),
            "core": _list(WHOLE),
            "alternatives": _list(_object("another grammar", _ALTERNATIVE)),
        },
    ),
    "search": _object(
        "the front of c, c_l and r_s, and the choice",
        {
            "status": {"enum": ["complete", "partial"]},
            "front": _list({"type": "object"}),
            "proven": YES_OR_NO,
        },
        {"chosen": _or_null({"type": "object"}), "candidates": _list({"type": "object"})},
    ),
    "error": _object(
        "a refusal, as JSON",
        {
            "error": _object(
                "what is wrong, where, and what to do",
                {"message": TEXT},
                {"file": _or_null(TEXT), "line": _or_null(WHOLE), "hint": _or_null(TEXT)},
            )
        },
    ),
}


def schema_of(name: str) -> Schema:
    """The whole schema of a file or an output, with the definitions that it uses."""
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"brillig {name}"}
    return found | SCHEMAS[name] | {"$defs": {one: DEFS[one] for one in DEFS if one in _used(SCHEMAS[name])}}


def _used(schema: Any) -> set[str]:
    """The definitions that a schema refers to, directly or not."""
    used: set[str] = set()
    stack = [schema]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix("#/$defs/")
            if name and name not in used:
                used.add(name)
                stack.append(DEFS[name])
            stack += part.values()
        elif isinstance(part, list):
            stack += part
    return used
