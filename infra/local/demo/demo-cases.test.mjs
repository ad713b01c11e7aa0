import { describe, expect, it } from '@jest/globals';
import { demoCases, excerpt, problemsOf } from './demo-cases.mjs';

const SITE = 'http://127.0.0.1:1';

describe('excerpt', () => {
  it('shows the first lines with text, and how many more there are', () => {
    expect(excerpt('\n one\n\ntwo\nthree\nfour', 2)).toEqual([' one', 'two', '… and 2 lines more']);
    expect(excerpt('one')).toEqual(['one']);
    expect(excerpt(undefined)).toEqual([]);
  });

  it('cuts long lines', () => {
    const [line] = excerpt('x'.repeat(500));
    expect(line).toHaveLength(96);
    expect(line.endsWith('…')).toBe(true);
  });
});

describe('problemsOf', () => {
  const demoCase = { status: 200, credits: 1, checks: { 'a text': ({ text }) => text === 'yes' } };
  it('finds nothing where everything is as expected', () => {
    expect(problemsOf(demoCase, { status: 200, charged: 1, body: { text: 'yes' } })).toEqual([]);
  });

  it('names the status, the credits and every missing thing', () => {
    expect(problemsOf(demoCase, { status: 502, charged: NaN, body: {} })).toEqual([
      'status 502, expected 200',
      'NaN credits charged, expected 1',
      'missing: a text',
    ]);
  });
});

describe('demoCases', () => {
  const cases = demoCases(SITE);
  it('asks for every format, a screenshot, links and addresses', () => {
    const bodies = cases.map(({ body }) => body);
    expect(new Set(bodies.flatMap(({ outputFormat }) => outputFormat))).toEqual(
      new Set(['html', 'text', 'markdown', 'json', 'pdf']),
    );
    expect(bodies.some(({ screenshot, extractLinks }) => screenshot || extractLinks)).toBe(true);
  });

  it.each(cases.map((demoCase) => [demoCase.title, demoCase]))(
    'can judge and show even an empty answer: %s',
    (_, demoCase) => {
      const answer = { status: 500, charged: -1, body: {} };
      const all = 2 + Object.keys(demoCase.checks).length;
      expect(problemsOf(demoCase, answer)).toHaveLength(all);
      expect(() => demoCase.show(answer.body)).not.toThrow();
    },
  );
});
