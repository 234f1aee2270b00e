"""The messages as TypeScript: `python -m defilade.server.schema > web/src/generated/protocol.ts`.

The same messages always give the same text, so that a stale file is found by comparing.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect as shape

from defilade.rules import presentation
from defilade.server import protocol
from defilade.server.book_protocol import BOOK_TYPES
from defilade.server.campaign_protocol import CAMPAIGN_TYPES
from defilade.server.design_protocol import DESIGN_TYPES
from defilade.server.people_protocol import PEOPLE_TYPES
from defilade.server.reckoning_protocol import RECKONING_TYPES
from defilade.systems.campaigns import Wished

HEADER = """\
// Generated from the server's messages by `python -m defilade.server.schema`. Do not edit.
/* eslint-disable */
"""

UNIONS: tuple[tuple[str, Any], ...] = (
    ("Scene", presentation.Scene),
    ("ServerMessage", protocol.ServerMessage),
    ("ClientMessage", protocol.ClientMessage),
)
CLOSE_CODES = tuple(name for name in vars(protocol) if name.startswith("CLOSE_"))


class UnknownShape(TypeError):
    """A type that has no TypeScript form here."""


def typescript() -> str:
    """All message types as one TypeScript module."""
    wanted = [
        *protocol.REST_TYPES,
        *BOOK_TYPES,
        *RECKONING_TYPES,
        *CAMPAIGN_TYPES,
        *DESIGN_TYPES,
        *PEOPLE_TYPES,
        *(union for _, union in UNIONS),
    ]
    writer = _Writer()
    for info in shape.multi_type_info(wanted):
        writer.expression(info)
    parts = [HEADER]
    parts += [writer.written[name] for name in sorted(writer.written)]
    parts += [_union(name, union) for name, union in UNIONS]
    parts += [f"export const {name} = {getattr(protocol, name)};\n" for name in CLOSE_CODES]
    return "\n".join(parts)


def _union(name: str, union: Any) -> str:
    members = " | ".join(member.__name__ for member in union.__args__)
    return f"export type {name} = {members};\n"


class _Writer:
    """Turns type infos into TypeScript, writing down every struct that it meets."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def expression(self, info: shape.Type) -> str:
        """The TypeScript for one type."""
        match info:
            case shape.Metadata():
                return self.expression(info.type)
            case shape.StrType():
                return "string"
            case shape.BoolType():
                return "boolean"
            case shape.IntType() | shape.FloatType():
                return "number"
            case shape.NoneType():
                return "null"
            case shape.LiteralType():
                return " | ".join(msgspec.json.encode(value).decode() for value in info.values)
            case shape.UnionType():
                return " | ".join(self._union_members(info.types))
            case shape.ListType() | shape.VarTupleType() | shape.SetType():
                return f"readonly {self._item(info.item_type)}[]"
            case shape.TupleType():
                return f"readonly [{', '.join(self.expression(one) for one in info.item_types)}]"
            case shape.DictType():
                return f"Readonly<Record<string, {self.expression(info.value_type)}>>"
            case shape.StructType():
                return self._struct(info)
        raise UnknownShape(f"{type(info).__name__} has no TypeScript form")

    def _item(self, info: shape.Type) -> str:
        text = self.expression(info)
        return f"({text})" if " " in text else text

    def _union_members(self, types: Iterable[shape.Type]) -> list[str]:
        """Members in order, null last."""
        members = [self.expression(one) for one in types]
        return sorted(dict.fromkeys(members), key=lambda text: text == "null")

    def _struct(self, info: shape.StructType) -> str:
        name = info.cls.__name__
        if name not in self.written:
            self.written[name] = ""
            self.written[name] = self._interface(info)
        return name

    def _interface(self, info: shape.StructType) -> str:
        comes_in = issubclass(info.cls, Wished)
        lines = [f"export interface {info.cls.__name__} {{"]
        if info.tag_field is not None:
            lines.append(f"  readonly {info.tag_field}: {msgspec.json.encode(info.tag).decode()};")
        for field in info.fields:
            optional = "?" if comes_in and not field.required else ""
            lines.append(f"  readonly {field.encode_name}{optional}: {self.expression(field.type)};")
        lines.append("}\n")
        return "\n".join([*_comment(info.cls), *lines])


def _comment(cls: type) -> list[str]:
    """The struct's own description."""
    text = cls.__dict__.get("__doc__")
    if not text:
        return []
    lines = inspect.cleandoc(text).splitlines()
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


if __name__ == "__main__":
    sys.stdout.write(typescript())
