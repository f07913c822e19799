"""Answers as JSON: rulings come back the same, and all follow their published schemas."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError

from defilade.dice import Odds, Roll, Sampled, odds
from defilade.dice.asks import Just
from defilade.formats.odds import odds_json, prospect_json
from defilade.formats.rulings import events_json, refusal_json, ruling_from, ruling_json
from defilade.formats.schema import published
from defilade.formats.unreadable import UnreadableError
from defilade.record import Record
from defilade.ruling import Firing, Permission, Reason, Ruling, Weight
from defilade.systems.protocol import Measure, Prospect

from .strategies import events, refusals, rulings


def follows(name: str, document: Any) -> Any:
    """The document as it comes back from a text, once it has passed its schema."""
    read = json.loads(json.dumps(document, allow_nan=False))
    Draft202012Validator(published(name)).validate(read)
    return read


class Words:
    def reason(self, reason: Reason) -> str:
        return f"{reason.code}!"

    def event(self, code: str, params: Record) -> str:
        return f"{code}!"


@settings(max_examples=150, deadline=None)
@given(rulings)
def test_rulings_come_back_the_same(ruling: Ruling) -> None:
    written = follows("ruling-1", ruling_json(ruling, system="toy", wording=Words()))
    assert ruling_from(written) == ruling
    assert repr(ruling_from(written)) == repr(ruling)


@settings(max_examples=60, deadline=None)
@given(refusals, events)
def test_refusals_and_events_follow_their_schemas(refusal: Any, happened: Any) -> None:
    follows("refusal-1", refusal_json(refusal, wording=Words()))
    told = follows("events-1", events_json(happened, system="toy", wording=Words()))
    assert [each["code"] for each in told["events"]] == [event.code for event in happened]


def test_what_json_cannot_say_is_an_object_of_one_key() -> None:
    """Endless numbers, fractions and records inside records, alone and in lists."""
    odd = Record(
        reach=inf,
        least=(-inf, Fraction(1, 3)),
        inner=Record(number="x"),
        plain=Record(record=Record(fraction=Fraction(-2, 5))),
    )
    ruling = replace(RULING, numbers=odd)
    written = follows("ruling-1", ruling_json(ruling, system="toy"))
    assert written["numbers"]["least"] == [{"number": "-inf"}, {"fraction": "1/3"}]
    assert ruling_from(written) == ruling


RULING = Ruling(
    Firing("a", "b", "gun"),
    Permission.REFUSED,
    Record(distance=12.0),
    (Reason("TY-1", "too_far", Record(by=2.5), Weight.AGAINST),),
)


def test_a_reason_says_itself_where_there_are_words() -> None:
    plain = ruling_json(RULING, system="toy")
    worded = ruling_json(RULING, system="toy", wording=Words())
    assert "says" not in plain["reasons"][0]
    assert worded["reasons"][0]["says"] == "too_far!"
    assert ruling_from(worded) == ruling_from(plain) == RULING


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "defilade.odds"}, "defilade.odds"),
        ({"version": 2}, "2"),
        ({"verdict": "perhaps"}, "perhaps"),
        ({"verdict_of": "mood"}, "mood"),
        ({"question": {"kind": "firing", "by": "a"}}, "fields"),
        ({"question": {"kind": "riddle"}}, "riddle"),
        ({"numbers": {"a": {"b": 1}}}, "not a value"),
        ({"numbers": []}, ""),
        ({"reasons": 3}, ""),
        ({"facts": [{}]}, "there is no"),
    ],
)
def test_what_is_no_ruling_is_refused_by_name(change: dict[str, Any], says: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        ruling_from({**ruling_json(RULING, system="toy"), **change})
    assert says in str(caught.value.faults[0].params["problem"])


@pytest.mark.parametrize("other", [None, 3, [], "x", {}])
def test_nor_is_something_else(other: object) -> None:
    with pytest.raises(UnreadableError):
        ruling_from(other)


HITS = Measure("hits", lambda counts: counts[1], "hits")
ANY = Measure("any", lambda counts: counts[1] > 0)


def test_exact_odds_say_so_and_carry_fractions_when_they_have_them() -> None:
    prospect = Prospect(Just(Roll("TY-1", 2, (4,))), (HITS, ANY), (Reason("TY-1", "fair"),))
    result = odds(prospect.procedure, exact=True)
    told = follows("odds-1", prospect_json(prospect, result, system="toy", action="fire"))
    hits, some = told["measures"]
    assert hits["kind"] == some["kind"] == "exact"
    assert [row["p_exact"] for row in hits["outcomes"]] == ["1/4", "1/2", "1/4"]
    assert [row["at_least"] for row in hits["outcomes"]] == [1.0, 0.75, 0.25]
    assert (hits["mean"], hits["mean_exact"], hits["median"], hits["mode"]) == (1.0, "1", 1, 1)
    assert [(row["value"], row["p"]) for row in some["outcomes"]] == [(False, 0.25), (True, 0.75)]
    assert "mean" not in some


def test_a_sample_can_never_pass_for_exact_odds() -> None:
    sample = Sampled({0: 30, 1: 70}, seed="s")
    told = follows("odds-1", odds_json([(HITS, sample)], system="toy", action="fire"))
    measure = told["measures"][0]
    assert (measure["kind"], measure["trials"], measure["seed"]) == ("sampled", 100, "s")
    assert measure["error"]["at_least_within"] == pytest.approx(sample.bound(0.95))
    assert [row["count"] for row in measure["outcomes"]] == [30, 70]
    for change in ({"kind": "exact"}, {"trials": None}):
        with pytest.raises(ValidationError):
            follows("odds-1", {**told, "measures": [{**measure, **change}]})


@given(st.dictionaries(st.integers(-5, 30), st.integers(1, 50), min_size=1, max_size=12))
def test_at_least_falls_from_certain_and_agrees_with_the_odds(weights: dict[int, int]) -> None:
    exact = Odds.of_weights(weights)
    rough = Odds({outcome: float(share) for outcome, share in exact.items()})
    for result in (exact, rough):
        told = follows("odds-1", odds_json([(HITS, result)], system="toy", action="x"))
        rows = told["measures"][0]["outcomes"]
        for row in rows:
            assert row["at_least"] == pytest.approx(float(result.at_least(row["value"])))
            assert row["at_least"] >= row["p"] - 1e-9
        assert rows[0]["at_least"] == pytest.approx(1)
        assert rows[-1]["at_least"] >= 0


def test_outcomes_may_be_fractions_and_tuples() -> None:
    result = Odds({(Fraction(1, 3), "a"): 1.0})
    told = follows("odds-1", odds_json([(HITS, result)], system="toy", action="x"))
    assert told["measures"][0]["outcomes"][0]["value"] == [{"fraction": "1/3"}, "a"]
