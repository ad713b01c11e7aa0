# Generated from the OpenAPI document by `npm run generate`. Do not edit.
"""Responses of accounts, batches, schedules, files and webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from .._model import Model


class RequestMetadataTimings(Model):
    queue_ms: int | None = Field(default=None, alias="queueMs")
    fetch_ms: int | None = Field(default=None, alias="fetchMs")
    render_ms: int | None = Field(default=None, alias="renderMs")
    read_ms: int | None = Field(default=None, alias="readMs")
    total_ms: int | None = Field(default=None, alias="totalMs")


class RequestMetadata(Model):
    id: str
    status: Literal["ok"] | str
    html: str | None = Field(default=None)
    json_: str | None = Field(default=None, alias="json")
    url: str | None = Field(default=None)
    preview: str | None = Field(default=None)
    credits_charged: int | None = Field(default=None, alias="creditsCharged")
    timings: RequestMetadataTimings | None = Field(default=None)
    title: str | None = Field(default=None)
    """Title of the document."""


class BatchAccepted(Model):
    job_id: str = Field(alias="jobId")
    """Same as the x-request-id of the accepted call."""
    status: Literal["ok"] | str


class BatchStatusResponseDataDelivery(Model):
    """Delivery of the results to the caller's bucket, if the submission asked for it."""
    status: Literal["pending", "delivered", "failed"] | str
    """pending: the job runs, or the next try is due. failed: another try would fail in the same way; the results
    can be downloaded.
    """
    bucket: str
    keys: list[str]
    """Keys of the files."""
    attempts: int
    """Tries begun."""
    last_error: str | None = Field(default=None, alias="lastError")
    """Why the last try failed: a code of the S3 server, of the network or of ours."""
    next_attempt_at: datetime | None = Field(default=None, alias="nextAttemptAt")
    ended_at: datetime | None = Field(default=None, alias="endedAt")


class BatchStatusResponseData(Model):
    status: Literal["pending", "in_progress", "done", "stopped"] | str
    """pending: nothing has started. in_progress: items are running. done: every item has ended, failed ones
    included. stopped: every item has ended after a stop was requested.
    """
    requests_count: int = Field(alias="requestsCount")
    """Items submitted."""
    responses_count: int = Field(alias="responsesCount")
    """Ended items that can be read."""
    succeeded_count: int = Field(alias="succeededCount")
    """Ended items that succeeded."""
    failed_count: int = Field(alias="failedCount")
    """Ended items that failed, were cancelled or expired."""
    target_error_count: int = Field(alias="targetErrorCount")
    """Succeeded items whose target responded with a 4xx, free of charge."""
    credits_held: int = Field(alias="creditsHeld")
    """Credits held for items that have not ended."""
    credits_charged: int = Field(alias="creditsCharged")
    """Credits charged for ended items."""
    created_at: datetime = Field(alias="createdAt")
    started_at: datetime | None = Field(default=None, alias="startedAt")
    """When the first item was handed to a worker."""
    finished_at: datetime | None = Field(default=None, alias="finishedAt")
    """When the job was done or stopped."""
    stop_requested_at: datetime | None = Field(default=None, alias="stopRequestedAt")
    """When a stop was first requested."""
    results_url: str = Field(alias="resultsUrl")
    """First page of the results."""
    discovered_count: int | None = Field(default=None, alias="discoveredCount")
    """Of a crawl: addresses that it knows, those fetched included."""
    limits_hit: list[Literal[
        "limit", "maxVariants", "maxCredits", "credits", "creditPeriod", "keyCreditsPerDay", "maxTime",
    ] | str] | None = Field(default=None, alias="limitsHit")
    """Of a crawl: bounds that left addresses out. Absent if there are none."""
    delivery: BatchStatusResponseDataDelivery | None = Field(default=None)
    """Delivery of the results to the caller's bucket, if the submission asked for it."""


class BatchStatusResponse(Model):
    job_id: str = Field(alias="jobId")
    status: Literal["ok"] | str
    data: BatchStatusResponseData


