"""Tests shipped for authors of rule systems: worked cases, clause coverage, whole-system checks."""
