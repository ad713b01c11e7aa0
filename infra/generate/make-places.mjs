import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { placeKey } from '../../packages/scrapers/src/places/place-names.ts';

/**
 * Makes the tables of places from GeoNames' own files (https://download.geonames.org/export/dump/, CC BY 4.0):
 * `node infra/generate/make-places.mjs cities15000.txt admin1CodesASCII.txt`.
 */
const TABLES = fileURLToPath(new URL('../../packages/scrapers/src/places/places.json', import.meta.url));

const LARGE = 300_000;
/** Names in other scripts than Latin are kept of cities of this size. */
const WORLD_CITY = 100_000;
/** Sections of cities are left out: their names are those of the cities, in other places. */
const LEFT_OUT = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW']);
const MAX_NAME_CHARS = 40;

const rows = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** Codes of airports, addresses and transcriptions in small letters stand among the names. */
const isName = (name) => !/^[A-Z]{2,4}$|^https?:|^[a-z`'’]/.test(name) && name.length <= MAX_NAME_CHARS;
const isLatin = (name) => /^[\p{Script=Latin}\p{M}\s\p{P}]+$/u.test(name);

const cityOf = ([, name, ascii, alternates, lat, lon, , feature, country, , region, , , , population]) => ({
  ...{ feature, region: `${country}.${region}`, population: Number(population) },
  ...{ lat: Number(Number(lat).toFixed(3)), lon: Number(Number(lon).toFixed(3)) },
  names: [name, ascii, ...alternates.split(',').filter(isName)],
});

const namesOf = (cities) => {
  const found = new Map();
  for (const [number, { names, population }] of cities.entries()) {
    const kept = names.filter((name, at) => at === 0 || isLatin(name) || population >= WORLD_CITY);
    for (const key of new Set(kept.map(placeKey))) {
      if (key.length > 1) found.set(key, [...(found.get(key) ?? []), number.toString(36)]);
    }
  }
  // As strings are compared by code units, which is how the table is searched.
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
};

const [citiesFile, regionsFile] = process.argv.slice(2);
if (!citiesFile || !regionsFile) throw new Error('Name cities15000.txt and admin1CodesASCII.txt.');
const cities = rows(citiesFile)
  .map(cityOf)
  .filter(({ feature }) => !LEFT_OUT.has(feature))
  .sort((one, other) => other.population - one.population);
const used = new Set(cities.map(({ region }) => region));
const table = (lines) => lines.map((cells) => `${cells.join('\t')}\n`).join('');
const tables = {
  largeCities: cities.filter(({ population }) => population >= LARGE).length,
  regions: table(
    rows(regionsFile)
      .filter(([code]) => used.has(code))
      .map(([code, name]) => [code, name]),
  ),
  cities: table(cities.map(({ region, lat, lon }) => [region, lat, lon])),
  names: table(namesOf(cities).map(([key, numbers]) => [key, numbers.join(',')])),
};
writeFileSync(TABLES, `${JSON.stringify(tables, null, 2)}\n`);
process.stdout.write(`${cities.length} cities, ${Math.round(readFileSync(TABLES).length / 1024)} KiB\n`);
