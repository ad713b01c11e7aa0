"""Hooks of the API fuzzing: where its targets are, what counts as an answer of the contract, and what was counted."""

import atexit
import json
import os
import re
from collections import Counter
from urllib.parse import urlsplit

import schemathesis
from hypothesis import strategies as st

import fuzz_idempotency
from fuzz_bodies import FILE, SITE, content_hash, settle_crawl, settle_delivery, settle_schedule, settle_scrape, settle_url, share_of
from fuzz_rules import broken_rules

REPORT = os.environ["FUZZ_REPORT"]
# One in so many cases of the coverage phase is sent.
COVERAGE_STRIDE = int(os.environ["FUZZ_COVERAGE_STRIDE"])

# One in so many pages is asked for under a key, besides those whose case has one.
KEYED_STRIDE = 3
# One in so many calls with a key is sent again.
REPLAY_STRIDE = int(os.environ["FUZZ_REPLAY_STRIDE"])
# What was counted is written so often, so that it is there even when the run is cut off.
REPORT_STRIDE = 100
MAX_KEY_CHARS = 255
VALID_KEY = re.compile(f"[!-~]{{1,{MAX_KEY_CHARS}}}")
BLOCKED_PAGES = {"/block/x"}

# What the verdicts of a fetch may come to; a parser's and a robots file's do not occur here.
FETCH_FAILURES = {
    502: {"target_blocked", "target_status", "target_unreachable", "target_too_large", "target_unsupported"},
    504: {"target_timeout"},
}

statuses = Counter()
by_operation = Counter()
codes = Counter()
modes = Counter()
# Statuses of page scraping with valid input.
pages = Counter()
# Failures that are none, by what they are.
accepted = Counter()
unexpected = []
network_errors = []


def web_urls():
    """Addresses as people write them and as they never would."""
    hosts = st.sampled_from(["example.com", "www.example.org", "a.test", "EXAMPLE.net", "b\u00fccher.example", "127.0.0.1", "[::1]"])
    ports = st.sampled_from(["", "", "", ":80", ":8443", ":1"])
    tails = st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="\\"), max_size=30)
    return st.builds(
        lambda scheme, host, port, tail: f"{scheme}://{host}{port}/{tail}",
        st.sampled_from(["http", "https", "HTTPS"]), hosts, ports, tails,
    )


schemathesis.openapi.format("uri", web_urls())


def body_of(response):
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def sent_body(response):
    """The JSON object that the answered request carried; None where it had none."""
    try:
        body = json.loads(response.request.body or b"")
    except (TypeError, ValueError):
        return None
    return body if isinstance(body, dict) else None


def is_positive(case):
    return case.meta is None or case.meta.generation.mode.value == "positive"


def name_of(case):
    return f"{case.operation.method.upper()} {case.operation.path}"


def is_scrape(case):
    return name_of(case) == "POST /scrape/web" and isinstance(case.body, dict)


def is_map(case):
    return name_of(case) == "POST /map/web" and isinstance(case.body, dict)


def is_crawl(case):
    return name_of(case) == "POST /crawl/web" and isinstance(case.body, dict)


def is_batch_of_pages(case):
    return name_of(case) == "POST /scrape/batch/web" and isinstance(case.body, dict)


def is_batch(case):
    return re.fullmatch(r"POST /scrape/batch/[a-z0-9/]+", name_of(case)) is not None and isinstance(case.body, dict)


def is_schedule(case):
    return name_of(case) == "POST /schedules" and isinstance(case.body, dict)


def is_of_target(case):
    return re.fullmatch(r"GET /scrape/(?!batch/)[a-z0-9]+/[a-z0-9-]+", name_of(case)) is not None


@schemathesis.hook
def filter_case(context, case):
    phase = case.meta.phase.name.value if case.meta is not None else ""
    if phase != "coverage" or COVERAGE_STRIDE == 1:
        return True
    headers = {name: value for name, value in (case.headers or {}).items() if name.lower() != "x-api-key"}
    return share_of([case.path, case.method, case.query, case.body, headers], COVERAGE_STRIDE)


def keep_one_key(headers):
    """A second key beside the run's is another caller's, which is refused: a call has one."""
    if headers is not None and any(name.lower() == "x-api-key" for name in headers):
        for name in [name for name in headers if name.lower() == "authorization"]:
            del headers[name]


def key_name_of(case):
    return next((name for name in case.headers or {} if name.lower() == "idempotency-key"), None)


