/** Lines of a parser that read the articles of a made-up page into `results`; `text`, `root`, `base` and `Row` are in scope. */
export const READ_ARTICLES = `  const results = allBelow(root, ({ name }) => name === 'article').flatMap((article): Row[] => {
    const anchor = firstBelow(article, ({ name }) => name === 'a');
    const href = anchor?.attribs['href'];
    if (!anchor || href === undefined) return [];
    const [title, link] = [readText(anchor), URL.parse(href, base)?.href];
    if (title === '' || link === undefined) return [];
    const passage = firstBelow(article, ({ name }) => name === 'p');
    return [filled<Row>({ title, link, snippet: passage && readText(passage) })];
  });
  // Only the page's own words make an empty list.
  const saysNone = /\\bno results for\\b/i.test(text);
  if (results.length === 0 && !saysNone) return { outcome: 'unrecognized', reason: 'no_results' };
`;

/** Lines of a test with such a page. */
export const ARTICLES = `const ARTICLES = \`<article><a href="https://stone.example/">Slate</a><p>On roofs.</article>
<article><a href="/x">More</a></article>\`;
`;
