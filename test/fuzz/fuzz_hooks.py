"""Hooks of the API fuzzing: where its targets are, what counts as an answer of the contract, and what was counted."""

import atexit
import json
import os
import zlib
from collections import Counter
from urllib.parse import urlsplit, urlunsplit

import schemathesis

SITE = os.environ["FUZZ_SITE"]
FILE = os.environ["FUZZ_FILE"].split("/")
REPORT = os.environ["FUZZ_REPORT"]
# One in so many cases of the coverage phase is sent.
COVERAGE_STRIDE = int(os.environ["FUZZ_COVERAGE_STRIDE"])

# One in so many addresses stays where it leads, so that refused and unreachable targets are asked too.
FOREIGN_STRIDE = 8
# One in so many requests keeps its fields of later versions, which are a 501 by contract.
PLANNED_STRIDE = 8
# Rendering takes a browser's time; one in so many requests may have it.
RENDERED_STRIDE = 24
MAX_WAIT_MS = 20
PAGES = ["/page/fuzz", "/article/40", "/sjis/x", "/echo/x", "/js/x", "/status/404", "/block/x", "/redirect/%2Fpage%2Fend"]

# Rules over several fields, hosts and the calendar: a JSON Schema of one value cannot say them.
RULES_BEYOND_SCHEMA = {
    "after", "afterField", "date", "fixedLength", "forbidden", "greaterThanField", "jsonSchemaAI", "notLessThanField",
    "prohibited", "prohibitedWith", "requiredIfNotExists", "requiredWhen", "requiresRendering", "selector", "unique",
    "url", "urlHost", "urlScheme",
}
# 5xx that the contract names, by status.
CONTRACT_CODES = {
    501: {"not_implemented"},
    502: {"target_blocked", "target_unreachable", "target_too_large", "target_unsupported", "target_unrecognized"},
    503: {"overloaded"},
    504: {"target_timeout", "deadline_exceeded"},
}

statuses = Counter()
by_operation = Counter()
codes = Counter()
modes = Counter()
# Statuses of page scraping with valid input.
pages = Counter()
dropped = Counter()
unexpected = []
network_errors = []
unbuilt = set()
planned_fields = set()


def content_hash(value):
    """Choices are made by content, so that a seed always gives the same run."""
    return zlib.crc32(json.dumps(value, sort_keys=True, default=str).encode())


def share_of(value, stride):
    return content_hash(value) % stride == 0


def body_of(response):
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def is_positive(case):
    return case.meta is None or case.meta.generation.mode.value == "positive"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for path, item in raw_schema["paths"].items():
        for method, operation in item.items():
            if operation.get("x-available") is False:
                unbuilt.add(f"{method.upper()} {path}")
    fields = raw_schema["components"]["schemas"]["ScrapeWebRequest"]["properties"]
    planned_fields.update(name for name, field in fields.items() if "(501)" in field.get("description", ""))


@schemathesis.hook
def filter_case(context, case):
    phase = case.meta.phase.name.value if case.meta is not None else ""
    if phase != "coverage" or COVERAGE_STRIDE == 1:
        return True
    return share_of([case.path, case.method, case.query, case.body, case.headers], COVERAGE_STRIDE)


def on_our_site(url, seed):
    """The same address on the site of the test, or the address itself where it is to stay foreign or is none."""
    try:
        parts = urlsplit(url)
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            return url
    except ValueError:
        return url
    page = PAGES[seed % len(PAGES)]
    return SITE + urlunsplit(("", "", page, parts.query, parts.fragment))


