"""Tests shipped for authors of rule systems: worked cases, clause coverage, whole-system checks.

Knows the protocol, never one system.
"""

from defilade.testing.check_system import check_system
from defilade.testing.conformance import CaseResult, Mismatch, read_cases, run_case, run_file
from defilade.testing.coverage import Coverage, coverage
from defilade.testing.playthrough import transcript

__all__ = [
    "CaseResult",
    "Coverage",
    "Mismatch",
    "check_system",
    "coverage",
    "read_cases",
    "run_case",
    "run_file",
    "transcript",
]
