import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES, errorBody, ERRORS, isErrorCode } from './errors.js';
import { VERDICT_NAMES, verdictRule, type Retry, type Verdict } from './verdicts.js';

/** status and retryable of every code. */
const CODES: Readonly<Record<string, readonly [number, boolean]>> = {
  bad_request: [400, false],
  token_expired: [400, false],
  unauthorized: [401, false],
  credits_exhausted: [402, false],
  forbidden: [403, false],
  not_found: [404, false],
  job_not_found: [404, false],
  target_not_found: [404, false],
  method_not_allowed: [405, false],
  idempotency_conflict: [409, false],
  session_unusable: [409, false],
  payload_too_large: [413, false],
  unsupported_media_type: [415, false],
  range_not_satisfiable: [416, false],
  validation_failed: [422, false],
  proxy_unavailable: [422, false],
  target_forbidden: [422, false],
  scenario_failed: [422, false],
  concurrency_limit: [429, true],
  free_budget_exhausted: [429, true],
  internal_error: [500, true],
  not_implemented: [501, false],
  target_blocked: [502, true],
  target_status: [502, false],
  target_rate_limited: [502, true],
  target_unreachable: [502, true],
  target_too_large: [502, false],
  target_unsupported: [502, false],
  target_unrecognized: [502, true],
  duplicate_page: [502, false],
  robots_disallowed: [502, false],
  overloaded: [503, true],
  storage_exhausted: [507, false],
  target_timeout: [504, true],
  deadline_exceeded: [504, true],
  cancelled: [409, false],
  expired: [504, true],
};

describe('error registry', () => {
  it('holds exactly the codes of the contract', () => {
    expect([...ERROR_CODES].sort()).toEqual(Object.keys(CODES).sort());
  });

  it.each(Object.entries(CODES))('%s', (code, [status, retryable]) => {
    if (!isErrorCode(code)) throw new Error(code);
    expect(ERRORS[code]).toMatchObject({ status, retryable });
    expect(ERRORS[code].text).toMatch(/\.$/);
  });

  it('knows its codes from other names', () => {
    expect(isErrorCode('validation_failed')).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode('')).toBe(false);
  });
});

describe('error body', () => {
  it('has the keys of the contract and no more', () => {
    expect(errorBody('id-1', 'unauthorized')).toEqual({
      requestMetadata: { id: 'id-1', status: 'error' },
      status: 'error',
      error: 'unauthorized',
      message: ERRORS.unauthorized.text,
      retryable: false,
    });
  });

  it('carries details where they are given', () => {
    const errors = [{ field: 'price.max', rule: 'greaterThanField', message: 'm' }];
    const detail = { message: 'm', reason: 'layout', html: 'h', errors, retryAfterSeconds: 0 };
    const body = errorBody('id-1', 'target_unrecognized', detail);
    expect(body).toMatchObject({ message: 'm', reason: 'layout', errors, retryable: true, retryAfterSeconds: 0 });
    expect(body.requestMetadata).toEqual({ id: 'id-1', status: 'error', html: 'h' });
  });
});

/** HTTP status of the response, error, retries. */
const VERDICTS: Readonly<Record<Verdict, readonly [number, string | undefined, readonly Retry[]]>> = {
  ok: [200, undefined, []],
  empty: [200, undefined, []],
  target_4xx: [200, undefined, []],
  target_status: [502, 'target_status', []],
  rate_limited: [502, 'target_rate_limited', ['after_pause']],
  blocked: [502, 'target_blocked', ['other_exit', 'other_tier']],
  soft_block: [502, 'target_blocked', ['other_exit', 'other_tier']],
  consent: [502, 'target_blocked', ['other_exit', 'other_tier']],
  script_wall: [502, 'target_blocked', ['other_tier']],
  login_wall: [502, 'target_blocked', []],
  not_found: [404, 'target_not_found', []],
  target_5xx: [502, 'target_unreachable', ['same_again']],
  dns_error: [502, 'target_unreachable', ['same_again']],
  tls_error: [502, 'target_unreachable', ['same_again']],
  connection_error: [502, 'target_unreachable', ['same_again']],
  too_large: [502, 'target_too_large', []],
  unsupported: [502, 'target_unsupported', []],
  unrecognized: [502, 'target_unrecognized', ['other_tier']],
  duplicate: [502, 'duplicate_page', []],
  robots_disallowed: [502, 'robots_disallowed', []],
  page_timeout: [504, 'target_timeout', []],
  deadline_exceeded: [504, 'deadline_exceeded', []],
  forbidden: [422, 'target_forbidden', []],
  proxy_unavailable: [422, 'proxy_unavailable', []],
  session_refused: [409, 'session_unusable', []],
  scenario_failed: [422, 'scenario_failed', []],
  free_budget_exhausted: [429, 'free_budget_exhausted', []],
  storage_exhausted: [507, 'storage_exhausted', []],
  cancelled: [409, 'cancelled', []],
  internal_error: [500, 'internal_error', []],
};

describe('verdict table', () => {
  it('holds exactly the verdicts of the contract', () => {
    expect([...VERDICT_NAMES].sort()).toEqual(Object.keys(VERDICTS).sort());
  });

  it.each(VERDICT_NAMES)('%s', (verdict) => {
    const [status, error, retries] = VERDICTS[verdict];
    const rule = verdictRule(verdict);
    expect(rule.error).toBe(error);
    expect(rule.retries).toEqual(retries);
    expect(rule.error ? ERRORS[rule.error].status : 200).toBe(status);
  });

  it('asks no one to retry what a session has to be sent for', () => {
    const { error, detail } = verdictRule('login_wall');
    expect(error && errorBody('id-1', error, detail)).toMatchObject({
      error: 'target_blocked',
      message: 'The page requires a sign-in. Sign in with a session, or send cookies in headers.',
      retryable: false,
    });
    expect(errorBody('id-1', 'target_blocked').retryable).toBe(true);
  });

  it('says which way a target could not be reached', () => {
    const of = (['target_5xx', 'dns_error', 'tls_error', 'connection_error'] as const).map(verdictRule);
    expect(of.map(({ detail }) => detail?.message)).toEqual([
      expect.stringContaining('5xx'),
      expect.stringContaining('DNS'),
      expect.stringContaining('TLS'),
      expect.stringContaining('refused'),
    ]);
    for (const { error, detail } of of) {
      expect(error && errorBody('id-1', error, detail)).toMatchObject({ error: 'target_unreachable', retryable: true });
    }
  });

  it('charges nothing but ok', () => {
    expect(VERDICT_NAMES.filter((verdict) => verdictRule(verdict).isCharged)).toEqual(['ok']);
  });
});
