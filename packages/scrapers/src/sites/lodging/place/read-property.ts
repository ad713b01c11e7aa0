import {
  allBelow,
  definedOrNone,
  firstBelow,
  isObject,
  type JsonObject,
  normalizeText,
  parseDocument,
  readLines,
  readText,
} from '@quarry/html';
import { isOfType, linkedDataOf } from '../../shared/linked-data.js';
import type { ApolloStore } from '../../shared/apollo-store.js';
import { partsOf } from '../test-ids.js';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { Overview } from './place.js';

const MAX_PHOTOS = 500;

/** Types of schema.org that the site uses for lodgings. */
const LODGINGS: ReadonlySet<string> = new Set([
  ...['Hotel', 'LodgingBusiness', 'Hostel', 'Motel', 'Resort', 'BedAndBreakfast', 'Campground', 'VacationRental'],
  ...['Apartment', 'House', 'Accommodation'],
]);

export const lodgingOf = (source: string): JsonObject | undefined =>
  linkedDataOf(source).find((value) => isOfType(value, LODGINGS));

/** A part of a page, from its mark to the end of its list. */
const listBehind = (source: string, mark: string): string[] => {
  const begin = source.indexOf(mark);
  const end = begin === -1 ? -1 : source.indexOf('</ul>', begin);
  if (end === -1) return [];
  const { root } = parseDocument(source.slice(source.lastIndexOf('<', begin), end));
  const items = allBelow(root, ({ name }) => name === 'li').map((item) => textOf(readText(item)));
  return [...new Set(items.filter((text) => text !== undefined))];
};

const shownDescription = (source: string): string | undefined => {
  const open =
    /<(\w{1,10})\b[^>]{0,300}\b(?:data-testid="property-description"|id="property_description_content")[^>]{0,300}>/.exec(
      source,
    );
  const end = open ? source.indexOf(`</${open[1]}>`, open.index) : -1;
  if (!open || end === -1) return undefined;
  return textOf(readLines(parseDocument(source.slice(open.index, end)).root).join('\n'));
};

/** A value that the page assigns to one of its own variables. */
export const variableOf = (source: string, name: string): string | undefined =>
  textOf(new RegExp(`\\b${name}["']?\\s{0,3}[:=]\\s{0,3}(["'])([^"'\\n]{1,200})\\1`).exec(source)?.[2]);

/** Sizes of a photo by preference: the largest first. */
const widthOf = (key: string): number => Number(/max(\d{3,4})/.exec(key)?.[1] ?? 0);

const photoUrl = (photo: Json): string | undefined => {
  if (!isObject(photo)) return undefined;
  const sizes = Object.keys(photo)
    .filter((key) => key.startsWith('resource('))
    .sort((first, second) => widthOf(second) - widthOf(first));
  return sizes.map((key) => textOf(at(photo, key, 'absoluteUrl'))).find((url) => url?.startsWith('https://'));
};

const readPhotos = (store: ApolloStore, property: Json): string[] => {
  const galleries = store.called(property, 'propertyGallery');
  const photos = galleries
    .flatMap((gallery) => itemsOf(at(gallery, 'mainGalleryPhotos')))
    .slice(0, MAX_PHOTOS)
    .map((photo) => store.resolve(photo));
  // Many entries can lead to one record of many sizes.
  const urls = [...new Set(photos)].map(photoUrl);
  return [...new Set(urls.filter((url) => url !== undefined))];
};

const titlesOf = (store: ApolloStore, lists: readonly Json[]): string[] => {
  const titles = lists
    .flatMap(itemsOf)
    .map((entity) => store.resolve(entity))
    .flatMap((entity) => [
      textOf(at(entity, 'title')),
      ...itemsOf(at(entity, 'instances')).map((one) => textOf(store.at(one, 'title'))),
    ]);
  return [...new Set(titles.filter((title) => title !== undefined))];
};

export interface Facility {
  readonly name: string;
  readonly group?: string;
}

const GROUP = 'data-testid="facility-group-container"';
/** Longest group of facilities in a page's source, with the drawings beside them. */
const MAX_GROUP_CHARS = 60_000;

