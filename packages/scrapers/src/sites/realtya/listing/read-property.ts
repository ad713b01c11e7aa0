import { defined, isObject, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { PageAnswers } from './api-answers.js';
import { addressLine, daysOf, homeTypeOf, momentOf, plainText, statusOf } from './home-words.js';
import type { Address, Property } from './listing.js';
import { photosOfPage } from './photos.js';
import { readBuilding } from './read-building.js';
import {
  readDetails,
  readNearby,
  readOpenHouses,
  readPriceHistory,
  readSchools,
  readTaxHistory,
} from './read-details.js';
import { idOfUrl, urlOf } from './read-home.js';

const ABOVE = /\/home\/details\/aboveTheFold(?:\?|$)/;
const BELOW = /\/home\/details\/belowTheFold(?:\?|$)/;
const HOUSE = /\/home\/details\/mainHouseInfoPanelInfo(?:\?|$)/;
const SCHOOLS = /\/(?:belowTheFold\/schoolsAndDistrictsInfo|rentals\/schoolsAndDistricts)(?:\?|$)/;
const AROUND = /\/home\/details\/aroundThisHomeSectionInfo(?:\?|$)/;
const AVM = /\/home\/details\/avm(?:\?|$)/;
const RENT_ESTIMATE = /\/home\/details\/rental-estimate(?:\?|$)/;
const INITIAL = /\/home\/details\/initialInfo(?:\?|$)/;
const POPULARITY = /\/home\/details\/popularityInfo(?:\?|$)/;

const addressOf = (section: Json): Address =>
  defined({
    street: textOf(at(section, 'streetAddress', 'assembledAddress')),
    city: textOf(at(section, 'city')),
    state: textOf(at(section, 'state')),
    zipcode: textOf(at(section, 'zip')),
  });

const agentOf = (house: Json, below: Json): Property['agentInfo'] => {
  const [agent] = itemsOf(at(house, 'mainHouseInfo', 'listingAgents'));
  const source = at(below, 'amenitiesInfo', 'mlsDisclaimerInfo');
  const info = defined<NonNullable<Property['agentInfo']>>({
    agentName: textOf(at(agent, 'agentInfo', 'agentName')) ?? textOf(at(source, 'listingAgentName')),
    agentPhoneNumber: textOf(at(source, 'listingAgentNumber')),
    brokerName: textOf(at(agent, 'brokerName')) ?? textOf(at(source, 'listingBrokerName')),
    brokerPhoneNumber: textOf(at(source, 'listingBrokerNumber')),
  });
  return Object.keys(info).length > 0 ? info : undefined;
};

const estimateOf = (section: Json, answers: PageAnswers): JsonObject | undefined => {
  const avm = answers.find(AVM);
  const rent = at(answers.find(RENT_ESTIMATE), 'rentalEstimateInfo');
  const rentEstimate = defined<JsonObject>({
    value: amountOf(at(rent, 'predictedValue')),
    low: amountOf(at(rent, 'predictedValueLow')),
    high: amountOf(at(rent, 'predictedValueHigh')),
  });
  const estimate = defined<JsonObject>({
    value: amountOf(at(avm, 'predictedValue')) ?? amountOf(at(section, 'avmInfo', 'predictedValue')),
    rentEstimate: Object.keys(rentEstimate).length > 0 ? rentEstimate : undefined,
  });
  return Object.keys(estimate).length > 0 ? estimate : undefined;
};

const factsOf = (house: Json): readonly JsonObject[] | undefined => {
  const facts = itemsOf(at(house, 'mainHouseInfo', 'selectedAmenities'))
    .slice(0, 100)
    .map((fact) =>
      defined<JsonObject>({ factLabel: textOf(at(fact, 'header')), factValue: textOf(at(fact, 'content')) }),
    )
    .filter((fact) => fact['factValue'] !== undefined);
  return facts.length > 0 ? facts : undefined;
};

/** Monthly dues of an association, among the facts of the home: `$250/month`. */
const hoaOf = (facts: readonly JsonObject[] = []): number | undefined => {
  const fact = facts.find(({ factLabel }) => /^HOA dues$/i.test(textOf(factLabel) ?? ''));
  const [, dues] = /^\$(\d[\d,]*(?:\.\d{1,2})?)\s?\/\s?mo(?:nth)?\b/i.exec(textOf(fact?.['factValue']) ?? '') ?? [];
  return dues === undefined ? undefined : amountOf(Number(dues.replaceAll(',', '')));
};

const viewsOf = (answers: PageAnswers): Property['viewsActivity'] => {
  const views = amountOf(at(answers.find(POPULARITY), 'numHomeViews'));
  return views === undefined ? undefined : { views };
};

/** The facts in the head of the page. */
const headOf = (section: Json, initial: Json, house: Json): Property | undefined => {
  const url = urlOf(at(section, 'url')) ?? urlOf(at(house, 'mainHouseInfo', 'url'));
  const id =
    numberOf(at(initial, 'propertyId')) ?? numberOf(at(section, 'avmInfo', 'propertyId')) ?? idOfUrl(url ?? '');
  if (id === undefined || url === undefined) return undefined;
  const address = addressOf(section);
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) => numberOf(at(section, 'latLong', key)));
  return defined({
    id,
    mlsId: textOf(at(house, 'mainHouseInfo', 'mlsId')) ?? textOf(at(initial, 'mlsId')),
    url,
    homeType: homeTypeOf(at(section, 'propertyType')),
    status: statusOf(at(section, 'status', 'displayValue'), at(section, 'searchStatus')),
    price: amountOf(at(section, 'priceInfo', 'amount')) ?? amountOf(at(section, 'latestPriceInfo', 'amount')),
    beds: numberOf(at(section, 'beds')),
    baths: numberOf(at(section, 'baths')),
    area: amountOf(at(section, 'sqFt', 'value')),
    lotSize: amountOf(at(section, 'lotSize')),
    yearBuilt: amountOf(at(section, 'yearBuilt')),
    daysOnSite: daysOf(numberOf(at(section, 'timeOnRedfin'))),
    addressRaw: addressLine(address),
    address: Object.keys(address).length > 0 ? address : undefined,
    latitude,
    longitude,
    geo: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
  });
};

