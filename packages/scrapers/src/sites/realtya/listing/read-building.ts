import { defined, isObject, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { PageAnswers } from './api-answers.js';
import { plainText } from './home-words.js';
import type { Entry, Property } from './listing.js';
import { readEntry } from './read-home.js';

const CARDS = /\/v\d+\/rentals\/homecards(?:\?|$)/;
const ABOUT = /\/v\d+\/rentals\/[\w-]+\/about(?:\?|$)/;
const AMENITIES = /\/v\d+\/rentals\/[\w-]+\/amenities(?:\?|$)/;
const PLANS = /\/v\d+\/rentals\/[\w-]+\/floorPlans(?:\?|$)/;

/** Entries of one list of a building that are given. */
export const MAX_ENTRIES = 500;

const valuesOf = (list: Json): readonly JsonObject[] =>
  itemsOf(list)
    .slice(0, MAX_ENTRIES)
    .map(textOf)
    .filter((value) => value !== undefined)
    .map((value) => ({ value }));

const detailsOf = (amenities: Json): JsonObject | undefined => {
  const [unit, community] = [valuesOf(at(amenities, 'unitAmenities')), valuesOf(at(amenities, 'communityAmenities'))];
  const details = defined<JsonObject>({
    interior: unit.length > 0 ? [{ 'Unit amenities': unit }] : undefined,
    community: community.length > 0 ? [{ 'Community amenities': community }] : undefined,
  });
  return Object.keys(details).length > 0 ? details : undefined;
};

const spanOf = (plan: Json, name: string): JsonObject | undefined => {
  const [min, max] = [amountOf(at(plan, `${name}Min`)), amountOf(at(plan, `${name}Max`))];
  return min === undefined && max === undefined ? undefined : defined({ min, max });
};

const planOf = (plan: Json): JsonObject =>
  defined({
    name: textOf(at(plan, 'name')),
    status: textOf(at(plan, 'status')),
    beds: numberOf(at(plan, 'bedrooms')),
    fullBaths: numberOf(at(plan, 'fullBaths')),
    halfBaths: numberOf(at(plan, 'halfBaths')),
    price: spanOf(plan, 'rentPrice'),
    area: spanOf(plan, 'sqft'),
    availableUnits: numberOf(at(plan, 'availableUnits')),
  });

/** Plans of all homes, each once: the site's first group has every one, those behind it have them again by bedrooms. */
const plansOf = (plans: Json): readonly JsonObject[] | undefined => {
  const [all] = itemsOf(at(plans, 'unitTypesByBedroom'));
  const found = [...itemsOf(at(all, 'availableUnitTypes')), ...itemsOf(at(all, 'unavailableUnitTypes'))]
    .slice(0, MAX_ENTRIES)
    .map(planOf);
  return found.length > 0 ? found : undefined;
};

/** What the page of a building with homes for rent has besides; empty on other pages. */
export const readBuilding = (answers: PageAnswers): Partial<Property> => {
  const about = answers.find(ABOUT);
  if (!isObject(about)) return {};
  const [home] = itemsOf(at(answers.find(CARDS), 'homes'));
  const entry: Partial<Entry> = readEntry(home) ?? {};
  return defined({
    ...entry,
    description: plainText(about['description']) ?? entry.description,
    propertyDetails: detailsOf(answers.find(AMENITIES)),
    floorPlans: plansOf(answers.find(PLANS)),
  });
};
