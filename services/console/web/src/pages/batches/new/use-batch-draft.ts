import { useDeferredValue, useMemo, useState } from 'react';
import type { OperationView } from '../../../api/operations.js';
import type { Draft } from '../../../forms/draft.js';
import { fieldsOf } from '../../../forms/form-model.js';
import { toParams } from '../../../forms/to-params.js';
import { checkItems } from '../input/check-item.js';
import { guessMapping, hasNames, type ColumnMapping } from '../input/map-columns.js';
import type { CsvRow } from '../input/read-csv.js';
import { formOf, ITEMS_MAX, readInput, type InputForm, type InputItem, type LineFault } from '../input/read-input.js';
import { itemsOf } from '../input/to-item.js';

export interface Source {
  readonly text: string;
  /** Of an uploaded file. */
  readonly fileName?: string;
}

/** A table whose columns are named. */
export interface TableDraft {
  readonly names: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly mapping: ColumnMapping;
  readonly hasNames: boolean;
}

const NO_SOURCE: Source = { text: '' };

const readTable = (
  rows: readonly CsvRow[],
  withNames: boolean,
  mapping: ColumnMapping | undefined,
  guess: (names: readonly string[], rows: readonly CsvRow[]) => ColumnMapping,
): TableDraft => {
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length));
  const first = withNames ? rows[0]?.cells : undefined;
  const names = Array.from({ length: width }, (_, column) => first?.[column]?.trim() || `Column ${column + 1}`);
  const content = withNames ? rows.slice(1) : rows;
  return { names, rows: content, mapping: mapping ?? guess(names, content), hasNames: withNames };
};

/** The state of a batch before it is sent: what was pasted or uploaded, what it means, and what is wrong with it. */
export const useBatchDraft = (operation: OperationView) => {
  // Call options of single calls have no place in a batch.
  const fields = useMemo(
    () => fieldsOf({ ...operation.parameters }).filter(({ name }) => name !== 'maxAge' && name !== 'webhook'),
    [operation],
  );
  const mainField = fields.find(({ isRequired }) => isRequired)?.name ?? 'url';
  const [source, setSource] = useState<Source>(NO_SOURCE);
  const [form, setForm] = useState<InputForm | undefined>(undefined);
  const [naming, setNaming] = useState<boolean | undefined>(undefined);
  const [mapping, setMapping] = useState<ColumnMapping | undefined>(undefined);
  const [defaults, setDefaults] = useState<Draft>({});
  // Typing goes on while thousands of lines are read.
  const { text, fileName } = useDeferredValue(source);
  const guessed = useMemo(() => formOf(text, fileName), [text, fileName]);
  const chosen = form ?? guessed;
  const read = useMemo(() => readInput(text, mainField, chosen), [text, mainField, chosen]);

  const table = useMemo(() => {
    if (read.kind !== 'table') return undefined;
    const withNames = naming ?? hasNames(read.rows, fields);
    return readTable(read.rows, withNames, mapping, (names, rows) => guessMapping(names, rows, fields, mainField));
  }, [read, naming, mapping, fields, mainField]);

  const given = useMemo((): { items: readonly InputItem[]; faults: readonly LineFault[] } => {
    if (read.kind === 'items') return { items: read.items, faults: read.faults };
    return table ? itemsOf(table.rows, table.mapping, fields) : { items: [], faults: [] };
  }, [read, table, fields]);
  const defaultParams = useMemo(() => toParams(fields, defaults), [fields, defaults]);
  const faults = useMemo(
    () => [...given.faults, ...checkItems(fields, given.items, defaultParams.params)],
    [given, fields, defaultParams],
  );
  const faultyLines = useMemo(() => new Set(faults.map(({ line }) => line)), [faults]);
  const fine = useMemo(() => given.items.filter(({ line }) => !faultyLines.has(line)), [given, faultyLines]);

  const take = (next: Source): void => {
    setSource(next);
    setForm(undefined);
    setNaming(undefined);
    setMapping(undefined);
  };
  return {
    ...{ fields, mainField, source, take, form: chosen, setForm, table, setNaming, setMapping },
    ...{ defaults, setDefaults, defaultParams, items: given.items, fine, faults, faultyLines },
    isTooLong: fine.length > ITEMS_MAX,
  };
};

export type BatchDraft = ReturnType<typeof useBatchDraft>;
