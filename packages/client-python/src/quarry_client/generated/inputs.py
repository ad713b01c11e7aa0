# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Parameters of batches, schedules, lists and reparses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import Required, TypedDict

from .._operation import Names


class ScrapeWebItemJsScenarioItem(TypedDict, total=False):
    click: str
    fill: Sequence[Any]
    wait: int
    """Pause in milliseconds."""
    wait_for: str
    wait_for_and_click: str
    scroll_x: int
    """Pixels."""
    scroll_y: int
    """Pixels."""
    evaluate: str


class ScrapeWebItemScreenshotViewport(TypedDict, total=False):
    width: Required[int]
    """Width in CSS pixels."""
    height: Required[int]
    """Height in CSS pixels."""


class ScrapeWebItemScreenshot(TypedDict, total=False):
    full_page: bool
    """true: the whole page; false: what the window shows. Default: true."""
    format: Literal["jpeg", "png", "webp"]
    """Format of the picture. Default: jpeg."""
    quality: int
    """Quality of a jpeg or webp. Default: 80."""
    selector: str
    """CSS selector: the picture is of the first element that matches. Without one, the request fails."""
    viewport: ScrapeWebItemScreenshotViewport
    """Size of the window that the page is rendered in."""
    device: str
    """Device that the page is rendered as: its window, user agent and touch."""


class ScrapeWebItemChunks(TypedDict, total=False):
    max_tokens: Required[int]
    """Tokens of a chunk at most."""


class ScrapeWebItem(TypedDict, total=False):
    url: str
    """Page to fetch."""
    output_format: Sequence[Literal["html", "text", "markdown", "json"]]
    """Formats of the response. Omitted: html. Default: ["html"]."""
    js_rendering: bool
    """true: render in a browser; false: plain HTTP, and a page that needs scripts is returned as served;
    omitted: HTTP first, a browser if the page or a field needs it.
    """
    proxy_type: Literal["datacenter", "residential"]
    """Proxy pool. Omitted: the deployment's default exit."""
    proxy_country: str
    """Country of the proxy, ISO 3166-1 alpha-2. UK means GB."""
    headers: Mapping[str, str]
    """Request headers for the target, Cookie included. The values of headers with credentials, such as Cookie,
    Authorization or an API key, are stored encrypted while the request runs and are deleted afterwards;
    results show them as [removed].
    """
    session: str
    """A session of the account: calls with this name share cookies and an exit."""
    fail_on_4xx: bool
    """true: a 4xx status of the target is an error, 502 target_status; false: it is a 200 that says so in
    statusCode. Free either way. Default: False.
    """
    wait: int
    """Pause after the page has loaded, in milliseconds. Default: 0."""
    wait_for: str
    """CSS selector to wait for."""
    js_scenario: Sequence[ScrapeWebItemJsScenarioItem]
    """Page actions, run in order; the request fails when a step fails."""
    extract_rules: Mapping[str, Any]
    """Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item
    or list, output: text, html, markdown, @attribute or nested rules}. At most 100 rules in all, 5 levels
    deep.
    """
    ai_extract_rules: Mapping[str, Any]
    """Fields to extract by meaning. A field that is not on the page is null."""
    extract_links: bool
    """Also list the links of the page. Default: False."""
    extract_emails: bool
    """Also list the e-mail addresses on the page. Default: False."""
    screenshot: bool | ScrapeWebItemScreenshot
    """Also take a picture of the page: true for all of it as a jpeg, or an object of options. Default: False."""
    pdf: bool
    """Also print the page as a PDF document. Default: False."""
    block_resources: bool
    """Block images, stylesheets and fonts. Default: true, or false with screenshot or pdf."""
    block_ads: bool
    """Block advertising. Default: True."""
    block_urls: Sequence[str]
    """Glob patterns of sub-requests to block, such as **.ads.example/**."""
    include_only_tags: Sequence[str]
    """CSS selectors; only these elements are kept."""
    exclude_tags: Sequence[str]
    """CSS selectors; these elements are removed."""
    remove_base_64images: bool
    """Remove images that are inlined as base64. Default: False."""
    only_main_content: bool
    """Keep the main content only. Default: False."""
    drop_links: bool
    """Write links as their text alone in markdown. Default: False."""
    drop_images: bool
    """Leave images out of markdown. Default: False."""
    token_count: bool
    """Also count the tokens of markdown for language models. Default: False."""
    tokenizer: Literal["o200k_base", "cl100k_base"]
    """Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length."""
    chunks: ScrapeWebItemChunks
    """Also cut markdown into chunks, by its headings."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """


