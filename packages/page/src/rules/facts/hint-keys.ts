import type { Element } from 'domhandler';
import { phraseKey, wordsOf } from '../concepts/words.js';

const MARKS = [
  'itemprop',
  'data-testid',
  'data-test',
  'data-test-id',
  'data-qa',
  'data-automation-id',
  'data-automation',
  'data-hook',
  'data-cy',
  'property',
  'id',
  'rel',
];
/** Words of markup that say nothing about the value. */
const EMPTY = new Set(
  (
    'text label value wrapper container block item items box css js content inner outer main card cell col column row span div field info data ' +
    'is has el element component module section area group line small large big lg md sm xs style styles root widget display view element ui u c m o a the product ' +
    'job event recipe article post entry listing result search detail details page single h1 h2 h3 link txt attr snippet testid test attribute provider jcs'
  ).split(' '),
);
const MAX_NAMES = 12;
const MAX_NAME_CHARS = 60;
const MAX_WORDS = 4;

const keyOf = (name: string): string | undefined => {
  const words = wordsOf(name).filter((word) => !/\d/.test(word));
  let start = 0;
  let end = words.length;
  while (start < end - 1 && EMPTY.has(words[start] ?? '')) start += 1;
  while (end > start + 1 && EMPTY.has(words[end - 1] ?? '')) end -= 1;
  const length = end - start;
  return length > 0 && length <= MAX_WORDS ? phraseKey(words.slice(start, end)) : undefined;
};

/** Keys of what elements' marks call their values; each name is read once. */
export class HintKeys {
  private readonly known = new Map<string, readonly string[]>();

  of(element: Element): readonly string[] {
    const { attribs } = element;
    const keys = new Set<string>();
    for (const mark of MARKS) {
      const value = attribs[mark];
      if (value !== undefined) for (const name of value.split(/\s+/, 3)) this.add(name, keys);
    }
    if (element.name === 'address') keys.add('address');
    const names = attribs['class'];
    if (names !== undefined) for (const name of names.split(/\s+/, MAX_NAMES)) this.add(name, keys);
    return [...keys];
  }

  private add(name: string, keys: Set<string>): void {
    if (name === '' || name.length > MAX_NAME_CHARS) return;
    let found = this.known.get(name);
    if (!found) {
      found = keysOf(name);
      if (this.known.size < MAX_KNOWN) this.known.set(name, found);
    }
    for (const key of found) keys.add(key);
  }
}

const MAX_KNOWN = 20_000;

const keysOf = (name: string): string[] => {
  const part = name.includes('__') ? name.slice(name.lastIndexOf('__') + 2).replace(/--.*$/, '') : '';
  return [keyOf(name), part === '' ? undefined : keyOf(part)].filter((key) => key !== undefined);
};
