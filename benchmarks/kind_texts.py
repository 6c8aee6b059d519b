"""Twenty-five kinds of lines that engineers have: how one is made, when one is right, how it is read."""

from __future__ import annotations

import ast
import datetime
import json
import re
import sqlite3
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random


@dataclass(frozen=True)
class Kind:
    """How a line is made, when one is right, and how it is read."""

    make: Callable[[Random], str]
    is_right: Callable[[str], bool]
    options: tuple[str, ...] = ()
    note: str = field(default="", compare=False)


def _matches(expression: str) -> Callable[[str], bool]:
    pattern = re.compile(expression)
    return lambda line: pattern.fullmatch(line) is not None


def parses(parse: Callable[[str], object]) -> Callable[[str], bool]:
    def is_right(line: str) -> bool:
        try:
            parse(line)
        except Exception:
            return False
        return True

    return is_right


# -- arithmetic, programs -----------------------------------------------------------------------------------


def arithmetic(r: Random, depth: int = 0) -> str:
    if depth > 2 or r.random() < 0.35:
        return r.choice(["x", "y", "z", str(r.randint(0, 99))])
    left, right = arithmetic(r, depth + 1), arithmetic(r, depth + 1)
    body = f"{left} {r.choice('+-*/')} {right}"
    return f"({body})" if r.random() < 0.4 else body


def imports(r: Random) -> str:
    module = ".".join(r.choice(NAMES) for _ in range(r.choice([1, 1, 2, 3])))
    if r.random() < 0.45:
        return f"import {module}" + (f" as {r.choice(NAMES)}" if r.random() < 0.3 else "")
    names = ", ".join(r.choice(NAMES) for _ in range(r.choice([1, 1, 2, 3])))
    return f"from {module} import {names}"


def returns(r: Random) -> str:
    def value(depth: int) -> str:
        kind = r.random()
        if depth > 1 or kind < 0.4:
            return r.choice(NAMES)
        if kind < 0.55:
            return str(r.randint(0, 999))
        if kind < 0.8:
            return f"{r.choice(NAMES)}({', '.join(value(depth + 1) for _ in range(r.randint(0, 2)))})"
        return f"{value(depth + 1)} {r.choice(['+', '==', 'and', 'or'])} {value(depth + 1)}"

    return f"return {value(0)}"


def s_expression(r: Random, depth: int = 0) -> str:
    if depth > 2 or r.random() < 0.3:
        return r.choice(["x", "y", str(r.randint(0, 20))])
    if r.random() < 0.25:
        return f"(if {s_expression(r, 3)} {s_expression(r, depth + 1)} {s_expression(r, depth + 1)})"
    return f"({r.choice('+*')} {s_expression(r, depth + 1)} {s_expression(r, depth + 1)})"


def is_s_expression(line: str) -> bool:
    tokens = re.findall(r"[()]|[^\s()]+", line)

    def read(at: int) -> int:
        if tokens[at] in ("x", "y") or tokens[at].isdigit():
            return at + 1
        if tokens[at] != "(":
            raise ValueError
        arity = {"if": 3, "+": 2, "*": 2}[tokens[at + 1]]
        at += 2
        for _ in range(arity):
            at = read(at)
        if tokens[at] != ")":
            raise ValueError
        return at + 1

    return bool(tokens) and read(0) == len(tokens)


def css(r: Random) -> str:
    selector = r.choice(["h1", "p", "a", ".note", ".menu", "#main"])
    rules = []
    for _ in range(r.choice([1, 1, 2, 3])):
        name = r.choice(["color", "margin", "width", "padding"])
        value = r.choice(["red", "blue"]) if name == "color" else f"{r.randint(1, 40)}px"
        rules.append(f"{name}: {value};")
    return f"{selector} {{ {' '.join(rules)} }}"


_CSS_RULE = r"(?:color:\s*(?:red|blue)|(?:margin|width|padding):\s*\d+\s?px)\s*;"
CSS = rf"(?:h1|p|a|[.]\s?note|[.]\s?menu|#\s?main)\s*\{{\s*(?:{_CSS_RULE}\s*)+\}}"


# -- data -----------------------------------------------------------------------------------------------


def json_value(r: Random, depth: int = 0) -> str:
    kind = r.random()
    if depth > 1 or kind < 0.5:
        return r.choice(["true", "false", "null", str(r.randint(0, 99)), f'"{r.choice(NAMES)}"'])
    if kind < 0.75:
        return "[" + ", ".join(json_value(r, depth + 1) for _ in range(r.randint(0, 3))) + "]"
    pairs = (f'"{r.choice(NAMES)}": {json_value(r, depth + 1)}' for _ in range(r.randint(0, 2)))
    return "{" + ", ".join(pairs) + "}"


