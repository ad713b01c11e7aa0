import { given, isBody, type Body } from '../compat-call.js';
import type { Engine } from './engines.js';

export interface PagesOf {
  readonly name: string;
  readonly engine: Engine;
  /** Their parameters. */
  readonly parameters: Body;
  readonly answer: Body;
  readonly limit: number | undefined;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/** The page parameter in an address of the engine. */
const placeIn = (url: unknown, name: string): number | undefined =>
  typeof url === 'string' ? wholeNumber(URL.parse(url)?.searchParams.get(name)) : undefined;

/** What the next page is asked by; undefined on the last one. */
const nextOf = ({ engine, parameters, answer, limit }: PagesOf): Body | undefined => {
  const { paging } = engine;
  const pagination = isBody(answer['pagination']) ? answer['pagination'] : {};
  if (paging === undefined) {
    const token = answer['nextPageToken'] ?? pagination['nextPageToken'];
    return typeof token === 'string' ? { next_page_token: token } : undefined;
  }
  const here = wholeNumber(parameters[paging.name]) ?? paging.first;
  const rows = answer[engine.list];
  const hasMore = pagination['next'] !== undefined;
  if (paging.name === 'ijn') return Array.isArray(rows) && rows.length > 0 ? { ijn: here + paging.step } : undefined;
  if (!hasMore) return undefined;
  const step = limit ?? wholeNumber(parameters['num']) ?? paging.step;
  const told = limit === undefined ? placeIn(pagination['next'], paging.name) : undefined;
  return { [paging.name]: told !== undefined && told > here ? told : here + step };
};

const urlOf = ({ name, parameters, baseUrl }: PagesOf, next: Body): string => {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries({ engine: name, ...parameters, ...next }))
    query.set(field, String(value));
  return `${baseUrl}/search.json?${query.toString()}`;
};

const currentOf = ({ engine: { paging }, parameters, limit }: PagesOf): number | undefined => {
  if (paging === undefined) return undefined;
  const here = wholeNumber(parameters[paging.name]) ?? paging.first;
  const step = paging.name === 'ijn' ? 1 : (limit ?? wholeNumber(parameters['num']) ?? paging.step);
  return Math.floor((here - paging.first) / step) + 1;
};

/** The pages of the engine, and where ours continue. */
export const serpPages = (pages: PagesOf): Body => {
  const { answer } = pages;
  const { next, pages: others } = isBody(answer['pagination']) ? answer['pagination'] : ({} as Body);
  const following = nextOf(pages);
  const current = currentOf(pages);
  const links = Array.isArray(others) ? (others as unknown[]).filter(isBody).flatMap(Object.entries) : undefined;
  const otherPages: Body | undefined = links && Object.fromEntries(links);
  const url = following && urlOf(pages, following);
  return given({
    pagination:
      next === undefined && otherPages === undefined ? undefined : given({ current, next, other_pages: otherPages }),
    serpapi_pagination: url === undefined ? undefined : given({ current, next_link: url, next: url }),
  });
};