class EngineaSerpItem(TypedDict, total=False):
    q: str
    """Search text; the engine's operators are supported."""
    location: str
    """Origin of the search: a canonical place name such as Austin,Texas,United States."""
    uule: str
    """Encoded origin of the search. Cannot be combined with location."""
    domain: str
    """Host of the engine. Default: "google.com"."""
    gl: str
    """Country of the search, two letters."""
    hl: str
    """Language of the interface, two letters or one of the engine's own codes such as zh-cn."""
    lr: Sequence[str]
    """Languages of the sites to return."""
    ludocid: str
    """The engine's place id."""
    lsig: str
    """Second place id."""
    kgmid: str
    """Id of an entity in the knowledge graph."""
    si: str
    """Id of cached search parameters."""
    tbs: str
    """Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1
    by date.
    """
    safe: Literal["active", "off"]
    """Adult-content filter."""
    filter: Literal[0, 1]
    """1 enables the filters of similar and omitted results, 0 disables them. Default: 1."""
    nfpr: Literal[0, 1]
    """1 turns off spelling correction of the search text. Default: 0."""
    tbm: Literal["isch", "vid", "nws", "shop", "lcl"]
    """Kind of search: images, videos, news, shopping, places. Omitted: web pages."""
    device_type: Literal["desktop", "mobile", "tablet"]
    """Device type to request the page as. Default: "desktop"."""
    start: int
    """Results to skip: 0, 10, 20; with tbm lcl in steps of 20. Default: 0."""
    num: int
    """Results per page; the engine itself returns about 10. Default: 10."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """


class BatchWebhook(TypedDict, total=False):
    url: Required[str]
    """Receiver of the events: a public http or https URL."""
    events: Sequence[Literal["batch.started", "batch.progress", "batch.item.failed", "batch.completed"]]
    """Events to send. Default: ["batch.completed"]."""


class BatchDelivery(TypedDict, total=False):
    bucket: Required[str]
    """Name of the bucket."""
    region: Required[str]
    """Region of the bucket, such as eu-central-1."""
    endpoint: str
    """Public http or https URL of the S3 server. Default: Amazon S3 in the region."""
    prefix: str
    """Before the name of each file, such as crawls/2026/."""
    access_key_id: Required[str]
    """Access key; it may write to this bucket."""
    secret_access_key: Required[str]
    """Its secret; stored encrypted until the delivery has ended."""
    formats: Sequence[Literal["ndjson", "csv", "parquet", "warc"]]
    """Files to deliver. Default: ["ndjson"]."""
    answers: bool
    """true: each line of ndjson includes the stored response of its item, as answer. Default: False."""


class ReparseChunks(TypedDict, total=False):
    max_tokens: Required[int]
    """Tokens of a chunk at most."""


class ReparseParams(TypedDict, total=False):
    output_format: Sequence[Literal["html", "text", "markdown", "json"]]
    """Formats of the response. Omitted: html. Default: ["html"]."""
    extract_rules: Mapping[str, Any]
    """Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item
    or list, output: text, html, markdown, @attribute or nested rules}. At most 100 rules in all, 5 levels
    deep.
    """
    ai_extract_rules: Mapping[str, Any]
    """Fields to extract by meaning. A field that is not on the page is null."""
    extract_links: bool
    """Also list the links of the page. Default: False."""
    extract_emails: bool
    """Also list the e-mail addresses on the page. Default: False."""
    include_only_tags: Sequence[str]
    """CSS selectors; only these elements are kept."""
    exclude_tags: Sequence[str]
    """CSS selectors; these elements are removed."""
    remove_base_64images: bool
    """Remove images that are inlined as base64. Default: False."""
    only_main_content: bool
    """Keep the main content only. Default: False."""
    drop_links: bool
    """Write links as their text alone in markdown. Default: False."""
    drop_images: bool
    """Leave images out of markdown. Default: False."""
    token_count: bool
    """Also count the tokens of markdown for language models. Default: False."""
    tokenizer: Literal["o200k_base", "cl100k_base"]
    """Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length."""
    chunks: ReparseChunks
    """Also cut markdown into chunks, by its headings."""


