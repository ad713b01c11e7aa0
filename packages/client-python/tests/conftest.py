"""A small HTTP server whose responses a test lists."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from quarry_client import AsyncQuarry, Quarry, _callers


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Service:
    """Responds with the listed responses in turn: `(status, body, headers)`, or `None` to hang up."""

    url: str = ""
    seen: list[Seen] = field(default_factory=list)
    responses: list[Any] = field(default_factory=list)
    answer: Callable[[Seen], Any] | None = None

    def reply(self, *responses: Any) -> None:
        self.responses.extend(responses)

    def keys(self) -> list[str | None]:
        return [one.headers.get("idempotency-key") for one in self.seen]


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def respond(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            seen = Seen(self.command, self.path, headers, json.loads(raw) if raw else None)
            service.seen.append(seen)
            response = service.answer(seen) if service.answer else service.responses.pop(0)
            if response is None:
                self.close_connection = True
                return
            status, body, extra = (*response, {})[:3]
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            for name, value in extra.items():
                self.send_header(name, value)
            # A shorter body than promised is a connection that broke off.
            self.send_header("content-length", extra.get("x-promised", str(len(data))))
            self.end_headers()
            self.wfile.write(data)
            self.close_connection = "x-promised" in extra

        do_GET = do_POST = do_DELETE = respond

    return Handler


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(made))
    server.daemon_threads = True
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01))
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that a client asked for, which take no time."""
    asked: list[float] = []

    def pause(self: _callers.Caller, seconds: float) -> None:
        asked.append(seconds)
        self._check_cancelled()

    async def pause_async(self: _callers.AsyncCaller, seconds: float) -> None:
        asked.append(seconds)

    monkeypatch.setattr(_callers.Caller, "pause", pause)
    monkeypatch.setattr(_callers.AsyncCaller, "pause", pause_async)
    return asked


@pytest.fixture
def client(service: Service) -> Iterator[Quarry]:
    with Quarry("key", base_url=service.url) as made:
        yield made


@pytest.fixture
def make_async(service: Service) -> Callable[[], AsyncQuarry]:
    return lambda: AsyncQuarry("key", base_url=service.url)


def page(**fields: Any) -> dict[str, Any]:
    """The response of a page."""
    metadata = {"id": "id-1", "status": "ok"}
    return {"requestMetadata": metadata, "statusCode": 200, "url": "http://a", "headers": {}, **fields}


def failure(code: str = "target_blocked", **fields: Any) -> dict[str, Any]:
    metadata = {"id": "id-1", "status": "error"}
    return {"requestMetadata": metadata, "status": "error", "error": code, "message": "No.", "retryable": True, **fields}


OK_HEADERS = {"x-request-id": "id-1", "x-credits-charged": "1", "x-credits-remaining": "99"}
