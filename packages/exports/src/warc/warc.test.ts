import { describe, expect, it } from '@jest/globals';
import { answerOf, bytesOfParts, itemOf, JOB, sceneOf } from '../../test/export-scene.js';
import { countMembers, readRecords, type ReadRecord } from '../../test/read-warc.js';
import { MAX_AHEAD_ANSWER_BYTES } from '../bounds.js';
import { exportBatch } from '../export-batch.js';

type Items = Parameters<typeof sceneOf>[0];
type Files = Parameters<typeof sceneOf>[1];

const exportOf = (items: Items, files: Files): Promise<Buffer> =>
  bytesOfParts(exportBatch('warc', sceneOf(items, files).source, JOB));
const recordsOf = async (items: Items, files: Files): Promise<ReadRecord[]> =>
  readRecords(await exportOf(items, files));

const typesOf = (records: readonly ReadRecord[]): (string | undefined)[] =>
  records.map(({ fields }) => fields['WARC-Type']);
const rowOf = (record: ReadRecord | undefined): Record<string, unknown> =>
  JSON.parse(String(record?.block)) as Record<string, unknown>;

describe('the WARC file of a batch', () => {
  it('has the document of a page with the status and headers of its target, and its row', async () => {
    const records = await recordsOf([itemOf(0)], { '0/result-1.json': answerOf(0), '0/document-1.html': '<p>Lämp' });
    expect(typesOf(records)).toEqual(['warcinfo', 'response', 'metadata']);
    const [info, response, metadata] = records;
    expect(String(info?.block)).toContain('format: WARC File Format 1.1\r\n');
    expect(response?.fields).toMatchObject({
      'WARC-Target-URI': 'https://shop.example/0',
      'WARC-Date': '2026-03-14T00:00:01.000Z',
      'Content-Type': 'application/http; msgtype=response',
      // Of the bytes of '<p>Lämp'.
      'WARC-Payload-Digest': 'sha1:5GPF6NRTUK4KNIXPWFPENMV3MXB25Y6S',
    });
    expect(String(response?.block)).toBe(
      [
        'HTTP/1.1 200 OK',
        'content-type: text/html; charset=utf-8',
        'X-Archive-Orig-content-type: text/html; charset=windows-1252',
        'X-Archive-Orig-content-encoding: br',
        'server: lamp',
        'content-length: 8',
        '',
        '<p>Lämp',
      ].join('\r\n'),
    );
    expect(metadata?.fields).toMatchObject({ 'WARC-Refers-To': response?.fields['WARC-Record-ID'] });
    expect(rowOf(metadata)).toMatchObject({
      query: { url: 'https://shop.example/0' },
      result: { index: 0, status: 'ok', statusCode: 200 },
      document: 'decoded',
    });
  });

  it('is compressed by record, and the same each time', async () => {
    const items = [itemOf(0), itemOf(1)];
    const files = {
      ...{ '0/result-1.json': answerOf(0), '0/document-1.html': '<p>0' },
      ...{ '1/result-1.json': answerOf(1), '1/document-1.html': '<p>1' },
    };
    const packed = await exportOf(items, files);
    expect(countMembers(packed)).toBe(5);
    expect((await exportOf(items, files)).equals(packed)).toBe(true);
    const ids = readRecords(packed).map(({ fields }) => fields['WARC-Record-ID']);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids)
      expect(id).toMatch(/^<urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}>$/);
  });

  it('says what a document is: as served, or rendered', async () => {
    const pdf = itemOf(0, { metadata: { url: 'https://shop.example/0', html: 'x/document-1.pdf' } });
    const records = await recordsOf([pdf, itemOf(1)], {
      '0/result-1.json': answerOf(0, { headers: { 'content-type': 'application/pdf' } }),
      '0/document-1.pdf': '%PDF-1.7\n\x00\x01',
      '1/result-1.json': answerOf(1, { rendered: true, headers: {} }),
      '1/document-1.html': '<p>1',
    });
    const [, served, ofServed, rendered, ofRendered] = records;
    expect(String(served?.block)).toBe(
      'HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 11\r\n\r\n%PDF-1.7\n\x00\x01',
    );
    expect(String(rendered?.block)).toBe('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n<p>1');
    expect([ofServed, ofRendered].map((one) => rowOf(one)['document'])).toEqual(['as-served', 'rendered']);
  });

  it('has the row alone where no document is stored, and says so', async () => {
    const failed = itemOf(0, { state: 'failed', verdict: 'blocked', error: 'target_blocked' });
    const { answerName: _answer, metadata: _metadata, ...withoutFiles } = failed;
    const records = await recordsOf([withoutFiles, itemOf(1), itemOf(2)], {
      '1/result-1.json': answerOf(1),
      '2/document-1.html': '<p>2',
    });
    expect(typesOf(records)).toEqual(['warcinfo', 'metadata', 'metadata', 'resource', 'metadata']);
    expect([1, 2, 4].map((place) => rowOf(records[place])['document'])).toEqual(['none', 'missing', 'stored']);
    expect(rowOf(records[1])['result']).toMatchObject({ status: 'error', error: 'target_blocked' });
  });

  it('has a document without response headers, as of a search, as a resource', async () => {
    const records = await recordsOf([itemOf(0)], {
      '0/result-1.json': '{"requestMetadata":{},"organicResults":[]}',
      '0/document-1.html': '<p>0',
    });
    expect(typesOf(records)).toEqual(['warcinfo', 'resource', 'metadata']);
    expect(records[1]?.fields).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8' });
    expect(String(records[1]?.block)).toBe('<p>0');
  });

  it('lets no header end a record or a line early', async () => {
    const headers = { 'x-a': 'one\r\nx-evil: 1\r\n\r\n<p>', 'bad name': 'x', 'x-b': 'two\u0000' };
    const records = await recordsOf([itemOf(0)], {
      '0/result-1.json': answerOf(0, { headers, statusText: 'OK\r\nx-evil: 2' }),
      '0/document-1.html': '<p>0',
    });
    expect(records).toHaveLength(3);
    expect(String(records[1]?.block)).toBe(
      'HTTP/1.1 200 OK x-evil: 2\r\nx-a: one x-evil: 1 <p>\r\nx-b: two\r\ncontent-length: 4\r\n\r\n<p>0',
    );
  });

  it('streams a large document and a large response, and holds neither', async () => {
    const large = Buffer.alloc(MAX_AHEAD_ANSWER_BYTES + 1, 'a');
    const { source, seen } = sceneOf([itemOf(0)], {
      '0/result-1.json': answerOf(0, { markdown: large.toString() }),
      '0/document-1.html': large,
    });
    const records = readRecords(await bytesOfParts(exportBatch('warc', source, JOB)));
    expect(records[1]?.block.subarray(-large.byteLength).equals(large)).toBe(true);
    // The response once; the document for its first bytes, for its digest and for its content.
    expect(seen.opens).toBe(4);
  });

  it('of a job without an ended item describes itself alone', async () => {
    expect(typesOf(await recordsOf([], {}))).toEqual(['warcinfo']);
  });
});
