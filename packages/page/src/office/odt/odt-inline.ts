import type { Element } from 'domhandler';
import { isElement, isText, walk } from '@quarry/html';
import { attribute, childNamed, localName } from '../archive/xml-tree.js';
import { type InlineHtml, outwardTarget, type RunFormat } from '../html-body.js';
import type { OdtContext } from './odt-context.js';
import { withMarks } from './read-styles.js';

/** What is not part of the text: remarks, readings, hidden parts. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'annotation annotation-end tracked-changes ruby-text hidden-text hidden-paragraph forms sequence-decls'.split(' '),
);

const CODE_STYLE = /^(?:Source Text|Teletype|User Entry)$/;

/** Alternative texts of a frame's pictures; the text boxes in it wait for the end of the paragraph. */
const readFrame = (frame: Element, out: InlineHtml, context: OdtContext): void => {
  const described = childNamed(frame, 'desc') ?? childNamed(frame, 'title');
  if (described) {
    out.image(
      described.children
        .filter(isText)
        .map(({ data }) => data)
        .join(''),
    );
  }
  walk(frame, {
    enter: (element) => {
      const isBox = localName(element) === 'text-box';
      if (isBox) context.textBoxes.push(element);
      return !isBox;
    },
  });
};

const spanFormat = (span: Element, format: RunFormat, context: OdtContext): RunFormat | undefined => {
  const { marks, isHidden, names } = context.styles.style('text', attribute(span, 'style-name'));
  if (isHidden) return undefined;
  const all = withMarks(format.marks, marks);
  if (!context.isCode && names.some((name) => CODE_STYLE.test(name))) all.add('code');
  return { ...format, marks: all };
};

/** The text of a paragraph with its formats. */
export const readInline = (parent: Element, out: InlineHtml, context: OdtContext, format: RunFormat): void => {
  for (const node of parent.children) {
    if (isText(node)) out.text(node.data.replace(/\s+/g, ' '), format);
    if (!isElement(node)) continue;
    const name = localName(node);
    if (name === 's') out.text(context.isCode ? ' '.repeat(spaceCount(node)) : ' ', format);
    else if (name === 'tab') out.text(context.isCode ? '\t' : ' ', format);
    else if (name === 'line-break') out.markup(context.isCode ? '\n' : '<br>');
    else if (name === 'note') out.text(`[${context.notes.push(node)}]`, { marks: new Set(['sup']) });
    else if (name === 'frame' || name === 'custom-shape') readFrame(node, out, context);
    else if (name === 'a') readInline(node, out, context, { ...format, link: outwardTarget(attribute(node, 'href')) });
    else if (name === 'span') {
      const inner = spanFormat(node, format, context);
      if (inner) readInline(node, out, context, inner);
    } else if (!LEFT_OUT.has(name)) readInline(node, out, context, format);
  }
};

/** More spaces in a row than this are no indentation. */
const MAX_SPACES = 80;

const spaceCount = (element: Element): number => {
  const count = Number(attribute(element, 'c') ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_SPACES) : 1;
};
