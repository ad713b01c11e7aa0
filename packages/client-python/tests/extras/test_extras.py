"""Loaders of frameworks against a running fleet, whose address and key are in the environment."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quarry_client import AsyncQuarry, Quarry, TargetError
from quarry_client.langchain import QuarryLoader
from quarry_client.llamaindex import QuarryReader

sys.path.insert(0, str(Path(__file__).parents[1] / "fleet"))
import docs_snippets  # noqa: E402

SITE = os.environ["TEST_SITE"]
PAGES = [f"{SITE}/page/lc{number}" for number in range(2)]
BLOCKED = f"{SITE}/block/lc"


def test_langchain():
    with Quarry(max_retries=0) as client:
        documents = QuarryLoader(PAGES, client=client, js_rendering=False).load()
        assert [document.page_content.split("\n")[0] for document in documents] == ["# Report lc0", "# Report lc1"]
        metadata = documents[0].metadata
        assert (metadata["source"], metadata["title"], metadata["credits_charged"]) == (PAGES[0], "Report lc0", 1)
        with pytest.raises(TargetError):
            QuarryLoader([BLOCKED, PAGES[0]], client=client, js_rendering=False).load()
        kept = QuarryLoader([BLOCKED, PAGES[0]], client=client, skip_failures=True, js_rendering=False).load()
        assert [document.metadata["requested_url"] for document in kept] == [PAGES[0]]

    async def run():
        async with AsyncQuarry() as client:
            loader = QuarryLoader(PAGES[1], async_client=client, js_rendering=False)
            return [document async for document in loader.alazy_load()]

    assert asyncio.run(run())[0].metadata["source"] == PAGES[1]


def test_llamaindex():
    with Quarry(max_retries=0) as client:
        reader = QuarryReader(client, skip_failures=True)
        documents = reader.load_data([PAGES[0], BLOCKED], js_rendering=False)
    assert [document.text.split("\n")[0] for document in documents] == ["# Report lc0"]
    assert documents[0].metadata["source"] == PAGES[0]


SPIDER = """
import json, os, sys
import scrapy
from scrapy.crawler import CrawlerProcess

SITE = os.environ["TEST_SITE"]

class Spider(scrapy.Spider):
    name = "spider"
    custom_settings = {
        "DOWNLOAD_HANDLERS": dict.fromkeys(["http", "https"], "quarry_client.scrapy.QuarryDownloadHandler"),
        "LOG_LEVEL": "WARNING",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        quarry = {"js_rendering": False}
        yield scrapy.Request(f"{SITE}/page/through", meta={"quarry": quarry})
        yield scrapy.Request(f"{SITE}/page/direct")
        yield scrapy.Request(f"{SITE}/block/scrapy", meta={"quarry": quarry}, errback=self.failed)
        yield scrapy.Request(f"{SITE}/page/posted", method="POST", meta={"quarry": quarry}, errback=self.failed)

    def parse(self, response):
        result = response.meta.get("quarry_result")
        credits = result and result.call_info.credits_charged
        print(json.dumps([response.css("h1::text").get(), response.flags, credits, response.status]))

    def failed(self, failure):
        print(json.dumps([type(failure.value).__name__]))

process = CrawlerProcess()
process.crawl(Spider)
process.start()
"""


def test_scrapy(tmp_path):
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    done = subprocess.run(
        [sys.executable, "-c", SPIDER], capture_output=True, text=True, timeout=120, env=env, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = sorted(done.stdout.strip().split("\n"))
    assert [json.loads(line) for line in printed] == [
        ["NotSupported"],
        ["Report direct", [], None, 200],
        ["Report through", ["quarry"], 1, 200],
        ["TargetError"],
    ], done.stdout + done.stderr


def test_the_snippets_of_the_docs_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = docs_snippets.run(with_extras=True)
    assert names["frame"]["requestMetadata.title"].tolist() == [f"Report {number}" for number in range(5)]
    assert names["documents"][0].metadata["title"] == "Report a"
    assert names["Journal"].name == "journal"
