"""Valid bodies of the API fuzzing: made ones that lead to the test's own site, and end soon."""

import json
import os
import zlib
from urllib.parse import urlsplit, urlunsplit

SITE = os.environ["FUZZ_SITE"]
FILE = os.environ["FUZZ_FILE"].split("/")

# One in so many addresses stays where it leads, so that refused and unreachable targets are asked too.
FOREIGN_STRIDE = 8
# Rendering takes a browser's time; one in so many requests may have it.
RENDERED_STRIDE = 24
MAX_INTERVAL_SECONDS = 31_622_400
MAX_WAIT_MS = 20
# One in so many schedules crawls.
CRAWLED_STRIDE = 3
# Pages of a crawl, and parameters that its pages may not have.
MAX_CRAWLED = 3
NOT_OF_CRAWLS = {"url", "headers", "maxAge", "webhook"}
PAGES = ["/page/fuzz", "/article/40", "/sjis/x", "/echo/x", "/js/x", "/status/404", "/block/x", "/redirect/%2Fpage%2Fend"]


def content_hash(value):
    """Choices are made by content, so that a seed always gives the same run: without what differs from run to run."""
    text = json.dumps(value, sort_keys=True, default=str)
    for part in (SITE, *FILE):
        text = text.replace(part, "")
    return zlib.crc32(text.encode())


def share_of(value, stride):
    return content_hash(value) % stride == 0


def on_our_site(url, seed):
    """The same address on the site of the test, or the address itself where it is none."""
    try:
        parts = urlsplit(url)
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            return url
    except ValueError:
        return url
    return SITE + urlunsplit(("", "", PAGES[seed % len(PAGES)], parts.query, parts.fragment))


def quick_step(step):
    """A step of the same kind that ends soon on any page."""
    if not isinstance(step, dict) or len(step) != 1:
        return step
    [(name, value)] = step.items()
    if name == "wait" and isinstance(value, int):
        return {name: min(value, MAX_WAIT_MS)}
    if name in ("waitFor", "click", "waitForAndClick"):
        return {name: "body"}
    if name == "evaluate":
        return {name: "document.title"}
    return step


def quicken(body):
    """What a page is waited for and done with, so that it takes no time."""
    if isinstance(body.get("wait"), int):
        body["wait"] = min(body["wait"], MAX_WAIT_MS)
    if "waitFor" in body:
        body["waitFor"] = "body"
    if isinstance(body.get("jsScenario"), list):
        body["jsScenario"] = [quick_step(step) for step in body["jsScenario"]]


def settle_url(body):
    """Most addresses lead to the site of the test."""
    seed = content_hash(body)
    if isinstance(body.get("url"), str) and seed % FOREIGN_STRIDE:
        body["url"] = on_our_site(body["url"], seed // FOREIGN_STRIDE)


def settle_scrape(body):
    """Keeps a valid request valid, and makes it one that ends soon."""
    settle_url(body)
    if not share_of(body, FOREIGN_STRIDE):
        # No pool is configured here.
        for name in ("proxyType", "proxyCountry"):
            body.pop(name, None)
    if not share_of(body, RENDERED_STRIDE):
        for name in ("screenshot", "pdf", "wait", "waitFor", "jsScenario"):
            body.pop(name, None)
        body["jsRendering"] = False
    else:
        quicken(body)


def settle_crawl(body):
    """Keeps a valid crawl valid, and makes it one of few pages that ends soon."""
    settle_url(body)
    body["limit"] = min(body.get("limit", MAX_CRAWLED), MAX_CRAWLED)
    # Of what a page holds the document does not tell, nor of what no page of a crawl may have.
    for name in ("maxCredits", "delay"):
        body.pop(name, None)
    if isinstance(body.get("scrape"), dict):
        body["scrape"] = {name: value for name, value in body["scrape"].items() if name not in NOT_OF_CRAWLS}
        settle_scrape(body["scrape"])


def settle_delivery(body):
    """Results go to the site of the test, which refuses them, or, as drawn, to a bucket that may not be asked."""
    delivery = body.get("delivery")
    if isinstance(delivery, dict) and not ("endpoint" in delivery and share_of(delivery, FOREIGN_STRIDE)):
        body["delivery"] = {**delivery, "endpoint": f"{SITE}/"}


def settle_schedule(body):
    """Keeps what the schema says of a schedule, and makes it one whose call is valid and that is not due while the test runs."""
    page = {"outputFormat": ["markdown"], "extractLinks": True}
    if share_of(body, CRAWLED_STRIDE):
        body["target"] = {"type": "crawl", "params": {"url": f"{SITE}/", "limit": 1, "scrape": page}}
    else:
        body["target"] = {"operation": "scrape/web", "params": {"url": f"{SITE}/", **page}}
    body["timeZone"] = "UTC"
    if "intervalSeconds" in body or "cron" not in body:
        body.pop("cron", None)
        body["intervalSeconds"] = MAX_INTERVAL_SECONDS
    else:
        body["cron"] = "0 0 29 2 *"
    if "webhook" in body:
        body["webhook"] = {"url": f"{SITE}/"}
    if "webhook" in body or "changeTracking" in body:
        body["changeTracking"] = {**body.get("changeTracking", {}), "markdown": True}
