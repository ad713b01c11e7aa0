import { expect, it } from '@jest/globals';
import { type Evidence, judge, type Judgement } from '@quarry/verdict';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures } from '../gate.js';

/** The addresses of each engine's pages. */
const ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [/^google\/scholar\/|scholar-captcha/, 'https://scholar.google.com/scholar?q=one'],
  [/^(?:google|blocked\/(?:google|consent))\//, 'https://www.google.com/search?q=one'],
  [/^bing\//, 'https://www.bing.com/search?q=one'],
  [/^duckduckgo\//, 'https://html.duckduckgo.com/html/?q=one'],
];

type Tier = Evidence['tier'];

/** The expected verdict on each page without results, over HTTP and in the browser. */
const DUE: readonly (readonly [RegExp, string, string])[] = [
  [/enablejs|soft-block/, 'script_wall google_scripts_required', 'blocked google_scripts_required'],
  [/^google\/blocked\/.*scholar-captcha|^google\/scholar\/aql-\S+-empty/, 'blocked google_scholar_captcha', ''],
  [/^blocked\/consent\/|consent-it/, 'consent google_consent', ''],
  [/^google\/blocked\/|^blocked\/google\//, 'blocked google_sorry', ''],
  [/^duckduckgo\/anomaly\/|anomaly-detection-block/, 'blocked duckduckgo_anomaly', ''],
  [/^bing\/captcha\//, 'blocked bing_captcha', ''],
];
/** Pages without results that need scripts: a wall over HTTP only. */
const SHELL = /^duckduckgo\/js_shell\//;

const isPage = (name: string): boolean =>
  /^(?:google|bing|duckduckgo|blocked\/(?:google|consent))\/.*\.(?:html?|js)$/.test(name) && !/\/samples\//.test(name);

const dueOf = (name: string, tier: Tier): string | undefined => {
  const found = DUE.find(([pattern]) => pattern.test(name));
  if (!found) return undefined;
  const [, http, browser] = found;
  return tier === 'http' ? http : browser || http;
};

interface Look {
  readonly tier: Tier;
  readonly change?: (text: string) => string;
  /** Default: of the engine. */
  readonly url?: string;
}

const show = ({ verdict, reason = '' }: Judgement): string => `${verdict} ${reason}`.trim();

/** Each page is decoded once. */
const pages = new Map<string, ReturnType<typeof corpusPage>>();
const pageOf = (name: string): ReturnType<typeof corpusPage> => {
  const page = pages.get(name) ?? corpusPage(name);
  pages.set(name, page);
  return page;
};

const judgeRecord = (name: string, { tier, change = (text) => text, url }: Look): string => {
  const { text, mediaType } = pageOf(name);
  const asked = url ?? ADDRESSES.find(([pattern]) => pattern.test(name))?.[1] ?? 'https://a.example/';
  const page = { requestedUrl: asked, url: asked, statusCode: 200, headers: {}, isRedirected: false };
  return show(judge({ ...page, purpose: 'record', text: change(text), mediaType, tier, bodyBytes: text.length }));
};

const renamed = (name: string): string => name.replace(/[A-Za-z0-9]+/g, (part) => `k${part.length}x`);

/** Variations of a page: class names, the title, the language. Each keeps the marks that it does not change. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'classes renamed': (text) =>
    text.replace(/(\sclass=)(["'])(.*?)\2/gs, (_all, name: string, quote: string, value: string) =>
      `${name}${quote}${renamed(value)}${quote}`,
    ), // oxfmt-ignore
  'a title as of results': (text) => text.replace(/<title[^>]*>[^<]*<\/title>/i, '<title>one - Search</title>'),
  'words of another language': (text) =>
    text.replace(
      /(<(script|style|noscript)\b.*?<\/\2>)|>([^<>]+)</gis,
      (_all, code: string | undefined, _tag: string | undefined, words: string | undefined) =>
        code ?? `>${(words ?? '').replace(/&\w+;|\p{L}/gu, 'ж')}<`,
    ),
};

/** How many of `looks` are as expected, with a line for each that is not. */
const share = <T>(looks: readonly T[], problemOf: (look: T) => string | undefined) => {
  const cases = looks.flatMap((look) => problemOf(look) ?? []);
  if (cases.length > 0) process.stdout.write(`${cases.join('\n')}\n`);
  return { value: 1 - cases.length / looks.length, n: looks.length, floor: 1 };
};

describeCorpus('verdicts on records of search engines', () => {
  const names = corpusFiles('', isPage);
  const walls = names.filter((name) => dueOf(name, 'http') !== undefined);
  const answers = names.filter((name) => dueOf(name, 'http') === undefined);
  const tiers = ['http', 'browser'] as const;
  const each = <T>(list: readonly string[], more: readonly T[]) =>
    list.flatMap((name) => tiers.flatMap((tier) => more.map((one) => [name, tier, one] as const)));

  const isDue = (name: string, look: Look, mark = ''): string | undefined => {
    const got = judgeRecord(name, look);
    const due = dueOf(name, look.tier);
    return got === due ? undefined : `${name} ${look.tier} ${mark}: ${got}, not ${due}`;
  };
  const isAnswer = (name: string, look: Look): string | undefined => {
    const got = judgeRecord(name, look);
    const isDueShell = SHELL.test(name) && look.tier === 'http' && got.startsWith('script_wall');
    return got === 'ok' || isDueShell ? undefined : `${name} ${look.tier}: ${got}`;
  };

  it('tell every wall by its kind, and take no answer for one', () => {
    const failures = judgeFigures('engines/engine-verdicts', names, {
      'walls told by kind': share(each(walls, ['']), ([name, tier]) => isDue(name, { tier })),
      'walls told at an unknown address': share(each(walls, ['']), ([name, tier]) =>
        isDue(name, { tier, url: 'https://a.example/' }),
      ),
      'changed walls told by kind': share(each(walls, Object.keys(CHANGES)), ([name, tier, mark]) =>
        isDue(name, { tier, change: CHANGES[mark] ?? String }, mark),
      ),
      'answers let through': share(each(answers, ['']), ([name, tier]) =>
        isAnswer(name, { tier, ...(tier === 'http' ? {} : { url: 'https://a.example/' }) }),
      ),
      'changed answers let through': share(answers, (name) =>
        isAnswer(name, {
          tier: 'browser',
          change: (text) => Object.values(CHANGES).reduce((now, one) => one(now), text),
        }),
      ),
    });
    expect(walls.length).toBeGreaterThan(20);
    expect(answers.length).toBeGreaterThan(100);
    expect(failures).toEqual([]);
  });
});