class BatchRowResultOk(Model):
    id: str
    """Request id of the item."""
    index: int
    """Position in the submission, from 0."""
    status: Literal["ok"] | str
    json_: str = Field(alias="json")
    """URL of the stored response, the same as of a single call. Requires the same API key."""
    status_code: int | None = Field(default=None, alias="statusCode")
    """Status of the target's last response, if it gave one."""
    html: str | None = Field(default=None)
    """URL of the stored document. Requires the same API key."""
    url: str | None = Field(default=None)
    """Requested URL of the target."""


class BatchRowResultError(Model):
    id: str
    """Request id of the item."""
    index: int
    """Position in the submission, from 0."""
    status: Literal["error"] | str
    error: Literal[
        "token_expired", "target_not_found", "session_unusable", "proxy_unavailable", "target_forbidden",
        "scenario_failed", "free_budget_exhausted", "internal_error", "target_blocked", "target_status",
        "target_rate_limited", "target_unreachable", "target_too_large", "target_unsupported",
        "target_unrecognized", "duplicate_page", "robots_disallowed", "overloaded", "storage_exhausted",
        "target_timeout", "deadline_exceeded", "cancelled", "expired",
    ] | str
    """The codes of a single call, plus cancelled (The job was stopped before this item ran. Submit it again if
    you still need it.) and expired (The job reached its time limit before this item ran. Submit it again.)
    """
    message: str
    """One readable line that says what to do."""
    retryable: bool
    """Whether the same item may succeed later."""
    reason: str | None = Field(default=None)
    """Machine-readable detail, such as the blocking system."""
    retry_after_seconds: int | None = Field(default=None, alias="retryAfterSeconds")
    """How long the target asked to wait, with target_rate_limited."""
    status_code: int | None = Field(default=None, alias="statusCode")
    """Status of the target's last response, if it gave one."""
    html: str | None = Field(default=None)
    """URL of the stored page, with target_unrecognized. Requires the same API key."""


class BatchRow(Model):
    """As in a page of results."""
    query: dict[str, Any]
    """The item as sent."""
    result: BatchRowResultOk | BatchRowResultError
    answer: Any = Field(default=None)
    """With answers=true: the stored response of an item that succeeded, the same as of a single call; null if it
    is no longer stored.
    """


class BatchPage(Model):
    page: int
    """Counts from 0: a call with page=1 returns 0."""
    limit: int
    total: int
    """Ended items that can be read; grows while the job runs."""
    next_page: str | None = Field(default=None, alias="nextPage")
    """URL of the next page, if there is one. A page that has one never changes."""
    results: list[BatchRow]
    """In the order in which the items ended."""


class Violation(Model):
    field: str
    """Dotted path such as price.max or outputFormat.0."""
    rule: Literal[
        "required", "requiredIfNotExists", "requiredWhen", "unknown", "string", "number", "integer",
        "boolean", "array", "object", "enum", "range", "min", "max", "minLength", "maxLength", "fixedLength",
        "regex", "url", "urlScheme", "urlHost", "date", "after", "afterField", "greaterThanField",
        "notLessThanField", "prohibited", "prohibitedWith", "requiresRendering", "forbidden", "selector",
        "unique", "jsonSchemaAI",
    ] | str
    message: str
    """Says how to fix it."""


class Usage(Model):
    total_credits: int = Field(alias="totalCredits")
    available_credits: int = Field(alias="availableCredits")
    held_credits: int = Field(alias="heldCredits")
    """Held by running requests and batches."""
    period_start: datetime = Field(alias="periodStart")
    period_end: datetime = Field(alias="periodEnd")
    """Unused credits expire with the period."""
    concurrent_requests: int = Field(alias="concurrentRequests")
    """Requests that may run at once."""
    available_concurrency: int = Field(alias="availableConcurrency")
    """How many more may begin now."""
    free_credits_used: int = Field(alias="freeCreditsUsed")
    """What the free outcomes of the last hour, such as missing pages, would have cost."""
    free_credits_budget: int = Field(alias="freeCreditsBudget")
    """At this value calls return 429 free_budget_exhausted; grows with the charged credits."""
    stored_bytes: int = Field(alias="storedBytes")
    """Total size of the stored files of the account."""
    stored_bytes_limit: int = Field(alias="storedBytesLimit")
    """At this value calls return 507 storage_exhausted."""


