# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Operations of scrape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field
from typing_extensions import Required, TypedDict, Unpack

from .._callers import AsyncCaller, Caller
from .._model import Model, Result
from .._operation import Names, Operation
from .._pending import AsyncPendingRequest, PendingRequest
from .common import RequestMetadata


class ScrapeWebJsScenarioItem(TypedDict, total=False):
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


class ScrapeWebScreenshotViewport(TypedDict, total=False):
    width: Required[int]
    """Width in CSS pixels."""
    height: Required[int]
    """Height in CSS pixels."""


class ScrapeWebScreenshot(TypedDict, total=False):
    full_page: bool
    """true: the whole page; false: what the window shows. Default: true."""
    format: Literal["jpeg", "png", "webp"]
    """Format of the picture. Default: jpeg."""
    quality: int
    """Quality of a jpeg or webp. Default: 80."""
    selector: str
    """CSS selector: the picture is of the first element that matches. Without one, the request fails."""
    viewport: ScrapeWebScreenshotViewport
    """Size of the window that the page is rendered in."""
    device: str
    """Device that the page is rendered as: its window, user agent and touch."""


class ScrapeWebChunks(TypedDict, total=False):
    max_tokens: Required[int]
    """Tokens of a chunk at most."""


class ScrapeWebWebhook(TypedDict, total=False):
    url: Required[str]
    """Receiver of the event: a public http or https URL. Required if webhook is given."""
    events: Sequence[Literal["request.completed"]]
    """Events to send. Default: ["request.completed"]."""


class ScrapeWebParams(TypedDict, total=False):
    """Parameters of scrape-web."""
    url: Required[str]
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
    js_scenario: Sequence[ScrapeWebJsScenarioItem]
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
    screenshot: bool | ScrapeWebScreenshot
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
    chunks: ScrapeWebChunks
    """Also cut markdown into chunks, by its headings."""
    timeout_ms: int
    """Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of
    charge. Default: 300000.
    """
    max_age: int
    """Return the response of an earlier call of this account with the same parameters, free of charge, if it is
    at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no
    webhook event is sent for it.
    """
    webhook: ScrapeWebWebhook
    """Where to send an event when this call has ended."""


SCRAPE_WEB_JS_SCENARIO_ITEM_NAMES: Names = {
    "click": "click",
    "fill": "fill",
    "wait": "wait",
    "wait_for": "waitFor",
    "wait_for_and_click": "waitForAndClick",
    "scroll_x": "scrollX",
    "scroll_y": "scrollY",
    "evaluate": "evaluate",
}


SCRAPE_WEB_SCREENSHOT_VIEWPORT_NAMES: Names = {
    "width": "width",
    "height": "height",
}


SCRAPE_WEB_SCREENSHOT_NAMES: Names = {
    "full_page": "fullPage",
    "format": "format",
    "quality": "quality",
    "selector": "selector",
    "viewport": ("viewport", SCRAPE_WEB_SCREENSHOT_VIEWPORT_NAMES),
    "device": "device",
}


SCRAPE_WEB_CHUNKS_NAMES: Names = {
    "max_tokens": "maxTokens",
}


SCRAPE_WEB_WEBHOOK_NAMES: Names = {
    "url": "url",
    "events": "events",
}


SCRAPE_WEB_PARAMS_NAMES: Names = {
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
    "js_scenario": ("jsScenario", SCRAPE_WEB_JS_SCENARIO_ITEM_NAMES),
    "extract_rules": "extractRules",
    "ai_extract_rules": "aiExtractRules",
    "extract_links": "extractLinks",
    "extract_emails": "extractEmails",
    "screenshot": ("screenshot", SCRAPE_WEB_SCREENSHOT_NAMES),
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
    "chunks": ("chunks", SCRAPE_WEB_CHUNKS_NAMES),
    "timeout_ms": "timeout",
    "max_age": "maxAge",
    "webhook": ("webhook", SCRAPE_WEB_WEBHOOK_NAMES),
}


class ScrapeWebChunk(Model):
    id: str
    """Stays while its headings and its place below them stay, whatever the text becomes."""
    headings: list[str]
    """The headings above it and its own, outermost first."""
    markdown: str
    token_count: int = Field(alias="tokenCount")


