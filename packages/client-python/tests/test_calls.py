"""What is sent, and what comes of a response."""

from __future__ import annotations

import asyncio

import pytest
from conftest import OK_HEADERS, failure, page

from quarry_client import (
    AuthenticationError,
    CreditsError,
    InvalidRequestError,
    NotFoundError,
    Quarry,
    QuarryError,
    RateLimitError,
    ServiceError,
    TargetError,
)


def test_a_page_is_asked_with_the_names_of_the_api(client, service):
    service.reply((200, page(markdown="# A", madeLater={"x": 1}, links=["http://b"]), OK_HEADERS))
    result = client.scrape.web(
        url="http://a",
        output_format=("markdown",),
        js_scenario=[{"wait_for": "#a"}, {"fill": ["#b", "c"]}],
        extract_rules={"my_title": "h1"},
        screenshot={"full_page": False},
        timeout_ms=5_000,
        proxy_country=None,
    )
    assert service.seen[0].path == "/scrape/web"
    assert service.seen[0].headers["x-api-key"] == "key"
    assert service.seen[0].body == {
        "url": "http://a",
        "outputFormat": ["markdown"],
        "jsScenario": [{"waitFor": "#a"}, {"fill": ["#b", "c"]}],
        "extractRules": {"my_title": "h1"},
        "screenshot": {"fullPage": False},
        "timeout": 5_000,
    }
    assert (result.markdown, result.links, result.status_code) == ("# A", ["http://b"], 200)
    assert result.model_extra == {"madeLater": {"x": 1}}
    info = result.call_info
    assert (info.request_id, info.credits_charged, info.credits_remaining, info.tries) == ("id-1", 1, 99, 1)


def test_a_search_writes_groups_and_lists_into_its_query(client, service):
    service.reply((200, {"requestMetadata": {"id": "i", "status": "ok"}, "results": []}, OK_HEADERS))
    client.lodging.search(
        keyword="Rome & co", check_in_date="2030-01-01", check_out_date="2030-01-02", rooms=1, adults=2, children=0,
        price={"min": 20.5}, property_type=["hotels", "hostels"],
    )
    query = service.seen[0].path.split("?")[1]
    assert "keyword=Rome+%26+co" in query or "keyword=Rome%20%26%20co" in query
    for part in ("checkInDate=2030-01-01", "price%5Bmin%5D=20.5", "propertyType%5B%5D=hotels&propertyType%5B%5D=hostels"):
        assert part in query
    assert service.keys() == [None]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"output_formats": ["html"]}, "unknown argument output_formats; did you mean output_format"),
        ({"screenshot": {"ful_page": True}}, "unknown argument screenshot.ful_page; did you mean screenshot.full_page"),
        ({"js_scenario": [{"hop": 1}]}, r"unknown argument js_scenario\[0\].hop; known are click"),
    ],
)
def test_a_misspelt_argument_is_named_before_anything_is_sent(client, service, params, message):
    with pytest.raises(TypeError, match=message):
        client.scrape.web(url="http://a", **params)
    assert service.seen == []


def test_names_of_the_api_are_taken_too(client, service):
    service.reply((200, page(), OK_HEADERS))
    client.scrape.web(url="http://a", outputFormat=["text"])
    assert service.seen[0].body == {"url": "http://a", "outputFormat": ["text"]}


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (401, "unauthorized", AuthenticationError),
        (402, "credits_exhausted", CreditsError),
        (404, "target_not_found", NotFoundError),
        (409, "idempotency_conflict", InvalidRequestError),
        (429, "concurrency_limit", RateLimitError),
        (502, "target_blocked", TargetError),
        (503, "overloaded", ServiceError),
        (502, "target_made_up_later", TargetError),
        (500, "made_up_later", ServiceError),
    ],
)
def test_an_error_has_a_class_and_what_the_response_says(client, service, status, code, kind):
    service.reply((status, failure(code, retryable=False, reason="why"), {"x-request-id": "id-9", "x-credits-charged": "0"}))
    with pytest.raises(kind) as caught:
        client.scrape.web(url="http://a")
    error = caught.value
    assert (error.code, error.message, error.retryable, error.status) == (code, "No.", False, status)
    assert (error.request_id, error.credits_charged, error.reason) == ("id-9", 0, "why")


def test_every_violation_is_listed(client, service):
    listed = [{"field": "url", "rule": "url", "message": "url must be absolute."}]
    service.reply((422, failure("validation_failed", retryable=False, errors=listed), {}))
    with pytest.raises(InvalidRequestError, match="url: url must be absolute") as caught:
        client.scrape.web(url="a")
    assert caught.value.violations[0].rule == "url"


def test_a_paid_response_that_does_not_fit_is_not_lost(client, service):
    service.reply((200, {"requestMetadata": {"id": "i", "status": "ok"}, "organicResults": 5}, {"x-credits-charged": "10"}))
    with pytest.raises(QuarryError) as caught:
        client.enginea.serp(q="a")
    assert (caught.value.code, caught.value.credits_charged) == ("unreadable_response", 10)
    assert caught.value.body["organicResults"] == 5


def test_values_that_this_version_does_not_know_are_read(client, service):
    service.reply((200, page(aiExtraction={"extractor": "made later"}), OK_HEADERS))
    assert client.scrape.web(url="http://a").ai_extraction.extractor == "made later"


def test_the_async_client_does_the_same(make_async, service):
    service.reply((200, page(text="a"), OK_HEADERS), (401, failure("unauthorized", retryable=False), {}))

    async def run():
        async with make_async() as client:
            result = await client.scrape.web(url="http://a", output_format=["text"])
            with pytest.raises(AuthenticationError):
                await client.account.usage()
            return result

    assert asyncio.run(run()).text == "a"
    assert service.seen[0].body == {"url": "http://a", "outputFormat": ["text"]}


def test_a_client_without_a_key_or_with_an_odd_address_says_what_to_do(monkeypatch):
    monkeypatch.delenv("QUARRY_API_KEY", raising=False)
    with pytest.raises(ValueError, match="QUARRY_API_KEY"):
        Quarry()
    with pytest.raises(ValueError, match="http://"):
        Quarry("key", base_url="quarry.example")
    with pytest.raises(ValueError, match="0 to 10"):
        Quarry("key", max_retries=11)
