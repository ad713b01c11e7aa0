import { isObject, moneyIn, statedNumber } from '@quarry/html';
import { nameOf, typeOf, valuesAt } from './facts/entities.js';
import type { Scope } from './scope.js';
import { withoutSite } from './special-values.js';
import { shown, type Candidate } from './values/candidate.js';
import { bare } from './concepts/words.js';

/**
 * Of the prices that a page states for one thing, the one that it shows first, else the lowest: the others are what
 * it cost before.
 */
export const settledPrices = (found: readonly Candidate[], scope: Scope): Candidate[] => {
  const amountOf = ({ value }: Candidate): number | undefined =>
    statedNumber(value) ?? (typeof value === 'string' ? moneyIn(value)[0]?.amount : undefined);
  const known = found.filter((candidate) => (amountOf(candidate) ?? 0) > 0);
  const amounts = new Set(known.map(amountOf));
  if (amounts.size < 2) return [...found];
  const seen = scope.dom.money.find(({ isStruck, text }) => !isStruck && amounts.has(moneyIn(text)[0]?.amount));
  const amount = seen
    ? moneyIn(seen.text)[0]?.amount
    : Math.min(...[...amounts].filter((value) => value !== undefined));
  return known.filter((candidate) => amountOf(candidate) === amount);
};

const continues = (name: string, start: string): boolean =>
  name.startsWith(start) && /^\s*[-–—|,:(]/.test(name.slice(start.length));

/** Names without the site's own, the one that the page shows as its heading before others. */
export const inNameOrder = (found: readonly Candidate[], scope: Scope): Candidate[] => {
  const names = found.map((candidate) =>
    typeof candidate.value === 'string' ? { ...candidate, value: withoutSite(candidate.value, scope) } : candidate,
  );
  // Some pages have the site's name as their main heading.
  const site = bare(scope.meta.get('og:site_name') ?? '');
  const headings = scope.dom.headings
    .filter(({ level }) => level === 1)
    .map(({ text }) => bare(text))
    .filter((heading) => heading !== site);
  const keyOf = ({ value }: Candidate): string => bare(String(value));
  const [first] = names;
  // `Blue Hall - 1 Main St` below the heading `Blue Hall`.
  const heading =
    first &&
    scope.dom.headings.find(
      ({ level, text }) => level === 1 && text.length > 7 && continues(String(first.value), text),
    );
  if (heading) return [shown(heading.text), ...names];
  const isSame =
    first !== undefined && headings.some((heading) => heading.includes(keyOf(first)) || keyOf(first).includes(heading));
  if (isSame) return names;
  const isHeading = (name: Candidate): boolean => headings.includes(keyOf(name));
  return [...names.filter((name) => isHeading(name)), ...names.filter((name) => !isHeading(name))];
};

/** The site's own name. */
const siteNames = ({ meta, head, statements }: Scope): string[] => {
  const organizations = statements.entities
    .filter((entity) => /Organization|Corporation|WebSite/.test(typeOf(entity)))
    .map(nameOf);
  const ending = head?.title?.split(/\s[|–—·•-]\s/).at(-1);
  return [meta.get('og:site_name'), ending, ...organizations].filter((name) => name !== undefined).map(bare);
};

/** The page's own address is the site's page about the thing, unless it is the site's first. */
export const isWebsite = ({ value }: Candidate, { head, source }: Scope): boolean => {
  const url = typeof value === 'string' ? URL.parse(value, source.url || undefined) : null;
  const own = [head?.canonical, source.url].map((address) => URL.parse(address ?? '')?.href);
  return url === null || url.pathname === '/' || !own.includes(url.href);
};

/** The host of the page, whole and without its last label. */
const hostNames = ({ head, meta, source }: Scope): string[] => {
  const host = URL.parse(head?.canonical ?? meta.get('og:url') ?? source.url)?.hostname.replace(/^www\./, '') ?? '';
  return [host, host.replace(/\.[^.]*$/, '')].map(bare).filter((name) => name !== '');
};

const isSiteName = (name: string, scope: Scope): boolean =>
  siteNames(scope).some((site) => site === name || (site.length > 3 && name.startsWith(site)));

/** The site is the author of what names nobody else. */
export const peopleFirst = (found: readonly Candidate[], scope: Scope): Candidate[] => {
  const hosts = hostNames(scope);
  const isNamedSo = (name: string): boolean => isSiteName(name, scope) || hosts.includes(name);
  const isSite = ({ value }: Candidate): boolean =>
    typeof value === 'string'
      ? isNamedSo(bare(value))
      : isObject(value) && (/Organization/.test(typeOf(value)) || isNamedSo(bare(nameOf(value))));
  const [first] = found;
  return first && isSite(first) ? [...found.filter((one) => !isSite(one)), ...found.filter(isSite)] : [...found];
};

/** A person's name is short and has no digits; the site itself is the author of articles only. */
export const isPerson = ({ value, isStated }: Candidate, scope: Scope): boolean => {
  if (typeof value !== 'string') return true;
  const own = bare(value);
  if (isSiteName(own, scope) && !/Article|Posting|Report/.test(scope.type)) return false;
  return isStated || (value.length <= 120 && !/\d|[?!]/.test(value));
};

/** Some pages state the start of the street as the town. */
export const isStreet = ({ value }: Candidate, scope: Scope): boolean =>
  scope.entities.some((entity) =>
    valuesAt(entity, 'address.streetAddress', scope.statements).some((street) =>
      bare(String(street)).startsWith(bare(String(value))),
    ),
  );
