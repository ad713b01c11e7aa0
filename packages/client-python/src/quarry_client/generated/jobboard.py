# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of jobboard."""

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


class JobboardListingWebhook(TypedDict, total=False):
    url: str
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class JobboardListingParams(TypedDict, total=False):
    """Parameters of jobboard-listing."""
    keyword: Required[str]
    """Search text."""
    location: Required[str]
    """Place; a whole country for remote jobs."""
    sort: Literal["relevance", "date"]
    """Order of the results. Default: "relevance"."""
    domain: str
    """Host of the site. Default: "www.indeed.com"."""
    sponsored_only: bool
    """Ask so as to get more sponsored listings: by relevance, whatever sort says. The site has no such filter;
    no listing is left out. Default: False.
    """
    date_posted: int
    """Posted within this number of days. The site filters by 1, 3, 7 or 14; for other numbers older listings are
    left out afterwards, by the ages that the page shows.
    """
    remote_type: Literal["remote", "hybrid"]
    """Remote or hybrid jobs only."""
    next_page: str
    """pagination.nextPage of the previous response, complete. start is then ignored."""
    start: int
    """Results to skip, in steps of 10."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: JobboardListingWebhook


JOBBOARD_LISTING_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


JOBBOARD_LISTING_PARAMS_NAMES: Names = {
    "keyword": "keyword",
    "location": "location",
    "sort": "sort",
    "domain": "domain",
    "sponsored_only": "sponsoredOnly",
    "date_posted": "datePosted",
    "remote_type": "remoteType",
    "next_page": "nextPage",
    "start": "start",
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", JOBBOARD_LISTING_WEBHOOK_NAMES),
}


class JobboardListingSearchInformation(Model):
    keyword: str | None = Field(default=None)
    location: str | None = Field(default=None)
    total_results: int | None = Field(default=None, alias="totalResults")


class JobboardListingJobSalary(Model):
    min: int | float | None = Field(default=None)
    max: int | float | None = Field(default=None)
    type: str | None = Field(default=None)
    currency: str | None = Field(default=None)


class JobboardListingJob(Model):
    title: str
    company: str | None = Field(default=None)
    location: str | None = Field(default=None)
    url: str | None = Field(default=None)
    job_key: str | None = Field(default=None, alias="jobKey")
    description: str | None = Field(default=None)
    date: str | None = Field(default=None)
    iso_date: str | None = Field(default=None, alias="isoDate")
    sponsored: bool | None = Field(default=None)
    details: list[str] | None = Field(default=None)
    benefits: list[str] | None = Field(default=None)
    salary: JobboardListingJobSalary | None = Field(default=None)


class JobboardListingPagination(Model):
    next_page: str | None = Field(default=None, alias="nextPage")


class JobboardListingResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    search_information: JobboardListingSearchInformation | None = Field(default=None, alias="searchInformation")
    jobs: list[JobboardListingJob]
    people_also_search_for: Any = Field(default=None, alias="peopleAlsoSearchFor")
    pagination: JobboardListingPagination | None = Field(default=None)


JOBBOARD_LISTING: Operation[JobboardListingResult] = Operation(
    id="jobboard-listing",
    method="GET",
    path="/scrape/jobboard/listing",
    names=JOBBOARD_LISTING_PARAMS_NAMES,
    result=JobboardListingResult,
    is_keyed=False,
)


class Jobboard:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def listing(self, **params: Unpack[JobboardListingParams]) -> JobboardListingResult:
        """Job listings.

        Costs 10 credits; only a success is charged.

        Rules:
        - nextPage must be a URL on ar.indeed.com, au.indeed.com and its other hosts.

        Parameters:
        - keyword (required): Search text.
        - location (required): Place; a whole country for remote jobs.
        - sort: Order of the results. Default: "relevance".
        - domain: Host of the site. Default: "www.indeed.com".
        - sponsored_only: Ask so as to get more sponsored listings: by relevance, whatever sort says. The site
          has no such filter; no listing is left out. Default: False.
        - date_posted: Posted within this number of days. The site filters by 1, 3, 7 or 14; for other numbers
          older listings are left out afterwards, by the ages that the page shows.
        - remote_type: Remote or hybrid jobs only.
        - next_page: pagination.nextPage of the previous response, complete. start is then ignored.
        - start: Results to skip, in steps of 10.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook
        """
        return self._caller.call(JOBBOARD_LISTING, params)

    def submit_listing(
        self, **params: Unpack[JobboardListingParams],
    ) -> PendingRequest[JobboardListingResult]:
        """Job listings.

        Returns at once; the pending request has the result later.

        See Jobboard.listing.
        """
        return self._caller.submit(JOBBOARD_LISTING, params)


class AsyncJobboard:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def listing(self, **params: Unpack[JobboardListingParams]) -> JobboardListingResult:
        """Job listings.

        See Jobboard.listing.
        """
        return await self._caller.call(JOBBOARD_LISTING, params)

    async def submit_listing(
        self, **params: Unpack[JobboardListingParams],
    ) -> AsyncPendingRequest[JobboardListingResult]:
        """Job listings.

        Returns at once; the pending request has the result later.

        See Jobboard.listing.
        """
        return await self._caller.submit(JOBBOARD_LISTING, params)