class RequestFilters(TypedDict, total=False):
    operation: Literal[
        "scrape/web", "enginea/serp", "enginea/ai-mode", "enginea/shopping", "enginea/images",
        "enginea/scholar", "engineb/serp", "enginec/serp", "lodging/search", "lodging/place",
        "retailer/search", "retailer/product", "jobboard/listing", "storeplatform/collections",
        "realtya/listing", "realtyb/property", "localreviews/place", "localreviews/search", "map/web",
        "reparse",
    ]
    """Only this operation."""
    status: Literal["pending", "ok", "error"]
    """Only requests in this status."""
    error: Literal[
        "bad_request", "token_expired", "unauthorized", "credits_exhausted", "forbidden", "not_found",
        "job_not_found", "target_not_found", "method_not_allowed", "idempotency_conflict", "session_unusable",
        "payload_too_large", "unsupported_media_type", "range_not_satisfiable", "validation_failed",
        "proxy_unavailable", "target_forbidden", "scenario_failed", "concurrency_limit",
        "free_budget_exhausted", "internal_error", "not_implemented", "target_blocked", "target_status",
        "target_rate_limited", "target_unreachable", "target_too_large", "target_unsupported",
        "target_unrecognized", "duplicate_page", "robots_disallowed", "overloaded", "storage_exhausted",
        "target_timeout", "deadline_exceeded", "cancelled", "expired",
    ]
    """Only requests that ended with this error."""
    host: str
    """Only requests to this host, such as example.com, with its port if it has one."""
    key: str
    """Only requests made with this API key: its id, or console for calls of people in the console."""
    since: str
    """Only requests made at this time or later; a date begins at midnight UTC."""
    until: str
    """Only requests made before this time; a date begins at midnight UTC."""
    batch: str
    """The items of this batch, in the order of submission, instead of single requests."""
    limit: int
    """Requests per page. Default: 20."""
    cursor: str
    """Start of the page, taken from nextPage of the page before."""


class DeliveryFilters(TypedDict, total=False):
    job_id: str
    """Only the events of this job."""
    state: Literal["pending", "delivered", "dead"]
    """Only deliveries in this state."""
    limit: int
    """Deliveries per page. Default: 20."""
    cursor: str
    """Start of the page, taken from nextPage of the page before."""


class ScheduleTarget(TypedDict, total=False):
    type: Literal["operation", "batch", "crawl"]
    """operation: one call. batch: a batch of calls. crawl: the crawl of a site. Default: "operation"."""
    operation: str
    """The operation, such as scrape/web. Required unless type is crawl, whose pages are calls of scrape/web."""
    params: Required[Mapping[str, Any]]
    """The parameters of the call, as in its body or query; of a batch or a crawl, what the body of the call that
    starts it has.
    """


class ScheduleChangeTracking(TypedDict, total=False):
    fields: Sequence[str]
    """Paths in the response whose values are compared, such as price or extractedData.title."""
    markdown: bool
    """true: pages as markdown are compared line by line. scrape/web and crawls only."""
    links: bool
    """true: the links of pages are compared. scrape/web and crawls only."""


class ScheduleWebhook(TypedDict, total=False):
    url: Required[str]
    """Receiver: a public http or https URL."""


class ScheduleParams(TypedDict, total=False):
    name: str
    """A name of your own."""
    cron: str
    """When to run, as a cron expression of five fields: minute, hour, day of month, month, day of week. Either
    this or intervalSeconds.
    """
    interval_seconds: int
    """Time between two runs in seconds, from the creation of the schedule on. Either this or cron."""
    time_zone: str
    """Time zone of cron, such as Europe/Berlin. Default: "UTC"."""
    target: Required[ScheduleTarget]
    """What to run."""
    missed_runs: Literal["skip", "runOnce", "runAll"]
    """What to do about runs that were missed because the service was down: skip them, runOnce for all of them,
    or runAll, the newest 10 at most. Default: "runOnce".
    """
    change_tracking: ScheduleChangeTracking
    """What to compare with the last run. Of a batch or a crawl, page by page."""
    webhook: ScheduleWebhook
    """Where to send schedule.changed when a run finds a change. Requires changeTracking."""


SCRAPE_WEB_ITEM_JS_SCENARIO_ITEM_NAMES: Names = {
    "click": "click",
    "fill": "fill",
    "wait": "wait",
    "wait_for": "waitFor",
    "wait_for_and_click": "waitForAndClick",
    "scroll_x": "scrollX",
    "scroll_y": "scrollY",
    "evaluate": "evaluate",
}


SCRAPE_WEB_ITEM_SCREENSHOT_VIEWPORT_NAMES: Names = {
    "width": "width",
    "height": "height",
}


SCRAPE_WEB_ITEM_SCREENSHOT_NAMES: Names = {
    "full_page": "fullPage",
    "format": "format",
    "quality": "quality",
    "selector": "selector",
    "viewport": ("viewport", SCRAPE_WEB_ITEM_SCREENSHOT_VIEWPORT_NAMES),
    "device": "device",
}


