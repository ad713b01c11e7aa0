import {
  amountOf,
  at,
  itemsOf,
  numberOf,
  present,
  textOf,
  type Json,
  type JsonObject,
} from '../../shared/embedded-state.js';
import type { Property } from './property.js';
import { readAgent } from './read-agent.js';
import { readMortgage, readPriceHistory, readTaxHistory } from './read-history.js';
import { SITE } from './request.js';

export const PROPERTY_FIELDS = [
  'price',
  'yearBuilt',
  'beds',
  'baths',
  'area',
  'lotSize',
  'mlsId',
  'parcelNumber',
  'address',
  'geo',
  'description',
  'photos',
  'daysOnSite',
  'estimate',
  'agentInfo',
  'priceHistory',
  'taxHistory',
  'schools',
] as const;

export const MAX_PHOTOS = 500;

export const filled = <T extends object = never>(record: NoInfer<T>): T | undefined => {
  const stated = present<T>(record);
  return Object.keys(stated).length > 0 ? stated : undefined;
};

const wholeOf = (value: Json): number | undefined => {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
};

/** The widest of a photo's pictures. */
const widest = (photo: Json): string | undefined => {
  let best: { readonly url: string; readonly width: number } | undefined;
  for (const source of itemsOf(at(photo, 'mixedSources', 'jpeg'))) {
    const url = textOf(at(source, 'url'));
    const width = numberOf(at(source, 'width')) ?? 0;
    if (url !== undefined && (!best || width > best.width)) best = { url, width };
  }
  return best?.url ?? textOf(at(photo, 'url'));
};

const PHOTO_LISTS = ['responsivePhotos', 'originalPhotos', 'photos', 'hugePhotos'];

const photosOf = (property: JsonObject): string[] | undefined => {
  for (const name of PHOTO_LISTS) {
    const photos = itemsOf(property[name])
      .map(widest)
      .filter((url) => url !== undefined);
    if (photos.length > 0) return [...new Set(photos)].slice(0, MAX_PHOTOS);
  }
  const single = textOf(property['hiResImageLink']);
  return single === undefined ? undefined : [single];
};

const highlightsOf = (property: JsonObject): string[] | undefined => {
  const phrases = itemsOf(property['homeInsights'])
    .flatMap((group) => itemsOf(at(group, 'insights')))
    .flatMap((insight) => itemsOf(at(insight, 'phrases')))
    .map(textOf)
    .filter((phrase) => phrase !== undefined);
  return phrases.length > 0 ? [...new Set(phrases)] : undefined;
};

/** As the site rounds it: `$843K`, `$1.12M`. */
const shortDollars = (amount: number): string =>
  amount >= 999_500 ? `$${(amount / 1_000_000).toFixed(2)}M` : `$${Math.round(amount / 1_000)}K`;

/** The site tells how far the price may lie off its estimate, in percent. */
const saleRange = (property: JsonObject, estimate: number | undefined): string | undefined => {
  const [low, high] = ['zestimateLowPercent', 'zestimateHighPercent'].map((name) => {
    const text = property[name];
    return typeof text === 'number' || textOf(text) !== undefined ? Number(text) : Number.NaN;
  });
  if (estimate === undefined || low === undefined || high === undefined) return undefined;
  if (property['currency'] !== 'USD' || !(low > 0 && low < 100 && high > 0 && high < 1_000)) return undefined;
  return `${shortDollars(estimate * (1 - low / 100))} - ${shortDollars(estimate * (1 + high / 100))}`;
};

const estimateOf = (property: JsonObject): Property['estimate'] => {
  const estimate = amountOf(property['zestimate']);
  return filled({
    estimate,
    estimatedSaleRange: saleRange(property, estimate),
    rentEstimate: amountOf(property['rentZestimate']),
  });
};

const areaOf = (property: JsonObject): Property['area'] => {
  const livingArea = amountOf(property['livingAreaValue']) ?? amountOf(property['livingArea']);
  // Some pages tell the unit with the text of the facts alone.
  const fact = /^[\d.,]+\s*(\D+)$/.exec(textOf(at(property, 'resoFacts', 'livingArea')) ?? '')?.[1];
  const isSqft = livingArea !== undefined && Number(at(property, 'adTargets', 'sqft')) === livingArea;
  const units =
    textOf(property['livingAreaUnits']) ??
    textOf(property['livingAreaUnitsShort']) ??
    textOf(fact) ??
    (isSqft ? 'Square Feet' : undefined);
  return livingArea === undefined ? undefined : filled({ livingArea, livingAreaUnits: units });
};

