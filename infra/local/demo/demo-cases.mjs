const EVERY_FORMAT = ['html', 'text', 'markdown', 'json'];
const SHOWN_LINES = 6;
const SHOWN_WIDTH = 96;

const shorten = (line) => (line.length > SHOWN_WIDTH ? `${line.slice(0, SHOWN_WIDTH - 1)}…` : line);

/** The first lines of a text that are not empty. */
export const excerpt = (text, count = SHOWN_LINES) => {
  const lines = String(text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const shown = lines.slice(0, count).map(shorten);
  return lines.length > count ? [...shown, `… and ${lines.length - count} lines more`] : shown;
};

const titled = (title, lines) => lines.map((line, index) => `${(index === 0 ? title : '').padEnd(9)} ${line}`);
const asLine = (value) => [shorten(JSON.stringify(value) ?? '')];
const has = (text, part) => String(text ?? '').includes(part);
const hasJson = (value, part) => has(JSON.stringify(value), part);

const pageCases = (site) => [
  {
    title: 'an article in every output format, with its links and addresses',
    body: { url: `${site}/journal/slate`, outputFormat: EVERY_FORMAT, extractLinks: true, extractEmails: true },
    status: 200,
    credits: 1,
    checks: {
      'html in content': ({ content }) => has(content, '<h1>How slate learned to keep time</h1>'),
      'a heading in markdown': ({ markdown }) => has(markdown, '# How slate learned to keep time'),
      'a table in markdown': ({ markdown }) => /\| *First *\| *blue-grey *\|/.test(markdown ?? ''),
      'plain text': ({ text }) => has(text, 'Slate splits along cleavage') && !has(text, '<em>'),
      'data in json': ({ json }) => hasJson(json, 'Mara Lindqvist') && hasJson(json, '2026-03-14'),
      'absolute links': ({ links }) => links?.includes(`${site}/shop/lantern`),
      'three addresses': ({ emails }) => emails?.length === 3 && emails.includes('archive@slate-lantern.example.com'),
    },
    show: ({ content, text, markdown, json, links, emails }) => [
      ...titled('html', excerpt(content, 3)),
      ...titled('text', excerpt(text, 4)),
      ...titled('markdown', excerpt(markdown, 8)),
      ...titled('json', asLine(json)),
      ...titled('links', asLine(links)),
      ...titled('emails', asLine(emails)),
    ],
  },
  {
    title: 'a shop drawn by scripts, rendered in Chromium, with a screenshot',
    body: {
      url: `${site}/shop/lantern`,
      jsRendering: true,
      screenshot: true,
      outputFormat: ['text'],
    },
    status: 200,
    credits: 10,
    savesScreenshot: true,
    checks: {
      'it was rendered': ({ rendered }) => rendered === true,
      'the price, which no HTML has': ({ text }) => has(text, '148.00'),
      'a screenshot': ({ screenshot }) => has(screenshot, '/files/'),
    },
    show: ({ text, screenshot }) => [...titled('text', excerpt(text)), ...titled('image', [screenshot])],
  },
];

const documentCases = (site) => [
  {
    title: 'a Japanese page in Shift_JIS, declared in the document only',
    body: { url: `${site}/ja`, outputFormat: ['text'] },
    status: 200,
    credits: 1,
    checks: { 'Japanese text': ({ text }) => has(text, '石切場のランタン') && has(text, '二万三千円') },
    show: ({ text }) => titled('text', excerpt(text, 3)),
  },
  {
    title: 'a JSON document',
    body: { url: `${site}/catalogue.json`, outputFormat: ['json'] },
    status: 200,
    credits: 1,
    checks: { 'its data': ({ json }) => hasJson(json, 'SL-220') },
    show: ({ json }) => titled('json', asLine(json)),
  },
  {
    title: 'a page that takes its time',
    body: { url: `${site}/slow?ms=1200`, outputFormat: ['text'] },
    status: 200,
    credits: 1,
    checks: { 'its text': ({ text }) => has(text, 'Worth the wait') },
    show: ({ text }) => titled('text', excerpt(text, 3)),
  },
];

const freeCases = (site) => [
  {
    title: 'a page that is not there: an answer, and free',
    body: { url: `${site}/nothing/here`, outputFormat: ['text'] },
    status: 200,
    credits: 0,
    checks: { 'statusCode 404': ({ statusCode }) => statusCode === 404 },
    show: ({ statusCode, statusText }) => titled('status', [`${statusCode} ${statusText ?? ''}`]),
  },
  {
    title: 'a page behind a challenge: said so, and free',
    body: { url: `${site}/members`, outputFormat: ['text'] },
    status: 502,
    credits: 0,
    checks: { target_blocked: ({ error }) => error === 'target_blocked' },
    show: ({ error, message }) => titled('error', [`${error}: ${message}`]),
  },
  {
    title: 'a wrong request: every mistake at once, and free',
    body: { url: 'not a url', outputFormat: ['pdf'] },
    status: 422,
    credits: 0,
    checks: { 'both mistakes': ({ errors }) => errors?.length === 2 },
    show: ({ errors }) =>
      titled(
        'errors',
        (errors ?? []).map(({ field, message }) => `${field}: ${message}`),
      ),
  },
];

/**
 * The demo's requests to the site at `site`: body, expected status, credits and response; `show` selects what is printed.
 */
export const demoCases = (site) => [...pageCases(site), ...documentCases(site), ...freeCases(site)];

/** Differences from what is expected, as text; empty when there are none. */
export const problemsOf = ({ status, credits, checks }, answer) => {
  const problems = [];
  if (answer.status !== status) problems.push(`status ${answer.status}, expected ${status}`);
  if (answer.charged !== credits) problems.push(`${answer.charged} credits charged, expected ${credits}`);
  for (const [name, isRight] of Object.entries(checks)) if (!isRight(answer.body)) problems.push(`missing: ${name}`);
  return problems;
};
