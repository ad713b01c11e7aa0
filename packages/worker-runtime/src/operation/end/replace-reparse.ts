import { createHash } from 'node:crypto';
import { canonicalJson, REPARSE_ID, type ReparseParams } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { Clock, RequestRow, RequestStore } from '@quarry/store';

/** File of the original request that names its reparses, the last one at the end. */
export const LAST_REPARSE_FILE = 'last-reparse.txt';
/** Reparses of one request whose results are kept, each of other parameters. */
export const MAX_KEPT_REPARSES = 20;
/** Time within which a result is not removed: its caller may be reading it. */
export const REPARSE_READ_MS = 300_000;
/** Reparses that one file names, those included that are to be removed. */
const MAX_NAMED = 200;
const MAX_FILE_BYTES = 100 * (MAX_NAMED + 1);

export interface ReplaceReparseOptions {
  readonly requests: Pick<RequestStore, 'get' | 'forgetStored'>;
  readonly files: Pick<FileStore, 'read' | 'put' | 'removeRequest'>;
  readonly clock: Clock;
}

interface Reparse {
  readonly id: string;
  /** Of what it was told to read. */
  readonly digest: string;
  readonly endedAtMs: number;
}

const digestOf = ({ params = {} }: ReparseParams): string =>
  createHash('sha256').update(canonicalJson(params)).digest('base64url').slice(0, 16);

const readNamed = (text: string): Reparse[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', digest = '', endedAtMs = '0'] = line.split(' ');
      return { id, digest, endedAtMs: Number(endedAtMs) };
    });

/** Those that a later one replaces: of the same parameters, or beyond as many as are kept. Oldest first, as given. */
const replacedIn = (named: readonly Reparse[]): ReadonlySet<Reparse> => {
  const kept = new Map(named.map((one) => [one.digest, one]));
  const last = new Set([...kept.values()].slice(-MAX_KEPT_REPARSES));
  return new Set(named.filter((one) => !last.has(one)));
};

const remove = async (
  { requests, files }: ReplaceReparseOptions,
  accountId: string,
  { id }: Reparse,
): Promise<void> => {
  const row = await requests.get(id);
  if (row?.operation !== REPARSE_ID || row.accountId !== accountId) return;
  await files.removeRequest(accountId, id);
  await requests.forgetStored(id);
};

/**
 * A successful reparse replaces an earlier one with the same parameters, and of one document only so many results are kept. What
 * is replaced goes at a later reparse, once its caller has had time to read it.
 */
export const replaceLastReparse = async (options: ReplaceReparseOptions, row: RequestRow): Promise<void> => {
  const { files, clock } = options;
  // safe because the gateway alone fills these parameters
  const params = row.params as ReparseParams;
  const { accountId } = row;
  const key = { accountId, requestId: params.requestId, name: LAST_REPARSE_FILE };
  const nowMs = clock();
  const earlier = readNamed((await files.read(key, MAX_FILE_BYTES))?.toString('utf8') ?? '');
  const named = [
    ...earlier.filter(({ id }) => id !== row.id),
    { id: row.id, digest: digestOf(params), endedAtMs: nowMs },
  ];
  const replaced = replacedIn(named);
  const isDue = (one: Reparse, index: number): boolean =>
    replaced.has(one) && (nowMs - one.endedAtMs >= REPARSE_READ_MS || named.length - index > MAX_NAMED);
  const due = named.filter(isDue);
  const left = named.filter((one) => !due.includes(one));
  await files.put(key, left.map(({ id, digest, endedAtMs }) => `${id} ${digest} ${endedAtMs}\n`).join(''));
  for (const one of due) await remove(options, accountId, one);
};
