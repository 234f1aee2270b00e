"""What the full kit brings to the table, in its order."""

from __future__ import annotations

from defilade.rules.sk.full.table import (
    aim_courses,
    artillery_views,
    drive_courses,
    grips,
    gun_courses,
    looks,
)

MODULES = (looks, grips, artillery_views, aim_courses, drive_courses, gun_courses)