def xml(r: Random, depth: int = 0) -> str:
    if depth > 1 or r.random() < 0.3:
        return r.choice(["<br/>", "text", "more"]) if depth else "<p>text</p>"
    tag = r.choice(["b", "i", "p"])
    inner = " ".join(xml(r, depth + 1) for _ in range(r.randint(1, 2)))
    return f"<{tag}>{inner}</{tag}>"


def csv_row(r: Random) -> str:
    price = f"{r.randint(0, 99)}.{r.randint(10, 99)}"
    return f'{r.randint(1, 9999)},"{r.choice(NAMES)}",{price},{r.choice(["yes", "no"])}'


def sql(r: Random) -> str:
    columns = r.choice(["*", ", ".join(r.sample(["id", "name", "age", "city"], r.randint(1, 3)))])
    line = f"SELECT {columns} FROM {r.choice(['users', 'orders'])}"
    if r.random() < 0.6:
        tests = [
            f"{r.choice(['id', 'age'])} {r.choice(['<', '>', '='])} {r.randint(1, 90)}"
            if r.random() < 0.6
            else f"name = '{r.choice(NAMES)}'"
            for _ in range(r.choice([1, 1, 2]))
        ]
        line += " WHERE " + f" {r.choice(['AND', 'OR'])} ".join(tests)
    if r.random() < 0.3:
        line += f" ORDER BY {r.choice(['id', 'name', 'age'])}" + r.choice(["", " DESC"])
    return line + (f" LIMIT {r.randint(1, 50)}" if r.random() < 0.25 else "")


def _sqlite() -> Callable[[str], bool]:
    database = sqlite3.connect(":memory:")
    for table in ("users", "orders"):
        database.execute(f"CREATE TABLE {table} (id, name, age, city)")
    return parses(lambda line: database.execute("EXPLAIN " + line))


# -- logs, traces, configuration -------------------------------------------------------------------------


def access_log(r: Random) -> str:
    date = f"{r.randint(10, 28)}/{r.choice(['Jan', 'Feb'])}/2024:{_time(r)}"
    verb = r.choice(["GET", "GET", "POST", "PUT"])
    path = "/" + "/".join(r.choice(["api", "users", "img", "v1"]) for _ in range(r.randint(1, 3)))
    status, size = r.choice([200, 200, 404, 500]), r.randint(10, 9999)
    return f'{_ip(r)} - - [{date}] "{verb} {path} HTTP/1.1" {status} {size}'


def _time(r: Random) -> str:
    return f"{r.randint(10, 23)}:{r.randint(10, 59)}:{r.randint(10, 59)}"


def _ip(r: Random) -> str:
    return ".".join(str(r.randint(1, 254)) for _ in range(4))


ACCESS_LOG = (
    r"\d+\.\d+\.\d+\.\d+ - - \[\d\d/(Jan|Feb)/2024:\d\d:\d\d:\d\d\] "
    r'"[^"]*" (200|404|500) \d+'
)


def syslog(r: Random) -> str:
    head = f"{r.choice(['Jan', 'Feb', 'Mar'])} {r.randint(10, 28)} {_time(r)}"
    tail = r.choice(
        [
            f"sshd[{r.randint(100, 999)}]: Accepted password for {r.choice(NAMES)} from {_ip(r)}",
            f"sshd[{r.randint(100, 999)}]: Failed password for {r.choice(NAMES)} from {_ip(r)}",
            f"cron[{r.randint(100, 999)}]: session opened for user {r.choice(NAMES)}",
            f"cron[{r.randint(100, 999)}]: session closed for user {r.choice(NAMES)}",
        ]
    )
    return f"{head} host {tail}"


SYSLOG = (
    r"(Jan|Feb|Mar) \d+ \d\d?:\d\d(:\d\d)? host (sshd\[\d+\]: (Accepted|Failed) password for \w+ from "
    r"\d+\.\d+\.\d+\.\d+|cron\[\d+\]: session (opened|closed) for user \w+)"
)


def shortstat(r: Random) -> str:
    line = f"{r.randint(2, 30)} files changed"
    if r.random() < 0.8:
        line += f", {r.randint(2, 99)} insertions(+)"
    return line + (f", {r.randint(2, 99)} deletions(-)" if r.random() < 0.6 else "")


SHORTSTAT = r"\d+ files changed(, \d+ insertions\(\+\))?(, \d+ deletions\(-\))?"


def iso_date(r: Random) -> str:
    return str(datetime.date(2000, 1, 1) + datetime.timedelta(r.randint(0, 9000)))


def date_style(r: Random) -> str:
    day, month, year = r.randint(1, 28), r.choice(["Jan", "Feb", "Oct"]), r.randint(1950, 2030)
    return r.choice([f"{day} {month} {year}", f"{month} {day}, {year}", f"{day}.{r.randint(1, 12)}.{year}"])


