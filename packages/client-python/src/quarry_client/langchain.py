"""Pages as LangChain documents: `pip install 'quarry-client[langchain]'`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from typing import Any

from typing_extensions import Unpack

from ._client import AsyncQuarry, Quarry
from ._documents import metadata_of, params_of
from ._errors import QuarryError
from .generated.inputs import ScrapeWebItem
from .generated.scrape import ScrapeWebResult

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as error:
    raise ImportError("QuarryLoader needs langchain-core: pip install 'quarry-client[langchain]'") from error


class QuarryLoader(BaseLoader):  # type: ignore[misc,unused-ignore]  # without the extra it has no types
    """Loads pages as markdown, one document each, in order.

    `params` are those of `client.scrape.web`; `only_main_content` is True unless given. With `skip_failures`, pages that fail are
    left out instead of raising a QuarryError.
    """

    def __init__(
        self,
        urls: str | Sequence[str],
        *,
        client: Quarry | None = None,
        async_client: AsyncQuarry | None = None,
        skip_failures: bool = False,
        **params: Unpack[ScrapeWebItem],
    ) -> None:
        self._urls = [urls] if isinstance(urls, str) else list(urls)
        self._client = client
        self._async_client = async_client
        self._skipped = [QuarryError] if skip_failures else []
        self._params: dict[str, Any] = params_of(dict(params))

    def lazy_load(self) -> Iterator[Document]:
        client = self._client or Quarry()
        try:
            for url in self._urls:
                with suppress(*self._skipped):
                    yield _document(url, client.scrape.web(**{**self._params, "url": url}))
        finally:
            if self._client is None:
                client.close()

    async def alazy_load(self) -> AsyncIterator[Document]:
        client = self._async_client or AsyncQuarry()
        try:
            for url in self._urls:
                with suppress(*self._skipped):
                    yield _document(url, await client.scrape.web(**{**self._params, "url": url}))
        finally:
            if self._async_client is None:
                await client.close()


def _document(url: str, page: ScrapeWebResult) -> Document:
    return Document(page_content=page.markdown or "", metadata=metadata_of(url, page))
