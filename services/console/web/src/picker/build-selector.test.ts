import { describe, expect, it } from '@jest/globals';
import { selectAll } from 'css-select';
import { isTag, type AnyNode, type Document, type Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { buildListSelector, buildSelector } from './build-selector.js';
import type { PickNode } from './pick-node.js';

/** A parsed page as the builder sees one. */
class Node implements PickNode {
  readonly localName: string;
  constructor(
    private readonly page: Page,
    private readonly element: Element,
  ) {
    this.localName = element.name;
  }
  get parentElement(): Node | null {
    const { parent } = this.element;
    return parent && isTag(parent) ? this.page.nodeOf(parent) : null;
  }
  get children(): Node[] {
    return this.element.children.filter(isTag).map((child) => this.page.nodeOf(child));
  }
  getAttribute(name: string): string | null {
    return this.element.attribs[name] ?? null;
  }
}

class Page {
  readonly #nodes = new Map<Element, Node>();
  readonly #document: Document;
  constructor(html: string) {
    // As a browser's document, where every element but the root has a parent.
    this.#document = parseDocument(`<html><body>${html}</body></html>`);
  }
  nodeOf(element: Element): Node {
    const known = this.#nodes.get(element) ?? new Node(this, element);
    this.#nodes.set(element, known);
    return known;
  }
  readonly findAll = (selector: string): Node[] =>
    selectAll<AnyNode, Element>(selector, this.#document)
      .filter(isTag)
      .map((element) => this.nodeOf(element));
}

/** Compared by identity: nodes refer to their whole page. */
const finds = (page: Page, selector: string, node: Node | undefined): boolean => {
  const found = page.findAll(selector);
  return found.length === 1 && found[0] === node;
};

/** The selector of the element with the attribute `pick`, which no selector may name. */
const pick = (html: string): { selector: string; list: string | undefined; page: Page } => {
  const page = new Page(html);
  const [node] = page.findAll('[pick]');
  if (!node) throw new Error('nothing to pick');
  const selector = buildSelector(node, page.findAll);
  expect(finds(page, selector, node)).toBe(true);
  const list = buildListSelector(node, page.findAll);
  if (list !== undefined) expect(page.findAll(list).includes(node)).toBe(true);
  return { selector, list, page };
};

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('');

describe('buildSelector', () => {
  it.each([
    ['<h1 pick id="title">a</h1>', '#title'],
    ['<p>b</p><h1 pick>a</h1>', 'h1'],
    ['<b class="price" pick>1</b><b>2</b>', '.price'],
    ['<i id="r-8f3a2c1d9e" class="price" pick></i>', '.price'],
    ['<i class="css-1x2y3z sc-bdVaJa price active mt-4" pick></i><i></i>', '.price'],
    ['<i class="Card_title__a1B2c" pick></i><i></i>', 'i:nth-of-type(1)'],
    ['<span itemprop="name" pick></span><span></span>', 'span[itemprop="name"]'],
    ['<a data-testid="buy-link" class="x" pick></a><a></a>', 'a[data-testid="buy-link"]'],
    ['<a data-testid="item-184467" class="link" pick></a><a></a>', '.link'],
    ['<div class="old"><b>1</b></div><div class="new"><b pick>2</b></div>', '.new b'],
    ['<i class="x"></i><div id="main"><i class="x" pick></i></div>', '#main .x'],
  ])('of %s is %s', (html, selector) => {
    expect(pick(html).selector).toBe(selector);
  });

  it('leaves out elements that parsers put in between', () => {
    const table = (pickAt: number) =>
      `<table id="prices">${rows(4, (i) => `<tr><td>n</td><td${i === pickAt ? ' pick' : ''}>p</td></tr>`)}</table>`;
    const { selector } = pick(table(2));
    const withBody = new Page(table(2).replace('<tr>', '<tbody><tr>').replace('</table>', '</tbody></table>'));
    expect(withBody.findAll(selector)).toHaveLength(1);
    expect(withBody.findAll(selector)[0]?.getAttribute('pick')).toBe('');
    expect(selector).not.toMatch(/tbody|>/);
  });

  it('finds the row of a list, then the place in it', () => {
    const list = rows(5, (i) => `<li class="card"><a class="name"${i === 3 ? ' pick' : ''}>x</a><a>y</a></li>`);
    const { selector, list: all, page } = pick(`<ul class="results">${list}</ul>`);
    expect(selector).toBe('li:nth-of-type(4) .name');
    expect(all).toBe('.name');
    expect(page.findAll('.name')).toHaveLength(5);
  });

  it('works on a page without any names, however deep', () => {
    const deep = `${'<div><div></div>'.repeat(30)}<div pick></div>${'</div>'.repeat(30)}`;
    const { selector, list } = pick(deep);
    expect(selector).toMatch(/^div:nth-of-type\(\d\)( > div:nth-of-type\(\d\))*$/);
    expect(list).toBeUndefined();
  });

  it('leads through a table in deep markup, whatever the parser adds', () => {
    const deep = (inner: string): string => `${'<div><div></div>'.repeat(12)}${inner}${'</div>'.repeat(12)}`;
    const rowsOf = rows(3, (i) => `<tr><td><span>x</span><span${i === 1 ? ' pick' : ''}>y</span></td></tr>`);
    const tables = `<table>${rowsOf.replace(' pick', '')}</table><table>${rowsOf}</table>`;
    const { selector } = pick(deep(tables));
    const other = new Page(
      deep(tables.replaceAll('<table>', '<table><tbody>').replaceAll('</table>', '</tbody></table>')),
    );
    expect(other.findAll(selector).map((node) => node.getAttribute('pick'))).toEqual(['']);
  });

  it('never leaves names that CSS would read otherwise', () => {
    const { selector } = pick('<p id="1a" class="a:b 2c é" name=\'x"y\'></p><p id="a.b" class="w-1/2" pick></p>');
    expect(selector).toBe('p:nth-of-type(2)');
  });

  it('searches no more than a few hundred times', () => {
    const page = new Page(
      rows(20, () => `<div class="a b c"><p class="d e f">${rows(5, () => '<i class="g h"></i>')}</p></div>`),
    );
    let searches = 0;
    const [node] = page.findAll('div:nth-of-type(15) i:nth-of-type(4)');
    if (!node) throw new Error('no element');
    const selector = buildSelector(node, (asked) => {
      searches += 1;
      return page.findAll(asked);
    });
    expect(searches).toBeLessThanOrEqual(400);
    expect(finds(page, selector, node)).toBe(true);
  });
});