class RequestRecordTimings(Model):
    """Milliseconds by stage."""
    queue_ms: int | None = Field(default=None, alias="queueMs")
    """From admission to the start of a worker."""
    fetch_ms: int | None = Field(default=None, alias="fetchMs")
    """While pages were fetched by plain HTTP."""
    render_ms: int | None = Field(default=None, alias="renderMs")
    """While pages were fetched in a browser."""
    read_ms: int | None = Field(default=None, alias="readMs")
    """Between and after the fetches: reading, converting and storing."""
    total_ms: int | None = Field(default=None, alias="totalMs")
    """From admission to the end."""


class RequestRecord(Model):
    id: str
    operation: str
    """Such as scrape/web."""
    status: Literal["pending", "ok", "error"] | str
    """pending: it has not ended."""
    key: str | None = Field(default=None)
    """Id of the API key that made it; console: a person in the console. Older requests have none."""
    batch: str | None = Field(default=None)
    """The batch whose item this is."""
    index: int | None = Field(default=None)
    """Position in the batch, from 0."""
    verdict: Literal[
        "ok", "empty", "target_4xx", "target_status", "rate_limited", "blocked", "soft_block", "consent",
        "script_wall", "login_wall", "not_found", "target_5xx", "dns_error", "tls_error", "connection_error",
        "too_large", "unsupported", "unrecognized", "duplicate", "robots_disallowed", "page_timeout",
        "deadline_exceeded", "forbidden", "proxy_unavailable", "session_refused", "scenario_failed",
        "free_budget_exhausted", "storage_exhausted", "cancelled", "internal_error",
    ] | str | None = Field(default=None)
    """What came of the fetch."""
    error: Literal[
        "bad_request", "token_expired", "unauthorized", "credits_exhausted", "forbidden", "not_found",
        "job_not_found", "target_not_found", "method_not_allowed", "idempotency_conflict", "session_unusable",
        "payload_too_large", "unsupported_media_type", "range_not_satisfiable", "validation_failed",
        "proxy_unavailable", "target_forbidden", "scenario_failed", "concurrency_limit",
        "free_budget_exhausted", "internal_error", "not_implemented", "target_blocked", "target_status",
        "target_rate_limited", "target_unreachable", "target_too_large", "target_unsupported",
        "target_unrecognized", "duplicate_page", "robots_disallowed", "overloaded", "storage_exhausted",
        "target_timeout", "deadline_exceeded", "cancelled", "expired",
    ] | str | None = Field(default=None)
    message: str | None = Field(default=None)
    """One readable line that says what to do."""
    retryable: bool | None = Field(default=None)
    """Whether the same request may succeed later."""
    reason: str | None = Field(default=None)
    """Machine-readable detail, such as the blocking system."""
    retry_after_seconds: int | None = Field(default=None, alias="retryAfterSeconds")
    """How long the target asked to wait."""
    host: str | None = Field(default=None)
    """Host of the target."""
    tier: str | None = Field(default=None)
    """http or browser: what served, or was tried last."""
    status_code: int | None = Field(default=None, alias="statusCode")
    """Status of the target's last response."""
    attempt: int
    """Attempts that were begun."""
    created_at: datetime = Field(alias="createdAt")
    started_at: datetime | None = Field(default=None, alias="startedAt")
    """When a worker began it."""
    ended_at: datetime | None = Field(default=None, alias="endedAt")
    timings: RequestRecordTimings
    """Milliseconds by stage."""
    credits_held: int = Field(alias="creditsHeld")
    """Held until it ends."""
    credits_charged: int = Field(alias="creditsCharged")
    result: str | None = Field(default=None)
    """URL of the stored response. Requires the same API key."""
    html: str | None = Field(default=None)
    """URL of the stored page that no parser understood. Requires the same API key."""
    params: Any
    """The parameters, with defaults. The values of secrets are replaced by [removed]."""
    deadline_at: datetime = Field(alias="deadlineAt")
    """When it ends at the latest."""