DATE_STYLE = r"\d+ (Jan|Feb|Oct) \d+|(Jan|Feb|Oct) \d+, \d+|\d+\.\d+\.\d+"


def order_id(r: Random) -> str:
    return f"{r.choice(['INV', 'ORD'])}-{r.randint(2019, 2024)}-{r.randint(100, 999)}{r.choice('AB')}"


def url(r: Random) -> str:
    host = f"{r.choice(['www.', ''])}{r.choice(NAMES)}.{r.choice(['org', 'com'])}"
    line = f"{r.choice(['http', 'https'])}://{host}"
    line += "".join(f"/{r.choice(NAMES)}" for _ in range(r.randint(0, 2)))
    if r.random() < 0.4:
        line += "?" + "&".join(f"{r.choice(NAMES)}={r.randint(0, 99)}" for _ in range(r.choice([1, 1, 2])))
    return line


URL = r"https?://(www\.)?\w+\.(org|com)(/\w+)*(\?\w+=\d+(&\w+=\d+)*)?"


def pipeline(r: Random) -> str:
    first = r.choice(["cat", "head", "tail"]) + f" {r.choice(['a.txt', 'b.txt', 'log'])}"
    more = ["sort", "sort -u", "wc -l", "grep error", "grep -v debug", "uniq", "uniq -c"]
    return " | ".join([first, *(r.choice(more) for _ in range(r.choice([0, 1, 1, 2, 3])))])


_FILTER = r"(?:sort(?: -u)?|wc -l|grep (?:-v )?(?:error|debug)|uniq(?: -c)?)"
PIPELINE = rf"(?:cat|head|tail) (?:a\.txt|b\.txt|log)(?: \| {_FILTER})*"


def robot(r: Random) -> str:
    def step() -> str:
        if r.random() < 0.2:
            return f"repeat {r.randint(2, 9)} times {step()}"
        return r.choice(
            [f"move {r.randint(1, 99)} steps", "turn left", "turn right", f"wait {r.randint(1, 9)} seconds"]
        )

    return " then ".join(step() for _ in range(r.choice([1, 2, 2, 3])))


_STEP = r"(?:repeat \d+ times )*(?:move \d+ steps|turn left|turn right|wait \d+ seconds)"
ROBOT = rf"{_STEP}(?: then {_STEP})*"


def smtp(r: Random) -> str:
    parts = [r.choice(["HELO", "EHLO"])]
    if r.random() < 0.4:
        parts += ["AUTH", r.choice(["ok", "ok", "denied AUTH ok"])]
    for _ in range(r.choice([1, 1, 2])):
        parts += ["MAIL", *["RCPT"] * r.choice([1, 1, 2, 3]), "DATA", r.choice(["sent", "sent", "bounced"])]
    return " ".join([*parts, "QUIT"])


SMTP = r"(?:HELO|EHLO)(?: AUTH(?: denied AUTH)* ok)?(?: MAIL(?: RCPT)+ DATA (?:sent|bounced))+ QUIT"


def version(r: Random) -> str:
    line = ".".join(str(r.randint(0, 30)) for _ in range(r.choice([2, 3, 3])))
    return line + r.choice(["", "", f"-{r.randint(1, 9)}", f"rc{r.randint(1, 4)}", f"-beta{r.randint(1, 4)}"])


VERSION = r"\d+(?:\.\d+)+(?:-\d+|rc\d+|-beta\d+)?"


def depends(r: Random) -> str:
    def one() -> str:
        bound = f" (>= {r.randint(1, 9)}.{r.randint(0, 9)})" if r.random() < 0.4 else ""
        return r.choice(["libc6", "zlib1g", "perl", "python3", "debconf", "bash"]) + bound

    def choice() -> str:
        return " | ".join(one() for _ in range(r.choice([1, 1, 1, 2])))

    return ", ".join(choice() for _ in range(r.choice([1, 2, 2, 3, 4])))


_PACKAGE = r"(?:libc6|zlib1g|perl|python3|debconf|bash)(?: \(>= \d+(?:\.\d+)?\))?"
DEPENDS = rf"{_PACKAGE}(?: \| {_PACKAGE})*(?:, {_PACKAGE}(?: \| {_PACKAGE})*)*"


def alert(r: Random) -> str:
    line = f"alert when {r.choice(['cpu', 'disk', 'memory'])} {r.choice(['>', '<'])} {r.randint(1, 99)}"
    line += f" for {r.randint(1, 60)} {r.choice(['minutes', 'seconds'])}" if r.random() < 0.5 else ""
    return line + (f" via {r.choice(['mail', 'sms'])}" if r.random() < 0.6 else "")


ALERT = r"alert when (?:cpu|disk|memory) [<>] \d+(?: for \d+ (?:minutes|seconds))?(?: via (?:mail|sms))?"


