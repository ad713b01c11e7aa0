import { describe, expect, it } from '@jest/globals';
import { mainListOf, operationById } from '../../../contracts/src/index.js';
import { ENGINE_OPERATIONS } from '../../../scrapers/src/engines/index.js';
import type { Scraper, ScraperReading } from '../../../scrapers/src/scraper/index.js';
import { answerAsk, type EngineWord } from './answer-ask.js';

/** Written by scripts: only a browser sees answers. */
const SCRIPTED = 'enginea/ai-mode';

const parsedOf = (engine: Scraper, query: string): ScraperReading => {
  const asked = engine.begin({ q: query }, { origin: 'http://engine.test' });
  const url = new URL(asked.url);
  const ask = { url, method: 'GET', form: new URLSearchParams(), headers: {}, query };
  const word = engine.id.split('/')[0] as EngineWord;
  const text = String(answerAsk(word, ask, { timesAsked: 1 }).body);
  return engine.read({}, [{ step: asked.step, text, url: asked.url }], {});
};

describe.each([...ENGINE_OPERATIONS.values()].filter(({ id }) => id !== SCRIPTED))('pages made for $id', (engine) => {
  const operation = operationById(engine.id);
  const list = operation && mainListOf(operation);
  const rowsOf = (query: string): readonly unknown[] => {
    const parsed = parsedOf(engine, query);
    if (parsed.outcome !== 'ok' || !list) throw new Error(JSON.stringify(parsed));
    const answer = { requestMetadata: { id: 'x', status: 'ok' }, ...parsed.result };
    expect(operation.result.safeParse(answer).error).toBeUndefined();
    return parsed.result[list.key] as unknown[];
  };

  it('are read by the parser', () => {
    expect(rowsOf('slate "roof" & more').length).toBeGreaterThanOrEqual(10);
    expect(rowsOf('!none slate')).toEqual([]);
  });

  it.each([
    ['!captcha slate', /blocked|unrecognized/],
    ['!strange slate', /unrecognized/],
  ])('are no answer after %s', (query, outcome) => expect(parsedOf(engine, query).outcome).toMatch(outcome));
});
