"""Bases of the models of responses."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, PrivateAttr


class Model(BaseModel):
    """A part of a response. Fields that this version does not know are kept, as `model_extra`."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())


@dataclass(frozen=True)
class CallInfo:
    """What the headers of a response say about its call."""

    status: int
    """HTTP status."""
    request_id: str | None
    credits_charged: int
    credits_remaining: int | None
    is_replayed: bool
    """Whether this is the first response again, under the same Idempotency-Key."""
    is_cached: bool
    """Whether this is the response of an earlier call, as max_age asked for."""
    tries: int
    """How often the call was sent."""


class Result(Model):
    """The response of an operation."""

    _info: CallInfo | None = PrivateAttr(default=None)

    @property
    def call_info(self) -> CallInfo:
        """Request id, credits and tries of the call that returned this."""
        if self._info is None:
            raise AttributeError("only results that a call returned have call_info")
        return self._info
