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
      'whose titles are smaller headings',
      `<ol id="b_results">${three((n) => titled(n).replaceAll('h2>', 'h3>'))}</ol>`,
    ],
    [
      'whose whole head is a link',
      `<ol id="b_results">${three((n) => `<li class="b_algo"><a href="https://roof${n}.example/"><span>Roof ${n}</span></a><div>What stands on roof ${n}, in a sentence of some length.</div></li>`)}</ol>`,
    ],
    ['in lists within items of the list', `<ol id="b_results"><li><ul>${three(titled)}</ul></li></ol>`],
    [
      'in a list within the column of results',
      `<main><div id="b_results"><div><ol>${three(titled)}</ol></div></div></main>`,
    ],
    [
      'that are no items of a list',
      `<div id="b_results">${three((n) => titled(n).replace('<li', '<div').replace('</li>', '</div>'))}</div>`,
    ],
    [
      'of a table',
      `<table id="b_results">${three((n) => titled(n).replace(/^<li ([^>]+)>(.*)<\/li>$/, '<tr $1><td>$2</td></tr>'))}</table>`,
    ],
    ['beside an empty column', `<ol id="b_results"></ol><ol>${three((n) => titled(n, 'x1'))}</ol>`],
    [
      'of the names before 2014',
      `<div id="results"><ul id="wg0" class="sb_results">${three((n) => `<li class="sa_wr"><div class="sa_cc"><div class="sb_tlst"><h3><a href="https://roof${n}.example/">Roof ${n}</a></h3></div><div class="sb_meta"><cite>roof${n}.example</cite></div><p>What stands on roof ${n}.</p></div></li>`)}</ul></div>`,
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
    ['titles without links', `<ol id="b_results">${three((n) => titled(n).replace(/<\/?a[^>]*>/g, ''))}</ol>`],
    [
      'titles whose links scripts would fill',
      `<ol id="b_results">${three((n) => titled(n).replace('href', 'data-href'))}</ol>`,
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
    ['around the list', `<ol id="b_results" class="b_no"><li><h1>Keine Ergebnisse</h1></li></ol>`],
    ['without a heading', `<ol id="b_results"><li class="b_no"><p>検索条件に一致する結果はありません</p></li></ol>`],
    ['in quotes', '<ol><li class="x1"><h1>Aucun résultat pour « slate roofs »</h1></li></ol>'],
    [
      'in a smaller heading',
      `<ol id="b_results"><li><h2>没有与此相关的结果: <strong>slate roofs</strong></h2></li></ol>`,
    ],
    [
      'in a heading by its role',
      `<ol id="b_results"><li><div role="heading">No hay resultados para “slate roofs”</div><ul><li>Revise la ortografía</li></ul></li></ol>`,
    ],
  ])('says so %s', (_name, body) => {
    expect(titles(frame(body))).toEqual([]);
  });

  it.each([
    ['the list is empty', '<ol id="b_results"></ol>', 'unrecognized'],
    ['its part is empty', '<ol id="b_results"><li class="b_no"></li></ol>', 'unrecognized'],
    [
      'it is said in words alone',
      '<ol id="b_results"><li class="b_msg"><p>Nothing for slate roofs</p></li></ol>',
      'unrecognized',
    ],
    [
      'a link leads out',
      `<ol><li class="x1"><h2>About <strong>slate roofs</strong></h2><a href="https://roof.example/">Roof</a></li></ol>`,
      'unrecognized',
    ],
    [
      'a challenge stands there',
      `<ol id="b_results"><li class="b_no">${heading}<div class="captcha"></div></li></ol>`,
      'blocked',
    ],
    [
      'a challenge repeats the query',
      `<ol id="b_results"><li>${heading}<div class="captcha"></div></li></ol>`,
      'blocked',
    ],
  ])('does not say so where %s', (_name, body, outcome) => {
    expect(titles(frame(body))).toBe(outcome);
  });

  it('does not say so where a heading names something else, or an advertisement does', () => {
    const other = '<h1>There is nothing for <strong>tin roofs</strong></h1>';
    expect(titles(frame(`<ol><li class="x1">${other}</li></ol>`))).toBe('unrecognized');
    expect(titles(frame(`<ol id="b_results"><li class="b_ad"><div class="b_no">${other}</div></li></ol>`))).toBe(
      'unrecognized',
    );
  });
});
