import type { ReadingEngine } from '../engine-port.js';
import { boundLimit } from '../input-rules.js';
import type { Clock, ReadingHealthStore } from '../port.js';
import { checkReadingCounts, checkReadingDay, checkReadingRange, oldestKeptDay } from './reading-rules.js';

export const createReadingHealth = (engine: ReadingEngine, clock: Clock): ReadingHealthStore => ({
  add: async (counts) => {
    checkReadingCounts(counts);
    await engine.addReading(counts);
  },
  list: async (range) => {
    checkReadingRange(range);
    const [fields, sites] = await Promise.all([engine.listReadingFields(range), engine.listReadingSites(range)]);
    // Engines begin with the newest, so that a bound leaves out the oldest.
    return { fields: fields.reverse(), sites: sites.reverse() };
  },
  missing: async (day, operation) => {
    checkReadingDay(day, operation);
    return engine.listMissing(day, operation);
  },
  purge: async (limit) => engine.purgeReading(oldestKeptDay(clock()), boundLimit(limit)),
});
