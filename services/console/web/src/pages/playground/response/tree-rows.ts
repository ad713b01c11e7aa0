import { isRecord } from '../../../forms/json-schema.js';

/** A line of a JSON tree. */
export interface TreeRow {
  /** Names from the root to here, joined by a character that no path contains; unique in a tree. */
  readonly key: string;
  /** Name in its object or index in its list; empty for the root. */
  readonly name: string;
  readonly depth: number;
  readonly value: unknown;
  readonly kind: 'object' | 'list' | 'string' | 'number' | 'boolean' | 'null';
  /** Members of an object or a list. */
  readonly size: number;
  readonly isOpen: boolean;
  /** As code reaches it: `jobs[3].salary.min`. */
  readonly path: string;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly setSize: number;
}

const SEPARATOR = '\u0000';
/** Members of one object or list that are shown; more would only be scrolled past. */
const MEMBERS_MAX = 5_000;

const kindOf = (value: unknown): TreeRow['kind'] => {
  if (Array.isArray(value)) return 'list';
  if (isRecord(value)) return 'object';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return typeof value as 'string' | 'number' | 'boolean';
  }
  return 'null';
};

/** Members by name, in their order. */
export const membersOf = (value: unknown): readonly (readonly [name: string, value: unknown])[] => {
  if (Array.isArray(value)) return value.map((entry: unknown, index) => [String(index), entry] as const);
  return isRecord(value) ? Object.entries(value) : [];
};

const stepTo = (path: string, name: string, isIndex: boolean): string => {
  if (isIndex) return `${path}[${name}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
};

/** Whether a row is open: as chosen, else the first two levels unless they are long. */
export type IsOpen = (key: string, depth: number, size: number) => boolean;

const OPEN_DEPTH = 2;
const OPEN_SIZE_MAX = 40;

export const opensAtFirst: IsOpen = (_key, depth, size) => depth === 0 || (depth < OPEN_DEPTH && size <= OPEN_SIZE_MAX);

/** The visible lines of a tree, from top to bottom. */
export const treeRows = (root: unknown, isOpen: IsOpen): readonly TreeRow[] => {
  const rows: TreeRow[] = [];
  interface Step {
    readonly row: Omit<TreeRow, 'isOpen' | 'size' | 'kind'>;
  }
  // A stack of its own: documents may be nested deeper than calls may.
  const stack: Step[] = [{ row: { key: '', name: '', depth: 0, value: root, path: '', position: 1, setSize: 1 } }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { row } = step;
    const kind = kindOf(row.value);
    const members = kind === 'object' || kind === 'list' ? membersOf(row.value) : [];
    const isShown = members.length > 0 && isOpen(row.key, row.depth, members.length);
    rows.push({ ...row, kind, size: members.length, isOpen: isShown });
    if (!isShown) continue;
    const shown = members.slice(0, MEMBERS_MAX);
    for (let index = shown.length - 1; index >= 0; index -= 1) {
      const [name, value] = shown[index] ?? ['', undefined];
      stack.push({
        row: {
          key: `${row.key}${SEPARATOR}${name}`,
          name,
          depth: row.depth + 1,
          value,
          path: stepTo(row.path, name, kind === 'list'),
          position: index + 1,
          setSize: members.length,
        },
      });
    }
  }
  return rows;
};

/** The keys of all rows around a row, so that it can be shown. */
export const keysAround = (key: string): readonly string[] => {
  const parts = key.split(SEPARATOR);
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(SEPARATOR));
};

const PREVIEW_MAX_CHARS = 200;

/** What a closed row shows: `{5}`, `[12]`, or the beginning of a text. */
export const previewOf = ({ kind, size, value }: Pick<TreeRow, 'kind' | 'size' | 'value'>): string => {
  if (kind === 'object') return size === 0 ? '{}' : `{${size}}`;
  if (kind === 'list') return size === 0 ? '[]' : `[${size}]`;
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  const text = value;
  return JSON.stringify(text.length > PREVIEW_MAX_CHARS ? `${text.slice(0, PREVIEW_MAX_CHARS)}…` : text);
};
