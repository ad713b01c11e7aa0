import type { ChildNode, Element } from 'domhandler';
import { isElement, isHidden, isText, rawText, walk } from '@quarry/html';

/** The notes of a page: where they are referred to, where they stand, and what only leads back. */
export interface Footnotes {
  /** By the element that is written as a reference. */
  readonly references: ReadonlyMap<Element, string>;
  /** By the block that is the note. */
  readonly notes: ReadonlyMap<Element, string>;
  /** Links back to the reference, and the number before the note. */
  readonly left: ReadonlySet<Element>;
}

/** More notes of one page stay links. */
const MAX_NOTES = 2_000;
const MAX_LABEL_CHARS = 12;
const LABEL = /^[[(]?\s*((?:note |n\.? ?|fn\.? ?)?\d{1,4}|[a-z]{1,2}|[*†‡§¶]{1,3})\s*[\])]?$/iu;
const MARKED = /(?:^|\s)(?:footnote(?:-?ref(?:erence)?)?|fn-?ref|noteref|footnote_reference)(?:\s|$)/i;
const BACK_BOX = /(?:^|\s)(?:mw-cite-backlink|footnote-back(?:link|ref)?)(?:\s|$)/;
const BLOCKS: ReadonlySet<string> = new Set(['li', 'p', 'div', 'dd', 'aside', 'section']);
/** Elements between a note's own mark and the block that it stands in. */
const MAX_STEPS = 4;

const isBlank = (node: ChildNode): boolean => !isElement(node) && !(isText(node) && node.data.trim() !== '');

const onlyChild = (element: Element): ChildNode | undefined => {
  const children = element.children.filter((child) => !isBlank(child));
  return children.length === 1 ? children[0] : undefined;
};

const labelOf = (element: Element): string | undefined => {
  const text = rawText(element).trim();
  return text.length <= MAX_LABEL_CHARS ? LABEL.exec(text)?.[1]?.replace(/\s+/g, '') : undefined;
};

const isMarked = ({ attribs }: Element): boolean =>
  attribs['role'] === 'doc-noteref' ||
  attribs['epub:type'] === 'noteref' ||
  attribs['data-footnote-ref'] !== undefined ||
  MARKED.test(attribs['class'] ?? '');

/** The element that is nothing but this reference: the link, or the raised text around it. */
const referenceOf = (link: Element): Element | undefined => {
  const { parent } = link;
  const isRaised = isElement(parent) && parent.name === 'sup';
  const inner = onlyChild(link);
  if (!isRaised && !isMarked(link) && !(isElement(inner) && inner.name === 'sup')) return undefined;
  return isRaised && onlyChild(parent) === link ? parent : link;
};

const isInTable = (element: Element): boolean => {
  for (let node = element.parent; isElement(node); node = node.parent) if (node.name === 'table') return true;
  return false;
};

/** The block that the target of a reference is, or that begins with it. */
const blockOf = (target: Element): Element | undefined => {
  let block: Element = target;
  for (let steps = 0; !BLOCKS.has(block.name); steps += 1) {
    const { parent } = block;
    if (steps === MAX_STEPS || !isElement(parent) || parent.children.find((child) => !isBlank(child)) !== block)
      return undefined;
    block = parent;
  }
  return isInTable(block) ? undefined : block;
};

interface Link {
  readonly element: Element;
  readonly target: string;
  readonly order: number;
}

class NoteReader {
  readonly references = new Map<Element, string>();
  readonly notes = new Map<Element, string>();
  readonly left = new Set<Element>();
  readonly links: Link[] = [];
  readonly boxes: Element[] = [];
  readonly byId = new Map<string, { readonly element: Element; readonly order: number }>();
  private readonly labels = new Set<string>();
  private readonly origins = new Set<string>();
  private order = 0;

  enter(element: Element): boolean {
    if (isHidden(element)) return false;
    this.order += 1;
    const { id, name, href, class: className } = element.attribs;
    const key = id ?? (element.name === 'a' ? name : undefined);
    if (key !== undefined && !this.byId.has(key)) this.byId.set(key, { element, order: this.order });
    if (className?.includes('back') === true && BACK_BOX.test(className)) this.boxes.push(element);
    if (element.name === 'a' && href?.startsWith('#') === true && href.length > 1)
      this.links.push({ element, target: href.slice(1), order: this.order });
    return true;
  }

  finish(): Footnotes | undefined {
    for (const link of this.links) this.refer(link);
    if (this.notes.size === 0) return undefined;
    for (const { element, target } of this.links) if (this.origins.has(target)) this.left.add(element);
    for (const box of this.boxes) this.left.add(box);
    for (const [note, label] of this.notes) this.leaveNumber(note, label);
    return this;
  }

  private refer({ element, target, order }: Link): void {
    const reference = referenceOf(element);
    const place = this.byId.get(target) ?? this.byId.get(decoded(target));
    const label = reference && labelOf(element);
    if (!reference || label === undefined || !place || place.order < order) return;
    const block = blockOf(place.element);
    if (!block || (this.notes.size >= MAX_NOTES && !this.notes.has(block))) return;
    const own = this.notes.get(block) ?? this.freeLabel(label);
    this.notes.set(block, own);
    this.references.set(reference, own);
    for (let node: Element = element, steps = 0; steps < 3 && isElement(node.parent); node = node.parent, steps += 1)
      if (node.attribs['id'] !== undefined) this.origins.add(node.attribs['id']);
  }

  /** Chapters of a book each count from one. */
  private freeLabel(label: string): string {
    let free = label;
    for (let count = 2; this.labels.has(free); count += 1) free = `${label}-${count}`;
    this.labels.add(free);
    return free;
  }

  /** `[1]` at the start of the note says what its label says. */
  private leaveNumber(note: Element, label: string): void {
    let first = note.children.find((child) => !isBlank(child));
    if (isElement(first) && first.name === 'p') first = first.children.find((child) => !isBlank(child));
    const [own] = label.split('-');
    if (isElement(first) && !BLOCKS.has(first.name) && labelOf(first) === own) this.left.add(first);
  }
}

const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

/**
 * Finds the notes below `root` that references in its text lead to, for the form `[^1]` of markdown; undefined where there are
 * none. A reference without its note, and a note in a table, stay what they are.
 */
export const readFootnotes = (root: { readonly children: readonly ChildNode[] }): Footnotes | undefined => {
  const reader = new NoteReader();
  walk(root, { enter: (element) => reader.enter(element) });
  return reader.finish();
};
