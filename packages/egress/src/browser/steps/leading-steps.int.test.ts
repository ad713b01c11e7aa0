import { afterAll, describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import type { ScenarioStep } from '@quarry/contracts';
import { createBrowserTierScene, messageOf, type BrowseOptions } from '../../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf, textOf, toLoopback } from '../../../test/scene/http-tier-scene.js';
import type { Route } from '../../../test/scene/loopback-scene.js';
import { runAhead } from '../../../test/scene/run-ahead.js';
import { MAX_BROWSER_MESSAGE_BYTES } from '../bound-pipe.js';

const scene = createBrowserTierScene();
afterAll(() => scene.close());

/** What is there is met in this time on the slowest machine. */
const LIMITS = { waitForMs: 20_000, elementGraceMs: 20_000 };

const play = async (
  routes: Readonly<Record<string, Route>>,
  jsScenario: readonly ScenarioStep[],
  options: Partial<BrowseOptions> = {},
) => {
  const site = await scene.serveRoutes(routes);
  const url = `http://127.0.0.1:${site.port}/`;
  const result = await scene.browse({ url, jsScenario, limits: LIMITS, ...options });
  return { site, url, result };
};

const LEADS: readonly (readonly [string, string, readonly ScenarioStep[]])[] = [
  ['a link', '<a id=a href=/next>next</a>', [{ click: '#a' }]],
  [
    'a link that asks back',
    `<a id=a href=/next>next</a><script>onbeforeunload = (e) => e.preventDefault()</script>`,
    [{ click: '#a' }],
  ],
  [
    'a form',
    '<form action=/next method=post><input name=q><button>go</button></form>',
    [{ fill: ['input', 'x'] }, { click: 'button' }],
  ],
  ['a field that sends', '<form action=/next><input onchange="this.form.submit()"></form>', [{ fill: ['input', 'x'] }]],
  [
    'a script',
    '<p>x',
    [{ evaluate: `setTimeout(() => { location = '/next' }); await new Promise((r) => setTimeout(r, 1e6))` }],
  ],
  [
    'a waiting page',
    `<script>onclick = () => setTimeout(() => location.replace('/next'), 300)</script><p>x`,
    [{ click: 'p' }, { wait: 600 }],
  ],
];

describe('steps that lead to another document', () => {
  const lead = runAhead(LEADS, ([, body, steps]) => {
    const next = {
      body: `<title>n</title><p id=p></p><script>fetch('/data').then((r) => r.text()).then((t) => { p.textContent = t; })</script>`,
      status: 203,
      headers: { 'x-next': 'y' },
    };
    return play({ '/': body, '/next': next, '/data': 'brought' }, [
      ...steps,
      { evaluate: `document.title += location.pathname` },
    ]);
  });

  it.each(LEADS.map((one) => [one[0], one] as const))('are followed to its end: %s', async (_name, one) => {
    const { result, url } = await lead(one);
    expect(textOf(result)).toContain('<title>n/next</title>');
    expect(textOf(result)).toContain('<p id="p">brought</p>');
    expect(pageOf(result)).toMatchObject({ statusCode: 203, headers: { 'x-next': 'y' }, isRedirected: true });
    expect(pageOf(result).url.split('?')[0]).toBe(`${url}next`);
  });

  it('wait for a target that takes its time, and the next step meets the new document', async () => {
    const port = await scene.serve((request, response) => {
      const isSlow = request.url === '/slow';
      setTimeout(
        () => response.end(isSlow ? '<b id=b onclick="b.textContent=1">slow</b>' : '<a href=/slow>go</a>'),
        isSlow ? 300 : 0,
      );
    });
    const url = `http://127.0.0.1:${port}/`;
    const result = await scene.browse({ url, jsScenario: [{ click: 'a' }, { click: '#b' }], limits: LIMITS });
    expect(textOf(result)).toContain('>1</b>');
    expect(pageOf(result).url).toBe(`${url}slow`);
  });

  it('end in page_timeout where the target never answers, also without steps', async () => {
    const port = await scene.serve((request, response) => {
      if (request.url === '/') response.end(`<a href=/never>go</a>`);
      if (request.url === '/self') response.end(`<script>setTimeout(() => { location = '/never' }, 200)</script>`);
    });
    const url = `http://127.0.0.1:${port}/`;
    const limits = { ...LIMITS, leadAnswerMs: 600, actMs: 4_000 };
    const [clicked, left] = await Promise.all([
      scene.browse({ url, jsScenario: [{ click: 'a' }, { wait: 1 }], limits }),
      scene.browse({ url: `${url}self`, limits }),
    ]);
    expect(failureOf(clicked)).toBe('page_timeout/lead_not_answered');
    expect(messageOf(clicked)).toBe('step 1 (click): the page it led to did not answer');
    expect(failureOf(left)).toBe('page_timeout/lead_not_answered');
  });

  it('read the page that was stopped on its way as it is', async () => {
    const port = await scene.serve((request, response) => {
      if (request.url === '/')
        response.end(`<p>stopped</p><script>location = '/never'; setTimeout(() => stop(), 300)</script>`);
    });
    expect(textOf(await scene.browse({ url: `http://127.0.0.1:${port}/` }))).toContain('stopped');
  });

  it('do not mistake what stays on the page for a way elsewhere', async () => {
    const { result, url, site } = await play(
      {
        '/': `<a id=a href="#part">a</a><a id=n href=/none>n</a><button id=b onclick="history.pushState({}, '', '/pushed'); p.textContent = 'app'">b</button><p id=p>`,
        '/none': { body: '', status: 204 },
      },
      [{ click: '#a' }, { click: '#n' }, { click: '#b' }],
    );
    expect(textOf(result)).toContain('<p id="p">app');
    expect(pageOf(result)).toMatchObject({ url: `${url}pushed`, statusCode: 200 });
    expect(site.paths()).toContain('/none');
  });

  it('come back by history to the document that was there', async () => {
    const { result, url } = await play(
      {
        '/': { body: '<a href=/b>b</a>', headers: { 'x-page': 'first' } },
        '/b': { body: '<p>b</p>', headers: { 'x-page': 'second' } },
      },
      [{ click: 'a' }, { evaluate: 'history.back()' }],
    );
    expect(pageOf(result)).toMatchObject({ url, headers: { 'x-page': 'first' } });
    expect(textOf(result)).toContain('<a href="/b">');
  });

  it('bring the bytes where they lead to a file', async () => {
    const file = {
      body: Buffer.from([1, 2, 255]),
      type: 'application/octet-stream',
      headers: { 'content-disposition': 'attachment' },
    };
    const { result, url } = await play({ '/': '<a href=/file>f</a>', '/file': file }, [{ click: 'a' }]);
    expect(pageOf(result)).toMatchObject({ url: `${url}file`, isRendered: false });
    expect(Buffer.from(pageOf(result).body)).toEqual(file.body);
  });

  it('are refused where they lead to a forbidden address', async () => {
    const canary = await scene.openCanary();
    const at = `http://127.0.0.1:${canary.port}/`;
    const steps: readonly ScenarioStep[][] = [
      [{ click: 'a' }, { wait: 5 }],
      [{ evaluate: `location = '${at}'` }],
      [{ evaluate: `location = 'http://inner.example:${canary.port}/'` }, { waitFor: '#x' }],
      [{ evaluate: `location = 'file:///etc/hosts'` }, { wait: 300 }],
    ];
    const tries = steps.map((one) => play({ '/': `<a href="${at}">a</a>` }, one, { resolver: toLoopback }));
    const ends = (await Promise.all(tries)).map(({ result }) => failureOf(result));
    expect(ends).toEqual(['forbidden/address', 'forbidden/address', 'dns_error/ENOTFOUND', 'answered']);
    expect(canary.touched()).toBe(0);
  });

  it('name what the network did to them', async () => {
    const closed = await scene.findClosedPort();
    const site = await scene.serveRoutes({ '/': `<a href="http://127.0.0.1:${closed}/">a</a>` });
    const url = `http://127.0.0.1:${site.port}/`;
    const result = await scene.browse({
      url,
      allow: [site.port, closed],
      jsScenario: [{ click: 'a' }, { click: '#x' }],
      limits: LIMITS,
    });
    expect(failureOf(result)).toBe('connection_error/ECONNREFUSED');
  });

  it('leave no popup and no dialog behind', async () => {
    const { result } = await play(
      {
        '/': `<a id=a href=/popup target=_blank>a</a><button id=b onclick="alert(1); p.textContent = [confirm(2), prompt(3), window.open('/popup') === 1]">b</button><p id=p>`,
        '/popup': 'popup',
      },
      [{ click: '#a' }, { click: '#b' }, { wait: 300 }, { evaluate: `p.textContent += '|' + document.hasFocus()` }],
    );
    expect(textOf(result)).toContain('<p id="p">false,,false|true');
  });

  it.each(['prerender', 'prefetch'])('are not led by documents brought beforehand (%s)', async (how) => {
    const rules = JSON.stringify({ [how]: [{ source: 'list', urls: ['/b'], eagerness: 'immediate' }] });
    const { result, url, site } = await play(
      {
        '/': `<script type=speculationrules>${rules}</script><a href=/b>b</a>`,
        '/b': { body: '<p>b</p>', headers: { 'x-page': 'second' } },
      },
      [{ wait: 500 }, { click: 'a' }],
      { headers: { 'x-mine': '1' } },
    );
    expect(pageOf(result)).toMatchObject({ url: `${url}b`, headers: { 'x-page': 'second' } });
    const asked = site.seen.filter((one) => one.url === '/b');
    expect(asked.map(({ headers }) => headers['x-mine'])).toEqual(['1']);
  });
});

describe('pages without an end', () => {
  it('lead on so many times and no more', async () => {
    const maxDocuments = 5;
    const asked = { loop: 0, steps: 0 };
    const port = await scene.serve((request, response) => {
      const [, kind] = /^\/(loop|steps)\//.exec(request.url ?? '') ?? [];
      if (kind) asked[kind as keyof typeof asked] += 1;
      const next = `/${request.url?.startsWith('/loop') ? 'loop' : 'steps'}/`;
      response.end(`<a href="${next}">go</a>${kind ? `<script>location = '${next}' + Math.random()</script>` : ''}`);
    });
    const url = `http://127.0.0.1:${port}/`;
    const limits = { ...LIMITS, maxDocuments };
    const ends = await Promise.all([
      scene.browse({ url: `${url}loop/`, limits }),
      scene.browse({ url, jsScenario: [{ click: 'a' }], limits }),
    ]);
    expect(ends.map(failureOf)).toEqual(['connection_error/too_many_redirects', 'connection_error/too_many_redirects']);
    // The page itself is the first document of those that steps lead from, and each step may bring one more.
    expect(asked).toEqual({ loop: maxDocuments, steps: maxDocuments });
  });

  it('may write to the console as they like', async () => {
    const flood = `for (let line = 0; line < 20000; line += 1) for (const say of ['log', 'error', 'debug', 'table', 'trace']) console[say]('x'.repeat(100000), { line })`;
    // Carried out of the browser it would be 20 GB, for which no time is enough.
    const { result } = await play(
      {
        '/': `<p id=p>${'x'}</p><script>${flood}; p.textContent = 'written ' + /native code/.test(console.log.toString()) + console.log.name</script>`,
      },
      [{ evaluate: flood }],
    );
    expect(textOf(result)).toContain('written truelog');
  });

  it(
    'do no harm with the size of errors, refused promises and addresses',
    async () => {
      const large = `'x'.repeat(${MAX_BROWSER_MESSAGE_BYTES + 1_000_000})`;
      const scripts = [`fetch('data:,' + ${large})`, `throw ${large}`, `Promise.reject(${large})`];
      for (const script of scripts.slice(0, proofSize(2, scripts.length))) {
        const { result } = await play({ '/': `<p>here</p><script>${script}</script>` }, [], { pageTimeoutMs: 20_000 });
        expect([
          'answered',
          'too_large/page_memory_too_large',
          'too_large/page_storage_too_large',
          'page_timeout/not_rendered',
        ]).toContain(failureOf(result));
      }
      expect(textOf((await play({ '/': '<p>alive</p>' }, [])).result)).toContain('alive');
    },
    proofSize(60_000, 120_000),
  );

  it('do no harm with the size of what a step throws', async () => {
    const { result } = await play({ '/': '<p>here</p>' }, [{ evaluate: `throw 'x'.repeat(1e6)` }]);
    expect(messageOf(result)).toBe('step 1 (evaluate): threw a value that is no error');
  });
});
