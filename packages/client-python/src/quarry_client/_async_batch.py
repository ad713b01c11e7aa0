"""Batches, async: see `_batch.py`, which says what each call does."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Generic

from ._batch_parts import (
    ExportFormat, Kind, export_path, frame_of, has_ended, page_call, require_pandas, row_type, submission, submit_call, table_row,
)
from ._batch import SERP, WEB
from ._callers import AsyncCaller
from ._exchange import Outgoing, posted
from ._files import AsyncFiles
from ._lists import follow_async
from ._operation import R, to_api
from ._pending import POLL_SECONDS, check_deadline, deadline_of, poll_pause
from ._progress import Progress
from .generated.common import BatchAccepted, BatchPage, BatchRow, BatchStatusResponse, BatchStatusResponseData, BatchSummary
from .generated.enginea import EngineaSerpResult
from .generated.inputs import (
    BATCH_WEBHOOK_NAMES, BatchDelivery, BatchWebhook, EngineaSerpItem, ScrapeWebItem,
)
from .generated.scrape import ScrapeWebResult

if TYPE_CHECKING:
    from pandas import DataFrame



class AsyncBatch(Generic[R]):
    """A job of the service. It goes on without this program: `client.batch.resume_web(id)` finds it again.

    Iterating yields each result once, in the order in which the items ended, until all have ended. With a progress file it
    begins after the results that an earlier run was done with.
    """

    def __init__(self, caller: AsyncCaller, kind: Kind[R], job_id: str, progress: Progress | None = None) -> None:
        self._caller = caller
        self._kind = kind
        self._progress = progress
        self.id = job_id
        self._path = f"{kind.path}/{job_id}"

    async def status(self) -> BatchStatusResponseData:
        """How far the job is, and what it was charged. Free of charge."""
        return await self._status_of(Outgoing("GET", self._path))

    async def _status_of(self, outgoing: Outgoing) -> BatchStatusResponseData:
        return BatchStatusResponse.model_validate(await self._caller.json(outgoing)).data

    async def cancel(self) -> BatchStatusResponseData:
        """Stops the job: items that have not started end as `cancelled`, free of charge."""
        return await self._status_of(Outgoing("DELETE", self._path))

    async def wait(self, timeout: float | None = None) -> BatchStatusResponseData:
        """Waits until every item has ended. `timeout` in seconds, then WaitTimeoutError; the job goes on."""
        deadline, pause = deadline_of(timeout), POLL_SECONDS
        while not has_ended(status := await self.status()):
            check_deadline(deadline, f"batch {self.id}")
            await self._caller.pause(pause)
            pause = poll_pause(pause)
        return status

    async def __aiter__(self) -> AsyncIterator[BatchRow]:
        progress = self._progress
        async for row in self.results(start=progress.saved.consumed if progress else 0):
            yield row
            if progress:
                progress.advance()

    async def results(self, start: int = 0, *, follow: bool = True) -> AsyncIterator[BatchRow]:
        """Results from the one with this number on, counted from 0 in the order in which they ended.

        `start` is the cursor: the order never changes. `follow=False` ends with what there is now.
        """
        consumed, pause = start, POLL_SECONDS
        while True:
            # Asked before the page: once ended, the page lacks nothing.
            is_last = not follow or has_ended(await self.status())
            call = page_call(self._path, consumed)
            page = BatchPage.model_validate(await self._caller.json(call))
            rows = page.results[consumed - page.page * page.limit :]
            for row in rows:
                consumed += 1
                yield row
            if rows and page.next_page is not None:
                continue
            if is_last:
                return
            pause = POLL_SECONDS if rows else poll_pause(pause)
            await self._caller.pause(pause)

    async def answers(self) -> AsyncIterator[tuple[BatchRow, R | None]]:
        """The results so far with their stored responses, in one stream; None for items that failed."""
        async for row in self._export():
            yield row, row_type(row, self._kind.result)

    async def _export(self) -> AsyncIterator[BatchRow]:
        async with self._caller.open(Outgoing("GET", f"{self._path}/results.ndjson", (("answers", "true"),))) as (response, _):
            async for line in response.aiter_lines():
                if line:
                    yield BatchRow.model_validate(json.loads(line))

    async def answer(self, row: BatchRow) -> R:
        """The stored response of one result that succeeded."""
        link = getattr(row.result, "json_", None)
        if not isinstance(link, str):
            raise ValueError(f"item {row.result.index} has no response: its status is {row.result.status}.")
        return await self._caller.result(Outgoing("GET", link), self._kind.result)

    async def retry_failed(self, *, webhook: BatchWebhook | None = None, idempotency_key: str | None = None) -> AsyncBatch[R]:
        """A new job of the failed items. The job must have ended."""
        body = {} if webhook is None else {"webhook": to_api(BATCH_WEBHOOK_NAMES, webhook, "webhook.")}
        accepted = await self._caller.json(posted(f"{self._path}/retry-failed", body, idempotency_key))
        return AsyncBatch(self._caller, self._kind, BatchAccepted.model_validate(accepted).job_id)

    async def download_csv(self, target: str | os.PathLike[str] | IO[bytes], columns: Sequence[str] = ()) -> int:
        """Writes the results so far as a table; returns its size in bytes. `columns` replace those of the service's own table."""
        return await AsyncFiles(self._caller).download(export_path(self._path, "csv", columns), target)

    async def download(
        self, target: str | os.PathLike[str] | IO[bytes], kind: ExportFormat, columns: Sequence[str] = ()
    ) -> int:
        """Writes the results so far as a file of this format; returns its size in bytes. `columns` are of `csv` and `parquet`."""
        return await AsyncFiles(self._caller).download(export_path(self._path, kind, columns), target)

    async def to_pandas(self, fields: Sequence[str] = (), *, timeout: float | None = None) -> DataFrame:
        """Waits for the end; all results as a pandas DataFrame, a row for each item in the order of the submission.

        `fields` are further columns: paths in the responses by the API's names, such as `markdown` or `extractedData.price`.
        """
        require_pandas()
        await self.wait(timeout)
        return frame_of([table_row(row, fields) async for row in self._export()], fields)


