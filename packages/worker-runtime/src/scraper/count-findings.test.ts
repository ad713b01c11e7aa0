import { describe, expect, it } from '@jest/globals';
import { mainListOf, operationById } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { createMetrics } from '@quarry/observability';
import { createFindingsReport } from './count-findings.js';

const linesAfter = async (results: readonly Readonly<Record<string, unknown>>[]): Promise<string[]> => {
  const metrics = createMetrics({ service: 'test' });
  const report = createFindingsReport(ENGINE_OPERATIONS, metrics);
  const scraper = ENGINE_OPERATIONS.get('engineb/serp');
  if (!scraper) throw new Error('no scraper of engineb/serp');
  for (const result of results) report(scraper, { blocks: ['organicResults', 'unheardOf'], result });
  const text = await metrics.text();
  metrics.close();
  return text.split('\n').filter((line) => line.startsWith('parser_'));
};

const fieldLine = (field: string, found: boolean, count: number): string =>
  `parser_fields_total{operation="engineb/serp",field="${field}",found="${found}",service="test"} ${count}`;

describe('the census of what parsers find', () => {
  it('counts fields row by row, blocks page by page', async () => {
    const rows = [{ title: 'a', snippet: 'b', odd: 1 }, { title: 'c', snippet: '' }, { title: 'd' }];
    const lines = await linesAfter([{ organicResults: rows }, { organicResults: rows.slice(0, 1) }]);
    expect(lines).toEqual(
      expect.arrayContaining([
        fieldLine('title', true, 4),
        fieldLine('snippet', true, 2),
        fieldLine('snippet', false, 2),
        fieldLine('date', false, 4),
        'parser_blocks_total{operation="engineb/serp",block="organicResults",found="true",service="test"} 2',
        'parser_blocks_total{operation="engineb/serp",block="ads",found="false",service="test"} 2',
      ]),
    );
    expect(lines.join('\n')).not.toMatch(/odd|unheardOf/);
  });

  it('says nothing of fields where there is no row', async () => {
    expect((await linesAfter([{ organicResults: [] }, {}])).join('\n')).not.toContain('parser_fields_total');
  });

  it('knows a list of every operation', () => {
    for (const id of ENGINE_OPERATIONS.keys()) {
      const operation = operationById(id);
      expect(operation && mainListOf(operation)?.fields.length).toBeGreaterThan(2);
    }
  });
});
