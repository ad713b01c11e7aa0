"""The client against a running fleet, whose address and key are in the environment."""

from __future__ import annotations

import asyncio
import os
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import docs_snippets
import pytest

from quarry_client import AsyncQuarry, Quarry, ScrapeWebResult, TargetError, result_of
from quarry_client.generated.enginea import EngineaSerpResult
from quarry_client.webhooks import verify

SITE = os.environ["TEST_SITE"]
ADDRESS = os.environ["TEST_ADDRESS"]


@pytest.fixture(scope="module")
def client():
    with Quarry() as made:
        yield made


@pytest.fixture
def receiver():
    """Where webhooks go, and those that came."""
    came: queue.Queue[tuple[bytes, dict[str, str]]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            came.put((self.rfile.read(int(self.headers["content-length"])), dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer((ADDRESS, 0), Handler)
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02))
    thread.start()
    yield f"http://{ADDRESS}:{server.server_port}/hook", came
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_page_its_files_and_its_reparse(client, tmp_path):
    # 1 credit.
    page = client.scrape.web(url=f"{SITE}/page/one", output_format=["markdown"], js_rendering=False, extract_links=True)
    assert page.markdown.startswith("# Report one")
    assert (page.status_code, page.call_info.credits_charged, page.request_metadata.credits_charged) == (200, 1, 1)
    target = tmp_path / "page.html"
    assert client.files.download(page.request_metadata.html, target) == target.stat().st_size
    assert b"<h1>Report one</h1>" in target.read_bytes()
    link = client.files.sign(page.request_metadata.html, expires_in_seconds=60)
    assert link.url.startswith(os.environ["QUARRY_URL"])

    again = client.requests.reparse(page.request_metadata.id, ScrapeWebResult, output_format=["text"])
    assert (again.markdown, again.call_info.credits_charged) == (None, 0)
    assert again.text.startswith("Report one")
    record = client.requests.get(page.request_metadata.id)
    assert (record.status, record.credits_charged, record.params["outputFormat"]) == ("ok", 1, ["markdown"])
    assert page.request_metadata.id in [one.id for one in client.requests.list(operation="scrape/web", limit=5)]
    cached = client.scrape.web(
        url=f"{SITE}/page/one", output_format=["markdown"], js_rendering=False, extract_links=True, max_age=600
    )
    assert (cached.call_info.is_cached, cached.call_info.credits_charged) == (True, 0)


def test_the_same_key_is_charged_once(client):
    # 1 credit.
    calls = [client.scrape.web(url=f"{SITE}/page/keyed", js_rendering=False, idempotency_key="py-1") for _ in range(2)]
    assert [one.call_info.is_replayed for one in calls] == [False, True]
    assert calls[0].request_metadata.id == calls[1].request_metadata.id


def test_a_search_has_its_model(client):
    # 10 credits.
    found = client.enginea.serp(q="granite prices", gl="us")
    assert isinstance(found, result_of("enginea/serp"))
    assert [one.position for one in found.organic_results] == list(range(1, 11))
    assert found.related_searches[0].query == "granite prices near me"


def test_every_kind_of_page_of_a_site_has_its_model(client):
    # 10 credits.
    found = client.jobboard.listing(keyword="mason", location="Austin, TX")
    assert (found.call_info.credits_charged, found.jobs[0].title != "") == (10, True)


def test_a_blocked_page_is_free_and_says_so(client):
    with pytest.raises(TargetError) as caught:
        client.with_options(max_retries=0).scrape.web(url=f"{SITE}/block/1", js_rendering=False)
    error = caught.value
    assert (error.code, error.retryable, error.status, error.credits_charged) == ("target_blocked", True, 502, 0)


def test_a_submitted_request_and_its_signed_webhook(client, receiver):
    # 1 credit.
    url, came = receiver
    pending = client.scrape.submit_web(
        url=f"{SITE}/page/later", js_rendering=False, output_format=["text"], webhook={"url": url}
    )
    assert pending.wait(timeout=60).text.startswith("Report later")
    body, headers = came.get(timeout=60)
    event = verify(body, headers, client.webhooks.secret().secret)
    assert (event.type, event.data["requestId"]) == ("request.completed", pending.id)
    assert pending.id in [one.request_id for one in client.webhooks.deliveries(limit=5)]


def test_a_batch_with_failures_that_a_restarted_program_goes_on_with(client, tmp_path):
    # 6 credits.
    requests = [{"url": f"{SITE}/page/b{number}"} for number in range(6)]
    requests += [{"url": f"{SITE}/block/b{number}"} for number in range(2)]
    options = {"defaults": {"js_rendering": False, "output_format": ["markdown"]}, "progress": tmp_path / "batch.json"}
    batch = client.batch.web(requests, **options)
    seen = []
    for row in batch:
        seen.append(row)
        if len(seen) == 3:
            break
    resumed = client.batch.web(requests, **options)
    assert resumed.id == batch.id
    rows = seen[:2] + list(resumed)
    assert sorted(row.result.index for row in rows) == list(range(8))
    failed = [row.result for row in rows if row.result.status == "error"]
    assert [(one.error, one.retryable) for one in failed] == [("target_blocked", True)] * 2
    good = next(row for row in rows if row.result.index == 4)
    assert resumed.answer(good).markdown.startswith("# Report b4")
    answers = {row.result.index: answer for row, answer in resumed.answers()}
    assert [answers[index] and answers[index].status_code for index in (0, 6)] == [200, None]
    table = tmp_path / "table.csv"
    assert resumed.download_csv(table, ["index", "error"]) == table.stat().st_size
    assert table.read_text().startswith("index,error")
    status = resumed.wait()
    assert (status.succeeded_count, status.failed_count, status.credits_charged, status.credits_held) == (6, 2, 6, 0)
    assert batch.id in [one.job_id for one in client.batch.list()]
    assert resumed.retry_failed().cancel().requests_count == 2


def settled_credits(client):
    """Credits once nothing is held any more: a cancelled batch gives back what it held after its answer."""
    end = time.monotonic() + 60
    while (usage := client.account.usage()).held_credits > 0 and time.monotonic() < end:
        time.sleep(0.1)
    assert usage.held_credits == 0
    return usage.available_credits


def test_the_async_client():
    # 2 credits for pages, 10 for a search in a batch.
    async def run():
        async with AsyncQuarry() as client:
            urls = [f"{SITE}/page/a{number}" for number in range(2)]
            pages = await asyncio.gather(*(client.scrape.web(url=url, js_rendering=False) for url in urls))
            assert [page.url for page in pages] == urls
            batch = await client.batch.serp([{"q": "slate roofs"}])
            rows = [row async for row in batch]
            answer = await batch.answer(rows[0])
            assert isinstance(answer, EngineaSerpResult)
            assert len(answer.organic_results) == 10
            assert await client.account.is_ready()
            return (await client.account.usage()).available_credits

    with Quarry() as client:
        before = settled_credits(client)
    assert before - asyncio.run(run()) == 12


def test_the_snippets_of_the_docs_run(tmp_path, monkeypatch, capsys):
    # 1 credit for each of 4 pages and 5 items of a batch, 1 for a submitted page, 10 for a search: 20.
    monkeypatch.chdir(tmp_path)
    names = docs_snippets.run(with_extras=False)
    assert len(docs_snippets.snippets()) == 13
    printed = capsys.readouterr().out
    assert "# Report slate" in printed
    assert "target_blocked" in printed
    assert (tmp_path / "page.html").stat().st_size > 0
    assert names["receive"](b"{}", {}) == 400
