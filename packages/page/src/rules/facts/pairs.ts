import type { Element } from 'domhandler';
import { goesOnAsRange, isBlock, isRangeSign, moneyIn } from '@quarry/html';
import { RULES_LIMITS } from './limits.js';
import { cleanText, labelKey } from '../concepts/words.js';
import type { Shown } from './dom-facts.js';
import type { PartShape } from './groups.js';

export interface ReadElement {
  readonly element: Element;
  /** Lines, one per block. */
  readonly text: string;
  readonly kids: readonly PartShape[];
  readonly hasOwnText: boolean;
  readonly shown: Shown;
}

const COLON_LINE = /^([^:：\n]{1,48}?)\s*[:：]\s*(\S[^\n]*)$/;
const LABEL_TAGS = new Set(['strong', 'b', 'label', 'dt', 'th', 'em', 'span', 'h3', 'h4', 'h5', 'h6', 'small']);
const STRONG_TAGS = new Set(['strong', 'b', 'label', 'dt', 'th']);
const NUMBER_LABEL = /^(\d[\d.,]*\s?[kKmM]?\+?)\s*(\p{L}[\p{L}. ]{1,30}|m²|ft²)$/u;
const NUMERIC = /^[\d.,]+\s?[kKmM]?\+?$/;
const MAX_PHRASE_CHARS = 120;
const MAX_LABEL_WORDS = 6;
const MAX_LINES = 12;
/** Rows read of one element. */
const MAX_ROWS = 200;
const isLabel = (text: string): boolean =>
  text.length > 0 &&
  text.length <= RULES_LIMITS.labelChars &&
  /\p{L}/u.test(text) &&
  !/https?:?$/i.test(text) &&
  text.split(' ').length <= MAX_LABEL_WORDS;

/** Finds the labels of a page with their values: table rows, description lists, `Label: value` and label elements. */
export class PairCollector {
  readonly pairs = new Map<string, Shown[]>();
  private count = 0;
  /** Elements of a label and its value that only their position marks. */
  private readonly rows = new WeakMap<Element, { readonly key: string; readonly text: string }>();
  private term: string | undefined;

  read(read: ReadElement): void {
    const { name } = read.element;
    this.readRows(read.kids);
    if (name === 'dt') this.term = read.shown.text;
    else if (name === 'dd') {
      if (this.term !== undefined) this.add(this.term, read.shown);
    } else if (name === 'tr') this.readRow(read);
    else if (name !== 'dl' && name !== 'table' && name !== 'tbody') {
      this.readPhrases(read);
      this.readElement(read);
    }
  }

  private readRow({ kids, shown }: ReadElement): void {
    const cells = kids.filter(({ element }) => element.name === 'td' || element.name === 'th');
    const heads = cells.filter(({ element }) => element.name === 'th').length;
    const [label, value] = cells;
    if (!label || !value || cells.length !== 2 || heads > 1) return;
    this.add(label.text, {
      ...shown,
      text: value.text,
      element: value.element,
      isWeak: heads === 0 && !label.text.endsWith(':'),
    });
  }

  /** Several rows of one shape, each a label with its value, mark their labels as well as a table does. */
  private readRows(kids: readonly PartShape[]): void {
    if (kids.length < 2) return;
    const byShape = new Map<string, { readonly key: string; readonly text: string }[]>();
    for (const { element } of kids.slice(0, MAX_ROWS)) {
      const row = this.rows.get(element);
      if (!row) continue;
      const shape = `${element.name} ${element.attribs['class'] ?? ''}`;
      const alike = byShape.get(shape);
      if (alike) alike.push(row);
      else byShape.set(shape, [row]);
    }
    for (const alike of byShape.values()) {
      const isDistinct = new Set(alike.map(({ key }) => key)).size === alike.length;
      if (alike.length >= 2 && isDistinct) for (const row of alike) this.makeSure(row.key, row.text);
    }
  }

  private makeSure(key: string, text: string): void {
    const list = this.pairs.get(key);
    const index = list?.findIndex((known) => known.text === text) ?? -1;
    const known = list?.[index];
    if (list && known) list[index] = { ...known, isWeak: false };
  }

