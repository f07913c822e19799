"""systems/dropfleet."""
