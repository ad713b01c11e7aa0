import { pause } from '../wait.js';
import { createExchanger, type Exchange, type ExchangeFailure } from './model-exchange.js';
import { readCompletion } from './read-completion.js';

/** If the server asks for a longer pause before the retry, there is no retry. */
export const MAX_MODEL_RETRY_WAIT_MS = 10_000;
/** Pause before the retry if the server names none. */
export const MODEL_RETRY_WAIT_MS = 1_000;
/** With less time before the deadline the model is not asked. */
export const MIN_MODEL_TIME_MS = 500;

export interface ModelTurn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  readonly messages: readonly ModelTurn[];
  /** JSON schema of the answer, in the strict subset. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
}

/**
 * `status`: the server responded with an error. `redirect`: with a redirect. `refused`: the model refused to answer.
 * `not_understood`: the response is no chat completion. `no_time`: the deadline is too near.
 */
export type ModelFailure = ExchangeFailure | 'no_time' | 'not_understood' | 'redirect' | 'refused' | 'status';

export type ModelOutcome =
  | {
      readonly outcome: 'answered';
      readonly text: string;
      readonly promptTokens: number;
      readonly completionTokens: number;
    }
  | { readonly outcome: 'failed'; readonly reason: ModelFailure; readonly statusCode?: number | undefined };

export interface ModelClient {
  /** Name of the model. */
  readonly model: string;
  /** Never rejects. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelOutcome>;
  /** Ends running questions as `cancelled`. */
  close(): void;
}

export interface ModelClientOptions {
  /** For example `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Revealed only where it is sent. */
  readonly apiKey?: { reveal(): string } | undefined;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
  /** PEM roots in addition to the system's. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

/** Which parts of the protocol the request uses. */
interface Form {
  readonly format: 'json_schema' | 'json_object';
  readonly hasTemperature: boolean;
}

const bodyOf = (model: string, { messages, schema }: ModelRequest, { format, hasTemperature }: Form): string =>
  JSON.stringify({
    model,
    messages,
    ...(hasTemperature ? { temperature: 0 } : {}),
    response_format:
      format === 'json_object'
        ? { type: format }
        : { type: format, json_schema: { name: 'fields', strict: true, schema } },
  });

/** A simpler form for a server that refused this one; undefined if there is none. */
const simpler = (form: Form, complaint: string): Form | undefined => {
  if (form.hasTemperature && /temperature/i.test(complaint)) return { ...form, hasTemperature: false };
  return form.format === 'json_schema' ? { ...form, format: 'json_object' } : undefined;
};

const NOT_UNDERSTOOD: ReadonlySet<number> = new Set([400, 422]);
const isPassing = (statusCode: number): boolean => statusCode === 429 || statusCode >= 500;

/** Undefined if the server asks for a longer pause than is waited. */
const retryWaitMs = (retryAfter: string | undefined): number | undefined => {
  if (retryAfter === undefined) return MODEL_RETRY_WAIT_MS;
  const text = retryAfter.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  if (Number.isNaN(waitMs)) return MODEL_RETRY_WAIT_MS;
  return waitMs > MAX_MODEL_RETRY_WAIT_MS ? undefined : Math.max(0, waitMs);
};

const failed = (reason: ModelFailure, statusCode?: number): ModelOutcome => ({ outcome: 'failed', reason, statusCode });

const readOutcome = ({ statusCode, text: body }: Extract<Exchange, { isAnswered: true }>): ModelOutcome => {
  if (statusCode >= 300 && statusCode < 400) return failed('redirect', statusCode);
  if (statusCode < 200 || statusCode >= 300) return failed('status', statusCode);
  const completion = readCompletion(body);
  if (!completion) return failed('not_understood', statusCode);
  const { text, ...tokens } = completion;
  return text === undefined ? failed('refused') : { outcome: 'answered', text, ...tokens };
};

const endpointOf = (baseUrl: string): URL => {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/{1,16}$/, '')}/chat/completions`;
  return url;
};

/**
 * Asks an OpenAI-compatible server for answers in a JSON schema. One question takes at most four requests: if the server refuses
 * the form of the request, a simpler one is tried (without temperature, with plain JSON in place of the schema) and remembered;
 * an overloaded or failing server is asked once more.
 */
export const createModelClient = (options: ModelClientOptions): ModelClient => {
  const exchanger = createExchanger(options.certificateAuthorities);
  const url = endpointOf(options.baseUrl);
  let known: Form = { format: 'json_schema', hasTemperature: true };

  const post = (request: ModelRequest, form: Form, timeoutMs: number, signal: AbortSignal): Promise<Exchange> =>
    exchanger.post({
      url,
      key: options.apiKey?.reveal(),
      body: bodyOf(options.model, request, form),
      timeoutMs: Math.min(timeoutMs, options.timeoutMs),
      signal,
    });

  const ask = async (request: ModelRequest, signal: AbortSignal): Promise<ModelOutcome> => {
    let form = known;
    for (let mayRetry = true; ;) {
      const leftMs = request.deadlineAtMs - Date.now();
      if (leftMs < MIN_MODEL_TIME_MS) return failed('no_time');
      const exchange = await post(request, form, leftMs, signal);
      if (!exchange.isAnswered) return failed(exchange.reason);
      const { statusCode } = exchange;
      const next = NOT_UNDERSTOOD.has(statusCode) ? simpler(form, exchange.text) : undefined;
      if (next) {
        form = next;
        continue;
      }
      const waitMs = mayRetry && isPassing(statusCode) ? retryWaitMs(exchange.retryAfter) : undefined;
      if (waitMs === undefined) {
        const outcome = readOutcome(exchange);
        if (outcome.outcome === 'answered') known = form;
        return outcome;
      }
      mayRetry = false;
      await pause(Math.min(waitMs, leftMs), signal);
    }
  };

  return { model: options.model, ask, close: () => exchanger.close() };
};
