import { defined, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import type { Property } from './property.js';
import { addressOf, geoOf, photosOf, schoolsOf } from './read-parts.js';
import { SITE } from './request.js';

/** Floor plans of a building, and units of a plan, that are given. */
export const MAX_PLANS = 200;
export const MAX_UNITS = 200;

type FloorPlan = NonNullable<Property['floorPlans']>[number];
type Unit = NonNullable<FloorPlan['units']>[number];

const LATEST_MS = Date.UTC(2100, 0, 1);

/** A day, from a date or from milliseconds. */
const dayOf = (value: Json): string | undefined => {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  if (text === undefined) return undefined;
  if (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)) return text.slice(0, 10);
  const timeMs = /^\d{12,13}$/.test(text) ? Number(text) : Number.NaN;
  return timeMs < LATEST_MS ? new Date(timeMs).toISOString().slice(0, 10) : undefined;
};

/** Prices are numbers, or texts such as `$5,200`. */
const priceOf = (value: Json): number | undefined =>
  statedAmount(value) ?? statedAmount(textOf(value)?.replace(/^\$/, '').replaceAll(',', ''));

const unitOf = (unit: Json): Unit =>
  defined<Unit>({
    unitNumber: textOf(at(unit, 'unitNumber')),
    price: priceOf(at(unit, 'price')),
    availableFrom: dayOf(at(unit, 'availableFrom')),
  });

const planOf = (plan: Json): FloorPlan => {
  const units = itemsOf(at(plan, 'units'))
    .slice(0, MAX_UNITS)
    .map(unitOf)
    .filter((unit) => Object.keys(unit).length > 0);
  return defined<FloorPlan>({
    name: textOf(at(plan, 'name')),
    beds: numberOf(at(plan, 'beds')),
    baths: numberOf(at(plan, 'baths')),
    area: amountOf(at(plan, 'sqft')),
    minPrice: priceOf(at(plan, 'minPrice')),
    maxPrice: priceOf(at(plan, 'maxPrice')),
    availableFrom: dayOf(at(plan, 'availableFrom')),
    units: units.length > 0 ? units : undefined,
  });
};

/** What the building and its homes have, each once. */
const amenitiesOf = (building: JsonObject): readonly string[] | undefined => {
  const details = building['amenityDetails'];
  const amenities = [
    ...itemsOf(at(details, 'unitFeatures')),
    ...itemsOf(at(details, 'customAmenities', 'rawAmenities')),
  ]
    .map(textOf)
    .filter((text) => text !== undefined);
  return amenities.length > 0 ? [...new Set(amenities)] : undefined;
};

/** A building with homes for rent as the response has it; undefined without an address of its own or an id. */
export const readBuilding = (building: JsonObject): Property | undefined => {
  const path = textOf(building['bdpUrl']);
  const id = textOf(building['lotId']) ?? amountOf(building['lotId'])?.toString();
  const url = path === undefined ? null : URL.parse(path, SITE);
  if (id === undefined || !url) return undefined;
  const plans = itemsOf(building['floorPlans'])
    .slice(0, MAX_PLANS)
    .map(planOf)
    .filter((plan) => Object.keys(plan).length > 0);
  const isPriced = plans.some(
    ({ minPrice, units = [] }) => minPrice !== undefined || units.some(({ price }) => price !== undefined),
  );
  return defined<Property>({
    id,
    url: new URL(url.pathname, SITE).href,
    buildingName: textOf(building['buildingName']),
    buildingPhoneNumber: textOf(building['buildingPhoneNumber']),
    homeType: textOf(building['buildingType']),
    currency: isPriced ? textOf(building['currency']) : undefined,
    county: textOf(building['county']),
    address: addressOf(building),
    geo: geoOf(building),
    description: textOf(building['description']),
    highlights: amenitiesOf(building),
    photos: photosOf(building),
    schools: schoolsOf({ schools: building['assignedSchools'] }),
    floorPlans: plans.length > 0 ? plans : undefined,
  });
};
