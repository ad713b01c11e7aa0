import { isObject, type JsonObject } from '@quarry/html';
import { bare, cleanText } from '../concepts/words.js';
import type { ValueKind } from '../concepts/concept.js';

const scalar = (value: unknown): string | undefined => {
  if (typeof value === 'string') return cleanText(value) || undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
};

const first = (entity: JsonObject, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    for (const value of [entity[key]].flat()) {
      const text = isObject(value) ? scalar(value['name'] ?? value['@value']) : scalar(value);
      if (text !== undefined) return text;
    }
  }
  return undefined;
};

const ADDRESS = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];

const addressText = (entity: JsonObject, keys: readonly string[] = ADDRESS): string | undefined => {
  const { address } = entity;
  if (typeof address === 'string') return cleanText(address) || undefined;
  const holder = isObject(address) ? address : entity;
  const parts: string[] = [];
  for (const key of keys) {
    const part = first(holder, [key]);
    if (key === 'addressCountry' && !/\p{L}/u.test(part ?? '')) continue;
    // Many pages repeat the whole address, or its first part, in the fields of its parts.
    if (part !== undefined && !parts.some((known) => bare(known).includes(bare(part)))) parts.push(part);
  }
  const street = first(holder, ['streetAddress']) ?? '';
  const postalCode = first(holder, ['postalCode']);
  const isWhole = postalCode !== undefined && bare(street).includes(bare(postalCode)) && street.includes(',');
  return isWhole ? street : parts.join(', ') || undefined;
};

const placeText = (entity: JsonObject): string | undefined =>
  first(entity, ['name']) ?? addressText(entity, ADDRESS.slice(1));

const quantity = (entity: JsonObject): string | undefined => {
  const { value } = entity;
  const holder = isObject(value) ? value : entity;
  const [low, high, single] = [
    first(holder, ['minValue']),
    first(holder, ['maxValue']),
    first(holder, ['value', '@value']),
  ];
  const amount = low !== undefined && high !== undefined && low !== high ? `${low} - ${high}` : (single ?? low ?? high);
  if (amount === undefined) return undefined;
  const currency = first(entity, ['currency']) ?? first(holder, ['currency']);
  const unit = first(holder, ['unitText']) ?? first(entity, ['unitText']);
  return [currency, amount, unit === undefined ? undefined : currency === undefined ? unit : `/ ${unit}`]
    .filter((part) => part !== undefined)
    .join(' ');
};

const hours = (entity: JsonObject): string | undefined => {
  const { dayOfWeek } = entity;
  const days = [dayOfWeek]
    .flat()
    .map((day) => scalar(isObject(day) ? day['name'] : day)?.replace(/^.*[/#]/, ''))
    .filter(Boolean)
    .join(', ');
  const [opens, closes] = [scalar(entity['opens']), scalar(entity['closes'])];
  return opens !== undefined && closes !== undefined
    ? `${days === '' ? '' : `${days}: `}${opens}-${closes}`
    : undefined;
};

/** An entity as a text or number of the asked kind; undefined where it holds none. */
export const entityText = (entity: JsonObject, kind: ValueKind): string | undefined => {
  const type = [entity['@type']].flat().join(' ');
  if (kind === 'image' || kind === 'url')
    return first(entity, kind === 'image' ? ['contentUrl', 'url', '@id'] : ['url', '@id']);
  if (kind === 'address') return addressText(entity);
  if (/OpeningHours/.test(type)) return hours(entity);
  if (/LocationFeature/.test(type) && (entity['value'] === false || entity['value'] === 'false')) return undefined;
  if (/MonetaryAmount|Quantit/.test(type)) return quantity(entity);
  if (/Place|Business|Hotel/.test(type) || entity['address'] !== undefined) return placeText(entity);
  if (/PostalAddress/.test(type)) return addressText(entity, ADDRESS.slice(1));
  return first(entity, ['name', 'text', '@value', 'value', 'title', 'headline']) ?? quantity(entity);
};
