"""Names for categories that can be defended, from closed-class words of twelve languages.

*the* says D, and so D N is an NP, P NP a PP, what follows an NP in S a VP. A suggestion is no more than that:
nothing is learned from it, and letters stay where nothing speaks for a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, category_names, reading_order

_LETTER = re.compile(r"[A-Z]\d*(?:_\d+)*")
# Prepositions of the table that stand before infinitives, too: alone they do not say that a noun follows.
_BEFORE_VERBS = frozenset(re.findall(r"\w+", "to for zu für de à a pour par por para di da per för te"))

# A few dozen words of each language, those that are hardly ever anything else.
CLOSED = {
    "English": {
        "D": "the a an this that these those my your his her its our their every each some no all",
        "P": "in on at by with from of for to under over near into about between behind",
        "CONJ": "and or but",
        "PRON": "i you he she it we they him them me us who",
        "NEG": "not never",
        "AUX": "is are was were am be has have had does do did will would can could may might must should",
        "C": "that because if whether although when while",
    },
    "German": {
        "D": "der die das den dem des ein eine einen einem einer kein keine mein dieser diese jeder jede",
        "P": "in an auf mit von zu bei nach aus unter über vor hinter neben für ohne durch",
        "CONJ": "und oder aber denn",
        "PRON": "ich du er sie es wir ihr ihn ihm mich dich wer",
        "NEG": "nicht nie",
        "AUX": "ist sind war waren hat haben hatte wird werden kann muss soll will",
        "C": "dass weil wenn ob als",
    },
    "French": {
        "D": "le la les un une des ce cet cette ces mon ma mes ton ta son sa ses notre leur chaque l' du",
        "P": "dans sur sous avec sans pour par de à chez vers entre",
        "CONJ": "et ou mais",
        "PRON": "je tu il elle on nous vous ils elles qui lui",
        "NEG": "ne pas jamais n'",
        "AUX": "est sont était a ont avait peut doit",
        "C": "que parce quand si",
    },
    "Spanish": {
        "D": "el la los las un una unos unas este esta estos estas mi tu su cada",
        "P": "en con de por para sin sobre desde hasta entre a",
        "CONJ": "y o pero e",
        "PRON": "yo tú él ella nosotros ellos ellas usted",
        "NEG": "no nunca",
        "AUX": "es son está están era ha han había puede debe",
        "C": "que porque cuando si",
    },
    "Italian": {
        "D": "il lo la i gli le un uno una questo questa questi mio mia ogni l'",
        "P": "in con di da su per tra fra a nel nella",
        "CONJ": "e o ma",
        "PRON": "io tu lui lei noi voi loro",
        "NEG": "non mai",
        "AUX": "è sono era ha hanno aveva può deve",
        "C": "che perché quando se",
    },
    "Portuguese": {
        "D": "o a os as um uma uns umas este esta esse essa meu minha seu sua cada",
        "P": "em com de por para sem sobre até no na",
        "CONJ": "e ou mas",
        "PRON": "eu tu ele ela nós eles elas você",
        "NEG": "não nunca",
        "AUX": "é são está estava tem pode deve",
        "C": "que porque quando se",
    },
    "Dutch": {
        "D": "de het een deze dit die dat mijn jouw zijn haar elke geen",
        "P": "in op met van naar bij onder over voor door uit",
        "CONJ": "en of maar",
        "PRON": "ik jij hij zij wij jullie hem ons",
        "NEG": "niet nooit",
        "AUX": "is zijn was waren heeft hebben kan moet wil zal",
        "C": "dat omdat als toen",
    },
    "Swedish": {
        "D": "en ett den det de min mitt mina din denna detta varje",
        "P": "i på med av till från under över vid för",
        "CONJ": "och eller men",
        "PRON": "jag du han hon vi ni dem honom henne",
        "NEG": "inte aldrig",
        "AUX": "är var har hade kan ska måste vill",
        "C": "att eftersom när om",
    },
    "Russian": {
        "D": "этот эта это эти тот та те мой моя мои каждый",
        "P": "в на с из от к по под над за у о без для",
        "CONJ": "и или но а",
        "PRON": "я ты он она мы вы они кто",
        "NEG": "не",
        "AUX": "был была было были будет",
        "C": "что потому когда если",
    },
    "Turkish": {
        "D": "bu şu o bir her",
        "P": "ile için gibi kadar",
        "CONJ": "ve veya ama",
        "PRON": "ben sen biz siz onlar kim",
        "NEG": "değil",
        "AUX": "mi mı mu mü",
        "C": "çünkü eğer",
    },
    "Mandarin": {
        "D": "这 那 每 一",
        "P": "在 从 对 跟 把 被",
        "CONJ": "和 或 但是",
        "PRON": "我 你 他 她 它 我们 你们 他们 谁",
        "NEG": "不 没",
        "AUX": "是 有 会 能 要",
        "C": "因为 如果",
    },
    "Japanese": {
        "D": "kono sono ano この その あの",
        "P": "ga wa o no ni de to kara made mo が は を の に で と から まで も",
        "CONJ": "soshite demo そして でも",
        "PRON": "watashi anata kare kanojo 私 あなた 彼 彼女",
        "NEG": "nai ない",
        "AUX": "desu da masu です だ",
        "C": "kara node ので",
    },
}
POSTPOSITIONAL = ("Japanese", "Turkish")
SHARE = 0.5  # of a category's words; more of them, or one of two, have to be of one closed class


@dataclass(frozen=True)
class SuggestedNames:
    """Which names of a grammar's categories nobody gave: they are suggestions."""

    language: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"Suggested names, from closed-class words ({self.language}): {', '.join(self.names)}."

    def without(self, names: Mapping[str, str]) -> SuggestedNames | None:
        """What is left of them when somebody gives these categories other names."""
        return self._part(name for name in self.names if name not in names)

    def within(self, grammar: Grammar) -> SuggestedNames | None:
        """Those that are names of this grammar's categories, too."""
        known = _names_and_bases(grammar)
        return self._part(name for name in self.names if name in known)

    def _part(self, names: Iterable[str]) -> SuggestedNames | None:
        left = tuple(names)
        return SuggestedNames(self.language, left) if left else None

    def to_json(self) -> dict[str, Any]:
        return {"language": self.language, "names": list(self.names)}

    @classmethod
    def from_json(cls, data: Any, grammar: Grammar) -> SuggestedNames:
        """Read strictly: names are those of categories, with or without the value of a feature."""
        if not isinstance(data, dict) or data.get("language") not in CLOSED:
            raise BrilligError("the solution's 'suggested_names' has no language of the program's table")
        names = data.get("names")
        known = _names_and_bases(grammar)
        if not isinstance(names, list) or not all(isinstance(n, str) and n in known for n in names):
            raise BrilligError("the solution's 'suggested_names' are not names of its categories")
        return cls(data["language"], tuple(names))


