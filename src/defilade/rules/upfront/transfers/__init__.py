"""Between groups and ranges: infiltration, flanking, encirclement, transfers."""
