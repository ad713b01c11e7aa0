"""What blocking and async batches share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal
from urllib.parse import quote

from ._exchange import Outgoing, posted
from ._operation import Names, R, to_api
from ._progress import Progress, fingerprint_of
from .generated.common import BatchRow, BatchStatusResponseData
from .generated.inputs import BATCH_DELIVERY_NAMES, BATCH_WEBHOOK_NAMES, BatchDelivery, BatchWebhook

if TYPE_CHECKING:
    from pandas import DataFrame

ExportFormat = Literal["ndjson", "csv", "parquet", "warc"]

EXPORT_PATHS = {
    "ndjson": "/results.ndjson",
    "csv": "/results.csv",
    "parquet": "/results.parquet",
    "warc": "/results.warc.gz",
}

PAGE_SIZE = 100
MAX_ITEMS = 10_000
"""Most requests of one batch."""
MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longest line of an export: one stored response."""
PLAIN_COLUMNS = ("index", "id", "status", "error", "message", "retryable", "status_code", "url", "query")


@dataclass(frozen=True)
class Kind(Generic[R]):
    """One kind of batch."""

    path: str
    names: Names
    """Of an item, and of the defaults of all."""
    result: type[R]


def submission(
    kind: Kind[R],
    requests: Iterable[Mapping[str, Any]],
    defaults: Mapping[str, Any] | None,
    webhook: BatchWebhook | None,
    delivery: BatchDelivery | None,
) -> dict[str, Any]:
    """The body of a submission."""
    items = [to_api(kind.names, one, f"requests[{index}].") for index, one in enumerate(requests)]
    if not 1 <= len(items) <= MAX_ITEMS:
        raise ValueError(f"a batch has 1 to {MAX_ITEMS} requests, not {len(items)}; make several of more.")
    body: dict[str, Any] = {"requests": items}
    if defaults is not None:
        body["defaults"] = to_api(kind.names, defaults, "defaults.")
    if webhook is not None:
        body["webhook"] = to_api(BATCH_WEBHOOK_NAMES, webhook, "webhook.")
    if delivery is not None:
        body["delivery"] = to_api(BATCH_DELIVERY_NAMES, delivery, "delivery.")
    return body


def submit_call(
    kind: Kind[R], body: dict[str, Any], key: str | None, progress: str | os.PathLike[str] | None
) -> tuple[Outgoing | None, Progress | None]:
    """The call that submits; None if the progress file has the job already."""
    if progress is None:
        return posted(kind.path, body, key), None
    if key is not None:
        raise ValueError("a batch with a progress file has its Idempotency-Key there: leave out idempotency_key.")
    store = Progress(progress, fingerprint_of(kind.path, body))
    if store.saved.job_id is not None:
        return None, store
    # Before the call: a program that dies in it submits with the same key again.
    store.save()
    return posted(kind.path, body, store.saved.idempotency_key), store


def page_call(path: str, consumed: int) -> Outgoing:
    """The page of results that has the next one."""
    number = consumed // PAGE_SIZE + 1
    return Outgoing("GET", f"{path}/results", (("page", str(number)), ("limit", str(PAGE_SIZE))))


def export_path(path: str, kind: ExportFormat, columns: Sequence[str] = ()) -> str:
    """Where the results are as a file; a table has its own columns or these."""
    if columns and kind not in ("csv", "parquet"):
        raise ValueError("columns are of csv and parquet alone.")
    query = f"?columns={quote(','.join(columns))}" if columns else ""
    return f"{path}{EXPORT_PATHS[kind]}{query}"


def has_ended(status: BatchStatusResponseData) -> bool:
    return status.status in ("done", "stopped")


def row_type(row: BatchRow, result: type[R]) -> R | None:
    """The stored response of a row of an export, as a result."""
    return None if row.answer is None else result.model_validate(row.answer)


def _at(value: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, Sequence) and not isinstance(value, str) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _plain(row: BatchRow) -> dict[str, Any]:
    data = row.result.model_dump()
    return {name: row.query if name == "query" else data.get(name) for name in PLAIN_COLUMNS}


def table_row(row: BatchRow, fields: Sequence[str]) -> dict[str, Any]:
    return {**_plain(row), **{name: _at(row.answer, name) for name in fields}}


def frame_of(rows: list[dict[str, Any]], fields: Sequence[str]) -> DataFrame:
    """The rows as a table in the order of the submission."""
    pandas = require_pandas()
    frame = pandas.DataFrame(rows, columns=[*PLAIN_COLUMNS, *fields])
    return frame.sort_values("index", ignore_index=True)


def require_pandas() -> Any:
    """pandas, which is asked for before a long export and not after it."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas needs pandas: pip install 'quarry-client[pandas]'") from None
    return pandas


