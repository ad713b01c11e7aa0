# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of enginec."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict, Unpack

from .._callers import AsyncCaller, Caller
from .._model import Model, Result
from .._operation import Names, Operation
from .._pending import AsyncPendingRequest, PendingRequest
from .common import RequestMetadata


class EnginecSerpWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class EnginecSerpParams(TypedDict, total=False):
    """Parameters of enginec-serp."""
    q: str
    """Search text. Ignored when nextPageToken is given."""
    kl: Any
    """Region as country and language, such as us-en; wt-wt means none. Overrides cc and setLang."""
    cc: str
    """Country, two letters. Combined with setLang; ignored when kl is given."""
    set_lang: Any
    """Language, two letters or with a script (zh-hans). Ignored when kl is given."""
    safe_search: Literal["off", "moderate", "strict"]
    """Adult-content filter."""
    device_type: Literal["desktop", "mobile", "tablet"]
    """Device type to request the page as. Default: "desktop"."""
    next_page_token: str
    """nextPageToken of the previous response, unchanged, within one hour. The search continues with its own
    parameters: others are ignored.
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
    webhook: EnginecSerpWebhook


ENGINEC_SERP_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


ENGINEC_SERP_PARAMS_NAMES: Names = {
    "q": "q",
    "kl": "kl",
    "cc": "cc",
    "set_lang": "setLang",
    "safe_search": "safeSearch",
    "device_type": "deviceType",
    "next_page_token": "nextPageToken",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", ENGINEC_SERP_WEBHOOK_NAMES),
}


class EnginecSerpOrganicSitelink(Model):
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    snippet: str | None = Field(default=None)


class EnginecSerpOrganicResult(Model):
    position: int
    title: str
    link: str
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    source: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    date: str | None = Field(default=None)
    sitelinks: list[EnginecSerpOrganicSitelink] | None = Field(default=None)
    video: Any = Field(default=None)


class EnginecSerpAd(Model):
    position: int | None = Field(default=None)
    title: str | None = Field(default=None)
    link: str | None = Field(default=None)
    displayed_link: str | None = Field(default=None, alias="displayedLink")
    source: str | None = Field(default=None)
    description: str | None = Field(default=None)


class EnginecSerpSearchAssist(Model):
    answer: str | None = Field(default=None)
    sources: Any = Field(default=None)


class EnginecSerpPagination(Model):
    next_page_token: str | None = Field(default=None, alias="nextPageToken")


class EnginecSerpResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    organic_results: list[EnginecSerpOrganicResult] = Field(alias="organicResults")
    ads: list[EnginecSerpAd] | None = Field(default=None)
    search_assist: EnginecSerpSearchAssist | None = Field(default=None, alias="searchAssist")
    next_page_token: str | None = Field(default=None, alias="nextPageToken")
    pagination: EnginecSerpPagination | None = Field(default=None)


ENGINEC_SERP: Operation[EnginecSerpResult] = Operation(
    id="enginec-serp",
    method="GET",
    path="/scrape/enginec/serp",
    names=ENGINEC_SERP_PARAMS_NAMES,
    result=EnginecSerpResult,
    is_keyed=False,
)


class Enginec:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def serp(self, **params: Unpack[EnginecSerpParams]) -> EnginecSerpResult:
        """Web results of the third search engine.

        Costs 10 credits; only a success is charged.

        Rules:
        - One of q, nextPageToken is required.

        Parameters:
        - q: Search text. Ignored when nextPageToken is given.
        - kl: Region as country and language, such as us-en; wt-wt means none. Overrides cc and setLang.
        - cc: Country, two letters. Combined with setLang; ignored when kl is given.
        - set_lang: Language, two letters or with a script (zh-hans). Ignored when kl is given.
        - safe_search: Adult-content filter.
        - device_type: Device type to request the page as. Default: "desktop".
        - next_page_token: nextPageToken of the previous response, unchanged, within one hour. The search
          continues with its own parameters: others are ignored.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(ENGINEC_SERP, params)

    def submit_serp(self, **params: Unpack[EnginecSerpParams]) -> PendingRequest[EnginecSerpResult]:
        """Web results of the third search engine.

        Returns at once; the pending request has the result later.

        See Enginec.serp.
        """
        return self._caller.submit(ENGINEC_SERP, params)


class AsyncEnginec:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def serp(self, **params: Unpack[EnginecSerpParams]) -> EnginecSerpResult:
        """Web results of the third search engine.

        See Enginec.serp.
        """
        return await self._caller.call(ENGINEC_SERP, params)

    async def submit_serp(
        self, **params: Unpack[EnginecSerpParams],
    ) -> AsyncPendingRequest[EnginecSerpResult]:
        """Web results of the third search engine.

        Returns at once; the pending request has the result later.

        See Enginec.serp.
        """
        return await self._caller.submit(ENGINEC_SERP, params)
