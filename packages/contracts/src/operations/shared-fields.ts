import { choice, code, integer, text } from '../input/scalars.js';
import iso from '../enums/iso.json' with { type: 'json' };

/** Maximum length of a search text in characters. */
export const QUERY_MAX_CHARS = 2048;
/** Maximum length of a token in characters. */
export const TOKEN_MAX_CHARS = 8192;

export const DEVICE_TYPES = ['desktop', 'mobile', 'tablet'] as const;
export const SAFE_SEARCH = ['off', 'moderate', 'strict'] as const;

/** The codes of a standard and those that a site adds. */
export const withCodes = (standard: readonly string[], added: readonly string[]): readonly string[] => [
  ...new Set([...standard.map((value) => value.toLowerCase()), ...added]),
];

export const query = (note: string) => text({ note, required: true, maxChars: QUERY_MAX_CHARS });

export const deviceType = choice({
  note: 'Device type to request the page as.',
  values: DEVICE_TYPES,
  default: 'desktop',
});

export const safeSearch = choice({ note: 'Adult-content filter.', values: SAFE_SEARCH });

export const page = integer({ note: 'Results page, from 1.', min: 1, default: 1 });

export const country = (note: string, added: readonly string[] = []) =>
  code({ note, letters: 'lower', values: withCodes(iso.countries, added) });

export const isoLanguages: readonly string[] = iso.languages;
export const isoCountries: readonly string[] = iso.countries;
