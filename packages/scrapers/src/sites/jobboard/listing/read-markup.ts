import type { Document, Element } from 'domhandler';
import { allBelow, ancestors, firstBelow, hasClass, parseDocument, readText } from '@quarry/html';
import { textOf } from '../../../shared/json-values.js';
import { jobUrl, shownAge, type Job, type Listing } from './job.js';

/** Marks of the parts of a card: current test ids, and former classes. */
const COMPANY = { testId: /^company-name$/, classes: new Set(['companyName', 'company']) };
const LOCATION = { testId: /^text-location$/, classes: new Set(['companyLocation', 'location']) };
const SNIPPET = {
  testId: /^(?:job-?snippet|jobsnippet_footer|belowJobSnippet)$/i,
  classes: new Set(['job-snippet', 'summary']),
};
const DATE = { testId: /^myJobsStateDate$/, classes: new Set(['date']) };
const CARD_CLASSES: ReadonlySet<string> = new Set(['job_seen_beacon', 'jobsearch-SerpJobCard', 'result', 'tapItem']);
/** Labels with tooltips. */
const LEFT_OUT: ReadonlySet<string> = new Set(['metadataDiv', 'metadataTag']);
const NO_RESULTS: ReadonlySet<string> = new Set([
  'bad_query',
  'jobsearch-NoResult-messageContainer',
  'jobsearch-NoResult',
]);

interface Sign {
  readonly testId: RegExp;
  readonly classes: ReadonlySet<string>;
}

const isNamed = (element: Element, { testId, classes }: Sign): boolean =>
  testId.test(element.attribs['data-testid'] ?? '') || hasClass(element, classes);

const textIn = (card: Element, sign: Sign): string | undefined => {
  const part = firstBelow(card, (element) => isNamed(element, sign));
  return part && textOf(readText(part, { isLeftOut: (element) => hasClass(element, LEFT_OUT) }));
};

/** The card around what carries a listing's key. */
const cardOf = (marked: Element): Element =>
  marked.name === 'a'
    ? (ancestors(marked).find((above) => hasClass(above, CARD_CLASSES)) ??
      ancestors(marked).find(({ name }) => name === 'li') ??
      marked)
    : marked;

const titleOf = (card: Element, jobKey: string): string | undefined => {
  const link = firstBelow(
    card,
    ({ name, attribs }) =>
      name === 'a' && (attribs['data-jk'] === jobKey || /[?&]jk=/.test(attribs['href'] ?? '') || 'title' in attribs),
  );
  return link && (textOf(readText(link)) ?? textOf(link.attribs['title']));
};

const isSponsored = (card: Element): boolean =>
  card.attribs['data-tn-component'] === 'sponsoredJob' ||
  firstBelow(card, ({ attribs }) => /^\/pagead\/clk\b/.test(attribs['href'] ?? '')) !== undefined;

const readCard = (marked: Element, host: string): Job | undefined => {
  const jobKey = marked.attribs['data-jk'] ?? '';
  const card = cardOf(marked);
  const title = titleOf(card, jobKey) ?? (marked.name === 'a' ? textOf(readText(marked)) : undefined);
  if (title === undefined || !/^[\w-]{1,64}$/.test(jobKey)) return undefined;
  return {
    title,
    company: textIn(card, COMPANY),
    location: textIn(card, LOCATION),
    url: jobUrl(host, jobKey),
    jobKey,
    description: textIn(card, SNIPPET),
    sponsored: isSponsored(card),
    date: textIn(card, DATE),
  };
};

const startOf = (href: string, pageUrl: string): number | undefined => {
  const url = URL.parse(href, pageUrl);
  const start = url?.searchParams.get('start');
  return url?.pathname === '/jobs' && start ? Number(start) : undefined;
};

/** The link to the next page among the links to further pages. */
const nextOf = (root: Document, pageUrl: string): string | undefined => {
  const here = startOf(pageUrl, pageUrl) ?? 0;
  let next: { readonly start: number; readonly href: string } | undefined;
  for (const { attribs } of allBelow(root, ({ name, attribs: own }) => name === 'a' && own['href'] !== undefined)) {
    const href = attribs['href'] ?? '';
    const start = startOf(href, pageUrl);
    if (start !== undefined && start > here && (!next || start < next.start)) next = { start, href };
  }
  return next?.href;
};

/** Copies of cards that no person sees, for programs that follow every link. */
const isTrap = ({ attribs }: Element): boolean => attribs['aria-hidden'] === 'true';

/** Reads the cards that a page shows, for pages without state: those of before 2022. */
export const readMarkup = (source: string, pageUrl: string, host: string): Listing => {
  const { root } = parseDocument(source);
  const marked = allBelow(root, ({ attribs }) => (attribs['data-jk'] ?? '') !== '', isTrap);
  const jobs = marked.map((element) => readCard(element, host)).filter((job) => job !== undefined);
  const ages = jobs.map(({ jobKey, date }) => [jobKey, shownAge(date)] as const);
  return {
    jobs,
    ages: new Map(ages.filter((age): age is [string, number] => age[1] !== undefined)),
    saysNone: firstBelow(root, (element) => hasClass(element, NO_RESULTS)) !== undefined,
    next: nextOf(root, pageUrl),
  };
};
