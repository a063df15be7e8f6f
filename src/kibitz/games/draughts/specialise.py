"""Writes the kernel's source again for one rule set: literals for its names, no dead code, loops unrolled.

Each function is turned by plain constant folding, so what comes out means exactly what kernel.py means
with those values. It is written for plain Python or for numba; the latter may be for wide boards, whose
bitboards are 128-bit integers (wide.py).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from kibitz.core.kernels import one_writer

Target: TypeAlias = Literal["plain", "narrow", "wide"]
Value: TypeAlias = bool | int | tuple[int, ...] | tuple[tuple[int, ...], ...]

_KERNEL = Path(__file__).with_name("kernel.py")
_PRIMITIVES = {"go", "put", "get", "popcount"}
MASKS = ("NONE", "ONE", "BOARD", "TOP", "BOTTOM", "ROAD")
"""Names whose values are bitboards."""


@lru_cache(maxsize=1)
def source() -> str:
    """The kernel's source."""
    return _KERNEL.read_text(encoding="utf-8")


def specialise(
    values: Mapping[str, Value], target: Target, *, without: Collection[str] = (), also: str = ""
) -> str:
    """The kernel's functions for these values; names that are not given keep the kernel's own.

    `also` is the source of further templates, written behind the kernel.
    """
    with one_writer:
        return _specialised(values, target, without, also)


def _specialised(values: Mapping[str, Value], target: Target, without: Collection[str], also: str) -> str:
    tree = ast.parse(source() + also)
    known = {**_defaults(tree), **values}
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name not in _PRIMITIVES]
    folder = _Folder(known, target, {function.name for function in found})
    written = [
        ast.unparse(ast.fix_missing_locations(folder.function(function)))
        for function in found
        if function.name not in without
    ]
    return "\n\n\n".join(written) + "\n"


def _defaults(tree: ast.Module) -> dict[str, Value]:
    """What the kernel itself assigns to the names in capitals."""
    found: dict[str, Value] = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id.isupper():
            found[node.target.id] = _constant(node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = _constant(node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = [name.id for name in node.targets[0].elts if isinstance(name, ast.Name)]
            found.update(zip(names, _constant(node.value), strict=True))  # type: ignore[arg-type]  # a tuple
    return found


def _constant(node: ast.expr | None) -> Value:
    assert node is not None
    value: Value = eval(compile(ast.Expression(node), "kernel", "eval"), {"__builtins__": {}})
    return value


class _Folder(ast.NodeTransformer):
    """Folds what the values decide."""

    def __init__(self, values: Mapping[str, Value], target: Target, functions: set[str]) -> None:
        self.values, self.target, self.functions = dict(values), target, functions

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function without docstring and annotations, folded."""
        node.body, node.returns = node.body[1:], None
        for argument in node.args.args:
            argument.annotation = None
        folded = self.visit(node)
        assert isinstance(folded, ast.FunctionDef)
        return folded

    def visit_Name(self, node: ast.Name) -> ast.expr:  # named by ast
        if node.id not in self.values or not isinstance(node.ctx, ast.Load):
            return node
        value = self.values[node.id]
        if self.target == "wide" and node.id in MASKS and isinstance(value, int):
            return _wide(value)
        return _literal(value)

    def visit_For(self, node: ast.For) -> ast.For | list[ast.stmt]:
        node.iter = self.visit(node.iter)
        if not (isinstance(node.iter, ast.Tuple) and isinstance(node.target, ast.Name)):
            self.generic_visit(node)
            return node
        unrolled: list[ast.stmt] = []
        for step in ast.literal_eval(node.iter):
            self.values[node.target.id] = step
            unrolled += self._body(node.body)
        self.values.pop(node.target.id, None)
        return unrolled

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return self._body(node.body if node.test.value else node.orelse)
        node.body, node.orelse = self._body(node.body) or [ast.Pass()], self._body(node.orelse)
        return node

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        done: list[ast.stmt] = []
        for statement in body:
            turned = self.visit(copy.deepcopy(statement))
            done += turned if isinstance(turned, list) else [turned]
        return done

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return _as_expr(self.visit(node.body if node.test.value else node.orelse))
        self.generic_visit(node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        decides = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for part in map(self.visit, node.values):
            if not isinstance(part, ast.Constant):
                left.append(part)
            elif bool(part.value) == decides:
                return ast.Constant(decides)
        if not left:
            return ast.Constant(not decides)
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        parts = [node.left, *node.comparators]
        if all(isinstance(part, ast.Constant | ast.Tuple | ast.UnaryOp) for part in parts):
            return _folded(node)
        match node:  # `True == down` is `down`
            case ast.Compare(ast.Constant(bool(truth)), [ast.Eq()], [ast.Name() as name]):
                return name if truth else ast.UnaryOp(ast.Not(), name)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Tuple(items), ast.Constant(int(place))):
                return items[place]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        both = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        return _folded(node) if both else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return _folded(node) if isinstance(node.operand, ast.Constant) else node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        match node.value:  # where routes are kept, a move without capture is listed as it will be shown
            case ast.Call(ast.Name("note"), [buffer, _, origin, to, ast.Constant(0), _]) if self.values[
                "ROUTES"
            ]:
                step = ast.Subscript(
                    ast.Name("step", ast.Load()), ast.Tuple([origin, to], ast.Load()), ast.Load()
                )
                return ast.Expr(ast.Call(ast.Attribute(buffer, "append", ast.Load()), [step], []))
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        self.generic_visit(node)
        match node.value:
            case ast.Call(ast.Name("put"), [buffer, place, bits]) if self.target != "wide":
                return ast.Assign([ast.Subscript(buffer, place, ast.Store())], bits)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("go"), [bits, shift]):
                steps = int(ast.literal_eval(shift))
                return ast.BinOp(bits, ast.LShift() if steps > 0 else ast.RShift(), ast.Constant(abs(steps)))
            case ast.Call(ast.Name("get"), [buffer, place]) if self.target != "wide":
                return ast.Subscript(buffer, place, ast.Load())
            case ast.Call(ast.Name("popcount"), [bits]) if self.target == "plain":
                return ast.Call(ast.Attribute(bits, "bit_count", ast.Load()), [], [])
            case ast.Call(ast.Name(name), arguments) if self.target != "plain" and name in self.functions:
                node.args = [_typed(argument) for argument in arguments]
        return node


def _folded(node: ast.expr) -> ast.expr:
    return _literal(_constant(ast.fix_missing_locations(ast.Expression(node)).body))


def _literal(value: Value) -> ast.expr:
    if isinstance(value, tuple):
        return ast.Tuple([_literal(item) for item in value], ast.Load())
    return ast.Constant(value)


def _wide(value: int) -> ast.expr:
    """A 128-bit constant, made of two signed halves."""
    halves = [half - (1 << 64) if half >> 63 else half for half in (value >> 64, value & (1 << 64) - 1)]
    return ast.Call(ast.Name("join", ast.Load()), [ast.Constant(half) for half in halves], [])


def _typed(node: ast.expr) -> ast.expr:
    """An argument that numba does not take for a literal type.

    A recursive call with a literal makes numba compile the function once more for that very number, whatever
    its signature says; and what its cache keeps of that cannot be loaded: the second start crashes.
    """
    bare = isinstance(node, ast.Constant) and not isinstance(node.value, bool)
    return ast.Call(ast.Name("I", ast.Load()), [node], []) if bare else node


def _as_expr(node: ast.AST) -> ast.expr:
    assert isinstance(node, ast.expr)
    return node
