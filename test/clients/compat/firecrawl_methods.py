"""Calls every public method of both clients of firecrawl-py once, with values for what it requires; what came of each."""

import asyncio
import inspect
import json
import sys
import time

from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import PaginationConfig, WebhookConfig
from firecrawl.v2.utils import FirecrawlError

given = json.load(sys.stdin)
page = f"{given['site']}/shop/1"
# Not calls: what a client was made with, and its versions.
FACTS = {"api_key", "api_url", "v1", "v2"}


def started_job():
    client = Firecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
    job = client.start_batch_scrape([page])
    while client.get_batch_scrape_status(job.id).status == "scraping":
        time.sleep(0.1)
    return job.id


def ended_crawl():
    client = Firecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
    return client.crawl(page, limit=1, poll_interval=1).id


job = started_job()
crawl = ended_crawl()
JOBS = [("batch", job), ("crawl", crawl)]
VALUES = {
    "url": page,
    "urls": [page],
    "query": "slate roofs",
    "job_id": job,
    "id": job,
    "crawl_id": crawl,
    "next_url": f"{given['baseUrl']}/v2/batch/scrape/{job}?skip=0",
    "file": b"<p>x</p>",
}
OPTIONS = {
    "scrape": {"url": page},
    "scrape_alexandria": {"calls": [{"provider": "x", "capability": "x", "options": {}}]},
    "scrape_execute": {"code": "x"},
    "get_crawl_status_page": {"next_url": f"{given['baseUrl']}/v2/crawl/{crawl}?skip=0"},
    "batch_scrape": {"poll_interval": 1},
    "batch_scrape_urls": {"poll_interval": 1},
    "parse": {"filename": "x.html"},
    "search": {"limit": 1},
    "interact": {"prompt": "x"},
    "agent": {"prompt": "x"},
    "start_agent": {"prompt": "x"},
    "create_monitor": {"name": "x", "schedule": {"cron": "0 0 * * *"}, "targets": [{"type": "scrape", "urls": [page]}]},
    "update_monitor": {"name": "x"},
    "extract": {"urls": [page], "prompt": "x"},
    "start_extract": {"urls": [page], "prompt": "x"},
    **{name: {"url": page, "limit": 1, "poll_interval": 1} for name in ("crawl", "crawl_url")},
    **{name: {"url": page, "limit": 1} for name in ("start_crawl", "async_crawl_url")},
}


def options_of(name, method):
    required = [
        one
        for one in inspect.signature(method).parameters.values()
        if one.default is one.empty and one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    ]
    values = {**VALUES, "job_id": crawl, "id": crawl} if "crawl" in name else VALUES
    return {**{one.name: values.get(one.name, "x") for one in required}, **OPTIONS.get(name, {})}


def told(result):
    """What a call came to; some of the async client return an error instead of raising it."""
    is_refused = getattr(result, "success", True) is False
    return {"isOwn": True, "message": str(result)[:300]} if is_refused else {"ok": True}


def failure(error):
    return {
        "error": type(error).__name__,
        "isOwn": isinstance(error, FirecrawlError),
        "status": getattr(error, "status_code", None),
        "message": str(error)[:300],
    }


def watched(watcher):
    ended = []
    watcher.add_listener(lambda seen: ended.append(seen.status))
    watcher.start()
    for _ in range(100):
        if ended and ended[-1] == "completed":
            break
        time.sleep(0.1)
    watcher.stop()
    return {"ok": ended[-1] == "completed"}


def methods_of(client):
    return {name: getattr(client, name) for name in dir(client) if not name.startswith("_") and name not in FACTS}


def by_sync():
    client = Firecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
    outcomes = {}
    for name, method in methods_of(client).items():
        try:
            if name == "watcher":
                kinds = [watched(method(id, kind=kind, poll_interval=1, timeout=20)) for kind, id in JOBS]
                outcomes[name] = {"ok": all(one["ok"] for one in kinds)}
                continue
            outcomes[name] = told(method(**options_of(name, method)))
        except Exception as error:
            outcomes[name] = failure(error)
    return outcomes


async def by_async():
    client = AsyncFirecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
    outcomes = {}
    for name, method in methods_of(client).items():
        try:
            if name == "watcher":
                seen = [None, None]
                for at, (kind, id) in enumerate(JOBS):
                    async for seen[at] in method(id, kind=kind, poll_interval=1, timeout=20):
                        if seen[at].status == "completed":
                            break
                outcomes[name] = {"ok": all(one is not None and one.status == "completed" for one in seen)}
                continue
            result = method(**options_of(name, method))
            outcomes[name] = told(await result if inspect.isawaitable(result) else result)
        except Exception as error:
            outcomes[name] = failure(error)
    return outcomes


def by_pages():
    """A job of several pages, all at once and one by one."""
    client = Firecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
    urls = [f"{given['site']}/page/{index}" for index in range(given["pages"])]
    wishes = {"headers": {"X-Token": "seeded"}, "metadata": {"order": "A-7"}}
    hook = WebhookConfig(url=given["hook"], events=["started", "page", "completed"], **wishes)
    started = client.start_batch_scrape(urls, webhook=hook)
    while client.get_batch_scrape_status(started.id, PaginationConfig(auto_paginate=False)).status == "scraping":
        time.sleep(0.2)
    whole = client.get_batch_scrape_status(started.id)
    read = client.get_batch_scrape_status(started.id, PaginationConfig(auto_paginate=False))
    sizes = [len(read.data)]
    while read.next is not None:
        read = client.get_batch_scrape_status_page(read.next)
        sizes.append(len(read.data))
    found = {document.metadata.source_url for document in whole.data}
    return {"id": started.id, "isWhole": found == set(urls), "sizes": sizes, "credits": whole.credits_used}


print(json.dumps({"pages": by_pages(), "Firecrawl": by_sync(), "AsyncFirecrawl": asyncio.run(by_async())}))
