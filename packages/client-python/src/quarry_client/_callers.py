"""Sends calls, and sends them again where that is safe; blocking and async."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from ._errors import CancelledError, ConnectionFailedError, QuarryError
from ._exchange import (
    Outgoing, body_of, connection_error, error_of, origin_of, outgoing_of, pause_before_retry, result_of,
)
from ._operation import Operation, R
from ._pending import AsyncPendingRequest, PendingRequest


@dataclass(frozen=True)
class Settings:
    """How a client calls."""

    base_url: str
    api_key: str
    files_url: str | None
    max_retries: int
    timeout: httpx.Timeout
    cancel: threading.Event | None

    def url_of(self, path: str) -> str:
        """The URL of a path, or a whole URL of this service. The key is sent to no other."""
        if path.startswith("/"):
            return f"{self.base_url}{path}"
        own = [origin_of(url) for url in (self.base_url, self.files_url) if url is not None]
        if origin_of(path) not in own:
            raise ValueError(
                f"{path} is not an address of {self.base_url}, and the API key is not sent elsewhere. "
                "If stored files have an address of their own, pass it to the client as files_url."
            )
        return path

    def request_of(self, outgoing: Outgoing) -> dict[str, Any]:
        """The arguments of httpx."""
        request: dict[str, Any] = {
            "method": outgoing.method,
            "url": self.url_of(outgoing.path),
            "headers": {"x-api-key": self.api_key, **outgoing.headers},
            "timeout": self.timeout,
        }
        if outgoing.query:
            request["params"] = list(outgoing.query)
        if outgoing.body is not None:
            request["json"] = outgoing.body
        return request


class Caller:
    """Makes blocking calls."""

    def __init__(self, http: httpx.Client, settings: Settings) -> None:
        self._http = http
        self.settings = settings

    def pause(self, seconds: float) -> None:
        """Waits, until the caller's cancel event at most."""
        cancel = self.settings.cancel
        if cancel is None:
            time.sleep(seconds)
        else:
            cancel.wait(seconds)
            self._check_cancelled()

    def _check_cancelled(self) -> None:
        if self.settings.cancel is not None and self.settings.cancel.is_set():
            raise CancelledError("cancelled", "The cancel event of the client is set.")

    @contextmanager
    def open(self, outgoing: Outgoing, tries: int = 0) -> Iterator[tuple[httpx.Response, int]]:
        """The response of a call, its body not yet read, and the number of tries, those before included."""
        while True:
            self._check_cancelled()
            tries += 1
            request = self._http.build_request(**self.settings.request_of(outgoing))
            try:
                response = self._http.send(request, stream=True)
                if response.is_error:
                    response.read()
            except httpx.TransportError as error:
                failure: QuarryError | None = connection_error(error, outgoing)
            else:
                failure = error_of(response)
            if failure is None:
                break
            failure.tries = tries
            seconds = pause_before_retry(failure, outgoing, tries, self.settings.max_retries)
            if seconds is None:
                raise failure
            self.pause(seconds)
        try:
            yield response, tries
        except httpx.TransportError as error:
            lost = connection_error(error, outgoing)
            lost.tries = tries
            raise lost from error
        finally:
            response.close()

    def send(self, outgoing: Outgoing) -> tuple[httpx.Response, int]:
        """The response of a call with its body. A connection lost within the body counts as a try."""
        sent = 0
        while True:
            try:
                with self.open(outgoing, sent) as (response, tries):
                    response.read()
                    return response, tries
            except ConnectionFailedError as failure:
                sent = failure.tries
                seconds = pause_before_retry(failure, outgoing, sent, self.settings.max_retries)
                if seconds is None:
                    raise
                self.pause(seconds)

    def json(self, outgoing: Outgoing) -> Any:
        return body_of(self.send(outgoing)[0])

    def result(self, outgoing: Outgoing, result: type[R]) -> R:
        response, tries = self.send(outgoing)
        return result_of(result, response, tries)

    def call(self, operation: Operation[R], params: Mapping[str, Any], idempotency_key: str | None = None) -> R:
        return self.result(outgoing_of(operation, params, idempotency_key), operation.result)

    def submit(
        self, operation: Operation[R], params: Mapping[str, Any], idempotency_key: str | None = None
    ) -> PendingRequest[R]:
        response, tries = self.send(outgoing_of(operation, params, idempotency_key, is_async=True))
        return PendingRequest.of(self, operation.result, response, tries)


class AsyncCaller:
    """Makes async calls. Cancelling the task ends the call."""

    def __init__(self, http: httpx.AsyncClient, settings: Settings) -> None:
        self._http = http
        self.settings = settings

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    @asynccontextmanager
    async def open(self, outgoing: Outgoing, tries: int = 0) -> AsyncIterator[tuple[httpx.Response, int]]:
        """The response of a call, its body not yet read, and the number of tries, those before included."""
        while True:
            tries += 1
            request = self._http.build_request(**self.settings.request_of(outgoing))
            try:
                response = await self._http.send(request, stream=True)
                if response.is_error:
                    await response.aread()
            except httpx.TransportError as error:
                failure: QuarryError | None = connection_error(error, outgoing)
            else:
                failure = error_of(response)
            if failure is None:
                break
            failure.tries = tries
            seconds = pause_before_retry(failure, outgoing, tries, self.settings.max_retries)
            if seconds is None:
                raise failure
            await self.pause(seconds)
        try:
            yield response, tries
        except httpx.TransportError as error:
            lost = connection_error(error, outgoing)
            lost.tries = tries
            raise lost from error
        finally:
            await response.aclose()

    async def send(self, outgoing: Outgoing) -> tuple[httpx.Response, int]:
        """The response of a call with its body. A connection lost within the body counts as a try."""
        sent = 0
        while True:
            try:
                async with self.open(outgoing, sent) as (response, tries):
                    await response.aread()
                    return response, tries
            except ConnectionFailedError as failure:
                sent = failure.tries
                seconds = pause_before_retry(failure, outgoing, sent, self.settings.max_retries)
                if seconds is None:
                    raise
                await self.pause(seconds)

    async def json(self, outgoing: Outgoing) -> Any:
        return body_of((await self.send(outgoing))[0])

    async def result(self, outgoing: Outgoing, result: type[R]) -> R:
        response, tries = await self.send(outgoing)
        return result_of(result, response, tries)

    async def call(self, operation: Operation[R], params: Mapping[str, Any], idempotency_key: str | None = None) -> R:
        return await self.result(outgoing_of(operation, params, idempotency_key), operation.result)

    async def submit(
        self, operation: Operation[R], params: Mapping[str, Any], idempotency_key: str | None = None
    ) -> AsyncPendingRequest[R]:
        response, tries = await self.send(outgoing_of(operation, params, idempotency_key, is_async=True))
        return AsyncPendingRequest.of(self, operation.result, response, tries)
