"""The fonts of a machine, as a browser under test finds them.

What a machine has is not ours to know, so the tests run on one that has nothing but a typeface of blocks: every sign is
a square as wide as it is high. The client brings its own letters; whatever it leaves to the machine stands out.
"""

from __future__ import annotations

import struct
from pathlib import Path

EM = 1000
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def only_blocks(folder: Path, wide: int = EM) -> dict[str, str]:
    """The environment of a machine whose one typeface is of blocks, so and so wide."""
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    (fonts / "blocks.ttf").write_bytes(blocks(wide))
    configuration = folder / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache"))
    return {"FONTCONFIG_FILE": str(configuration)}


def blocks(wide: int) -> bytes:
    """A TrueType font in which every character is the same square."""
    glyph = struct.pack(">hhhhh", 1, 0, 0, wide, EM)  # one contour, and its box
    glyph += struct.pack(">HH", 3, 0) + bytes([1] * 4)  # four points on the line, none of them short
    glyph += struct.pack(">4h", 50, wide - 100, 0, 100 - wide) + struct.pack(">4h", 0, 0, EM - 100, 0)
    glyph += b"\0" * (-len(glyph) % 4)
    head = struct.pack(">IIIIHHqq", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0)
    head += struct.pack(">hhhhHHhhh", 0, 0, wide, EM, 0, 8, 2, 1, 0)
    across = struct.pack(">IhhhHhhhhhh", 0x10000, EM, -200, 0, wide, 0, 0, wide, 1, 0, 0)
    across += struct.pack(">4hhH", 0, 0, 0, 0, 0, 2)
    most = struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    every = struct.pack(">HHHHI", 0, 1, 3, 10, 12)
    every += struct.pack(">HHIII", 13, 0, 28, 0, 1) + struct.pack(">III", 0x20, 0x1FFFF, 1)
    os2 = struct.pack(">HhHHH", 4, wide, 400, 5, 0) + struct.pack(
        ">10h", 650, 600, 0, 75, 650, 600, 0, 350, 50, 300
    )
    os2 += struct.pack(">h10s4I4sHHH", 0, bytes(10), 1, 0, 0, 0, b"TEST", 64, 0x20, 0xFFFF)
    os2 += struct.pack(">hhhHHII", EM, -200, 0, EM, 200, 1, 0) + struct.pack(">hhHHH", 500, 700, 0, 0x20, 1)
    tables = {
        b"OS/2": os2,
        b"cmap": every,
        b"glyf": glyph,
        b"head": head,
        b"hhea": across,
        b"hmtx": struct.pack(">HhHh", wide, 0, wide, 0),
        b"loca": struct.pack(">III", 0, 0, len(glyph)),
        b"maxp": most,
        b"name": _names("Blocks"),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    return _file(tables)


def _names(family: str) -> bytes:
    words = {1: family, 2: "Regular", 4: family, 6: family}
    records, text = b"", b""
    for which, word in words.items():
        written = word.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, which, len(written), len(text))
        text += written
    return struct.pack(">HHH", 0, len(words), 6 + len(records)) + records + text


def _file(tables: dict[bytes, bytes]) -> bytes:
    place = 12 + 16 * len(tables)
    directory = struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 16 * len(tables) - 128)
    body = b""
    for tag, table in sorted(tables.items()):
        padded = table + b"\0" * (-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += struct.pack(">4sIII", tag, total, place + len(body), len(table))
        body += padded
    return directory + body
