"""Calls of google-search-results and of LangChain on both clients, unchanged; what came of each."""

import inspect
import json
import re
import sys
import time

import serpapi
from langchain_community.document_loaders import FireCrawlLoader
from langchain_community.utilities import SerpAPIWrapper
from langchain_community.utilities.google_scholar import GoogleScholarAPIWrapper

given = json.load(sys.stdin)
serpapi.SerpApiClient.BACKEND = given["baseUrl"]
key = {"api_key": given["apiKey"]}
site = given["site"]
page = f"{site}/shop/1"
searches = {}


def outcome(call):
    """The value of a call, or the error that it raised or returned."""
    try:
        value = call()
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)}
    body = json.loads(value) if isinstance(value, str) and value.startswith("{") else value
    if isinstance(body, dict) and body.get("error"):
        return {"error": None, "message": body["error"]}
    return {"value": value}


def search(kind=serpapi.GoogleSearch, **params):
    return kind({**key, "q": "slate roofs", **params})


def rows_of(made, rows="organic_results"):
    found = made.get_dict()
    if found.get("error"):
        return found
    searches[found["search_parameters"]["engine"]] = found["search_metadata"]["id"]
    return [found["search_metadata"]["status"], len(found[rows]), sorted(found[rows][0])]


def pages():
    made = search()
    found = []
    for one in made.pagination(0, 20, 10):
        found.append(one["search_parameters"].get("start", 0))
    return found


def later():
    started = search(**{"async": True}).get_dict()
    found = started
    while found["search_metadata"]["status"] == "Processing":
        time.sleep(0.1)
        found = search().get_search_archive(started["search_metadata"]["id"])
    return [started["search_metadata"]["status"], found["search_metadata"]["status"]]


def loaded(**options):
    loader = FireCrawlLoader(api_key=given["apiKey"], api_url=given["baseUrl"], **options)
    return [[one.page_content[:80], one.metadata.get("title")] for one in loader.load()]


def fixed_address(method):
    """An address of another service that a method always asks; it is not called here."""
    found = re.search(r'"(https://[^"]+)"', inspect.getsource(method))
    return {"error": f"always asks {found[1]}"} if found else None


wrapper = SerpAPIWrapper(serpapi_api_key=given["apiKey"])
UNSUPPORTED = ("Baidu", "Ebay", "HomeDepot", "Naver", "Walmart", "Yahoo", "Yandex", "Youtube", "AppleAppStore")
CALLS = {
    "GoogleSearch": lambda: rows_of(search(num=3)),
    "GoogleScholarSearch": lambda: rows_of(search(serpapi.GoogleScholarSearch)),
    "BingSearch": lambda: rows_of(search(serpapi.BingSearch)),
    "DuckDuckGoSearch": lambda: rows_of(search(serpapi.DuckDuckGoSearch)),
    "SerpApiClient": lambda: rows_of(search(serpapi.SerpApiClient, engine="google_images"), "images_results"),
    **{
        f"{name}Search": lambda kind=getattr(serpapi, f"{name}Search"): search(kind).get_dict()
        for name in UNSUPPORTED
    },
    "get_dict": lambda: len(search().get_dict()["organic_results"]),
    "get_dictionary": lambda: len(search().get_dictionary()["organic_results"]),
    "get_json": lambda: len(search().get_json()["organic_results"]),
    "get_raw_json": lambda: len(json.loads(search().get_raw_json())["organic_results"]),
    "get_results": lambda: len(json.loads(search().get_results())["organic_results"]),
    "get_response": lambda: search().get_response().status_code,
    "get_object": lambda: search().get_object().search_metadata.status,
    "get_search_archive": lambda: search().get_search_archive(searches["google"])["search_metadata"]["status"],
    "get_account": lambda: search().get_account()["total_searches_left"],
    "pagination": pages,
    "get_html": lambda: search(output="html").get_html(),
    "get_location": lambda: search().get_location("Austin"),
    "async": later,
    "blocked": lambda: search(q="!captcha slate").get_dict(),
    "stranger": lambda: search(api_key="nobody").get_dict(),
    "SerpAPIWrapper.run": lambda: wrapper.run("slate roofs"),
    "SerpAPIWrapper.aresults": lambda: fixed_address(SerpAPIWrapper.aresults),
    "SerpAPIWrapper.results": lambda: len(wrapper.results("slate roofs")["organic_results"]),
    "SerpAPIWrapper of nothing": lambda: wrapper.run("!none slate"),
    "GoogleScholarAPIWrapper.run": lambda: GoogleScholarAPIWrapper(serp_api_key=given["apiKey"], top_k_results=10).run("slate"),
    "FireCrawlLoader scrape": lambda: loaded(url=page, mode="scrape"),
    "FireCrawlLoader map": lambda: loaded(url=given["mapSite"], mode="map"),
    "FireCrawlLoader search": lambda: loaded(query="slate roofs", mode="search", params={"limit": 2}),
    "FireCrawlLoader crawl": lambda: loaded(url=given["mapSite"], mode="crawl", params={"limit": 3}),
    "FireCrawlLoader extract": lambda: loaded(url=page, mode="extract", params={"prompt": "x"}),
}
print(json.dumps({name: outcome(call) for name, call in CALLS.items()}))
