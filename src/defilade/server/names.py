"""Names that people give themselves: written in one way only, and not to be taken for somebody else's."""

from __future__ import annotations

import unicodedata

# Letters that look like Latin ones, by the Unicode list of confusables as far as names of people need it.
_LOOKS_LIKE = {
    **dict(zip("аеорсухіјѕһԁԛԝѡӏвнктмгзп", "aeopcyxijshdqwwlbhktmr3n", strict=True)),
    **dict(zip("αβγικνορτυχωη", "abyikvoptuxwn", strict=True)),
    **dict(zip("ıɑɡⅼℓß", "iaglls", strict=True)),
    "0": "o",
    "1": "l",
    "|": "l",
    "i": "l",
    "5": "s",
    "3": "e",
}
_TURNED = {"rn": "m", "vv": "w", "cl": "d"}
RESERVED = ("computer", "table", "spectator", "server", "admin", "operator")


def clean(name: str) -> str:
    """A name as it is kept: NFKC, without what cannot be seen, single spaces.

    >>> clean("  Anna\\u200b  Ｂ ")
    'Anna B'
    """
    text = unicodedata.normalize("NFKC", name)
    seen = "".join(" " if unicodedata.category(one)[0] == "Z" else one for one in text)
    seen = "".join(one for one in seen if unicodedata.category(one)[0] != "C")
    return " ".join(seen.split())


def skeleton(name: str) -> str:
    """What a name looks like; two that look alike have the same.

    >>> skeleton("раураl") == skeleton("PayPaI"), skeleton("Anna") == skeleton("Hanna")
    (True, False)
    """
    decomposed = unicodedata.normalize("NFKD", clean(name).casefold())
    plain = (one for one in decomposed if not unicodedata.combining(one) and one not in " .-_")
    look = "".join(_LOOKS_LIKE.get(one, one) for one in plain)
    for pair, single in _TURNED.items():
        look = look.replace(pair, single)
    return "".join(_LOOKS_LIKE.get(one, one) for one in look)


def scripts(name: str) -> set[str]:
    """The scripts whose letters a name has, as Unicode names them.

    >>> sorted(scripts("Anna Анна 5"))
    ['CYRILLIC', 'LATIN']
    """
    letters = (one for one in name if unicodedata.category(one)[0] == "L")
    return {unicodedata.name(one, "UNKNOWN").split()[0] for one in letters}


MIXED = ({"HIRAGANA", "KATAKANA", "CJK", "LATIN"}, {"HANGUL", "CJK", "LATIN"})
"""Scripts that are written together."""


def refusal(name: str) -> str:
    """Why nobody may be called so; empty where he may."""
    found = scripts(name)
    if len(found) > 1 and not any(found <= together for together in MIXED):
        return "a name is written in one script"
    if skeleton(name) in map(skeleton, RESERVED):
        return "that name is not free"
    return ""
