"""Schedules: calls that the service makes again and again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from typing_extensions import Unpack

from ._callers import AsyncCaller, Caller
from ._exchange import Outgoing, posted
from ._lists import follow, follow_async
from ._operation import Names, to_api
from .generated.common import Schedule, ScheduleDeleted, ScheduleDetails, SignedLink
from .generated.families import names_of
from .generated.inputs import BATCH_DELIVERY_NAMES, BATCH_WEBHOOK_NAMES, SCHEDULE_PARAMS_NAMES, ScheduleParams

_PATH = "/schedules"
_LIST = Outgoing("GET", _PATH)


def _params_names(target: Mapping[str, Any]) -> Names | None:
    """How the parameters of a target are written in the API; None if this client does not know."""
    names = names_of(str(target.get("operation")))
    if names is None or target.get("type", "operation") == "operation":
        return names
    if target["type"] != "batch":
        return None
    shared: Names = {"webhook": ("webhook", BATCH_WEBHOOK_NAMES), "delivery": ("delivery", BATCH_DELIVERY_NAMES)}
    return {"requests": ("requests", names), "defaults": ("defaults", names), **shared}


def _create_call(schedule: Mapping[str, Any], key: str | None) -> Outgoing:
    body = to_api(SCHEDULE_PARAMS_NAMES, schedule)
    target = body.get("target")
    if isinstance(target, Mapping) and isinstance(target.get("params"), Mapping):
        names = _params_names(target)
        if names is not None:
            body["target"] = {**target, "params": to_api(names, target["params"], "target.params.")}
    return posted(_PATH, body, key)


def _of_one(method: str, schedule_id: str, call: str = "", body: Any = None) -> Outgoing:
    return Outgoing(method, f"{_PATH}/{quote(schedule_id, safe='')}{call}", body=body)


def _feed_link_call(schedule_id: str, expires_in_seconds: int | None) -> Outgoing:
    body = {} if expires_in_seconds is None else {"expiresInSeconds": expires_in_seconds}
    return _of_one("POST", schedule_id, "/feed-link", body)


class Schedules:
    """What is done with a schedule is free of charge; its runs cost what the same calls cost."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(self, *, idempotency_key: str | None = None, **schedule: Unpack[ScheduleParams]) -> Schedule:
        """Makes a schedule. Its target is checked as the call would be; `params` has the arguments of that call."""
        return Schedule.model_validate(self._caller.json(_create_call(schedule, idempotency_key))["data"])

    def list(self) -> Iterator[Schedule]:
        """Schedules of the account, newest first, without their runs."""
        return follow(self._caller, _LIST, "schedules", Schedule)

    def get(self, schedule_id: str) -> ScheduleDetails:
        """One schedule with its coming times and its newest runs."""
        return ScheduleDetails.model_validate(self._caller.json(_of_one("GET", schedule_id))["data"])

    def pause(self, schedule_id: str) -> Schedule:
        """Nothing runs until `resume`; a run that has begun goes on."""
        return Schedule.model_validate(self._caller.json(_of_one("POST", schedule_id, "/pause"))["data"])

    def resume(self, schedule_id: str) -> Schedule:
        """What was due while it was paused is not made up for."""
        return Schedule.model_validate(self._caller.json(_of_one("POST", schedule_id, "/resume"))["data"])

    def delete(self, schedule_id: str) -> ScheduleDeleted:
        """Deletes it with its runs and their changes."""
        return ScheduleDeleted.model_validate(self._caller.json(_of_one("DELETE", schedule_id))["data"])

    def feed_link(self, schedule_id: str, *, expires_in_seconds: int | None = None) -> SignedLink:
        """A link to the feed of its changes that opens without a key, for 30 days unless stated."""
        return SignedLink.model_validate(self._caller.json(_feed_link_call(schedule_id, expires_in_seconds))["data"])

    def changes(self, schedule_id: str) -> str:
        """The changes that its runs found, as RSS."""
        with self._caller.open(_of_one("GET", schedule_id, "/changes.rss")) as (response, _):
            return response.read().decode()


class AsyncSchedules:
    """Async: see `Schedules`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(self, *, idempotency_key: str | None = None, **schedule: Unpack[ScheduleParams]) -> Schedule:
        return Schedule.model_validate((await self._caller.json(_create_call(schedule, idempotency_key)))["data"])

    def list(self) -> AsyncIterator[Schedule]:
        return follow_async(self._caller, _LIST, "schedules", Schedule)

    async def get(self, schedule_id: str) -> ScheduleDetails:
        return ScheduleDetails.model_validate((await self._caller.json(_of_one("GET", schedule_id)))["data"])

    async def pause(self, schedule_id: str) -> Schedule:
        return Schedule.model_validate((await self._caller.json(_of_one("POST", schedule_id, "/pause")))["data"])

    async def resume(self, schedule_id: str) -> Schedule:
        return Schedule.model_validate((await self._caller.json(_of_one("POST", schedule_id, "/resume")))["data"])

    async def delete(self, schedule_id: str) -> ScheduleDeleted:
        return ScheduleDeleted.model_validate((await self._caller.json(_of_one("DELETE", schedule_id)))["data"])

    async def feed_link(self, schedule_id: str, *, expires_in_seconds: int | None = None) -> SignedLink:
        body = await self._caller.json(_feed_link_call(schedule_id, expires_in_seconds))
        return SignedLink.model_validate(body["data"])

    async def changes(self, schedule_id: str) -> str:
        async with self._caller.open(_of_one("GET", schedule_id, "/changes.rss")) as (response, _):
            return (await response.aread()).decode()