def _names_and_bases(grammar: Grammar) -> set[str]:
    """The names of categories, with and without the values of features."""
    return {part for name in grammar.categories for part in (name, name.split("_")[0])}


def suggest_names(
    grammar: Grammar, keep: Collection[str] = ()
) -> tuple[dict[str, str], SuggestedNames | None]:
    """New names for categories with letters, and which of them are suggestions; the others make room.

    Suggestions of before, in `keep`, stay.
    """
    language = _find_language(grammar)
    if language is None:
        return {}, None
    roles = _closed_roles(grammar, CLOSED[language])
    _spread(grammar, roles, after=language in POSTPOSITIONAL)
    names = _free_names(grammar, roles, keep)
    all_names = names | {name: name for name in keep}
    suggested = tuple(all_names[name] for name in reading_order(grammar) if name in all_names)
    if not suggested:
        return {}, None
    return names | _make_room(grammar, names), SuggestedNames(language, suggested)


def postpositions(grammar: Grammar) -> set[str]:
    """The classes of these, where the language has any."""
    language = _find_language(grammar)
    if language not in POSTPOSITIONAL:
        return set()
    return {category for category, role in _closed_roles(grammar, CLOSED[language]).items() if role == "P"}


def _find_language(grammar: Grammar) -> str | None:
    """The language with the most words of the grammar in its table; two at least."""
    words = {word.lower() for word in grammar.words}
    found = {
        language: len(words & set(" ".join(classes.values()).split())) for language, classes in CLOSED.items()
    }
    best = max(found, key=lambda language: found[language])
    return best if found[best] >= 2 else None


def _closed_roles(grammar: Grammar, classes: Mapping[str, str]) -> dict[str, str]:
    roles: dict[str, str] = {}
    by_word: dict[str, set[str]] = {}
    for role, words in classes.items():
        for word in words.split():
            by_word.setdefault(word, set()).add(role)
    for category, own in grammar.words_of.items():
        counts = Counter(role for word in own for role in by_word.get(word.lower(), ()))
        if counts:
            (role, number), *others = counts.most_common(2)
            pure = category not in grammar.expansions
            enough = number > SHARE * len(own) or (len(own) == 2 and not others)
            if enough and (pure or role == "PRON"):
                roles[category] = role if pure else "NP"
    return roles