class RequestSummary(Model):
    id: str
    operation: str
    """Such as scrape/web."""
    status: Literal["pending", "ok", "error"] | str
    """pending: it has not ended."""
    key: str | None = Field(default=None)
    """Id of the API key that made it; console: a person in the console. Older requests have none."""
    batch: str | None = Field(default=None)
    """The batch whose item this is."""
    index: int | None = Field(default=None)
    """Position in the batch, from 0."""
    verdict: Literal[
        "ok", "empty", "target_4xx", "target_status", "rate_limited", "blocked", "soft_block", "consent",
        "script_wall", "login_wall", "not_found", "target_5xx", "dns_error", "tls_error", "connection_error",
        "too_large", "unsupported", "unrecognized", "duplicate", "robots_disallowed", "page_timeout",
        "deadline_exceeded", "forbidden", "proxy_unavailable", "session_refused", "scenario_failed",
        "free_budget_exhausted", "storage_exhausted", "cancelled", "internal_error",
    ] | str | None = Field(default=None)
    """What came of the fetch."""
    error: Literal[
        "bad_request", "token_expired", "unauthorized", "credits_exhausted", "forbidden", "not_found",
        "job_not_found", "target_not_found", "method_not_allowed", "idempotency_conflict", "session_unusable",
        "payload_too_large", "unsupported_media_type", "range_not_satisfiable", "validation_failed",
        "proxy_unavailable", "target_forbidden", "scenario_failed", "concurrency_limit",
        "free_budget_exhausted", "internal_error", "not_implemented", "target_blocked", "target_status",
        "target_rate_limited", "target_unreachable", "target_too_large", "target_unsupported",
        "target_unrecognized", "duplicate_page", "robots_disallowed", "overloaded", "storage_exhausted",
        "target_timeout", "deadline_exceeded", "cancelled", "expired",
    ] | str | None = Field(default=None)
    message: str | None = Field(default=None)
    """One readable line that says what to do."""
    retryable: bool | None = Field(default=None)
    """Whether the same request may succeed later."""
    reason: str | None = Field(default=None)
    """Machine-readable detail, such as the blocking system."""
    retry_after_seconds: int | None = Field(default=None, alias="retryAfterSeconds")
    """How long the target asked to wait."""
    host: str | None = Field(default=None)
    """Host of the target."""
    tier: str | None = Field(default=None)
    """http or browser: what served, or was tried last."""
    status_code: int | None = Field(default=None, alias="statusCode")
    """Status of the target's last response."""
    attempt: int
    """Attempts that were begun."""
    created_at: datetime = Field(alias="createdAt")
    started_at: datetime | None = Field(default=None, alias="startedAt")
    """When a worker began it."""
    ended_at: datetime | None = Field(default=None, alias="endedAt")
    timings: RequestRecordTimings
    """Milliseconds by stage."""
    credits_held: int = Field(alias="creditsHeld")
    """Held until it ends."""
    credits_charged: int = Field(alias="creditsCharged")
    result: str | None = Field(default=None)
    """URL of the stored response. Requires the same API key."""
    html: str | None = Field(default=None)
    """URL of the stored page that no parser understood. Requires the same API key."""


class BatchSummary(Model):
    job_id: str = Field(alias="jobId")
    operation: str
    """Operation of the items."""
    status: Literal["pending", "in_progress", "done", "stopped"] | str
    """pending: nothing has started. in_progress: items are running. done: every item has ended, failed ones
    included. stopped: every item has ended after a stop was requested.
    """
    requests_count: int = Field(alias="requestsCount")
    """Items submitted."""
    responses_count: int = Field(alias="responsesCount")
    """Ended items that can be read."""
    succeeded_count: int = Field(alias="succeededCount")
    """Ended items that succeeded."""
    failed_count: int = Field(alias="failedCount")
    """Ended items that failed, were cancelled or expired."""
    target_error_count: int = Field(alias="targetErrorCount")
    """Succeeded items whose target responded with a 4xx, free of charge."""
    credits_held: int = Field(alias="creditsHeld")
    """Credits held for items that have not ended."""
    credits_charged: int = Field(alias="creditsCharged")
    """Credits charged for ended items."""
    created_at: datetime = Field(alias="createdAt")
    started_at: datetime | None = Field(default=None, alias="startedAt")
    """When the first item was handed to a worker."""
    finished_at: datetime | None = Field(default=None, alias="finishedAt")
    """When the job was done or stopped."""
    stop_requested_at: datetime | None = Field(default=None, alias="stopRequestedAt")
    """When a stop was first requested."""
    results_url: str = Field(alias="resultsUrl")
    """First page of the results."""
    discovered_count: int | None = Field(default=None, alias="discoveredCount")
    """Of a crawl: addresses that it knows, those fetched included."""
    limits_hit: list[Literal[
        "limit", "maxVariants", "maxCredits", "credits", "creditPeriod", "keyCreditsPerDay", "maxTime",
    ] | str] | None = Field(default=None, alias="limitsHit")
    """Of a crawl: bounds that left addresses out. Absent if there are none."""
    delivery: BatchStatusResponseDataDelivery | None = Field(default=None)
    """Delivery of the results to the caller's bucket, if the submission asked for it."""


