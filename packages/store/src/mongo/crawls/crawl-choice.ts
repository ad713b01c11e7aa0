import type { CrawlEngine } from '../../engine-port.js';
import type { FrontierLimit, NewCrawlAddress } from '../../port.js';
import { itemKey, keysAfter, type BatchDocument } from '../batches/batch-documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import type { CrawlAddressDocument } from './crawl-documents.js';

/** Addresses that may be added, in their order, and the bounds that leave others out. */
interface Chosen {
  readonly fresh: readonly NewCrawlAddress[];
  readonly limits: readonly FrontierLimit[];
}

type Bounds = Omit<Parameters<CrawlEngine['absorbPages']>[2], 'itemIds'>;

export const shapeKey = (jobId: string, shape: string): string => `${jobId}:${shape}`;
const placeOf = (place: string): number => Number(place.slice(place.lastIndexOf(':') + 1));

/** Reads what is known of addresses, and chooses those that are new and within the bounds. */
export const createChoice = ({ models: { crawlAddresses }, run }: MongoEngine) => {
  const findKnown = async (jobId: string, addresses: readonly NewCrawlAddress[]): Promise<ReadonlySet<string>> => {
    const ids = addresses.map(({ key }) => `${jobId}:${key}`);
    const found = await run('crawlAddresses.known', () =>
      crawlAddresses
        .find({ _id: { $in: ids } }, { _id: 1 })
        .lean<{ _id: string }[]>()
        .exec(),
    );
    return new Set(found.map(({ _id }) => _id));
  };

  const isTaken = async (place: string): Promise<boolean> =>
    (await run('crawlAddresses.isTaken', () => crawlAddresses.exists({ place }).exec())) !== null;

  const countPlaces = async (jobId: string): Promise<number> => {
    const last = await run('crawlAddresses.last', () =>
      crawlAddresses
        .findOne({ place: keysAfter(jobId, -1) }, { place: 1 })
        .sort({ place: -1 })
        .lean<Pick<CrawlAddressDocument, 'place'>>()
        .exec(),
    );
    return last ? placeOf(last.place) + 1 : 0;
  };

  /** Places have no gap: the job's count is right unless a process died before it recorded the places that it had given. */
  const countKnown = async ({ _id: jobId, knownCount = 0 }: BatchDocument): Promise<number> =>
    (await isTaken(itemKey(jobId, knownCount))) ? countPlaces(jobId) : knownCount;

  const countVariants = async (jobId: string, addresses: readonly NewCrawlAddress[]): Promise<Map<string, number>> => {
    const shapes = [
      ...new Set(addresses.flatMap(({ shape }) => (shape === undefined ? [] : [shapeKey(jobId, shape)]))),
    ];
    if (shapes.length === 0) return new Map();
    const counts = await run('crawlAddresses.variants', () =>
      crawlAddresses
        .aggregate<{ _id: string; count: number }>([
          { $match: { shape: { $in: shapes } } },
          { $group: { _id: '$shape', count: { $sum: 1 } } },
        ])
        .exec(),
    );
    return new Map(counts.map(({ _id, count }) => [_id, count]));
  };

  const choose = async (
    jobId: string,
    { addresses, maxKnown, maxVariants }: Bounds,
    known: number,
  ): Promise<Chosen> => {
    const seen = new Set(await findKnown(jobId, addresses));
    const variants = await countVariants(jobId, addresses);
    const fresh: NewCrawlAddress[] = [];
    const limits = new Set<FrontierLimit>();
    for (const address of addresses) {
      const id = `${jobId}:${address.key}`;
      if (seen.has(id)) continue;
      const shape = address.shape === undefined ? undefined : shapeKey(jobId, address.shape);
      const count = shape === undefined ? 0 : (variants.get(shape) ?? 0);
      if (known + fresh.length >= maxKnown) limits.add('limit');
      else if (shape !== undefined && count >= maxVariants) limits.add('maxVariants');
      else {
        seen.add(id);
        fresh.push(address);
        if (shape !== undefined) variants.set(shape, count + 1);
      }
    }
    return { fresh, limits: [...limits] };
  };

  return { countKnown, choose };
};