class AsyncBatches:
    """Submits batches, and finds them again."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def _submit(
        self,
        kind: Kind[R],
        requests: Iterable[Mapping[str, Any]],
        defaults: Mapping[str, Any] | None,
        webhook: BatchWebhook | None,
        delivery: BatchDelivery | None,
        key: str | None,
        progress: str | os.PathLike[str] | None,
    ) -> AsyncBatch[R]:
        call, store = submit_call(kind, submission(kind, requests, defaults, webhook, delivery), key, progress)
        if call is None:
            return AsyncBatch(self._caller, kind, str(store and store.saved.job_id), store)
        accepted = BatchAccepted.model_validate(await self._caller.json(call))
        if store:
            store.accepted(accepted.job_id)
        return AsyncBatch(self._caller, kind, accepted.job_id, store)

    async def web(
        self,
        requests: Iterable[ScrapeWebItem],
        *,
        defaults: ScrapeWebItem | None = None,
        webhook: BatchWebhook | None = None,
        delivery: BatchDelivery | None = None,
        idempotency_key: str | None = None,
        progress: str | os.PathLike[str] | None = None,
    ) -> AsyncBatch[ScrapeWebResult]:
        """Submits a batch of pages. `defaults` are parameters of every request that does not set them itself.

        `progress` names a small file: the same call in a restarted program finds its job there instead of paying twice, and
        iterating goes on after the results that were done with.
        """
        return await self._submit(WEB, requests, defaults, webhook, delivery, idempotency_key, progress)

    async def serp(
        self,
        requests: Iterable[EngineaSerpItem],
        *,
        defaults: EngineaSerpItem | None = None,
        webhook: BatchWebhook | None = None,
        delivery: BatchDelivery | None = None,
        idempotency_key: str | None = None,
        progress: str | os.PathLike[str] | None = None,
    ) -> AsyncBatch[EngineaSerpResult]:
        """Submits a batch of web searches of the primary engine; see `web`."""
        return await self._submit(SERP, requests, defaults, webhook, delivery, idempotency_key, progress)

    def resume_web(self, job_id: str) -> AsyncBatch[ScrapeWebResult]:
        """A batch of pages by its id. `results(start)` begins at a cursor of the caller."""
        return AsyncBatch(self._caller, WEB, job_id)

    def resume_serp(self, job_id: str) -> AsyncBatch[EngineaSerpResult]:
        """A batch of searches by its id."""
        return AsyncBatch(self._caller, SERP, job_id)

    def list(self) -> AsyncIterator[BatchSummary]:
        """The account's batches, newest first. Free of charge."""
        return follow_async(self._caller, Outgoing("GET", "/batches"), "batches", BatchSummary)
