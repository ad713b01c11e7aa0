import { validateParams, operationById } from '../../packages/contracts/src/index.js';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import type { AskedOfTarget, Seen, Wanted } from './entry.js';
import { isSeen, valuesAt } from './read-path.js';
import type { RecordedRequest } from './recording-origin.js';
import type { CallResult } from './run-entries.js';

const MAX_SHOWN_CHARS = 600;

const shown = (value: unknown): string =>
  String(JSON.stringify(value, (_key, inner: unknown) => (inner instanceof RegExp ? String(inner) : inner))).slice(
    0,
    MAX_SHOWN_CHARS,
  );

type ByName = Readonly<Record<string, Wanted>>;

const allSeen = (wanted: ByName | undefined, valuesOf: (name: string) => readonly unknown[]): boolean =>
  Object.entries(wanted ?? {}).every(([name, due]) => isSeen(valuesOf(name), due));

const cookiesOf = ({ headers }: RecordedRequest): Map<string, string> =>
  new Map(
    (headers.cookie ?? '').split(/;\s*/).map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );

const isAsAsked = (request: RecordedRequest, { path, query, headers, cookies, form }: AskedOfTarget): boolean => {
  const [sentForm, sentCookies] = [new URLSearchParams(request.body), cookiesOf(request)];
  return (
    (path === undefined || isSeen([request.url.pathname], path)) &&
    allSeen(query, (name) => request.url.searchParams.getAll(name)) &&
    allSeen(headers, (name) => [request.headers[name]].flat()) &&
    allSeen(cookies, (name) => [sentCookies.get(name)]) &&
    allSeen(form, (name) => sentForm.getAll(name))
  );
};

interface Violation {
  readonly field: string;
  readonly rule: string;
}

const violationsOf = (body: unknown): readonly Violation[] =>
  // safe because a body without them has none
  valuesAt(body, 'errors[]') as readonly Violation[];

/** The named violations, and no others. */
const refusalFaults = ({ refused }: Seen, body: unknown): string[] => {
  if (refused === undefined) return [];
  const told = violationsOf(body).map(({ field, rule }) => `${field}: ${rule}`);
  const due = refused.map(({ field, rule }) => `${field}: ${rule}`);
  return JSON.stringify(told.toSorted()) === JSON.stringify(due.toSorted())
    ? []
    : [`violations are ${shown(told)}, not ${shown(due)}`];
};

const answerFaults = (
  { answer = {}, counts = {}, headers = {}, charged, error }: Seen,
  result: CallResult,
): string[] => [
  ...Object.entries(answer)
    .filter(([path, due]) => !isSeen(valuesAt(result.body, path), due))
    .map(([path, due]) => `${path} is ${shown(valuesAt(result.body, path))}, not ${shown(due)}`),
  ...Object.entries(counts)
    .filter(
      ([path, due]) => valuesAt(result.body, `${path}[]`).length !== due || valuesAt(result.body, path).length === 0,
    )
    .map(([path, due]) => `${path} has ${valuesAt(result.body, `${path}[]`).length} entries, not ${due}`),
  ...Object.entries({ ...headers, ...(charged === undefined ? {} : { 'x-credits-charged': String(charged) }) })
    .filter(([name, due]) => !isSeen([result.headers.get(name) ?? undefined], due))
    .map(([name, due]) => `the header ${name} is ${result.headers.get(name)}, not ${shown(due)}`),
  ...(error === undefined || valuesAt(result.body, 'error')[0] === error ? [] : [`the error is not ${error}`]),
];

const targetFaults = ({ asked, timesAsked, exit }: Seen, result: CallResult): string[] => [
  ...(asked === undefined || result.asked.some((request) => isAsAsked(request, asked))
    ? []
    : [`the target was not asked ${shown(asked)} but ${shown(result.asked.map(({ method, url, headers, body }) => [method, url.pathname + url.search, asked.headers || asked.cookies ? headers : '', body]))}`]), // oxfmt-ignore
  ...(timesAsked === undefined || result.asked.length === timesAsked
    ? []
    : [`the target was asked ${result.asked.length} times, not ${timesAsked}`]),
  ...(exit === undefined || result.exits.some((user) => exit.test(user))
    ? []
    : [`the exits are ${shown(result.exits)}`]),
];

/** Everything that is not as stated. */
export const findFaults = (seen: Seen, result: CallResult | undefined): string[] => {
  if (!result) return ['the call was not made'];
  const due = seen.status ?? (seen.refused ? 422 : 200);
  if (result.status !== due) return [`the status is ${result.status}, not ${due}: ${shown(result.body)}`];
  return [...refusalFaults(seen, result.body), ...answerFaults(seen, result), ...targetFaults(seen, result)];
};

/** The address that a scraper requests first where no other origin is set. */
export const ownAddress = (id: string, params: Readonly<Record<string, unknown>>): string => {
  const [operation, scraper] = [operationById(id), ENGINE_OPERATIONS.get(id) ?? SITE_OPERATIONS.get(id)];
  if (!operation || !scraper) return `there is no scraper ${id}`;
  const checked = validateParams(operation, params);
  return checked.ok ? scraper.begin(checked.params, {}).url : JSON.stringify(checked.violations);
};
