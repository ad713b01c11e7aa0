import type { ErrorCode } from '@quarry/contracts';

/** The exit codes of the command line, by the class of what happened. */
export const EXIT_CODES = {
  ok: 0,
  /** Anything that has no class of its own. */
  failed: 1,
  /** Wrong usage or input. */
  invalid: 2,
  /** The batch has ended, and some of its items failed or were stopped. */
  itemsFailed: 3,
  /** The batch is still running, so there is more to read. */
  stillRunning: 4,
  /** No API key, or one that may not do this. */
  auth: 5,
  /** Not enough credits or storage. */
  credits: 6,
  /** No such job, request or endpoint. */
  notFound: 7,
  /** The target failed, refused or has no such page. */
  target: 8,
  /** A limit of the account; try later. */
  limited: 9,
  timeout: 10,
  /** The deployment failed, is overloaded or does not offer this. */
  server: 11,
  /** No deployment responds. */
  network: 12,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

const CLASSES: Readonly<Record<ErrorCode, keyof typeof EXIT_CODES>> = {
  bad_request: 'invalid',
  token_expired: 'invalid',
  unauthorized: 'auth',
  credits_exhausted: 'credits',
  forbidden: 'auth',
  not_found: 'notFound',
  job_not_found: 'notFound',
  target_not_found: 'target',
  method_not_allowed: 'invalid',
  idempotency_conflict: 'invalid',
  session_unusable: 'invalid',
  payload_too_large: 'invalid',
  unsupported_media_type: 'invalid',
  range_not_satisfiable: 'invalid',
  validation_failed: 'invalid',
  proxy_unavailable: 'invalid',
  target_forbidden: 'invalid',
  scenario_failed: 'target',
  concurrency_limit: 'limited',
  free_budget_exhausted: 'limited',
  internal_error: 'server',
  not_implemented: 'server',
  target_blocked: 'target',
  target_status: 'target',
  target_rate_limited: 'target',
  target_unreachable: 'target',
  target_too_large: 'target',
  target_unsupported: 'target',
  target_unrecognized: 'target',
  duplicate_page: 'target',
  robots_disallowed: 'target',
  overloaded: 'server',
  storage_exhausted: 'credits',
  target_timeout: 'timeout',
  deadline_exceeded: 'timeout',
  cancelled: 'failed',
  expired: 'timeout',
};

/** By the status alone, such as of a proxy between, or of a code that only a newer deployment has. */
const classOfStatus = (status: number): keyof typeof EXIT_CODES => {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402 || status === 507) return 'credits';
  if (status === 404) return 'notFound';
  if (status === 429) return 'limited';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'server' : status >= 400 ? 'invalid' : 'failed';
};

/** For a response that is not a success. `code`: of its body, if it has one. */
export const exitCodeOfError = (status: number, code: string | undefined): ExitCode => {
  const known = code !== undefined && Object.hasOwn(CLASSES, code) ? CLASSES[code as ErrorCode] : undefined;
  return EXIT_CODES[known ?? classOfStatus(status)];
};

/** For a call without a response. `reason`: as of `callFleet`. */
export const exitCodeOfSilence = (reason: string): ExitCode =>
  reason === 'timeout' || reason === 'ETIMEDOUT' ? EXIT_CODES.timeout : EXIT_CODES.network;
