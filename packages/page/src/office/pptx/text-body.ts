import type { Element } from 'domhandler';
import { rawText } from '@quarry/html';
import { formulaText } from '../archive/formula-text.js';
import type { Relations } from '../archive/package-parts.js';
import { attribute, childNamed, childrenNamed, elementsOf, localName, prefixed } from '../archive/xml-tree.js';
import { type BlockHtml, InlineHtml, type Mark, outwardTarget } from '../html-body.js';

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

const marksOf = (properties: Element | undefined): Set<Mark> => {
  const marks = new Set<Mark>();
  if (isOn(attribute(properties, 'b'))) marks.add('strong');
  if (isOn(attribute(properties, 'i'))) marks.add('em');
  if (/Strike$/.test(attribute(properties, 'strike') ?? '') && attribute(properties, 'strike') !== 'noStrike')
    marks.add('s');
  const baseline = Number(attribute(properties, 'baseline') ?? 0);
  if (baseline > 0) marks.add('sup');
  if (baseline < 0) marks.add('sub');
  return marks;
};

const linkOf = (properties: Element | undefined, relations: Relations): string | undefined => {
  const click = childNamed(properties, 'hlinkClick');
  const relation = click ? relations.get(prefixed(click, 'id') ?? '') : undefined;
  return relation?.isOutward ? outwardTarget(relation.target) : undefined;
};

const VARIANT: ReadonlySet<string> = new Set(['AlternateContent', 'Choice']);

const readRuns = (parent: Element, out: InlineHtml, relations: Relations): void => {
  for (const element of elementsOf(parent)) {
    const name = localName(element);
    if (name === 'r' || name === 'fld') {
      const properties = childNamed(element, 'rPr');
      const text = childNamed(element, 't');
      if (text) out.text(rawText(text), { link: linkOf(properties, relations), marks: marksOf(properties) });
    } else if (name === 'br') out.markup('<br>');
    else if (name === 'm') out.text(formulaText(element));
    else if (VARIANT.has(name)) readRuns(element, out, relations);
  }
};

interface TextParagraph {
  readonly inner: string;
  readonly level: number;
  /** Undefined where the paragraph leaves it to its place. */
  readonly bullet: 'bullet' | 'none' | 'number' | undefined;
}

const bulletOf = (properties: Element | undefined): TextParagraph['bullet'] => {
  if (childNamed(properties, 'buNone')) return 'none';
  if (childNamed(properties, 'buAutoNum')) return 'number';
  return childNamed(properties, 'buChar') || childNamed(properties, 'buBlip') ? 'bullet' : undefined;
};

const readParagraphs = (body: Element, relations: Relations): TextParagraph[] =>
  childrenNamed(body, 'p').flatMap((paragraph) => {
    const properties = childNamed(paragraph, 'pPr');
    const out = new InlineHtml();
    readRuns(paragraph, out, relations);
    const inner = out.toString();
    const level = Number(attribute(properties, 'lvl') ?? 0);
    return inner === '' ? [] : [{ inner, level: level >= 0 && level <= 8 ? level : 0, bullet: bulletOf(properties) }];
  });

/** All of a text in one line. */
export const lineOf = (body: Element | undefined, relations: Relations): string =>
  body
    ? readParagraphs(body, relations)
        .map(({ inner }) => inner)
        .join(' ')
    : '';

/** Adds the paragraphs of a text; `isOutline`: those of a slide's main text have bullets by their place. */
export const addTextBody = (
  blocks: BlockHtml,
  body: Element | undefined,
  relations: Relations,
  isOutline = false,
): void => {
  const paragraphs = body ? readParagraphs(body, relations) : [];
  const usual = isOutline && paragraphs.length > 1 ? 'bullet' : 'none';
  for (const { inner, level, bullet = usual } of paragraphs) {
    if (bullet === 'none') blocks.block('p', inner);
    else blocks.item({ level, isOrdered: bullet === 'number' }, inner);
  }
};