/** Facilities as the page groups them. */
const shownFacilities = (source: string): Facility[] => {
  const begin = source.indexOf(GROUP);
  if (begin === -1) return [];
  const end = source.lastIndexOf(GROUP) + MAX_GROUP_CHARS;
  const { root } = parseDocument(source.slice(source.lastIndexOf('<', begin), end));
  return partsOf(root, 'facility-group-container').flatMap((container) => {
    const heading = firstBelow(container, ({ name }) => /^h[2-5]$/.test(name));
    const group = heading && textOf(readText(heading));
    const items = allBelow(container, ({ name }) => name === 'li').map((item) => textOf(readText(item)));
    const names = items.filter((name) => name !== undefined);
    return names.map((name) => (group === undefined ? { name } : { name, group }));
  });
};

/** Facilities of the whole property, each once: as the page groups them, else by its state. */
export const readFacilities = ({ store, property, source }: PropertyParts): Facility[] => {
  const shown = shownFacilities(source);
  if (shown.length > 0 || !store) return shown;
  const lists = [
    ...store.called(property, 'highlights').map((list) => at(list, 'entities')),
    ...store.called(property, 'facilities'),
    ...store.called(property, 'commonAmenities'),
  ];
  return titlesOf(store, lists).map((name) => ({ name }));
};

const addressOf = (linked: JsonObject | undefined, location: Json): Overview['address'] => {
  const address = at(linked, 'address');
  return definedOrNone({
    streetAddress: textOf(at(location, 'formattedAddress')) ?? textOf(at(address, 'streetAddress')),
    city: textOf(at(location, 'city')),
    region: textOf(at(address, 'addressRegion')),
    country: textOf(at(address, 'addressCountry')),
    countryCode: textOf(at(location, 'countryCode')),
    zipcode: textOf(at(address, 'postalCode')),
  });
};

const LATLNG = /\bdata-atlas-latlng="(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)"/;

const coordinatesOf = (location: Json, source: string): Overview['coordinates'] => {
  const shown = LATLNG.exec(source);
  const latitude = numberOf(at(location, 'latitude')) ?? (shown ? Number(shown[1]) : undefined);
  const longitude = numberOf(at(location, 'longitude')) ?? (shown ? Number(shown[2]) : undefined);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
};

export interface PropertyParts {
  readonly store: ApolloStore | undefined;
  readonly property: Json;
  readonly full: Json;
  readonly linked: JsonObject | undefined;
  readonly source: string;
}

const orAbsent = (list: readonly string[]): readonly string[] | undefined => (list.length > 0 ? list : undefined);

const listed = (store: ApolloStore | undefined, read: (store: ApolloStore) => readonly string[]): readonly string[] =>
  store ? read(store) : [];

/** The overview of a property; undefined where the page has none. */
export const readOverview = ({ store, property, full, linked, source }: PropertyParts): Overview | undefined => {
  const basic = store?.at(full, 'basicPropertyData');
  const location = store?.at(basic, 'location');
  const id = amountOf(at(property, 'id')) ?? amountOf(at(basic, 'id')) ?? variableOf(source, 'b_hotel_id');
  const title =
    textOf(at(property, 'name')) ??
    textOf(at(basic, 'name')) ??
    textOf(at(linked, 'name')) ??
    variableOf(source, 'b_hotel_name');
  if (id === undefined || title === undefined) return undefined;
  const stars = amountOf(store?.at(full, 'starRating', 'value'));
  const shown = listBehind(source, 'data-testid="property-most-popular-facilities-wrapper"');
  const popular =
    shown.length > 0
      ? shown
      : listed(store, (one) =>
          titlesOf(
            one,
            one.called(property, 'highlights').map((list) => at(list, 'entities')),
          ),
        );
  const highlights = listed(store, (one) =>
    titlesOf(
      one,
      one
        .called(property, 'accommodationHighlights')
        .flatMap(itemsOf)
        .map((group) => at(group, 'entities')),
    ),
  );
  const photos = listed(store, (one) => readPhotos(one, property));
  const image = textOf(at(linked, 'image'));
  return definedOrNone({
    id: String(id),
    title: normalizeText(title),
    propertyType: textOf(store?.at(property, 'accommodationType', 'type')),
    rating: stars,
    address: addressOf(linked, location),
    description:
      shownDescription(source) ??
      textOf(store?.at(full, 'translation', 'description')) ??
      textOf(at(linked, 'description')),
    highlights: orAbsent(highlights),
    mostPopularFacilities: orAbsent(popular),
    photos: orAbsent(photos.length > 0 || image === undefined ? photos : [image]),
    coordinates: coordinatesOf(location, source),
  });
};