@schemathesis.hook
def before_call(context, case, kwargs):
    if is_positive(case):
        keep_one_key(case.headers)
    if is_scrape(case) and is_positive(case):
        case.body = dict(case.body)
        settle_scrape(case.body)
    if is_map(case) and is_positive(case):
        case.body = dict(case.body)
        settle_url(case.body)
    if is_crawl(case) and is_positive(case):
        case.body = dict(case.body)
        settle_crawl(case.body)
    if is_schedule(case) and is_positive(case):
        case.body = dict(case.body)
        settle_schedule(case.body)
    if is_batch_of_pages(case) and is_positive(case):
        case.body = {**case.body, "requests": [dict(item) for item in case.body["requests"]]}
        for item in case.body["requests"]:
            settle_scrape(item)
    if is_batch(case) and is_positive(case):
        case.body = dict(case.body)
        settle_delivery(case.body)
    if is_scrape(case) and is_positive(case) and key_name_of(case) is None and share_of(case.body, KEYED_STRIDE):
        case.headers["Idempotency-Key"] = "fuzz"
    name = key_name_of(case)
    if name is not None and VALID_KEY.fullmatch(str(case.headers[name])):
        # Keys of one letter would meet by chance under other bodies.
        mark = f"-{content_hash([case.path, case.path_parameters, case.body]):08x}"
        case.headers[name] = case.headers[name][: MAX_KEY_CHARS - len(mark)] + mark
    if is_positive(case) and "{requestId}" in case.operation.path and not share_of(case.path_parameters, 4):
        case.path_parameters = dict(zip(("accountId", "requestId", "name"), FILE))


@schemathesis.hook
def after_call(context, case, response):
    body = body_of(response)
    code = body.get("error", "") if response.status_code >= 400 else ""
    statuses[response.status_code] += 1
    codes[f"{response.status_code} {code}".strip()] += 1
    by_operation[f"{case.method} {case.operation.path}"] += 1
    modes[case.meta.generation.mode.value if case.meta is not None else "none"] += 1
    if is_scrape(case) and is_positive(case):
        pages[response.status_code] += 1
    if response.status_code >= 500 and contract_failure(case, response) is None:
        unexpected.append(f"{case.as_curl_command()} -> {response.status_code} {response.content[:400]!r}")
    if sum(statuses.values()) % REPORT_STRIDE == 0:
        write_report()


@schemathesis.hook
def after_network_error(context, case, request):
    network_errors.append(case.as_curl_command()[:2000])


@schemathesis.check
def calls_sent_again(ctx, response, case):
    if not is_scrape(case) or not is_positive(case) or key_name_of(case) is None:
        return
    if fuzz_idempotency.is_kept(response.status_code) and share_of(case.body, REPLAY_STRIDE):
        fuzz_idempotency.check_replay(response, case.body)


def fetch_failure(case, code):
    """Whether the target that was asked can have brought this about."""
    url = str(case.body.get("url"))
    if not url.startswith(f"{SITE}/"):
        return True
    if code == "target_status":
        return case.body.get("failOn4xx") is True
    if code == "target_timeout":
        return "timeout" in case.body
    return code == "target_blocked" and urlsplit(url).path in BLOCKED_PAGES


def contract_failure(case, response):
    """What a 5xx is that the contract names for this very case; None for any other. 503 is never one: nothing is overloaded."""
    status, code = response.status_code, body_of(response).get("error")
    if code in FETCH_FAILURES.get(status, ()) and (is_scrape(case) or is_map(case)) and fetch_failure(case, code):
        return f"{status} {code} of a page"
    if status == 502 and code == "target_unrecognized" and is_map(case):
        return "502 of a map without addresses"
    if code in FETCH_FAILURES.get(status, ()) and is_of_target(case):
        return f"{status} {code} of an engine or a site that is not there"
    return None


