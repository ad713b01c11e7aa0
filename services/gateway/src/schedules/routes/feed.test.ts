import { describe, expect, it } from '@jest/globals';
import sax from 'sax';
import { FEED_TEXT_CHARS } from '../bounds.js';
import type { RunData } from '../runs/schedule-data.js';
import { writeFeed } from './feed.js';

const TARGET = { type: 'operation', operation: 'scrape/web', text: '{}', isSealed: false } as const;
const URLS = { scheduleUrl: 'https://api.example/schedules/s', feedUrl: 'https://api.example/schedules/s/changes.rss' };
const changed = { status: 'changed', added: 1, removed: 0, changed: 0 } as const;

/** The texts of elements by their path, as a strict parser reads them. */
const textsOf = (xml: string): Map<string, string[]> => {
  const parser = sax.parser(true, { xmlns: true });
  const texts = new Map<string, string[]>();
  const path: string[] = [];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name }) => {
    path.push(name);
    texts.set(path.join('/'), [...(texts.get(path.join('/')) ?? []), '']);
  };
  parser.onclosetag = () => void path.pop();
  parser.ontext = (text) => {
    const list = texts.get(path.join('/'));
    if (list) list[list.length - 1] += text;
  };
  parser.write(xml).close();
  return texts;
};

const feedOf = (runs: readonly RunData[], name?: string): Map<string, string[]> =>
  textsOf(writeFeed({ id: 's', data: { name, target: TARGET }, runs, ...URLS }));

describe('the feed of changes', () => {
  it('has the runs that found a change, newest first, and is RSS', () => {
    const run = (dueMs: number, change?: RunData['change']): RunData => ({
      dueMs,
      status: 'ok',
      endedAtMs: dueMs + 5,
      change,
    });
    const texts = feedOf([
      run(3_000, { ...changed, fields: [{ path: 'price', change: 'changed', before: 10, after: 12 }] }),
      run(2_000, { status: 'same', added: 0, removed: 0, changed: 0 }),
      run(1_000, { ...changed, links: { added: ['https://shop.example/?a=1&b=2'], removed: [] } }),
      run(500),
      run(400, { status: 'first', added: 0, removed: 0, changed: 0 }),
    ]);
    const item = (name: string) => texts.get(`rss/channel/item/${name}`);
    expect(item('guid')).toEqual(['s.3000', 's.1000']);
    expect(item('pubDate')).toEqual(['Thu, 01 Jan 1970 00:00:03 GMT', 'Thu, 01 Jan 1970 00:00:01 GMT']);
    expect(item('title')?.[0]).toBe('scrape/web: 1 added, 0 removed, 0 changed');
    expect(item('description')).toEqual(['price: 10 -> 12', '+ https://shop.example/?a=1&b=2']);
    expect(texts.get('rss/channel/link')).toEqual([URLS.scheduleUrl]);
  });

  it('is XML whatever names and pages have in them', () => {
    const nasty = `]]> </title><script>alert("1")</script> & &amp; \u0000 \u0008 \ud800 \ufffe 🏠 '`;
    const markdown = { added: 1, removed: 0, diff: `+${nasty}\n` };
    const texts = feedOf([{ dueMs: 1, status: 'ok', change: { ...changed, markdown } }], nasty);
    const seen = nasty
      .replaceAll('\u0000', '\ufffd')
      .replaceAll('\u0008', '\ufffd')
      .replaceAll('\ufffe', '\ufffd')
      .toWellFormed();
    expect(texts.get('rss/channel/title')).toEqual([`Changes: ${seen}`]);
    expect(texts.get('rss/channel/item/description')).toEqual([`+${seen}\n`]);
  });

  it(`shows at most ${FEED_TEXT_CHARS} characters of a change`, () => {
    const markdown = { added: 1, removed: 0, diff: '+\u{1f3e0}'.repeat(FEED_TEXT_CHARS) };
    const [text = ''] =
      feedOf([{ dueMs: 1, status: 'ok', change: { ...changed, markdown } }]).get('rss/channel/item/description') ?? [];
    expect(text.length).toBeLessThanOrEqual(FEED_TEXT_CHARS);
  });
});
