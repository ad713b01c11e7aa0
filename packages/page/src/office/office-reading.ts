import type { ConversionLimitName, ConversionLimits } from '../source/conversion-limits.js';
import { processorMs } from '../source/processor-ms.js';

/** What a document states of itself, besides its text. */
export interface OfficeFacts {
  title?: string;
  author?: string;
  language?: string;
  /** As the document writes them; ISO 8601. */
  created?: string;
  modified?: string;
  /** Only where the document states them: they depend on the program that prints it. */
  pages?: number;
  slides?: number;
  sheets?: number;
  chapters?: number;
}

/** A document as a plain web page. */
export interface OfficeDocument {
  readonly facts: OfficeFacts;
  /** Content of the page's body. */
  readonly html: string;
}

/** The allowances of one document, shared by its parts. */
export class OfficeReading {
  readonly limitsHit = new Set<ConversionLimitName>();
  private readonly endMs: number;
  private chars: number;
  private cells: number;
  private rows: number;

  constructor(readonly limits: ConversionLimits) {
    this.endMs = processorMs() + limits.maxOfficeMs;
    this.chars = limits.maxOfficeChars;
    this.cells = limits.maxOfficeCells;
    this.rows = limits.maxOfficeRows;
  }

  /** Takes units of html; false if so many are not left. */
  takeChars(count: number): boolean {
    if (this.chars < count) return this.hit('maxOfficeChars');
    this.chars -= count;
    return true;
  }

  /** False once something had no room. */
  get hasChars(): boolean {
    return !this.limitsHit.has('maxOfficeChars');
  }

  takeCells(count: number): boolean {
    if (this.cells < count) return this.hit('maxOfficeCells');
    this.cells -= count;
    return true;
  }

  takeRow(): boolean {
    this.rows -= 1;
    return this.rows >= 0 || this.hit('maxOfficeRows');
  }

  hasTime(): boolean {
    return processorMs() < this.endMs || this.hit('maxOfficeMs');
  }

  private hit(name: ConversionLimitName): false {
    this.limitsHit.add(name);
    return false;
  }
}