class WebhookDelivery(Model):
    id: str
    """The webhook-id header of every attempt."""
    event: Literal[
        "batch.started", "batch.progress", "batch.item.failed", "batch.completed", "batch.page",
        "batch.stopped", "request.completed", "account.alert", "schedule.changed", "test",
    ] | str
    job_id: str | None = Field(default=None, alias="jobId")
    """The batch, for its events."""
    request_id: str | None = Field(default=None, alias="requestId")
    """The request, for request.completed."""
    url: str
    """The receiver."""
    state: Literal["pending", "delivered", "dead"] | str
    attempts: int
    """Attempts started."""
    created_at: datetime = Field(alias="createdAt")
    next_attempt_at: datetime | None = Field(default=None, alias="nextAttemptAt")
    """Set while the state is pending."""
    last_attempt_at: datetime | None = Field(default=None, alias="lastAttemptAt")
    last_status_code: int | None = Field(default=None, alias="lastStatusCode")
    """HTTP status of the receiver's last response."""
    last_error: str | None = Field(default=None, alias="lastError")
    """Why the last attempt failed, such as timeout, status or ECONNREFUSED."""


class WebhookSecrets(Model):
    secret: str
    """The secret that signs every webhook."""
    previous_secret: str | None = Field(default=None, alias="previousSecret")
    """The previous secret, which signs as well while the operator rotates the secret of the deployment."""


class SignedLink(Model):
    url: str
    expires_at: datetime = Field(alias="expiresAt")


class ScheduleTarget(Model):
    type: Literal["operation", "batch", "crawl"] | str
    operation: str
    params: dict[str, Any] | None = Field(default=None)
    """The values of secrets are replaced by [removed]."""


class ScheduleChangeTracking(Model):
    fields: list[str] | None = Field(default=None)
    markdown: bool | None = Field(default=None)
    links: bool | None = Field(default=None)


class ScheduleWebhook(Model):
    url: str


class Schedule(Model):
    id: str
    name: str | None = Field(default=None)
    state: Literal["active", "paused"] | str
    cron: str | None = Field(default=None)
    interval_seconds: int | None = Field(default=None, alias="intervalSeconds")
    time_zone: str = Field(alias="timeZone")
    target: ScheduleTarget
    missed_runs: Literal["skip", "runOnce", "runAll"] | str = Field(alias="missedRuns")
    change_tracking: ScheduleChangeTracking | None = Field(default=None, alias="changeTracking")
    webhook: ScheduleWebhook | None = Field(default=None)
    key: str | None = Field(default=None)
    """Id of the API key that made it, with which its runs are made; console: a person in the console."""
    created_at: datetime = Field(alias="createdAt")
    next_runs: list[datetime] = Field(alias="nextRuns")
    """The next five, or fewer if there are no more."""
    changes_url: str | None = Field(default=None, alias="changesUrl")
    """Feed of the changes that its runs found. Requires an API key of the account."""


class ScheduleRunChangeField(Model):
    path: str
    change: Literal["added", "removed", "changed"] | str
    before: Any = Field(default=None)
    """A long value is the start of its JSON."""
    after: Any = Field(default=None)


class ScheduleRunChangeLinks(Model):
    added: list[str]
    removed: list[str]


class ScheduleRunChangeMarkdown(Model):
    added: int
    """Lines."""
    removed: int
    diff: str
    """A unified diff, with two lines around."""


class ScheduleRunChangePagesChangedItem(Model):
    url: str
    request_id: str = Field(alias="requestId")
    added: int | None = Field(default=None)
    removed: int | None = Field(default=None)
    changed: int | None = Field(default=None)
    fields: list[ScheduleRunChangeField] | None = Field(default=None)
    links: ScheduleRunChangeLinks | None = Field(default=None)
    markdown: ScheduleRunChangeMarkdown | None = Field(default=None)


