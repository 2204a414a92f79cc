"""Mutation operators: every small change of a Python source that a test should notice.

A mutant replaces a part of the text by another, so the layout around it is kept.  Annotations, texts, module-level
`__name__` and TYPE_CHECKING tests, calls that only compile, lines of the log, and what `strict=` of a `zip` says are
left alone.
"""

import ast
import io
import tokenize
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
               "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",)}
ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "//": ("*",), "%": ("//",), "**": ("*",),
              "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",)}
ASSIGNMENTS = {f"{sign}=": tuple(f"{other}=" for other in others) for sign, others in ARITHMETIC.items()}
JUNCTIONS = {"and": ("or",), "or": ("and",)}
COMPILING = {"compile_rules"}           # without it a module runs as before, only slower


class Change(NamedTuple):
    """A mutant: characters `start` to `end` of a source become `new`."""

    operator: str
    line: int
    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        return text[:self.start] + self.new + text[self.end:]


def find_changes(text: str) -> list[Change]:
    """Return every mutant of a source, in order of position.

    `is_sound` tells which of them are other valid programs.
    """
    found = _Changes(text).find_in(ast.parse(text))
    return sorted(found, key=lambda change: (change.start, change.end, change.new))


def is_sound(change: Change, text: str) -> bool:
    """Return whether the changed source is a valid program, and another one."""
    try:
        after = ast.parse(change.apply(text))
        compile(after, "mutant", "exec")
    except SyntaxError:
        return False
    return ast.dump(after) != ast.dump(ast.parse(text))


