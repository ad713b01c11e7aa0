"""Crawls: jobs like batches, whose requests are found while they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from typing_extensions import Unpack

from ._async_batch import AsyncBatch
from ._batch import Batch
from ._batch_parts import Kind
from ._callers import AsyncCaller, Caller
from ._exchange import Outgoing, posted
from ._operation import Names, to_api
from .generated.common import BatchAccepted
from .generated.inputs import BATCH_WEBHOOK_NAMES, SCRAPE_WEB_ITEM_NAMES, BatchWebhook, ScrapeWebItem
from .generated.scrape import ScrapeWebResult

CRAWL: Kind[ScrapeWebResult] = Kind("/crawl/web", SCRAPE_WEB_ITEM_NAMES, ScrapeWebResult)


class CrawlOptions(TypedDict, total=False):
    """What a crawl fetches, and how."""

    limit: int
    """Most addresses to fetch, 1 to 1,000,000; those that fail or are duplicates count. Default: 1,000."""
    max_depth: int
    """Most links between the first page and another. Default: 10."""
    include: Sequence[str]
    """Patterns of path and query, in which * stands for any characters: only these are fetched, and the first page."""
    exclude: Sequence[str]
    """The same of what is not fetched."""
    crawl_entire_domain: bool
    """True: all paths of the host instead of those below the folder of the first page."""
    include_subdomains: bool
    allow_external: bool
    """True: links to other sites are followed too."""
    sitemap: Literal["include", "only", "skip"]
    ignore_query_parameters: bool
    robots: Literal["obey", "ignore"]
    delay_ms: int
    """Least time between two pages of a host, in milliseconds."""
    max_concurrency: int
    """Most pages in flight at once. Default: 8."""
    max_credits: int
    """Most credits that the crawl holds and is charged, together."""
    scrape: ScrapeWebItem
    """Parameters of every page, without url."""
    webhook: BatchWebhook


_NAMES: Names = {
    "limit": "limit",
    "max_depth": "maxDepth",
    "include": "include",
    "exclude": "exclude",
    "crawl_entire_domain": "crawlEntireDomain",
    "include_subdomains": "includeSubdomains",
    "allow_external": "allowExternal",
    "sitemap": "sitemap",
    "ignore_query_parameters": "ignoreQueryParameters",
    "robots": "robots",
    "delay_ms": "delay",
    "max_concurrency": "maxConcurrency",
    "max_credits": "maxCredits",
    "scrape": ("scrape", SCRAPE_WEB_ITEM_NAMES),
    "webhook": ("webhook", BATCH_WEBHOOK_NAMES),
}


def _start_call(url: str, options: CrawlOptions, key: str | None) -> Outgoing:
    named: dict[str, Any] = to_api(_NAMES, options)
    return posted(CRAWL.path, {"url": url, **named}, key)


class Crawls:
    """Starts crawls, and finds them again. A crawl is a `Batch`; only `retry_failed` it has not."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def start(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[CrawlOptions]
    ) -> Batch[ScrapeWebResult]:
        """Fetches a page and those that it leads to. Each costs what a single one costs; failed ones and duplicates are free."""
        accepted = self._caller.json(_start_call(url, options, idempotency_key))
        return self.resume(BatchAccepted.model_validate(accepted).job_id)

    def resume(self, job_id: str) -> Batch[ScrapeWebResult]:
        """A crawl by its id. `results(start)` begins at a cursor of the caller."""
        return Batch(self._caller, CRAWL, job_id)


class AsyncCrawls:
    """Async: see `Crawls`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def start(
        self, url: str, *, idempotency_key: str | None = None, **options: Unpack[CrawlOptions]
    ) -> AsyncBatch[ScrapeWebResult]:
        accepted = await self._caller.json(_start_call(url, options, idempotency_key))
        return self.resume(BatchAccepted.model_validate(accepted).job_id)

    def resume(self, job_id: str) -> AsyncBatch[ScrapeWebResult]:
        return AsyncBatch(self._caller, CRAWL, job_id)
