"""Anything that a ruling may be, for tests of what is written and read back."""

from __future__ import annotations

from hypothesis import strategies as st

from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
from defilade.record import Record
from defilade.ruling import (
    Cells,
    Cover,
    Covered,
    Disc,
    Entry,
    Fact,
    Firing,
    Line,
    Mark,
    Movement,
    Outline,
    Permission,
    Reading,
    Reason,
    Route,
    Ruling,
    Sight,
    Visible,
    Wedge,
    Weight,
)

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)
names = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True)
lengths = st.floats(allow_nan=False, width=32)
places = st.floats(-100, 100)
points = st.tuples(places, places)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), lengths, words, st.fractions(max_denominator=99)
)
data = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(names, inner, max_size=2).map(lambda items: Record(**items)),
    ),
    max_leaves=4,
)
records = st.dictionaries(names, data, max_size=3).map(lambda items: Record(**items))
paths = st.lists(points, max_size=3).map(tuple)
questions = st.one_of(
    st.builds(Movement, words, paths, records),
    st.builds(Sight, words, words, records),
    st.builds(Cover, words, words, records),
    st.builds(Entry, words, words, records),
    st.builds(Firing, words, words, st.none() | words, records),
)
cells = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=3).map(tuple)
shapes = st.one_of(
    st.builds(Line, points, points, st.none() | points),
    st.builds(Disc, points, lengths),
    st.builds(Wedge, points, lengths, places, places),
    st.builds(Outline, paths),
    st.builds(Route, paths),
    st.builds(Cells, cells),
)
verdicts = st.one_of(
    st.sampled_from(Permission), st.sampled_from(Visible), st.sampled_from(Covered)
)
reasons = st.builds(Reason, words, words, records, st.sampled_from(Weight), st.booleans())
facts = st.builds(Fact, words, shapes, st.sampled_from(Mark), records)
readings = st.builds(Reading, words, words, verdicts, records)
rulings = st.builds(
    Ruling,
    questions,
    verdicts,
    records,
    st.lists(reasons, max_size=2).map(tuple),
    st.lists(facts, max_size=2).map(tuple),
    st.lists(readings, max_size=2).map(tuple),
)
refusals = st.one_of(
    st.builds(Rejection, words, st.lists(reasons, max_size=2).map(tuple)),
    st.builds(NotUnderstood, words, st.integers(0, 99), st.lists(words, max_size=2).map(tuple)),
    st.builds(Ambiguous, words, st.lists(words, max_size=2).map(tuple)),
)
events = st.lists(st.builds(Event, words, words, records), max_size=3)
