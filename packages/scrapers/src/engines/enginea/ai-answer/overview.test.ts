import { describe, expect, it } from '@jest/globals';
import { parseSerp } from '../serp/parse.js';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const RESULT = '<div id="rso"><div data-hveid="r"><a href="https://r.example/"><h3>Result</h3></a></div></div>';

const overviewOf = (body: string, after = '') => {
  const text = `<html><body><div id="center_col">${body}${RESULT}</div>${after}</body></html>`;
  const parsed = parseSerp({ text, url: 'https://www.google.com/search?q=slate' });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  return parsed.result['aiOverview'];
};

const STATE_WORDS =
  '<span style="display:none">An AI Overview is not available for this search</span><div role="heading">AI Overview</div>';

/** A sentence of the older form with the control that shows its sources. */
const sentence = (words: string, id: string) =>
  `<span data-huuid="51"><span>${words}</span><span data-cid="${id}"><span>&nbsp;<div data-cid="${id}" data-uuids="51"><div role="button">links</div></div></span></span><div id="${id}" style="display:none"></div></span>`;
const listed = (host: string) =>
  `<li><a href="https://${host}.example/" aria-label="At ${host}"></a><div>At ${host}</div><div>A passage about slate roofs.</div><div>Site ${host}</div><div role="button">About</div></li>`;

describe('an overview above results', () => {
  it('is read with its sources, whose indexes begin with 0', () => {
    const card =
      '<li><div data-src-id="4"><a href="https://a.example/"></a><div>At a</div><div>A passage about slate roofs.</div><div>Site a</div></div></li>';
    const data = `<div style="display:none"><!--TgQPHd||[["${A}","4",0]]--></div>`;
    const body = `<div data-mcpr>${STATE_WORDS}<div data-scope-id="turn"><div data-container-id="main-col"><div>Slate <mark>lasts</mark>.<span><button data-icl-uuid="${A}"></button></span></div>${data}</div><div data-container-id="rhs-col"><ul>${card}</ul></div></div><div>AI responses may include mistakes. <a href="https://support.google.com/websearch?p=ai_overviews">Learn more</a></div></div>`;
    expect(overviewOf(body)).toEqual({
      textBlocks: [
        { type: 'paragraph', snippet: 'Slate lasts.', snippetHighlightedWords: ['lasts'], referenceIndexes: [0] },
      ],
      references: [
        {
          index: 0,
          title: 'At a',
          link: 'https://a.example/',
          snippet: 'A passage about slate roofs.',
          source: 'Site a',
        },
      ],
    });
  });

  it('of the older form names its sources by their order, those not shown yet too', () => {
    const text = `<div>${sentence('It lasts.', A)}</div><ul><li>${sentence('Long.', B)}</li></ul><div id="more"></div>`;
    const body = `<div data-mcpr>${STATE_WORDS}<div data-rl="en">${text}</div><ul>${listed('a')}${listed('b')}</ul></div>`;
    const fill = `<div style="display:none"><ul>${listed('a')}${listed('b')}${listed('c')}</ul></div>`;
    const script = `<script>window.jsl.dh('more','${fill.replaceAll('<', String.raw`\x3c`)}');window['W_jd']={"x":["${A}",[3971,1976]],"y":["${B}",[6973]],"z":[[1976,3971,6973],[]]}</script>`;
    const overview = overviewOf(body, script) as { textBlocks: unknown; references: { link: string }[] };
    expect(overview.references.map(({ link }) => link)).toEqual(
      ['a', 'b', 'c'].map((host) => `https://${host}.example/`),
    );
    expect(overview.textBlocks).toEqual([
      { type: 'paragraph', snippet: 'It lasts.', referenceIndexes: [0, 1] },
      { type: 'list', list: [{ snippet: 'Long.', referenceIndexes: [2] }], referenceIndexes: [2] },
    ]);
  });

  it('leaves out what the engine says of its own, and the controls after the answer', () => {
    const notice = '<div>AI can make mistakes. <a href="https://policies.google.com/terms">Terms</a></div>';
    const judge = '<div><button aria-pressed="false">Good</button></div><div>More words</div>';
    const body = `<div data-mcpr><div data-container-id="main-col"><div>It lasts.</div>${notice}${judge}</div></div>`;
    expect(overviewOf(body)).toMatchObject({ textBlocks: [{ type: 'paragraph', snippet: 'It lasts.' }] });
  });

  it.each([
    ['is searched for', `<div data-mcpr>${STATE_WORDS}<div>Searching</div></div>`],
    [
      'is part of an answer to another question',
      `<div data-q="Why?"><div data-mcpr><div data-container-id="main-col"><div>It lasts.</div></div></div></div>`,
    ],
  ])('is absent where it %s', (_name, body) => {
    expect(overviewOf(body)).toBeUndefined();
  });
});