const lotSizeOf = (property: JsonObject): JsonObject | undefined => {
  const value = amountOf(property['lotAreaValue']);
  const units = textOf(property['lotAreaUnits']);
  return value === undefined || units === undefined ? undefined : { value, units };
};

const addressOf = (property: JsonObject): Property['address'] => {
  const stated = (key: string): string | undefined => textOf(at(property, 'address', key)) ?? textOf(property[key]);
  return filled({
    street: stated('streetAddress'),
    city: stated('city'),
    state: stated('state'),
    zipcode: stated('zipcode'),
    county: textOf(property['county']),
  });
};

type Schools = NonNullable<Property['schools']>;

const schoolsOf = (property: JsonObject): Schools | undefined => {
  const fact = (keys: readonly string[]): string | undefined =>
    keys.map((key) => textOf(at(property, 'resoFacts', key))).find((text) => text !== undefined);
  // The site lists the nearest first.
  const nearest = (level: string): string | undefined =>
    textOf(
      at(
        itemsOf(property['schools']).find((school) => at(school, 'level') === level),
        'name',
      ),
    );
  const school = (level: string, names: readonly string[], district: string): Schools['highSchool'] =>
    filled({ name: fact(names) ?? nearest(level), district: fact([district]) });
  return filled({
    elementarySchool: school('Elementary', ['elementarySchool'], 'elementarySchoolDistrict'),
    middleSchool: school('Middle', ['middleOrJuniorSchool', 'middleSchool'], 'middleOrJuniorSchoolDistrict'),
    highSchool: school('High', ['highSchool'], 'highSchoolDistrict'),
  });
};

const feesOf = (property: JsonObject): Property['fees'] => {
  const fee = amountOf(property['monthlyHoaFee']);
  return fee === undefined ? undefined : { monthlyHoaFee: property['currency'] === 'USD' ? `$${fee}` : String(fee) };
};

/** The property as the answer has it; undefined for what has no id. */
export const readProperty = (property: JsonObject): Property | undefined => {
  const id = Number(property['zpid']);
  const path = textOf(property['hdpUrl']) ?? `/homedetails/${id}_zpid/`;
  if (!Number.isSafeInteger(id) || id <= 0 || !URL.canParse(path, SITE)) return undefined;
  const price = amountOf(property['price']);
  return present({
    id,
    url: new URL(path, SITE).href,
    status: textOf(property['homeStatus']),
    homeType: textOf(property['homeType']),
    price,
    currency: price === undefined ? undefined : textOf(property['currency']),
    fees: feesOf(property),
    yearBuilt: amountOf(property['yearBuilt']) ?? amountOf(at(property, 'resoFacts', 'yearBuilt')),
    beds: wholeOf(property['bedrooms']) ?? wholeOf(at(property, 'resoFacts', 'bedrooms')),
    baths: numberOf(property['bathrooms']) ?? numberOf(at(property, 'resoFacts', 'bathroomsFloat')),
    area: areaOf(property),
    lotSize: lotSizeOf(property),
    mlsId: textOf(at(property, 'attributionInfo', 'mlsId')) ?? textOf(property['mlsid']),
    parcelNumber: textOf(at(property, 'resoFacts', 'parcelNumber')) ?? textOf(property['parcelId']),
    county: textOf(property['county']),
    address: addressOf(property),
    geo: filled<NonNullable<Property['geo']>>({
      latitude: numberOf(property['latitude']),
      longitude: numberOf(property['longitude']),
    }),
    description: textOf(property['description']),
    highlights: highlightsOf(property),
    photos: photosOf(property),
    daysOnSite: wholeOf(property['daysOnZillow']),
    views: wholeOf(property['pageViewCount']),
    saves: wholeOf(property['favoriteCount']),
    estimate: estimateOf(property),
    agentInfo: readAgent(property),
    priceHistory: readPriceHistory(property),
    taxHistory: readTaxHistory(property),
    mortgage: readMortgage(property),
    schools: schoolsOf(property),
  });
};
