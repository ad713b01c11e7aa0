# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of storeplatform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field
from typing_extensions import Required, TypedDict, Unpack

from .._callers import AsyncCaller, Caller
from .._model import Model, Result
from .._operation import Names, Operation
from .._pending import AsyncPendingRequest, PendingRequest
from .common import RequestMetadata


class StoreplatformCollectionsWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class StoreplatformCollectionsParams(TypedDict, total=False):
    """Parameters of storeplatform-collections."""
    url: Required[str]
    """URL of the store."""
    limit: int
    """Collections per page. Default: 10."""
    page: int
    """Results page, from 1. Default: 1."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: StoreplatformCollectionsWebhook


STOREPLATFORM_COLLECTIONS_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


STOREPLATFORM_COLLECTIONS_PARAMS_NAMES: Names = {
    "url": "url",
    "limit": "limit",
    "page": "page",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", STOREPLATFORM_COLLECTIONS_WEBHOOK_NAMES),
}


class StoreplatformCollectionsCollectionImage(Model):
    src: str
    alt: str | None = Field(default=None)
    created_at: str | None = Field(default=None)
    id: int | float | None = Field(default=None)
    width: int | float | None = Field(default=None)
    height: int | float | None = Field(default=None)


class StoreplatformCollectionsCollection(Model):
    id: int
    title: str
    handle: str
    description: str | None = Field(default=None)
    published_at: str | None = Field(default=None)
    updated_at: str | None = Field(default=None)
    image: StoreplatformCollectionsCollectionImage | None = Field(default=None)
    products_count: int | None = Field(default=None)


class StoreplatformCollectionsResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    collections: list[StoreplatformCollectionsCollection]


STOREPLATFORM_COLLECTIONS: Operation[StoreplatformCollectionsResult] = Operation(
    id="storeplatform-collections",
    method="GET",
    path="/scrape/storeplatform/collections",
    names=STOREPLATFORM_COLLECTIONS_PARAMS_NAMES,
    result=StoreplatformCollectionsResult,
    is_keyed=False,
)


class Storeplatform:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def collections(self, **params: Unpack[StoreplatformCollectionsParams]) -> StoreplatformCollectionsResult:
        """Collections of an online store.

        Costs 5 credits; only a success is charged.

        Parameters:
        - url (required): URL of the store.
        - limit: Collections per page. Default: 10.
        - page: Results page, from 1. Default: 1.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(STOREPLATFORM_COLLECTIONS, params)

    def submit_collections(
        self, **params: Unpack[StoreplatformCollectionsParams],
    ) -> PendingRequest[StoreplatformCollectionsResult]:
        """Collections of an online store.

        Returns at once; the pending request has the result later.

        See Storeplatform.collections.
        """
        return self._caller.submit(STOREPLATFORM_COLLECTIONS, params)


class AsyncStoreplatform:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def collections(
        self, **params: Unpack[StoreplatformCollectionsParams],
    ) -> StoreplatformCollectionsResult:
        """Collections of an online store.

        See Storeplatform.collections.
        """
        return await self._caller.call(STOREPLATFORM_COLLECTIONS, params)

    async def submit_collections(
        self, **params: Unpack[StoreplatformCollectionsParams],
    ) -> AsyncPendingRequest[StoreplatformCollectionsResult]:
        """Collections of an online store.

        Returns at once; the pending request has the result later.

        See Storeplatform.collections.
        """
        return await self._caller.submit(STOREPLATFORM_COLLECTIONS, params)
