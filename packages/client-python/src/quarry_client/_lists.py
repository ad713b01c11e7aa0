"""Lists in pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

from ._callers import AsyncCaller, Caller
from ._exchange import Outgoing
from ._model import Model

M = TypeVar("M", bound=Model)


def _page(body: Any, name: str, model: type[M]) -> tuple[list[M], Outgoing | None]:
    data = body["data"]
    link = data.get("nextPage")
    return [model.model_validate(one) for one in data[name]], None if link is None else Outgoing("GET", link)


def follow(caller: Caller, first: Outgoing, name: str, model: type[M]) -> Iterator[M]:
    """Every entry of a list, page by page."""
    call: Outgoing | None = first
    while call is not None:
        rows, call = _page(caller.json(call), name, model)
        yield from rows


async def follow_async(caller: AsyncCaller, first: Outgoing, name: str, model: type[M]) -> AsyncIterator[M]:
    """Every entry of a list, page by page."""
    call: Outgoing | None = first
    while call is not None:
        rows, call = _page(await caller.json(call), name, model)
        for row in rows:
            yield row
