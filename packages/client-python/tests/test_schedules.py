"""Schedules: made, listed, shown and changed."""

from __future__ import annotations

import asyncio

import pytest
from conftest import failure

from quarry_client import AsyncQuarry, NotFoundError

SCHEDULE = {
    "id": "s-1",
    "state": "active",
    "timeZone": "UTC",
    "target": {"type": "operation", "operation": "scrape/web", "params": {"url": "http://a/"}},
    "missedRuns": "runOnce",
    "changeTracking": {"fields": ["extractedData.price"]},
    "createdAt": "2030-01-01T00:00:00Z",
    "nextRuns": ["2030-01-02T00:00:00Z"],
}
RUN = {"id": "r-1", "dueAt": "2030-01-01T00:00:00Z", "status": "ok", "creditsCharged": 1, "madeLater": True}
CHANGE = {"status": "changed", "added": 0, "removed": 0, "changed": 1, "fields": [{"path": "price", "change": "changed"}]}


def data(value):
    return 200, {"status": "ok", "data": value}


def test_a_schedule_is_made_with_the_names_of_the_api(client, service):
    service.reply(data(SCHEDULE))
    made = client.schedules.create(
        cron="0 8 * * *",
        time_zone="Europe/Berlin",
        target={"operation": "scrape/web", "params": {"url": "http://a/", "extract_rules": {"my_price": ".p"}}},
        change_tracking={"fields": ["extractedData.my_price"]},
        idempotency_key="k-1",
    )
    [sent] = service.seen
    assert (sent.method, sent.path, sent.headers["idempotency-key"]) == ("POST", "/schedules", "k-1")
    assert sent.body == {
        "cron": "0 8 * * *",
        "timeZone": "Europe/Berlin",
        "target": {"operation": "scrape/web", "params": {"url": "http://a/", "extractRules": {"my_price": ".p"}}},
        "changeTracking": {"fields": ["extractedData.my_price"]},
    }
    assert (made.id, made.missed_runs, made.next_runs[0].year) == ("s-1", "runOnce", 2030)


def test_a_target_may_be_a_batch_or_what_a_later_service_knows(client, service):
    service.reply(data(SCHEDULE), data(SCHEDULE))
    batch = {"requests": [{"url": "http://a/", "js_rendering": False}], "defaults": {"output_format": ["text"]}}
    client.schedules.create(interval_seconds=60, target={"type": "batch", "operation": "scrape/web", "params": batch})
    later = {"type": "later", "operation": "some/thing", "params": {"is_sent": "as it is"}}
    client.schedules.create(interval_seconds=60, target=later)
    assert service.seen[0].body["target"]["params"] == {
        "requests": [{"url": "http://a/", "jsRendering": False}],
        "defaults": {"outputFormat": ["text"]},
    }
    assert service.seen[1].body["target"] == later


def test_a_misspelt_argument_is_named(client):
    with pytest.raises(TypeError, match="did you mean time_zone"):
        client.schedules.create(timezone="UTC", target={"operation": "scrape/web", "params": {}})
    with pytest.raises(TypeError, match="did you mean target.params.output_format"):
        client.schedules.create(cron="* * * * *", target={"operation": "scrape/web", "params": {"output_formats": []}})


def test_schedules_are_listed_shown_and_changed(client, service):
    link = {"url": "http://a/feed?signature=x", "expiresAt": "2030-02-01T00:00:00Z"}
    details = {**SCHEDULE, "runs": [{**RUN, "change": CHANGE}]}
    service.reply(data({"schedules": [SCHEDULE]}), data(details), data({**SCHEDULE, "state": "paused"}))
    service.reply(data(SCHEDULE), data({"id": "s-1"}), data(link), (200, b"<rss/>"))
    assert [one.id for one in client.schedules.list()] == ["s-1"]
    [run] = client.schedules.get("s-1").runs
    assert (run.status, run.change.fields[0].path, run.model_extra) == ("ok", "price", {"madeLater": True})
    assert client.schedules.pause("s-1").state == "paused"
    assert client.schedules.resume("s-1").state == "active"
    assert client.schedules.delete("s-1").id == "s-1"
    assert client.schedules.feed_link("s-1", expires_in_seconds=60).url == link["url"]
    assert client.schedules.changes("s-1") == "<rss/>"
    assert [(one.method, one.path, one.body) for one in service.seen] == [
        ("GET", "/schedules", None),
        ("GET", "/schedules/s-1", None),
        ("POST", "/schedules/s-1/pause", None),
        ("POST", "/schedules/s-1/resume", None),
        ("DELETE", "/schedules/s-1", None),
        ("POST", "/schedules/s-1/feed-link", {"expiresInSeconds": 60}),
        ("GET", "/schedules/s-1/changes.rss", None),
    ]


def test_the_async_client_has_the_same_calls(service):
    service.reply(data(SCHEDULE), data({"schedules": [SCHEDULE]}), data({**SCHEDULE, "runs": []}), data(SCHEDULE))
    service.reply(data(SCHEDULE), data({"id": "s-1"}), data({"url": "u", "expiresAt": "2030-02-01T00:00:00Z"}))
    service.reply((200, b"<rss/>"), (404, failure("not_found", retryable=False)))

    async def run():
        async with AsyncQuarry("key", base_url=service.url) as client:
            schedules = client.schedules
            target = {"operation": "scrape/web", "params": {"url": "http://a/", "js_rendering": False}}
            made = await schedules.create(interval_seconds=60, target=target)
            ids = [one.id async for one in schedules.list()]
            runs = (await schedules.get(made.id)).runs
            await schedules.pause(made.id)
            await schedules.resume(made.id)
            gone = (await schedules.delete(made.id)).id
            link = (await schedules.feed_link(made.id)).url
            feed = await schedules.changes(made.id)
            with pytest.raises(NotFoundError):
                await schedules.get("none")
            return ids, runs, gone, link, feed

    assert asyncio.run(run()) == (["s-1"], [], "s-1", "u", "<rss/>")
    assert service.seen[0].body["target"]["params"] == {"url": "http://a/", "jsRendering": False}
