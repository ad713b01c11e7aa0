import type { Database } from 'better-sqlite3';
import type { SyncCalls } from '../../engine-port.js';
import type { FieldCounts, MissingPage, ReadingRange, SiteCounts } from '../../port.js';
import { MAX_COUNTS_LISTED, MAX_SITES_PER_DAY, newestMissing, OTHER_SITES } from '../../reading/reading-rules.js';

export const READING_MIGRATION = `
  CREATE TABLE reading_fields (
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    field TEXT NOT NULL,
    found REAL NOT NULL CHECK (found >= 0),
    pages INTEGER NOT NULL CHECK (pages >= 0),
    missing TEXT NOT NULL,
    PRIMARY KEY (day, operation, field)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reading_sites (
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    host TEXT NOT NULL,
    exit TEXT NOT NULL,
    read INTEGER NOT NULL,
    unrecognized INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    PRIMARY KEY (day, operation, host, exit)
  ) STRICT, WITHOUT ROWID;
`;

interface Range {
  readonly fromDay: string;
  readonly toDay: string;
  readonly operation: string | null;
  readonly limit: number;
}

const IN_RANGE = 'day BETWEEN @fromDay AND @toDay AND (@operation IS NULL OR operation = @operation)';
const FIELD_COLUMNS = 'day, operation, field, found, pages';
const SITE_COLUMNS = 'day, operation, host, exit, read, unrecognized, blocked, failed';

// safe because only `addReading` writes the column
const toMissing = (text: string): MissingPage[] => JSON.parse(text) as MissingPage[];

export const createReadingReads = (db: Database) => {
  const fields = db.prepare<Range, FieldCounts>(
    `SELECT ${FIELD_COLUMNS} FROM reading_fields WHERE ${IN_RANGE} ORDER BY day DESC, operation DESC, field DESC LIMIT @limit`,
  );
  const sites = db.prepare<Range, SiteCounts>(
    `SELECT ${SITE_COLUMNS} FROM reading_sites WHERE ${IN_RANGE} ORDER BY day DESC, operation DESC, host DESC, exit DESC LIMIT @limit`,
  );
  const missing = db.prepare<[string, string], { readonly field: string; readonly missing: string }>(
    `SELECT field, missing FROM reading_fields WHERE day = ? AND operation = ? AND missing <> '[]' ORDER BY field`,
  );
  const toRange = ({ fromDay, toDay, operation }: ReadingRange): Range => ({
    ...{ fromDay, toDay, operation: operation ?? null, limit: MAX_COUNTS_LISTED },
  });
  return {
    listReadingFields: (range) => fields.all(toRange(range)),
    listReadingSites: (range) => sites.all(toRange(range)),
    listMissing: (day, operation) =>
      missing.all(day, operation).map((row) => ({ field: row.field, missing: toMissing(row.missing) })),
  } satisfies Partial<SyncCalls>;
};

export const createReadingWrites = (db: Database) => {
  const findMissing = db
    .prepare<[string, string, string], string>(
      'SELECT missing FROM reading_fields WHERE day = ? AND operation = ? AND field = ?',
    )
    .pluck();
  const addField = db.prepare<FieldCounts & { readonly missing: string }>(
    `INSERT INTO reading_fields (${FIELD_COLUMNS}, missing)
     VALUES (@day, @operation, @field, @found, @pages, @missing)
     ON CONFLICT DO UPDATE SET found = found + excluded.found, pages = pages + excluded.pages, missing = excluded.missing`,
  );
  const hasSite = db
    .prepare<[string, string, string, string], number>(
      'SELECT 1 FROM reading_sites WHERE day = ? AND operation = ? AND host = ? AND exit = ?',
    )
    .pluck();
  const countSites = db
    .prepare<[string, string], number>('SELECT count(*) FROM reading_sites WHERE day = ? AND operation = ?')
    .pluck();
  const addSite = db.prepare<SiteCounts>(
    `INSERT INTO reading_sites (${SITE_COLUMNS})
     VALUES (@day, @operation, @host, @exit, @read, @unrecognized, @blocked, @failed)
     ON CONFLICT DO UPDATE SET read = read + excluded.read, unrecognized = unrecognized + excluded.unrecognized,
       blocked = blocked + excluded.blocked, failed = failed + excluded.failed`,
  );
  const purge = (table: string, columns: string) =>
    db.prepare<[string, number]>(
      `DELETE FROM ${table} WHERE (${columns}) IN (SELECT ${columns} FROM ${table} WHERE day < ? ORDER BY day LIMIT ?)`,
    );
  const purgeFields = purge('reading_fields', 'day, operation, field');
  const purgeSites = purge('reading_sites', 'day, operation, host, exit');

  const isKept = ({ day, operation, host, exit }: SiteCounts): boolean =>
    hasSite.get(day, operation, host, exit) !== undefined || (countSites.get(day, operation) ?? 0) < MAX_SITES_PER_DAY;

  return {
    addReading: ({ fields, sites }) => {
      for (const { missing: added, ...counts } of fields) {
        const before = findMissing.get(counts.day, counts.operation, counts.field) ?? '[]';
        const missing = added.length === 0 ? before : JSON.stringify(newestMissing(toMissing(before), added));
        addField.run({ ...counts, missing });
      }
      for (const site of sites) addSite.run(isKept(site) ? site : { ...site, host: OTHER_SITES });
    },
    purgeReading: (beforeDay, limit) => {
      const fields = purgeFields.run(beforeDay, limit).changes;
      return fields + (fields < limit ? purgeSites.run(beforeDay, limit - fields).changes : 0);
    },
  } satisfies Partial<SyncCalls>;
};
