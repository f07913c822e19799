"""A server in this process with its workers, and clients that need no network to ask it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from defilade.server import Limits, Rate, Settings, create_app

FAST = Rate(10_000.0, 10_000)
LIMITS = Limits(reading=FAST, asking=FAST, surveying=FAST, reckoning=FAST, moving=FAST, making=FAST)
BATTLE = {"example": "dropfleet"}
FIRING = {"kind": "firing", "by": "Heron", "at": "Anvil", "weapon": "Lance"}
FIRE = "fire Heron -> Anvil with Lance"
SKIRMISH = {"example": "dropzone"}
VOLLEY = "fire R1 -> W1 with Rifles; R2 -> W1 with Rifles"
"""An action that asks for dice at once."""


@dataclass(frozen=True)
class Api:
    """A client; its calls return when the server has answered."""

    portal: BlockingPortal
    client: httpx.AsyncClient
    app: FastAPI

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.call("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.call("POST", path, json=body, **more)

    def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def sending() -> httpx.Response:
            return await self.client.request(method, path, **more)

        return self.portal.call(sending)


@dataclass(frozen=True)
class Played:
    """One seat at a session: what it saw last, and its key."""

    api: Api
    id: str
    key: str | None

    def view(self) -> dict[str, Any]:
        return self.api.get(f"/sessions/{self.id}").json()

    def step(self, name: str, head: str | None = None, **body: Any) -> httpx.Response:
        headers = {} if self.key is None else {"Authorization": f"Bearer {self.key}"}
        asked = {"head": head or self.view()["head"], **body}
        return self.api.post(f"/sessions/{self.id}/{name}", asked, headers=headers)


def seated(api: Api, battle: dict[str, Any] | None = None, **more: Any) -> Played:
    made = api.post("/sessions", {"battle": battle or SKIRMISH, **more})
    assert made.status_code == 201, made.text
    return Played(api, made.json()["session"]["id"], made.json()["key"])


@asynccontextmanager
async def living(app: FastAPI) -> Any:
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        base = "http://localhost/api/v1"
        async with httpx.AsyncClient(transport=transport, base_url=base, timeout=60) as client:
            yield client


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture(scope="session")
def api(portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """One server for all tests that do not care about its limits."""
    yield from serving(portal, tmp_path_factory.mktemp("server"), limits=LIMITS)


def serving(
    portal: BlockingPortal, folder: Path, *, limits: Limits, workers: int = 2
) -> Iterator[Api]:
    app = create_app(Settings(f"sqlite:///{folder}/kept.db", workers, limits=limits))
    with portal.wrap_async_context_manager(living(app)) as client:
        yield Api(portal, client, app)
