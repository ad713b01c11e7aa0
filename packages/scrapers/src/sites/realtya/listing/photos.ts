import { at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';

/** Photos of one home that are given. */
export const MAX_PHOTOS = 200;

const CDN = 'https://ssl.cdn-redfin.com';

interface PhotoRange {
  readonly first: number;
  readonly last: number;
  readonly version: string;
}

/** Ranges as a text has them: `0:2,1-8:0`. */
const rangesOfText = (text: string): readonly PhotoRange[] =>
  text
    .slice(0, 2_000)
    .split(',')
    .flatMap((part) => {
      const [, first, last = first, version] = /^(\d{1,4})(?:-(\d{1,4}))?:(\w{1,8})$/.exec(part.trim()) ?? [];
      return version === undefined ? [] : [{ first: Number(first), last: Number(last), version }];
    });

const rangesOfList = (list: Json): readonly PhotoRange[] =>
  itemsOf(list)
    .slice(0, MAX_PHOTOS)
    .flatMap((range) => {
      const [first, last, version] = [
        numberOf(at(range, 'startPos')),
        numberOf(at(range, 'endPos')),
        textOf(at(range, 'version')),
      ];
      return first === undefined || last === undefined || version === undefined ? [] : [{ first, last, version }];
    });

const placesOf = (ranges: readonly PhotoRange[]): readonly (readonly [number, string])[] => {
  const places: (readonly [number, string])[] = [];
  for (const { first, last, version } of ranges) {
    for (let place = first; place <= last && places.length < MAX_PHOTOS; place += 1) places.push([place, version]);
  }
  return places;
};

const filled = (photos: readonly string[]): readonly string[] | undefined => (photos.length > 0 ? photos : undefined);

/** Photos that the site's own photographers took, in the order of their showing. */
const ownPhotos = (own: Json): readonly string[] | undefined => {
  const group = textOf(at(own, 'groupCode'));
  if (group === undefined) return undefined;
  const places = itemsOf(at(own, 'positionSpec')).filter((place) => numberOf(place) !== undefined);
  return filled(
    places.slice(0, MAX_PHOTOS).map((place) => `${CDN}/system_files/media/${group}/item_${String(place)}.jpg`),
  );
};

/** Addresses of a listing's photos, which a card gives by source, number and ranges alone. */
export const photosOfCard = (home: Json): readonly string[] | undefined => {
  const own = ownPhotos(at(home, 'alternatePhotosInfo'));
  if (own) return own;
  const [source, mls, ranges] = [
    numberOf(at(home, 'dataSourceId')),
    textOf(at(home, 'mlsId', 'value')) ?? textOf(at(home, 'mlsId')),
    textOf(at(home, 'photos', 'value')),
  ];
  const isNamed = source !== undefined && mls !== undefined && /^[\w.-]+$/.test(mls);
  if (!isNamed || ranges === undefined) return undefined;
  const folder = `${CDN}/photo/${source}/bigphoto/${mls.slice(-3)}/${mls}`;
  return filled(
    placesOf(rangesOfText(ranges)).map(([place, version]) =>
      place === 0 ? `${folder}_${version}.jpg` : `${folder}_${place}_${version}.jpg`,
    ),
  );
};

/** Addresses of the photos of a building with homes for rent. */
export const photosOfRental = (rentalId: string, ranges: Json): readonly string[] | undefined =>
  filled(
    placesOf(rangesOfList(ranges)).map(
      ([place, version]) => `${CDN}/photo/rent/${rentalId}/islphoto/genIsl.${place}_${version}.jpg`,
    ),
  );

/** Addresses of the photos on a property's page. */
export const photosOfPage = (photos: Json): readonly string[] | undefined =>
  filled(
    itemsOf(photos)
      .slice(0, MAX_PHOTOS)
      .map((photo) => {
        const urls = at(photo, 'photoUrls');
        return textOf(at(urls, 'fullScreenPhotoUrl')) ?? textOf(at(urls, 'nonFullScreenPhotoUrl'));
      })
      .filter((url) => url !== undefined && URL.canParse(url))
      .map(String),
  );
