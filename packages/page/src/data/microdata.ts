import type { Element } from 'domhandler';
import { filled, isHidden, walk } from '@quarry/html';
import type { ConversionLimitName } from '../source/conversion-limits.js';
import type { MicrodataItem } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';

const URL_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  embed: 'src',
  iframe: 'src',
  source: 'src',
  track: 'src',
  object: 'data',
};
const MAX_VALUE_CHARS = 20_000;

interface OpenProperty {
  readonly element: Element;
  readonly names: readonly string[];
  readonly item: MicrodataItem;
  readonly parts: string[];
  length: number;
}

const words = (value: string | undefined): string[] => value?.split(/\s+/).filter((word) => word !== '') ?? [];

const add = (item: MicrodataItem, names: readonly string[], value: string | MicrodataItem): void => {
  for (const name of names) {
    const values = Object.hasOwn(item.properties, name) ? item.properties[name] : undefined;
    if (values) values.push(value);
    else if (name !== '__proto__') item.properties[name] = [value];
  }
};

const valueOf = (element: Element, source: PageSource): string | undefined => {
  const { content, datetime, value } = element.attribs;
  if (content !== undefined) return content;
  const attribute = URL_ATTRIBUTES[element.name];
  if (attribute !== undefined) {
    const raw = element.attribs[attribute];
    return raw === undefined ? '' : (source.urls.resolve(raw)?.href ?? raw);
  }
  if (element.name === 'time' && datetime !== undefined) return datetime;
  if ((element.name === 'data' || element.name === 'meter') && value !== undefined) return value;
  return element.name === 'meta' ? '' : undefined;
};

/** Top-level microdata items with their nested ones, read in one walk (`itemref` is not followed). */
export const readMicrodata = (source: PageSource): MicrodataItem[] => {
  const top: MicrodataItem[] = [];
  const items: { readonly element: Element; readonly item: MicrodataItem }[] = [];
  const properties: OpenProperty[] = [];
  let count = 0;

  const limitReached = (): ConversionLimitName | undefined => {
    if (count >= source.limits.maxDataItems) return 'maxDataItems';
    return items.length >= source.limits.maxDataDepth ? 'maxDataDepth' : undefined;
  };

  const openItem = (element: Element, names: readonly string[]): void => {
    const { itemtype, itemid } = element.attribs;
    const item = filled<MicrodataItem>({ type: words(itemtype), id: itemid, properties: {} });
    const parent = items.at(-1)?.item;
    if (parent && names.length > 0) add(parent, names, item);
    else top.push(item);
    items.push({ element, item });
    count += 1;
  };

  walk(source.root, {
    enter: (element) => {
      if (element.name === 'script' || element.name === 'style' || element.name === 'template') return false;
      const names = words(element.attribs['itemprop']);
      if (element.attribs['itemscope'] !== undefined) {
        // Properties of an omitted item do not belong to the item around it.
        const limit = limitReached();
        if (limit === undefined) openItem(element, names);
        else source.limitsHit.add(limit);
        return limit === undefined;
      }
      const item = items.at(-1)?.item;
      if (!item || names.length === 0) return true;
      const value = valueOf(element, source);
      if (value !== undefined) add(item, names, value.trim());
      else properties.push({ element, names, item, parts: [], length: 0 });
      return true;
    },
    leave: (element) => {
      const property = properties.at(-1);
      if (property?.element === element) {
        properties.pop();
        const text = property.parts.join('').replace(/\s+/g, ' ').trim();
        add(property.item, property.names, text);
        keepForOuter(properties.at(-1), text);
      }
      if (items.at(-1)?.element === element) items.pop();
    },
    text: (node) => {
      const property = properties.at(-1);
      if (property) keepForOuter(property, node.data);
    },
  });
  return top;
};

/** Text of an inner property belongs to the outer one too. */
const keepForOuter = (property: OpenProperty | undefined, text: string): void => {
  if (!property || property.length > MAX_VALUE_CHARS || isHidden(property.element)) return;
  property.parts.push(text);
  property.length += text.length;
};
