import { z } from 'zod';
import { answer, anything, block, int, listOf, number, numbers, strings, string, texts } from '../answer.js';

const numberOrSpan = z.union([z.number(), block(numbers('min', 'max'))]).optional();

const shared = {
  id: z.union([z.int(), z.string()]),
  url: z.string(),
  ...strings('status', 'addressRaw'),
  address: block(strings('street', 'city', 'state', 'zipcode')).optional(),
  ...numbers('latitude', 'longitude'),
  price: numberOrSpan,
  beds: numberOrSpan,
  baths: numberOrSpan,
  area: numberOrSpan,
  photos: texts,
};

/** A home for sale or sold, or a building with homes for rent. */
const entry = block({
  ...shared,
  ...strings('mlsId', 'homeType', 'description', 'propertyName', 'agentEmail', 'agentPhone', 'soldDate'),
  ...numbers('yearBuilt', 'daysOnSite', 'availableUnits'),
  lotSize: anything,
  hoa: anything,
  atAGlanceFacts: anything,
  /** Announced visits: start and end. */
  openHouseSchedule: anything,
});

/** The one property that matches an address or building keyword. */
const property = block({
  ...entry.shape,
  propertyDetails: anything,
  /** For a building with homes for rent. */
  floorPlans: anything,
  schools: anything,
  nearby: anything,
  agentInfo: block(strings('agentName', 'agentPhoneNumber', 'brokerName', 'brokerPhoneNumber')).optional(),
  viewsActivity: block({ views: number, favorites: number }).optional(),
  updatedAt: string,
  geo: block(numbers('latitude', 'longitude')).optional(),
  priceHistory: anything,
  taxHistory: anything,
  siteEstimate: anything,
});

/** Either `properties` with the data of the search, or `property` alone. */
export const realtyaListingResult = answer({
  searchInformation: block({ totalResults: int }).optional(),
  properties: listOf(entry),
  property: property.optional(),
  pagination: block({
    currentPage: int,
    nextPage: string,
    otherPages: z.record(z.string(), z.string()).optional(),
  }).optional(),
});
