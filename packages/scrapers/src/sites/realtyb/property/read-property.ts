import { defined, definedOrNone, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { Property } from './property.js';
import { readAgent } from './read-agent.js';
import { readMortgage, readPriceHistory, readTaxHistory } from './read-history.js';
import { addressOf, geoOf, photosOf, schoolsOf } from './read-parts.js';
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

const wholeOf = (value: Json): number | undefined => {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
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

/** The site states how far the price may differ from its estimate, in percent. */
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
  return definedOrNone({
    estimate,
    estimatedSaleRange: saleRange(property, estimate),
    rentEstimate: amountOf(property['rentZestimate']),
  });
};

const areaOf = (property: JsonObject): Property['area'] => {
  const livingArea = amountOf(property['livingAreaValue']) ?? amountOf(property['livingArea']);
  // Some pages have the unit only in the text of the facts.
  const fact = /^[\d.,]+\s*(\D+)$/.exec(textOf(at(property, 'resoFacts', 'livingArea')) ?? '')?.[1];
  const isSqft = livingArea !== undefined && Number(at(property, 'adTargets', 'sqft')) === livingArea;
  const units =
    textOf(property['livingAreaUnits']) ??
    textOf(property['livingAreaUnitsShort']) ??
    textOf(fact) ??
    (isSqft ? 'Square Feet' : undefined);
  return livingArea === undefined ? undefined : definedOrNone({ livingArea, livingAreaUnits: units });
};

const lotSizeOf = (property: JsonObject): JsonObject | undefined => {
  const value = amountOf(property['lotAreaValue']);
  const units = textOf(property['lotAreaUnits']);
  return value === undefined || units === undefined ? undefined : { value, units };
};

const feesOf = (property: JsonObject): Property['fees'] => {
  const fee = amountOf(property['monthlyHoaFee']);
  return fee === undefined ? undefined : { monthlyHoaFee: property['currency'] === 'USD' ? `$${fee}` : String(fee) };
};

/** The property as the response has it; undefined without an id. */
export const readProperty = (property: JsonObject): Property | undefined => {
  const id = Number(property['zpid']);
  const path = textOf(property['hdpUrl']) ?? `/homedetails/${id}_zpid/`;
  if (!Number.isSafeInteger(id) || id <= 0 || !URL.canParse(path, SITE)) return undefined;
  const price = amountOf(property['price']);
  return defined({
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
    geo: geoOf(property),
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
