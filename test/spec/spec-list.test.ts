import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DECIDED_ROWS } from './list/decided.js';
import { LISTS } from './list/index.js';
import { SERVICE } from './list/service.js';
import { fieldNames, pathParameters, readTables, rowLabels } from './read-tables.js';
import { ADDED_INDEX, SPEC_INDEX, type TableKind } from './spec-index.js';

const SPEC = path.resolve(process.cwd(), '../shared/spec/SPEC.md');
const isPresent = existsSync(SPEC);
if (!isPresent) process.stdout.write(`the index of the specification is not compared: there is no ${SPEC}\n`);

/** Rules in the text of the specification, outside of its tables. */
const BESIDE_TABLES = [
  { table: 'authentication', names: ['x-api-key', 'files'] },
  { table: 'decided', names: DECIDED_ROWS },
];

const NAMES_OF: Readonly<Record<TableKind, typeof fieldNames>> = {
  fields: fieldNames,
  paths: pathParameters,
  labels: rowLabels,
};

const rowsOf = (table: string): ReadonlySet<string> =>
  new Set([
    ...LISTS.filter((list) => list.table === table).flatMap(({ entries }) => entries.flatMap(({ rows }) => rows)),
    ...SERVICE.filter((entry) => entry.table === table).flatMap(({ rows }) => rows),
  ]);

const ALL_TABLES = [...SPEC_INDEX, ...ADDED_INDEX, ...BESIDE_TABLES];

describe('the list of rules', () => {
  it.each(ALL_TABLES)('has an entry for every row of $table', ({ table, names }) => {
    const rows = rowsOf(table);
    expect(names.filter((name) => !rows.has(name))).toEqual([]);
    expect([...rows].filter((row) => !names.includes(row))).toEqual([]);
  });

  it('has no table that the index lacks', () => {
    const known = new Set(ALL_TABLES.map(({ table }) => table));
    expect([...LISTS, ...SERVICE].map(({ table }) => table).filter((table) => !known.has(table))).toEqual([]);
  });
});

(isPresent ? describe : describe.skip)('the index', () => {
  const tables = isPresent ? readTables(readFileSync(SPEC, 'utf8')) : [];

  it('has every table of the specification', () => {
    expect(tables).toHaveLength(SPEC_INDEX.length);
  });

  it.each(SPEC_INDEX.map((indexed, index) => ({ ...indexed, index })))(
    'has every name of $table',
    ({ kind, names, index }) => {
      const table = tables[index] ?? { head: [], rows: [] };
      // One path of the specification closes its placeholder with another bracket.
      const found = NAMES_OF[kind](table).map((name) => name.replace('<job_id}', '<job_id>'));
      expect([...new Set(found)].toSorted()).toEqual([...new Set(names)].toSorted());
    },
  );
});
