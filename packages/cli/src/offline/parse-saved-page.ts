import {
  errorBody,
  isPlainObject,
  OPERATIONS,
  trimUrl,
  validateParams,
  verdictRule,
  type ErrorCode,
  type ErrorDetail,
  type Operation,
} from '@quarry/contracts';
import { judge } from '@quarry/verdict';
import { succeedWithJson, type Outcome } from '../outcome.js';
import type { OfflineOutcome, OfflineParser } from './offline-parser.js';
import { offlineParsers } from './offline-parsers.js';
import { offlineRequestId } from './request-id.js';
import { MAX_SAVED_BYTES, readSavedPage, type ReadPage, type SavedPage } from './saved-page.js';

export interface ParseInput {
  /** Id or path of the operation. */
  readonly operation: string;
  readonly file: string;
  readonly url: string | undefined;
  readonly paramsJson: string | undefined;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
}

type Step<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

const refuse = (code: ErrorCode, detail: ErrorDetail = {}): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, detail },
});

const findOperation = (name: string): Step<{ operation: Operation; parser: OfflineParser }> => {
  const bare = name.replace(/^\/+|\/+$/g, '');
  const operation = OPERATIONS.find(({ id, path }) => id === bare || path === `/${bare}` || path === `/scrape/${bare}`);
  const parser = operation && offlineParsers.get(operation.id);
  if (parser) return { ok: true, value: { operation, parser } };
  const known = [...offlineParsers.keys()].join(', ');
  return refuse('not_found', { message: `Unknown operation "${name.slice(0, 80)}". Known operations: ${known}.` });
};

const readParamsJson = (json: string | undefined): Step<Readonly<Record<string, unknown>>> => {
  try {
    const params: unknown = JSON.parse(json ?? '{}');
    if (isPlainObject(params)) return { ok: true, value: params };
  } catch {
    // Reported below.
  }
  return refuse('bad_request', {
    message: 'The params must be a JSON object, such as --params \'{"name":"value"}\'.',
  });
};

const isPageUrl = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

const defaultsOf = ({ input }: Operation): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(input.fields).flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  );

/** Checks the given parameters. A saved page needs no URL and no query, so missing ones are not an error. */
const checkParams = (
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
): Step<Readonly<Record<string, unknown>>> => {
  const checked = validateParams(operation, params);
  if (checked.ok) return { ok: true, value: checked.params };
  const errors = checked.violations.filter(({ rule }) => rule !== 'required' && rule !== 'requiredIfNotExists');
  return errors.length === 0
    ? { ok: true, value: { ...defaultsOf(operation), ...params } }
    : refuse('validation_failed', { errors });
};

const checkPage = (file: string, read: ReadPage): Step<SavedPage> => {
  switch (read.outcome) {
    case 'read':
      return { ok: true, value: read.page };
    case 'too_large':
      return refuse('target_too_large', { message: `The file is larger than ${MAX_SAVED_BYTES} bytes.` });
    case 'unreadable':
      return refuse('bad_request', { message: `${file} cannot be read: ${read.reason}.` });
  }
};

const parsePage = async (
  parser: OfflineParser,
  page: SavedPage,
  params: Readonly<Record<string, unknown>>,
): Promise<OfflineOutcome> => {
  const url = page.url ?? '';
  const judgement = judge({
    purpose: parser.purpose,
    requestedUrl: url,
    url,
    statusCode: 200,
    headers: {},
    text: page.text,
    mediaType: page.mediaType,
    // A saved page cannot be rendered again, so it is judged like a rendered one.
    tier: 'browser',
    bodyBytes: page.bytes.length,
    isRedirected: false,
  });
  const { verdict, ...why } = judgement;
  return verdict === 'ok' || verdict === 'empty' ? parser.parse({ page, params }) : { verdict, ...why };
};

interface Parsed {
  readonly url: string | undefined;
  readonly result: Readonly<Record<string, unknown>>;
}

const parse = async (input: ParseInput, read: ReadPage): Promise<Step<Parsed>> => {
  const found = findOperation(input.operation);
  if (!found.ok) return found;
  const { operation, parser } = found.value;
  if (input.url !== undefined && !isPageUrl(input.url)) {
    return refuse('bad_request', { message: 'The url must be an absolute http or https URL.' });
  }
  const given = readParamsJson(input.paramsJson);
  if (!given.ok) return given;
  const isWeb = operation.id === 'scrape/web';
  const checked = checkParams(operation, isWeb && input.url ? { ...given.value, url: input.url } : given.value);
  if (!checked.ok) return checked;
  const url = input.url ?? (isWeb ? (checked.value['url'] as string | undefined) : undefined);
  const page = checkPage(input.file, read);
  if (!page.ok) return page;
  const outcome = await parsePage(parser, { ...page.value, url }, checked.value);
  if (outcome.verdict === undefined) return refuse(outcome.error, { message: outcome.message });
  if (outcome.verdict === 'ok') return { ok: true, value: { url, result: outcome.result } };
  const { verdict, reason, message } = outcome;
  const { error = 'internal_error', detail } = verdictRule(verdict);
  return refuse(error, { ...detail, message: message ?? detail?.message, reason });
};

/** The same for the same input, wherever the file is. */
const idOf = ({ operation, url = '', paramsJson = '', file }: ParseInput, read: ReadPage): string =>
  offlineRequestId([operation, url, paramsJson, read.outcome === 'read' ? read.page.bytes : file]);

/**
 * Parses a saved page as the worker of the operation would. Always prints exactly one JSON document, the result or the error
 * body; exit code 1 with an error.
 */
export const parseSavedPage = async (given: ParseInput): Promise<Outcome> => {
  const input = { ...given, url: given.url === undefined ? undefined : trimUrl(given.url) };
  const read = await readSavedPage(input.file);
  const id = idOf(input, read);
  const parsed = await parse(input, read);
  if (!parsed.ok) return { ...succeedWithJson(errorBody(id, parsed.refusal.code, parsed.refusal.detail)), exitCode: 1 };
  const { url, result } = parsed.value;
  return succeedWithJson({ requestMetadata: { id, status: 'ok', url: url || undefined }, ...result });
};