SCRAPE_WEB_ITEM_CHUNKS_NAMES: Names = {
    "max_tokens": "maxTokens",
}


SCRAPE_WEB_ITEM_NAMES: Names = {
    "url": "url",
    "output_format": "outputFormat",
    "js_rendering": "jsRendering",
    "proxy_type": "proxyType",
    "proxy_country": "proxyCountry",
    "headers": "headers",
    "session": "session",
    "fail_on_4xx": "failOn4xx",
    "wait": "wait",
    "wait_for": "waitFor",
    "js_scenario": ("jsScenario", SCRAPE_WEB_ITEM_JS_SCENARIO_ITEM_NAMES),
    "extract_rules": "extractRules",
    "ai_extract_rules": "aiExtractRules",
    "extract_links": "extractLinks",
    "extract_emails": "extractEmails",
    "screenshot": ("screenshot", SCRAPE_WEB_ITEM_SCREENSHOT_NAMES),
    "pdf": "pdf",
    "block_resources": "blockResources",
    "block_ads": "blockAds",
    "block_urls": "blockUrls",
    "include_only_tags": "includeOnlyTags",
    "exclude_tags": "excludeTags",
    "remove_base_64images": "removeBase64Images",
    "only_main_content": "onlyMainContent",
    "drop_links": "dropLinks",
    "drop_images": "dropImages",
    "token_count": "tokenCount",
    "tokenizer": "tokenizer",
    "chunks": ("chunks", SCRAPE_WEB_ITEM_CHUNKS_NAMES),
    "timeout_ms": "timeout",
}


ENGINEA_SERP_ITEM_NAMES: Names = {
    "q": "q",
    "location": "location",
    "uule": "uule",
    "domain": "domain",
    "gl": "gl",
    "hl": "hl",
    "lr": "lr",
    "ludocid": "ludocid",
    "lsig": "lsig",
    "kgmid": "kgmid",
    "si": "si",
    "tbs": "tbs",
    "safe": "safe",
    "filter": "filter",
    "nfpr": "nfpr",
    "tbm": "tbm",
    "device_type": "deviceType",
    "start": "start",
    "num": "num",
    "timeout_ms": "timeout",
}


BATCH_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


BATCH_DELIVERY_NAMES: Names = {
    "bucket": "bucket",
    "region": "region",
    "endpoint": "endpoint",
    "prefix": "prefix",
    "access_key_id": "accessKeyId",
    "secret_access_key": "secretAccessKey",
    "formats": "formats",
    "answers": "answers",
}


REPARSE_CHUNKS_NAMES: Names = {
    "max_tokens": "maxTokens",
}


REPARSE_PARAMS_NAMES: Names = {
    "output_format": "outputFormat",
    "extract_rules": "extractRules",
    "ai_extract_rules": "aiExtractRules",
    "extract_links": "extractLinks",
    "extract_emails": "extractEmails",
    "include_only_tags": "includeOnlyTags",
    "exclude_tags": "excludeTags",
    "remove_base_64images": "removeBase64Images",
    "only_main_content": "onlyMainContent",
    "drop_links": "dropLinks",
    "drop_images": "dropImages",
    "token_count": "tokenCount",
    "tokenizer": "tokenizer",
    "chunks": ("chunks", REPARSE_CHUNKS_NAMES),
}


REQUEST_FILTERS_NAMES: Names = {
    "operation": "operation",
    "status": "status",
    "error": "error",
    "host": "host",
    "key": "key",
    "since": "since",
    "until": "until",
    "batch": "batch",
    "limit": "limit",
    "cursor": "cursor",
}


DELIVERY_FILTERS_NAMES: Names = {
    "job_id": "jobId",
    "state": "state",
    "limit": "limit",
    "cursor": "cursor",
}


SCHEDULE_TARGET_NAMES: Names = {
    "type": "type",
    "operation": "operation",
    "params": "params",
}


SCHEDULE_CHANGE_TRACKING_NAMES: Names = {
    "fields": "fields",
    "markdown": "markdown",
    "links": "links",
}


SCHEDULE_WEBHOOK_NAMES: Names = {
    "url": "url",
}


SCHEDULE_PARAMS_NAMES: Names = {
    "name": "name",
    "cron": "cron",
    "interval_seconds": "intervalSeconds",
    "time_zone": "timeZone",
    "target": ("target", SCHEDULE_TARGET_NAMES),
    "missed_runs": "missedRuns",
    "change_tracking": ("changeTracking", SCHEDULE_CHANGE_TRACKING_NAMES),
    "webhook": ("webhook", SCHEDULE_WEBHOOK_NAMES),
}
