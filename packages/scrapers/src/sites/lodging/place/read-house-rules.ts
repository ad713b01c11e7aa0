import { definedOrNone, isObject, type JsonObject } from '@quarry/html';
import type { ApolloStore } from '../../shared/apollo-store.js';
import { at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';

const rangeOf = (range: Json) =>
  definedOrNone<JsonObject>({ from: textOf(at(range, 'fromFormatted')), until: textOf(at(range, 'untilFormatted')) });

const flag = (value: Json, name: string): boolean | undefined => {
  const found = at(value, name);
  return typeof found === 'boolean' ? found : undefined;
};

const PETS: ReadonlyMap<string | undefined, boolean> = new Map([
  ['NO', false],
  ['YES', true],
]);

const readChildren = (store: ApolloStore, policy: Json) =>
  isObject(policy)
    ? definedOrNone<JsonObject>({
        allowed: flag(policy, 'allowChildren'),
        minAge: numberOf(at(policy, 'minChildrenAge')),
        cribs: flag(policy, 'allowCribs'),
        extraBeds: flag(policy, 'allowExtraBeds'),
        prices: readChildPrices(store, policy),
      })
    : undefined;

/** Ages by which the site means no limit. */
const NO_END = 255;

const readChildPrices = (store: ApolloStore, policy: Json) => {
  const rules = itemsOf(at(policy, 'childPolicyRules')).map((found) => {
    const rule = store.resolve(found);
    const to = numberOf(at(rule, 'ageTo'));
    return definedOrNone<JsonObject>({
      kind: textOf(at(rule, 'ruleType')),
      ageFrom: numberOf(at(rule, 'ageFrom')),
      ageTo: to === NO_END ? undefined : to,
      price: textOf(at(rule, 'localizedPrice')),
      per: textOf(at(rule, 'priceMode')),
    });
  });
  const stated = rules.filter((rule) => rule !== undefined);
  return stated.length > 0 ? stated : undefined;
};

/** Check-in, check-out and house rules. */
export const readHouseRules = (store: ApolloStore, property: Json, full: Json) => {
  const rules = store.at(property, 'houseRules');
  if (!isObject(rules)) return undefined;
  const times = store.at(rules, 'checkinCheckoutTimes');
  const cards = itemsOf(store.at(rules, 'paymentMethods', 'acceptedCreditCards'))
    .map((card) => textOf(store.at(card, 'name')))
    .filter((name) => name !== undefined);
  const notes = itemsOf(at(property, 'finePrints'))
    .map(textOf)
    .filter((text) => text !== undefined);
  const phrases = [
    at(times, 'requireCreditCardAndPhotoIdPhrase'),
    at(times, 'requireNoticeOfArrivalTimePrase'),
    at(rules, 'checkinAgeRestriction', 'checkinAgeRestrictionPhrase'),
    at(rules, 'groups', 'groupLimitPhrase'),
    at(rules, 'smoking', 'smokingNotAllowedAllRoomsPhrase'),
    at(rules, 'quietHours', 'quietHoursPhrase'),
    at(rules, 'parties', 'partiesNotAllowedPhrase'),
    at(rules, 'curfew', 'curfewPhrase'),
  ]
    .map(textOf)
    .filter((text) => text !== undefined);
  const minAge = numberOf(at(rules, 'checkinAgeRestriction', 'minCheckinAge'));
  return definedOrNone<JsonObject>({
    checkIn: rangeOf(store.at(times, 'checkinTimeRange')),
    checkOut: rangeOf(store.at(times, 'checkoutTimeRange')),
    minCheckInAge: minAge === undefined || minAge === 0 ? undefined : minAge,
    petsAllowed: PETS.get(textOf(store.at(property, 'policies', 'pets', 'petsAllowed'))),
    children: readChildren(store, store.at(full, 'childAndBedPolicy')),
    paymentCards: cards.length > 0 ? cards : undefined,
    phrases: phrases.length > 0 ? phrases : undefined,
    finePrint: notes.length > 0 ? notes : undefined,
  });
};
