"""Pictures: what is in them, and that nothing in them collides."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.drawing import Picture, draw_copies, draw_layers, draw_rules, draw_tree
from brillig.drawing.colours import HUES, colours_of, ink_on, luminance, rgb
from brillig.drawing.png import to_png
from brillig.drawing.svg import Box, Label, Line
from brillig.drawing.text import has_known_width, printable, shorten, text_width
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.language.layers import LayeredTree, Step, positions, step_between, to_layers
from brillig.language.tree import Tree
from grammar_strategies import grammars, names, words

SVG = "{http://www.w3.org/2000/svg}"
# Any character a word can have, control characters and markup included.
any_word = st.one_of(
    words,
    st.sampled_from(["<b>", "&amp;", "]]>", "<!--", "\x01", "\x7f", "\ufffe", "$x$", "\u202e", "\u0301"]),
    st.text("Wm", min_size=60, max_size=90),
)


@st.composite
def trees(draw: st.DrawFn, most: int = 9) -> Tree:
    """A tree of any shape with any words."""
    number = draw(st.integers(2, most))
    parts = [Tree.leaf(draw(names), draw(any_word)) for _ in range(number)]
    while len(parts) > 1:
        place = draw(st.integers(0, len(parts) - 2))
        parts[place : place + 2] = [Tree.node(draw(names), *parts[place : place + 2])]
    return parts[0]


def texts_of(picture: Picture) -> list[str]:
    root = ET.fromstring(picture.svg())
    return [
        element[-1].tail or "" if len(element) else element.text or "" for element in root.iter(f"{SVG}text")
    ]


def labels_of(picture: Picture) -> list[Label]:
    return [shape for shape in picture.shapes if isinstance(shape, Label)]


def box_of(label: Label) -> tuple[float, float, float, float]:
    return label.left, label.y - 0.6 * label.size, label.left + label.width, label.y + 0.6 * label.size


def assert_no_collision(picture: Picture) -> None:
    boxes = [box_of(label) for label in labels_of(picture)]
    for (a, first), (b, second) in combinations(enumerate(boxes), 2):
        apart = (
            first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
        )
        assert apart, (labels_of(picture)[a], labels_of(picture)[b])
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= picture.width
        assert bottom <= picture.height


@settings(max_examples=60, deadline=None)
@given(trees())
def test_trees_and_layers_parse_as_xml_and_their_labels_do_not_meet(tree: Tree) -> None:
    for picture in (draw_tree(tree), draw_layers(tree)):
        assert ET.fromstring(picture.svg()).tag == f"{SVG}svg"
        assert_no_collision(picture)


@settings(max_examples=60, deadline=None)
@given(grammars())
def test_rule_tables_parse_as_xml_and_their_labels_do_not_meet(grammar: Grammar) -> None:
    picture = draw_rules(grammar)
    assert ET.fromstring(picture.svg()).tag == f"{SVG}svg"
    assert_no_collision(picture)


@settings(max_examples=60, deadline=None)
@given(trees())
def test_no_line_of_a_tree_crosses_a_label_that_is_not_its_end(tree: Tree) -> None:
    picture = draw_tree(tree)
    lines = [shape for shape in picture.shapes if isinstance(shape, Line)]
    for label in labels_of(picture):
        left, top, right, bottom = box_of(label)
        for line in lines:
            if (line.x1, line.y1) == (label.x, label.y) or (line.x2, line.y2) == (label.x, label.y):
                continue
            for step in range(1, 60):
                x = line.x1 + (line.x2 - line.x1) * step / 60
                y = line.y1 + (line.y2 - line.y1) * step / 60
                assert not (left < x < right and top < y < bottom), (label, line)


def test_a_tree_shows_its_categories_and_words() -> None:
    tree = Tree.node("S", Tree.leaf("B_0", "<b>John</b>"), Tree.leaf("A", "walks&"))
    assert sorted(texts_of(draw_tree(tree))) == sorted(["S", "B_0", "A", "<b>John</b>", "walks&"])


def test_the_triangle_has_the_base_at_the_bottom_and_the_words_on_top() -> None:
    tree = Tree.node("S", Tree.node("B", Tree.leaf("C", "the"), Tree.leaf("D", "dog")), Tree.leaf("A", "ran"))
    picture = draw_layers(tree)
    height = {label.text: label.y for label in labels_of(picture)}
    assert height["the"] == height["dog"] == height["ran"] == min(height.values())
    assert height["S"] == max(height.values())
    assert {"S → B A", "B → C D"} <= set(texts_of(picture))


def test_disagreeing_copies_are_both_shown_and_agreeing_ones_once() -> None:
    state = LayeredTree(("a", "b", "c"), (Step(("S",), ("A", "B"), 0), Step(("A", "C"), ("A", "D", "E"), 1)))
    assert state.disagreements == 1
    assert state.copies(1, 1) == ("B", "C")
    shown = texts_of(draw_copies(state))
    assert shown.count("B") == 1
    assert shown.count("C") == 1
    assert shown.count("A") == 2  # one node in each of two layers


def test_a_rule_stands_in_the_cell_of_its_children() -> None:
    grammar = Grammar.of("S", [("S", "A", "B"), ("B", "A", "A")], {"x": ["A"], "y": ["B"]})
    picture = draw_rules(grammar)
    heads = [label for label in labels_of(picture) if label.text in ("A", "B")]
    (cell,) = [label for label in labels_of(picture) if label.text == "S"]
    row = [label for label in heads if label.y == pytest.approx(cell.y)]
    column = [label for label in heads if label.x == pytest.approx(cell.x)]
    assert min(row, key=lambda label: label.x).text == "A"
    assert min(column, key=lambda label: label.y).text == "B"


def test_a_rule_table_says_how_many_words_it_leaves_out() -> None:
    grammar = Grammar.of("S", [("S", "A", "A")], {f"w{k}": ["A"] for k in range(700)})
    assert "and 100 more" in texts_of(draw_rules(grammar))


@given(trees())
def test_a_layered_tree_uses_the_rules_of_the_tree_once_each(tree: Tree) -> None:
    steps = to_layers(tree).steps
    assert sorted(step.rule for step in steps) == sorted(tree.rules())
    assert to_layers(tree).disagreements == 0
    assert steps[-1].above == tuple(leaf.label for leaf in tree.leaves())


def test_a_step_that_no_rule_makes_is_refused() -> None:
    assert positions(("C", "C"), ("C", "A", "C")) == [0, 1]
    chosen = step_between(("C", "C"), ("C", "A", "C"), lambda x, y, z: y == "A")
    assert chosen.position == 1
    with pytest.raises(BrilligError):
        Step(("A",), ("B", "C", "D"), 0)
    with pytest.raises(BrilligError):
        step_between(("A", "B"), ("C", "D", "E"), lambda *_: 0)


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(max_codepoint=0x2FF, exclude_categories=["Cc"]), min_size=1, max_size=12))
def test_widths_that_are_said_to_be_known_are_bounds_for_the_widest_usual_font(text: str) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    for bold in (False, True):
        font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
        if has_known_width(text) and text.strip():  # some versions of matplotlib fail at blanks alone
            box = TextPath((0, 0), text.replace("$", r"\$"), size=100, prop=font).get_extents()
            # The ink may lean out of its advance; a bold Ĵ alone does so the most, by 6.6.
            assert box.width <= text_width(text, 100, bold) + 7


@given(st.text(min_size=1, max_size=60), st.floats(40, 300))
def test_a_shortened_text_fits_and_keeps_both_ends(text: str, room: float) -> None:
    short = shorten(text, 14, room)
    assert text_width(short, 14) <= max(room, text_width("…", 14))
    if short != text:
        assert "…" in short
        head, _, tail = short.rpartition("…")
        assert text.startswith(head)
        assert text.endswith(tail)


@given(st.text(st.characters(), min_size=1))
def test_printable_text_is_what_xml_can_hold(text: str) -> None:
    assert ET.fromstring(f"<a>{printable(text).translate({38: '+', 60: '(', 62: ')'})}</a>") is not None


# Machado, Oliveira and Fernandes (2009), severity 1.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(colour: str, kind: str) -> tuple[float, float, float]:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]
    red, green, blue = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in BLINDNESS[kind]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("kind", BLINDNESS)
def test_hues_can_be_told_apart(kind: str) -> None:
    for first, second in combinations(HUES, 2):
        distance = sum((a - b) ** 2 for a, b in zip(lab(first, kind), lab(second, kind), strict=True)) ** 0.5
        assert distance > 7, (first, second)


def test_twenty_categories_have_twenty_colours_and_readable_ink() -> None:
    colours = colours_of(["S", *(f"C{k}" for k in range(19))])
    assert len(set(colours.values())) == 20
    for colour in colours.values():
        bright, dark = sorted((luminance(colour), luminance(ink_on(colour))), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) > 4.5


def test_features_of_a_category_share_its_hue() -> None:
    colours = colours_of(["S", "B_0", "B_1", "C"])
    assert colours["B_0"] == HUES[1]
    assert colours["C"] == HUES[2]
    assert colours["B_1"] not in HUES


@settings(max_examples=8, deadline=None)
@given(trees(5))
def test_png_of_any_words_is_a_png_of_the_pictures_size(tree: Tree) -> None:
    pytest.importorskip("matplotlib")
    picture = draw_tree(tree)
    data = to_png(picture)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    assert width == pytest.approx(2 * picture.width, abs=2)
    assert height == pytest.approx(2 * picture.height, abs=2)


def test_png_text_has_the_colour_it_should() -> None:
    pytest.importorskip("matplotlib")
    from io import BytesIO

    import matplotlib.image

    picture = Picture(60, 40, (Box(0, 0, 60, 40, "#88ccee"), Label(30, 20, "M", 30, "#000000")), "M")
    pixels = matplotlib.image.imread(BytesIO(to_png(picture)))
    assert (pixels[2, 2, :3] * 255).round().tolist() == [0x88, 0xCC, 0xEE]
    assert pixels[..., :3].sum(axis=2).min() < 0.1


def test_notebooks_get_svg_and_html() -> None:
    from solutions import a_solution

    solution = a_solution()
    for value in (solution, solution.grammar, solution.trees[0]):
        assert ET.fromstring(value._repr_svg_()).tag == f"{SVG}svg"
        assert ET.fromstring(f"<div>{value._repr_html_()}</div>") is not None
    assert solution._repr_html_().count("<svg") == 2
