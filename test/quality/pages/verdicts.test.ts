import { expect, it } from '@jest/globals';
import { type Evidence, isReadableAsServed, judge, type Judgement } from '@quarry/verdict';
import { corpusBytes, corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures } from '../gate.js';
import { INNOCENT_PAGES } from './innocent-pages.js';

const isPage = (name: string): boolean =>
  /\.(?:html?|json|js)$/.test(name) &&
  !/expected|\bsamples\/|meta\.json$|evaldata|ground-truth|articles\/structured\/.*json$/.test(name);

const BLOCKED =
  /^(?:blocked\/|walmart\/blocked\/|zillow\/blocked\/|google\/blocked\/|duckduckgo\/anomaly\/|bing\/captcha\/|booking\/search_shell\/)|anomaly-detection-block|google\/scholar\/aql-\S+-empty/;
/** Pages captured before their scripts ran, or with few words and a script: over HTTP they need the browser. */
const UNRENDERED =
  /^(?:duckduckgo\/js_shell\/|indeed\/truncated\/|articles\/structured\/misc__(?:microformat|opengraph)_test)/;

/** The system of a folder's block pages, as in the reason. */
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['blocked/cloudflare/', /^cloudflare_/],
  ['blocked/datadome/', /^datadome_/],
  ['blocked/perimeterx/', /^perimeterx_/],
  ['walmart/blocked/', /^perimeterx_/],
  ['zillow/blocked/', /^perimeterx_/],
  ['blocked/imperva/', /^imperva_/],
  ['blocked/awswaf/', /^aws_waf_/],
  ['blocked/google/', /^google_/],
  ['google/blocked/', /^google_/],
  ['blocked/consent/', /^google_consent$/],
  ['blocked/yandex/', /^yandex_/],
  ['blocked/baidu/', /^baidu_/],
  ['blocked/ebay/', /^ebay_/],
  ['duckduckgo/anomaly/', /^duckduckgo_/],
  ['bing/captcha/', /^bing_/],
];

const verdictOn = (evidence: Partial<Evidence> & Pick<Evidence, 'text' | 'tier'>): Judgement =>
  judge({
    purpose: 'page',
    requestedUrl: evidence.url ?? 'https://a.example/?ss=Rome',
    url: 'https://a.example/?ss=Rome',
    statusCode: 200,
    headers: {},
    mediaType: 'text/html',
    bodyBytes: Buffer.byteLength(evidence.text ?? ''),
    isRedirected: false,
    ...evidence,
  });

const verdictOnCaptured = (name: string, tier: Evidence['tier']): Judgement => {
  const url = name.startsWith('booking/search_shell/')
    ? 'https://www.booking.com/searchresults.html?ss=Rome'
    : 'https://a.example/?ss=Rome';
  return verdictOn({ ...corpusPage(name), tier, url, bodyBytes: corpusBytes(name).length });
};

/** How many of `names` are as expected, with a line for each that is not. */
const share = (names: readonly string[], problemOf: (name: string) => string | undefined) => {
  const cases = names.flatMap((name) => {
    const problem = problemOf(name);
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
  if (cases.length > 0) process.stdout.write(`${cases.join('\n')}\n`);
  return { value: 1 - cases.length / names.length, n: names.length, floor: 1 };
};

describeCorpus('verdicts on captured pages', () => {
  const names = corpusFiles('', isPage);
  const blocked = names.filter((name) => BLOCKED.test(name));
  const others = names.filter((name) => !BLOCKED.test(name));
  const rendered = others.filter((name) => !UNRENDERED.test(name));
  const unrendered = others.filter((name) => UNRENDERED.test(name));
  const written = INNOCENT_PAGES.map(({ name }) => name);
  const show = ({ verdict, reason = '' }: Judgement): string => `${verdict} ${reason}`;

  const passes = (name: string, tier: Evidence['tier']): string | undefined => {
    const found = INNOCENT_PAGES.find((one) => one.name === name);
    const judgement = found
      ? verdictOn({ text: found.html, url: found.url, statusCode: found.statusCode, tier })
      : verdictOnCaptured(name, tier);
    // A page with few words and a script is opened in a browser; without one it is accepted as it is.
    // A site's page for an unknown address is a valid response too.
    const isAnswer = ['ok', 'target_4xx'].includes(judgement.verdict) || isReadableAsServed(judgement.reason);
    return isAnswer ? undefined : show(judgement);
  };
  const isBlocked = (name: string, tier: Evidence['tier']): string | undefined =>
    verdictOnCaptured(name, tier).verdict === 'ok' ? 'ok' : undefined;

  it('recognises every block page and refuses no other', () => {
    const ofSystems = SYSTEMS.flatMap(([folder, reason]) =>
      names.filter((name) => name.startsWith(folder)).map((name) => ({ name, reason })),
    );
    const reasons = new Map(ofSystems.map(({ name, reason }) => [name, reason]));
    const failures = judgeFigures('pages/verdicts', names, {
      'block pages recognised over HTTP': share(blocked, (name) => isBlocked(name, 'http')),
      'block pages recognised in the browser': share(blocked, (name) => isBlocked(name, 'browser')),
      'block pages with their system named': share([...reasons.keys()], (name) => {
        const { reason = 'none' } = verdictOnCaptured(name, 'http');
        return reasons.get(name)?.test(reason) ? undefined : reason;
      }),
      'other pages let through over HTTP': share(rendered, (name) => passes(name, 'http')),
      'other pages let through in the browser': share(others, (name) => passes(name, 'browser')),
      'unfinished pages that ask for the browser': {
        ...share(unrendered, (name) => isBlocked(name, 'http')),
        cases: unrendered,
      },
      'written pages let through over HTTP': share(written, (name) => passes(name, 'http')),
      'written pages let through in the browser': share(written, (name) => passes(name, 'browser')),
    });
    expect(names.length).toBeGreaterThan(200);
    expect(failures).toEqual([]);
  });
});
