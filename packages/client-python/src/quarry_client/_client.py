"""The clients."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self

from ._account import Account, AsyncAccount, AsyncRequests, AsyncWebhooks, Requests, Webhooks
from ._async_batch import AsyncBatches
from ._batch import Batches
from ._callers import AsyncCaller, Caller, Settings
from ._crawls import AsyncCrawls, Crawls
from ._exchange import CONNECT_TIMEOUT_SECONDS, DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS, MAX_RETRIES
from ._files import AsyncFiles, Files
from ._schedules import AsyncSchedules, Schedules
from ._sessions import AsyncSessions, Sessions
from ._version import VERSION
from .generated.families import AsyncFamilies, Families

DEFAULT_BASE_URL = "http://127.0.0.1:3000"
_UNCHANGED: Any = object()


def _timeout_of(timeout: float | httpx.Timeout) -> httpx.Timeout:
    if isinstance(timeout, httpx.Timeout):
        return timeout
    return httpx.Timeout(timeout, connect=min(timeout, CONNECT_TIMEOUT_SECONDS))


def _checked_retries(max_retries: int) -> int:
    if not 0 <= max_retries <= MAX_RETRIES:
        raise ValueError(f"max_retries must be 0 to {MAX_RETRIES}, not {max_retries}.")
    return max_retries


def _settings(
    api_key: str | None,
    base_url: str | None,
    files_url: str | None,
    timeout: float | httpx.Timeout,
    max_retries: int,
    cancel: threading.Event | None = None,
) -> Settings:
    key = api_key or os.environ.get("QUARRY_API_KEY")
    if not key:
        raise ValueError("no API key: pass api_key or set QUARRY_API_KEY.")
    url = (base_url or os.environ.get("QUARRY_URL") or DEFAULT_BASE_URL).rstrip("/")
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"base_url must begin with http:// or https://, not {url}.")
    return Settings(url, key, files_url, _checked_retries(max_retries), _timeout_of(timeout), cancel)


def _changed(settings: Settings, timeout: Any, max_retries: Any, cancel: Any) -> Settings:
    return Settings(
        settings.base_url,
        settings.api_key,
        settings.files_url,
        settings.max_retries if max_retries is _UNCHANGED else _checked_retries(max_retries),
        settings.timeout if timeout is _UNCHANGED else _timeout_of(timeout),
        settings.cancel if cancel is _UNCHANGED else cancel,
    )


_HEADERS: Mapping[str, str] = {"user-agent": f"quarry-client-python/{VERSION}"}


class Quarry(Families):
    """A blocking client of a Quarry service: `with Quarry() as client: client.scrape.web(url=...)`.

    `api_key` and `base_url` default to QUARRY_API_KEY and QUARRY_URL. `timeout` is in seconds for one try, or an httpx.Timeout.
    Calls that fail with a `retryable` error, or without a response, are sent again `max_retries` times at most. `files_url` is
    the address of stored files if it is not that of the service. Setting the event `cancel` ends waits and retries.
    It may be used from several threads.
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        files_url: str | None = None,
        timeout: float | httpx.Timeout = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        cancel: threading.Event | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = _settings(api_key, base_url, files_url, timeout, max_retries, cancel)
        self._begin(http_client or httpx.Client(headers=_HEADERS), settings, is_owner=http_client is None)

    def _begin(self, http: httpx.Client, settings: Settings, *, is_owner: bool) -> None:
        self._http = http
        self._is_owner = is_owner
        self._settings = settings
        caller = Caller(http, settings)
        super().__init__(caller)
        self.account = Account(caller)
        self.batch = Batches(caller)
        self.crawls = Crawls(caller)
        self.files = Files(caller)
        self.requests = Requests(caller)
        self.schedules = Schedules(caller)
        self.sessions = Sessions(caller)
        self.webhooks = Webhooks(caller)

    def with_options(
        self,
        *,
        timeout: float | httpx.Timeout = _UNCHANGED,
        max_retries: int = _UNCHANGED,
        cancel: threading.Event | None = _UNCHANGED,
    ) -> Quarry:
        """The same client with other options; it shares the connections."""
        other = object.__new__(Quarry)
        other._begin(self._http, _changed(self._settings, timeout, max_retries, cancel), is_owner=False)
        return other

    def close(self) -> None:
        """Closes the connections, unless the caller passed the http_client."""
        if self._is_owner:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncQuarry(AsyncFamilies):
    """An async client of a Quarry service: see `Quarry`. Cancelling a task ends its call."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        files_url: str | None = None,
        timeout: float | httpx.Timeout = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = _settings(api_key, base_url, files_url, timeout, max_retries)
        self._begin(http_client or httpx.AsyncClient(headers=_HEADERS), settings, is_owner=http_client is None)

    def _begin(self, http: httpx.AsyncClient, settings: Settings, *, is_owner: bool) -> None:
        self._http = http
        self._is_owner = is_owner
        self._settings = settings
        caller = AsyncCaller(http, settings)
        super().__init__(caller)
        self.account = AsyncAccount(caller)
        self.batch = AsyncBatches(caller)
        self.crawls = AsyncCrawls(caller)
        self.files = AsyncFiles(caller)
        self.requests = AsyncRequests(caller)
        self.schedules = AsyncSchedules(caller)
        self.sessions = AsyncSessions(caller)
        self.webhooks = AsyncWebhooks(caller)

    def with_options(
        self, *, timeout: float | httpx.Timeout = _UNCHANGED, max_retries: int = _UNCHANGED
    ) -> AsyncQuarry:
        """The same client with other options; it shares the connections."""
        other = object.__new__(AsyncQuarry)
        other._begin(self._http, _changed(self._settings, timeout, max_retries, None), is_owner=False)
        return other

    async def close(self) -> None:
        """Closes the connections, unless the caller passed the http_client."""
        if self._is_owner:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
