import type { ErrorCode } from '@quarry/contracts/errors';
import type { Verdict } from '@quarry/contracts/verdicts';

export interface PlainWords {
  /** What happened, in one sentence. */
  readonly what: string;
  /** What to do next. */
  readonly next: string;
}

const words = (what: string, next: string): PlainWords => ({ what, next });

/** Every error of the API for a person who has just met it. */
export const ERROR_WORDS = {
  bad_request: words('The request could not be read at all.', 'Send one JSON object as the body, in UTF-8.'),
  token_expired: words(
    'The token that continues an earlier call is no longer valid.',
    'Start again without the token; tokens last one hour and belong to one account.',
  ),
  unauthorized: words(
    'The API key is missing, unknown or revoked.',
    'Copy a key under Settings, API keys, and send it as x-api-key.',
  ),
  credits_exhausted: words(
    'The account does not have enough credits for the highest price that this call could have.',
    'Choose a cheaper way, such as jsRendering: false, or wait for the next period.',
  ),
  forbidden: words(
    'The API key may not make this call: it is limited to other operations.',
    'Use another key, or change its limits under Settings, API keys.',
  ),
  not_found: words(
    'There is nothing at this address.',
    'Check the path, or open the list again: what it pointed to may have been deleted.',
  ),
  job_not_found: words(
    'There is no batch with this id.',
    'Check the id; batches are deleted after the retention time.',
  ),
  target_not_found: words('The site says that this record does not exist.', 'Check the id or the URL in a browser.'),
  method_not_allowed: words(
    'This address does not take that kind of call.',
    'Use the method that the documentation names.',
  ),
  idempotency_conflict: words(
    'The same Idempotency-Key was already used for another call.',
    'Use a new key for a new call; repeat a key only with the same body.',
  ),
  payload_too_large: words('The request is larger than allowed.', 'Send less in one call; split a batch into several.'),
  unsupported_media_type: words('The body was not sent as JSON.', 'Send it with content-type: application/json.'),
  range_not_satisfiable: words(
    'The asked part of the file does not exist.',
    'Ask for a range within the size of the file.',
  ),
  validation_failed: words(
    'Some parameters are not valid.',
    'Each of them is named with what it must be. Correct them and send again.',
  ),
  proxy_unavailable: words(
    'This deployment has no exit of the asked kind or country.',
    'Leave proxyType and proxyCountry out, or ask the operator which exits there are.',
  ),
  target_forbidden: words(
    'The address may not be fetched: it is private, or its scheme or port is not one of web pages.',
    'Use a public http or https URL.',
  ),
  session_unusable: words(
    'The session cannot be used for this call.',
    'The message says why. Delete the session and sign in again, or use another name.',
  ),
  scenario_failed: words(
    'A step on the page failed: a selector found nothing, or a script threw.',
    'The message names the step. Try it without the later steps, with a screenshot, to see the page at that moment.',
  ),
  concurrency_limit: words(
    'All of the account’s places for calls at once were taken.',
    'Wait for one to finish, or send many as a batch, which does not use these places.',
  ),
  free_budget_exhausted: words(
    'Too many calls of the last hour cost nothing, such as pages that do not exist.',
    'Check the list of targets; calls are accepted again after the stated time.',
  ),
  internal_error: words(
    'The service itself failed.',
    'Send it again; if it fails again, give the operator the request’s id.',
  ),
  not_implemented: words('This deployment does not offer this.', 'Ask the operator whether it can be switched on.'),
  target_blocked: words(
    'The site refused to show the page to a program.',
    'Try residential exits, another country or jsRendering: true; if the page needs a sign-in, send its cookies.',
  ),
  target_status: words(
    'The page responded with a 4xx status, and the call asked for that to be an error.',
    'Check the URL, or leave failOn4xx out to get such pages as free results.',
  ),
  target_rate_limited: words(
    'The site limits how often it may be asked, and said no for now.',
    'Wait as long as stated, then send it again; spread a batch over more time.',
  ),
  target_unreachable: words(
    'The site could not be reached, or failed itself.',
    'Open the URL in a browser; if it works there, send it again.',
  ),
  target_too_large: words(
    'The document is larger than the service takes.',
    'Ask for a smaller page, or ask the operator to raise the limit.',
  ),
  target_unsupported: words(
    'This kind of document cannot become the asked formats.',
    'Ask for another outputFormat; html keeps documents as they are.',
  ),
  target_unrecognized: words(
    'The page arrived, but its layout is not one that the service knows.',
    'Look at the stored page: it may be an error page. Tell the operator if the site has a new layout; fetch it with scrape/web meanwhile.',
  ),
  duplicate_page: words(
    'Another page of the same crawl has the same text.',
    'Nothing: the page that came first is in the results.',
  ),
  robots_disallowed: words(
    'The site’s robots.txt disallows this page, and this deployment or the crawl obeys it.',
    'Ask the operator, or fetch another page.',
  ),
  overloaded: words(
    'The service had no capacity to spare.',
    'Send it again after the stated time; nothing was charged.',
  ),
  storage_exhausted: words(
    'There is no storage left for further results.',
    'Wait until older results expire, or ask the operator for more.',
  ),
  target_timeout: words(
    'The page, or the whole call, took longer than allowed.',
    'Give it a longer timeout, or leave out steps and waits that the page does not need.',
  ),
  deadline_exceeded: words(
    'The call did not finish within its 300 seconds.',
    'Send it again; if the queue was the reason, try at a quieter time or as a batch.',
  ),
  cancelled: words('It was stopped before it ran.', 'Submit it again if you still need it.'),
  expired: words('The batch reached its time limit before this item ran.', 'Submit the failed items again.'),
} as const satisfies Record<ErrorCode, PlainWords>;

/** Every verdict that is not an error of its own, or that says more than the error does. */
const VERDICT_WORDS: Readonly<Partial<Record<Verdict, string>>> = {
  ok: 'The page was fetched and read.',
  empty: 'The page had no content: it was returned as it is, free of charge.',
  target_4xx: 'The site responded with a 4xx status: its page was returned as it is, free of charge.',
  blocked: 'The page was a block: a CAPTCHA or a refusal.',
  soft_block: 'The page looked normal but was a block: the real content was missing.',
  consent: 'The site showed a consent page that could not be passed.',
  script_wall: 'The page demanded scripts that prove a browser.',
  login_wall: 'The page demanded a sign-in.',
  target_5xx: 'The site responded with a server error (5xx).',
  dns_error: 'The host name has no public address.',
  tls_error: 'The encrypted connection could not be made: certificate or protocol.',
  connection_error: 'The site did not accept the connection.',
  page_timeout: 'The page did not load in time.',
};

/** True for a code of the API; the console has a few of its own, whose messages say all. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_WORDS, code);

const UNKNOWN = words('It ended with an error that this console does not know.', 'The message below says more.');

/** The plain words of an error code, also of one that is newer than this console. */
export const errorWords = (code: string): PlainWords => (isErrorCode(code) ? ERROR_WORDS[code] : UNKNOWN);

/** What a verdict means; undefined where the error says all. */
export const verdictWords = (verdict: string): string | undefined =>
  // Safe because a missing name gives undefined.
  Object.hasOwn(VERDICT_WORDS, verdict) ? VERDICT_WORDS[verdict as Verdict] : undefined;
