"""What the ground does: streams and other dividers, night, capture of terrain, To Hit."""
