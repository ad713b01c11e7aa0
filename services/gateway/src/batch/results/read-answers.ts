import type { Readable } from 'node:stream';
import { FileTooLargeError, type FileKey, type FileStore } from '@quarry/files';
import type { BatchItem } from '@quarry/store';
import { EXPORT_ANSWERS_AHEAD, MAX_AHEAD_ANSWER_BYTES } from '../../bounds.js';
import { AnswerMissingError, readPatiently, type Patience } from '../../routes/read-patiently.js';
import { answerKeyOf } from './result-row.js';

export interface ReadAnswersOptions {
  readonly files: Pick<FileStore, 'read' | 'open'>;
  /** How long to retry reading a stored response. Default: `ANSWER_READ_MS`. */
  readonly readMs?: number | undefined;
  /** True if nobody reads them any more. */
  readonly isGone: () => boolean;
}

/** The stored response of an item: its JSON, `large` if it must be streamed, `missing` if it is no longer stored. */
export type StoredAnswer =
  | { readonly kind: 'whole'; readonly body: Buffer }
  | { readonly kind: 'large'; open(): Promise<Readable> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'none' };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** Replaces line breaks, which are white space in JSON but would end the line of an export. */
export const onOneLine = (json: Uint8Array): Uint8Array =>
  json.includes(LINE_FEED) || json.includes(CARRIAGE_RETURN)
    ? json.map((byte) => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte))
    : json;

const readAnswer = async (options: ReadAnswersOptions, key: FileKey | undefined): Promise<StoredAnswer> => {
  if (key === undefined) return { kind: 'none' };
  const { files, readMs, isGone } = options;
  const patience: Omit<Patience<never>, 'discard'> = { readMs, isGone };
  try {
    return { kind: 'whole', body: await readPatiently(() => files.read(key, MAX_AHEAD_ANSWER_BYTES), patience) };
  } catch (error) {
    if (error instanceof AnswerMissingError) return { kind: 'missing' };
    if (!(error instanceof FileTooLargeError)) throw error;
    const discard = (late: { stream: Readable }): void => void late.stream.destroy();
    const open = async () => (await readPatiently(() => files.open(key), { ...patience, discard })).stream;
    return { kind: 'large', open };
  }
};

/**
 * The items with their stored responses, in order; a few are read ahead. Rejects if a response cannot be read, because an
 * export without it would be wrong.
 */
export async function* withAnswers(
  options: ReadAnswersOptions,
  items: readonly BatchItem[],
): AsyncGenerator<{ item: BatchItem; answer: StoredAnswer }> {
  const ahead: Promise<{ item: BatchItem; answer: StoredAnswer } | { error: unknown }>[] = [];
  const begin = (item: BatchItem): void => {
    ahead.push(
      readAnswer(options, answerKeyOf(item)).then(
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
