import type { BatchItem } from '@quarry/store';
import { EXPORT_CHUNK_CHARS } from '../bounds.js';
import type { ExportSource } from '../source.js';

/** Joins the texts of items into chunks; takes a turn after each. */
export async function* inChunks(
  { pages, takeTurn }: Pick<ExportSource, 'pages' | 'takeTurn'>,
  textOf: (item: BatchItem) => string,
): AsyncGenerator<string> {
  let chunk = '';
  for await (const items of pages) {
    for (const item of items) {
      chunk += textOf(item);
      if (chunk.length < EXPORT_CHUNK_CHARS) continue;
      yield chunk;
      chunk = '';
      await takeTurn();
    }
  }
  if (chunk !== '') yield chunk;
}
