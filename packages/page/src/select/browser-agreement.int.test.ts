import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const PAGES: readonly string[] = [
  '<title>T</title><p>a<p class=x>b<div>c</div><p>d',
  '<html><head><meta name=a></head><script>1</script><body class=b><p>a</p></body></html><p>late',
  '<table><tr><td>1<td>2<tr><td>3<td>4<tbody><tr><td>5</table><table><caption>c</caption><tr><th>h</table>',
  '<ul><li>a<ul><li>b<li>c</ul><li>d</ul><dl><dt>e<dd>f<dt>g</dl>',
  '<div id=A class="x Y"><span></span><span> </span><b>t</b><!-- c --></div><div></div>',
  '<form><label>l<input type=checkbox checked><input disabled></label><select><option>1<option selected>2</select></form>',
  '<body><p>a</p><body><p>b</p><template><p>c</p></template><noscript><p>d</p></noscript>',
  '<svg viewBox="0 0 1 1"><g><path/><path/></g></svg><a href=x lang=en-GB>a</a><a>b</a>',
];

const SELECTORS: readonly string[] = [
  ...[
    '*',
    'p',
    '.x',
    '.y',
    '#A',
    'body > *',
    'head > *',
    'html > body > p',
    ':root > *',
    'table > tr',
    'table > tbody > tr',
  ],
  ...[
    'tr:nth-child(odd) > td',
    'td:nth-last-child(1)',
    'li:nth-child(2 of :not(.x))',
    'li li',
    'dt + dd',
    'dt ~ dt',
    'p:nth-of-type(-n+2)',
  ],
  ...[
    'span:empty',
    'div:empty',
    ':only-child',
    ':first-of-type:last-of-type',
    ':not(:has(*))',
    'ul:has(> li > ul)',
    ':has(+ p)',
  ],
  ...[
    'a[href]',
    'a:link',
    ':lang(en)',
    ':checked',
    ':disabled',
    ':enabled',
    'option:checked',
    '[class~="x"]',
    '[class*="y" i]',
    ':hover',
    ':is(p, b):not(.x)',
  ],
];

const countsInBrowser = async (): Promise<number[][]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarry-select-'));
  const data = JSON.stringify({ pages: PAGES, selectors: SELECTORS }).replaceAll('<', '\\u003c');
  const script = `const d=${data};const o=d.pages.map((p)=>{const t=new DOMParser().parseFromString('<!doctype html>'+p,'text/html');return d.selectors.map((s)=>t.querySelectorAll(s).length)});document.body.textContent=JSON.stringify(o)`;
  try {
    const file = path.join(folder, 'page.html');
    await writeFile(file, `<!doctype html><meta charset=utf-8><body><script>${script}</script></body>`);
    const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}/profile`, '--dump-dom'];
    const { stdout } = await promisify(execFile)(CHROMIUM, [...options, `file://${file}`], { timeout: 60_000 });
    return JSON.parse(/<body>([^<]*)</.exec(stdout)?.[1] ?? '') as number[][];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const countHere = (text: string, selector: string): number => {
  const { extractedData } = convertPage(
    { text, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: [], links: false, emails: false, extractRules: { found: selector } },
  );
  const found = extractedData?.['found'] ?? [];
  return Array.isArray(found) ? found.length : 1;
};

describe('selectors', () => {
  it('match as many elements as in a browser', async () => {
    const expected = await countsInBrowser();
    const list = (counts: readonly (readonly number[])[]): string[] =>
      counts.flatMap((row, page) => row.map((count, index) => `${PAGES[page]} ${SELECTORS[index]}: ${count}`));
    expect(list(PAGES.map((page) => SELECTORS.map((selector) => countHere(page, selector))))).toEqual(list(expected));
  }, 120_000);
});
