import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';

/** Checked parameters of `engineb/serp`, defaults applied. */
export type EnginebSerpParams = OperationParams<'engineb/serp'>;

const ORIGIN = 'https://www.bing.com';

/** Language that the engine's market of a country has, where it has one; of several the most spoken. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'es', at: 'de', au: 'en', be: 'nl', br: 'pt', ca: 'en', ch: 'de', cl: 'es', cn: 'zh', de: 'de', dk: 'da', es: 'es',
  fi: 'fi', fr: 'fr', gb: 'en', hk: 'zh', id: 'en', in: 'en', it: 'it', jp: 'ja', kr: 'ko', mx: 'es', my: 'en', nl: 'nl',
  no: 'no', nz: 'en', ph: 'en', pl: 'pl', pt: 'pt', ru: 'ru', sa: 'ar', se: 'sv', tr: 'tr', tw: 'zh', us: 'en', za: 'en',
}; // oxfmt-ignore

/** Further languages that a market of the country exists in. */
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

/** Header values carry no line breaks, and this one has its own signs between its parts. */
const placeName = (location: string): string => encodeURIComponent(location.toWellFormed().replace(/\s+/g, ' ').trim());

const originHeader = ({ lat, lon, location }: EnginebSerpParams): string | undefined => {
  if (lat !== undefined && lon !== undefined) return `lat:${lat};long:${lon};re:${RADIUS_M}`;
  return location === undefined ? undefined : `disp:${placeName(location)}`;
};

/** Languages that the browser of such a searcher asks for. */
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

/**
 * How a search is asked. `origin`: where the engine is asked instead of its own host. An origin in words goes along as words:
 * who knows its coordinates gives them as `lat` and `lon`.
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
    ['filters', filters],
    // What the engine does anyway is not asked for: such an address looks like everybody's.
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
