import { given, isBody, notSupported, refused, unsupportedField, type Body, type CompatCall } from '../compat-call.js';
import { OF_CLIENTS } from './shared-fields.js';

const FIELDS = {
  known: new Set(['query', 'limit', 'sources', 'tbs', 'location', 'country', 'timeout', 'includeDomains', 'excludeDomains']), // oxfmt-ignore
  ignored: new Set<string>([...OF_CLIENTS, 'ignoreInvalidURLs']),
};

const DEFAULT_LIMIT = 5;
/** Results that the engine is asked for at least. */
const MIN_RESULTS = 10;
const MAX_RESULTS = 100;

const rowsOf = (answer: Body, name: string, limit: number): readonly Body[] => {
  const rows = answer[name];
  return Array.isArray(rows) ? (rows as unknown[]).filter(isBody).slice(0, limit) : [];
};

const webOf = (answer: Body, limit: number): readonly Body[] =>
  rowsOf(answer, 'organicResults', limit).map(({ link, title, snippet, position }) =>
    given({ url: link, title, description: snippet, position }),
  );

const imagesOf = (answer: Body, limit: number): readonly Body[] =>
  rowsOf(answer, 'imagesResults', limit).map(({ link, title, original, originalWidth, originalHeight, position }) =>
    given({ url: link, title, imageUrl: original, imageWidth: originalWidth, imageHeight: originalHeight, position }),
  );

const SOURCES = ['web', 'images'] as const;
type Source = (typeof SOURCES)[number];

/** The one source of a search; undefined for others, and for several. */
const sourceOf = (sources: unknown): Source | undefined => {
  if (sources === undefined || sources === null) return 'web';
  const names = Array.isArray(sources) ? sources.map((one: unknown) => (isBody(one) ? one['type'] : one)) : [];
  const [name] = names;
  return names.length === 1 ? SOURCES.find((known) => known === name) : undefined;
};

const domains = (value: unknown, sign: string, between: string): string => {
  const names = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  return names.map((name) => `${sign}site:${name}`).join(between);
};

/** The query with its domains, as the engine takes them. */
const queryOf = ({ query, includeDomains, excludeDomains }: Body): unknown => {
  if (typeof query !== 'string') return query;
  const included = domains(includeDomains, '', ' OR ');
  return [query, included === '' ? '' : `(${included})`, domains(excludeDomains, '-', ' ')]
    .filter((part) => part !== '')
    .join(' ');
};

const inputOf = (body: Body, source: Source, limit: number): Body => {
  const { country, location, tbs, timeout } = body;
  return given({
    q: queryOf(body),
    gl: typeof country === 'string' ? country.toLowerCase() : country,
    ...{ location, tbs, timeout },
    num: source === 'web' ? Math.max(MIN_RESULTS, limit) : undefined,
  });
};

/** Results of the primary search engine. */
export const searchCall: CompatCall = {
  path: '/v2/search',
  read: (body) => {
    const unsupported = unsupportedField(body, FIELDS);
    if (unsupported !== undefined) return notSupported(unsupported);
    const source = sourceOf(body['sources']);
    if (source === undefined) return refused(`Quarry searches one source in a call: ${SOURCES.join(' or ')}.`);
    const limit = body['limit'] ?? DEFAULT_LIMIT;
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS) {
      return refused(`limit must be an integer from 1 to ${MAX_RESULTS}.`);
    }
    return {
      ok: true,
      operation: source === 'web' ? 'enginea/serp' : 'enginea/images',
      input: inputOf(body, source, limit),
      write: (answer) => ({
        success: true,
        data: source === 'web' ? { web: webOf(answer, limit) } : { images: imagesOf(answer, limit) },
      }),
    };
  },
};
