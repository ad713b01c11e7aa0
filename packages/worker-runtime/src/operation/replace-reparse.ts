import { REPARSE_ID, type ReparseParams } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { RequestRow, RequestStore } from '@quarry/store';

/** File of the original request with the id of its last reparse. */
export const LAST_REPARSE_FILE = 'last-reparse.txt';
const UUID_CHARS = 36;

export interface ReplaceReparseOptions {
  readonly requests: Pick<RequestStore, 'get' | 'forgetStored'>;
  readonly files: Pick<FileStore, 'read' | 'put' | 'removeRequest'>;
}

/** A successful reparse replaces the one before: only the last result of one document is kept. */
export const replaceLastReparse = async (
  { requests, files }: ReplaceReparseOptions,
  row: RequestRow,
): Promise<void> => {
  // safe because the gateway alone fills these parameters
  const { requestId: originId } = row.params as ReparseParams;
  const { accountId } = row;
  const key = { accountId, requestId: originId, name: LAST_REPARSE_FILE };
  const lastId = (await files.read(key, UUID_CHARS))?.toString('utf8');
  await files.put(key, row.id);
  if (lastId === undefined || lastId === row.id) return;
  const last = await requests.get(lastId);
  if (last?.operation !== REPARSE_ID || last.accountId !== accountId) return;
  await files.removeRequest(accountId, lastId);
  await requests.forgetStored(lastId);
};
