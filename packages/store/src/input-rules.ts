import { StoreError } from './store-error.js';
import type { Plan, PlanChange, RequestEnd } from './port.js';

/** Most credits of one movement; keeps every sum an exact integer. */
export const MAX_CREDITS = 1_000_000_000_000;
/** Most rows of one page, one sweep or one purge; larger limits are cut to it. */
export const MAX_PAGE_ROWS = 1_000;
export const MAX_PERIOD_DAYS = 3_660;
export const MAX_NAME_LENGTH = 200;

/** Largest sealed headers of a request, bytes: 50 headers of 8 KiB in base64. */
export const MAX_SEALED_BYTES = 600_000;

/** Longest host of a request, characters. */
export const MAX_HOST_CHARS = 300;

const ID = /^[\w-]{1,64}$/;

/** Refuses input that breaks a rule of the port. */
export const check = (isValid: boolean, message: string): void => {
  if (!isValid) throw new StoreError('invalid_input', message);
};

const isIntegerWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

export const checkCredits = (credits: number, field: string): void =>
  check(isIntegerWithin(credits, 0, MAX_CREDITS), `${field} must be an integer from 0 to ${MAX_CREDITS}.`);

/** Ids that become part of journal ids: letters, digits, `_` and `-`, at most 64. */
export const checkId = (id: string, field: string): void =>
  check(ID.test(id), `${field} must be 1 to 64 letters, digits, _ or -.`);

export const checkName = (name: string): void =>
  check(name.length >= 1 && name.length <= MAX_NAME_LENGTH, `name must have 1 to ${MAX_NAME_LENGTH} characters.`);

const checkConcurrency = (concurrency: number): void =>
  check(isIntegerWithin(concurrency, 0, Number.MAX_SAFE_INTEGER), 'concurrency must be a non-negative integer.');

const checkPeriodDays = (periodDays: number): void =>
  check(isIntegerWithin(periodDays, 1, MAX_PERIOD_DAYS), `periodDays must be 1 to ${MAX_PERIOD_DAYS}.`);

export const checkPlan = (plan: Plan, concurrency: number): void => {
  checkCredits(plan.creditsPerPeriod, 'creditsPerPeriod');
  checkPeriodDays(plan.periodDays);
  checkConcurrency(concurrency);
};

export const checkPlanChange = ({ creditsPerPeriod, periodDays, concurrency }: PlanChange): void => {
  if (creditsPerPeriod !== undefined) checkCredits(creditsPerPeriod, 'creditsPerPeriod');
  if (periodDays !== undefined) checkPeriodDays(periodDays);
  if (concurrency !== undefined) checkConcurrency(concurrency);
};

export const checkEnd = (end: RequestEnd): void => {
  checkCredits(end.chargedCredits, 'chargedCredits');
  check(
    isIntegerWithin(end.storedBytes ?? 0, 0, Number.MAX_SAFE_INTEGER),
    'storedBytes must be a non-negative integer.',
  );
  checkHost(end.host);
  check(end.state === 'ok' || end.chargedCredits === 0, 'Only a request that ends ok is charged.');
};

/** `heldCredits`: what the row that ends holds. */
export const checkWithinHold = (end: RequestEnd, heldCredits: number): void =>
  check(end.chargedCredits <= heldCredits, 'chargedCredits may not exceed the credits held.');

export const checkSealed = (sealed: string | undefined): void =>
  check(
    sealed === undefined || Buffer.byteLength(sealed) <= MAX_SEALED_BYTES,
    `sealedHeaders must be at most ${MAX_SEALED_BYTES} bytes.`,
  );

export const checkHost = (host: string | undefined): void =>
  check(host === undefined || host.length <= MAX_HOST_CHARS, `host must be at most ${MAX_HOST_CHARS} characters.`);

/** A page's limit as it is used: whole, at least 1, at most `MAX_PAGE_ROWS`. */
export const boundLimit = (limit: number): number => {
  check(Number.isFinite(limit) && limit >= 1, 'limit must be at least 1.');
  return Math.min(Math.floor(limit), MAX_PAGE_ROWS);
};
