"""Scrapy requests through Quarry: `pip install 'quarry-client[scrapy]'`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._client import AsyncQuarry
from .generated.scrape import ScrapeWebResult

try:
    from scrapy.exceptions import NotConfigured, NotSupported
    from scrapy.http import Headers, Response
    from scrapy.responsetypes import responsetypes
    from scrapy.utils.asyncio import is_asyncio_available
    from scrapy.utils.misc import build_from_crawler, load_object
except ImportError as error:
    raise ImportError("the download handler needs scrapy: pip install 'quarry-client[scrapy]'") from error

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

_TRANSFER = frozenset(["content-encoding", "content-length", "content-type", "transfer-encoding"])
"""Headers that are not true of a body that was decoded, and maybe rendered."""


class QuarryDownloadHandler:
    """Fetches requests with `meta={"quarry": True}`, or a dictionary of parameters of `client.scrape.web`, through Quarry.

    Register it in DOWNLOAD_HANDLERS for `http` and `https`. With the setting QUARRY_ALL it fetches all requests but those with
    `meta={"quarry": False}`. QUARRY_URL and QUARRY_API_KEY are settings or environment variables. The whole result is
    `response.meta["quarry_result"]`; a failure reaches the errback as a QuarryError, after the client's own retries.
    """

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        if not is_asyncio_available():
            raise NotConfigured("the download handler of Quarry needs Scrapy's asyncio reactor, which is its default")
        settings = crawler.settings
        self._is_for_all = settings.getbool("QUARRY_ALL")
        self._client = AsyncQuarry(settings.get("QUARRY_API_KEY"), base_url=settings.get("QUARRY_URL"))
        own = load_object(settings.getdict("DOWNLOAD_HANDLERS_BASE")["https"])
        self._direct = build_from_crawler(own, crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> QuarryDownloadHandler:
        return cls(crawler)

    async def download_request(self, request: Request) -> Response:
        asked = request.meta.get("quarry", self._is_for_all)
        if asked is False or asked is None:
            response: Response = await self._direct.download_request(request)
            return response
        if request.method != "GET":
            raise NotSupported(f"Quarry fetches pages with GET only, not {request.method}.")
        result = await self._client.scrape.web(**_params_of(request, asked if isinstance(asked, Mapping) else {}))
        request.meta["quarry_result"] = result
        return _response_of(request, result)

    async def close(self) -> None:
        await self._client.close()
        await self._direct.close()


def _params_of(request: Request, asked: Mapping[str, Any]) -> Any:
    """The parameters of the call. Of Scrapy's own headers only cookies are sent: the others say that a program asks."""
    cookie = request.headers.get("Cookie")
    headers = {**({"cookie": cookie.decode("latin-1")} if cookie else {}), **asked.get("headers", {})}
    formats = [*dict.fromkeys([*asked.get("output_format", ()), "html"])]
    return {**asked, **({"headers": headers} if headers else {}), "url": request.url, "output_format": formats}


def _response_of(request: Request, result: ScrapeWebResult) -> Response:
    kept = {name: value for name, value in result.headers.items() if name.lower() not in _TRANSFER}
    headers = Headers({**kept, "content-type": "text/html; charset=utf-8"})
    body = (result.content or "").encode()
    kind = responsetypes.from_args(headers=headers, url=result.url, body=body)
    response: Response = kind(
        url=result.url, status=result.status_code, headers=headers, body=body, request=request, flags=["quarry"]
    )
    return response
