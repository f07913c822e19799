"""Listening: news once, in order, for so many listeners and no more."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from defilade.server import Limits
from defilade.server.feed import Bell, told
from defilade.server.problems import Trouble

LIMITS = Limits(feeds=3, feeds_each=2, feed_poll_seconds=0.05)


async def nobody() -> str:
    return "nobody"


def test_who_comes_to_the_table_is_told_when_it_changes_and_not_again() -> None:
    there = ["nobody"]

    async def news(_since: int) -> tuple[int, str, str] | None:
        return None

    async def seats() -> str:
        return there[-1]

    async def listening() -> list[str]:
        bell, heard = Bell(LIMITS), []
        with anyio.fail_after(10):
            async for event in told(bell, "s", 0, news, seats):
                heard.append(event["data"])
                if len(heard) == 1:
                    bell.ring("s")  # for nothing
                    there.append("Ann")
                else:
                    break
        return heard

    assert anyio.run(listening) == ["nobody", "Ann"]


def test_what_happens_between_two_rings_is_told_at_once_and_nothing_twice() -> None:
    written: list[str] = ["a"]

    async def news(since: int) -> tuple[int, str, str] | None:
        new = written[since:]
        return (len(written), "moved", "".join(new)) if new else None

    async def listening() -> list[dict[str, Any]]:
        bell, heard = Bell(LIMITS), []
        with anyio.fail_after(10):
            async for event in told(bell, "s", 0, news, nobody):
                if event["event"] == "seats":
                    continue
                heard.append(event)
                if len(heard) == 1:
                    written.extend("bc")
                    bell.ring("s")
                elif len(heard) == 2:
                    written.append("d")  # by another server: nobody rings here
                else:
                    break
        return heard

    heard = anyio.run(listening)
    assert [(each["id"], each["data"]) for each in heard] == [("1", "a"), ("3", "bc"), ("4", "d")]


def test_only_so_many_may_listen_and_who_leaves_makes_room() -> None:
    bell = Bell(LIMITS)
    for name in ("a", "a", "b"):
        bell.find_room(name)
        bell.enter(name)
    for name in ("a", "c"):
        with pytest.raises(Trouble, match="too-many-feeds"):
            bell.find_room(name)
    bell.leave("a")
    bell.find_room("a")
    bell.find_room("c")


def test_a_feed_that_is_closed_leaves() -> None:
    async def news(_since: int) -> tuple[int, str, str] | None:
        return 1, "moved", ""

    async def closing() -> int:
        bell = Bell(LIMITS)
        feed: Any = told(bell, "s", 0, news, nobody)
        await anext(feed)
        assert bell.listening.total() == 1
        await feed.aclose()
        return bell.listening.total()

    assert anyio.run(closing) == 0
