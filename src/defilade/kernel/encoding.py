"""How a state is written down, now and in earlier formats.

A field that has its default is not written, so that a struct can gain fields without a change to what older
games look like.  Logs of format 1 wrote most fields always; `encode_as_format_1` still can.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import repeat
from typing import Any

import msgspec

Fields = Mapping[str, tuple[str, ...]]
"""Name of a struct -> the fields that format 1 always wrote."""


def always(value: Any) -> Any:
    """A default that is written down all the same.

    msgspec leaves a field out where it holds the very object that is its default. `None`, truth values, small whole
    numbers, `""` and `()` are one object wherever they come from; other texts and fractions are not, and equal
    states would be written differently."""
    return msgspec.field(default_factory=repeat(value).__next__)


def encode_as_format_1(state: Any, fields: Fields) -> bytes:
    """A state as logs of format 1 wrote it. Fields that have come since are left out as long as they hold their
    default."""
    return msgspec.json.encode(_plain(state, fields))


def _plain(value: Any, fields: Fields) -> Any:
    if isinstance(value, msgspec.Struct):
        return _struct(value, fields)
    if isinstance(value, dict):
        return {key: _plain(one, fields) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one, fields) for one in value]
    return value


def _struct(value: msgspec.Struct, fields: Fields) -> dict[str, Any]:
    kind = type(value)
    config = kind.__struct_config__
    always_written = fields.get(kind.__name__, ())
    plain: dict[str, Any] = {}
    if config.tag_field is not None:
        plain[config.tag_field] = config.tag
    for field in _fields(kind):
        found = getattr(value, field.name)
        if field.name in always_written or not _is_default(found, field):
            plain[field.encode_name] = _plain(found, fields)
    return plain


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _is_default(found: Any, field: msgspec.structs.FieldInfo) -> bool:
    """As msgspec decides it: the same object, or an empty table."""
    if field.default_factory is msgspec.NODEFAULT:
        return found is field.default
    if field.default_factory in (list, dict, set):
        return type(found) is field.default_factory and not found
    return found is field.default_factory()
