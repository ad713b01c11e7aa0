import { countriesByName, placeKey, REGION_CODES } from './place-names.js';

/** Degrees. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

/** Tables of `places.json`; lines end with `\n`, cells with a tab. */
export interface PlaceTables {
  /** Country and region joined by a dot, latitude, longitude. The largest city is first. */
  readonly cities: string;
  /** A key of `placeKey`, and the numbers of the cities it names, in base 36 and in their order. Sorted by the key. */
  readonly names: string;
  /** Country and region joined by a dot, name. */
  readonly regions: string;
  /** How many cities are large: what a bare name of theirs means is clear even if a region has it as well. */
  readonly largeCities: number;
}

/** Where a place is; undefined if it is not known by this name. */
export type FindPlace = (name: string) => Coordinates | undefined;

interface City {
  readonly country: string;
  /** Country and region joined by a dot. */
  readonly region: string;
  readonly isLarge: boolean;
  readonly coordinates: Coordinates;
}

/** Names in words may say in their last words where they are. */
const MAX_QUALIFIER_WORDS = 3;
/** More parts are an address. */
const MAX_PARTS = 6;
const MAX_NAME_CHARS = 200;

const rows = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** The line of a sorted table that begins with a key, by halving: no index of it is kept in memory. */
export const lineOf = (table: string, key: string): string | undefined => {
  let [low, high] = [0, table.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = table.lastIndexOf('\n', middle - 1) + 1;
    const ends = table.indexOf('\n', middle);
    const end = ends < 0 ? table.length : ends;
    const line = table.slice(start, end);
    const tab = line.indexOf('\t');
    const found = tab < 0 ? line : line.slice(0, tab);
    if (found === key) return line.slice(tab + 1);
    if (found < key) low = end + 1;
    else high = start;
  }
  return undefined;
};

/** `Austin, Texas` in its parts; `Austin Texas` in every way that its last words may say where it is. */
const readings = (name: string): { readonly city: string; readonly within: readonly string[] }[] => {
  if (name.length > MAX_NAME_CHARS) return [];
  // A postcode beside a region says nothing about the city.
  const parts = name
    .split(/[,;\n]/)
    .map((part, at) => (at === 0 ? placeKey(part) : placeKey(part).replace(/(?:^| )\d[\d ]*$/, '')));
  const [city = '', ...within] = parts.filter((part) => part !== '');
  if (city === '' || within.length >= MAX_PARTS) return [];
  if (within.length > 0) return [{ city, within }];
  const words = city.split(' ');
  const most = Math.min(MAX_QUALIFIER_WORDS, words.length - 1);
  const split = Array.from({ length: most }, (_none, index) => ({
    city: words.slice(0, words.length - index - 1).join(' '),
    within: [words.slice(words.length - index - 1).join(' ')],
  }));
  return [{ city, within: [] }, ...split];
};

/** Keys of each region's names and code. */
const namesOfRegions = (table: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    rows(table).map(([code = '', name = '']) => {
      const postal = REGION_CODES[code] ?? code.slice(code.indexOf('.') + 1);
      return [code, new Set([placeKey(name), ...(/^[A-Z]+$/.test(postal) ? [placeKey(postal)] : [])])];
    }),
  );

/**
 * Finds cities by their names, with or without region and country (names in several languages, or codes). Of several the largest.
 * Names of regions and countries, and whatever else is not known, have no coordinates.
 */
export const createFindPlace = ({ cities: table, names, regions, largeCities }: PlaceTables): FindPlace => {
  const cities = table.split('\n');
  const regionNames = namesOfRegions(regions);
  const countries = countriesByName(new Set([...regionNames.keys()].map((code) => code.slice(0, 2))));
  const areas = new Set([...countries.keys(), ...[...regionNames.values()].flatMap((keys) => [...keys])]);
  const cityOf = (number: number): City | undefined => {
    const [region = '', lat, lon] = cities[number]?.split('\t') ?? [];
    if (region === '') return undefined;
    const coordinates = { lat: Number(lat), lon: Number(lon) };
    return { country: region.slice(0, 2), region, isLarge: number < largeCities, coordinates };
  };
  const isWithin = ({ country, region }: City, area: string): boolean =>
    countries.get(area) === country || regionNames.get(region)?.has(area) === true;
  const isMeant = (city: City, key: string, within: readonly string[]): boolean => {
    if (within.length > 0) return within.every((area) => isWithin(city, area));
    return city.isLarge || !areas.has(key) || isWithin(city, key);
  };
  return (name) => {
    for (const { city: key, within } of readings(name)) {
      const numbers = lineOf(names, key)?.split(',') ?? [];
      for (const number of numbers) {
        const city = cityOf(Number.parseInt(number, 36));
        if (city && isMeant(city, key, within)) return city.coordinates;
      }
    }
    return undefined;
  };
};
