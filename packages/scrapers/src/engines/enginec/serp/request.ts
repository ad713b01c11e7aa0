import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';
import type { EnginecNextPage, EnginecSurface } from './next-page.js';
import { regionOf } from './region.js';

/** Checked parameters of `enginec/serp`, defaults applied. */
export type EnginecSerpParams = OperationParams<'enginec/serp'>;

const SURFACES: Readonly<Record<EnginecSurface, string>> = {
  html: 'https://html.duckduckgo.com/html/',
  lite: 'https://lite.duckduckgo.com/lite/',
  data: 'https://links.duckduckgo.com/d.js',
};

const SAFE_SEARCH = { strict: '1', moderate: '-1', off: '-2' } as const;

const addressOf = (surface: EnginecSurface, origin: string | undefined): URL => {
  const own = new URL(SURFACES[surface]);
  return origin === undefined ? own : new URL(own.pathname, origin);
};

/** Accept-Language of such a searcher's browser; `kl` overrides it as it overrides the region. */
const languageHeaders = ({ kl, setLang }: EnginecSerpParams): Record<string, string> => {
  if (setLang === undefined || kl !== undefined) return {};
  const [base = ''] = setLang.split('-');
  return { 'accept-language': base === setLang ? setLang : `${setLang},${base};q=0.9` };
};

const cookiesOf = (region: string | undefined): Record<string, string> => (region === undefined ? {} : { kl: region });

/** How to request the first page of a search. `origin`: used instead of the engine's own host. */
export const enginecSerpRequest = (params: EnginecSerpParams, origin?: string): EngineRequest => {
  const { q = '', safeSearch, deviceType } = params;
  const region = regionOf(params);
  const url = addressOf('html', origin);
  url.searchParams.set('q', q);
  if (region !== undefined) url.searchParams.set('kl', region);
  if (safeSearch !== undefined) url.searchParams.set('kp', SAFE_SEARCH[safeSearch]);
  return {
    url: url.href,
    method: 'GET',
    headers: languageHeaders(params),
    cookies: cookiesOf(region),
    deviceType,
  };
};

/** What a form asks for, beside the engine's marks of the search. */
const NAMING_FIELDS = ['q', 's', 'dc', 'kl', 'kp', 'df'] as const;

/** The address of a page that a form asks for, as a search of its own would have it. */
const namedUrlOf = (url: URL, state: URLSearchParams): string => {
  const named = new URL(url);
  for (const name of NAMING_FIELDS) {
    const value = state.get(name) ?? '';
    if (value !== '') named.searchParams.set(name, value);
  }
  return named.href;
};

/**
 * How to request the next page. `params`: those of the first page; device and language must be the same,
 * because the engine binds its mark of the search to them.
 */
export const enginecNextRequest = (
  { surface, fields }: EnginecNextPage,
  params: EnginecSerpParams,
  origin?: string,
): EngineRequest => {
  const { deviceType, safeSearch } = params;
  const url = addressOf(surface, origin);
  const state = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  // The engine's forms leave the filter out where no cookie has it.
  if (safeSearch !== undefined && !state.has('kp')) state.set('kp', SAFE_SEARCH[safeSearch]);
  const common = {
    cookies: cookiesOf(state.get('kl') ?? regionOf(params)),
    deviceType,
    offset: Math.max(0, Math.trunc(Number(state.get('s')) || 0)),
  };
  if (surface === 'data') {
    return { ...common, url: `${url.href}?${state.toString()}`, method: 'GET', headers: languageHeaders(params) };
  }
  return {
    ...common,
    url: url.href,
    namedUrl: namedUrlOf(url, state),
    method: 'POST',
    body: state.toString(),
    headers: {
      ...languageHeaders(params),
      'content-type': 'application/x-www-form-urlencoded',
      // Without it the engine takes the client for a bot.
      referer: `${url.origin}/`,
    },
  };
};
