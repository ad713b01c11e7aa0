"""A small file that remembers how far a batch has come, so that a restarted program goes on there."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ._exchange import make_key

KEY_LIFETIME_SECONDS = 24 * 3600
"""The service remembers an Idempotency-Key this long."""
_VERSION = 1


def fingerprint_of(path: str, body: Mapping[str, Any]) -> str:
    text = json.dumps([path, body], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class Saved:
    """What the file has."""

    version: int
    fingerprint: str
    idempotency_key: str
    created_at: float
    job_id: str | None = None
    consumed: int = 0
    """Results that the program is done with."""


class Progress:
    """The file, and what is in it. It is written anew, as a whole, on every change."""

    def __init__(self, path: str | os.PathLike[str], fingerprint: str) -> None:
        self._path = Path(path)
        self.saved = self._read(fingerprint) or Saved(_VERSION, fingerprint, make_key(), time.time())

    def _read(self, fingerprint: str) -> Saved | None:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            saved = Saved(**found)
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            raise ValueError(f"{self._path} is not a progress file of a batch; delete it or choose another.") from None
        if saved.version != _VERSION or saved.fingerprint != fingerprint:
            raise ValueError(
                f"{self._path} belongs to a batch of other requests; delete it or choose another file for this one."
            )
        if saved.job_id is None and time.time() - saved.created_at > KEY_LIFETIME_SECONDS:
            raise ValueError(
                f"{self._path} is of a submission more than 24 hours ago that may have been accepted: look for it with "
                "client.batch.list() and delete the file."
            )
        return saved

    def save(self) -> None:
        partial = self._path.with_name(f"{self._path.name}.part")
        partial.write_text(json.dumps(asdict(self.saved)), encoding="utf-8")
        os.replace(partial, self._path)

    def accepted(self, job_id: str) -> None:
        self.saved.job_id = job_id
        self.save()

    def advance(self) -> None:
        """One more result is done with."""
        self.saved.consumed += 1
        self.save()
