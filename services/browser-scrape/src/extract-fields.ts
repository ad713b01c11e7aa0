import type { AiRules } from '@quarry/contracts';
import type { ModelClient, ModelFailure } from '@quarry/egress/model-client';
import {
  checkAnswer,
  correctionPrompt,
  groundAnswer,
  isAskable,
  modelPrompt,
  modelSchema,
  parseAnswer,
  type ModelMessage,
  type ModelPage,
} from '@quarry/page';
import type { Metrics } from '@quarry/observability';

/** Time reserved after the model's answer, to store the result. */
export const STORING_MARGIN_MS = 5_000;

type Fields = Readonly<Record<string, unknown>>;

export interface FieldsRequest {
  readonly rules: AiRules;
  /** The part of the page for the model; not needed if none is configured. */
  readonly page: ModelPage | undefined;
  /** Whether the request is charged. Free requests do not use a model. */
  readonly isCharged: boolean;
  /** The embedded extractor's fields; absent for documents that it does not read. */
  readonly embedded: Fields | undefined;
  /** The job's own, absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
}

/** As the contract has them in the result of `scrape/web`. */
export interface ExtractedFields {
  readonly aiResponse: Fields;
  readonly aiExtraction: {
    readonly extractor: 'embedded' | 'model';
    readonly model?: string;
    readonly promptTokens?: number;
    readonly completionTokens?: number;
    readonly note?: string;
  };
}

/** Why a model's answer was not used; `invalid`: it did not fit the rules, twice. */
export type ExtractionFailure = ModelFailure | 'invalid';

export interface ExtractionReport {
  readonly extractor: 'embedded' | 'model';
  /** `ok`; for the embedded extractor also `stood_in`, for the model the failure. */
  readonly outcome: 'ok' | 'stood_in' | ExtractionFailure;
  readonly model?: string;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
}

export interface ExtractFieldsOptions {
  /** Absent: only the embedded extractor is used. */
  readonly client?: ModelClient | undefined;
  readonly report: (report: ExtractionReport) => void;
}

/** Rejects only with the signal's reason. */
export type ExtractFields = (request: FieldsRequest, signal: AbortSignal) => Promise<ExtractedFields>;

const FAILURES: Readonly<Record<ExtractionFailure, string>> = {
  cancelled: 'The question to the model was ended',
  invalid: "The model's answer did not fit the rules",
  no_time: 'No time was left for the model',
  not_understood: "The model's server answered with something else than a completion",
  redirect: "The model's server answered with a redirect",
  refused: 'The model refused to answer',
  status: "The model's server answered with an error",
  timeout: 'The model did not answer in time',
  too_large: "The model's answer was too large",
  unreachable: 'The model could not be reached',
};

interface Usage {
  promptTokens: number;
  completionTokens: number;
}

type Conversation =
  | { readonly isAnswered: true; readonly value: Record<string, unknown> }
  | { readonly isAnswered: false; readonly reason: ExtractionFailure; readonly statusCode?: number | undefined };

const readAnswer = (text: string, rules: AiRules): ReturnType<typeof checkAnswer> => {
  const parsed = parseAnswer(text);
  return parsed ? checkAnswer(parsed.value, rules) : { isValid: false, mistakes: ['It is not one JSON object.'] };
};

/** Asks the model, and once more, with its mistakes, if the answer does not fit. `usage` sums the tokens of both. */
const converse = async (
  client: ModelClient,
  { rules, page, deadlineAtMs }: ModelQuestion,
  usage: Usage,
  signal: AbortSignal,
): Promise<Conversation> => {
  const schema = modelSchema(rules);
  let messages: ModelMessage[] = modelPrompt(rules, page);
  for (let isLast = false; ; isLast = true) {
    const outcome = await client.ask({ messages, schema, deadlineAtMs: deadlineAtMs - STORING_MARGIN_MS }, signal);
    if (outcome.outcome === 'failed') {
      return { isAnswered: false, reason: outcome.reason, statusCode: outcome.statusCode };
    }
    usage.promptTokens += outcome.promptTokens;
    usage.completionTokens += outcome.completionTokens;
    const answer = readAnswer(outcome.text, rules);
    if (answer.isValid) return { isAnswered: true, value: answer.value };
    if (isLast) return { isAnswered: false, reason: 'invalid' };
    messages = correctionPrompt(messages, outcome.text, answer.mistakes);
  }
};

const noteOf = (page: ModelPage, droppedCount: number): string => {
  const notes: string[] = [];
  if (page.isCut) notes.push('The page is longer than what a model is sent; the rest was left out.');
  if (droppedCount > 0) notes.push(`Values that the page does not state were left out: ${droppedCount}.`);
  return notes.join(' ');
};

const nothing = (rules: AiRules): Fields => Object.fromEntries(Object.keys(rules).map((name) => [name, null]));

const embeddedFields = ({ rules, embedded }: FieldsRequest, why?: string): ExtractedFields => ({
  aiResponse: embedded ?? nothing(rules),
  aiExtraction: {
    extractor: 'embedded',
    ...(why === undefined ? {} : { note: `${why}; the embedded extractor stood in.` }),
  },
});

type ModelQuestion = FieldsRequest & { readonly page: ModelPage };

const hasText = (request: FieldsRequest): request is ModelQuestion =>
  request.page !== undefined && request.page.text !== '';

const askModel = async (
  client: ModelClient,
  request: ModelQuestion,
  report: ExtractFieldsOptions['report'],
  signal: AbortSignal,
): Promise<ExtractedFields> => {
  const usage: Usage = { promptTokens: 0, completionTokens: 0 };
  const { model } = client;
  const conversation = await converse(client, request, usage, signal);
  report({ extractor: 'model', outcome: conversation.isAnswered ? 'ok' : conversation.reason, model, ...usage });
  signal.throwIfAborted();
  if (!conversation.isAnswered) {
    report({ extractor: 'embedded', outcome: 'stood_in' });
    const { reason, statusCode } = conversation;
    return embeddedFields(request, `${FAILURES[reason]}${statusCode === undefined ? '' : ` (status ${statusCode})`}`);
  }
  const { value, droppedCount } = groundAnswer(conversation.value, request.rules, request.page.text);
  const note = noteOf(request.page, droppedCount);
  return {
    aiResponse: value,
    aiExtraction: { extractor: 'model', model, ...usage, ...(note === '' ? {} : { note }) },
  };
};

/**
 * Extracts fields by the operator's model if one is configured, else by the embedded extractor. If the model fails, the embedded
 * extractor's fields are returned and the result says so. Fields that the page does not state are null either way.
 */
export const createExtractFields = ({ client, report }: ExtractFieldsOptions): ExtractFields => {
  return async (request, signal) => {
    signal.throwIfAborted();
    const isEmpty = Object.keys(request.rules).length === 0;
    if (!client || isEmpty) {
      report({ extractor: 'embedded', outcome: 'ok' });
      return embeddedFields(request);
    }
    if (!request.isCharged) {
      report({ extractor: 'embedded', outcome: 'stood_in' });
      return embeddedFields(request, 'What is free of charge asks no model');
    }
    const isShort = isAskable(request.rules);
    if (isShort && hasText(request)) return askModel(client, request, report, signal);
    report({ extractor: 'embedded', outcome: 'stood_in' });
    return embeddedFields(
      request,
      isShort ? 'The page has no text to show to a model' : 'The rules are longer than what a model is sent',
    );
  };
};

/** Counts extractions and tokens. */
export const countExtractions =
  (metrics: Pick<Metrics, 'increment'>): ExtractFieldsOptions['report'] =>
  ({ extractor, outcome, model, promptTokens = 0, completionTokens = 0 }) => {
    metrics.increment('ai_extractions_total', { extractor, outcome });
    if (model === undefined) return;
    metrics.increment('ai_tokens_total', { model, kind: 'prompt' }, promptTokens);
    metrics.increment('ai_tokens_total', { model, kind: 'completion' }, completionTokens);
  };
