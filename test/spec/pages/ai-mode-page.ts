/** An answer of the AI mode with its sources, written by us. */
const ID = '11111111-1111-4111-8111-111111111111';

const hidden = (value: unknown): string =>
  `<div style="display:none"><!--Sv6Kpe[${JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}]--></div>`;

const SOURCE = hidden([
  ID,
  ['How long slate lasts', 'Slate lasts for a century.', 'https://icon.example/', 'https://s.example', ['Roof Site', 'Ann'], 'https://s.example/slate', null, null, 'x'], // oxfmt-ignore
]);

const CARD = `<li><div data-src-id="x"><a href="https://s.example/slate" aria-label="How long slate lasts. Opens in new tab."></a><div>How long slate lasts</div><span><span>May 1, 2026 — A passage about slate roofs.</span></span><div><span>Roof Site</span></div><button>About</button></div></li>`;

const ANSWER = `<div>It lasts for <mark>a hundred years</mark>.<span><span><span aria-hidden="true"></span><button data-icl-uuid="${ID}" aria-label="View related links">Roof Site</button></span></span></div>
<ul><li>It does not rot</li><li>It does not burn</li></ul>`;

export const AI_MODE_PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>slate roofs</title></head><body>
<div data-session-thread-id="thread-1"><div data-scope-id="turn"><h2 role="heading"><span>You said: </span><span>slate roofs</span></h2>
<div data-subtree="aimc"><div data-container-id="main-col"><div style="display: contents">${ANSWER}</div><div><button aria-pressed="false" aria-label="Good response"></button></div></div>
<div data-container-id="rhs-col"><ul>${CARD}</ul></div></div></div></div>${SOURCE}</body></html>`;
