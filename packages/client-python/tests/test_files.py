"""Stored files, and requests that are waited for later."""

from __future__ import annotations

import asyncio
import io

import pytest
from conftest import OK_HEADERS, page

from quarry_client import NotFoundError, Quarry, ScrapeWebResult, TargetError, WaitTimeoutError, _files

FILE = "/files/a/r/page.html"


def test_a_file_is_written_whole_or_not_at_all(client, service, tmp_path):
    target = tmp_path / "page.html"
    service.reply((200, b"first"), (200, b"sec", {"x-promised": "900"}))
    assert client.files.download(f"{service.url}{FILE}", target) == 5
    with pytest.raises(Exception, match="connection_failed"):
        client.files.download(f"{service.url}{FILE}", target)
    assert target.read_bytes() == b"first"
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]


def test_a_file_goes_into_a_stream_or_memory(client, service, monkeypatch):
    service.reply((200, b"abc"), (200, b"abc"), (200, b"abc"))
    stream = io.BytesIO()
    assert client.files.download(f"{service.url}{FILE}", stream) == 3
    assert (stream.getvalue(), client.files.read(f"{service.url}{FILE}")) == (b"abc", b"abc")
    monkeypatch.setattr(_files, "MAX_READ_BYTES", 2)
    with pytest.raises(Exception, match="use download"):
        client.files.read(f"{service.url}{FILE}")


def test_the_key_goes_to_the_service_alone(client, service):
    for url in ("http://127.0.0.1:1/files/a", "https://elsewhere.example/x", "http://127.0.0.1.evil.example/x", "file:///etc"):
        with pytest.raises(ValueError, match="API key is not sent elsewhere"):
            client.files.read(url)
    assert service.seen == []
    service.reply((200, b"abc"))
    with Quarry("key", base_url="http://127.0.0.1:1", files_url=service.url) as other:
        assert other.files.read(f"{service.url}{FILE}") == b"abc"


def test_files_async(make_async, service, tmp_path):
    service.reply((200, b"abc"), (404, {"error": "not_found", "message": "No.", "retryable": False}))

    async def run():
        async with make_async() as client:
            size = await client.files.download(f"{service.url}{FILE}", tmp_path / "a")
            with pytest.raises(NotFoundError):
                await client.files.read(f"{service.url}{FILE}")
            return size

    assert asyncio.run(run()) == 3


def record(status, **fields):
    data = {"id": "r1", "operation": "scrape/web", "status": status, "attempt": 1, "timings": {}, "params": {}}
    times = {"createdAt": "2030-01-01T00:00:00.000Z", "deadlineAt": "2030-01-01T00:05:00.000Z"}
    return 200, {"status": "ok", "data": {**data, **times, "creditsHeld": 0, "creditsCharged": 1, **fields}}


def test_a_submitted_request_is_waited_for(client, service, pauses):
    service.reply((202, {"id": "r1", "status": "pending"}), record("pending"))
    service.reply(record("ok", result=f"{service.url}{FILE}"), (200, page(text="a"), OK_HEADERS))
    pending = client.scrape.submit_web(url="http://a", output_format=["text"])
    assert service.seen[0].headers["prefer"] == "respond-async"
    assert (pending.id, pending.wait().text, len(pauses)) == ("r1", "a", 1)
    assert pending.wait().text == "a"
    assert len(service.seen) == 4


def test_a_submitted_request_that_fails_or_takes_long(client, service, pauses):
    service.reply((202, {"id": "r1", "status": "pending"}), record("pending"))
    service.reply(record("error", error="target_blocked", message="No.", retryable=True, reason="captcha"))
    pending = client.scrape.submit_web(url="http://a")
    with pytest.raises(WaitTimeoutError, match="goes on"):
        pending.wait(timeout=-1)
    with pytest.raises(TargetError) as caught:
        pending.wait()
    assert (caught.value.code, caught.value.retryable, caught.value.reason) == ("target_blocked", True, "captcha")


def test_a_submitted_request_that_max_age_ends_at_once(client, service):
    service.reply((200, page(text="a"), {**OK_HEADERS, "x-cache": "hit"}))
    result = client.scrape.submit_web(url="http://a", max_age=60).wait()
    assert (result.text, result.call_info.is_cached) == ("a", True)


def test_lists_follow_their_pages_and_a_reparse_has_the_class_that_is_asked_for(client, service):
    one = {**record("ok")[1]["data"]}
    service.reply(
        (200, {"status": "ok", "data": {"requests": [one], "nextPage": f"{service.url}/requests?cursor=c"}}),
        (200, {"status": "ok", "data": {"requests": [{**one, "id": "r2"}]}}),
        (200, page(markdown="# A"), OK_HEADERS),
        (200, page(markdown="# A"), OK_HEADERS),
    )
    assert [found.id for found in client.requests.list(status="ok", host="a.example")] == ["r1", "r2"]
    assert [seen.path for seen in service.seen] == ["/requests?status=ok&host=a.example", "/requests?cursor=c"]
    again = client.requests.reparse("r1", ScrapeWebResult, output_format=["markdown"])
    assert (again.markdown, service.seen[2].path) == ("# A", "/requests/r1/reparse")
    assert service.seen[2].body == {"outputFormat": ["markdown"]}
    assert client.requests.reparse("r1").model_extra["markdown"] == "# A"
