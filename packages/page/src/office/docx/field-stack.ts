import type { Element } from 'domhandler';
import { rawText } from '@quarry/html';
import { attribute } from '../archive/xml-tree.js';
import { outwardTarget } from '../html-body.js';

const MAX_INSTRUCTION_CHARS = 4_096;
const MAX_OPEN_FIELDS = 20;

/** Target of a field that is a link out of the document. */
export const fieldLink = (instruction: string): string | undefined => {
  const [, target] = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction) ?? [];
  return outwardTarget(target);
};

/** Fields that a document writes as a sequence of runs: an instruction, then its result. */
export class FieldStack {
  private readonly open: { instruction: string; isResult: boolean }[] = [];

  read(element: Element, name: 'fldChar' | 'instrText'): void {
    const last = this.open.at(-1);
    if (name === 'instrText') {
      if (last && !last.isResult && last.instruction.length < MAX_INSTRUCTION_CHARS)
        last.instruction += rawText(element);
      return;
    }
    const type = attribute(element, 'fldCharType');
    if (type === 'begin' && this.open.length < MAX_OPEN_FIELDS) this.open.push({ instruction: '', isResult: false });
    else if (type === 'separate' && last) last.isResult = true;
    else if (type === 'end') this.open.pop();
  }

  link(): string | undefined {
    for (const { instruction, isResult } of this.open) {
      const link = isResult ? fieldLink(instruction) : undefined;
      if (link !== undefined) return link;
    }
    return undefined;
  }
}
