/**
 * The one registry of error codes: HTTP status, whether the caller may retry, and the public text.
 * The docs' list, the gateway's answers and the batch items' errors are all made from it.
 */
export interface ErrorRule {
  /** HTTP status of the answer. Item-only codes of a batch carry the status a single call would have had. */
  readonly status: number;
  readonly retryable: boolean;
  /** One readable line that says what to do. Details may be appended, inner addresses and stacks never. */
  readonly text: string;
}

const rule = (status: number, retryable: boolean, text: string): ErrorRule => ({ status, retryable, text });

export const ERRORS = {
  bad_request: rule(400, false, 'The request could not be read. Send a JSON object as the body.'),
  token_expired: rule(400, false, 'The page token is spent, altered or of another account. Start again with q.'),
  unauthorized: rule(
    401,
    false,
    'The API key is missing, unknown or revoked. Send a valid key in the x-api-key header.',
  ),
  credits_exhausted: rule(402, false, 'Not enough credits for this request.'),
  not_found: rule(404, false, 'Nothing is here. See /docs for the list of endpoints.'),
  job_not_found: rule(404, false, 'No such job. Check the job id.'),
  target_not_found: rule(404, false, 'The record does not exist on the target site (any more).'),
  method_not_allowed: rule(405, false, 'This path does not take that method. The Allow header lists those it takes.'),
  idempotency_conflict: rule(409, false, 'This Idempotency-Key was used with another body. Use a new key.'),
  payload_too_large: rule(413, false, 'The request body is larger than allowed. Send less in one call.'),
  unsupported_media_type: rule(415, false, 'Send the body as application/json in UTF-8.'),
  range_not_satisfiable: rule(416, false, 'The byte range lies outside the file. Ask for bytes that it has.'),
  validation_failed: rule(422, false, 'Some fields are not valid. The errors list names each of them.'),
  proxy_unavailable: rule(422, false, 'No proxy is configured for this proxyType or proxyCountry on this deployment.'),
  target_forbidden: rule(
    422,
    false,
    'This address, port or scheme may not be fetched. Use a public http or https URL, on a port where pages are published.',
  ),
  scenario_failed: rule(422, false, 'A page action did not succeed. Check its selector and order.'),
  concurrency_limit: rule(
    429,
    true,
    'All concurrent requests of this account are in use. Wait for one to end, then retry.',
  ),
  free_budget_exhausted: rule(
    429,
    true,
    'Too much of the last hour was free of charge, such as pages that are not there. Check the targets; retry after the time in the Retry-After header.',
  ),
  internal_error: rule(
    500,
    true,
    'Something went wrong on our side. Nothing was charged; retry, and name the request id if it stays.',
  ),
  not_implemented: rule(501, false, 'This operation is not available in this version.'),
  target_blocked: rule(502, true, 'The target refused to show the page to an automated client.'),
  target_unreachable: rule(502, true, 'The target could not be reached or answered with a server error.'),
  target_too_large: rule(502, false, 'The document is larger than this service reads.'),
  target_unsupported: rule(502, false, 'The document is of a kind that cannot be turned into the formats asked for.'),
  target_unrecognized: rule(502, true, 'The page was fetched but its layout is not known. The stored page is linked.'),
  robots_disallowed: rule(502, false, 'The site forbids this page to robots and the operator obeys that.'),
  overloaded: rule(503, true, 'The service is at its limit. Retry after the time in the Retry-After header.'),
  storage_exhausted: rule(
    507,
    false,
    'There is no room for what this would store. Wait until older results are past their retention, or ask the operator for more.',
  ),
  target_timeout: rule(504, true, 'The page did not load in time.'),
  deadline_exceeded: rule(504, true, 'The request did not end within its deadline of 300 seconds.'),
  cancelled: rule(409, false, 'The job was stopped before this item ran. Submit it again if it is still wanted.'),
  expired: rule(504, true, 'The job reached the end of its time before this item ran. Submit it again.'),
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

/** The body of every answer that is not a success. `errors` stands with 422 only. */
export interface ErrorBody {
  readonly requestMetadata: { readonly id: string; readonly status: 'error'; readonly html?: string };
  readonly status: 'error';
  readonly error: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly reason?: string;
  readonly errors?: readonly Violation[];
  /** Violations there were, where `errors` lists only the first of them. */
  readonly errorsCount?: number;
}

export interface ErrorDetail {
  /** Replaces the registry's text. */
  readonly message?: string | undefined;
  /** Replaces what the registry says of the code. */
  readonly retryable?: boolean | undefined;
  /** Machine-readable kind, such as the block system that was met. */
  readonly reason?: string | undefined;
  readonly errors?: readonly Violation[] | undefined;
  /** Violations there were, where `errors` lists only the first of them. */
  readonly errorsCount?: number | undefined;
  /** Link to the stored page, with `target_unrecognized`. */
  readonly html?: string | undefined;
}

export const errorBody = (requestId: string, code: ErrorCode, detail: ErrorDetail = {}): ErrorBody => ({
  requestMetadata: { id: requestId, status: 'error', ...(detail.html ? { html: detail.html } : {}) },
  status: 'error',
  error: code,
  message: detail.message ?? ERRORS[code].text,
  retryable: detail.retryable ?? ERRORS[code].retryable,
  ...(detail.reason ? { reason: detail.reason } : {}),
  ...(detail.errors ? { errors: detail.errors } : {}),
  ...(detail.errorsCount === undefined ? {} : { errorsCount: detail.errorsCount }),
});
