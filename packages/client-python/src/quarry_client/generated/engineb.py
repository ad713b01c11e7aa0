# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of engineb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field
from typing_extensions import Required, TypedDict, Unpack

from .._callers import AsyncCaller, Caller
from .._model import Model, Result
from .._operation import Names, Operation
from .._pending import AsyncPendingRequest, PendingRequest
from .common import RequestMetadata


class EnginebSerpWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EnginebSerpParams(TypedDict, total=False):
    """Parameters of engineb-serp."""
    q: Required[str]
    """Search text."""
    location: str
    """Origin as a place name, preferably a city: Austin, Texas. Known cities are sent as their coordinates.
    Ignored when lat and lon are given.
    """
    lat: float
    """Latitude of the origin. Ignored without lon."""
    lon: float
    """Longitude of the origin. Ignored without lat."""
    mkt: str
    """Market: a country (us) or a language and country (en-us)."""
    cc: str
    """Country, two letters."""
    set_lang: Any
    """Language of interface and results: two letters or a variant such as en-gb, zh-hans, pt-br."""
    safe_search: Literal["off", "moderate", "strict"]
    """Adult-content filter."""
    filters: str
    """Filters: ex1:"ez1" past day, ez2 past week, ez3 past month."""
    device_type: Literal["desktop", "mobile", "tablet"]
    """Device type to request the page as. Default: "desktop"."""
    first: int
    """First result: 1, 11, 21 are the first three pages."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: EnginebSerpWebhook


ENGINEB_SERP_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEB_SERP_PARAMS_NAMES: Names = {
    "q": "q",
    "location": "location",
    "lat": "lat",
    "lon": "lon",
    "mkt": "mkt",
    "cc": "cc",
    "set_lang": "setLang",
    "safe_search": "safeSearch",
    "filters": "filters",
    "device_type": "deviceType",
    "first": "first",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEB_SERP_WEBHOOK_NAMES),
}


class EnginebSerpOrganicSitelink(Model):
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    snippet: str | None = Field(default=None)


class EnginebSerpOrganicResult(Model):
    position: int
    title: str
    link: str
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    source: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    date: str | None = Field(default=None)
    sitelinks: list[EnginebSerpOrganicSitelink] | None = Field(default=None)


class EnginebSerpAd(Model):
    position: int | None = Field(default=None)
    block_position: str | None = Field(default=None, alias="blockPosition")
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    description: str | None = Field(default=None)
    sitelinks: list[EnginebSerpOrganicSitelink] | None = Field(default=None)


class EnginebSerpAiAnswerTextBlockListItem(Model):
    snippet: str | None = Field(default=None)


class EnginebSerpAiAnswerTextBlock(Model):
    type: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    list_: list[EnginebSerpAiAnswerTextBlockListItem] | None = Field(default=None, alias="list")


class EnginebSerpAiAnswerReference(Model):
    index: int | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    source: str | None = Field(default=None)
    snippet: str | None = Field(default=None)


class EnginebSerpAiAnswer(Model):
    text_blocks: list[EnginebSerpAiAnswerTextBlock] | None = Field(default=None, alias="textBlocks")
    references: list[EnginebSerpAiAnswerReference] | None = Field(default=None)


class EnginebSerpRelatedSearch(Model):
    query: str | None = Field(default=None)
    link: str | None = Field(default=None)


class EnginebSerpPagination(Model):
    next: str | None = Field(default=None)
    pages: list[dict[str, str]] | None = Field(default=None)


class EnginebSerpResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    organic_results: list[EnginebSerpOrganicResult] = Field(alias="organicResults")
    ads: list[EnginebSerpAd] | None = Field(default=None)
    ai_answer: EnginebSerpAiAnswer | None = Field(default=None, alias="aiAnswer")
    related_searches: list[EnginebSerpRelatedSearch] | None = Field(default=None, alias="relatedSearches")
    pagination: EnginebSerpPagination | None = Field(default=None)


ENGINEB_SERP: Operation[EnginebSerpResult] = Operation(
    id="engineb-serp",
    method="GET",
    path="/scrape/engineb/serp",
    names=ENGINEB_SERP_PARAMS_NAMES,
    result=EnginebSerpResult,
    is_keyed=False,
)


class Engineb:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def serp(self, **params: Unpack[EnginebSerpParams]) -> EnginebSerpResult:
        """Web results of the second search engine.

        Costs 10 credits; only a success is charged.

        Parameters:
        - q (required): Search text.
        - location: Origin as a place name, preferably a city: Austin, Texas. Known cities are sent as their
          coordinates. Ignored when lat and lon are given.
        - lat: Latitude of the origin. Ignored without lon.
        - lon: Longitude of the origin. Ignored without lat.
        - mkt: Market: a country (us) or a language and country (en-us).
        - cc: Country, two letters.
        - set_lang: Language of interface and results: two letters or a variant such as en-gb, zh-hans, pt-br.
        - safe_search: Adult-content filter.
        - filters: Filters: ex1:"ez1" past day, ez2 past week, ez3 past month.
        - device_type: Device type to request the page as. Default: "desktop".
        - first: First result: 1, 11, 21 are the first three pages.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEB_SERP, params)

    def submit_serp(self, **params: Unpack[EnginebSerpParams]) -> PendingRequest[EnginebSerpResult]:
        """Web results of the second search engine.

        Returns at once; the pending request has the result later.

        See Engineb.serp.
        """
        return self._caller.submit(ENGINEB_SERP, params)


class AsyncEngineb:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def serp(self, **params: Unpack[EnginebSerpParams]) -> EnginebSerpResult:
        """Web results of the second search engine.

        See Engineb.serp.
        """
        return await self._caller.call(ENGINEB_SERP, params)

    async def submit_serp(
        self, **params: Unpack[EnginebSerpParams],
    ) -> AsyncPendingRequest[EnginebSerpResult]:
        """Web results of the second search engine.

        Returns at once; the pending request has the result later.

        See Engineb.serp.
        """
        return await self._caller.submit(ENGINEB_SERP, params)
