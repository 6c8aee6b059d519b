"""Small files as people bring them, and the words that a person would expect."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from brillig.language.corpus import Corpus
from brillig.language.reading import Reading
from brillig.language.text import Source, read_sentences


def corpus_of(data: bytes, name: str, reading: Reading | None = None, **options: Any) -> Corpus:
    """The sentences in these bytes; `name` is what refusals call them."""
    return read_sentences([Source(name, data)], reading or Reading(), **options).corpus


@dataclass(frozen=True)
class File:
    """A file, the choices it is read with, and its words with blanks between them."""

    text: str
    words: list[str]
    choices: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


QUESTION = "the ? of 1 sentence dropped; --keep-final keeps final marks"

FILES: dict[str, File] = {
    "prose": File(
        "The old man sleeps.\nA dog sees the man!\nMary sees a dog.",
        ["the old man sleeps", "a dog sees the man", "Mary sees a dog"],
        notes=["2 sentence-initial capitals folded: The, A"],
    ),
    "letters of a formal language": File("Q a x b\na X q\nq A x", ["Q a x b", "a X q", "q A x"]),
    "a log read as words": File(
        "\n".join(f"day 1{n} at 12:0{n} ok" for n in range(10)),
        [f"day 1{n} at 12:0{n} ok" for n in range(10)],
        notes=[
            "20 words with digits occur once, as 10; --tokens code and --class DATE,NUMBER,... read values "
            "as classes"
        ],
    ),
    "tags unread": File(
        "the/D cat/NOUN sleeps\nTCP/IP and/or 1/2 x",
        ["the/D cat/NOUN sleeps", "TCP/IP and/or 1/2 x"],
        notes=["2 words look tagged: the/D, cat/NOUN; --tags reads tags"],
    ),
    "prose without the lower-case form": File(
        "Dogs bark.\nCats see dogs in Rome.",
        ["dogs bark", "Cats see dogs in Rome"],
        notes=["1 sentence-initial capital folded: Dogs"],
    ),
    "prose as it is": File(
        "The old man sleeps.\nA dog sees the man!",
        ["The old man sleeps", "A dog sees the man"],
        {"case": "keep"},
    ),
    "prose all folded": File(
        "The Old STRASSE sleeps.\nMary sees Rome",
        ["the old strasse sleeps", "mary sees rome"],
        {"case": "fold"},
    ),
    "dialogue": File(
        '"No," said John.\nMary said "Stop!"\nJohn said: go.\nYes, yes, said Mary; no (never).',
        [
            '" no , " said John',
            'Mary said " Stop ! "',
            "John said : go",
            "yes , yes , said Mary ; no ( never )",
        ],
        notes=["2 sentence-initial capitals folded: No, Yes"],
    ),
    "dialogue with marks kept": File(
        '"No," said John.\nYes, said Mary', ['"No," said John', "Yes, said Mary"], {"punctuation": "keep"}
    ),
    "dialogue with marks dropped": File(
        '"No," said John.\nYes , said Mary', ["No said John", "Yes , said Mary"], {"punctuation": "drop"}
    ),
    "apostrophes": File(
        "the dogs' bones aren't here\nhe said 'no' to Mr. Smith, e.g.\nit costs 1,000.50 at 10:30",
        ["the dogs' bones aren't here", "he said ' no ' to Mr. Smith , e.g.", "it costs 1,000.50 at 10:30"],
    ),
    "typographic quotes": File(
        "\u201cNo,\u201d said John\n\u201eNein\u201c, sagte er\n\u00abNon\u00bb, dit-il\n"
        "\u00bfD\u00f3nde est\u00e1 Ana?",
        [
            "\u201c No , \u201d said John",
            "\u201e Nein \u201c , sagte er",
            "\u00ab Non \u00bb , dit-il",
            "D\u00f3nde est\u00e1 Ana",
        ],
        notes=[QUESTION],
    ),
    "german": File(
        "Der Hund schl\u00e4ft.\nDas Kind sieht den Hund.\ndas Kind schl\u00e4ft",
        ["Der Hund schl\u00e4ft", "das Kind sieht den Hund", "das Kind schl\u00e4ft"],
        notes=["1 sentence-initial capital folded: Das"],
    ),
    "decomposed": File(
        unicodedata.normalize("NFD", "caf\u00e9 ouvert\nun caf\u00e9"), ["caf\u00e9 ouvert", "un caf\u00e9"]
    ),
    "invisible": File(
        "the\u200b cat\ufeff sleeps\nthe cat sl\u00adeeps",
        ["the cat sleeps", "the cat sleeps"],
        notes=["3 invisible characters dropped (zero-width, soft hyphen)"],
    ),
    "swahili": File(
        "m-toto a-na-lala\nwa-tu wa-na-soma vi-tabu\nki-ti ki-me-anguka\nki-tabu ki-me-anguka",
        [
            "m- toto a- na- lala",
            "wa- tu wa- na- soma vi- tabu",
            "ki- ti ki- me- anguka",
            "ki- tabu ki- me- anguka",
        ],
        {"tokens": "morphemes"},
    ),
    "suffixes and clitics": File(
        "dog-s bark-ed\nl=homme do-ing it\ncat-s walk-ing",
        ["dog -s bark -ed", "l= homme do -ing it", "cat -s walk -ing"],
        {"tokens": "morphemes"},
    ),
    "json": File(
        '{"a": 1, "b c": [2]}\n{ }', ['{ "a" : 1 , "b\u2423c" : [ 2 ] }', "{ }"], {"tokens": "code"}
    ),
    "json in words": File('{ "a" : 1 }\n{"b":{"a":2}}', ['{ " a " : 1 }', '{ " b " : { " a " : 2 } }']),
    "arithmetic": File(
        "1+2\nx*(y+1)\n(x)\nx1 <= 3.5e2 && !y",
        ["1 + 2", "x * ( y + 1 )", "( x )", "x1 <= 3.5e2 && ! y"],
        {"tokens": "code"},
    ),
    "classes": File(
        "select name from t where id=3 and n='bob smith'\nx = 0x1F + 2.5",
        ["select name from t where id = NUMBER and n = STRING", "x = NUMBER + NUMBER"],
        {"tokens": "code", "classes": ("NUMBER", "STRING")},
    ),
    "log": File(
        "[INFO] user alice logged in\n[WARN] disk sda is full (95%)",
        ["[ INFO ] user alice logged in", "[ WARN ] disk sda is full ( 95% )"],
    ),
    "transcript": File(
        "ANN: Are you here?\nBEN: Yes.\nStop!\nYes.\nHere we are",
        ["ANN : Are you here", "BEN : Yes", "here we are"],
        notes=[
            "1 sentence-initial capital folded: Here",
            "2 lines of one word set aside: line 3 'Stop', line 4 'Yes'",
            QUESTION,
        ],
    ),
    "characters": File("ab ba\ncafe\u0301", ["a b b a", "c a f \u00e9"], {"tokens": "characters"}),
    "expression": File("a1b22\nc3", ["a 1 b 22", "c 3"], {"tokens": "[a-z]|[0-9]+"}),
    "hashtags": File("# no sentence\n\\#one is here\nthe #two", ["#one is here", "the #two"]),
    "all lines": File(
        "# no comment\n*x is it", ["# no comment", "*x is it"], {"comments": False, "stars": False}
    ),
    "final marks": File("a b.\na b ?\na b..", ["a b.", "a b ?", "a b.."], {"keep_final": True}),
}

# Files of the same kinds with other difficulties.
FILES |= {
    "contractions": File(
        "Don't touch the dog's bowl!\nI don\u2019t know O'Brien's brother.\nI don't mind\n'tis the '90s",
        [
            "don't touch the dog's bowl",
            "I don't know O'Brien's brother",
            "I don't mind",
            "'tis the '90s",
        ],
        notes=["1 word with \u2019 read like the same with '", "1 sentence-initial capital folded: Don't"],
    ),
    "french": File(
        "L'ami d'Anne dort.\nl'ami n'est pas l\u00e0\n"
        "Aujourd\u2019hui, l\u2019homme dit: \u00ab Non ! \u00bb",
        [
            "l'ami d'Anne dort",
            "l'ami n'est pas l\u00e0",
            "Aujourd\u2019hui , l\u2019homme dit : \u00ab Non ! \u00bb",
        ],
        notes=["1 sentence-initial capital folded: L'ami"],
    ),
    "german quotes and ordinals": File(
        "Er sagte: \u00bbNein!\u00ab\n\u201eKomm her\u201c, sagte er.\nDie 3. Klasse ist da.\nz.B. der Hund",
        [
            "er sagte : \u00bb Nein ! \u00ab",
            "\u201e Komm her \u201c , sagte er",
            "Die 3. Klasse ist da",
            "z.B. der Hund",
        ],
        notes=["1 sentence-initial capital folded: Er"],
    ),
    "ellipses": File(
        "Well... I know.\nWait\u2026 what?\nhe ran ... away\nAnd then...",
        ["Well ... I know", "Wait \u2026 what", "he ran ... away", "And then ..."],
        notes=[QUESTION],
    ),
    "hyphens and dashes": File(
        "a well-known man\nthe man - my friend - sleeps\nthe man\u2014my friend\u2014sleeps\n"
        "he came--she left\npages 3\u20135 and -5",
        [
            "a well-known man",
            "the man - my friend - sleeps",
            "the man \u2014 my friend \u2014 sleeps",
            "he came -- she left",
            "pages 3\u20135 and -5",
        ],
    ),
    "emoji": File(
        "I love it\U0001f600!\nthe \U0001f469\u200d\U0001f467 family\nso nice :-)\nI \u2764\ufe0f you",
        [
            "I love it \U0001f600",
            "the \U0001f469\u200d\U0001f467 family",
            "so nice :-)",
            "I \u2764\ufe0f you",
        ],
    ),
    "numbers": File(
        "pi is 3.14.\nit costs $3.50, or 2,50 \u20ac\n1,000,000 people (50%)\n3 x 4 = 12",
        ["pi is 3.14", "it costs $3.50 , or 2,50 \u20ac", "1,000,000 people ( 50% )", "3 x 4 = 12"],
    ),
    "addresses": File(
        "see https://example.com/a?b=1, now\nmail me@x.org.\n(see http://a.b/c_(d))",
        ["see https://example.com/a?b=1 , now", "mail me@x.org", "( see http://a.b/c_(d) )"],
    ),
    "times": File(
        "the train leaves at 12:30.\nat 9:05, he came\n2024-05-01 12:30:05 started",
        ["the train leaves at 12:30", "at 9:05 , he came", "2024-05-01 12:30:05 started"],
    ),
    "abbreviations": File(
        "Mr. Smith met Dr. Jones.\nthe U.S. army\nhe lives in the U.S.\nsee e.g. this, etc.",
        ["Mr. Smith met Dr. Jones", "the U.S. army", "he lives in the U.S.", "see e.g. this , etc"],
    ),
    "several final marks": File(
        "You did what?!\nis it here??\n?!\nno!!!",
        ["You did what", "is it here"],
        notes=["2 lines of one word set aside: line 3 '?!', line 4 'no'", QUESTION],
    ),
    "spanish": File(
        "\u00bfD\u00f3nde est\u00e1 Ana?\n\u00a1Hola, Ana!\nAna dijo: \u00bfd\u00f3nde?",
        ["d\u00f3nde est\u00e1 Ana", "Hola , Ana", "Ana dijo : \u00bf d\u00f3nde"],
        notes=[
            "1 sentence-initial capital folded: D\u00f3nde",
            QUESTION.replace("1 sentence", "2 sentences"),
        ],
    ),
    "records": File(
        '{"name": "Ann", "age": 3}\n{"ok":true,"v":-1.5}',
        ['{ "name" : "Ann" , "age" : 3 }', '{ "ok" : true , "v" : - 1.5 }'],
        {"tokens": "code"},
    ),
    "access log": File(
        '127.0.0.1 - - "GET /index.html HTTP/1.1" 200\nERROR(42): disk /dev/sda1 full!\nuser=bob is in',
        [
            '127.0.0.1 - - " GET /index.html HTTP/1.1 " 200',
            "ERROR(42) : disk /dev/sda1 full",
            "user=bob is in",
        ],
    ),
    "transcript with turns": File(
        "A: Hi.\nHm.\nB: Hello, you.\nA: (laughs) no\nB: I- I don't [pause] know\nmhm",
        ["A : Hi", "B : Hello , you", "A : ( laughs ) no", "B : I- I don't [ pause ] know"],
        notes=["2 lines of one word set aside: line 2 'Hm', line 6 'mhm'"],
    ),
    "speakers with stars": File(
        "*CHI: more cookie .\n*MOT: what 's that ?",
        ["*CHI : more cookie", "*MOT : what 's that"],
        {"stars": False},
        notes=[QUESTION],
    ),
    "turkish": File(
        "ev-ler-im-de kal-d\u0131-m\nev-de kal-ma-d\u0131-k\nkitap-lar-\u0131 oku-du-m",
        [
            "ev -ler -im -de kal -d\u0131 -m",
            "ev -de kal -ma -d\u0131 -k",
            "kitap -lar -\u0131 oku -du -m",
        ],
        {"tokens": "morphemes"},
    ),
    "swahili with capitals": File(
        "M-toto a-na-soma ki-tabu.\nWa-toto wa-na-soma vi-tabu.\nKi-tabu ki-me-anguka",
        ["M- toto a- na- soma ki- tabu", "wa- toto wa- na- soma vi- tabu", "ki- tabu ki- me- anguka"],
        {"tokens": "morphemes"},
        notes=["2 sentence-initial capitals folded: Wa-, Ki-"],
    ),
    "program": File(
        "f(x,y)=2^n\na[i]!=b\nif(x>=3){y=4;}\n-x+3.5",
        ["f ( x , y ) = 2 ^ n", "a [ i ] != b", "if ( x >= 3 ) { y = 4 ; }", "- x + 3.5"],
        {"tokens": "code"},
    ),
    "hashtags skipped": File(
        "#love this song\nI love #music\n@ann see this",
        ["I love #music", "@ann see this"],
        notes=["1 line skipped as a comment: line 1 '#love this song'; \\# or --no-comments reads hashtags"],
    ),
    "hashtags read": File(
        "#love this song\nI love #music", ["#love this song", "I love #music"], {"comments": False}
    ),
    "decomposed capitals": File(
        unicodedata.normalize("NFD", "\u00c9t\u00e9 ferm\u00e9\nl' \u00e9t\u00e9 est l\u00e0"),
        ["\u00e9t\u00e9 ferm\u00e9", "l' \u00e9t\u00e9 est l\u00e0"],
        notes=["1 sentence-initial capital folded: \u00c9t\u00e9"],
    ),
    "japanese": File(
        "\u79c1 \u306f \u5b66\u751f\u3002\n\u300c\u306f\u3044\u300d\u3068 \u8a00\u3063\u305f",
        [
            "\u79c1 \u306f \u5b66\u751f",
            "\u300c \u306f\u3044 \u300d \u3068 \u8a00\u3063\u305f",
        ],
    ),
    "quotes in quotes": File(
        'he said "she said \'no\' to me"\n\u2018No,\u2019 said Ann, \u2018I don\u2019t.\u2019\n"Stop!" "Go!"',
        [
            "he said \" she said ' no ' to me \"",
            "\u2018 no , \u2019 said Ann , \u2018 I don\u2019t . \u2019",
            '" Stop ! " " Go ! "',
        ],
        notes=["1 sentence-initial capital folded: No"],
    ),
    "two sentences a line": File(
        "He sleeps. She wakes.\nMr. Smith sleeps",
        ["He sleeps. She wakes", "Mr. Smith sleeps"],
        notes=[
            "1 line seems to hold several sentences: line 1 'sleeps. She'; write one per line, "
            "or use --split-sentences"
        ],
    ),
    "blanks of all kinds": File(
        "the\tcat  sleeps\u00a0well\n  the dog\u3000barks  ", ["the cat sleeps well", "the dog barks"]
    ),
}
