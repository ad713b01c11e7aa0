import type { Element } from 'domhandler';
import type { Relations } from '../archive/package-parts.js';
import { attribute, childrenNamed } from '../archive/xml-tree.js';
import type { OfficeReading } from '../office-reading.js';
import type { FieldStack } from './field-stack.js';
import type { DocxNumbering } from './read-numbering.js';
import type { DocxStyles } from './read-styles.js';

type NoteKind = 'endnote' | 'footnote';

/** Notes in the order in which the text refers to them. */
export class DocxNotes {
  readonly shown: Element[] = [];
  private readonly elements = new Map<string, Element>();
  private readonly numbers = new Map<string, number>();

  constructor(footnotes: Element | undefined, endnotes: Element | undefined) {
    this.add('footnote', footnotes);
    this.add('endnote', endnotes);
  }

  /** Number of the note, from 1; undefined if there is none. */
  number(kind: NoteKind, id: string): number | undefined {
    const key = `${kind} ${id}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const element = this.elements.get(key);
    if (!element) return undefined;
    this.numbers.set(key, this.shown.push(element));
    return this.shown.length;
  }

  private add(kind: NoteKind, root: Element | undefined): void {
    for (const note of childrenNamed(root, kind)) {
      // Separators between text and notes are of other types.
      if ((attribute(note, 'type') ?? 'normal') === 'normal') {
        this.elements.set(`${kind} ${attribute(note, 'id') ?? ''}`, note);
      }
    }
  }
}

/** What the paragraphs of a document refer to. */
export interface DocxContext {
  readonly styles: DocxStyles;
  readonly numbering: DocxNumbering;
  readonly relations: Relations;
  readonly notes: DocxNotes;
  readonly fields: FieldStack;
  readonly reading: OfficeReading;
  /** Text boxes of the paragraph that is being read. */
  readonly textBoxes: Element[];
  /** Items so far of each list, by level. */
  readonly itemCounts: Map<string, number[]>;
}
