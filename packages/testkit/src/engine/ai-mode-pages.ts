import type { EngineAsk, EnginePages } from './engine-pages.js';
import { escapeHtml } from './made-results.js';
import { captchaPage } from './results-page.js';

/** When the page shows the beginning of its answer, and when all of it. */
const BEGUN_MS = 200;
const WHOLE_MS = 700;

const JUDGE = '<div><button aria-pressed="false" aria-label="Good response"></button></div>';

/** Turns so far, as in the engine's state of the conversation. */
const turnsBefore = ({ url }: EngineAsk): number =>
  Number(/^turn-(\d+)$/.exec(url.searchParams.get('mstk') ?? '')?.[1] ?? 0);

const literal = (html: string): string => JSON.stringify(html).replaceAll('</', '<\\/');

const pageHtml = (
  query: string,
  { first, rest, state }: { first: string; rest: string; state: string },
): string => `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(query)}</title></head><body>
<div data-session-thread-id="thread-1"><div data-scope-id="turn"><h2 role="heading"><span>You said: </span><span>${escapeHtml(query)}</span></h2>
<div data-subtree="aimc"><div data-container-id="main-col"><div id="answer"></div><div id="end"></div></div></div></div></div>
<script>const answer = document.getElementById('answer');
setTimeout(() => { answer.innerHTML = ${literal(first)}; }, ${BEGUN_MS});
setTimeout(() => { answer.innerHTML += ${literal(rest)}; document.getElementById('end').innerHTML = ${literal(JUDGE)};
document.body.firstElementChild.setAttribute('data-mstk', ${literal(state)}); }, ${WHOLE_MS});</script></body></html>`;

const results = (ask: EngineAsk): string => {
  const turn = turnsBefore(ask) + 1;
  const query = escapeHtml(ask.query);
  return pageHtml(ask.query, {
    first: `<div>Answer ${turn} about <mark>${query}</mark>.</div>`,
    rest: `<div role="heading" aria-level="3">More of it</div><ul><li>One point on ${query}</li><li>Another</li></ul><div>That is all of answer ${turn}.</div>`,
    state: `turn-${turn}`,
  });
};

const none = ({ query }: EngineAsk): string =>
  pageHtml(query, { first: '<div>An AI response is not available for this search.</div>', rest: '', state: '' });

/** Answers are written by scripts while the page is open. */
export const AI_MODE_PAGES: EnginePages = { results, none, question: ({ query }) => captchaPage(query) };
