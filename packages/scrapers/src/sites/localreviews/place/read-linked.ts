import { defined, isObject, type JsonObject } from '@quarry/html';
import { at, itemsOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import { linkedDataOf } from '../../shared/linked-data.js';
import { plainText } from './find-business.js';
import type { Place } from './place.js';
import { menuSections } from './read-menu.js';

const isPlace = (value: JsonObject): boolean =>
  textOf(value['name']) !== undefined && isObject(value['address']) && value['@type'] !== 'Organization';

const addressOf = (address: Json): string | undefined => {
  const text = (key: string): string | undefined => {
    const lines = textOf(at(address, key))?.split('\n') ?? [];
    return textOf(
      lines
        .map((line) => plainText(line))
        .filter(Boolean)
        .join(', '),
    );
  };
  const region = [text('addressRegion'), text('postalCode')].filter((part) => part !== undefined).join(' ');
  return textOf([text('streetAddress'), text('addressLocality'), region].filter(Boolean).join(', '));
};

const aliasOf = (source: string): string | undefined =>
  /<link\b[^>]{0,200}\brel=["']canonical["'][^>]{0,100}\bhref=["'][^"']{0,200}\/biz\/([^"'?#/]+)/i.exec(source)?.[1];

/** The place in the JSON-LD of a page without state. */
export const readLinked = (source: string, host: string): Place | undefined => {
  const data = linkedDataOf(source);
  const place = data.find(isPlace);
  const alias = aliasOf(source);
  const name = plainText(place?.['name']);
  if (!place || name === undefined || alias === undefined) return undefined;
  const section = menuSections(place, data);
  const images = [place['image'], ...itemsOf(place['image'])].map(textOf).filter((url) => url !== undefined);
  return defined({
    name,
    url: `https://${host}/biz/${alias}`,
    address: addressOf(place['address']),
    country: textOf(at(place, 'address', 'addressCountry')),
    phone: textOf(place['telephone']),
    price: textOf(place['priceRange']),
    rating: statedAmount(at(place, 'aggregateRating', 'ratingValue')),
    reviews: statedAmount(at(place, 'aggregateRating', 'reviewCount')),
    menu: section && { section },
    images: images.length > 0 ? images : undefined,
  });
};