def beyond_schema(case, response):
    """Why valid data was refused where the document could not have told; None when it could."""
    status, body = response.status_code, body_of(response)
    code = body.get("error")
    if code == "validation_failed" and is_schedule(case) and "schedule number" in str(body.get("errors")):
        return "422 of one schedule too many"
    if code == "validation_failed":
        rules = broken_rules(case, body.get("errors") or [], response.request, sent_body(response))
        return rules and f"422 by {' + '.join(rules)}"
    if code == "target_forbidden" and (is_scrape(case) or is_map(case) or is_crawl(case)) and not str(case.body.get("url")).startswith(f"{SITE}/"):
        return "422 target_forbidden of another site"
    if code == "target_forbidden" and is_of_target(case):
        return "422 target_forbidden of a store elsewhere"
    if code == "target_not_found" and is_of_target(case):
        return "404 of a record that is not there"
    if code == "target_not_found" and is_map(case):
        return "404 of a site without a sitemap or a page"
    if code == "token_expired" and not {"nextPageToken", "subsequentRequestToken"}.isdisjoint(case.query or {}):
        return "400 of a token that nobody was given"
    if code == "scenario_failed" and is_scrape(case) and not {"waitFor", "jsScenario"}.isdisjoint(case.body):
        return "422 of a step that the page does not bear"
    if code == "proxy_unavailable" and is_scrape(case) and not {"proxyType", "proxyCountry"}.isdisjoint(case.body):
        return "422 proxy_unavailable where one was asked for"
    if code == "job_not_found" and "{jobId}" in case.operation.path:
        return "404 of a job that is not there"
    if code == "not_found" and case.operation.path == "/files/sign":
        return "404 of a link to no stored file"
    if code == "not_found" and "{sessionName}" in case.operation.path:
        return "404 of a session that is not there"
    if code == "session_unusable" and is_scrape(case) and "session" in case.body:
        return "409 of a session that cannot serve the call"
    if code == "not_found" and "{scheduleId}" in case.operation.path:
        return "404 of a schedule that is not there"
    if code == "not_found" and "{deliveryId}" in case.operation.path:
        return "404 of a delivery that is not there"
    if code == "not_found" and case.operation.path.endswith("/reparse"):
        return "404 of a request without a stored page"
    if code == "not_found" and case.operation.path.endswith("/requests/{requestId}"):
        return "404 of a request that is not there"
    if case.operation.path.endswith("/{requestId}/{name}"):
        if status == 404 and list((case.path_parameters or {}).values()) != FILE:
            return "404 of a file that is not there"
        if status == 416 and any(name.lower() == "range" for name in case.headers or {}):
            return "416 of a range beyond the file"
    return None


def reason_of(kind, failure, case, response):
    """Why this failure is none, or None when it is one."""
    if kind == "ServerError":
        return contract_failure(case, response)
    if kind == "RejectedPositiveData":
        return contract_failure(case, response) or beyond_schema(case, response)
    if kind == "AcceptedNegativeData" and response.status_code == 501:
        return contract_failure(case, response)
    if kind == "AcceptedNegativeData" and case.operation.path.endswith("/reparse"):
        # All that it takes is an id, which is a known one here, and a key.
        key = response.request.headers.get("idempotency-key")
        return "a reparse without anything wrong" if key is None or VALID_KEY.fullmatch(str(key)) else None
    if kind == "AcceptedNegativeData" and name_of(case) == "GET /requests/{requestId}":
        # The path is all that it takes; the known id is put into cases that are wrong elsewhere.
        return "a known request without anything wrong" if FILE[1] in response.request.url else None
    if kind == "UseAfterFree" and "{jobId}" in case.operation.path:
        return "a job that was stopped, which is read all the same"
    if kind == "MissingHeaderNotRejected" and failure.header_name.lower() == "x-api-key":
        # The key of the run is put back into cases that were to go without; `ignored_auth` is the check that leaves it out.
        return "a key that was sent all the same" if "x-api-key" in response.request.headers else None
    if case.operation.path.endswith("/{requestId}/{name}"):
        # A part of a JSON file is no JSON; and without its key a file is simply not there.
        if kind == "MalformedJson" and response.status_code == 206:
            return "a part of a JSON file"
        if kind == "IgnoredAuth" and "got `404 " in failure.message:
            return "404 of a file without its key"
    return None


@schemathesis.hook
def filter_failure(context, failure, case, response):
    kind = type(failure).__name__
    reason = reason_of(kind, failure, case, response)
    if reason is None:
        return True
    accepted[reason] += 1
    return False


@atexit.register
def write_report():
    report = {
        "statuses": statuses,
        "codes": codes,
        "operations": by_operation,
        "modes": modes,
        "pages": pages,
        "accepted": accepted,
        "sentAgain": fuzz_idempotency.seen,
        "unexpected": unexpected,
        "networkErrors": network_errors,
    }
    with open(f"{REPORT}.part", "w", encoding="utf-8") as file:
        json.dump(report, file)
    os.replace(f"{REPORT}.part", REPORT)
