import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_CODES, exitCodeOfError, type ExitCode } from '../exit-codes.js';
import { describeError, describeSilence, describeStranger, errorCodeOf, parseJson } from '../fleet/fleet-error.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { callFleet, type FleetAnswer } from '../fleet/http-client.js';

const CALL_TIMEOUT_MS = 120_000;

export interface RetryPace {
  readonly firstMs: number;
  readonly mostMs: number;
  /** How long one call is retried. */
  readonly giveUpMs: number;
}

export const RETRY_PACE: RetryPace = { firstMs: 500, mostMs: 15_000, giveUpMs: 600_000 };

/** Maximum `Retry-After` that is honoured. */
const MAX_RETRY_AFTER_MS = 120_000;
/** Attempts after server errors other than overload. */
const MAX_SERVER_ERRORS = 5;

/** The fleet refused or did not respond; `message` is for people. */
export class FleetFailure extends Error {
  override readonly name = 'FleetFailure';

  constructor(
    message: string,
    /** HTTP status; 0: no response. */
    readonly status: number,
    /** Code of the fleet's error body. */
    readonly code?: string | undefined,
    /** By the class of the failure. */
    readonly exitCode: ExitCode = status === 0 ? EXIT_CODES.network : exitCodeOfError(status, code),
  ) {
    super(message);
  }
}

/** Nobody reads the output any more. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export interface FleetCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path under the base URL, or a full URL from the fleet. */
  readonly path: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
}

export interface FleetReply {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SessionOptions {
  readonly fleet: Fleet;
  readonly signal: AbortSignal;
  /** Called for each wait before a retry. */
  readonly onWait: (why: string, waitMs: number) => void;
  readonly pace?: RetryPace;
}

type Step = { readonly reply: FleetReply } | { readonly why: string; readonly leastMs: number };

const readRetryAfterMs = (value: string | undefined): number => {
  const seconds = Number(value ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1_000, 0), MAX_RETRY_AFTER_MS) : 0;
};

/**
 * Calls to one fleet that survive its restarts and overload: each is retried until it has a final response.
 * Every call here may be repeated; calls that create something have an Idempotency-Key.
 */
export class FleetSession {
  #hasAnswered = false;

  constructor(private readonly options: SessionOptions) {}

  /** Rejects with `FleetFailure` or `Interrupted`. */
  async call(call: FleetCall): Promise<FleetReply> {
    const { firstMs, mostMs, giveUpMs } = this.options.pace ?? RETRY_PACE;
    const giveUpAtMs = performance.now() + giveUpMs;
    let serverErrors = 0;
    for (let backoffMs = firstMs; ; backoffMs = Math.min(backoffMs * 2, mostMs)) {
      const answer = await this.#send(call);
      if (answer.outcome === 'answered' && answer.status >= 500 && answer.status !== 503) serverErrors += 1;
      const step = this.#judge(answer, serverErrors);
      if ('reply' in step) return step.reply;
      const waitMs = Math.max(step.leastMs, backoffMs * (0.75 + Math.random() / 2));
      if (performance.now() + waitMs > giveUpAtMs) throw new FleetFailure(`${step.why}. Gave up.`, 0);
      this.options.onWait(step.why, waitMs);
      await this.pause(waitMs);
    }
  }

  /** Rejects with `Interrupted` on Ctrl-C. */
  async pause(waitMs: number): Promise<void> {
    try {
      await sleep(waitMs, undefined, { signal: this.options.signal });
    } catch {
      throw new Interrupted();
    }
  }

  async #send({ method, path, body, idempotencyKey }: FleetCall): Promise<FleetAnswer> {
    const { fleet, signal } = this.options;
    if (signal.aborted) throw new Interrupted();
    const answer = await callFleet({
      url: /^https?:/.test(path) ? path : `${fleet.baseUrl}${path}`,
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': fleet.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body,
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
    if (answer.outcome === 'unreachable' && answer.reason === 'aborted') throw new Interrupted();
    return answer;
  }

  #judge(answer: FleetAnswer, serverErrors: number): Step {
    const { baseUrl } = this.options.fleet;
    if (answer.outcome === 'unreachable') {
      const { reason } = answer;
      if (reason === 'too_large') throw new FleetFailure(`The response of ${baseUrl} is too large.`, 0);
      // A fleet that never responded is probably a wrong URL; one that did is probably restarting.
      if (!this.#hasAnswered && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPROTO)$/.test(reason)) {
        throw new FleetFailure(describeSilence(baseUrl, reason), 0);
      }
      return { why: `No response from ${baseUrl} (${reason})`, leastMs: 0 };
    }
    this.#hasAnswered = true;
    const { status, headers, body } = answer;
    if (status >= 200 && status < 300) {
      const parsed = parseJson(body);
      if (parsed !== undefined) return { reply: { body: parsed, headers } };
      throw new FleetFailure(describeStranger(baseUrl), status);
    }
    const said = describeError(status, body);
    const isPassing = status === 429 || (status >= 500 && status !== 501);
    if (!isPassing || serverErrors >= MAX_SERVER_ERRORS) throw new FleetFailure(said, status, errorCodeOf(body));
    return { why: said.split('\n', 1)[0] ?? said, leastMs: readRetryAfterMs(headers['retry-after']) };
  }
}
