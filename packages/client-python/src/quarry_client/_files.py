"""Stored files: pages, screenshots, responses."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO

import httpx

from ._callers import AsyncCaller, Caller
from ._errors import QuarryError
from ._exchange import Outgoing
from .generated.common import SignedLink

MAX_READ_BYTES = 64 * 1024 * 1024
"""Largest file that `read` keeps in memory; `download` has no such limit."""


def _sign_call(url: str, expires_in_seconds: int | None) -> Outgoing:
    body: dict[str, object] = {"url": url}
    if expires_in_seconds is not None:
        body["expiresInSeconds"] = expires_in_seconds
    return Outgoing("POST", "/files/sign", body=body)


def _check_size(size: int) -> None:
    if size > MAX_READ_BYTES:
        raise QuarryError("file_too_large", f"The file is larger than {MAX_READ_BYTES} bytes: use download.")


def _partial(target: str | os.PathLike[str]) -> Path:
    path = Path(target)
    return path.with_name(f"{path.name}.part")


class Files:
    """Reads files by the links in responses. The key is sent to the service alone."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    @contextmanager
    def stream(self, url: str) -> Iterator[Iterator[bytes]]:
        """The bytes of a file in pieces: `with client.files.stream(url) as pieces: ...`."""
        with self._caller.open(Outgoing("GET", url)) as (response, _):
            yield response.iter_bytes()

    def read(self, url: str) -> bytes:
        """The bytes of a file of at most MAX_READ_BYTES."""
        data = bytearray()
        with self.stream(url) as pieces:
            for piece in pieces:
                data += piece
                _check_size(len(data))
        return bytes(data)

    def download(self, url: str, target: str | os.PathLike[str] | IO[bytes]) -> int:
        """Writes a file to a path or a binary stream; returns its size in bytes. A path is complete or unchanged."""
        if not isinstance(target, (str, os.PathLike)):
            return self._copy(url, target)
        partial = _partial(target)
        try:
            with partial.open("wb") as file:
                size = self._copy(url, file)
            os.replace(partial, target)
        finally:
            partial.unlink(missing_ok=True)
        return size

    def _copy(self, url: str, stream: IO[bytes]) -> int:
        size = 0
        with self.stream(url) as pieces:
            for piece in pieces:
                stream.write(piece)
                size += len(piece)
        return size

    def sign(self, url: str, *, expires_in_seconds: int | None = None) -> SignedLink:
        """A link to a stored file that opens without a key until it expires."""
        return SignedLink.model_validate(self._caller.json(_sign_call(url, expires_in_seconds))["data"])


class AsyncFiles:
    """Reads files by the links in responses. The key is sent to the service alone."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    @asynccontextmanager
    async def stream(self, url: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """The bytes of a file in pieces."""
        async with self._caller.open(Outgoing("GET", url)) as (response, _):
            yield _pieces(response)

    async def read(self, url: str) -> bytes:
        """The bytes of a file of at most MAX_READ_BYTES."""
        data = bytearray()
        async with self.stream(url) as pieces:
            async for piece in pieces:
                data += piece
                _check_size(len(data))
        return bytes(data)

    async def download(self, url: str, target: str | os.PathLike[str] | IO[bytes]) -> int:
        """Writes a file to a path or a binary stream; returns its size in bytes. A path is complete or unchanged."""
        if not isinstance(target, (str, os.PathLike)):
            return await self._copy(url, target)
        partial = _partial(target)
        try:
            with partial.open("wb") as file:
                size = await self._copy(url, file)
            os.replace(partial, target)
        finally:
            partial.unlink(missing_ok=True)
        return size

    async def _copy(self, url: str, stream: IO[bytes]) -> int:
        size = 0
        async with self.stream(url) as pieces:
            async for piece in pieces:
                stream.write(piece)
                size += len(piece)
        return size

    async def sign(self, url: str, *, expires_in_seconds: int | None = None) -> SignedLink:
        """A link to a stored file that opens without a key until it expires."""
        return SignedLink.model_validate((await self._caller.json(_sign_call(url, expires_in_seconds)))["data"])


def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    return response.aiter_bytes()
