"""Bounded load on a server of this machine: rulings at a steady rate, and as many as it can.

Starts `defilade serve` on loopback, asks for a fixed time, and reports what it saw. Each ruling
is one POST with a battle named by its example; or one the server remembers with a piece put
elsewhere each time, as when it is dragged; or a whole battle text that was never sent before. The
dragged ones are of the shipped battle, and of an official layout with two armies where the files
for that are at hand (DEFILADE_SHARED).
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from defilade.systems.registry import load
from defilade.testing.battles import example_text

RATE = 100
SECONDS = 10.0
CLIENTS = 8
QUESTION = {"kind": "firing", "by": "Heron", "at": "Anvil", "weapon": "Lance"}
CODE = "from defilade.cli import main; main()"
LIMITS = "\n".join(
    f"{name} = {{per_second = 100000.0, burst = 100000}}"
    for name in ("asking", "moving", "reading", "reckoning", "making")
)
SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[2] / "shared"))
REAL = SHARED / "realfiles"
ARMIES = ("rosters/listgrok-nr1.txt", "rosters/listgrok-official1.txt")
TERRAIN = "terrain40k/wh40kdc-1.4.5-terrain.json"
BASES = "terrain40k/wh40kdc-1.4.5-bases.json"
DRAGS = 20
WARMING = 4
"""Rulings before the first that counts: the battle is read and checked once by then."""
Body = Callable[[int], dict[str, Any]]


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, int]]:
    """A client of a server that runs while it is used, and the process of it."""
    limits = folder / "limits.toml"
    limits.write_text(LIMITS)
    command = ("serve", "--port", "0", "--json", "--limits", str(limits))
    database = ("--database", f"sqlite:///{folder}/kept.db")
    with subprocess.Popen(
        [sys.executable, "-c", CODE, *command, *database], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        text = ""
        while not text.rstrip().endswith("}"):
            text += process.stdout.readline()
        try:
            async with httpx.AsyncClient(
                base_url=json.loads(text)["api"], timeout=30, trust_env=False
            ) as client:
                await _up(client)
                yield client, process.pid
        finally:
            process.terminate()


async def _up(client: httpx.AsyncClient) -> None:
    for _ in range(600):
        try:
            if (await client.get("/health")).is_success:
                await asyncio.sleep(2.0)  # the second worker is ready by then
                return
        except httpx.TransportError:
            await asyncio.sleep(0.05)
    raise SystemExit("the server did not come up")


def named(_number: int) -> dict[str, Any]:
    """The same battle, by name."""
    return {"battle": {"example": "dropfleet"}, "question": QUESTION}


def written(text: str) -> Body:
    """A battle text that was never sent before."""

    def body(number: int) -> dict[str, Any]:
        return {"battle": {"text": f"{text}\n# {number}\n"}, "question": QUESTION}

    return body


def dragged(kept: str, piece: dict[str, Any], question: dict[str, Any]) -> Body:
    """A battle that is remembered, with a piece a little further on each time."""
    x, y = piece["position"]

    def body(number: int) -> dict[str, Any]:
        to = [x + 0.002 * (number + 1), y]
        edit = {"do": "place", "id": piece["id"], "to": to, "facing": None}
        return {"battle": {"kept": kept, "edits": [edit]}, "question": question}

    return body


async def shipped(client: httpx.AsyncClient) -> Body:
    """The shipped battle, its first ship dragged."""
    edited = (await client.post("/edit", json={"battle": {"example": "dropfleet"}})).json()
    ship = next(each for each in edited["scene"]["pieces"] if each["id"] == QUESTION["by"])
    return dragged(edited["kept"], ship, QUESTION)


async def official(client: httpx.AsyncClient) -> Body:
    """An official layout with an army on each side, a model of the one dragged."""

    def file(name: str) -> dict[str, str]:
        return {"name": name, "text": (REAL / name).read_text(encoding="utf-8")}

    listed = (await client.post("/import", json=file(TERRAIN))).json()
    beside = [file(name) for name in (*ARMIES, BASES)]
    asked = {**file(TERRAIN), "beside": beside, "pick": listed["choices"][3]["id"]}
    document = (await client.post("/import", json=asked)).json()["document"]
    edited = (await client.post("/edit", json={"battle": {"document": document}})).json()
    pieces = edited["scene"]["pieces"]
    first = pieces[0]
    other = next(each for each in pieces if each["side"] != first["side"])
    question = {"kind": "sight", "by": first["unit"], "at": other["unit"]}
    return dragged(edited["kept"], first, question)


async def in_turn(client: httpx.AsyncClient, body: Body) -> list[float]:
    """Milliseconds of each answer, one asked after the other, as a page does while dragging."""
    for number in range(WARMING):
        (await client.post("/ruling", json=body(-number - 2))).raise_for_status()
    took: list[float] = []
    ends = time.perf_counter() + SECONDS / 2
    while (began := time.perf_counter()) < ends:
        answer = await client.post("/ruling", json=body(len(took)))
        answer.raise_for_status()
        took.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(max(0.0, began + 1 / DRAGS - time.perf_counter()))
    return took


async def steady(client: httpx.AsyncClient, body: Body) -> list[float]:
    """Milliseconds of each answer, asked at the rate whether or not earlier ones are back."""
    took: list[float] = []

    async def one(number: int) -> None:
        began = time.perf_counter()
        answer = await client.post("/ruling", json=body(number))
        answer.raise_for_status()
        took.append((time.perf_counter() - began) * 1000)

    began = time.perf_counter()
    asking = []
    for number in range(int(RATE * SECONDS)):
        await asyncio.sleep(max(0.0, began + number / RATE - time.perf_counter()))
        asking.append(asyncio.ensure_future(one(number)))
    await asyncio.gather(*asking)
    return took


async def flat_out(client: httpx.AsyncClient, body: Body) -> list[float]:
    """Milliseconds of each answer, so many clients asking one after the other."""
    took: list[float] = []
    ends = time.perf_counter() + SECONDS / 2

    async def asking() -> None:
        while (began := time.perf_counter()) < ends:
            answer = await client.post("/ruling", json=body(len(took)))
            answer.raise_for_status()
            took.append((time.perf_counter() - began) * 1000)

    await asyncio.gather(*(asking() for _ in range(CLIENTS)))
    return took


async def moves(client: httpx.AsyncClient) -> list[float]:
    """Milliseconds of each step of a session: an act, then its undoing, over and over."""
    made = (await client.post("/sessions", json={"battle": {"example": "dropfleet"}})).json()
    path, head = f"/sessions/{made['session']['id']}", made["session"]["head"]
    headers = {"Authorization": f"Bearer {made['key']}"}
    took: list[float] = []
    ends = time.perf_counter() + SECONDS / 2
    while (began := time.perf_counter()) < ends:
        step = "undo" if len(took) % 2 else "act"
        more = {} if step == "undo" else {"action": "fire Heron -> Anvil with Lance"}
        answer = await client.post(f"{path}/{step}", json={"head": head, **more}, headers=headers)
        answer.raise_for_status()
        head = answer.json()["head"]
        took.append((time.perf_counter() - began) * 1000)
    return took


def spent(server: int) -> float:
    """Seconds of processor time that a server and its workers have used; 0 where not known."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if server in (int(stat.parent.name), int(fields[1])):
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