class ScrapeWebAiExtraction(Model):
    """Which extractor produced aiResponse."""
    extractor: Literal["embedded", "model"] | str
    model: str | None = Field(default=None)
    prompt_tokens: int | None = Field(default=None, alias="promptTokens")
    completion_tokens: int | None = Field(default=None, alias="completionTokens")
    note: str | None = Field(default=None)
    """Why the embedded extractor replaced the model, or what was left out."""


class ScrapeWebResult(Result):
    request_metadata: RequestMetadata = Field(alias="requestMetadata")
    status_code: int = Field(alias="statusCode")
    status_text: str | None = Field(default=None, alias="statusText")
    url: str
    rendered: bool | None = Field(default=None)
    headers: dict[str, str]
    screenshot: str | None = Field(default=None)
    pdf: str | None = Field(default=None)
    content: str | None = Field(default=None)
    markdown: str | None = Field(default=None)
    text: str | None = Field(default=None)
    token_count: int | None = Field(default=None, alias="tokenCount")
    """Tokens of markdown, by tokenizer; without one estimated by its length: 4 ASCII characters, 2 of other
    alphabets or 1 CJK character each.
    """
    chunks: list[ScrapeWebChunk] | None = Field(default=None)
    """All of markdown in order, cut at headings, then between blocks; each piece of a long table repeats its
    header, each piece of long code its fence.
    """
    json_: Any = Field(default=None, alias="json")
    """The page as data: title, byline, published, language, description, canonical, openGraph, jsonLd,
    microdata, headings, tables, pageKind, text, each if the page has it. pageKind is a guess, kind and
    confidence from 0.5 to 1: article, product, listing, thread, documentation, profile, event or recipe;
    absent if unsure. For a JSON document, its value.
    """
    links: list[str] | None = Field(default=None)
    emails: list[str] | None = Field(default=None)
    extracted_data: dict[str, Any] | None = Field(default=None, alias="extractedData")
    """By rule: a string of CSS gives null, a string or a list; an object of type item a value or null, of type
    list a list.
    """
    js_scenario_results: list[Any] | None = Field(default=None, alias="jsScenarioResults")
    """What each evaluate step of jsScenario returned, in order, as JSON; null for undefined."""
    limits_hit: list[str] | None = Field(default=None, alias="limitsHit")
    """Limits that the document exceeded, such as maxLinks; the rest is left out. Absent if there are none."""
    ai_response: dict[str, Any] | None = Field(default=None, alias="aiResponse")
    ai_extraction: ScrapeWebAiExtraction | None = Field(default=None, alias="aiExtraction")
    """Which extractor produced aiResponse."""
    warnings: list[str] | None = Field(default=None)
    """What to know of the page: empty_document (0 bytes, free of charge), charset_mismatch (the bytes contradict
    their declared charset: decoded by what they are, or as declared where a browser rendered the page),
    main_content_not_found (onlyMainContent returned the whole page), or that robots.txt disallows it. Absent
    if there are none.
    """


SCRAPE_WEB: Operation[ScrapeWebResult] = Operation(
    id="scrape-web",
    method="POST",
    path="/scrape/web",
    names=SCRAPE_WEB_PARAMS_NAMES,
    result=ScrapeWebResult,
    is_keyed=True,
)


