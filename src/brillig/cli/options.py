"""The options that commands share, each written once; `Group`s are several that make one value."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from brillig.cli.groups import Group, argument, option
from brillig.engines.registry import engine_names
from brillig.files import refuse_unwritable
from brillig.limits import Limits
from brillig.problems.restrictions import Restrictions, Switch

Json = Annotated[bool, option("--json", "Print one JSON object and nothing else.")]
PlainSeed = Annotated[int, option("--seed", "The same seed gives the same answer.", min=0)]
Given = Annotated[
    str | None,
    option(
        "--given GRAMMAR",
        "Rules and words that the grammar must contain: a solution, a .cfg, .fcfg, .ebnf or .penn file.",
    ),
]

Grammar = Annotated[
    str,
    argument(
        "GRAMMAR",
        "A solution, a .cfg, .fcfg, .ebnf, .bnf or .penn file, or a built-in name (see sample-data).",
    ),
]
Files = Annotated[
    list[str],
    argument("FILE...", "Sentences, one per line (- for standard input). Several files are read as one."),
]
CATEGORIES = option("-c --categories", "Number of categories (c), including S.")
LEXICAL = option("-l --lexical", "Minimum number of categories that hold only words (c_l).")
RULES = option("-r --rules", "Maximum number of syntactic rules (r_s).")
Homographs = Annotated[
    int, option("-H --homographs", "Maximum number of lexical rules beyond one per word (h).", min=0)
]
Allow = Annotated[
    str | None,
    option(
        "--allow SWITCH,...|all|none",
        f"Restrictions to lift: {', '.join(Switch)}.",
    ),
]


def lift(allow: str | None, equal_children: bool = False, lexical_root: bool = False) -> Restrictions | None:
    """What `--allow` and its two short forms lift; None where nothing is said."""
    short = Restrictions.lifted(equal_children=equal_children, lexical_root=lexical_root)
    return short or None if allow is None else Restrictions.of(allow) | short


_ALLOW: dict[str, Any] = {
    "allow": Allow,
    "equal_children": Annotated[bool, option("--equal-children", "Allow rules X → Y Y.")],
    "lexical_root": Annotated[bool, option("--lexical-root", "Allow lexical categories directly under S.")],
}
AllowGroup = Annotated[Restrictions | None, Group(_ALLOW, lift)]
RESTRICTION_OPTIONS = tuple(_ALLOW)


Preset = Annotated[
    str | None, option("--preset default|paper", "paper: the paper's form of divide and concur.", "default")
]
Engine = Annotated[
    str,
    option(
        "--engine",
        "Which engine searches. auto: with numbers they race; without, the fewest bits win.",
        metavar="|".join(engine_names()),
    ),
]
EngineGroup = Annotated[dict[str, Any], Group({"preset": Preset, "engine": Engine}, dict, {"engine": "auto"})]
Seed = Annotated[
    int, option("--seed", "The same seed gives the same answer, except where auto lets engines race.", min=0)
]
MaxIterations = Annotated[
    int | None, option("--max-iterations", "Maximum number of iterations per trial.", "enough", min=1)
]
TimeLimit = Annotated[float | None, option("--time-limit", "Stop after N seconds.", "none", min=0.0)]
Memory = Annotated[
    int | None,
    option(
        "--max-memory MB",
        "Memory limit for the search, and for each process of the exact engine.",
        "a quarter of the machine's, 2 GB at most",
        min=1,
    ),
]
Jobs = Annotated[int | None, option("--jobs", "Number of threads.", "all cores", min=1)]
_LIMITS: dict[str, Any] = {
    "seed": Seed,
    "max_iterations": MaxIterations,
    "time_limit": TimeLimit,
    "jobs": Jobs,
    "max_memory": Memory,
}
_TWO_MINUTES = Annotated[float | None, option("--time-limit", "Stop after N seconds.", "120", min=0.0)]
LimitsGroup = Annotated[Limits, Group(_LIMITS, Limits, {"seed": 0})]
LimitsUpTo120Group = Annotated[Limits, Group(_LIMITS | {"time_limit": _TWO_MINUTES}, Limits, {"seed": 0})]
First = Annotated[int | None, option("--first", "Read only the first N sentences.", "all", min=1)]
Gamma = Annotated[
    float | None, option("--gamma", "Rate at which the metric adapts.", "preset", min=0.0, max=1.0)
]
_SETTINGS: dict[str, Any] = {
    "beta": Annotated[
        float | None, option("--beta", "Step size of the iteration.", "preset", min=0.01, max=1.99)
    ],
    "gamma": Gamma,
    "kappa": Annotated[
        float | None, option("--kappa", "Weight of the rule tensor in the metric.", "preset", min=0.0)
    ],
    "metric": Annotated[str | None, option("--metric NAME", "How the metric adapts.", "preset")],
    "tensor": Annotated[
        str | None,
        option(
            "--tensor limit|norm",
            "How the number of rules is limited: in each copy (P_A), or by the norm of the mean (P_B).",
            "preset",
        ),
    ],
    "lift": Annotated[
        str | None,
        option("--lift printed|kept|at-x", "Where P_B places a category that is not in use.", "preset"),
    ],
    "order": Annotated[
        str | None,
        option("--order divide-first|concur-first|mixed", "Which projection comes first.", "preset"),
    ],
    "strict_word_choice": Annotated[
        bool | None,
        option(
            "--strict-word-choice",
            "Choose the word of an unused category by distance (the exact projection).",
        ),
    ],
    "literal": Annotated[
        bool | None,
        option("--literal", "For h > 0: use the cost of a word's category as the paper prints it, 1 - 2v."),
    ],
    "restart_after": Annotated[
        int | None, option("--restart-after", "Restart after N iterations (0: never).", "preset", min=0)
    ],
    "batch": Annotated[
        int | None,
        option(
            "--batch",
            "Work on N sentences at first; unexplained ones join (0: all at once).",
            "preset",
            min=0,
        ),
    ],
    "change_after": Annotated[
        int | None,
        option("--change-after", "Swap the batch for another of the same size every N iterations.", min=1),
    ],
}


def _given_settings(**named: Any) -> dict[str, Any]:
    """The settings of divide and concur that were given; 0 switches restarts and batches off."""
    given = {name: value for name, value in named.items() if value is not None}
    return given | {name: given[name] or None for name in ("restart_after", "batch") if name in given}


SettingsGroup = Annotated[dict[str, Any], Group(_SETTINGS, _given_settings)]


def _check_output(path: Path | None) -> Path | None:
    """What cannot be written is found before the search, not after it."""
    if path is not None:
        refuse_unwritable(path)
    return path


Output = Annotated[Path | None, option("-o --output", "Where to write the solution.", callback=_check_output)]
Solution = Annotated[str, argument("SOLUTION", "A solution file.")]
Names = Annotated[
    str | None,
    option(
        "--names suggested|letters|GRAMMAR",
        "Names of categories: suggested by closed-class words, letters, or those of another grammar.",
        "suggested",
    ),
]
Binary = Annotated[bool, option("--binary", "Show rules of two categories, even if longer rules are fewer.")]
Verbose = Annotated[
    bool, option("--verbose", "Also print the trees, the numbers c, c_l, r_s and h, and the search effort.")
]
Cluster = Annotated[
    str | None,
    option("--cluster ADDRESS", "Address of a Dask scheduler, or local:N for N processes on this machine."),
]
