"""The door to the compiled inference network: names, and nothing else."""

from __future__ import annotations

from brillig._kernel import Network32, Network64
from brillig.engines.concur.compiled import CompiledNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.metric import METRICS
from brillig.engines.concur.settings import LIFTS, Settings, of_start


class InferenceNetwork(CompiledNetwork):
    """A compiled network for a layout, as the driver wants it."""

    kernel: Network32 | Network64

    def __init__(self, layout: Layout, settings: Settings, isa: str = "") -> None:
        kind = Network64 if settings.double else Network32
        self.layout = layout
        self.settings = settings
        numbering, restrictions = layout.numbering, layout.restrictions
        self.kernel = kind(
            n=numbering.n,
            plain=numbering.plain,
            root=numbering.root,
            inner_parents=numbering.inner_parents,
            rules=layout.rules,
            homographs=layout.homographs,
            sentences=[list(sentence) for sentence in layout.sentences],
            words=layout.word_count,
            distinct_children=restrictions.distinct_children,
            root_nonlexical=restrictions.root_nonlexical,
            one_parent=restrictions.one_parent,
            root_words=not restrictions.root_without_words,
            strict_word_choice=settings.strict_word_choice,
            isa=isa,
        )
        if layout.known is not None:
            self.kernel.know(list(layout.known.rules), [list(word) for word in layout.known.words])
        self.kernel.set_parameters(settings.beta, settings.gamma, settings.kappa, settings.tolerance)
        self.kernel.set_reading(settings.tensor == "norm", settings.literal)
        self.vary(0)
        rule = METRICS[settings.metric]
        self.kernel.set_metric(rule.follow, rule.against, rule.squared, rule.shared)
        self.kernel.set_decoding(settings.decode_every, settings.decode_extra, by_ones=False)

    def vary(self, number: int) -> None:
        order, lift = of_start(self.settings, number)
        self.kernel.set_order(order == "concur-first", LIFTS.index(lift))

    def start(self, seed: int) -> None:
        self.kernel.start(seed, self.settings.correlated)
