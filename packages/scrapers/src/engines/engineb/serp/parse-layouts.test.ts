import { describe, expect, it } from '@jest/globals';
import { parseEnginebSerp } from './parse.js';

const PAGE_URL = 'https://www.bing.com/search?q=slate+roofs';

const frame = (body: string): string =>
  `<html><head><title>slate roofs - Search</title></head><body><form><input name="q" value="slate roofs"></form>${body}</body></html>`;

const titled = (n: number, className = 'b_algo'): string =>
  `<li class="${className}"><h2><a href="https://roof${n}.example/">Roof ${n}</a></h2><div class="b_caption"><cite>roof${n}.example</cite><p>What stands on roof ${n}.</p></div></li>`;

const linked = (n: number): string =>
  `<li class="b_algo"><div class="title"><a href="https://roof${n}.example/">Roof ${n}</a></div><cite>roof${n}.example</cite><p>What stands on roof ${n}.</p></li>`;

const three = (item: (n: number) => string): string => [1, 2, 3].map((n) => item(n)).join('');

const titles = (text: string): string[] | string => {
  const parsed = parseEnginebSerp({ text, url: PAGE_URL });
  return parsed.outcome === 'ok' ? parsed.result.organicResults.map(({ title }) => title) : parsed.outcome;
};

const ALL = ['Roof 1', 'Roof 2', 'Roof 3'];

describe('results', () => {
  it.each([
    [
      'in a list without its name, beside a named column',
      `<ol>${three(titled)}</ol><ol id="b_context"><li class="b_ans"><h2>Aside</h2></li></ol>`,
    ],
    [
      'in a page that names neither lists nor results',
      `<ul><li><a href="/images">Images</a></li></ul><div><ol>${three((n) => titled(n, 'x1'))}</ol></div>`,
    ],
    ['whose titles are links without headings', `<ol id="b_results">${three(linked)}</ol>`],
    [
      'whose titles have the role of headings',
      `<ol id="b_results">${three((n) => titled(n).replaceAll('h2>', 'div>').replace('<div>', '<div role="heading">'))}</ol>`,
    ],
    [
      'that an unclosed answer has swallowed',
      `<ol id="b_results"><li class="b_ans"><div><div>Weather<ol>${three(titled)}</ol></li></ol>`,
    ],
  ])('%s are read', (_name, body) => {
    expect(titles(frame(body))).toEqual(ALL);
  });

  it.each([
    ['two alike items of a page that names nothing', `<ol>${titled(1, 'x1')}${titled(2, 'x1')}</ol>`],
    [
      'the one result inside an answer',
      `<ol id="b_results"><li class="b_ans"><h2>Answer</h2><ol>${titled(1)}</ol></li></ol>`,
    ],
    [
      'a list of links',
      `<ol id="b_results">${[1, 2, 3].map((n) => `<li><a href="https://roof${n}.example/">Roof ${n}</a></li>`).join('')}</ol>`,
    ],
  ])('are not %s', (_name, body) => {
    expect(titles(frame(body))).toBe('unrecognized');
  });
});

describe('a page without results', () => {
  const heading = '<h1>There is nothing for <strong>slate roofs</strong></h1>';

  it.each([
    ['in a part of its own', `<ol id="b_results"><li class="b_no">${heading}</li></ol>`],
    ['in an answer', `<ol id="b_results"><li class="b_ans b_no">${heading}</li></ol>`],
    ['inside an answer', `<ol id="b_results"><li class="b_ans"><div class="b_no">${heading}</div></li></ol>`],
    ['outside of the list', `<ol id="b_results"></ol><div class="b_no">${heading}</div>`],
    ['in a layout that names nothing', `<ol><li class="x1">${heading}</li></ol>`],
  ])('says so %s', (_name, body) => {
    expect(titles(frame(body))).toEqual([]);
  });

  it('does not say so where a heading names something else, or an advertisement does', () => {
    const other = '<h1>There is nothing for <strong>tin roofs</strong></h1>';
    expect(titles(frame(`<ol><li class="x1">${other}</li></ol>`))).toBe('unrecognized');
    expect(titles(frame(`<ol id="b_results"><li class="b_ad"><div class="b_no">${other}</div></li></ol>`))).toBe(
      'unrecognized',
    );
  });
});
