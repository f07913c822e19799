"""Warhammer 40,000, eleventh edition: terrain, visibility, cover, movement and shooting."""
