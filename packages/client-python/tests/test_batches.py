"""Batches: each result once, also after a restart."""

from __future__ import annotations

import asyncio
import json
import sys
import time

import pytest
from conftest import failure

from quarry_client import InvalidRequestError
from quarry_client._batch_parts import MAX_ITEMS, PAGE_SIZE

JOB = "0d7bb2e6-8a25-4b58-8a1f-0a6c5a5c1a11"
PATH = f"/scrape/batch/web/{JOB}"


def row(index: int) -> dict:
    if index % 7 == 3:
        result = {"id": f"i{index}", "index": index, "status": "error"}
        return {
            "query": {"url": f"http://a/{index}"},
            "result": {**result, "error": "target_unreachable", "message": "No.", "retryable": True},
        }
    result = {"id": f"i{index}", "index": index, "status": "ok", "json": f"/files/a/{index}/result.json"}
    return {"query": {"url": f"http://a/{index}"}, "result": result}


class Job:
    """A job of which more items have ended after each look at it."""

    def __init__(self, service, ended: list[int], total: int) -> None:
        self.ended, self.total, self.submitted = ended, total, []
        service.answer = lambda seen: self.answer(service, seen)

    def count(self) -> int:
        return self.ended[0]

    def after(self, body):
        if len(self.ended) > 1:
            self.ended.pop(0)
        return body

    def status(self):
        counts = dict.fromkeys(["succeededCount", "failedCount", "targetErrorCount", "creditsHeld", "creditsCharged"], 0)
        state = "done" if self.count() >= self.total else "in_progress"
        data = {"status": state, "requestsCount": self.total, "responsesCount": self.count(), **counts}
        return {"jobId": JOB, "status": "ok", "data": {**data, "createdAt": "2030-01-01T00:00:00Z", "resultsUrl": "x"}}

    def answer(self, service, seen):
        path, _, query = seen.path.partition("?")
        if seen.method == "POST":
            self.submitted.append(seen)
            return 200, {"jobId": JOB, "status": "ok"}
        if path == PATH:
            return 200, self.after(self.status())
        if path.endswith(".ndjson"):
            lines = [{**row(index), "answer": {"markdown": f"# {index}", "json": {"n": [index]}}} for index in range(self.total)]
            return 200, "\n".join(json.dumps(line) for line in reversed(lines)).encode() + b"\n"
        page = int(dict(part.split("=") for part in query.split("&"))["page"])
        first = (page - 1) * PAGE_SIZE
        rows = [row(index) for index in range(first, min(first + PAGE_SIZE, self.count()))]
        more = {"nextPage": f"{service.url}{PATH}/results?page={page + 1}"} if len(rows) == PAGE_SIZE else {}
        return 200, self.after({"page": page - 1, "limit": PAGE_SIZE, "total": self.count(), "results": rows, **more})


def indexes(rows):
    return [one.result.index for one in rows]


def test_each_result_comes_once_while_the_job_runs(client, service, pauses):
    Job(service, [0, 3, 3, 150, 230, 250], 250)
    batch = client.batch.web([{"url": "http://a", "output_format": ["text"]}], defaults={"js_rendering": False})
    assert indexes(batch) == list(range(250))
    assert service.seen[0].body == {
        "requests": [{"url": "http://a", "outputFormat": ["text"]}],
        "defaults": {"jsRendering": False},
    }


def test_a_restarted_program_goes_on_after_what_it_was_done_with(client, service, pauses, tmp_path):
    job = Job(service, [120, 120, 200], 200)
    file = tmp_path / "progress.json"
    requests = [{"url": f"http://a/{number}"} for number in range(200)]
    seen = []
    for one in client.batch.web(requests, progress=file):
        seen.append(one.result.index)
        if len(seen) == 105:
            # The program dies while it works on this one.
            break
    rest = indexes(client.batch.web(requests, progress=file))
    assert rest == list(range(104, 200))
    assert len(job.submitted) == 1
    assert indexes(client.batch.web(requests, progress=file)) == []
    with pytest.raises(ValueError, match="other requests"):
        client.batch.web(requests[1:], progress=file)


def test_a_submission_that_was_cut_off_is_repeated_under_its_key(client, service, pauses, tmp_path):
    file = tmp_path / "progress.json"
    service.reply(*[None] * 3)
    with pytest.raises(Exception, match="connection_failed"):
        client.batch.web([{"url": "http://a"}], progress=file)
    Job(service, [1], 1)
    client.batch.web([{"url": "http://a"}], progress=file)
    assert len(set(service.keys())) == 1
    old = {**json.loads(file.read_text()), "job_id": None, "created_at": time.time() - 25 * 3600}
    file.write_text(json.dumps(old))
    with pytest.raises(ValueError, match=r"client\.batch\.list"):
        client.batch.web([{"url": "http://a"}], progress=file)
    file.write_text("{}")
    with pytest.raises(ValueError, match="not a progress file"):
        client.batch.web([{"url": "http://a"}], progress=file)