class _Changes:
    """Walks a tree and knows where its nodes stand in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.rows = text.splitlines(keepends=True)
        self.words = [(self.lines[one.start[0] - 1] + one.start[1], one.string)
                      for one in tokenize.generate_tokens(io.StringIO(text).readline)
                      if one.type in (tokenize.OP, tokenize.NAME)]

    def find_in(self, node: ast.AST) -> Iterator[Change]:
        """The changes of a node and of all below it."""
        if isinstance(node, ast.If) and _is_of_the_file(node.test) or _is_log_line(node):
            return
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return
        yield from getattr(self, f"_{type(node).__name__}", lambda node: ())(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "type_comment", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _is_text(child):
                    yield from self.find_in(child)

    # What a change is.

    def _offset(self, line: int, column: int) -> int:
        """From a tree's position, which counts bytes."""
        row = self.rows[line - 1] if line <= len(self.rows) else ""
        return self.lines[line - 1] + len(row.encode()[:column].decode())

    def _start_offset(self, node: ast.expr | ast.stmt) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end_offset(self, node: ast.expr | ast.stmt) -> int:
        return self._offset(node.end_lineno or 0, node.end_col_offset or 0)

    def _replace_node(self, operator: str, node: ast.expr | ast.stmt, new: str) -> Change:
        return Change(operator, node.lineno, self._start_offset(node), self._end_offset(node), new)

    def _replace_operator(self, operator: str, left: ast.expr, right: ast.expr, signs: Mapping[str, tuple[str, ...]]
                 ) -> Iterator[Change]:
        """Other signs for the one between two operands."""
        begin, end = self._end_offset(left), self._start_offset(right)
        first, last = bisect_left(self.words, (begin, "")), bisect_left(self.words, (end, ""))
        words = [(at, word) for at, word in self.words[first:last] if word not in "()"]
        if words:
            sign, (at, word) = " ".join(word for _, word in words), words[-1]
            for other in signs.get(sign, ()):
                line = self.text.count("\n", 0, words[0][0]) + 1
                yield Change(operator, line, words[0][0], at + len(word), other)

    def _negate_condition(self, node: ast.expr) -> Iterator[Change]:
        """A condition that is no comparison, whose own changes say more, and no constant."""
        simple = isinstance(node, ast.Compare) and len(node.ops) == 1
        if not simple and not isinstance(node, ast.Constant | ast.UnaryOp):
            text = self.text[self._start_offset(node):self._end_offset(node)]
            yield self._replace_node("negate", node, f"(not ({text}))")

    def _drop_statement(self, node: ast.stmt) -> Iterator[Change]:
        yield self._replace_node("drop", node, "pass")

    # By kinds of nodes.

    def _Compare(self, node: ast.Compare) -> Iterator[Change]:
        for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
            yield from self._replace_operator("compare", left, right, COMPARISONS)

    def _BinOp(self, node: ast.BinOp) -> Iterator[Change]:
        if not _is_text(node.left) and not _is_text(node.right):
            yield from self._replace_operator("calculate", node.left, node.right, ARITHMETIC)

    def _BoolOp(self, node: ast.BoolOp) -> Iterator[Change]:
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from self._replace_operator("and/or", left, right, JUNCTIONS)

    def _UnaryOp(self, node: ast.UnaryOp) -> Iterator[Change]:
        if isinstance(node.op, ast.Not):
            yield Change("negate", node.lineno, self._start_offset(node), self._start_offset(node.operand), "")
        elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            yield Change("calculate", node.lineno, self._start_offset(node), self._start_offset(node.operand), "")

    def _Constant(self, node: ast.Constant) -> Iterator[Change]:
        if isinstance(node.value, bool):
            yield self._replace_node("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            yield self._replace_node("constant", node, str(node.value + 1))
            if node.value:
                yield self._replace_node("constant", node, str(node.value - 1))
        elif isinstance(node.value, float) and node.value in (0.0, 1.0):        # others are tuned, not reasoned
            yield self._replace_node("constant", node, str(1.0 - node.value))

    def _If(self, node: ast.If) -> Iterator[Change]:
        yield from self._negate_condition(node.test)

    def _While(self, node: ast.While) -> Iterator[Change]:
        yield from self._negate_condition(node.test)

    def _IfExp(self, node: ast.IfExp) -> Iterator[Change]:
        yield from self._negate_condition(node.test)

    def _comprehension(self, node: ast.comprehension) -> Iterator[Change]:
        for one in node.ifs:
            yield from self._negate_condition(one)

    def _Return(self, node: ast.Return) -> Iterator[Change]:
        if node.value is None:
            yield from self._drop_statement(node)
        elif not (isinstance(node.value, ast.Constant) and (node.value.value is None or node.value.value in (0, 1))):
            yield self._replace_node("return", node.value, "None")

    def _Expr(self, node: ast.Expr) -> Iterator[Change]:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and not (isinstance(call.func, ast.Name) and call.func.id in COMPILING):
            yield from self._drop_statement(node)

    def _Assign(self, node: ast.Assign) -> Iterator[Change]:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            yield from self._drop_statement(node)

    def _AugAssign(self, node: ast.AugAssign) -> Iterator[Change]:
        yield from self._replace_operator("calculate", node.target, node.value, ASSIGNMENTS)
        yield from self._drop_statement(node)

    def _Raise(self, node: ast.Raise) -> Iterator[Change]:
        yield from self._drop_statement(node)

    def _Delete(self, node: ast.Delete) -> Iterator[Change]:
        yield from self._drop_statement(node)

    def _Break(self, node: ast.Break) -> Iterator[Change]:
        yield from self._drop_statement(node)

    def _Continue(self, node: ast.Continue) -> Iterator[Change]:
        yield from self._drop_statement(node)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _is_of_the_file(test: ast.expr) -> bool:
    """Does a condition ask whether the file is a program, or whether types are checked?"""
    names = {one.id for one in ast.walk(test) if isinstance(one, ast.Name)}
    return bool(names & {"__name__", "TYPE_CHECKING"})


def _is_log_line(node: ast.AST) -> bool:
    """Does a statement only write a line to the log?"""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(
        call.func.value, ast.Name) and call.func.value.id == "log"