async def told(name: str, server: int, load: Awaitable[list[float]], seconds: float) -> None:
    """One line: how many a second, how long they took, how much processor time each."""
    before = spent(server)
    took = sorted(await load)
    each = (spent(server) - before) * 1000 / len(took)
    p50, p99 = took[len(took) // 2], took[min(len(took) - 1, len(took) * 99 // 100)]
    rate = len(took) / seconds
    print(
        f"{name:<36} {rate:5.0f}/s  p50 {p50:7.1f} ms  p99 {p99:7.1f} ms  max {took[-1]:7.1f} ms"
        f"  processor {each:5.1f} ms"
    )


async def main() -> None:
    """Run each load once."""
    text = example_text(load("dropfleet"))
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder)) as (client, server):
            loads = {
                f"{RATE} a second, battle by name": (steady(client, named), SECONDS),
                f"{RATE} a second, a ship dragged": (
                    steady(client, await shipped(client)),
                    SECONDS,
                ),
                f"{RATE} a second, a new text each": (steady(client, written(text)), SECONDS),
                f"{CLIENTS} clients, battle by name": (flat_out(client, named), SECONDS / 2),
                "one session, step after step": (moves(client), SECONDS / 2),
            }
            if REAL.exists():
                drag = await official(client)
                loads["a model dragged on a layout"] = (in_turn(client, drag), SECONDS / 2)
            for name, (load_, seconds) in loads.items():
                await told(name, server, load_, seconds)


if __name__ == "__main__":
    asyncio.run(main())
