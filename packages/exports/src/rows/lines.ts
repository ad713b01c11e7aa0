import type { ExportSource, Parts } from '../source.js';
import { bytesOf, withAnswers, type StoredAnswer } from './read-answers.js';
import { inChunks } from './in-chunks.js';
import { resultRow } from './result-row.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** Replaces line breaks, which are white space in JSON but would end the line of an export. */
const onOneLine = (json: Uint8Array): Uint8Array =>
  json.includes(LINE_FEED) || json.includes(CARRIAGE_RETURN)
    ? json.map((byte) => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte))
    : json;

async function* answerParts(answer: StoredAnswer): Parts {
  if (answer.kind === 'missing') yield ',"answer":null';
  const parts = await bytesOf(answer);
  if (parts === undefined) return;
  yield ',"answer":';
  for await (const part of parts) yield onOneLine(part);
}

/** Lines with the stored response of each item; large ones are streamed. */
async function* linesWithAnswers(source: ExportSource): Parts {
  for await (const items of source.pages) {
    for await (const { item, answer } of withAnswers(source, items)) {
      yield JSON.stringify(resultRow(item, source.filesUrl)).slice(0, -1);
      yield* answerParts(answer);
      yield '}\n';
    }
  }
}

/** One line of JSON per item, as in a page of results. */
export const lineParts = (source: ExportSource, { hasAnswers }: { readonly hasAnswers: boolean }): Parts =>
  hasAnswers
    ? linesWithAnswers(source)
    : inChunks(source, (item) => `${JSON.stringify(resultRow(item, source.filesUrl))}\n`);
