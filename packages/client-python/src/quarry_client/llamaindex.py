"""Pages as LlamaIndex documents: `pip install 'quarry-client[llamaindex]'`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from typing_extensions import Unpack

from ._client import Quarry
from ._documents import metadata_of, params_of
from ._errors import QuarryError
from .generated.inputs import ScrapeWebItem

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as error:
    raise ImportError("QuarryReader needs llama-index-core: pip install 'quarry-client[llamaindex]'") from error


class QuarryReader(BaseReader):  # type: ignore[misc,unused-ignore]  # without the extra it has no types
    """Reads pages as markdown, one document each, in order.

    With `skip_failures`, pages that fail are left out instead of raising a QuarryError.
    """

    def __init__(self, client: Quarry | None = None, *, skip_failures: bool = False) -> None:
        self._client = client
        self._skip_failures = skip_failures

    def lazy_load_data(self, urls: str | Sequence[str], **params: Unpack[ScrapeWebItem]) -> Iterable[Document]:
        """The documents, each page fetched when it is asked for. `params` are those of `client.scrape.web`."""
        wanted: dict[str, Any] = params_of(dict(params))
        client = self._client or Quarry()
        try:
            for url in [urls] if isinstance(urls, str) else urls:
                try:
                    page = client.scrape.web(**{**wanted, "url": url})
                except QuarryError:
                    if not self._skip_failures:
                        raise
                else:
                    yield Document(text=page.markdown or "", metadata=metadata_of(url, page))
        finally:
            if self._client is None:
                client.close()
