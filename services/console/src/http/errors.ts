import type { ErrorBody, ErrorDetail, ErrorRule } from '@quarry/contracts';

const rule = (status: number, retryable: boolean, text: string): ErrorRule => ({ status, retryable, text });

/** The errors of the console's own API, in the shape of the contract's registry. Codes in both mean the same. */
export const CONSOLE_ERRORS = {
  bad_request: rule(400, false, 'The request could not be read. Send a JSON object as the body.'),
  unauthorized: rule(401, false, 'You are not signed in, or your session has ended. Sign in.'),
  wrong_credentials: rule(401, false, 'The e-mail address or the password is wrong.'),
  forbidden_origin: rule(403, false, 'This call does not come from a page of the console.'),
  forbidden_role: rule(403, false, 'Your role in this account does not allow this. Ask an owner of the account.'),
  sign_up_closed: rule(403, false, 'The operator has closed sign-up. Ask for an invitation.'),
  account_disabled: rule(403, false, 'The operator has disabled this account.'),
  not_found: rule(404, false, 'There is nothing at this address.'),
  method_not_allowed: rule(
    405,
    false,
    'This path does not support that method. The Allow header lists the supported ones.',
  ),
  email_taken: rule(409, false, 'There is an account with this e-mail address already. Sign in.'),
  last_owner: rule(409, false, 'The account needs an owner. Make somebody else an owner first.'),
  conflict: rule(409, true, 'Somebody else changed this at the same time. Look again.'),
  too_many: rule(409, false, 'The account has as many of these as it may have. Remove one first.'),
  payload_too_large: rule(413, false, 'The request body is larger than allowed.'),
  unsupported_media_type: rule(415, false, 'Send the body as application/json in UTF-8.'),
  validation_failed: rule(422, false, 'Some fields are not valid. The errors list names each of them.'),
  too_many_attempts: rule(429, true, 'Too many attempts. Try again after the time in the Retry-After header.'),
  concurrency_limit: rule(429, true, 'You have too many calls in flight. Wait for one to finish.'),
  internal_error: rule(500, true, 'Something went wrong on our side. Retry, and report the request id if it persists.'),
  api_unavailable: rule(502, true, 'The API does not respond. Retry in a moment.'),
  overloaded: rule(503, true, 'The service is at its limit. Retry after the time in the Retry-After header.'),
  api_timeout: rule(504, true, 'The API did not respond in time.'),
} as const satisfies Record<string, ErrorRule>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;

/** Why a call is refused. */
export interface Refusal {
  readonly error: ConsoleErrorCode;
  readonly detail?: ErrorDetail;
}

export const refuse = (error: ConsoleErrorCode, detail: ErrorDetail = {}): Refusal => ({ error, detail });

export type ConsoleErrorBody = Omit<ErrorBody, 'error'> & { readonly error: ConsoleErrorCode };

/** The body of an error response, shaped as the gateway's. */
export const consoleErrorBody = (requestId: string, { error, detail = {} }: Refusal): ConsoleErrorBody => ({
  requestMetadata: { id: requestId, status: 'error' },
  status: 'error',
  error,
  message: detail.message ?? CONSOLE_ERRORS[error].text,
  retryable: detail.retryable ?? CONSOLE_ERRORS[error].retryable,
  reason: detail.reason,
  retryAfterSeconds: detail.retryAfterSeconds,
  errors: detail.errors,
});
