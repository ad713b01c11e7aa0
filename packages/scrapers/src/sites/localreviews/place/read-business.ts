import { defined, isObject, type JsonObject } from '@quarry/html';
import { addressPart } from '../../../shared/address-part.js';
import { amountOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { ApolloStore } from '../../shared/apollo-store.js';
import { plainText, type FoundBusiness } from './find-business.js';
import type { Place } from './place.js';

/** Most items of one list of the answer. */
export const MAX_ITEMS = 200;

export const PLACE_FIELDS = [
  'address',
  'neighborhoods',
  'phone',
  'website',
  'price',
  'categories',
  'rating',
  'reviews',
  'operationHours',
  'features',
  'menu',
  'faqs',
  'reviewHighlights',
  'images',
] as const;

type Dish = NonNullable<NonNullable<Place['menu']>['popularDishes']>[number];
type Rows = readonly JsonObject[] | undefined;

const filled = <T>(rows: readonly T[]): readonly T[] | undefined =>
  rows.length > 0 ? rows.slice(0, MAX_ITEMS) : undefined;

const textsOf = (store: ApolloStore, value: Json): readonly string[] =>
  store
    .list(value)
    .map((item) => textOf(item))
    .filter((text) => text !== undefined);

const lines = (text: string | undefined): string | undefined =>
  text
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');

const addressOf = ({ store, business }: FoundBusiness): string | undefined => {
  const address = store.path(business, 'location', 'address');
  const formatted = textOf(store.field(address, 'formatted'));
  if (formatted !== undefined) return lines(formatted);
  const parts = ['addressLine1', 'addressLine2', 'addressLine3', 'city', 'regionCode', 'postalCode'];
  return textOf(
    parts
      .map((part) => textOf(store.field(address, part)))
      .filter((part) => part !== undefined)
      .join(', '),
  );
};

const WEEK = 'regularHoursMergedWithSpecialHoursForCurrentWeek';
const TODAY = 'regularHoursMergedWithSpecialHoursForCurrentDay';

const hoursOf = ({ store, business }: FoundBusiness): Place['operationHours'] => {
  const hours = store.field(business, 'operationHours');
  const week = store.list(store.field(hours, WEEK)).flatMap((day) => {
    const name = textOf(store.field(day, 'dayOfWeekShort'));
    const texts = textsOf(store, store.field(day, 'hours') ?? store.field(day, 'regularHours'));
    return name === undefined || texts.length === 0 ? [] : [{ day: name, hours: texts }];
  });
  const today = store.field(hours, TODAY);
  const isOpen = store.field(today, 'isCurrentlyOpen');
  const state = defined<JsonObject>({
    hours: filled(textsOf(store, store.field(today, 'hours'))),
    isOpen: typeof isOpen === 'boolean' ? isOpen : undefined,
  });
  if (week.length === 0) return undefined;
  return { hours: week, ...(Object.keys(state).length > 0 ? { today: state } : {}) };
};

const flag = (value: Json): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const featuresOf = ({ store, business }: FoundBusiness): Place['features'] => {
  const features = store
    .list(store.field(business, 'organizedProperties'))
    .flatMap((section) => store.list(store.field(section, 'properties')))
    .map((property) => ({
      title: textOf(store.field(property, 'displayText')),
      isActive: flag(store.field(property, 'isActive')),
    }));
  return filled(features.filter(({ title, isActive }) => title !== undefined && isActive !== undefined));
};

const photoUrl = (store: ApolloStore, photo: Json): string | undefined => textOf(store.path(photo, 'photoUrl', 'url'));

const dishesOf = ({ store, business }: FoundBusiness): readonly Dish[] | undefined => {
  const [dishes = []] = ['popularDishes', 'popularItems']
    .map((name) => store.list(store.field(business, name)))
    .filter(({ length }) => length > 0);
  const rows = dishes.map((dish) =>
    defined<Dish>({
      name: textOf(store.field(dish, 'name')) ?? textOf(store.field(dish, 'identifier')),
      rating: numberOf(store.field(dish, 'rating')),
      reviews: numberOf(store.field(dish, 'reviewCount')),
      photos: numberOf(store.field(dish, 'photoCount')),
      image: photoUrl(store, store.field(dish, 'primaryPhoto') ?? store.field(dish, 'photo')),
    }),
  );
  return filled(rows.filter(({ name }) => name !== undefined));
};

const faqsOf = ({ store, business }: FoundBusiness): Rows => {
  const own = store.list(store.path(business, 'bizFaq', 'faqs')).map((faq) => ({
    question: plainText(store.field(faq, 'questionText')),
    answers: [plainText(store.field(faq, 'answerText'))].filter((text) => text !== undefined),
  }));
  const asked = store.list(store.path(business, 'communityQuestions', 'edges')).map((edge) => {
    const node = store.field(edge, 'node');
    const answers = store.list(store.path(node, 'answers', 'edges')).map((answer) => store.field(answer, 'node'));
    return {
      question: plainText(store.path(node, 'text', 'full') ?? store.field(node, 'text')),
      answers: answers
        .map((answer) => plainText(store.path(answer, 'text', 'full') ?? store.field(answer, 'text')))
        .filter((text) => text !== undefined),
    };
  });
  return filled([...own, ...asked].filter(({ question }) => question !== undefined));
};

const highlightsOf = ({ store, business }: FoundBusiness): Rows => {
  const rows = store.list(store.field(business, 'reviewHighlights')).map((highlight) => {
    const nodes = store.list(store.field(highlight, 'snippetTextNodes')).map((node) => store.field(node, 'text'));
    return defined<JsonObject>({
      text: textOf(nodes.filter((text) => typeof text === 'string').join('')),
      count: numberOf(store.field(highlight, 'reviewCount')),
      photo: photoUrl(store, store.field(highlight, 'photo')),
    });
  });
  return filled(rows.filter(({ text }) => text !== undefined));
};

const imagesOf = ({ store, business }: FoundBusiness): readonly string[] | undefined => {
  const edges = store.list(store.path(business, 'media', 'orderedMediaItems', 'edges'));
  const photos = [...edges.map((edge) => store.field(edge, 'node')), store.field(business, 'primaryPhoto')];
  // The first one of the list is often the primary one, in another size.
  const byPhoto = new Map<string, string>();
  for (const url of photos.map((photo) => photoUrl(store, photo))) {
    const id = url?.replace(/\/[^/]*$/, '');
    if (url !== undefined && id !== undefined && !byPhoto.has(id)) byPhoto.set(id, url);
  }
  return filled([...byPhoto.values()]);
};

const websiteOf = ({ store, business }: FoundBusiness): string | undefined => {
  const website = store.path(business, 'externalResources', 'website');
  const url = textOf(isObject(website) ? store.field(website, 'url') : website);
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
};

/** The place as the response has it; undefined for one without a name. */
export const readBusiness = (found: FoundBusiness, host: string): Place | undefined => {
  const { store, business } = found;
  const name = textOf(business['name']);
  if (name === undefined) return undefined;
  const alias = textOf(business['alias']);
  const phone = store.path(business, 'phoneNumber', 'formatted');
  const neighborhoods = textsOf(store, store.path(business, 'location', 'neighborhoods'));
  const dishes = dishesOf(found);
  return defined({
    name,
    url: alias === undefined ? undefined : `https://${host}/biz/${addressPart(alias)}`,
    address: addressOf(found),
    neighborhoods: neighborhoods.length > 0 ? neighborhoods.join(', ') : undefined,
    country: textOf(store.path(business, 'location', 'country', 'code')),
    phone: textOf(phone) ?? textOf(store.path(business, 'meteredPhoneNumber', 'phoneText')),
    website: websiteOf(found),
    price:
      textOf(store.path(business, 'priceRange', 'display')) ??
      textOf(store.path(business, 'priceRange', 'description')),
    categories: filled(
      store
        .list(business['categories'])
        .map((category) => textOf(store.field(category, 'title')))
        .filter((title) => title !== undefined),
    ),
    // Zero means no ratings yet.
    rating: amountOf(business['rating']),
    reviews: numberOf(business['reviewCount']),
    isClaimed: flag(store.path(business, 'claimability', 'isClaimed')),
    isClaimable: flag(store.path(business, 'claimability', 'isClaimable')),
    operationHours: hoursOf(found),
    features: featuresOf(found),
    menu: dishes === undefined ? undefined : { popularDishes: dishes },
    faqs: faqsOf(found),
    reviewHighlights: highlightsOf(found),
    images: imagesOf(found),
    businessMap: textOf(store.path(business, 'map', 'src')),
  });
};