def request(r: Random) -> str:
    path = "/" + "/".join(r.choice(NAMES) for _ in range(r.randint(0, 3)))
    return f"{r.choice(['GET', 'HEAD', 'DELETE'])} {path} HTTP/{r.choice(['1.0', '1.1'])}"


REQUEST = r"(?:GET|HEAD|DELETE) /(?:\w+(?:/\w+)*/?)? HTTP/\d+\.\d+"


def cron(r: Random) -> str:
    def one(top: int) -> str:
        return r.choice(["*", str(r.randint(0, top)), f"*/{r.randint(2, 9)}"])

    times = " ".join([one(59), one(23), one(28), one(12), one(6)])
    return f"{times} {r.choice(['backup', 'cleanup', 'report'])}"


_FIELD = r"(?:\*|\d+|\*/\d+)"
CRON = rf"{_FIELD} {_FIELD} {_FIELD} {_FIELD} {_FIELD} (?:backup|cleanup|report)"


def setting(r: Random) -> str:
    name = ".".join(
        r.choice(["server", "client", "log", "cache", "size", "level"]) for _ in range(r.choice([1, 2, 2]))
    )
    value = r.choice([str(r.randint(0, 999)), "true", "false", f'"{r.choice(NAMES)}"'])
    if r.random() < 0.2:
        value = "[" + ", ".join(str(r.randint(0, 99)) for _ in range(r.randint(1, 3))) + "]"
    return f"{name} = {value}"


_KEY = r"(?:server|client|log|cache|size|level)"
SETTING = rf'{_KEY}(?:\.{_KEY})* = (?:\d+|true|false|"[^"]*"|\[\d+(?:, \d+)*\])'

_SOME = "alpha beta gamma delta kappa omega sigma theta zeta bob alice carol dave eve mallory trent walter"
_MORE = "users items orders total count index first last result value data tmp path name"
NAMES = f"{_SOME} {_MORE}".split()

CODE, NUMBER, STRING = ("--tokens", "code"), ("--class", "NUMBER"), ("--class", "NUMBER,STRING")
KINDS = {
    "arithmetic": Kind(arithmetic, parses(lambda s: ast.parse(s, mode="eval")), (*CODE, *NUMBER)),
    "imports": Kind(imports, parses(ast.parse), (*CODE, "--class", "NAME")),
    "returns": Kind(
        returns, parses(lambda s: ast.parse("def f():\n " + s)), (*CODE, "--class", "NUMBER,NAME")
    ),
    "s-expressions": Kind(s_expression, parses(lambda s: 1 / is_s_expression(s)), (*CODE, *NUMBER)),
    "css": Kind(css, _matches(CSS), (*CODE, *NUMBER, "--no-comments")),
    "json": Kind(json_value, parses(json.loads), (*CODE, *STRING)),
    "xml": Kind(xml, parses(ElementTree.fromstring), ("--tokens", r"</?\w+/?>|\w+")),
    "csv": Kind(csv_row, _matches(r'\d+,"[^"]*",\d+(\.\d+)?,(yes|no)'), (*CODE, *STRING)),
    "sql": Kind(sql, _sqlite(), (*CODE, *STRING)),
    "access-log": Kind(access_log, _matches(ACCESS_LOG), (*CODE, "--class", "NUMBER,IP,STRING")),
    "syslog": Kind(syslog, _matches(SYSLOG), (*CODE, "--class", "NUMBER,IP,TIME,NAME")),
    "shortstat": Kind(shortstat, _matches(SHORTSTAT), (*CODE, *NUMBER)),
    "iso-dates": Kind(iso_date, parses(datetime.date.fromisoformat), ("--tokens", "characters")),
    "date-styles": Kind(date_style, _matches(DATE_STYLE), ("--class", "NUMBER,DATE")),
    "order-ids": Kind(order_id, _matches(r"(INV|ORD)-\d{4}-\d{3}[AB]"), ("--tokens", "characters")),
    "urls": Kind(url, _matches(URL), (*CODE, "--class", "NUMBER,NAME")),
    "pipelines": Kind(pipeline, _matches(PIPELINE)),
    "robot": Kind(robot, _matches(ROBOT), NUMBER),
    "smtp": Kind(smtp, _matches(SMTP)),
    "versions": Kind(version, _matches(VERSION), ("--tokens", r"\d+|[a-z]+|.", *NUMBER)),
    "depends": Kind(depends, _matches(DEPENDS), (*CODE, *NUMBER)),
    "alerts": Kind(alert, _matches(ALERT), (*CODE, *NUMBER)),
    "requests": Kind(request, _matches(REQUEST), (*CODE, "--class", "NUMBER,NAME")),
    "cron": Kind(cron, _matches(CRON), (*CODE, *NUMBER, "--no-stars")),
    "settings": Kind(setting, _matches(SETTING), (*CODE, *STRING)),
}
