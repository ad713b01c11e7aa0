"""Which calls are sent again, when, and under which key."""

from __future__ import annotations

import asyncio
import threading

import pytest
from conftest import OK_HEADERS, failure, page

from quarry_client import CancelledError, ConnectionFailedError, Quarry, QuarryError, RateLimitError, TargetError
from quarry_client._exchange import MAX_BACKOFF_SECONDS, MAX_RETRY_AFTER_SECONDS

USAGE = {
    "status": "ok",
    "data": {
        **dict.fromkeys(
            ["totalCredits", "availableCredits", "heldCredits", "concurrentRequests", "availableConcurrency"], 1
        ),
        **dict.fromkeys(["freeCreditsUsed", "freeCreditsBudget", "storedBytes", "storedBytesLimit"], 1),
        **dict.fromkeys(["periodStart", "periodEnd"], "2030-01-01T00:00:00.000Z"),
    },
}
SEARCH = {"requestMetadata": {"id": "i", "status": "ok"}, "organicResults": []}


def test_a_retryable_error_is_tried_again_after_its_time_under_the_same_key(client, service, pauses):
    service.reply((429, failure("concurrency_limit"), {"retry-after": "7"}), (502, failure(), {}), (200, page(), OK_HEADERS))
    result = client.scrape.web(url="http://a")
    assert result.call_info.tries == 3
    assert pauses[0] == 7
    assert 0 < pauses[1] <= MAX_BACKOFF_SECONDS
    assert len(set(service.keys())) == 1
    assert service.keys()[0]


def test_each_call_has_a_key_of_its_own_or_the_callers(client, service):
    service.reply(*[(200, page(), OK_HEADERS)] * 3)
    client.scrape.web(url="http://a")
    client.scrape.web(url="http://a")
    client.scrape.web(url="http://a", idempotency_key="mine")
    first, second, third = service.keys()
    assert first != second
    assert third == "mine"


def test_an_error_that_is_not_retryable_is_raised_at_once(client, service, pauses):
    service.reply((502, failure(retryable=False), {}))
    with pytest.raises(TargetError):
        client.scrape.web(url="http://a")
    assert (len(service.seen), pauses) == (1, [])


def test_tries_have_a_bound(client, service, pauses):
    service.reply(*[(502, failure(), {})] * 3)
    with pytest.raises(TargetError) as caught:
        client.scrape.web(url="http://a")
    assert (len(service.seen), caught.value.tries) == (3, 3)
    service.reply((502, failure(), {}))
    with pytest.raises(TargetError):
        client.with_options(max_retries=0).scrape.web(url="http://a")
    assert len(service.seen) == 4


def test_a_long_retry_after_is_left_to_the_caller(client, service, pauses):
    service.reply((429, failure("free_budget_exhausted"), {"retry-after": str(int(MAX_RETRY_AFTER_SECONDS) + 1)}))
    with pytest.raises(RateLimitError) as caught:
        client.scrape.web(url="http://a")
    assert (caught.value.retry_after_seconds, pauses) == (MAX_RETRY_AFTER_SECONDS + 1, [])


def test_a_lost_connection_is_tried_again_under_the_same_key(client, service, pauses):
    service.reply(None, (200, b'{"requestMeta', {"x-promised": "500"}), (200, page(), OK_HEADERS))
    assert client.scrape.web(url="http://a").call_info.tries == 3
    assert len(set(service.keys())) == 1


def test_a_search_that_may_have_been_charged_is_not_sent_again(client, service, pauses):
    service.reply(None)
    with pytest.raises(ConnectionFailedError, match=r"client\.requests\.list") as caught:
        client.enginea.serp(q="a")
    assert (caught.value.retryable, len(service.seen)) == (False, 1)
    service.reply((504, b"<html>of a load balancer", {}))
    with pytest.raises(QuarryError) as strange:
        client.enginea.serp(q="a")
    assert (strange.value.code, len(service.seen)) == ("http_504", 2)


def test_a_search_is_sent_again_if_it_was_free_or_never_arrived(client, service, pauses):
    service.reply((503, failure("overloaded"), {"retry-after": "1"}), (200, SEARCH, OK_HEADERS))
    assert client.enginea.serp(q="a").organic_results == []
    with Quarry("key", base_url="http://127.0.0.1:1", max_retries=1) as nowhere:
        with pytest.raises(ConnectionFailedError) as caught:
            nowhere.enginea.serp(q="a")
    assert caught.value.tries == 2


def test_free_reads_are_sent_again(client, service, pauses):
    service.reply(None, (502, b"<html>", {}), (200, USAGE, OK_HEADERS))
    assert client.account.usage().total_credits == 1


def test_the_async_client_does_the_same(make_async, service, pauses):
    service.reply((502, failure(), {}), None, (200, page(), OK_HEADERS))

    async def run():
        async with make_async() as client:
            return await client.scrape.web(url="http://a")

    assert asyncio.run(run()).call_info.tries == 3
    assert len(set(service.keys())) == 1


def test_a_timeout_of_the_client_ends_a_try(service, pauses):
    hold = threading.Event()
    service.answer = lambda _seen: hold.wait(5) and None
    with Quarry("key", base_url=service.url, timeout=0.2, max_retries=0) as client:
        with pytest.raises(ConnectionFailedError, match="ReadTimeout"):
            client.scrape.web(url="http://a")
    hold.set()


def test_cancelling_ends_retries_and_tasks(service, make_async):
    event = threading.Event()

    def answer(_seen):
        event.set()
        return 502, failure(), {"retry-after": "50"}

    service.answer = answer
    with Quarry("key", base_url=service.url, cancel=event) as client:
        with pytest.raises(CancelledError):
            client.scrape.web(url="http://a")

    async def run():
        async with make_async() as client:
            task = asyncio.create_task(client.scrape.web(url="http://a"))
            while len(service.seen) < 2:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())
    assert len(service.seen) == 2
