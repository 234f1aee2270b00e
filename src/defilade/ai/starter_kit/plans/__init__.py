"""How the Starter Kit is played well: what counts, what threatens, and plans for every phase.

The search that weighs these plans against one another knows no system; it is in `defilade.ai.tactician`.
"""
