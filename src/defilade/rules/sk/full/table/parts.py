"""What the full kit brings to the table, in its order."""

from __future__ import annotations

from defilade.rules.sk.full.table import artillery_views, drive_courses, grips, gun_courses, looks

MODULES = (looks, grips, artillery_views, drive_courses, gun_courses)
