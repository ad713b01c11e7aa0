"""Calls of serpapi, unchanged, against the address and key on its input; what came of each on its output."""

import io
import json
import sys
import time

import serpapi

given = json.load(sys.stdin)


def client_of(key):
    client = serpapi.Client(api_key=key)
    client.BASE_DOMAIN = given["baseUrl"]
    return client


client = client_of(given["apiKey"])
other = client_of(given["otherKey"])
stranger = client_of("nobody")
searches = {}


def outcome(call):
    try:
        return call()
    except Exception as error:
        return {
            "error": type(error).__name__,
            "status": getattr(error, "status_code", None),
            "message": getattr(error, "error", None) or str(error),
        }


def described(results, rows="organic_results"):
    metadata = results["search_metadata"]
    return {
        "id": metadata["id"],
        "status": metadata["status"],
        "engine": results["search_parameters"]["engine"],
        "url": next((metadata[name] for name in metadata if name.endswith("_url")), None),
        "rows": len(results.get(rows, [])),
        "fields": sorted(results[rows][0]) if results.get(rows) else [],
        "blocks": sorted(results),
        "error": results.get("error"),
        "next": results.next_page_url,
    }


def searched(engine, rows="organic_results", **params):
    results = client.search(engine=engine, q="slate roofs", **params)
    searches[engine] = results["search_metadata"]["id"]
    return described(results, rows)


def paged(engine):
    pages = list(client.search(engine=engine, q="slate roofs").yield_pages(max_pages=2))
    return [described(page) for page in pages]


def later():
    started = client.search(engine="bing", q="slate roofs", **{"async": True})
    found = started
    while found["search_metadata"]["status"] == "Processing":
        time.sleep(0.1)
        found = client.search_archive(search_id=started["search_metadata"]["id"])
    return {"started": described(started), "found": described(found)}


def failed_later():
    found = client.search(q="!captcha slate", **{"async": True})
    while found["search_metadata"]["status"] == "Processing":
        time.sleep(0.1)
        found = client.search_archive(search_id=found["search_metadata"]["id"])
    return described(found)


def account():
    figures = client.account()
    return {"left": figures["total_searches_left"], "credits": figures["available_credits"]}


CALLS = {
    "google": lambda: searched("google", num=3, gl="us", google_domain="google.com"),
    "google_images": lambda: searched("google_images", rows="images_results"),
    "google_scholar": lambda: searched("google_scholar", as_ylo=2000),
    "google_shopping": lambda: searched("google_shopping", rows="shopping_results"),
    "bing": lambda: searched("bing", mkt="en-US"),
    "duckduckgo": lambda: searched("duckduckgo", kl="us-en"),
    "google pages": lambda: paged("google"),
    "duckduckgo pages": lambda: paged("duckduckgo"),
    "nothing": lambda: described(client.search(q="!none slate")),
    "archive": lambda: described(client.search_archive(search_id=searches["google_scholar"])),
    "later": later,
    "failed later": failed_later,
    "account": account,
    "blocked": lambda: client.search(q="!captcha slate"),
    "no query": lambda: client.search(engine="google"),
    "other engine": lambda: client.search(engine="baidu", q="slate"),
    "extract": lambda: client.extract(url="https://example.com/"),
    "html": lambda: client.search(q="slate", output="html"),
    "count": lambda: client.search(engine="bing", q="slate", count=50),
    "locations": lambda: client.locations(q="Austin"),
    "upload": lambda: client.upload_image(io.BytesIO(b"x")),
    "archive of another": lambda: other.search_archive(search_id=searches["google"]),
    "archive as html": lambda: client.search_archive(search_id=f"{searches['google']}.html"),
    "stranger": lambda: stranger.search(q="slate"),
}
print(json.dumps({name: outcome(call) for name, call in CALLS.items()}))
