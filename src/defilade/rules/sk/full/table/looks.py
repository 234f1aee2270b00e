"""How the options that guns, vehicles and artillery bring are shown."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, VerbLook
from defilade.rules.presentation import OptionLook

PART = Part()

LOOKS = {
    # set-up
    "hide": OptionLook("Set up hidden", hex="go"),
    "face": OptionLook("Facing"),
    "crew": OptionLook("Crew"),
    # guns
    "gun": OptionLook("Fire a gun"),
    "at": OptionLook("At", hex="target"),
    "shoot": OptionLook("How", "primary", hex="target"),
    "elsewhere": OptionLook("Elsewhere", "quiet"),
    "turn": OptionLook("Turn a gun, without firing", rare=True),
    "push": OptionLook("Push the gun", hex="special"),
    "careful": OptionLook("Careful"),
    "backblast": OptionLook("Accept the backblast"),
    "panzerfaust": OptionLook("Panzerfaust"),
    "strike": OptionLook("Strike"),
    "by-chance": OptionLook("By chance"),
    "keep-rate": OptionLook("Rate of fire"),
    "leave-residual": OptionLook("Residual firepower"),
    # vehicles
    "drive": OptionLook("Drive"),
    "start": OptionLook("Start", "primary", "s"),
    "halt": OptionLook("Stop", key="s"),
    "delay": OptionLook("Delay", "quiet", rare=True),
    "slower": OptionLook("Slower", "quiet", rare=True),
    "steer": OptionLook("Turn the hull"),
    "turret": OptionLook("Turn the turret", rare=True),
    "end": OptionLook("End the move", key="e"),
    "keep": OptionLook("As it is"),
    "unbog": OptionLook("Get free"),
    "open-up": OptionLook("Crew exposed", rare=True),
    "button-up": OptionLook("Button up", rare=True),
    "bound": OptionLook("Fire on the move", hex="target"),
    "mg": OptionLook("Machine guns", hex="target"),
    "get-going": OptionLook("Get going"),
    "swing": OptionLook("Turn a turret, without firing", rare=True),
    "pivot": OptionLook("Turn a vehicle, without firing", rare=True),
    "at-armor": OptionLook("At armor"),
    "dispense": OptionLook("Smoke dispenser", rare=True),
    "close-defence": OptionLook("Close defence"),
    "repair-gun": OptionLook("Repair a gun", all="All, one by one"),
    "assault-tank": OptionLook("Attack a vehicle"),
    "tank-strike": OptionLook("Attack with a vehicle"),
    "react": OptionLook("Reaction fire", "primary", "r"),
    "mine": OptionLook("Demolition charge"),
    # artillery
    "call": OptionLook("Call artillery"),
    "request": OptionLook("Aim at", hex="reach"),
    "aim": OptionLook("Artillery Request", "primary"),
    "convert": OptionLook("Fire for effect", "primary"),
    "correct": OptionLook("Correct"),
    "leave-it": OptionLook("Leave it", "quiet"),
    "cancel-fire": OptionLook("Cancel", "quiet"),
    "spotting-round": OptionLook("Spotting round", "quiet"),
    "remove-it": OptionLook("Remove it", "quiet"),
    "hexrow": OptionLook("Hexrow"),
    "designate": OptionLook("Who calls the Smoke"),
    "call-smoke": OptionLook("Call the Smoke", "primary"),
    "smoke-at": OptionLook("Smoke in", hex="target"),
    "not-yet": OptionLook("Not now", "quiet"),
    "back": OptionLook("Something else", "quiet"),
    # in ambush
    "show-yourself": OptionLook("Come out of hiding"),
    "suspect": OptionLook("Fire at an empty hex", rare=True),
    "leave-polder": OptionLook("Out of the polder", hex="special"),
}

PART.adds(OPTION_LOOKS, *(VerbLook(verb, look) for verb, look in LOOKS.items()))