class ScheduleRunChangePages(Model):
    """Of a batch or a crawl alone."""
    compared: int
    """Pages whose content both runs have."""
    unknown: int
    """Pages that could not be read this time: they failed, are duplicates, or were not reached."""
    added: list[str]
    """Addresses of new pages."""
    removed: list[str]
    """Addresses of pages that are gone."""
    changed: list[ScheduleRunChangePagesChangedItem]
    """Only the first have what differs in them, as far as it is still stored."""


class ScheduleRunChange(Model):
    status: Literal["first", "same", "changed", "unknown"] | str
    """first: there was nothing to compare with. unknown: it could not be compared; message says why."""
    message: str | None = Field(default=None)
    compared_with: datetime | None = Field(default=None, alias="comparedWith")
    """When the run was due that it is compared with."""
    added: int
    """Fields, links and lines of markdown together; of a batch or a crawl, pages."""
    removed: int
    changed: int
    """Fields alone; of a batch or a crawl, pages."""
    fields: list[ScheduleRunChangeField] | None = Field(default=None)
    links: ScheduleRunChangeLinks | None = Field(default=None)
    markdown: ScheduleRunChangeMarkdown | None = Field(default=None)
    pages: ScheduleRunChangePages | None = Field(default=None)
    """Of a batch or a crawl alone."""
    is_cut: bool | None = Field(default=None, alias="isCut")
    """true: not everything is compared or shown."""


class ScheduleRun(Model):
    id: str
    due_at: datetime = Field(alias="dueAt")
    status: Literal["waiting", "running", "ok", "error", "refused", "missed"] | str
    """missed: nothing ran. refused: the call was refused; message says why. error: the call failed."""
    started_at: datetime | None = Field(default=None, alias="startedAt")
    ended_at: datetime | None = Field(default=None, alias="endedAt")
    request_id: str | None = Field(default=None, alias="requestId")
    """The request, in GET /requests/<id>."""
    job_id: str | None = Field(default=None, alias="jobId")
    """The batch or the crawl."""
    error: str | None = Field(default=None)
    """Error code."""
    message: str | None = Field(default=None)
    credits_charged: int = Field(alias="creditsCharged")
    change: ScheduleRunChange | None = Field(default=None)


class ScheduleDetails(Model):
    id: str
    name: str | None = Field(default=None)
    state: Literal["active", "paused"] | str
    cron: str | None = Field(default=None)
    interval_seconds: int | None = Field(default=None, alias="intervalSeconds")
    time_zone: str = Field(alias="timeZone")
    target: ScheduleTarget
    missed_runs: Literal["skip", "runOnce", "runAll"] | str = Field(alias="missedRuns")
    change_tracking: ScheduleChangeTracking | None = Field(default=None, alias="changeTracking")
    webhook: ScheduleWebhook | None = Field(default=None)
    key: str | None = Field(default=None)
    """Id of the API key that made it, with which its runs are made; console: a person in the console."""
    created_at: datetime = Field(alias="createdAt")
    next_runs: list[datetime] = Field(alias="nextRuns")
    """The next five, or fewer if there are no more."""
    changes_url: str | None = Field(default=None, alias="changesUrl")
    """Feed of the changes that its runs found. Requires an API key of the account."""
    runs: list[ScheduleRun]
    """The newest first."""


class ScheduleDeleted(Model):
    id: str


class Session(Model):
    name: str
    hosts: list[str] | None = Field(default=None)
    """Hosts that it has cookies for. Absent, as cookiesCount is, if the cookies can no longer be decrypted."""
    cookies_count: int | None = Field(default=None, alias="cookiesCount")
    proxy_type: Literal["datacenter", "residential"] | str | None = Field(default=None, alias="proxyType")
    """Pool of the exit that it keeps. Absent before its first response."""
    proxy_country: str | None = Field(default=None, alias="proxyCountry")
    """Country of that exit, ISO 3166-1 alpha-2, where it was chosen by country."""
    created_at: datetime = Field(alias="createdAt")
    last_used_at: datetime = Field(alias="lastUsedAt")
    """To the minute."""
    expires_at: datetime = Field(alias="expiresAt")
    """30 days after its last call."""
