import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@quarry/store';

/** Mark of an attempt in the names of its files. */
const tokenOf = (name: string): string => /-([0-9a-f]{8})(?:\.|$)/.exec(name)?.[1] ?? name;

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // An item that ended without a document has no folder.
    return [];
  }
};

/**
 * Files in the data folder that belong to no ended item: attempts that died wrote them, and retention removes them. Attempts that
 * lost without dying remove theirs.
 */
export const countFilesLeft = async (
  store: Store,
  dataDir: string,
  job: { readonly id: string; readonly accountId: string },
): Promise<number> => {
  let left = 0;
  for (let afterSeq = 0; ;) {
    const rows = await store.batches.results(job.id, { afterSeq, limit: 1_000 });
    for (const { id, answerName } of rows) {
      const names = namesIn(join(dataDir, 'files', job.accountId, id));
      const own = answerName === undefined ? undefined : tokenOf(answerName);
      left += names.filter((name) => tokenOf(name) !== own).length;
    }
    const last = rows.at(-1)?.seq;
    if (last === undefined) return left;
    afterSeq = last;
  }
};