def test_a_cursor_of_the_caller_does_the_same(client, service):
    Job(service, [250], 250)
    batch = client.batch.resume_web(JOB)
    assert indexes(batch.results(start=199)) == list(range(199, 250))
    assert indexes(batch.results(start=250)) == []


def test_without_follow_it_ends_with_what_there_is(client, service):
    Job(service, [3], 10)
    assert indexes(client.batch.resume_web(JOB).results(follow=False)) == [0, 1, 2]


def test_a_refused_batch_and_one_of_a_wrong_size(client, service):
    listed = [{"field": "requests.0.url", "rule": "url", "message": "No."}]
    service.reply((422, failure("validation_failed", retryable=False, errors=listed)))
    with pytest.raises(InvalidRequestError, match=r"requests\.0\.url"):
        client.batch.web([{"url": "a"}])
    for count in (0, MAX_ITEMS + 1):
        with pytest.raises(ValueError, match="1 to 10000"):
            client.batch.serp({"q": "a"} for _ in range(count))
    with pytest.raises(TypeError, match=r"requests\[1\]\.ulr; did you mean requests\[1\]\.url"):
        client.batch.web([{"url": "http://a"}, {"ulr": "http://a"}])


def test_a_table_needs_pandas_and_says_so(client, service, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    Job(service, [3], 3)
    with pytest.raises(ImportError, match=r"quarry-client\[pandas\]"):
        client.batch.resume_web(JOB).to_pandas()
    assert service.seen == []


def test_a_table_is_in_the_order_of_the_submission(client, service):
    pytest.importorskip("pandas")
    Job(service, [1, 5], 5)
    frame = client.batch.resume_web(JOB).to_pandas(["markdown", "json.n.0", "none.at.all"])
    assert frame["index"].tolist() == [0, 1, 2, 3, 4]
    assert frame["markdown"].tolist()[:2] == ["# 0", "# 1"]
    assert frame["json.n.0"].tolist() == [0, 1, 2, 3, 4]
    assert frame["error"].tolist()[3] == "target_unreachable"
    assert frame["none.at.all"].isna().all()


def test_the_async_batch_does_the_same(make_async, service, pauses, tmp_path):
    job = Job(service, [50, 150, 150], 150)
    file = tmp_path / "progress.json"
    requests = [{"url": f"http://a/{number}"} for number in range(150)]

    async def some(count):
        async with make_async() as client:
            seen = []
            async for one in await client.batch.web(requests, progress=file):
                seen.append(one.result.index)
                if len(seen) == count:
                    break
            return seen

    assert asyncio.run(some(60)) == list(range(60))
    assert asyncio.run(some(500)) == list(range(59, 150))
    assert len(job.submitted) == 1


def test_the_table_of_the_service_is_written_to_a_file(client, service, tmp_path):
    service.reply((200, b"index,url\n"), (200, b"index\n"))
    batch = client.batch.resume_web(JOB)
    assert batch.download_csv(tmp_path / "a.csv", ["index", "answer.url"]) == 10
    assert batch.download_csv(tmp_path / "b.csv") == 6
    assert [one.path for one in service.seen] == [f"{PATH}/results.csv?columns=index%2Canswer.url", f"{PATH}/results.csv"]


def test_every_format_of_the_results_is_written_to_a_file(client, service, tmp_path):
    service.reply((200, b"PAR1"), (200, b"\x1f\x8b"))
    batch = client.batch.resume_web(JOB)
    assert batch.download(tmp_path / "a.parquet", "parquet", ["url"]) == 4
    assert batch.download(tmp_path / "a.warc.gz", "warc") == 2
    assert [one.path for one in service.seen] == [f"{PATH}/results.parquet?columns=url", f"{PATH}/results.warc.gz"]
    with pytest.raises(ValueError, match="columns are of csv and parquet alone"):
        batch.download(tmp_path / "b.warc.gz", "warc", ["url"])


def test_the_bucket_of_a_delivery_is_sent_by_the_names_of_the_api(client, service):
    service.reply((200, {"jobId": JOB, "status": "ok"}))
    bucket = {"bucket": "results", "region": "eu-central-1", "access_key_id": "a", "secret_access_key": "b"}
    client.batch.web([{"url": "http://a/"}], delivery=bucket)
    sent = {"bucket": "results", "region": "eu-central-1", "accessKeyId": "a", "secretAccessKey": "b"}
    assert service.seen[0].body["delivery"] == sent


def test_a_crawl_is_a_job_of_its_own_path(service, client):
    job = Job(service, [0, 2], 2)
    crawl = client.crawls.start("http://a/", limit=5, delay_ms=20, scrape={"js_rendering": False})
    sent = job.submitted[0]
    assert (sent.method, sent.path) == ("POST", "/crawl/web")
    assert sent.body == {"url": "http://a/", "limit": 5, "delay": 20, "scrape": {"jsRendering": False}}
    assert crawl.id == JOB
    assert client.crawls.resume("other")._path == "/crawl/web/other"
    with pytest.raises(TypeError, match="did you mean max_depth"):
        client.crawls.start("http://a/", max_dept=1)
