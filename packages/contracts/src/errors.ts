/** The registry of error codes, from which the list in the docs, the gateway's errors and those of batch items are made. */
export interface ErrorRule {
  /** HTTP status. Codes of batch items alone have the status that a single call would have. */
  readonly status: number;
  readonly retryable: boolean;
  /** Public text that says what to do; never internal addresses or stacks. */
  readonly text: string;
}

const rule = (status: number, retryable: boolean, text: string): ErrorRule => ({ status, retryable, text });

export const ERRORS = {
  bad_request: rule(400, false, 'The request could not be read. Send a JSON object as the body.'),
  token_expired: rule(
    400,
    false,
    'The page token has expired, was altered or belongs to another account. Start again with q.',
  ),
  unauthorized: rule(
    401,
    false,
    'The API key is missing, unknown or revoked. Send one valid key, in the x-api-key header or as Authorization: Bearer.',
  ),
  credits_exhausted: rule(402, false, 'Not enough credits for this request.'),
  forbidden: rule(403, false, 'This API key may not make this call. Use another key, or change its limits.'),
  not_found: rule(404, false, 'Unknown endpoint. See /docs for the list of endpoints.'),
  job_not_found: rule(404, false, 'No such job. Check the job id.'),
  target_not_found: rule(404, false, 'The record does not exist, or no longer exists, on the target site.'),
  method_not_allowed: rule(
    405,
    false,
    'This path does not support that method. The Allow header lists the supported ones.',
  ),
  idempotency_conflict: rule(409, false, 'This Idempotency-Key was used with another body. Use a new key.'),
  session_unusable: rule(
    409,
    false,
    'The session cannot serve this call. The message says why; delete the session, or use another one.',
  ),
  payload_too_large: rule(413, false, 'The request body is larger than allowed. Send less in one call.'),
  unsupported_media_type: rule(415, false, 'Send the body as application/json in UTF-8.'),
  range_not_satisfiable: rule(416, false, 'The byte range is outside the file. Request a range within its size.'),
  validation_failed: rule(422, false, 'Some fields are not valid. The errors list names each of them.'),
  proxy_unavailable: rule(422, false, 'No proxy is configured for this proxyType or proxyCountry on this deployment.'),
  target_forbidden: rule(
    422,
    false,
    'This address, port or scheme may not be fetched. Use a public http or https URL on a port that serves web pages.',
  ),
  scenario_failed: rule(422, false, 'A page action failed. Check its selector and order.'),
  concurrency_limit: rule(
    429,
    true,
    'The account has reached its limit of concurrent requests. Wait for one to finish, then retry.',
  ),
  free_budget_exhausted: rule(
    429,
    true,
    'Too many requests of the last hour were free of charge, such as missing pages. Check the targets; retry after the time in the Retry-After header.',
  ),
  internal_error: rule(
    500,
    true,
    'Something went wrong on our side. Nothing was charged; retry, and report the request id if it persists.',
  ),
  not_implemented: rule(501, false, 'This deployment does not offer this function.'),
  target_blocked: rule(502, true, 'The target refused to show the page to an automated client.'),
  target_status: rule(
    502,
    false,
    'The target responded with a 4xx status, and the request asked with failOn4xx that this be an error. Check the URL.',
  ),
  target_rate_limited: rule(
    502,
    true,
    'The target limits how often it is asked, and refused further requests. Retry after retryAfterSeconds where given, else later.',
  ),
  target_unreachable: rule(502, true, 'The target could not be reached or returned a server error.'),
  target_too_large: rule(502, false, 'The document is larger than the size limit of this service.'),
  target_unsupported: rule(502, false, 'This kind of document cannot be converted to the requested formats.'),
  target_unrecognized: rule(
    502,
    true,
    'The page was fetched but its layout was not recognized. The response links the stored page.',
  ),
  duplicate_page: rule(
    502,
    false,
    'Another page of this crawl has the same text. This one is left out, free of charge.',
  ),
  robots_disallowed: rule(
    502,
    false,
    'The robots.txt of the site disallows this page, and this deployment, or the crawl, obeys it.',
  ),
  overloaded: rule(503, true, 'The service is at its limit. Retry after the time in the Retry-After header.'),
  storage_exhausted: rule(
    507,
    false,
    'There is no storage left for this request. Wait until older results expire, or ask the operator for more.',
  ),
  target_timeout: rule(504, true, 'The page did not load in time.'),
  deadline_exceeded: rule(504, true, 'The request did not finish within its deadline of 300 seconds.'),
  cancelled: rule(409, false, 'The job was stopped before this item ran. Submit it again if you still need it.'),
  expired: rule(504, true, 'The job reached its time limit before this item ran. Submit it again.'),
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

export const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(ERRORS, value);

/** One violated input rule. `field` is a dotted path such as `price.max` or `requests.3.url`. */
export interface Violation {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** The body of every error response. `errors` comes with 422 only. */
export interface ErrorBody {
  readonly requestMetadata: { readonly id: string; readonly status: 'error'; readonly html?: string | undefined };
  readonly status: 'error';
  readonly error: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly reason?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly errors?: readonly Violation[] | undefined;
  /** Total number of violations, if `errors` lists only the first ones. */
  readonly errorsCount?: number | undefined;
}

export interface ErrorDetail {
  /** Replaces the registry's text. */
  readonly message?: string | undefined;
  /** Replaces the registry's value. */
  readonly retryable?: boolean | undefined;
  /** Machine-readable detail, such as the blocking system. */
  readonly reason?: string | undefined;
  /** How long to wait before the next call, as in the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
  readonly errors?: readonly Violation[] | undefined;
  /** Total number of violations, if `errors` lists only the first ones. */
  readonly errorsCount?: number | undefined;
  /** Link to the stored page, with `target_unrecognized`. */
  readonly html?: string | undefined;
}

export const errorBody = (requestId: string, code: ErrorCode, detail: ErrorDetail = {}): ErrorBody => ({
  requestMetadata: { id: requestId, status: 'error', html: detail.html || undefined },
  status: 'error',
  error: code,
  message: detail.message ?? ERRORS[code].text,
  retryable: detail.retryable ?? ERRORS[code].retryable,
  reason: detail.reason || undefined,
  retryAfterSeconds: detail.retryAfterSeconds,
  errors: detail.errors,
  errorsCount: detail.errorsCount,
});
