import type { FormField, LeafField } from '../../../forms/form-field.js';
import { columnFields, type ColumnMapping } from './map-columns.js';
import type { CsvRow } from './read-csv.js';
import type { InputItem, LineFault } from './read-input.js';

const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,20})?$/;
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...(['true', 'yes', 'y', '1', 'on'] as const).map((text) => [text, true] as const),
  ...(['false', 'no', 'n', '0', 'off'] as const).map((text) => [text, false] as const),
]);

type Cell = { readonly value: unknown } | { readonly fault: string };

const numberOf = (text: string): unknown => (NUMBER.test(text) ? Number(text) : text);

const jsonOf = (text: string): Cell => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'Not valid JSON.' };
  }
};

const choiceOf = (text: string, values: readonly (string | number)[]): unknown =>
  values.find((value) => String(value).toLowerCase() === text.toLowerCase()) ?? text;

const listOf = (text: string, field: LeafField & { kind: 'list' }): Cell => {
  if (text.startsWith('[')) return jsonOf(text);
  const { values } = field;
  const texts = text.split(/[|;]/).map((part) => part.trim());
  const filled = texts.filter((part) => part !== '');
  return { value: filled.map((part) => (values ? choiceOf(part, values) : field.isOfNumbers ? numberOf(part) : part)) };
};

/** The value of a cell: typed as its parameter is. A value that does not fit stays text, for the check of the item to name. */
export const cellValue = (cell: string, field: LeafField): Cell => {
  const text = cell.trim();
  switch (field.kind) {
    case 'number':
      return { value: numberOf(text) };
    case 'flag':
      return { value: TRUTHS.get(text.toLowerCase()) ?? text };
    case 'choice':
      return { value: choiceOf(text, field.values) };
    case 'list':
      return listOf(text, field);
    case 'map':
    case 'json':
      return jsonOf(text);
    default:
      return { value: text };
  }
};

const setAt = (params: Record<string, unknown>, path: string, value: unknown): void => {
  const steps = path.split('.');
  const last = steps.pop() ?? path;
  let at = params;
  for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
  at[last] = value;
};

/** The requests that the rows of a table stand for. Cells without text are left out. */
export const itemsOf = (
  rows: readonly CsvRow[],
  mapping: ColumnMapping,
  fields: readonly FormField[],
): { readonly items: readonly InputItem[]; readonly faults: readonly LineFault[] } => {
  const byPath = new Map(columnFields(fields).map((field) => [field.path, field]));
  const faults: LineFault[] = [];
  const items = rows.flatMap(({ line, cells }): InputItem[] => {
    const params: Record<string, unknown> = {};
    let isWhole = true;
    for (const [column, path] of mapping.entries()) {
      const field = path === undefined ? undefined : byPath.get(path);
      const cell = cells[column] ?? '';
      if (field === undefined || cell.trim() === '') continue;
      const read = cellValue(cell, field);
      if ('value' in read) setAt(params, field.path, read.value);
      else {
        isWhole = false;
        faults.push({ line, field: field.path, message: read.fault });
      }
    }
    return isWhole ? [{ line, params }] : [];
  });
  return { items, faults };
};
