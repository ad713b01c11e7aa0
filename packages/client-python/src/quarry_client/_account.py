"""The account: usage, its requests, its webhooks, and whether the service is ready."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from typing_extensions import Unpack

from ._callers import AsyncCaller, Caller
from ._errors import QuarryError
from ._exchange import Outgoing, posted
from ._lists import follow, follow_async
from ._model import Result
from ._operation import R, Names, query_pairs, to_api
from ._pending import record_of
from .generated.common import RequestRecord, RequestSummary, Usage, WebhookDelivery, WebhookSecrets
from .generated.inputs import (
    DELIVERY_FILTERS_NAMES, REPARSE_PARAMS_NAMES, REQUEST_FILTERS_NAMES, DeliveryFilters, ReparseParams, RequestFilters,
)

_USAGE = Outgoing("GET", "/user/me/usage")
_SECRET = Outgoing("GET", "/webhooks/secret")
_READY = Outgoing("GET", "/readyz")


def _list_call(path: str, names: Names, filters: Mapping[str, Any]) -> Outgoing:
    return Outgoing("GET", path, tuple(query_pairs(to_api(names, filters))))


def _request_path(request_id: str) -> str:
    return f"/requests/{quote(request_id, safe='')}"


def _reparse_call(request_id: str, params: Mapping[str, Any], key: str | None) -> Outgoing:
    return posted(f"{_request_path(request_id)}/reparse", to_api(REPARSE_PARAMS_NAMES, params), key)


def _redeliver_call(delivery_id: str, key: str | None) -> Outgoing:
    return posted(f"/webhooks/deliveries/{quote(delivery_id, safe='')}/redeliver", {}, key)


class Account:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def usage(self) -> Usage:
        """Credits and concurrency of the account. Free of charge."""
        return Usage.model_validate(self._caller.json(_USAGE)["data"])

    def is_ready(self) -> bool:
        """Whether the service takes requests."""
        try:
            return bool(self._caller.json(_READY)["status"] == "ok")
        except QuarryError:
            return False


class Requests:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, **filters: Unpack[RequestFilters]) -> Iterator[RequestSummary]:
        """Requests of the account, newest first, page by page as they are read. Free of charge."""
        return follow(self._caller, _list_call("/requests", REQUEST_FILTERS_NAMES, filters), "requests", RequestSummary)

    def get(self, request_id: str) -> RequestRecord:
        """One request with its parameters. Free of charge."""
        return record_of(self._caller.json(Outgoing("GET", _request_path(request_id))))

    def reparse(
        self,
        request_id: str,
        result: type[R] = Result,  # type: ignore[assignment]  # R is Result unless given
        *,
        idempotency_key: str | None = None,
        **params: Unpack[ReparseParams],
    ) -> R:
        """Reads the stored documents of a request with today's parser, free of charge. `result` is the class of the response,
        such as ScrapeWebResult; `params` change how pages are read.
        """
        return self._caller.result(_reparse_call(request_id, params, idempotency_key), result)


class Webhooks:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def secret(self) -> WebhookSecrets:
        """The secret that signs the account's webhooks: see `quarry_client.webhooks.verify`."""
        return WebhookSecrets.model_validate(self._caller.json(_SECRET)["data"])

    def deliveries(self, **filters: Unpack[DeliveryFilters]) -> Iterator[WebhookDelivery]:
        """Deliveries, newest first. Free of charge."""
        call = _list_call("/webhooks/deliveries", DELIVERY_FILTERS_NAMES, filters)
        return follow(self._caller, call, "deliveries", WebhookDelivery)

    def redeliver(self, delivery_id: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Sends a webhook again, with a full series of retries."""
        return WebhookDelivery.model_validate(self._caller.json(_redeliver_call(delivery_id, idempotency_key))["data"])


class AsyncAccount:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def usage(self) -> Usage:
        """Credits and concurrency of the account. Free of charge."""
        return Usage.model_validate((await self._caller.json(_USAGE))["data"])

    async def is_ready(self) -> bool:
        """Whether the service takes requests."""
        try:
            return bool((await self._caller.json(_READY))["status"] == "ok")
        except QuarryError:
            return False


class AsyncRequests:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(self, **filters: Unpack[RequestFilters]) -> AsyncIterator[RequestSummary]:
        """Requests of the account, newest first, page by page as they are read. Free of charge."""
        call = _list_call("/requests", REQUEST_FILTERS_NAMES, filters)
        return follow_async(self._caller, call, "requests", RequestSummary)

    async def get(self, request_id: str) -> RequestRecord:
        """One request with its parameters. Free of charge."""
        return record_of(await self._caller.json(Outgoing("GET", _request_path(request_id))))

    async def reparse(
        self,
        request_id: str,
        result: type[R] = Result,  # type: ignore[assignment]  # R is Result unless given
        *,
        idempotency_key: str | None = None,
        **params: Unpack[ReparseParams],
    ) -> R:
        """Reads the stored documents of a request with today's parser: see `Requests.reparse`."""
        return await self._caller.result(_reparse_call(request_id, params, idempotency_key), result)


class AsyncWebhooks:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def secret(self) -> WebhookSecrets:
        """The secret that signs the account's webhooks: see `quarry_client.webhooks.verify`."""
        return WebhookSecrets.model_validate((await self._caller.json(_SECRET))["data"])

    def deliveries(self, **filters: Unpack[DeliveryFilters]) -> AsyncIterator[WebhookDelivery]:
        """Deliveries, newest first. Free of charge."""
        call = _list_call("/webhooks/deliveries", DELIVERY_FILTERS_NAMES, filters)
        return follow_async(self._caller, call, "deliveries", WebhookDelivery)

    async def redeliver(self, delivery_id: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Sends a webhook again, with a full series of retries."""
        body = await self._caller.json(_redeliver_call(delivery_id, idempotency_key))
        return WebhookDelivery.model_validate(body["data"])
