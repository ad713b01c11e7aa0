import { definedOrNone, type JsonObject } from '@quarry/html';
import { at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { Property } from './property.js';

export const MAX_PHOTOS = 500;

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

const PHOTO_LISTS = ['responsivePhotos', 'originalPhotos', 'photos', 'galleryPhotos', 'hugePhotos'];

/** Photos of a property or a building, each once. */
export const photosOf = (property: JsonObject): string[] | undefined => {
  for (const name of PHOTO_LISTS) {
    const photos = itemsOf(property[name])
      .map(widest)
      .filter((url) => url !== undefined);
    if (photos.length > 0) return [...new Set(photos)].slice(0, MAX_PHOTOS);
  }
  const single = textOf(property['hiResImageLink']);
  return single === undefined ? undefined : [single];
};

export const addressOf = (property: JsonObject): Property['address'] => {
  const stated = (key: string): string | undefined => textOf(at(property, 'address', key)) ?? textOf(property[key]);
  return definedOrNone({
    street: stated('streetAddress'),
    city: stated('city'),
    state: stated('state'),
    zipcode: stated('zipcode'),
    county: textOf(property['county']),
  });
};

export const geoOf = (property: JsonObject): Property['geo'] =>
  definedOrNone<NonNullable<Property['geo']>>({
    latitude: numberOf(property['latitude']),
    longitude: numberOf(property['longitude']),
  });

type Schools = NonNullable<Property['schools']>;

export const schoolsOf = (property: JsonObject): Schools | undefined => {
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
    definedOrNone({ name: fact(names) ?? nearest(level), district: fact([district]) });
  return definedOrNone({
    elementarySchool: school('Elementary', ['elementarySchool'], 'elementarySchoolDistrict'),
    middleSchool: school('Middle', ['middleOrJuniorSchool', 'middleSchool'], 'middleOrJuniorSchoolDistrict'),
    highSchool: school('High', ['highSchool'], 'highSchoolDistrict'),
  });
};
