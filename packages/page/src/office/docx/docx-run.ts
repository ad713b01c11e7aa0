import type { Element } from 'domhandler';
import { rawText, walk } from '@quarry/html';
import { formulaText } from '../archive/formula-text.js';
import { attribute, childNamed, elementsOf, localName, prefixed, toggle } from '../archive/xml-tree.js';
import { type InlineHtml, type Mark, outwardTarget } from '../html-body.js';
import type { DocxContext } from './docx-context.js';
import { fieldLink } from './field-stack.js';

export interface RunPlace {
  readonly link?: string | undefined;
  /** Its letters are strong already. */
  readonly isHeading: boolean;
  readonly isCode: boolean;
}

/** Elements around runs that show what is in them. */
const AROUND: ReadonlySet<string> = new Set(
  'ins moveTo smartTag customXml sdt sdtContent fldSimple dir bdo Choice Fallback ruby rubyBase'.split(' '),
);

/** Of a drawing's variants the first is for today's programs. */
export const chosenVariant = (alternates: Element): Element | undefined =>
  childNamed(alternates, 'Choice') ?? childNamed(alternates, 'Fallback');

const marksOf = (properties: Element | undefined, context: DocxContext, place: RunPlace): Set<Mark> => {
  const marks = new Set<Mark>();
  const style = context.styles.get(attribute(childNamed(properties, 'rStyle'), 'val') ?? '');
  const isBold = toggle(properties, 'b') ?? style?.isBold ?? false;
  if (isBold && !place.isHeading) marks.add('strong');
  if (toggle(properties, 'i') ?? style?.isItalic ?? false) marks.add('em');
  if (toggle(properties, 'strike') === true || toggle(properties, 'dstrike') === true) marks.add('s');
  const position = attribute(childNamed(properties, 'vertAlign'), 'val');
  if (position === 'superscript') marks.add('sup');
  if (position === 'subscript') marks.add('sub');
  if (style?.isCode === true && !place.isCode) marks.add('code');
  return marks;
};

/** Alternative texts of a drawing's pictures; the text boxes in it wait for the end of the paragraph. */
const readDrawing = (drawing: Element, out: InlineHtml, context: DocxContext): void => {
  walk(drawing, {
    enter: (element) => {
      const name = localName(element);
      if (name === 'docPr') out.image(attribute(element, 'descr') ?? attribute(element, 'title'));
      else if (name === 'shape' && attribute(element, 'alt') !== undefined) out.image(attribute(element, 'alt'));
      else if (name === 'txbxContent') context.textBoxes.push(element);
      return name !== 'txbxContent' && name !== 'Fallback';
    },
  });
};

const lineBreak = (element: Element, place: RunPlace): string | undefined => {
  const type = attribute(element, 'type') ?? 'textWrapping';
  if (type !== 'textWrapping') return undefined;
  return place.isCode ? '\n' : '<br>';
};

class RunReader {
  constructor(
    private readonly out: InlineHtml,
    private readonly context: DocxContext,
    private readonly place: RunPlace,
    private readonly marks: ReadonlySet<Mark>,
  ) {}

  read(run: Element): void {
    for (const element of elementsOf(run)) {
      const name = localName(element);
      if (name === 't') this.text(rawText(element));
      else if (name === 'tab' || name === 'ptab') this.text(this.place.isCode ? '\t' : ' ');
      else if (name === 'br' || name === 'cr') this.markup(lineBreak(element, this.place));
      else if (name === 'noBreakHyphen') this.text('\u2011');
      else if (name === 'drawing' || name === 'pict' || name === 'object') readDrawing(element, this.out, this.context);
      else if (name === 'AlternateContent') this.readVariant(element);
      else if (name === 'footnoteReference' || name === 'endnoteReference') this.note(element, name);
      else if (name === 'fldChar' || name === 'instrText') this.context.fields.read(element, name);
    }
  }

  private readVariant(element: Element): void {
    const variant = chosenVariant(element);
    if (variant) this.read(variant);
  }

  private text(text: string): void {
    const link = this.place.link ?? this.context.fields.link();
    this.out.text(text, { link, marks: this.marks });
  }

  private markup(html: string | undefined): void {
    if (html !== undefined) this.out.markup(html);
  }

  private note(element: Element, name: string): void {
    const number = this.context.notes.number(
      name === 'footnoteReference' ? 'footnote' : 'endnote',
      attribute(element, 'id') ?? '',
    );
    if (number !== undefined) this.out.text(`[${number}]`, { marks: new Set(['sup']) });
  }
}

const linkOf = (element: Element, context: DocxContext): string | undefined => {
  const relation = context.relations.get(prefixed(element, 'id') ?? '');
  return relation?.isOutward ? outwardTarget(relation.target) : undefined;
};

/** The runs of a paragraph. Deleted ones, and those that are hidden, are left out. */
export const readRuns = (parent: Element, out: InlineHtml, context: DocxContext, place: RunPlace): void => {
  for (const element of elementsOf(parent)) {
    const name = localName(element);
    if (name === 'r') {
      const properties = childNamed(element, 'rPr');
      if (toggle(properties, 'vanish') === true) continue;
      new RunReader(out, context, place, marksOf(properties, context, place)).read(element);
    } else if (name === 'hyperlink') {
      readRuns(element, out, context, { ...place, link: linkOf(element, context) ?? place.link });
    } else if (name === 'fldSimple') {
      readRuns(element, out, context, { ...place, link: fieldLink(attribute(element, 'instr') ?? '') ?? place.link });
    } else if (name === 'AlternateContent') {
      const variant = chosenVariant(element);
      if (variant) readRuns(variant, out, context, place);
    } else if (name === 'oMath' || name === 'oMathPara') out.text(formulaText(element));
    else if (AROUND.has(name)) readRuns(element, out, context, place);
  }
};
