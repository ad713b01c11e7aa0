import type { Element } from 'domhandler';
import { ancestors, filled, readLines, readText, walk } from '@quarry/html';
import { textParts } from '../../image-tiles/text-parts.js';
import { readTarget } from '../../link-target.js';
import type { ResultsPage, Title } from '../results-page.js';
import type { RowOf } from '../serp-body.js';

export type Advertisement = RowOf<'adResults'>;

const MAX_ADS = 40;
const MAX_SITELINKS = 20;
const MAX_SITELINK_CHARS = 80;
const MIN_DESCRIPTION_CHARS = 25;
const MAX_NAME_CHARS = 60;
/** `Sponsored`, `Ad`, `Annonce` and the like precede a name or an address. */
const AD_WORD =
  /^(?:ad|ads|sponsored|annonce|anzeige|gesponsert|anuncio|anúncio|annuncio|patrocinado|sponsorizzato|sponsorisé|реклама|광고|広告|إعلان)\s*·?$/i;
/** `Ad · www.shop.example`: the word for an advertisement, in any language. */
const LABEL = /^\p{L}{1,14}\s*·\s*/u;
const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/\s›].*)?$/u;
const BOTTOM_IDS: ReadonlySet<string> = new Set(['tadsb', 'bottomads']);

const isAtBottom = (way: readonly Element[], isAfterResults: boolean): boolean =>
  isAfterResults || way.some(({ attribs }) => BOTTOM_IDS.has(attribs['id'] ?? ''));

const isProduct = (way: readonly Element[]): boolean =>
  way.some(
    ({ attribs }) =>
      /(?:^|\s)pla-unit|commercial-unit/.test(attribs['class'] ?? '') ||
      attribs['data-pla'] !== undefined ||
      attribs['data-offer-id'] !== undefined ||
      /^v?pla(?:p|url)/.test(attribs['id'] ?? ''),
  );

const hasAdMark = ({ attribs }: Element): boolean =>
  attribs['data-text-ad'] !== undefined || /(?:^|\s)ads-(?:ad|fr)(?:\s|$)/.test(attribs['class'] ?? '');

const isAdTitle = ({ target, region, heading, link }: Title): boolean =>
  (target.kind === 'ad' || (region === 'ad' && target.kind === 'site')) &&
  !isProduct(ancestors(link)) &&
  readText(heading) !== '';

/** The box of each advertisement: what is marked as one, else the widest part without another; first titles alone. */
const boxesOf = (titles: readonly Title[]): Map<Title, Element> => {
  const counts = new Map<Element, number>();
  for (const { link } of titles) for (const above of ancestors(link)) counts.set(above, (counts.get(above) ?? 0) + 1);
  const boxes = new Map<Title, Element>();
  const taken = new Set<Element>();
  for (const title of titles) {
    const way = ancestors(title.link);
    const marked = way.find(hasAdMark);
    if (marked && taken.has(marked)) continue;
    const end = way.findIndex((above) => (counts.get(above) ?? 0) > 1 || above.name === 'body');
    const box = marked ?? way[Math.max(0, end - 1)] ?? title.link;
    taken.add(box);
    boxes.set(title, box);
  }
  return boxes;
};

/** Explanations and menus that a button opens. */
const isAside = ({ name, attribs }: Element): boolean =>
  /^g-(?:dialog|popup|bubble|menu|snackbar)/.test(name) ||
  ['button', 'dialog', 'menu', 'tooltip'].includes(attribs['role'] ?? '');

/** The engine's own pages on its advertisers. */
const isEnginePage = (url: string): boolean => /^https?:\/\/[^/]*\bgoogle\.[a-z.]+\/(?!aclk|pagead)/.test(url);

const sitelinksIn = (box: Element, main: Title, page: ResultsPage): { title: string; link: string }[] => {
  const found = new Map<string, { title: string; link: string }>();
  walk(box, {
    enter: (element) => {
      if (element === main.link || isAside(element)) return false;
      const target = element.name === 'a' ? readTarget(element.attribs['href'], page.url) : undefined;
      const title = target && target.kind !== 'engine' && !isEnginePage(target.url) ? readText(element) : '';
      const isOther = title !== '' && title.length < MAX_SITELINK_CHARS && !title.includes(readText(main.heading));
      if (target && isOther && found.size < MAX_SITELINKS) found.set(title, { title, link: target.url });
      return true;
    },
  });
  return [...found.values()].filter(({ title }) => !ADDRESS.test(title));
};

/** The text of the box beside its title, without its links. */
const bodyLines = (box: Element, { link, heading }: Title): string[] =>
  readLines(box, {
    isLeftOut: (element) => element === link || element === heading || element.name === 'a' || isAside(element),
  });

/** The address as shown, and the advertiser's name right before it. */
const readHead = (parts: readonly string[], title: string): Pick<Advertisement, 'displayedLink' | 'source'> => {
  const addresses = parts.filter((part) => ADDRESS.test(part));
  // A name may look like an address; then the address follows it.
  const shown = addresses.find((part) => /^(?:https?:|www\.)|[/›]/i.test(part)) ?? addresses[0];
  if (shown === undefined) return {};
  const at = parts.indexOf(shown);
  const before = parts[at - 1] ?? '';
  const [next = '', last = ''] = parts.slice(at + 1, at + 3);
  const after = next === '›' ? `› ${last}` : next;
  const isName = /\p{L}{2}/u.test(before) && before.length <= MAX_NAME_CHARS && !title.includes(before);
  return {
    displayedLink: after.startsWith('›') ? `${shown} ${after}` : shown,
    ...(isName && !AD_WORD.test(before) ? { source: before } : {}),
  };
};

const readAdvertisement = (title: Title, box: Element, page: ResultsPage): Advertisement => {
  const name = readText(title.heading);
  const parts = textParts(box)
    .map((part) => part.replace(LABEL, ''))
    .filter((part) => part !== name);
  const description = bodyLines(box, title).find((line) => line.length >= MIN_DESCRIPTION_CHARS && !ADDRESS.test(line));
  const sitelinks = sitelinksIn(box, title, page);
  return {
    title: name,
    link: title.target.url,
    ...readHead(parts, name),
    ...filled<Partial<Advertisement>>({ description, sitelinks }),
  };
};

/** Text advertisements above and below the results. */
export const readAdvertisements = (page: ResultsPage): Advertisement[] => {
  const found: Advertisement[] = [];
  const order = new Map(page.titles.map((title, index) => [title, index]));
  const lastResult = page.titles.findLastIndex(({ region, target }) => region === undefined && target.kind === 'site');
  for (const [title, box] of boxesOf(page.titles.filter(isAdTitle))) {
    if (found.length >= MAX_ADS) break;
    const isAfter = lastResult >= 0 && (order.get(title) ?? 0) > lastResult;
    const blockPosition = isAtBottom(ancestors(title.link), isAfter) ? 'bottom' : 'top';
    // safe because a title and a link are always among the fields
    const fields = readAdvertisement(title, box, page) as { title: string; link: string };
    found.push({ position: found.length + 1, blockPosition, ...fields });
  }
  return found;
};
