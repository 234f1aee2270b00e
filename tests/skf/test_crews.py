"""Crews, the third kind of MMC (SKF:1.2.2)."""

from __future__ import annotations

import pytest

from defilade.rules.content_files import ContentError, ContentFile, ContentFiles
from defilade.rules.counter_sheets import load_counters
from defilade.rules.sk import elr, stacking
from defilade.tactics.units import CREW
from sk.places import line
from skf.situation import Situation, full_kit

CREWS = ("ger-228-crew", "rus-228-crew", "usa-227-crew", "bri-228-crew")


@pytest.mark.rule("SKF:1.2.2-a")
@pytest.mark.parametrize("crew", CREWS)
def test_crews_are_elite_and_can_rally_by_themselves(crew: str) -> None:
    counter = full_kit().library.counters[crew]
    assert (counter.kind, counter.cls, counter.boxed) == (CREW, "E", True)


@pytest.mark.rule("SKF:1.2.2-a")
def test_a_crew_that_is_not_elite_is_refused() -> None:
    file = ContentFiles().read("skf/counters.yaml")
    worse = ContentFile(file.name, file.text.replace("boxed: true, class: E", 'boxed: true, class: "1"'))
    with pytest.raises(ContentError, match="crews are elite"):
        load_counters([ContentFiles().read("sk/counters.yaml"), worse])


@pytest.mark.rule("SKF:1.2.2-b")
def test_two_crews_are_a_squad_in_size() -> None:
    units = [{"id": f"c{n}", "type": "ger-228-crew", "hex": "F3"} for n in range(6)]
    s = Situation("z", "MPh", "german", [*units, {"id": "r", "type": "rus-447", "hex": "GG10"}])
    here = s.g.side_in("zF3", "german")
    assert stacking.squad_equivalents(here) == 6, "in half-squads"
    assert stacking.refusal(s.g, "german", "zF3", ()) is None
    half = Situation("z", "MPh", "german", [*units, {"id": "h", "type": "ger-247", "hex": "F4"}]).unit("h")
    assert stacking.refusal(s.g, "german", "zF3", [half]) is not None


@pytest.mark.rule("SKF:3.2.3-f")
def test_casualty_reduction_eliminates_a_crew() -> None:
    here, there = line(3)
    firers = [{"id": f"g{n}", "type": "ger-468", "hex": here} for n in (1, 2, 3)]
    units = [*firers, {"id": "lead", "type": "ger-8-0", "hex": here}]
    s = Situation("y", "PFPh", "german", [*units, {"id": "r", "type": "rus-228-crew", "hex": there}])
    s.do(f"target - {there}", "add g1", "add g2", "add g3", "declare", "direct lead").roll(1, 2)
    assert s.breakdown().column == 12 and s.gone("r")
    assert s.state.lost["russian"] == 1, "half a squad"


@pytest.mark.rule("SKF:5.1-b")
@pytest.mark.parametrize(("type", "replaced"), [("rus-228-crew", False), ("rus-447", True)])
def test_elr_does_not_touch_crews(type: str, replaced: bool) -> None:
    s = Situation("z", "MPh", "german", [{"id": "r", "type": type, "hex": "F3", "elr": 0}])
    assert elr.replaces(s.g, s.unit("r"), 3) is replaced


@pytest.mark.rule("SKF:5.1-b")
def test_a_crew_with_a_poorer_counter_below_it_is_refused() -> None:
    file = ContentFiles().read("skf/counters.yaml")
    text = file.text.replace("id: ger-228-crew, ", "id: ger-228-crew, elr_replacement: ger-247, ")
    with pytest.raises(ContentError, match="stay so"):
        load_counters([ContentFiles().read("sk/counters.yaml"), ContentFile(file.name, text)])
