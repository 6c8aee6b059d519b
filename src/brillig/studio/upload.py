"""Files from the browser: read there, bounded, and sent as text. Their names are labels, never paths."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from brillig.errors import BrilligError
from brillig.studio.safety import MAX_TEXT, MAX_UPLOAD
from brillig.studio.wording import control_name

OnFile = Callable[[str, bytes], Awaitable[None] | None]
OnRefusal = Callable[[str], None]

_READ_FILE = """
(event) => {
  const dropped = event.dataTransfer;
  const files = dropped ? dropped.files : event.target.files;
  if (!files || !files.length) return;
  event.preventDefault();
  const file = files[0];
  if (file.size > %d) {
    emit({name: file.name, size: file.size});
  } else {
    const reader = new FileReader();
    reader.onload = () => emit({name: file.name, data: String(reader.result).split(",")[1] || ""});
    reader.onerror = () => emit({name: file.name, unreadable: true});
    reader.readAsDataURL(file);
  }
  if (!dropped) event.target.value = "";
}
"""

# Text beyond the bound never reaches the socket: the field goes back to what it was.
_BOUND_TEXT = """
(event) => {
  const field = event.target;
  // Half of a character cannot be sent, and would keep the rest from being read.
  if (field.value.isWellFormed && !field.value.isWellFormed()) field.value = field.value.toWellFormed();
  if (field.value.length > %d) {
    const length = field.value.length;
    event.stopImmediatePropagation();
    field.value = field.brilligBefore || "";
    emit(length);
  } else {
    field.brilligBefore = field.value;
  }
}
"""


def file_button(label: str, icon: str, accept: str, on_file: OnFile, on_refusal: OnRefusal) -> ui.element:
    """A button that opens a file; reachable by keyboard."""
    with ui.element("label").classes("file-button") as button:
        ui.icon(icon)
        ui.label(label)
        with ui.element("input").props(f'type=file accept="{accept}" aria-label="{label}"') as field:
            field.on("change", _handler(on_file, on_refusal), js_handler=_READ_FILE % MAX_UPLOAD)
    return button


def accept_drops(element: ui.element, on_file: OnFile, on_refusal: OnRefusal) -> None:
    """Let a file be dropped onto an element."""
    element.on("dragover", js_handler="(event) => event.preventDefault()")
    element.on("drop", _handler(on_file, on_refusal), js_handler=_READ_FILE % MAX_UPLOAD)


def bound_text(element: ui.element, on_refusal: OnRefusal) -> None:
    """Refuse text beyond the bound in the fields inside an element, with a sentence."""

    def refuse(event: GenericEventArguments) -> None:
        length = event.args if isinstance(event.args, int) else 0
        on_refusal(
            f"{length:,} characters are more than the page takes ({MAX_TEXT:,}); the text before is kept. "
            "Use a part, or the command line for large files."
        )

    element.on("input.capture", refuse, js_handler=_BOUND_TEXT % MAX_TEXT)


def _handler(on_file: OnFile, on_refusal: OnRefusal) -> Callable[[GenericEventArguments], Awaitable[None]]:
    async def handle(event: GenericEventArguments) -> None:
        try:
            done = on_file(*read_file(event.args))
            if done is not None:
                await done
        except BrilligError as error:
            first, *others = error.troubles  # one is enough to see what kind of file it is
            on_refusal(first.told(control_name) + ("; other lines are wrong, too" if others else ""))

    return handle


def read_file(sent: Any) -> tuple[str, bytes]:
    """Name and content of what the browser sent, or a refusal."""
    if not isinstance(sent, dict) or not isinstance(sent.get("name"), str):
        raise BrilligError("the file did not arrive", hint="try again")
    name = sent["name"][:80]
    if "data" not in sent:
        size = sent.get("size")
        if isinstance(size, int):
            raise BrilligError(
                f"{size / 2**20:.1f} MB, more than the {MAX_UPLOAD >> 20} MB that the page takes",
                hint="use a part, or the command line",
                place=name,
            )
        raise BrilligError("the browser could not read it", hint="check its permissions", place=name)
    try:
        data = base64.b64decode(str(sent["data"]), validate=True)
    except (binascii.Error, ValueError):
        raise BrilligError("it arrived damaged", hint="try again", place=name) from None
    if len(data) > MAX_UPLOAD:
        raise BrilligError(
            f"more than {MAX_UPLOAD >> 20} MB", hint="use a part, or the command line", place=name
        )
    return name, data
