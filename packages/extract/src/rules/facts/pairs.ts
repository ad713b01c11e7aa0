import type { Element } from 'domhandler';
import { isBlock } from '../../dom/blocks.js';
import { RULES_LIMITS } from '../limits.js';
import { cleanText, labelKey } from '../words.js';
import type { Shown } from './dom-facts.js';
import type { PartShape } from './groups.js';

export interface ReadElement {
  readonly element: Element;
  /** Lines, one per block. */
  readonly text: string;
  readonly kids: readonly PartShape[];
  readonly hasBlockKids: boolean;
  readonly hasOwnText: boolean;
  readonly shown: Shown;
}

const COLON_LINE = /^([^:：\n]{1,48}?)\s*[:：]\s*(\S[^\n]*)$/;
const LABEL_TAGS = new Set(['strong', 'b', 'label', 'dt', 'th', 'em', 'span', 'h3', 'h4', 'h5', 'h6', 'small']);
const STRONG_TAGS = new Set(['strong', 'b', 'label', 'dt', 'th']);
const MAX_LABEL_WORDS = 6;
const MAX_LINES = 12;

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
  private term: string | undefined;

  read(read: ReadElement): void {
    const { name } = read.element;
    if (name === 'dt') this.term = read.shown.text;
    else if (name === 'dd') {
      if (this.term !== undefined) this.add(this.term, read.shown);
    } else if (name === 'tr') this.readRow(read);
    else if (name !== 'dl' && name !== 'table' && name !== 'tbody') this.readElement(read);
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

  private readElement(read: ReadElement): void {
    const { element, kids, hasBlockKids, hasOwnText, shown } = read;
    const isLeafBlock = isBlock(element.name) && !hasBlockKids;
    const [first, second] = kids;
    if (first && second && kids.length === 2 && !hasOwnText && second.text !== '') {
      const isStated = /[:：]$/.test(first.text) || STRONG_TAGS.has(first.element.name);
      this.add(first.text, { ...shown, text: second.text, element: second.element, isWeak: !isStated });
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
      if (value !== '')
        return void this.add(first.text, {
          ...shown,
          text: value,
          isWeak:
            !/[:：]$/.test(first.text) &&
            !STRONG_TAGS.has(first.element.name) &&
            !/^\s*[:：]/.test(shown.text.slice(first.text.length)),
        });
    }
    if (isLeafBlock || element.name === 'span' || element.name === 'p') this.readLines(read);
  }

  private readLines({ text, shown }: ReadElement): void {
    if (!/[:：]/.test(text)) return;
    const lines = text.split('\n').slice(0, MAX_LINES);
    for (const line of lines) {
      const match = COLON_LINE.exec(line.trim());
      const [, label = '', value = ''] = match ?? [];
      // A clock time is no label: `9:30`.
      if (match && !/^\d/.test(value) === !/\d$/.test(label)) this.add(label, { ...shown, text: cleanText(value) });
      else if (match && !/\d$/.test(label)) this.add(label, { ...shown, text: cleanText(value) });
    }
  }

  private add(label: string, shown: Shown): void {
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
