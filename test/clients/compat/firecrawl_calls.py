"""Calls of firecrawl-py, unchanged, against the address and key on its input; what came of each on its output."""

import asyncio
import json
import sys
import time

from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import PaginationConfig

given = json.load(sys.stdin)
client = Firecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
stranger = Firecrawl(api_key="nobody", api_url=given["baseUrl"])
other = Firecrawl(api_key=given["otherKey"], api_url=given["baseUrl"])
site = given["site"]
page = f"{site}/shop/1"


def outcome(call):
    try:
        return call()
    except Exception as error:
        return {
            "error": type(error).__name__,
            "status": getattr(error, "status_code", None),
            "code": getattr(error, "code", None),
            "message": str(error),
        }


def scraped(url, **options):
    document = client.scrape(url, **options)
    return {
        "formats": [name for name in ("markdown", "html", "raw_html", "links", "screenshot") if getattr(document, name)],
        "text": document.markdown or document.html or document.raw_html or "",
        "title": document.metadata.title,
        "statusCode": document.metadata.status_code,
        "sourceURL": document.metadata.source_url,
    }


def mapped(**options):
    return [link.url for link in client.map(given["mapSite"], **options).links]


def searched(**options):
    found = client.search("slate roofs", **options)
    return {"web": len(found.web or []), "images": len(found.images or []), "url": (found.web or found.images)[0].url}


def credits():
    usage = client.get_credit_usage()
    return {"remaining": usage.remaining_credits, "plan": usage.plan_credits}


jobs = {}
urls = [page, f"{site}/shop/2", f"{site}/status/404", f"{site}/block/1", "http://"]


def described(job):
    return {
        "status": job.status,
        "completed": job.completed,
        "total": job.total,
        "credits": job.credits_used,
        "pages": sorted(f"{document.metadata.status_code} {document.metadata.source_url}" for document in job.data),
        "isText": all(document.markdown for document in job.data),
    }


def batch():
    started = client.start_batch_scrape(urls, formats=["markdown"], ignore_invalid_urls=True)
    jobs["batch"] = started.id
    while client.get_batch_scrape_status(started.id).status == "scraping":
        time.sleep(0.1)
    return {"invalid": started.invalid_urls, **described(client.get_batch_scrape_status(started.id))}


def batch_by_pages():
    page = client.get_batch_scrape_status(jobs["batch"], PaginationConfig(auto_paginate=False))
    return {"pages": len(page.data), "next": page.next}


def batch_errors():
    found = client.get_batch_scrape_errors(jobs["batch"])
    return {"errors": [[one.url, one.code] for one in found.errors], "robots": found.robots_blocked}


def batch_cancelled():
    started = other.start_batch_scrape([f"{site}/hang/1"] * 3, timeout=1000)
    is_cancelled = other.cancel_batch_scrape(started.id)
    return {"isCancelled": is_cancelled, **described(other.get_batch_scrape_status(started.id))}


async def batch_later():
    later = AsyncFirecrawl(api_key=given["apiKey"], api_url=given["baseUrl"])
    started = await later.start_batch_scrape(urls[:2])
    while (job := await later.get_batch_scrape_status(started.id)).status == "scraping":
        await asyncio.sleep(0.1)
    errors = await later.get_batch_scrape_errors(started.id)
    return {**described(job), "errors": errors["errors"], "isCancelled": await later.cancel_batch_scrape(started.id)}


crawler = Firecrawl(api_key=given["crawlKey"], api_url=given["baseUrl"])
crawl_site = given["crawlSite"]
# Without a calendar that has no end.
whole = {"exclude_paths": ["^/calendar/"], "max_discovery_depth": 9, "poll_interval": 1}


def crawl():
    job = client.crawl(crawl_site, **whole)
    jobs["crawl"] = job.id
    pages = [one for one in job.data if one.metadata.status_code == 200]
    titles = sorted(one.metadata.title for one in pages)
    return {"status": job.status, "titles": titles, "credits": job.credits_used, "isText": all(one.markdown for one in pages)}


def crawl_by_pages():
    page = client.get_crawl_status(jobs["crawl"], PaginationConfig(auto_paginate=False))
    return {"status": page.status, "next": page.next}


def crawl_errors():
    found = client.get_crawl_errors(jobs["crawl"])
    return {"errors": [[one.url, one.code] for one in found.errors], "robots": found.robots_blocked}


def crawl_bounded():
    job = client.crawl(
        crawl_site,
        include_paths=["^/article/[0-9]$"],
        exclude_paths=["/3$"],
        sitemap="skip",
        max_concurrency=2,
        poll_interval=1,
    )
    few = client.crawl(crawl_site, limit=2, poll_interval=1)
    paths = sorted(one.metadata.source_url.replace(crawl_site, "") for one in job.data)
    return {"paths": paths, "few": len(few.data)}


def crawl_cancelled():
    started = crawler.start_crawl(crawl_site, delay=1)
    active = [one.url for one in crawler.get_active_crawls().crawls]
    is_cancelled = crawler.cancel_crawl(started.id)
    return {"active": active, "isCancelled": is_cancelled, "status": crawler.get_crawl_status(started.id).status}


async def crawl_later():
    later = AsyncFirecrawl(api_key=given["crawlKey"], api_url=given["baseUrl"])
    job = await later.crawl(url=crawl_site, limit=2, poll_interval=1)
    return {"status": job.status, "pages": len(job.data)}


CALLS = {
    "scrape": lambda: scraped(page),
    "scrape formats": lambda: scraped(page, formats=["markdown", "html", "links"], only_main_content=False),
    "scrape raw": lambda: scraped(page, formats=["rawHtml"]),
    "scrape of nothing": lambda: scraped(f"{site}/status/404"),
    "scrape blocked": lambda: scraped(f"{site}/block/1"),
    "scrape inner": lambda: scraped("http://10.0.0.1/"),
    "scrape summary": lambda: scraped(page, formats=["summary"]),
    "scrape with actions": lambda: scraped(page, actions=[{"type": "wait", "milliseconds": 10}]),
    "map": lambda: mapped(),
    "map search": lambda: mapped(search="roof", limit=1),
    "search": lambda: searched(limit=3),
    "search images": lambda: searched(sources=["images"], limit=2),
    "crawl": crawl,
    "crawl by pages": crawl_by_pages,
    "crawl errors": crawl_errors,
    "crawl bounded": crawl_bounded,
    "crawl cancelled": crawl_cancelled,
    "crawl later": lambda: asyncio.run(crawl_later()),
    "crawl with prompt": lambda: client.start_crawl(crawl_site, prompt="x"),
    "crawl of no paths": lambda: client.start_crawl(crawl_site, include_paths=["("]),
    "crawl params": lambda: client.crawl_params_preview(crawl_site, "x"),
    "crawl of another": lambda: other.get_crawl_status(jobs["crawl"]),
    "batch": batch,
    "batch by pages": batch_by_pages,
    "batch errors": batch_errors,
    "batch cancelled": batch_cancelled,
    "batch later": lambda: asyncio.run(batch_later()),
    "batch of another": lambda: other.get_batch_scrape_status(jobs["batch"]),
    "cancel of another": lambda: other.cancel_batch_scrape(jobs["batch"]),
    "batch appended": lambda: client.start_batch_scrape([page], append_to_id=jobs["batch"]),
    "credits": credits,
    "stranger": lambda: stranger.get_credit_usage(),
}
print(json.dumps({name: outcome(call) for name, call in CALLS.items()}))
