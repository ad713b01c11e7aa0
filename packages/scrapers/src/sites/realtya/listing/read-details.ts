import { dayIn, defined, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { momentOf, plainText } from './home-words.js';
import { urlOf } from './read-home.js';

/** Entries of one list of a property that are given. */
export const MAX_ENTRIES = 500;

type Rows = readonly JsonObject[] | undefined;

const filled = (rows: readonly JsonObject[]): Rows => {
  const given = rows.filter((row) => Object.keys(row).length > 0);
  return given.length > 0 ? given : undefined;
};
const rowsOf = (list: Json, read: (row: Json) => JsonObject): Rows =>
  filled(itemsOf(list).slice(0, MAX_ENTRIES).map(read));

const camelCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`))
    .join('');

const amenityOf = (entry: Json): JsonObject => {
  const values = itemsOf(at(entry, 'amenityValues'))
    .map(plainText)
    .filter((value) => value !== undefined);
  if (values.length === 0) return {};
  return defined({ label: textOf(at(entry, 'amenityName')), value: values.join(', ') });
};

const sectionOf = (group: Json): JsonObject => {
  const rows = rowsOf(at(group, 'amenityEntries'), amenityOf);
  const title = textOf(at(group, 'groupTitle'));
  return rows === undefined || title === undefined ? {} : { [title]: rows };
};

const FACTS: readonly (readonly [string, string])[] = [
  ['beds', 'Beds'],
  ['baths', 'Baths'],
  ['propertyTypeName', 'Property type'],
  ['numStories', 'Stories'],
  ['yearBuilt', 'Year built'],
  ['sqFtFinished', 'Finished Sq. Ft.'],
  ['totalSqFt', 'Total Sq. Ft.'],
  ['lotSqFt', 'Lot size'],
  ['apn', 'APN'],
];

const publicFactsOf = (records: Json): Rows => {
  const facts = FACTS.map(([key, label]) => {
    const value = at(records, 'basicInfo', key);
    const given = textOf(value) ?? amountOf(value);
    return given === undefined ? {} : { label, value: String(given) };
  });
  const rows = filled(facts);
  return rows === undefined ? undefined : [{ 'Public facts': rows }];
};

/** Everything that the listing and the public record say, by the site's own headings. */
export const readDetails = (below: Json): JsonObject | undefined => {
  const details: Record<string, Json> = {};
  for (const group of itemsOf(at(below, 'amenitiesInfo', 'superGroups')).slice(0, MAX_ENTRIES)) {
    const title = textOf(at(group, 'titleString'));
    const sections = title === undefined ? undefined : rowsOf(at(group, 'amenityGroups'), sectionOf);
    if (title !== undefined && sections !== undefined) details[camelCase(title)] = sections;
  }
  const publicFacts = publicFactsOf(at(below, 'publicRecordsInfo'));
  const all = defined<JsonObject>({ ...details, publicFacts: publicFacts ?? details['publicFacts'] });
  return Object.keys(all).length > 0 ? all : undefined;
};

const DAY_OF_TEXT = /^[A-Z][a-z]{2,} \d{1,2}, \d{4}$/;

const isoOf = (text: string | undefined): string | undefined =>
  text !== undefined && DAY_OF_TEXT.test(text) ? dayIn(text) : undefined;

/** Writes days in the time zone of the home; undefined for an unknown zone. */
const dayWriter = (timeZone: string | undefined): Intl.DateTimeFormat | undefined => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' });
  } catch {
    return undefined;
  }
};

/** Listings, changes and sales, the last first as the site has them. */
export const readPriceHistory = (below: Json): Rows => {
  const history = at(below, 'propertyHistoryInfo');
  const days = dayWriter(textOf(at(history, 'displayTimeZone')));
  return rowsOf(at(history, 'events'), (event) => {
    const moment = momentOf(at(event, 'eventDate'));
    const written = moment === undefined ? undefined : days?.format(new Date(moment));
    return defined({
      date: isoOf(textOf(at(event, 'eventDateString'))) ?? written,
      event: textOf(at(event, 'eventDescription')),
      price: amountOf(at(event, 'price')),
      source: textOf(at(event, 'source')),
      sourceId: textOf(at(event, 'sourceId')),
    });
  });
};

export const readTaxHistory = (below: Json): Rows =>
  rowsOf(at(below, 'publicRecordsInfo', 'allTaxInfo'), (year) =>
    defined({
      year: numberOf(at(year, 'rollYear')),
      tax: amountOf(at(year, 'taxesDue')),
      landValue: amountOf(at(year, 'taxableLandValue')),
      improvementValue: amountOf(at(year, 'taxableImprovementValue')),
    }),
  );

const milesOf = (distance: Json): number | undefined =>
  typeof distance === 'string' && /^\d+(?:\.\d+)?$/.test(distance) ? Number(distance) : numberOf(distance);

const readSchool = (school: Json): JsonObject =>
  defined({
    name: textOf(at(school, 'name')),
    greatSchoolsRating: amountOf(at(school, 'greatSchoolsRating')),
    parentRating: amountOf(at(school, 'parentRating')),
    distanceInMiles: milesOf(at(school, 'distanceInMiles')),
    servesHome: typeof at(school, 'servesHome') === 'boolean' ? at(school, 'servesHome') : undefined,
    gradeRanges: textOf(at(school, 'gradeRanges')),
    institutionType: textOf(at(school, 'institutionType')),
    url: urlOf(at(school, 'schoolUrl')),
  });

/** Schools that serve the home; the site's list also has others nearby, and marks them. */
export const readSchools = (schools: Json): JsonObject | undefined => {
  const assigned = itemsOf(at(schools, 'servingThisHomeSchools')).filter(
    (school) => at(school, 'servesHome') !== false,
  );
  const assignedSchools = rowsOf(assigned, readSchool);
  return assignedSchools === undefined ? undefined : { assignedSchools };
};

const readPlace = (place: Json): JsonObject =>
  defined({
    name: textOf(at(place, 'name')),
    categories: itemsOf(at(place, 'categories'))
      .slice(0, MAX_ENTRIES)
      .map((category) => textOf(at(category, 'label')))
      .filter((label) => label !== undefined),
    address: textOf(at(place, 'address')),
    latitude: numberOf(at(place, 'latitude')),
    longitude: numberOf(at(place, 'longitude')),
    distanceInMiles: numberOf(at(place, 'distance')),
    rating: amountOf(at(place, 'rating')),
  });

const scoreOf = (around: Json, key: string): number | undefined => numberOf(at(around, 'walkScoreData', key, 'value'));

/** Places around the home, and scores for walking, transit and cycling (0 to 100). */
export const readNearby = (around: Json): JsonObject | undefined => {
  const scores = defined<JsonObject>({
    walkScore: scoreOf(around, 'walkScore'),
    transitScore: scoreOf(around, 'transitScore'),
    bikeScore: scoreOf(around, 'bikeScore'),
  });
  const nearby = defined<JsonObject>({
    pointsOfInterest: rowsOf(at(around, 'pointOfInterestList'), readPlace),
    transportScores: Object.keys(scores).length > 0 ? scores : undefined,
  });
  return Object.keys(nearby).length > 0 ? nearby : undefined;
};

/** Announced open houses. */
export const readOpenHouses = (house: Json): Rows =>
  rowsOf(at(house, 'openHouseInfo', 'openHouseList'), (visit) =>
    defined({
      start: momentOf(at(visit, 'openHouseStart')),
      end: momentOf(at(visit, 'openHouseEnd')),
      date: textOf(at(visit, 'dateString')),
      time: textOf(at(visit, 'timeString')),
    }),
  );
