"""What a state is written down with can grow: a field that holds its default is not written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import msgspec
import pytest
from msgspec import inspect as shape

from defilade.kernel import Choice, Frame, Position
from defilade.kernel.encoding import encode_as_format_1
from defilade.systems import SYSTEMS, find_system

SINGLE = (None, True, False, "", ())
"""Values that are one object wherever they come from, small whole numbers besides."""


def parts_of(info: Any) -> Iterator[Any]:
    for name in ("type", "item_type", "key_type", "value_type"):
        if isinstance(found := getattr(info, name, None), shape.Type):
            yield found
    for name in ("types", "item_types"):
        yield from getattr(info, name, ())


def structs_of(*kinds: type) -> dict[type[msgspec.Struct], Any]:
    """Every struct that a value of these types can hold, at any depth."""
    found: dict[type[msgspec.Struct], Any] = {}
    todo = [shape.type_info(kind) for kind in kinds]
    while todo:
        info = todo.pop()
        if isinstance(info, shape.StructType):
            if info.cls in found:
                continue
            found[info.cls] = info
            todo += [field.type for field in info.fields]
        todo += parts_of(info)
    return found


def in_a_state(system_id: str) -> dict[type[msgspec.Struct], Any]:
    system = find_system(system_id)
    return structs_of(system.state_type(), *system.procedures.by_type)


def badly_defaulted(info: Any) -> Iterator[str]:
    """Fields that are written or not without regard to their value."""
    for field in info.fields:
        if field.default_factory is not msgspec.NODEFAULT:
            always = type(field.default_factory) is type(repeat(0).__next__)
            if field.default_factory not in (list, dict) and not always:
                yield field.name
        elif field.default is not msgspec.NODEFAULT:
            small = type(field.default) is int and -5 <= field.default <= 256
            if not small and not any(field.default is one for one in SINGLE):
                yield field.name


def complaints(kinds: dict[type[msgspec.Struct], Any]) -> list[str]:
    return [
        *(
            f"{kind.__name__} writes its defaults"
            for kind in kinds
            if not kind.__struct_config__.omit_defaults
        ),
        *(f"{kind.__name__}.{name}" for kind, info in kinds.items() for name in badly_defaulted(info)),
    ]


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_everything_in_a_state_leaves_out_its_defaults(system_id):
    kinds = in_a_state(system_id)
    assert len(kinds) > 40, "the walk goes through all of it"
    assert not complaints(kinds)


class Deep(msgspec.Struct):
    number: int = 0


class Text(msgspec.Struct, omit_defaults=True):
    stage: str = "begin"
    share: float = 0.5
    table: dict[str, tuple[Deep | None, ...]] = msgspec.field(default_factory=lambda: {"a": ()})
    right: tuple[str, ...] = ()


def test_the_walk_finds_what_is_wrong():
    assert sorted(complaints(structs_of(Text))) == [
        "Deep writes its defaults",
        "Text.share",
        "Text.stage",
        "Text.table",
    ]


def grown(kind: type[Any]) -> type[Any]:
    """The same struct with one more field of each usual sort."""
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        [
            ("of_late", str, ""),
            ("late_count", int, 3),
            ("late_table", dict[str, int], msgspec.field(default_factory=dict)),
            ("late_list", tuple[str, ...], ()),
        ],
        bases=(kind,),
        omit_defaults=config.omit_defaults,
        frozen=config.frozen,
    )


def with_more_fields(value: Any) -> Any:
    """A copy of a value in which every struct has more fields than the program knows."""
    if isinstance(value, msgspec.Struct):
        given = {name: with_more_fields(getattr(value, name)) for name in value.__struct_fields__}
        return grown(type(value))(**given)
    if isinstance(value, dict):
        return {key: with_more_fields(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_more_fields(one) for one in value]
    if isinstance(value, tuple) and value:
        return tuple(with_more_fields(one) for one in value)
    return value


def begun(scenario: str, system_id: str, steps: int) -> Position[Any]:
    position, _ = find_system(system_id).begin(scenario, {})
    for _ in range(steps):
        moment = position.pending
        if not isinstance(moment, Choice):
            break
        position.advance(moment.options[-1])
    return position


@pytest.mark.parametrize(("system_id", "scenario"), [("sk1", "S1"), ("upfront", "UF-E")])
def test_a_field_more_changes_no_digest(system_id, scenario):
    position = begun(scenario, system_id, 12)
    bigger = with_more_fields(position.state)
    assert type(bigger) is not type(position.state)
    assert all("of_late" in type(unit).__struct_fields__ for unit in bigger.units.values())
    assert all("of_late" in type(frame).__struct_fields__ for frame in bigger.stack)
    system = position.system
    assert Position(system, bigger).digest() == position.digest()
    assert system.encode(bigger) == system.encode(position.state)


@pytest.mark.parametrize(("system_id", "scenario"), [("sk1", "S1"), ("upfront", "UF-E")])
def test_nor_one_of_the_old_format(system_id, scenario):
    position = begun(scenario, system_id, 12)
    fields = position.system.fields_of_format_1()
    assert encode_as_format_1(with_more_fields(position.state), fields) == encode_as_format_1(
        position.state, fields
    )


def test_a_frame_that_grows_reads_old_states():
    class Waiting(Frame):
        side: str

    old = msgspec.json.encode(Waiting("red"))

    class Later(Frame, tag="waiting"):
        side: str
        patience: int = 3

    assert msgspec.json.decode(old, type=Later) == Later("red", 3)
    assert msgspec.json.encode(Later("red")) == old
