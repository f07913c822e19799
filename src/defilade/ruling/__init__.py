"""ruling."""