def settle_scrape(body):
    """Keeps a valid request valid, and makes it one that ends soon."""
    seed = content_hash(body)
    if isinstance(body.get("url"), str) and seed % FOREIGN_STRIDE:
        body["url"] = on_our_site(body["url"], seed // FOREIGN_STRIDE)
    if not share_of(body, PLANNED_STRIDE):
        for name in planned_fields:
            body.pop(name, None)
    if not share_of(body, FOREIGN_STRIDE):
        # No pool is configured here, and a header of another host is refused.
        for name in ("proxyType", "proxyCountry"):
            body.pop(name, None)
    if not share_of(body, RENDERED_STRIDE):
        for name in ("screenshot", "wait", "waitFor", "jsScenario"):
            body.pop(name, None)
        body["jsRendering"] = False
    elif isinstance(body.get("wait"), int):
        body["wait"] = min(body["wait"], MAX_WAIT_MS)


@schemathesis.hook
def before_call(context, case, kwargs):
    if not is_positive(case):
        return
    if case.operation.path == "/scrape/web" and isinstance(case.body, dict):
        case.body = dict(case.body)
        settle_scrape(case.body)
    if "{requestId}" in case.operation.path and not share_of(case.path_parameters, 4):
        case.path_parameters = dict(zip(("accountId", "requestId", "name"), FILE))


@schemathesis.hook
def after_call(context, case, response):
    body = body_of(response)
    code = body.get("error", "") if response.status_code >= 400 else ""
    statuses[response.status_code] += 1
    codes[f"{response.status_code} {code}".strip()] += 1
    by_operation[f"{case.method} {case.operation.path}"] += 1
    modes[case.meta.generation.mode.value if case.meta is not None else "none"] += 1
    if case.operation.path == "/scrape/web" and is_positive(case):
        pages[response.status_code] += 1
    if response.status_code >= 500 and not is_contract_failure(case, response):
        unexpected.append(f"{case.as_curl_command()} -> {response.status_code} {response.content[:400]!r}")


@schemathesis.hook
def after_network_error(context, case, request):
    network_errors.append(case.as_curl_command()[:2000])


def is_contract_failure(case, response):
    """Whether a 5xx is one that the contract names for this very case."""
    status, body = response.status_code, body_of(response)
    if body.get("error") not in CONTRACT_CODES.get(status, ()):
        return False
    name = f"{case.operation.method.upper()} {case.operation.path}"
    if status == 501:
        return name in unbuilt or (isinstance(case.body, dict) and not planned_fields.isdisjoint(case.body))
    if status in (502, 504):
        return name == "POST /scrape/web"
    return True


def value_of(case, field):
    """What was sent as the field that a violation names: by its bracketed name in a query, by its path in a body."""
    first, *rest = field.split(".")
    if case.method == "GET":
        return (case.query or {}).get(first + "".join(f"[{part}]" for part in rest))
    value = case.body
    for part in [first, *rest]:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
    return value


def is_known_violation(case, error):
    rule, value = error["rule"], value_of(case, error["field"])
    if rule in RULES_BEYOND_SCHEMA:
        return True
    # A query is read as people write it; JSON Schema knows no difference between 1e-7 and 0.0000001.
    if rule == "number" and "e" in str(value):
        return True
    # A text of blanks says nothing, and each grammar of patterns has blanks of its own.
    if rule in ("required", "minLength") and isinstance(value, str):
        return not value.strip()
    # A list given as one text and as a list counts once.
    return rule == "maxLength" and f"{error['field']}[]" in (case.query or {})


def is_beyond_schema(case, response):
    body = body_of(response)
    if body.get("error") in ("target_forbidden", "proxy_unavailable", "range_not_satisfiable"):
        return True
    errors = body.get("errors")
    return bool(errors) and all(is_known_violation(case, error) for error in errors)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    kind = type(failure).__name__
    if kind == "ServerError" and is_contract_failure(case, response):
        dropped[f"{response.status_code} by contract"] += 1
        return False
    if kind == "RejectedPositiveData" and is_beyond_schema(case, response):
        dropped["refused by a rule beyond JSON Schema"] += 1
        return False
    if case.operation.path.endswith("/{requestId}/{name}"):
        # A part of a JSON file is no JSON; and without its key a file is simply not there.
        if kind == "MalformedJson" and response.status_code == 206:
            return False
        if kind == "IgnoredAuth" and "got `404" in failure.message:
            return False
    return True


@atexit.register
def write_report():
    report = {
        "statuses": statuses,
        "codes": codes,
        "operations": by_operation,
        "modes": modes,
        "pages": pages,
        "dropped": dropped,
        "unexpected": unexpected,
        "networkErrors": network_errors,
    }
    with open(REPORT, "w", encoding="utf-8") as file:
        json.dump(report, file)
