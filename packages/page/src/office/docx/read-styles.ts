import type { Element } from 'domhandler';
import { attribute, childNamed, childrenNamed, toggle } from '../archive/xml-tree.js';

export interface ListRef {
  readonly numId: string;
  readonly level: number;
}

/** What a style makes of its paragraphs or runs. */
export interface DocxStyle {
  /** 1 to 6. */
  readonly heading?: number | undefined;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  /** A line of the table of contents. */
  readonly isContents?: boolean;
  readonly list?: Partial<ListRef> | undefined;
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
}

export type DocxStyles = ReadonlyMap<string, DocxStyle>;

const MAX_STYLE_CHAIN = 20;
const MAX_HEADING = 6;
const MAX_LIST_LEVEL = 8;
const CODE = /code|source|verbatim|preformatted|listing/i;
const QUOTE = /\b(?:quote|quotation|block text)\b/i;

const CONTENTS = /^(?:toc (?:\d|heading)|table of figures)$/i;

/** Level of a heading by the outline level that the properties state; 9 is running text. */
export const outlineLevel = (properties: Element | undefined): number | undefined => {
  const level = Number(attribute(childNamed(properties, 'outlineLvl'), 'val') ?? NaN);
  return Number.isInteger(level) && level >= 0 && level < 9 ? Math.min(level + 1, MAX_HEADING) : undefined;
};

export const listRef = (properties: Element | undefined): Partial<ListRef> | undefined => {
  const numbering = childNamed(properties, 'numPr');
  if (!numbering) return undefined;
  const numId = attribute(childNamed(numbering, 'numId'), 'val');
  const level = Number(attribute(childNamed(numbering, 'ilvl'), 'val') ?? NaN);
  return {
    ...(numId === undefined ? {} : { numId }),
    ...(Number.isInteger(level) && level >= 0 ? { level: Math.min(level, MAX_LIST_LEVEL) } : {}),
  };
};

const headingByName = (name: string): number | undefined => {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading (\d)$/i.exec(name)?.[1];
  return level === undefined || level === '0' ? undefined : Math.min(Number(level), MAX_HEADING);
};

const ownStyle = (style: Element): Partial<DocxStyle> => {
  const name = attribute(childNamed(style, 'name'), 'val') ?? '';
  const paragraph = childNamed(style, 'pPr');
  const run = childNamed(style, 'rPr');
  const heading = headingByName(name) ?? outlineLevel(paragraph);
  const list = listRef(paragraph);
  const [isBold, isItalic] = [toggle(run, 'b'), toggle(run, 'i')];
  return {
    ...(heading === undefined ? {} : { heading }),
    ...(CODE.test(name) ? { isCode: true } : {}),
    ...(QUOTE.test(name) ? { isQuote: true } : {}),
    ...(CONTENTS.test(name) ? { isContents: true } : {}),
    ...(list ? { list } : {}),
    ...(isBold === undefined ? {} : { isBold }),
    ...(isItalic === undefined ? {} : { isItalic }),
  };
};

/** Styles by id, each with what it takes over from those that it is based on. */
export const readStyles = (root: Element | undefined): DocxStyles => {
  const elements = new Map(childrenNamed(root, 'style').map((style) => [attribute(style, 'styleId') ?? '', style]));
  const own = new Map([...elements].map(([id, style]) => [id, ownStyle(style)]));
  const styles = new Map<string, DocxStyle>();
  for (const id of elements.keys()) {
    const chain: Partial<DocxStyle>[] = [];
    let next: string | undefined = id;
    while (next !== undefined && chain.length < MAX_STYLE_CHAIN) {
      const one = own.get(next);
      if (one) chain.unshift(one);
      next = attribute(childNamed(elements.get(next), 'basedOn'), 'val');
    }
    styles.set(id, Object.assign({ isCode: false, isQuote: false }, ...chain) as DocxStyle);
  }
  return styles;
};
