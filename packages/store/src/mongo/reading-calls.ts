import type { ReadingEngine } from '../engine-port.js';
import type { SiteCounts } from '../port.js';
import { foldSites, MAX_COUNTS_LISTED, MAX_MISSING_PAGES, MAX_SITES_PER_DAY } from '../reading/reading-rules.js';
import type { ReadingFieldDocument, ReadingSiteDocument } from './documents.js';
import type { MongoEngine } from './mongo-engine.js';

// No part of an id has a space.
const placeOf = ({ day, operation }: Pick<SiteCounts, 'day' | 'operation'>): string => `${day} ${operation}`;
const siteId = (site: SiteCounts): string => `${placeOf(site)} ${site.host} ${site.exit}`;
const below = (place: string) => ({ $gt: `${place} `, $lt: `${place}!` });

const rangeOf = ({ fromDay, toDay, operation }: Parameters<ReadingEngine['listReadingFields']>[0]) => ({
  _id: { $gte: fromDay, $lt: `${toDay}!` },
  ...(operation === undefined ? {} : { operation }),
});

/** The sites that have a document, and as many others as there is room for. */
const keptSitesOf =
  ({ models: { readingSites }, run }: MongoEngine) =>
  async (sites: readonly SiteCounts[]): Promise<ReadonlySet<string>> => {
    const known = await run('readingSites.find', () =>
      readingSites
        .find({ _id: { $in: sites.map(siteId) } }, { _id: 1 })
        .lean<Pick<ReadingSiteDocument, '_id'>[]>()
        .exec(),
    );
    const kept = new Set(known.map(({ _id }) => _id));
    const places = Map.groupBy(
      sites.filter((site) => !kept.has(siteId(site))),
      placeOf,
    );
    for (const [place, added] of places) {
      const count = await run('readingSites.count', () => readingSites.countDocuments({ _id: below(place) }).exec());
      for (const site of added.slice(0, Math.max(0, MAX_SITES_PER_DAY - count))) kept.add(siteId(site));
    }
    return kept;
  };

const createAdds = (engine: MongoEngine) => {
  const {
    models: { readingFields, readingSites },
    run,
  } = engine;
  const keptSites = keptSitesOf(engine);
  return {
    addReading: async ({ fields, sites }) => {
      const fieldSteps = fields.map(({ day, operation, field, found, pages, missing }) => ({
        updateOne: {
          filter: { _id: `${placeOf({ day, operation })} ${field}` },
          update: {
            $setOnInsert: { day, operation, field },
            $inc: { found, pages },
            ...(missing.length === 0
              ? {}
              : { $push: { missing: { $each: [...missing], $slice: -MAX_MISSING_PAGES } } }),
          },
          upsert: true,
          setDefaultsOnInsert: false,
        },
      }));
      if (fieldSteps.length > 0) {
        await run('readingFields.add', () => readingFields.bulkWrite(fieldSteps, { ordered: false }));
      }
      if (sites.length === 0) return;
      const kept = await keptSites(sites);
      const siteSteps = foldSites(sites, (site) => kept.has(siteId(site))).map((site) => {
        const { day, operation, host, exit, ...counts } = site;
        const update = { $setOnInsert: { day, operation, host, exit }, $inc: counts };
        return { updateOne: { filter: { _id: siteId(site) }, update, upsert: true, setDefaultsOnInsert: false } };
      });
      await run('readingSites.add', () => readingSites.bulkWrite(siteSteps, { ordered: false }));
    },
  } satisfies Partial<ReadingEngine>;
};

const createLists = ({ models: { readingFields, readingSites }, run }: MongoEngine) =>
  ({
    listReadingFields: async (range) => {
      const found = await run('readingFields.list', () =>
        readingFields
          .find(rangeOf(range), { missing: 0 })
          .sort({ _id: -1 })
          .limit(MAX_COUNTS_LISTED)
          .lean<ReadingFieldDocument[]>()
          .exec(),
      );
      return found.map(({ day, operation, field, found: share, pages }) => ({
        ...{ day, operation, field, found: share, pages },
      }));
    },
    listReadingSites: async (range) => {
      const found = await run('readingSites.list', () =>
        readingSites
          .find(rangeOf(range))
          .sort({ _id: -1 })
          .limit(MAX_COUNTS_LISTED)
          .lean<ReadingSiteDocument[]>()
          .exec(),
      );
      return found.map(({ _id, ...site }) => site);
    },
    listMissing: async (day, operation) => {
      const found = await run('readingFields.missing', () =>
        readingFields
          .find({ _id: below(placeOf({ day, operation })), 'missing.0': { $exists: true } }, { field: 1, missing: 1 })
          .sort({ _id: 1 })
          .lean<Pick<ReadingFieldDocument, 'field' | 'missing'>[]>()
          .exec(),
      );
      return found.map(({ field, missing = [] }) => ({ field, missing }));
    },
  }) satisfies Partial<ReadingEngine>;

/** Counts by day: one document for each field, and for each site and exit. */
export const createReadingCalls = (engine: MongoEngine): ReadingEngine => {
  const {
    models: { readingFields, readingSites },
    run,
  } = engine;
  return {
    ...createAdds(engine),
    ...createLists(engine),
    purgeReading: async (beforeDay, limit) => {
      let removed = 0;
      for (const { collection, modelName } of [readingFields, readingSites]) {
        if (removed >= limit) break;
        const old = await run(`${modelName}.old`, () =>
          collection
            .find({ _id: { $lt: beforeDay } as never }, { projection: { _id: 1 }, limit: limit - removed })
            .toArray(),
        );
        if (old.length === 0) continue;
        const ids = old.map(({ _id }) => _id);
        removed += (await run(`${modelName}.purge`, () => collection.deleteMany({ _id: { $in: ids } }))).deletedCount;
      }
      return removed;
    },
  };
};