  /** `Price $20`, `3 beds`: a sum after its label, a count before it. */
  private readPhrases({ kids, shown }: ReadElement): void {
    const { text } = shown;
    if (text.length > MAX_PHRASE_CHARS || !/\d/.test(text)) return;
    const [, number = '', unit = ''] = NUMBER_LABEL.exec(text) ?? [];
    if (unit !== '') this.add(unit, { ...shown, text: number, isWeak: true, isCount: true });
    if (kids.length <= 3) this.readSums(text, shown);
  }

  /** Sums with the words right before them; a range counts as one, never as its lower end. */
  readSums(text: string, shown: Shown): void {
    let from = 0;
    const sums = moneyIn(text);
    for (const [index, { text: sum }] of sums.entries()) {
      const at = text.indexOf(sum, from);
      const label = /(?:^|[^\p{L} ])\s*(\p{L}[\p{L} ]{2,30}?)\s*:?\s*$/u.exec(text.slice(from, at))?.[1];
      from = at + sum.length;
      if (label === undefined) continue;
      const next = sums[index + 1]?.text;
      const nextAt = next === undefined ? -1 : text.indexOf(next, from);
      if (next !== undefined && nextAt >= 0 && isRangeSign(text.slice(from, nextAt)))
        this.add(label, { ...shown, text: text.slice(at, nextAt + next.length) });
      else if (!goesOnAsRange(text.slice(from))) this.add(label, { ...shown, text: sum });
    }
  }

  private readElement(read: ReadElement): void {
    const { element, kids, hasOwnText, shown } = read;
    const [first, second] = kids;
    if (first && second && kids.length === 2 && !hasOwnText && second.text !== '') {
      const isStated = /[:：]$/.test(first.text) || STRONG_TAGS.has(first.element.name);
      this.add(first.text, { ...shown, text: second.text, element: second.element, isWeak: !isStated });
      if (!isStated && second.text.length <= MAX_PHRASE_CHARS)
        this.rows.set(element, { key: labelKey(first.text), text: second.text });
      if (NUMERIC.test(first.text))
        this.add(second.text, { ...shown, text: first.text, element: first.element, isWeak: true, isCount: true });
      return;
    }
    if (
      first &&
      hasOwnText &&
      kids.length === 1 &&
      LABEL_TAGS.has(first.element.name) &&
      shown.text.startsWith(first.text)
    ) {
      const value = shown.text.slice(first.text.length).replace(/^\s*[:：–-]?\s*/, '');
      if (value !== '') {
        const isWeak =
          !/[:：]$/.test(first.text) &&
          !STRONG_TAGS.has(first.element.name) &&
          !/^\s*[:：]/.test(shown.text.slice(first.text.length));
        return this.add(first.text, { ...shown, text: value, isWeak });
      }
    }
    if (isBlock(element.name) || element.name === 'span') this.readLines(read);
  }

  private readLines({ text, shown }: ReadElement): void {
    if (!/[:：]/.test(text)) return;
    const lines = text.split('\n', MAX_LINES).map(cleanText);
    for (const [index, line] of lines.entries()) {
      const [, label = '', value = ''] = COLON_LINE.exec(line) ?? [];
      const next = lines[index + 1] ?? '';
      // A clock time is no label: `9:30`.
      if (value !== '') {
        if (!/\d$/.test(label) || !/^\d/.test(value)) this.add(label, { ...shown, text: value });
      } else if (/[:：]$/.test(line) && next !== '' && !/[:：]/.test(next.slice(0, RULES_LIMITS.labelChars))) {
        this.add(line, { ...shown, text: next });
      }
    }
  }

  add(label: string, shown: Shown): void {
    const text = label.replace(/\s*[:：]\s*$/, '').trim();
    if (!isLabel(text) || shown.text === '' || this.count >= RULES_LIMITS.pairs) return;
    const key = labelKey(text);
    if (key === '') return;
    this.count += 1;
    const list = this.pairs.get(key);
    if (!list) this.pairs.set(key, [shown]);
    else if (list.length < 20 && !list.some((known) => known.text === shown.text)) list.push(shown);
  }
}