class Scrape:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def web(
        self, *, idempotency_key: str | None = None, **params: Unpack[ScrapeWebParams],
    ) -> ScrapeWebResult:
        """Fetch one page.

        Costs 1 credit (without a browser, datacenter or no proxyType); 5 credits (without a browser,
        residential); 10 credits (in a browser, datacenter or no proxyType); 15 credits (in a browser,
        residential); only a success is charged.

        Rules:
        - screenshot requires a browser: jsRendering must not be false.
        - pdf requires a browser: jsRendering must not be false.
        - wait requires a browser: jsRendering must not be false.
        - waitFor requires a browser: jsRendering must not be false.
        - jsScenario requires a browser: jsRendering must not be false.
        - screenshot.quality requires the format jpeg or webp.
        - screenshot.selector cannot be combined with screenshot.fullPage: true.
        - screenshot.viewport and screenshot.device cannot be combined.
        - chunks requires markdown in outputFormat.
        - tokenizer requires tokenCount or chunks.
        - session cannot be combined with a Cookie header.

        Parameters:
        - url (required): Page to fetch.
        - output_format: Formats of the response. Omitted: html. Default: ["html"].
        - js_rendering: true: render in a browser; false: plain HTTP, and a page that needs scripts is
          returned as served; omitted: HTTP first, a browser if the page or a field needs it.
        - proxy_type: Proxy pool. Omitted: the deployment's default exit.
        - proxy_country: Country of the proxy, ISO 3166-1 alpha-2. UK means GB.
        - headers: Request headers for the target, Cookie included. The values of headers with credentials,
          such as Cookie, Authorization or an API key, are stored encrypted while the request runs and are
          deleted afterwards; results show them as [removed].
        - session: A session of the account: calls with this name share cookies and an exit.
        - fail_on_4xx: true: a 4xx status of the target is an error, 502 target_status; false: it is a 200
          that says so in statusCode. Free either way. Default: False.
        - wait: Pause after the page has loaded, in milliseconds. Default: 0.
        - wait_for: CSS selector to wait for.
        - js_scenario: Page actions, run in order; the request fails when a step fails.
        - extract_rules: Values by name. A string: "h1" for the text, "a @href" for an attribute. An object:
          {selector, type: item or list, output: text, html, markdown, @attribute or nested rules}. At most
          100 rules in all, 5 levels deep.
        - ai_extract_rules: Fields to extract by meaning. A field that is not on the page is null.
        - extract_links: Also list the links of the page. Default: False.
        - extract_emails: Also list the e-mail addresses on the page. Default: False.
        - screenshot: Also take a picture of the page: true for all of it as a jpeg, or an object of options.
          Default: False.
        - pdf: Also print the page as a PDF document. Default: False.
        - block_resources: Block images, stylesheets and fonts. Default: true, or false with screenshot or
          pdf.
        - block_ads: Block advertising. Default: True.
        - block_urls: Glob patterns of sub-requests to block, such as **.ads.example/**.
        - include_only_tags: CSS selectors; only these elements are kept.
        - exclude_tags: CSS selectors; these elements are removed.
        - remove_base_64images: Remove images that are inlined as base64. Default: False.
        - only_main_content: Keep the main content only. Default: False.
        - drop_links: Write links as their text alone in markdown. Default: False.
        - drop_images: Leave images out of markdown. Default: False.
        - token_count: Also count the tokens of markdown for language models. Default: False.
        - tokenizer: Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length.
        - chunks: Also cut markdown into chunks, by its headings.
        - timeout_ms: Time for the whole call in milliseconds, queue and retries included. Past it: 504
          target_timeout, free of charge. Default: 300000.
        - max_age: Return the response of an earlier call of this account with the same parameters, free of
          charge, if it is at most this many seconds old (an hour where responses have page tokens). It is
          returned at once, and no webhook event is sent for it.
        - webhook: Where to send an event when this call has ended.
        """
        return self._caller.call(SCRAPE_WEB, params, idempotency_key)

    def submit_web(
        self, *, idempotency_key: str | None = None, **params: Unpack[ScrapeWebParams],
    ) -> PendingRequest[ScrapeWebResult]:
        """Fetch one page.

        Returns at once; the pending request has the result later.

        See Scrape.web.
        """
        return self._caller.submit(SCRAPE_WEB, params, idempotency_key)


class AsyncScrape:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def web(
        self, *, idempotency_key: str | None = None, **params: Unpack[ScrapeWebParams],
    ) -> ScrapeWebResult:
        """Fetch one page.

        See Scrape.web.
        """
        return await self._caller.call(SCRAPE_WEB, params, idempotency_key)

    async def submit_web(
        self, *, idempotency_key: str | None = None, **params: Unpack[ScrapeWebParams],
    ) -> AsyncPendingRequest[ScrapeWebResult]:
        """Fetch one page.

        Returns at once; the pending request has the result later.

        See Scrape.web.
        """
        return await self._caller.submit(SCRAPE_WEB, params, idempotency_key)
