import { describe, expect, it } from '@jest/globals';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { BATCH_CSV_COLUMNS } from '@quarry/contracts';
import { answerOf, bytesOfParts, itemOf, JOB, sceneOf } from '../../test/export-scene.js';
import { PARQUET_GROUP_CHARS, PARQUET_GROUP_ROWS } from '../bounds.js';
import { exportBatch } from '../export-batch.js';

const exportOf = async (source: Parameters<typeof exportBatch>[1], columns?: readonly string[]) => {
  const bytes = await bytesOfParts(exportBatch('parquet', source, JOB, { columns }));
  const file = new Uint8Array(bytes).buffer;
  return { rows: await parquetReadObjects({ file }), metadata: parquetMetadata(file) };
};

describe('the Parquet file of a batch', () => {
  it('has the columns of the table, typed, with null for what a row does not have', async () => {
    const failed = itemOf(1, { state: 'failed', verdict: 'blocked', error: 'target_blocked', query: { url: '=1+1' } });
    const { rows, metadata } = await exportOf(sceneOf([itemOf(0), failed], {}).source);
    expect(metadata.schema.slice(1).map(({ name }) => name)).toEqual([...BATCH_CSV_COLUMNS]);
    expect(rows[0]).toMatchObject({
      ...{ index: 0, status: 'ok', statusCode: 200, retryable: null, error: null },
      json: 'https://files.example/acc_1/00000000-0000-4000-8000-000000000000/result-1.json',
    });
    // No apostrophe: nothing here runs a formula.
    expect(rows[1]).toMatchObject({ index: 1, status: 'error', retryable: true, json: null, query: '{"url":"=1+1"}' });
  });

  it('has the values of chosen columns, each column once', async () => {
    const { source } = sceneOf([itemOf(0), itemOf(1)], {
      '0/result-1.json': answerOf(0, { extractedData: { price: '1.50', tags: ['a'] } }),
    });
    const { rows } = await exportOf(source, ['index', 'title', 'extractedData.price', 'extractedData.tags', 'index']);
    expect(rows).toEqual([
      { index: 0, title: 'Lamp 0', 'extractedData.price': '1.50', 'extractedData.tags': '["a"]' },
      { index: 1, title: null, 'extractedData.price': null, 'extractedData.tags': null },
    ]);
  });

  it('is written in groups of bounded rows', async () => {
    const items = Array.from({ length: PARQUET_GROUP_ROWS + 1 }, (_item, index) => itemOf(index));
    const { rows, metadata } = await exportOf(sceneOf(items, {}).source, ['index']);
    expect(rows.map(({ index }) => index as number)).toEqual(items.map(({ index }) => index));
    expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([PARQUET_GROUP_ROWS, 1]);
  });

  it('is written in groups of bounded size', async () => {
    const half = 'x'.repeat(PARQUET_GROUP_CHARS / 2);
    const files = Object.fromEntries(
      [0, 1, 2].map((index) => [`${index}/result-1.json`, answerOf(index, { text: half })]),
    );
    const { rows, metadata } = await exportOf(sceneOf([itemOf(0), itemOf(1), itemOf(2)], files).source, ['text']);
    expect(rows.map(({ text }) => text as string)).toEqual([half, half, half]);
    expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([2, 1]);
  });

  it('of a job without an ended item has its columns alone', async () => {
    const { rows, metadata } = await exportOf(sceneOf([], {}).source);
    expect([rows, metadata.schema.length]).toEqual([[], BATCH_CSV_COLUMNS.length + 1]);
  });
});
