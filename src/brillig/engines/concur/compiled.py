"""What all compiled networks have in common, as the driver wants it."""

from __future__ import annotations

from typing import Protocol

from brillig.engines.concur.driver import Stop


class Kernel(Protocol):
    """A network of the kernel."""

    def run(self, iterations: int) -> tuple[int, int]: ...

    def gap(self) -> float: ...

    def save(self) -> bytes: ...

    def load(self, state: bytes) -> None: ...


class CompiledNetwork:
    """The kernel's network behind the driver's names; how it starts is for each kind to say."""

    kernel: Kernel

    def run(self, iterations: int) -> tuple[int, Stop]:
        made, stop = self.kernel.run(iterations)
        return made, Stop(stop)

    def gap(self) -> float:
        return self.kernel.gap()

    def save(self) -> bytes:
        return self.kernel.save()

    def load(self, state: bytes) -> None:
        self.kernel.load(state)
