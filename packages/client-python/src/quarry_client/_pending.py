"""Requests that were submitted with `Prefer: respond-async`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Generic

import httpx

from ._errors import QuarryError, WaitTimeoutError, error_type
from ._exchange import Outgoing, body_of, result_of
from ._operation import R
from .generated.common import RequestRecord

if TYPE_CHECKING:
    from ._callers import AsyncCaller, Caller

POLL_SECONDS = 1.0
"""The service asks not to be polled more often."""
MAX_POLL_SECONDS = 5.0
_ACCEPTED = 202


def poll_pause(pause: float) -> float:
    """Polls less often the longer it takes."""
    return min(pause * 1.5, MAX_POLL_SECONDS)


def deadline_of(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout


def check_deadline(deadline: float | None, what: str) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise WaitTimeoutError("wait_timeout", f"{what} has not ended in time. It goes on; wait again.")


def record_of(body: Any) -> RequestRecord:
    return RequestRecord.model_validate(body["data"])


def failure_of(record: RequestRecord) -> QuarryError:
    """The error of a request that failed, as its own call would have raised it."""
    code = record.error or "internal_error"
    return error_type(code, None)(
        code,
        record.message or "",
        retryable=record.retryable is True,
        request_id=record.id,
        credits_charged=record.credits_charged or 0,
        reason=record.reason,
        retry_after_seconds=record.retry_after_seconds,
        body=record.model_dump(by_alias=True, mode="json"),
    )


def _result_link(record: RequestRecord) -> str:
    if record.result is None:
        raise QuarryError("not_stored", "The response is no longer stored.", request_id=record.id)
    return record.result


class _Pending(Generic[R]):
    def __init__(self, request_id: str, result: type[R], ended: R | None = None) -> None:
        self.id = request_id
        """The request's id: `client.requests.get` finds it, from anywhere."""
        self._type = result
        self._ended = ended


class PendingRequest(_Pending[R]):
    """A request that runs."""

    def __init__(self, caller: Caller, request_id: str, result: type[R], ended: R | None = None) -> None:
        super().__init__(request_id, result, ended)
        self._caller = caller

    @classmethod
    def of(cls, caller: Caller, result: type[R], response: httpx.Response, tries: int) -> PendingRequest[R]:
        if response.status_code == _ACCEPTED:
            return cls(caller, body_of(response)["id"], result)
        # A response that max_age found is returned at once.
        ended = result_of(result, response, tries)
        return cls(caller, ended.call_info.request_id or "", result, ended)

    def record(self) -> RequestRecord:
        """Its state now. Free of charge."""
        return record_of(self._caller.json(Outgoing("GET", f"/requests/{self.id}")))

    def wait(self, timeout: float | None = None) -> R:
        """The result; raises the request's error. `timeout` in seconds, then WaitTimeoutError."""
        deadline, pause = deadline_of(timeout), POLL_SECONDS
        while self._ended is None:
            record = self.record()
            if record.status == "ok":
                response, tries = self._caller.send(Outgoing("GET", _result_link(record)))
                self._ended = result_of(self._type, response, tries)
            elif record.status != "pending":
                raise failure_of(record)
            else:
                check_deadline(deadline, f"request {self.id}")
                self._caller.pause(pause)
                pause = poll_pause(pause)
        return self._ended


class AsyncPendingRequest(_Pending[R]):
    """A request that runs."""

    def __init__(self, caller: AsyncCaller, request_id: str, result: type[R], ended: R | None = None) -> None:
        super().__init__(request_id, result, ended)
        self._caller = caller

    @classmethod
    def of(cls, caller: AsyncCaller, result: type[R], response: httpx.Response, tries: int) -> AsyncPendingRequest[R]:
        if response.status_code == _ACCEPTED:
            return cls(caller, body_of(response)["id"], result)
        ended = result_of(result, response, tries)
        return cls(caller, ended.call_info.request_id or "", result, ended)

    async def record(self) -> RequestRecord:
        """Its state now. Free of charge."""
        return record_of(await self._caller.json(Outgoing("GET", f"/requests/{self.id}")))

    async def wait(self, timeout: float | None = None) -> R:
        """The result; raises the request's error. `timeout` in seconds, then WaitTimeoutError."""
        deadline, pause = deadline_of(timeout), POLL_SECONDS
        while self._ended is None:
            record = await self.record()
            if record.status == "ok":
                response, tries = await self._caller.send(Outgoing("GET", _result_link(record)))
                self._ended = result_of(self._type, response, tries)
            elif record.status != "pending":
                raise failure_of(record)
            else:
                check_deadline(deadline, f"request {self.id}")
                await self._caller.pause(pause)
                pause = poll_pause(pause)
        return self._ended
