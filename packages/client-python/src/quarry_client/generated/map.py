# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of map."""

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


class MapWebWebhook(TypedDict, total=False):
    url: Required[str]
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class MapWebParams(TypedDict, total=False):
    """Parameters of map-web."""
    url: Required[str]
    """Page of the site to map."""
    limit: int
    """Most addresses of the response. Default: 5000."""
    search: str
    """Words to look for: only addresses that have one of them in the URL or the title are returned, those with
    the most words first.
    """
    include_subdomains: bool
    """true: the addresses of all hosts of the registrable domain; false: those of the host of url alone, and of
    the host that it redirects to. Default: True.
    """
    sitemap: Literal["include", "only", "skip"]
    """include: sitemaps, feeds and the links of the page; only: sitemaps alone, the page is not fetched; skip:
    no robots.txt and no sitemaps. Default: "include".
    """
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: MapWebWebhook
    """Where to send an event when this call has ended."""


MAP_WEB_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


MAP_WEB_PARAMS_NAMES: Names = {
    "url": "url",
    "limit": "limit",
    "search": "search",
    "include_subdomains": "includeSubdomains",
    "sitemap": "sitemap",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", MAP_WEB_WEBHOOK_NAMES),
}


class MapWebLink(Model):
    url: str
    title: str | None = Field(default=None)
    """As the page itself, its sitemap or a feed states it."""
    lastmod: str | None = Field(default=None)
    """As the sitemap or the feed states it."""


class MapWebSource(Model):
    url: str
    type: Literal["page", "robots", "sitemap", "sitemapIndex", "feed"] | str
    verdict: Literal[
        "ok", "empty", "target_4xx", "target_status", "rate_limited", "blocked", "soft_block", "consent",
        "script_wall", "login_wall", "not_found", "target_5xx", "dns_error", "tls_error", "connection_error",
        "too_large", "unsupported", "unrecognized", "duplicate", "robots_disallowed", "page_timeout",
        "deadline_exceeded", "forbidden", "proxy_unavailable", "session_refused", "scenario_failed",
        "free_budget_exhausted", "storage_exhausted", "cancelled", "internal_error",
    ] | str
    """ok, or why the document could not be read."""
    links: int
    """Addresses of the site in it, those of other sources included."""


class MapWebResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    links: list[MapWebLink]
    """Each address once, without its fragment."""
    sources: list[MapWebSource]
    """The documents that were read, and those that the site names and that could not be read."""
    limits_hit: list[Literal[
        "maxTime", "maxDocuments", "maxBytes", "maxDepth", "maxAddresses",
    ] | str] | None = Field(default=None, alias="limitsHit")
    """Bounds that ended the map before the whole site was read. Absent if there are none."""


MAP_WEB: Operation[MapWebResult] = Operation(
    id="map-web",
    method="POST",
    path="/map/web",
    names=MAP_WEB_PARAMS_NAMES,
    result=MapWebResult,
    is_keyed=True,
)


class Map:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def web(self, *, idempotency_key: str | None = None, **params: Unpack[MapWebParams]) -> MapWebResult:
        """List the addresses of a site.

        Costs 1 credit; only a success is charged.

        Parameters:
        - url (required): Page of the site to map.
        - limit: Most addresses of the response. Default: 5000.
        - search: Words to look for: only addresses that have one of them in the URL or the title are
          returned, those with the most words first.
        - include_subdomains: true: the addresses of all hosts of the registrable domain; false: those of the
          host of url alone, and of the host that it redirects to. Default: True.
        - sitemap: include: sitemaps, feeds and the links of the page; only: sitemaps alone, the page is not
          fetched; skip: no robots.txt and no sitemaps. Default: "include".
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook: Where to send an event when this call has ended.
        """
        return self._caller.call(MAP_WEB, params, idempotency_key)

    def submit_web(
        self, *, idempotency_key: str | None = None, **params: Unpack[MapWebParams],
    ) -> PendingRequest[MapWebResult]:
        """List the addresses of a site.

        Returns at once; the pending request has the result later.

        See Map.web.
        """
        return self._caller.submit(MAP_WEB, params, idempotency_key)


class AsyncMap:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def web(
        self, *, idempotency_key: str | None = None, **params: Unpack[MapWebParams],
    ) -> MapWebResult:
        """List the addresses of a site.

        See Map.web.
        """
        return await self._caller.call(MAP_WEB, params, idempotency_key)

    async def submit_web(
        self, *, idempotency_key: str | None = None, **params: Unpack[MapWebParams],
    ) -> AsyncPendingRequest[MapWebResult]:
        """List the addresses of a site.

        Returns at once; the pending request has the result later.

        See Map.web.
        """
        return await self._caller.submit(MAP_WEB, params, idempotency_key)
