import type { ChangeTracking } from '@quarry/contracts';
import { FileTooLargeError, type FileStore } from '@quarry/files';
import type { RequestRow } from '@quarry/store';
import { AnswerMissingError, readPatiently } from '../../routes/read-patiently.js';
import { MAX_COMPARED_ANSWER_BYTES } from '../bounds.js';
import { trackedOf, type Tracked } from './tracked.js';

/** The content that a run is compared by, or why there is none. `isGone`: the page, or the record, is no longer there. */
export type Content = { readonly tracked: Tracked; readonly isGone?: true } | { readonly message: string };

type ComparedRow = Pick<RequestRow, 'accountId' | 'id' | 'answerName' | 'state' | 'verdict'>;

const GONE: ReadonlySet<unknown> = new Set([404, 410]);

const readAnswer = async (
  files: Pick<FileStore, 'read'>,
  { accountId, id: requestId, answerName: name = '' }: ComparedRow,
): Promise<Record<string, unknown> | string> => {
  const read = () => files.read({ accountId, requestId, name }, MAX_COMPARED_ANSWER_BYTES);
  try {
    const body = await readPatiently(read, { isGone: () => false });
    // safe because a stored response is an object
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof FileTooLargeError) {
      return `The response is larger than ${MAX_COMPARED_ANSWER_BYTES} bytes, the limit for a comparison.`;
    }
    if (error instanceof AnswerMissingError) return 'The response is no longer stored.';
    throw error;
  }
};

/** What is tracked of an ended call. A page or a record that is gone has nothing. Undefined for a call that failed. */
export const contentOf = async (
  files: Pick<FileStore, 'read'>,
  tracking: ChangeTracking,
  row: ComparedRow,
): Promise<Content | undefined> => {
  const gone: Content = { tracked: trackedOf(tracking, 'gone'), isGone: true };
  if (row.verdict === 'not_found') return gone;
  if (row.state !== 'ok') return undefined;
  const answer = await readAnswer(files, row);
  if (typeof answer === 'string') return { message: answer };
  const { statusCode } = answer;
  if (GONE.has(statusCode)) return gone;
  if (typeof statusCode === 'number' && statusCode >= 400) {
    return { message: `The target responded with status ${statusCode}, so its page says nothing about the content.` };
  }
  return { tracked: trackedOf(tracking, answer) };
};