def _spread(grammar: Grammar, roles: dict[str, str], after: bool) -> None:
    """From closed classes to what stands with them, until nothing is added; P stands `after` nouns or not."""
    lexical = set(grammar.words_of) - set(grammar.expansions)
    # Words, or these with more of the kind before or after them: N → A N.
    nominal = {
        category
        for category in grammar.words_of
        if all(category in (rule.left, rule.right) for rule in grammar.expansions.get(category, ()))
    }

    def give(category: str, role: str) -> bool:
        if category in roles or category == grammar.start:
            return False
        roles[category] = role
        return True

    def is_nominal(category: str) -> bool:
        """Whether it is a noun phrase, or what follows a determiner in one."""
        after = (rule.left for rule in grammar.syntactic if rule.right == category)
        return roles.get(category) in ("N", "NP") or "D" in map(roles.get, after)

    prose = not {"D", "PRON"}.isdisjoint(roles.values())  # "order by" is a phrase of another kind

    def is_preposition(category: str) -> bool:
        """Whether what follows is nominal: one of several, or in prose one that no verb follows."""
        words = grammar.words_of.get(category, ())
        alone = prose and _BEFORE_VERBS.isdisjoint(words)
        return roles.get(category) == "P" and (len(words) > 1 or alone)

    def begins_with_p(category: str) -> bool:
        """Whether it is nothing but a preposition and something."""
        heads = {rule.left for rule in grammar.expansions[category]}
        return all(map(is_preposition, heads)) and category not in grammar.words_of

    changed = True
    while changed:
        changed = False
        for predicate in _predicates(grammar, roles):
            changed |= give(predicate, "V" if predicate in lexical else "VP")
        for rule in grammar.syntactic:
            left, right = roles.get(rule.left), roles.get(rule.right)
            # In a VP it is a pronoun that is written as an article: *la voit*.
            if left == "D" and roles.get(rule.parent) != "VP":
                changed |= give(rule.parent, "NP") | (rule.right in nominal and give(rule.right, "N"))
            if left == "P" and begins_with_p(rule.parent):
                changed |= give(rule.parent, "PP") | (rule.right in lexical and give(rule.right, "N"))
            noun_after_p = left == "P" and right in ("NP", "N", "PRON")
            noun_before_p = right == "P" and (after or left in ("NP", "N", "PRON"))
            if (noun_after_p or noun_before_p) and rule.parent not in grammar.words_of:
                changed |= give(rule.parent, "PP")
            if right == "P" and after and rule.left in lexical:
                changed |= give(rule.left, "N")
            for verb, other in ((rule.left, right), (rule.right, left)):
                if roles.get(rule.parent) == "VP" and other in ("NP", "PRON", "PP") and verb in lexical:
                    changed |= give(verb, "V")
            if right == "N" and left is None and rule.left in lexical:
                changed |= give(rule.left, "A")
            if left in ("N", "NP") and rule.right in lexical and is_nominal(rule.parent):
                changed |= give(rule.right, "A")


def _predicates(grammar: Grammar, roles: Mapping[str, str]) -> list[str]:
    """What follows a subject in a sentence: a phrase that begins with a determiner, or else a pronoun."""
    tops = [rule for rule in grammar.syntactic if rule.parent == grammar.start]
    phrases = {rule.parent for rule in grammar.syntactic if roles.get(rule.left) == "D"} - {grammar.start}
    phrases |= {rule.left for rule in tops if roles.get(rule.left) == "NP"}
    pronouns = {rule.left for rule in tops if roles.get(rule.left) == "PRON"}
    above = {grammar.start, *phrases}
    firsts = {rule.left for rule in grammar.syntactic if rule.parent in above - {rule.left}}
    for subjects in (phrases, pronouns):
        found = [rule.right for rule in tops if rule.left in subjects and rule.right not in firsts]
        if found:
            return found
    return []


def _free_names(grammar: Grammar, roles: Mapping[str, str], keep: Collection[str]) -> dict[str, str]:
    """The roles as names, numbered where several categories have one; names that somebody gave stay."""
    taken = {name for name in grammar.categories if not _LETTER.fullmatch(name) or name in keep}
    taken |= set(grammar.words) | {grammar.start}
    names: dict[str, str] = {}
    for category in reading_order(grammar):
        if category not in roles or category in keep or not _LETTER.fullmatch(category):
            continue
        name, number = roles[category], 1
        while name in taken:
            number += 1
            name = f"{roles[category]}{number}"
        taken.add(name)
        names[category] = name
    return names


def _make_room(grammar: Grammar, names: Mapping[str, str]) -> dict[str, str]:
    """Other letters for the categories whose letter is a suggested name."""
    taken = {*names.values(), *grammar.categories, *grammar.words}
    free = (name for name in category_names(3 * len(taken)) if name not in taken)
    clash = (name for name in grammar.categories if name in names.values() and name not in names)
    return {category: next(free) for category in clash if category != grammar.start}
