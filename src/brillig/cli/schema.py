"""`schema`: the JSON Schema of the solution file, and of what a command prints with --json."""

from __future__ import annotations

from typing import Annotated

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.groups import argument
from brillig.cli.output import data_stream, print_json, to_json_text
from brillig.errors import BrilligError


@app.command()
def schema(
    name: Annotated[
        str,
        argument(
            "[NAME]", "solution: the file; or a command: infer, ask, parse, show, ...; or error.", shown=True
        ),
    ] = "solution",
    json: options.Json = False,
) -> None:
    """Print the JSON Schema (2020-12) of the solution file, or of a command's --json.

    Fields that it names stay; others may be added.

    Example: brillig schema parse > parse.schema.json
    """
    from brillig.interop.schema import SCHEMAS, schema_of

    if name not in SCHEMAS:
        raise BrilligError(f"there is no schema of {name!r}", hint=f"choose one of {', '.join(SCHEMAS)}")
    if json:
        print_json(schema_of(name))
    else:
        print(to_json_text(schema_of(name), indent=1), file=data_stream())
