"""Parse trees: a category over a word, or over two trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from brillig.errors import BrilligError
from brillig.language.grammar import quoted

if TYPE_CHECKING:
    from brillig.language.cfg import CfgTree


@dataclass(frozen=True, slots=True)
class Tree:
    """A node: `children` is one word (a leaf) or two trees."""

    label: str
    children: tuple[str] | tuple[Tree, Tree]

    @classmethod
    def leaf(cls, label: str, word: str) -> Tree:
        return cls(label, (word,))

    @classmethod
    def node(cls, label: str, left: Tree, right: Tree) -> Tree:
        return cls(label, (left, right))

    @property
    def is_leaf(self) -> bool:
        return len(self.children) == 1

    @property
    def word(self) -> str:
        assert isinstance(self.children[0], str)
        return self.children[0]

    @property
    def branches(self) -> tuple[Tree, Tree]:
        assert len(self.children) == 2
        return self.children

    def nodes(self) -> Iterator[Tree]:
        """All nodes, a parent before its children, left before right."""
        stack = [self]
        while stack:
            tree = stack.pop()
            yield tree
            children = tree.children
            if len(children) == 2:
                stack.append(children[1])
                stack.append(children[0])

    def leaves(self) -> Iterator[Tree]:
        return (tree for tree in self.nodes() if tree.is_leaf)

    def words(self) -> tuple[str, ...]:
        words = []
        stack = [self]
        while stack:
            children = stack.pop().children
            if len(children) == 2:
                stack.append(children[1])
                stack.append(children[0])
            else:
                words.append(children[0])
        return tuple(words)

    def rules(self) -> Iterator[tuple[str, str, str]]:
        """The syntactic rule at every inner node."""
        for tree in self.nodes():
            children = tree.children
            if len(children) == 2:
                yield tree.label, children[0].label, children[1].label

    def relabel(self, names: dict[str, str]) -> Tree:
        """The same tree with categories renamed; a category not in `names` keeps its name."""
        label = names.get(self.label, self.label)
        if self.is_leaf:
            return Tree.leaf(label, self.word)
        left, right = self.branches
        return Tree.node(label, left.relabel(names), right.relabel(names))

    def __str__(self) -> str:
        """One line with brackets: `(S (B John) (A walks))`."""
        if self.is_leaf:
            return f"({self.label} {quoted(self.word)})"
        left, right = self.branches
        return f"({self.label} {left} {right})"

    def pretty(self) -> str:
        """Indented text, a category a line."""
        return pretty(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the tree, base at the top."""
        from brillig.drawing.tree import draw_tree

        return draw_tree(self).svg()

    def _repr_html_(self) -> str:
        from brillig.drawing.notebook import scrolling

        return scrolling(self._repr_svg_())

    def to_nltk(self) -> Any:
        """The tree as an `nltk.Tree` (needs the extra `nltk`)."""
        from brillig.interop.nltk import to_nltk_tree

        return to_nltk_tree(self)

    def to_json(self) -> list[Any]:
        """`[category, word]` or `[category, left, right]`."""
        if self.is_leaf:
            return [self.label, self.word]
        left, right = self.branches
        return [self.label, left.to_json(), right.to_json()]

    @classmethod
    def from_json(cls, data: Any) -> Tree:
        match data:
            case [str(label), str(word)]:
                return cls.leaf(label, word)
            case [str(label), [*left], [*right]]:
                return cls.node(label, cls.from_json(left), cls.from_json(right))
        raise BrilligError(
            f"a tree is [category, word] or [category, left, right], but this is {str(data)[:60]!r}"
        )


def pretty(tree: Tree | CfgTree, indent: str = "") -> str:
    """The tree as indented text: a category a line, what it stands over below it, a word beside it."""
    lines: list[str] = []
    stack: list[tuple[int, Tree | CfgTree | str]] = [(0, tree)]
    while stack:
        depth, item = stack.pop()
        margin = indent + "  " * depth
        if isinstance(item, str):
            lines.append(margin + item)
        elif len(item.children) == 1 and isinstance(item.children[0], str):
            lines.append(f"{margin}{item.label}  {quoted(item.children[0])}")
        else:
            lines.append(margin + item.label)
            stack += [(depth + 1, child) for child in reversed(item.children)]
    return "\n".join(lines)
