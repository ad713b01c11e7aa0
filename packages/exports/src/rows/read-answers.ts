import type { Readable } from 'node:stream';
import { FileTooLargeError } from '@quarry/files';
import type { BatchItem } from '@quarry/store';
import { EXPORT_ANSWERS_AHEAD, MAX_AHEAD_ANSWER_BYTES } from '../bounds.js';
import { answerKeyOf, type ExportSource } from '../source.js';

/** The stored response of an item: its JSON, `large` if it must be streamed, `missing` if it is no longer stored. */
export type StoredAnswer =
  | { readonly kind: 'whole'; readonly body: Buffer }
  | { readonly kind: 'large'; open(): Promise<Readable> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'none' };

const readAnswer = async ({ files }: Pick<ExportSource, 'files'>, item: BatchItem): Promise<StoredAnswer> => {
  const key = answerKeyOf(item);
  if (key === undefined) return { kind: 'none' };
  try {
    const body = await files.read(key, MAX_AHEAD_ANSWER_BYTES);
    return body === null ? { kind: 'missing' } : { kind: 'whole', body };
  } catch (error) {
    if (!(error instanceof FileTooLargeError)) throw error;
    const open = async (): Promise<Readable> => {
      const opened = await files.open(key);
      if (opened === null) throw new Error('a stored response was removed while it was exported', { cause: error });
      return opened.stream;
    };
    return { kind: 'large', open };
  }
};

/** The bytes of a stored response; undefined if there are none. */
export const bytesOf = async (
  answer: StoredAnswer,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined> => {
  if (answer.kind === 'whole') return [answer.body];
  // safe because files are read as bytes
  return answer.kind === 'large' ? ((await answer.open()) as AsyncIterable<Uint8Array>) : undefined;
};

/**
 * The items with their stored responses, in order; a few are read ahead. Rejects if a response cannot be read, because an
 * export without it would be wrong.
 */
export async function* withAnswers(
  source: Pick<ExportSource, 'files'>,
  items: readonly BatchItem[],
): AsyncGenerator<{ item: BatchItem; answer: StoredAnswer }> {
  const ahead: Promise<{ item: BatchItem; answer: StoredAnswer } | { error: unknown }>[] = [];
  const begin = (item: BatchItem): void => {
    ahead.push(
      readAnswer(source, item).then(
        (answer) => ({ item, answer }),
        (error: unknown) => ({ error }),
      ),
    );
  };
  for (const item of items.slice(0, EXPORT_ANSWERS_AHEAD)) begin(item);
  for (let next = EXPORT_ANSWERS_AHEAD; ahead.length > 0; next += 1) {
    const read = await ahead.shift();
    const following = items[next];
    if (following !== undefined) begin(following);
    if (read === undefined) return;
    if ('error' in read) throw read.error;
    yield read;
  }
}
