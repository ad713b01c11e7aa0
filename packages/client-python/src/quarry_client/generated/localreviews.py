# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of localreviews."""

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


class LocalreviewsPlaceWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class LocalreviewsPlaceParams(TypedDict, total=False):
    """Parameters of localreviews-place."""
    place_id: Required[str]
    """The site's place id or alias."""
    domain: str
    """Host of the site. Default: "www.yelp.com"."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: LocalreviewsPlaceWebhook


class LocalreviewsSearchWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class LocalreviewsSearchParams(TypedDict, total=False):
    """Parameters of localreviews-search."""
    location: Required[str]
    """Place: a city, an address, a postal code."""
    keyword: str
    """Search text. Required unless category is given."""
    category: str
    """The site's alias of a category, such as contractors. Without keyword, it lists the category."""
    start: int
    """Results to skip: pagination.nextStart of the previous response."""
    domain: str
    """Host of the site. Default: "www.yelp.com"."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: LocalreviewsSearchWebhook


LOCALREVIEWS_PLACE_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


LOCALREVIEWS_PLACE_PARAMS_NAMES: Names = {
    "place_id": "placeId",
    "domain": "domain",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", LOCALREVIEWS_PLACE_WEBHOOK_NAMES),
}


LOCALREVIEWS_SEARCH_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


LOCALREVIEWS_SEARCH_PARAMS_NAMES: Names = {
    "location": "location",
    "keyword": "keyword",
    "category": "category",
    "start": "start",
    "domain": "domain",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", LOCALREVIEWS_SEARCH_WEBHOOK_NAMES),
}


class LocalreviewsPlacePlaceOperationHoursHour(Model):
    day: str | None = Field(default=None)
    hours: list[str] | None = Field(default=None)


class LocalreviewsPlacePlaceOperationHours(Model):
    hours: list[LocalreviewsPlacePlaceOperationHoursHour] | None = Field(default=None)
    today: Any = Field(default=None)


class LocalreviewsPlacePlaceFeature(Model):
    title: str | None = Field(default=None)
    is_active: bool | None = Field(default=None, alias="isActive")


class LocalreviewsPlacePlaceMenuPopularDish(Model):
    name: str | None = Field(default=None)
    image: str | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    reviews: int | None = Field(default=None)
    photos: int | None = Field(default=None)


class LocalreviewsPlacePlaceMenu(Model):
    section: Any = Field(default=None)
    popular_dishes: list[LocalreviewsPlacePlaceMenuPopularDish] | None = Field(default=None, alias="popularDishes")


class LocalreviewsPlacePlaceResult(Model):
    name: str
    url: str | None = Field(default=None)
    address: str | None = Field(default=None)
    neighborhoods: str | None = Field(default=None)
    country: str | None = Field(default=None)
    phone: str | None = Field(default=None)
    website: str | None = Field(default=None)
    price: str | None = Field(default=None)
    business_map: str | None = Field(default=None, alias="businessMap")
    categories: list[str] | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    reviews: int | None = Field(default=None)
    is_claimed: bool | None = Field(default=None, alias="isClaimed")
    is_claimable: bool | None = Field(default=None, alias="isClaimable")
    operation_hours: LocalreviewsPlacePlaceOperationHours | None = Field(default=None, alias="operationHours")
    features: list[LocalreviewsPlacePlaceFeature] | None = Field(default=None)
    menu: LocalreviewsPlacePlaceMenu | None = Field(default=None)
    faqs: Any = Field(default=None)
    review_highlights: Any = Field(default=None, alias="reviewHighlights")
    images: list[str] | None = Field(default=None)


class LocalreviewsPlaceResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    place_result: LocalreviewsPlacePlaceResult = Field(alias="placeResult")


class LocalreviewsSearchSearchInformation(Model):
    keyword: str | None = Field(default=None)
    location: str | None = Field(default=None)
    total_results: int | None = Field(default=None, alias="totalResults")


class LocalreviewsSearchPlaceCoordinates(Model):
    latitude: int | float | None = Field(default=None)
    longitude: int | float | None = Field(default=None)


class LocalreviewsSearchPlace(Model):
    position: int
    name: str
    place_id: str | None = Field(default=None, alias="placeId")
    alias: str | None = Field(default=None)
    url: str | None = Field(default=None)
    address: str | None = Field(default=None)
    service_area: str | None = Field(default=None, alias="serviceArea")
    phone: str | None = Field(default=None)
    website: str | None = Field(default=None)
    price: str | None = Field(default=None)
    snippet: str | None = Field(default=None)
    image: str | None = Field(default=None)
    neighborhoods: list[str] | None = Field(default=None)
    categories: list[str] | None = Field(default=None)
    highlights: list[str] | None = Field(default=None)
    rating: int | float | None = Field(default=None)
    reviews: int | None = Field(default=None)
    is_sponsored: bool | None = Field(default=None, alias="isSponsored")
    coordinates: LocalreviewsSearchPlaceCoordinates | None = Field(default=None)


class LocalreviewsSearchPagination(Model):
    start: int | None = Field(default=None)
    results_per_page: int | None = Field(default=None, alias="resultsPerPage")
    next_start: int | None = Field(default=None, alias="nextStart")


class LocalreviewsSearchResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: LocalreviewsSearchSearchInformation | None = Field(default=None, alias="searchInformation")
    places: list[LocalreviewsSearchPlace]
    pagination: LocalreviewsSearchPagination | None = Field(default=None)


LOCALREVIEWS_PLACE: Operation[LocalreviewsPlaceResult] = Operation(
    id="localreviews-place",
    method="GET",
    path="/scrape/localreviews/place",
    names=LOCALREVIEWS_PLACE_PARAMS_NAMES,
    result=LocalreviewsPlaceResult,
    is_keyed=False,
)


LOCALREVIEWS_SEARCH: Operation[LocalreviewsSearchResult] = Operation(
    id="localreviews-search",
    method="GET",
    path="/scrape/localreviews/search",
    names=LOCALREVIEWS_SEARCH_PARAMS_NAMES,
    result=LocalreviewsSearchResult,
    is_keyed=False,
)


class Localreviews:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def place(self, **params: Unpack[LocalreviewsPlaceParams]) -> LocalreviewsPlaceResult:
        """One local business.

        Costs 10 credits; only a success is charged.

        Parameters:
        - place_id (required): The site's place id or alias.
        - domain: Host of the site. Default: "www.yelp.com".
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(LOCALREVIEWS_PLACE, params)

    def submit_place(
        self, **params: Unpack[LocalreviewsPlaceParams],
    ) -> PendingRequest[LocalreviewsPlaceResult]:
        """One local business.

        Returns at once; the pending request has the result later.

        See Localreviews.place.
        """
        return self._caller.submit(LOCALREVIEWS_PLACE, params)

    def search(self, **params: Unpack[LocalreviewsSearchParams]) -> LocalreviewsSearchResult:
        """Local businesses of a search or category.

        Costs 10 credits; only a success is charged.

        Rules:
        - One of keyword, category is required.

        Parameters:
        - location (required): Place: a city, an address, a postal code.
        - keyword: Search text. Required unless category is given.
        - category: The site's alias of a category, such as contractors. Without keyword, it lists the
          category.
        - start: Results to skip: pagination.nextStart of the previous response.
        - domain: Host of the site. Default: "www.yelp.com".
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(LOCALREVIEWS_SEARCH, params)

    def submit_search(
        self, **params: Unpack[LocalreviewsSearchParams],
    ) -> PendingRequest[LocalreviewsSearchResult]:
        """Local businesses of a search or category.

        Returns at once; the pending request has the result later.

        See Localreviews.search.
        """
        return self._caller.submit(LOCALREVIEWS_SEARCH, params)


class AsyncLocalreviews:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def place(self, **params: Unpack[LocalreviewsPlaceParams]) -> LocalreviewsPlaceResult:
        """One local business.

        See Localreviews.place.
        """
        return await self._caller.call(LOCALREVIEWS_PLACE, params)

    async def submit_place(
        self, **params: Unpack[LocalreviewsPlaceParams],
    ) -> AsyncPendingRequest[LocalreviewsPlaceResult]:
        """One local business.

        Returns at once; the pending request has the result later.

        See Localreviews.place.
        """
        return await self._caller.submit(LOCALREVIEWS_PLACE, params)

    async def search(self, **params: Unpack[LocalreviewsSearchParams]) -> LocalreviewsSearchResult:
        """Local businesses of a search or category.

        See Localreviews.search.
        """
        return await self._caller.call(LOCALREVIEWS_SEARCH, params)

    async def submit_search(
        self, **params: Unpack[LocalreviewsSearchParams],
    ) -> AsyncPendingRequest[LocalreviewsSearchResult]:
        """Local businesses of a search or category.

        Returns at once; the pending request has the result later.

        See Localreviews.search.
        """
        return await self._caller.submit(LOCALREVIEWS_SEARCH, params)
