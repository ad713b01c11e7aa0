import { canonicalJson } from '@quarry/contracts';
import { structuredPatch, formatPatch } from 'diff';
import {
  MAX_DIFF_BYTES,
  MAX_DIFF_EDITS,
  MAX_SHOWN_CHARS,
  MAX_SHOWN_FIELD_BYTES,
  MAX_SHOWN_LINK_BYTES,
  MAX_SHOWN_LINKS,
} from '../bounds.js';
import { fitting, linesOf, type Tracked } from './tracked.js';

export interface FieldChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Values as they were; a long one is the start of its JSON. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A page of a batch or a crawl that has changed. What differs in it is absent where it is left out or no longer stored. */
export interface PageChange extends Partial<
  Pick<Change, 'added' | 'removed' | 'changed' | 'fields' | 'links' | 'markdown'>
> {
  readonly url: string;
  readonly requestId: string;
}

/** How a run differs from the one before it. */
export interface Change {
  /** `first`: there was no run to compare with. `unknown`: the response could not be compared; `message` says why. */
  readonly status: 'first' | 'same' | 'changed' | 'unknown';
  readonly message?: string | undefined;
  /** When the other run was due, epoch milliseconds. */
  readonly comparedWithMs?: number | undefined;
  /** Fields, links and lines of markdown together; of a batch or a crawl, pages. */
  readonly added: number;
  readonly removed: number;
  /** Fields alone: lines and links are added or removed; of a batch or a crawl, pages. */
  readonly changed: number;
  readonly fields?: readonly FieldChange[] | undefined;
  readonly links?: { readonly added: readonly string[]; readonly removed: readonly string[] } | undefined;
  readonly markdown?: { readonly added: number; readonly removed: number; readonly diff: string } | undefined;
  /** Of a batch or a crawl alone. */
  readonly pages?:
    | {
        readonly compared: number;
        readonly unknown: number;
        readonly added: readonly string[];
        readonly removed: readonly string[];
        readonly changed: readonly PageChange[];
      }
    | undefined;
  /** What is shown or compared is not all. */
  readonly isCut?: true | undefined;
}

interface Part {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly isCut: boolean;
}

const NONE: Part = { added: 0, removed: 0, changed: 0, isCut: false };

/** A value, or the start of its JSON if that is long. */
const shown = (value: unknown): { readonly value: unknown; readonly isCut: boolean } => {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN_CHARS
    ? { value, isCut: false }
    : { value: text.slice(0, MAX_SHOWN_CHARS).toWellFormed(), isCut: true };
};

type Values = Readonly<Record<string, unknown>>;

const compareFields = (before: Values, after: Values): Part & { readonly fields: readonly FieldChange[] } => {
  const fields: FieldChange[] = [];
  let isCut = false;
  const show = (value: unknown): unknown => {
    const part = shown(value);
    isCut ||= part.isCut;
    return part.value;
  };
  for (const path of [...new Set([...Object.keys(before), ...Object.keys(after)])]) {
    const [was, is] = [Object.hasOwn(before, path), Object.hasOwn(after, path)];
    if (!was) fields.push({ path, change: 'added', after: show(after[path]) });
    else if (!is) fields.push({ path, change: 'removed', before: show(before[path]) });
    else if (canonicalJson(before[path]) !== canonicalJson(after[path])) {
      fields.push({ path, change: 'changed', before: show(before[path]), after: show(after[path]) });
    }
  }
  const count = (kind: FieldChange['change']): number => fields.filter(({ change }) => change === kind).length;
  const kept = fitting(fields, MAX_SHOWN_FIELD_BYTES);
  isCut ||= kept.length < fields.length;
  return { added: count('added'), removed: count('removed'), changed: count('changed'), isCut, fields: kept };
};

const compareLinks = (
  before: readonly string[],
  after: readonly string[],
): Part & { readonly links: { readonly added: readonly string[]; readonly removed: readonly string[] } } => {
  const [was, is] = [new Set(before), new Set(after)];
  const [added, removed] = [[...is].filter((link) => !was.has(link)), [...was].filter((link) => !is.has(link))];
  const cut = (links: readonly string[]): readonly string[] =>
    fitting(
      links.slice(0, MAX_SHOWN_LINKS).map((link) => link.slice(0, MAX_SHOWN_CHARS).toWellFormed()),
      MAX_SHOWN_LINK_BYTES,
    );
  const shownLinks = { added: cut(added), removed: cut(removed) };
  const isShort = [...added, ...removed].some((link) => link.length > MAX_SHOWN_CHARS);
  return {
    ...{ added: added.length, removed: removed.length, changed: 0 },
    isCut: isShort || shownLinks.added.length < added.length || shownLinks.removed.length < removed.length,
    links: shownLinks,
  };
};

const countLines = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const compareMarkdown = (
  before: string,
  after: string,
): Part & { readonly markdown: NonNullable<Change['markdown']> } => {
  if (before === after) return { ...NONE, markdown: { added: 0, removed: 0, diff: '' } };
  const patch = structuredPatch('before', 'after', before, after, '', '', {
    context: 2,
    maxEditLength: MAX_DIFF_EDITS,
  });
  // Two pages that have little in common: their differences line by line would take long to find, and say nothing.
  if (patch === undefined) {
    const [removed, added] = [countLines(before), countLines(after)];
    return { added, removed, changed: 0, isCut: true, markdown: { added, removed, diff: '' } };
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const [added, removed] = ['+', '-'].map((sign) => lines.filter((line) => line.startsWith(sign)).length);
  const whole = formatPatch(patch);
  // Bounded as JSON, whose escapes may be longer than the text.
  const diff = fitting(linesOf(whole), MAX_DIFF_BYTES).join('');
  const counts = { added: added ?? 0, removed: removed ?? 0 };
  return { ...counts, changed: 0, isCut: diff !== whole, markdown: { ...counts, diff } };
};

/** How the content of a run differs from that of the run before it. */
export const compare = (before: Tracked, after: Tracked, comparedWithMs: number): Change => {
  const fields = after.fields && compareFields(before.fields ?? {}, after.fields);
  const links = after.links && compareLinks(before.links ?? [], after.links);
  const markdown = after.markdown === undefined ? undefined : compareMarkdown(before.markdown ?? '', after.markdown);
  const parts: readonly Part[] = [fields, links, markdown].filter((part) => part !== undefined);
  const sum = (name: 'added' | 'removed' | 'changed'): number => parts.reduce((total, part) => total + part[name], 0);
  const [added, removed, changed] = [sum('added'), sum('removed'), sum('changed')];
  const isCut = before.isCut === true || after.isCut === true || parts.some((part) => part.isCut);
  return {
    status: added + removed + changed > 0 ? 'changed' : 'same',
    comparedWithMs,
    ...{ added, removed, changed },
    ...(fields ? { fields: fields.fields } : {}),
    ...(links ? { links: links.links } : {}),
    ...(markdown ? { markdown: markdown.markdown } : {}),
    ...(isCut ? { isCut } : {}),
  };
};

export const withoutComparison = (status: 'first' | 'unknown', message?: string): Change => ({
  ...{ status, added: 0, removed: 0, changed: 0 },
  ...(message === undefined ? {} : { message }),
});
