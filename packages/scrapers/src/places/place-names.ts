/** Letters that Unicode does not split into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A name as names are compared: lower case, without accents and punctuation. `St. Gallen` becomes `st gallen`. */
export const placeKey = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[.'’`´ʻ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Languages in which a country may be named. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'tr', 'ru', 'ja', 'zh'] as const;

/** Names in use beside those that languages give. */
const FURTHER_NAMES: readonly (readonly [name: string, country: string])[] = [
  ...['usa', 'united states of america', 'america', 'vereinigte staaten von amerika'].map(
    (name) => [name, 'US'] as const,
  ),
  ...['uk', 'great britain', 'britain', 'grossbritannien', 'england'].map((name) => [name, 'GB'] as const),
  ['uae', 'AE'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['korea', 'KR'],
  ['republic of korea', 'KR'],
  ['turkey', 'TR'],
  ['ivory coast', 'CI'],
  ['burma', 'MM'],
  ['macedonia', 'MK'],
  ['peoples republic of china', 'CN'],
];

/** Countries by the keys of their names and codes. */
export const countriesByName = (codes: Iterable<string>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>(FURTHER_NAMES);
  const languages = LANGUAGES.map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  for (const code of codes) {
    const names = languages.flatMap((language) => language.of(code) ?? []);
    for (const name of [code, ...names]) if (!found.has(placeKey(name))) found.set(placeKey(name), code);
  }
  return found;
};

/** Postal codes of the regions that GeoNames numbers, by country and GeoNames' code. */
export const REGION_CODES: Readonly<Record<string, string>> = {
  'CA.01': 'AB', 'CA.02': 'BC', 'CA.03': 'MB', 'CA.04': 'NB', 'CA.05': 'NL', 'CA.07': 'NS', 'CA.08': 'ON', 'CA.09': 'PE',
  'CA.10': 'QC', 'CA.11': 'SK', 'CA.12': 'YT', 'CA.13': 'NT', 'CA.14': 'NU', 'AU.01': 'ACT', 'AU.02': 'NSW', 'AU.03': 'NT',
  'AU.04': 'QLD', 'AU.05': 'SA', 'AU.06': 'TAS', 'AU.07': 'VIC', 'AU.08': 'WA',
}; // oxfmt-ignore
