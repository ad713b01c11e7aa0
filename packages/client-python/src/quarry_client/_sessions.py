"""Sessions: cookies and an exit that calls with the same `session` share."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from ._callers import AsyncCaller, Caller
from ._exchange import Outgoing
from .generated.common import Session

_LIST = Outgoing("GET", "/sessions")


def _call(method: str, name: str) -> Outgoing:
    return Outgoing(method, f"/sessions/{quote(name, safe='')}")


class Sessions:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self) -> Sequence[Session]:
        """All of them, newest first, without the values of their cookies. Free of charge."""
        return [Session.model_validate(one) for one in self._caller.json(_LIST)["data"]["sessions"]]

    def get(self, name: str) -> Session:
        """One session. Free of charge."""
        return Session.model_validate(self._caller.json(_call("GET", name))["data"])

    def delete(self, name: str) -> None:
        """Deletes a session with its cookies. Free of charge."""
        self._caller.json(_call("DELETE", name))


class AsyncSessions:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list(self) -> Sequence[Session]:
        """All of them, newest first, without the values of their cookies. Free of charge."""
        found = (await self._caller.json(_LIST))["data"]["sessions"]
        return [Session.model_validate(one) for one in found]

    async def get(self, name: str) -> Session:
        """One session. Free of charge."""
        return Session.model_validate((await self._caller.json(_call("GET", name)))["data"])

    async def delete(self, name: str) -> None:
        """Deletes a session with its cookies. Free of charge."""
        await self._caller.json(_call("DELETE", name))
