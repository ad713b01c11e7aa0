"""What the loaders of frameworks share: pages as texts with metadata."""

from __future__ import annotations

from typing import Any

from .generated.scrape import ScrapeWebResult

FORMATS = ("markdown", "json")


def metadata_of(url: str, page: ScrapeWebResult) -> dict[str, Any]:
    """Where a text is from, and what it was charged."""
    facts = page.json_ if isinstance(page.json_, dict) else {}
    known = {name: facts[name] for name in ("title", "description", "language", "published") if isinstance(facts.get(name), str)}
    info = page.call_info
    return {
        "source": page.url,
        "requested_url": url,
        "status_code": page.status_code,
        "request_id": info.request_id,
        "credits_charged": info.credits_charged,
        **known,
    }


def params_of(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters of a page whose text is wanted."""
    wanted = [*dict.fromkeys([*params.get("output_format", ()), *FORMATS])]
    return {"only_main_content": True, **params, "output_format": wanted}
