import { describe, expect, it } from '@jest/globals';
import type { AiRules } from '@quarry/contracts';
import { convertPage } from '../convert/convert-page.js';

const S = { type: 'string' } as const;
const N = { type: 'number' } as const;
const list = (output: 'string' | 'number' | AiRules) => ({ type: 'list', output }) as const;

const read = (text: string, aiExtractRules: AiRules): Record<string, unknown> =>
  convertPage(
    { text, url: 'https://shop.example.com/x', mediaType: 'text/html' },
    { formats: [], links: false, emails: false, aiExtractRules },
  ).aiResponse ?? {};
const page = (title: string, body: string): string =>
  `<html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

describe('what a page tells of other things', () => {
  it.each([
    '<section class="related"><h2>More</h2><p>Brand: Zeta</p></section>',
    '<div id="similar-products"><div>Brand:</div><div>Zeta</div></div>',
    '<div class="grid product-recommendations"><span class="brand">Zeta</span></div>',
  ])('is not its own: %s', (other) => {
    expect(read(page('Kettle', `<h1>Kettle</h1><p>Boils.</p>${other}`), { brand: S })).toEqual({ brand: null });
  });

  it('does not hide the page’s own', () => {
    const other = '<section class="related"><p>Brand: Zeta</p></section>';
    expect(read(page('Kettle', `<h1>Kettle</h1><p>Brand: Alpha</p>${other}`), { brand: S })).toEqual({
      brand: 'Alpha',
    });
    expect(
      read(page('Kettle', '<div class="post no-comments comments-closed"><h1>Kettle</h1><p>Brand: Alpha</p></div>'), {
        brand: S,
      }),
    ).toEqual({ brand: 'Alpha' });
  });

  const comment = (name: string): string =>
    `<div class="comment"><h4><a href="/u/${name}" class="author">${name}</a></h4><span>Location: Rome</span>
     <time datetime="2024-02-03">3 Feb</time><p class="text">Well said by ${name}.</p></div>`;
  const post = page(
    'Long day',
    `<h1>Long day</h1><p>It was long.</p><section id="comments">${['Ann', 'Bob', 'Cid'].map(comment).join('')}</section>`,
  );

  it('is not its author, place or date', () => {
    const text = page(
      'Long day',
      `<h1>Long day</h1><p>It was long.</p><section id="comments">${comment('Ann')}</section>`,
    );
    expect(read(text, { author: S, location: S, published: S })).toEqual({
      author: null,
      location: null,
      published: null,
    });
  });

  it('is listed where it is asked for', () => {
    expect(read(post, { comments: list({ author: S, text: S }) })).toEqual({
      comments: ['Ann', 'Bob', 'Cid'].map((name) => ({ author: name, text: `Well said by ${name}.` })),
    });
  });
});

describe('the only time of a page', () => {
  const time = '<time datetime="2024-05-01">May 1, 2024</time>';

  it('is the date of the article that it stands in', () => {
    expect(
      read(page('Long day', `<article><h1>Long day</h1>${time}<p>It was.</p></article>`), { published: S }),
    ).toEqual({ published: '2024-05-01' });
  });

  it.each([`<h1>Long day</h1>${time}`, `<h1>Long day</h1><article><h2>More</h2>${time}</article>`])(
    'is not elsewhere: %s',
    (body) => {
      expect(read(page('Long day', body), { published: S })).toEqual({ published: null });
    },
  );
});

describe('a section', () => {
  it.each(['article', 'main'])('ends with its %s', (holder) => {
    const body = `<${holder}><h1>Cake</h1><p>Good.</p><h2>Ingredients</h2><ul><li>200 g flour</li></ul></${holder}><ul><li>Imprint</li></ul>`;
    expect(read(page('Cake', body), { ingredients: list('string') })).toEqual({ ingredients: ['200 g flour'] });
  });

  it('goes on behind an article that has none', () => {
    const body =
      '<h1>Cake</h1><p>Good.</p><h2>Ingredients</h2><article><img src="/a.jpg"></article><ul><li>200 g flour</li></ul>';
    expect(read(page('Cake', body), { ingredients: list('string') })).toEqual({ ingredients: ['200 g flour'] });
  });
});

describe('the name of a person', () => {
  it('is not the person’s role', () => {
    const person = (name: string): string => `<div><h3>${name}</h3><p>Chief Engineer</p></div>`;
    const text = page('Team', `<h1>Team</h1><div>${['Ann Lee', 'Bo Roe', 'Cy Fox'].map(person).join('')}</div>`);
    const { people } = read(text, { people: list({ name: S, role: S }) });
    expect(people).toBeNull();
  });

  it('leaves the role that is marked', () => {
    const person = (name: string): string => `<div><h3>${name}</h3><p class="role">Chief Engineer</p></div>`;
    const text = page('Team', `<h1>Team</h1><div>${['Ann Lee', 'Bo Roe', 'Cy Fox'].map(person).join('')}</div>`);
    const { people } = read(text, { people: list({ name: S, role: S }) });
    expect(people).toContainEqual({ name: 'Bo Roe', role: 'Chief Engineer' });
  });

  it('does not make a team of kettles', () => {
    const kettle = (name: string): string => `<div class="card"><h3>${name}</h3><span>now for €20.00</span></div>`;
    const text = page('Kettles', `<h1>Kettles</h1><div>${['Red', 'Blue', 'Green'].map(kettle).join('')}</div>`);
    expect(read(text, { team: list({ name: S, role: S }) })).toEqual({ team: null });
  });

  it('is kept as the title of a job', () => {
    const job = (name: string): string =>
      `<div class="job"><h3>${name}</h3><span class="company">Acme Works</span></div>`;
    const text = page('Jobs', `<h1>Jobs</h1><div>${['Night cook', 'Day baker', 'Smith'].map(job).join('')}</div>`);
    expect(read(text, { jobs: list({ job_title: S, company: S }) })).toEqual({
      jobs: ['Night cook', 'Day baker', 'Smith'].map((title) => ({ job_title: title, company: 'Acme Works' })),
    });
  });
});

describe('a range of sums', () => {
  it.each([
    ['Salary: €60,000 - €75,000', '€60,000 - €75,000'],
    ['Salary: €60,000 to €75,000', '€60,000 to €75,000'],
    ['Salary: 60.000 € bis 75.000 €', '60.000 € bis 75.000 €'],
    ['Salary: €60,000 – 75,000', '€60,000 – 75,000'],
  ])('is not cut: %s', (line, whole) => {
    const text = page('Cook', `<h1>Cook</h1><p>${line}</p>`);
    expect(read(text, { salary: S })).toEqual({ salary: whole });
    expect(read(text, { salary: N })).toEqual({ salary: null });
  });

  it('is not what a discount is', () => {
    const text = page('Kettle', '<h1>Kettle</h1><p>Price $20 - 10% off</p>');
    expect(read(text, { price: N })).toEqual({ price: 20 });
  });
});

describe('a page without the tags that browsers add', () => {
  it('has its lists', () => {
    const card = (name: string): string =>
      `<div class=card><h3><a href="/${name}">Kettle ${name}</a></h3><span>€20.00</span></div>`;
    const text = `<!doctype html><title>Kettles</title><h1>Kettles</h1>${['a', 'b', 'c'].map(card).join('')}`;
    expect(read(text, { products: list({ name: S, price: N }) })).toEqual({
      products: ['a', 'b', 'c'].map((name) => ({ name: `Kettle ${name}`, price: 20 })),
    });
  });
});
