"""A server in a process of its own on this machine: kills it survives, news it tells."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from defilade.cli.loading import Installed
from defilade.cli.screen import Screen
from defilade.cli.serve import _bound
from defilade.formats.log import load_session
from tests.server.conftest import SKIRMISH, VOLLEY

CODE = "from defilade.cli import main; main()"
STARTS_WITHIN = 60.0
STEPS = int(os.environ.get("DEFILADE_KILL_STEPS", "60"))
KILLS = 2


@dataclass
class Running:
    """A server process and a client of it."""

    process: subprocess.Popen[str]
    client: httpx.Client

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self.client.close()
        if self.process.stdout is not None:
            self.process.stdout.close()


def command(database: str, *more: str) -> list[str]:
    serve = ("serve", "--port", "0", "--database", database, *more)
    return [sys.executable, "-c", CODE, *serve]


def started(folder: Path, *more: str) -> Running:
    limits = folder / "limits.toml"
    fast = "{per_second = 10000.0, burst = 10000}"
    limits.write_text("\n".join(f"{name} = {fast}" for name in ("reading", "moving", "making")))
    process = subprocess.Popen(
        command(f"sqlite:///{folder}/kept.db", "--json", "--limits", str(limits), *more),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = ""
    while not lines.rstrip().endswith("}"):
        line = process.stdout.readline()
        assert line, "the server ended"
        lines += line
    client = httpx.Client(base_url=json.loads(lines)["api"], timeout=30, trust_env=False)
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends:
        try:
            if client.get("/health").is_success:
                return Running(process, client)
        except httpx.TransportError:
            time.sleep(0.05)
    process.kill()
    raise AssertionError("the server did not come up")


@contextmanager
def running(folder: Path, *more: str) -> Iterator[Running]:
    server = started(folder, *more)
    try:
        yield server
    finally:
        server.kill()


@dataclass
class Player:
    """Takes one step after the other, and remembers every head that was acknowledged."""

    key: str
    path: str
    heads: list[str] = field(default_factory=list)

    def play(self, client: httpx.Client, view: dict[str, Any], steps: int) -> None:
        chance = random.Random(len(self.heads))
        try:
            for _ in range(steps):
                view = self.step(client, view, chance)
                self.heads.append(view["head"])
        except httpx.TransportError:
            return  # the server is gone

    def step(
        self, client: httpx.Client, view: dict[str, Any], chance: random.Random
    ) -> dict[str, Any]:
        if view["pending"] is None:
            undo = ("undo", {"agreed": True})
            name, body = undo if view["can_undo"] else ("act", {"action": VOLLEY})
        else:
            name = chance.choice(["roll", "roll", "undo"])
            body = {"agreed": True} if name == "undo" else {}
        headers = {"Authorization": f"Bearer {self.key}"}
        body["head"] = view["head"]
        done = client.post(f"{self.path}/{name}", json=body, headers=headers)
        assert done.status_code == 200, done.text
        found: dict[str, Any] = done.json()
        return found


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "1") as server:
        made = server.client.post("/sessions", json={"battle": SKIRMISH}).json()
        player = Player(made["key"], f"/sessions/{made['session']['id']}")
        for kill in range(KILLS):
            view = server.client.get(player.path).json()
            before = len(player.heads)
            wanted = before + STEPS // (KILLS + 1)
            playing = threading.Thread(
                target=player.play, args=(server.client, view, STEPS), daemon=True
            )
            playing.start()
            ends = time.monotonic() + 60
            while len(player.heads) < wanted and time.monotonic() < ends:
                time.sleep(0.002)
            server.process.send_signal(signal.SIGKILL)
            playing.join(30)
            server.kill()
            assert len(player.heads) >= wanted, f"no steps before kill {kill}"
            restarted = started(tmp_path, "--workers", "1")
            server.process, server.client = restarted.process, restarted.client
            _nothing_lost(server.client, player)


def _nothing_lost(client: httpx.Client, player: Player) -> None:
    text = client.get(f"{player.path}/log").text
    digests = [each["digest"] for each in json.loads(text)["entries"]]
    assert set(player.heads) <= set(digests)
    view = client.get(player.path).json()
    session = load_session(text, Installed())
    assert session.log.head == view["head"] == digests[-1]
    last = digests.index(player.heads[-1])
    assert len(digests) - last <= 3, "only the step under way may follow what was acknowledged"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_workers_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ends = time.monotonic() + STARTS_WITHIN
        while len(workers := _children(server.process.pid)) < 2 and time.monotonic() < ends:
            time.sleep(0.05)
        assert len(workers) == 2
        server.kill()
        ends = time.monotonic() + 10
        while any(Path(f"/proc/{each}").exists() for each in workers):
            assert time.monotonic() < ends, "a worker outlived its server"
            time.sleep(0.05)


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


@dataclass
class Heard:
    """Server-sent events, as they come in."""

    events: list[dict[str, str]] = field(default_factory=list)

    def listen(self, client: httpx.Client, path: str, last: str | None, count: int) -> None:
        headers = {} if last is None else {"Last-Event-ID": last}
        with client.stream("GET", f"{path}/feed", headers=headers) as stream:
            event: dict[str, str] = {}
            for line in stream.iter_lines():
                name, colon, value = line.partition(": ")
                if colon and name:
                    event[name] = value
                elif not line and "data" in event:
                    if event["event"] == "moved":
                        self.events.append(event)
                    event = {}
                    if len(self.events) >= count:
                        return


def test_everybody_at_the_table_hears_of_every_move(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "1") as server:
        client = server.client
        made = client.post("/sessions", json={"battle": SKIRMISH}).json()
        player = Player(made["key"], f"/sessions/{made['session']['id']}")
        view = player.step(client, made["session"], random.Random(1))
        ann, bob = Heard(), Heard()
        listening = [
            threading.Thread(target=each.listen, args=(client, player.path, None, 2), daemon=True)
            for each in (ann, bob)
        ]
        for thread in listening:
            thread.start()
        ends = time.monotonic() + 20
        while not (ann.events and bob.events) and time.monotonic() < ends:
            time.sleep(0.01)
        view = player.step(client, view, random.Random(1))
        for thread in listening:
            thread.join(20)
        for heard in (ann, bob):
            assert [each["event"] for each in heard.events] == ["moved", "moved"]
            assert heard.events[0]["id"] == "1"
            assert json.loads(heard.events[1]["data"])["head"] == view["head"]
        again = Heard()
        again.listen(client, player.path, "1", 1)
        assert again.events == ann.events[1:]


@pytest.mark.skipif(sys.platform != "linux", reason="others need not inherit it")
def test_an_answer_in_two_packets_does_not_wait_for_an_acknowledgement() -> None:
    """Else every answer takes 40 ms more."""
    with (
        _bound("127.0.0.1", 0, Screen(as_json=False, quiet=True)) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_database_that_cannot_be_opened_is_told_in_words(tmp_path: Path) -> None:
    done = subprocess.run(
        command(f"sqlite:///{tmp_path}/no/such/folder.db"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "--database" in done.stderr
    assert "Traceback" not in done.stderr
