import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../../convert/convert-page.js';

const main = (body: string): { markdown: string; text: string } => {
  const page = { text: `<!doctype html><html>${body}</html>`, url: 'https://site.example/a', mediaType: 'text/html' };
  const formats = ['markdown', 'text'] as const;
  const { markdown = '', text = '' } = convertPage(page, {
    formats: [...formats],
    links: false,
    emails: false,
    onlyMainContent: true,
  });
  return { markdown, text };
};

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const said = (index: number): string =>
  `The service stops after the update, and the log says nothing about it, case ${index}.`;
const own = (count: number): string => repeat(count, (index) => `<p>${said(index)} We looked at it for days.</p>`);
const TITLE = '<title>Service stops - Board</title>';

describe('a thread', () => {
  const post = (index: number, profile: string): string =>
    `<div class="post">${profile}<div><p class="author">by <b>user${index}</b> on May ${index + 1}</p><ul><li><a href="/quote?p=${index}">Quote</a></li></ul><div>${said(index)}</div></div><div><a href="#up">Top</a></div></div>`;
  const list = (index: number): string =>
    `<dl><dt>user${index}</dt><dd>Posts: ${index * 9}</dd><dd>Joined: 3 May 2004</dd></dl>`;
  const thread = `${TITLE}<h1>Board</h1><div><h2><a href="/t">Service stops</a></h2>${repeat(6, (index) => post(index, list(index)))}<p>Users browsing this forum: nobody and one guest</p></div>`;

  it('has its title, and each post with who wrote it', () => {
    const { markdown } = main(thread);
    expect(markdown).toMatch(/^## \[Service stops\]/);
    for (const index of [1, 2, 3, 4, 5]) expect(markdown).toContain(`by **user${index}** on May ${index + 1}`);
    expect(markdown).toContain('case 5');
  });

  it('is free of what the board says of its members and of itself', () => {
    const { markdown, text } = main(thread);
    expect(text).toContain('case 5');
    expect(markdown).not.toMatch(/Posts:|Joined|Quote|\bTop\b|browsing|# Board/);
    expect(text).not.toMatch(/Posts:|Joined|user3/);
  });

  it('names who wrote a post where only the box about the member does', () => {
    const rows = repeat(
      5,
      (index) =>
        `<tr><td><b>user${index}</b><div>Posts: ${index}<br>Location: Bern</div></td><td><div>${said(index)} ${said(index)}</div></td></tr>`,
    );
    const { markdown } = main(`${TITLE}<table>${rows}</table>`);
    expect(markdown).toContain('user3');
    expect(markdown).not.toContain('Location');
  });

  it('keeps names and signs in the headings of its posts', () => {
    const posts = repeat(
      5,
      (index) => `<div><h3><a class="author" href="/u">user${index}</a> wrote</h3><p>${said(index)}</p></div>`,
    );
    const { markdown } = main(`${TITLE}<main><h1><b class="markdown-title">Service stops</b> #12</h1>${posts}</main>`);
    expect(markdown).toMatch(/^# \*?\*?Service stops\*?\*? #12/);
    expect(markdown).toContain('user4');
  });
});

describe('a text', () => {
  it('has the headings of its sections without links to edit them', () => {
    const { markdown } = main(
      `<main><h1>Kestrel</h1>${own(4)}<h2><span id="See_also">See also</span><span class="mw-editsection">[<a href="/e">edit</a>]</span></h2><ul><li><a href="/f">Falcon</a></li></ul><h2><span id="Related">Related birds</span></h2>${own(2)}</main>`,
    );
    expect(markdown).toContain('## See also\n');
    expect(markdown).toContain('## Related birds\n');
    expect(markdown).not.toContain('edit');
  });

  it('has the words of its sentences, whatever they are called', () => {
    const line =
      '<p>I am a <a class="popup" href="#n">rather elderly</a> man, and <a class="tooltip" href="/b">old</a>.</p>';
    const share = '<p>Service <a class="share" href="/s">Share</a></p>';
    const { text } = main(`<main><h1>Kestrel</h1>${own(4)}${line}${share}${own(2)}</main>`);
    expect(text).toContain('I am a rather elderly man, and old.');
    expect(text).not.toContain('Share');
  });

  it('has no marks that only point to a place of it', () => {
    const { markdown } = main(
      `<main><h1>API</h1>${own(4)}<dl><dt id="s">start(port)<a href="#s">¶</a></dt><dd>Starts the server.</dd></dl>${own(2)}</main>`,
    );
    expect(markdown).toContain('start(port)\n');
  });

  it('has no list of its own sections in markdown', () => {
    const contents =
      '<ul><li><a href="#a">What it is</a></li><li><a href="#b">How it works</a></li><li><a href="#c">Why</a></li></ul>';
    const { markdown } = main(
      `<main><h1>API</h1>${own(2)}${contents}<h2 id="a">What it is</h2>${own(3)}<h2 id="b">How it works</h2>${own(3)}</main>`,
    );
    expect(markdown).not.toContain('](https://site.example/a#b)');
    expect(markdown).toContain('## How it works');
  });

  it.each([
    ['what its wiki says of it', '<p>This page was last edited on a day in May, at noon, by somebody.</p>'],
    ['who powers the board', '<p>Powered by a board of the year before, with all its changes.</p>'],
    [
      'an offer',
      '<p>Get the paper through your letterbox. 12 issues for £11.99. <a href="/s">Click here for more</a>.</p>',
    ],
    [
      'a request for letters',
      '<p>We want to hear what you think about this. <a href="/l">Submit a letter</a> to us.</p>',
    ],
    ['who edited it, in Chinese', '<p>（责任编辑：王芳）</p>'],
  ])('ends before %s', (_name, note) => {
    const { text } = main(`<main><h1>Kestrel</h1>${own(9)}${note}</main>`);
    expect(text.trimEnd()).toMatch(/for days\.$/);
  });

  it('keeps sentences that only begin like such notes', () => {
    const last = '<p>You may not always want to edit what was written, because others may remember it well.</p>';
    expect(main(`<main><h1>Kestrel</h1>${own(9)}${last}</main>`).text).toContain('You may not always');
  });

  it('begins after a line of days that run into each other', () => {
    const line = '<div>Published Wed, Nov 20 20194:29 AM ESTUpdated an hour ago</div>';
    expect(main(`<main><h1>Kestrel</h1>${line}${own(6)}</main>`).text).not.toContain('20194');
  });

  it('has no lines that sign a picture', () => {
    const { text } = main(`<main><h1>Kestrel</h1>${own(3)}<p>AFP / ANN LEE</p>${own(3)}</main>`);
    expect(text).not.toContain('ANN LEE');
    expect(main(`<main><h1>K</h1>${own(3)}<p>AFP says so.</p>${own(3)}</main>`).text).toContain('AFP says so.');
  });
});

describe('a page of facts', () => {
  const steps =
    '<h2>Ingredients</h2><ul><li>200 g of red lentils</li><li>One large onion, chopped</li><li>One litre of broth</li><li>Juice of a lemon</li></ul><h2>Steps</h2><ol><li>Chop and fry.</li><li>Add and cook.</li></ol><p>Serves four, and takes half an hour.</p>';
  const others = `<div><h2>More recipes</h2>${repeat(3, (index) => `<div><a href="/r${index}">Another soup of the week ${index}</a></div>`)}</div>`;

  it('ends before other pages and comments', () => {
    const { markdown } = main(
      `<div><h1>Lentil soup</h1>${steps}${others}<div><h3>Comments (2)</h3><p><b>Bo</b>: Good soup!</p></div></div>`,
    );
    expect(markdown).toContain('Juice of a lemon');
    expect(markdown).not.toMatch(/Another soup|More recipes|Good soup/);
  });

  it('has other pages where they are what it is about', () => {
    expect(main(`<div><h1>Soups</h1><p>Our best.</p>${others}</div>`).markdown).toContain('Another soup');
  });

  it('keeps who did what in its tables', () => {
    const table =
      '<table><tr><th>Reported by</th><td><span class="author">ann</span></td></tr><tr><th>Owner</th><td>bo</td></tr><tr><th>State</th><td>open</td></tr></table>';
    expect(main(`<main><h1>Service stops</h1>${table}${own(5)}</main>`).markdown).toContain('| ann |');
  });

  it('has no filters above its results', () => {
    const results = repeat(
      6,
      (index) => `<li><a href="/h${index}">Hotel number ${index} by the river</a> CHF ${index}20</li>`,
    );
    const { markdown } = main(
      `<div><h1>Hotels in Bern</h1><div class="filters"><label>under a hundred</label></div><ul>${results}</ul></div>`,
    );
    expect(markdown).toContain('Hotel number 5');
    expect(markdown).not.toContain('under a hundred');
  });
});
