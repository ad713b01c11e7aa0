import type { Element } from 'domhandler';
import type { OfficeReading } from '../office-reading.js';
import type { OdtStyles } from './read-styles.js';

/** What the paragraphs of a document refer to. */
export interface OdtContext {
  readonly styles: OdtStyles;
  readonly reading: OfficeReading;
  /** Notes in the order of the text. */
  readonly notes: Element[];
  /** Text boxes of the paragraph that is being read. */
  readonly textBoxes: Element[];
  /** Whether the paragraph that is being read is code. */
  isCode: boolean;
}