/** Reads the page of one property or building; undefined for other pages. */
export const readProperty = (answers: PageAnswers): Property | undefined => {
  const above = answers.find(ABOVE);
  const section = at(above, 'addressSectionInfo');
  if (!isObject(section)) return undefined;
  const [below, house] = [answers.find(BELOW), answers.find(HOUSE)];
  const head = headOf(section, answers.find(INITIAL), house);
  if (!head) return undefined;
  const rental = readBuilding(answers);
  // A building has no home type.
  const isBuilding = rental.id !== undefined;
  const facts = factsOf(house);
  const [remark] = itemsOf(at(house, 'mainHouseInfo', 'marketingRemarks'));
  return defined({
    ...head,
    homeType: isBuilding ? undefined : head.homeType,
    description: plainText(at(remark, 'marketingRemark')),
    photos: photosOfPage(at(above, 'mediaBrowserInfo', 'photos')),
    ...rental,
    propertyDetails: readDetails(below) ?? rental.propertyDetails,
    schools: readSchools(answers.find(SCHOOLS) ?? at(below, 'schoolsAndDistrictsInfo')),
    nearby: readNearby(answers.find(AROUND)),
    agentInfo: agentOf(house, below),
    viewsActivity: viewsOf(answers),
    openHouseSchedule: readOpenHouses(house),
    updatedAt: momentOf(at(house, 'mainHouseInfo', 'lastUpdatedDate')),
    priceHistory: readPriceHistory(below),
    taxHistory: readTaxHistory(below),
    siteEstimate: estimateOf(section, answers),
    atAGlanceFacts: facts,
    hoa: hoaOf(facts),
  });
};

/** Whether the site itself says that there is no such property. */
export const isGone = (answers: PageAnswers): boolean => numberOf(at(answers.find(INITIAL), 'responseCode')) === 404;
