import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';

/** Checked parameters of `engineb/serp`, defaults applied. */
export type EnginebSerpParams = OperationParams<'engineb/serp'>;

const ORIGIN = 'https://www.bing.com';

/** Language of the engine's market of a country; of several the most spoken. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'es', at: 'de', au: 'en', be: 'nl', br: 'pt', ca: 'en', ch: 'de', cl: 'es', cn: 'zh', de: 'de', dk: 'da', es: 'es',
  fi: 'fi', fr: 'fr', gb: 'en', hk: 'zh', id: 'en', in: 'en', it: 'it', jp: 'ja', kr: 'ko', mx: 'es', my: 'en', nl: 'nl',
  no: 'no', nz: 'en', ph: 'en', pl: 'pl', pt: 'pt', ru: 'ru', sa: 'ar', se: 'sv', tr: 'tr', tw: 'zh', us: 'en', za: 'en',
}; // oxfmt-ignore

/** Further languages of a country's market. */
const OTHER_MARKETS: ReadonlySet<string> = new Set(['fr-be', 'fr-ca', 'fr-ch', 'es-us']);

/** The market's name: language and country, in the case that the engine writes them. */
const marketOf = ({ mkt, setLang }: EnginebSerpParams): string | undefined => {
  if (mkt === undefined) return undefined;
  const [language, country] = mkt.includes('-') ? mkt.split('-') : [undefined, mkt];
  if (country === undefined) return mkt;
  const wanted = setLang?.split('-')[0];
  const spoken =
    wanted !== undefined && OTHER_MARKETS.has(`${wanted}-${country}`) ? wanted : (LANGUAGES[country] ?? wanted ?? 'en');
  return `${language ?? spoken}-${country.toUpperCase()}`;
};

/** Metres around the origin. */
const RADIUS_M = 1_000;

/** Header values contain no line breaks, and this one has its own separators. */
const placeName = (location: string): string => encodeURIComponent(location.toWellFormed().replace(/\s+/g, ' ').trim());

const originHeader = ({ lat, lon, location }: EnginebSerpParams): string | undefined => {
  if (lat !== undefined && lon !== undefined) return `lat:${lat};long:${lon};re:${RADIUS_M}`;
  return location === undefined ? undefined : `disp:${placeName(location)}`;
};

/** Accept-Language of such a searcher's browser. */
const acceptLanguage = (language: string | undefined): string | undefined => {
  if (language === undefined) return undefined;
  const [base = ''] = language.split('-');
  return base === language ? language : `${language},${base};q=0.9`;
};

const SAFE_COOKIE = { off: 'OFF', moderate: 'DEMOTE', strict: 'STRICT' } as const;

const isGiven = (entry: readonly [string, string | undefined]): entry is readonly [string, string] =>
  entry[1] !== undefined;

const record = (entries: readonly (readonly [string, string | undefined])[]): Record<string, string> =>
  Object.fromEntries(entries.filter(isGiven));

/** As the engine writes them: shells and documents put backslashes before quotes, addresses write quotes as `%22`. */
const plainFilters = (filters: string): string => {
  const plain = filters.replace(/\\+"/g, '"');
  return plain.includes('"') ? plain : plain.replace(/%22/g, '"').replace(/%3a/gi, ':');
};

/**
 * How to request a search. `origin`: used instead of the engine's own host. Coordinates win over a location, which is
 * sent in words.
 */
export const enginebSerpRequest = (params: EnginebSerpParams, origin = ORIGIN): EngineRequest => {
  const { q, cc, setLang, safeSearch, filters, first = 1, deviceType } = params;
  const market = marketOf(params);
  const url = new URL('/search', origin);
  const query = record([
    ['q', q],
    ['mkt', market],
    ['cc', cc],
    ['setlang', setLang],
    ['adlt', safeSearch],
    ['filters', filters === undefined ? undefined : plainFilters(filters)],
    // Defaults of the engine are left out: such an address looks like everybody's.
    ['first', first > 1 ? String(first) : undefined],
  ]);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return {
    url: url.href,
    headers: record([
      ['accept-language', acceptLanguage(setLang ?? market)],
      ['x-search-location', originHeader(params)],
    ]),
    cookies: record([
      ['SRCHHPGUSR', safeSearch === undefined ? undefined : `ADLT=${SAFE_COOKIE[safeSearch]}`],
      ['_EDGE_CD', market === undefined ? undefined : `m=${market.toLowerCase()}`],
    ]),
    deviceType,
  };
};
