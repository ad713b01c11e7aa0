import type { Element } from 'domhandler';
import { foldAccents, isElement, moneyIn, walk, writtenNumbers } from '@quarry/html';
import type { Concept } from './concepts/concept.js';
import { nameOf, typeOf, valuesAt } from './facts/entities.js';
import type { Shown } from './facts/dom-facts.js';
import type { Scope } from './scope.js';
import { shown, stated, type Candidate } from './values/candidate.js';
import { bare, cleanText } from './concepts/words.js';
import { ratingIn } from './values/ratings.js';
import { saysOnlyInStock, stockIn } from './values/stock.js';

type Reader = (scope: Scope) => Candidate[];

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== undefined && value !== '')),
];

const hrefOf = ({ element }: Shown): string => element.attribs['href']?.trim() ?? '';

const linked = (scope: Scope, scheme: RegExp): string[] => {
  const found = scope.dom.links.filter((link) => scheme.test(hrefOf(link)));
  const inside = found.filter(({ isAside }) => isAside !== true);
  return distinct(
    (inside.length > 0 ? inside : found).map((link) => decode(hrefOf(link).replace(scheme, '').replace(/\?.*$/s, ''))),
  );
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const only = (values: readonly string[]): Candidate[] => (values.length === 1 ? [stated(values[0])] : []);

/** The page's title without the name of its site. */
const plainTitle = (scope: Scope): string | undefined => {
  const title = scope.head?.title;
  if (title === undefined) return undefined;
  return withoutSite(title, scope);
};

/** A title without the name of the site at its end. */
export const withoutSite = (title: string, scope: Scope): string => {
  const site = scope.meta.get('og:site_name');
  const parts = title.split(/\s+[|–—·•-]\s+|\s+:\s+/);
  if (site !== undefined && parts.length > 1 && bare(parts.at(-1) ?? '') === bare(site)) {
    return title.slice(0, title.lastIndexOf(parts.at(-1) ?? '')).replace(/\s*[|–—·•:-]\s*$/, '');
  }
  return title;
};

const headingName: Reader = (scope) => {
  const { dom, isPage } = scope;
  if (!isPage) return partName(scope);
  const first = dom.headings.filter(({ level }) => level === 1);
  const title = bare(scope.head?.title ?? '');
  const isTitle = ({ text }: { readonly text: string }): boolean => title.includes(bare(text)) && bare(text).length > 1;
  const matching = first.filter(isTitle);
  // Some pages head every page with the site's name and call the page's own title a second heading.
  const lower = dom.headings.filter(
    (heading) => heading.level <= 3 && heading.text.length > 10 && title.startsWith(bare(heading.text)),
  );
  const [h1] = matching.length > 0 ? matching : lower.length > 0 && first.length > 0 ? lower : first;
  const ownTitle = plainTitle(scope);
  return [
    ...(h1 && (first.length === 1 || matching.length + lower.length > 0) ? [shown(h1.text)] : []),
    ...(ownTitle === undefined ? [] : [shown(ownTitle)]),
  ];
};

const partName: Reader = ({ dom }) => {
  const [heading] = dom.headings;
  if (heading) return [shown(wholeText(heading.text, dom.links))];
  const links = dom.links.filter(({ text }) => text.length > 2 && /\p{L}/u.test(text));
  const longest = [...links].sort((left, right) => right.text.length - left.text.length)[0];
  return longest ? [shown(wholeText(longest.text, dom.links))] : [];
};

/** A name that is truncated on the page is complete in its link's title. */
const wholeText = (text: string, links: readonly Shown[]): string => {
  if (!/(?:\.\.\.|…)$/.test(text)) return text;
  const start = text.replace(/\s*(?:\.\.\.|…)$/, '');
  const titles = links.map(({ element }) => element.attribs['title'] ?? '');
  return titles.find((title) => title.startsWith(start)) ?? text;
};

const partUrl: Reader = ({ dom }) => {
  const isTarget = (link: Shown): boolean =>
    !/^(?:#|javascript:|mailto:|tel:)/i.test(hrefOf(link)) && hrefOf(link) !== '';
  const [name] = dom.headings;
  const links = dom.links.filter(isTarget);
  const titled = name && links.find(({ text }) => text.includes(name.text) || name.text.includes(text));
  const link = titled ?? [...links].sort((left, right) => right.text.length - left.text.length)[0];
  return link ? [stated(hrefOf(link))] : [];
};

const ownUrl: Reader = (scope) => {
  if (!scope.isPage) return partUrl(scope);
  const canonical = scope.head?.canonical;
  return [
    ...(canonical === undefined ? [] : [stated(canonical)]),
    ...(scope.source.url === '' ? [] : [stated(scope.source.url)]),
  ];
};

const pictureOf = (element: Element): string | undefined => {
  const { attribs } = element;
  for (const name of ['data-src', 'data-original', 'data-lazy-src', 'src', 'data-image']) {
    const value = attribs[name];
    if (value !== undefined && value !== '' && !value.startsWith('data:')) return value;
  }
  return (attribs['srcset'] ?? attribs['data-srcset'])?.trim().split(/\s+/)[0];
};

const partImages: Reader = ({ dom, isPage }) =>
  isPage ? [] : distinct(dom.images.map(({ element }) => pictureOf(element))).map(stated);

const breadcrumbs: Reader = (scope) => {
  const list = scope.isPage
    ? scope.statements.entities.find((entity) => typeOf(entity) === 'BreadcrumbList')
    : undefined;
  const steps = list ? valuesAt(list, 'itemListElement', scope.statements) : [];
  const names = steps.map((step) => {
    const entity = step as Record<string, unknown>;
    const item = entity['item'] as Record<string, unknown> | undefined;
    return nameOf(entity) || (typeof item === 'object' ? nameOf(item) : '');
  });
  const found = names.every((name) => name !== '') && names.length > 0 ? names : scope.dom.breadcrumbs;
  const texts = found
    .filter((text) => /\p{L}/u.test(text))
    .map((text) => cleanText(text).replace(/^[>/›»\s]+|[>/›»\s]+$/g, ''))
    .filter((text) => text !== '');
  return texts.filter((text, index) => text !== texts[index - 1]).map((text) => shown(text));
};

const HOME = /^(?:home|homepage|start|startseite|accueil|inicio|home page|pagina inicial|strona glowna|main)$/;

/** The innermost part of the site that contains the page. */
const lastCrumb: Reader = (scope) => {
  if (
    !scope.isPage ||
    !/Product|Business|Store|Service|Article|Recipe|Course/.test(scope.type) ||
    /RealEstate|Residence/.test(scope.type)
  )
    return [];
  const own = [scope.head?.title, ...scope.dom.headings.filter(({ level }) => level === 1).map(({ text }) => text)].map(
    (title) => bare(title ?? ''),
  );
  const crumbs = breadcrumbs(scope).filter(
    ({ value }) =>
      typeof value === 'string' &&
      !HOME.test(foldAccents(value)) &&
      !own.some((title) => title.startsWith(bare(value))),
  );
  return crumbs.slice(-1);
};

/** Of several ratings in a part, such as the class of a hotel and its guests' score, the one that says who gave it. */
const partRating: Reader = ({ dom }) => {
  const byValue = (found: readonly Shown[]): Candidate[] => {
    const values = distinct(found.map(({ text }) => ratingIn(text)?.value.toString()));
    return values.length === 1 ? [shown(values[0] ?? '')] : [];
  };
  const single = byValue(dom.ratings);
  return single.length > 0
    ? single
    : byValue(
        dom.ratings.filter(
          ({ text }) => ratingIn(text)?.count !== undefined || /^scored|review|bewert|avis|opinion/i.test(text),
        ),
      );
};

const ratings: Reader = (scope) => {
  const { dom, isPage, type } = scope;
  if (!isPage) return partRating(scope);
  if (/Article|Posting/.test(type)) return [];
  const values = distinct(dom.ratings.map(({ text }) => text));
  return values.length === 1 ? [shown(values[0] ?? '')] : [];
};

const ratedCounts: Reader = ({ dom, isPage, type }) => {
  if (isPage && /Article|Posting/.test(type)) return [];
  const counts = distinct(dom.ratings.map(({ text }) => ratingIn(text)?.count));
  const [count = dom.ratingTails[0]] = counts;
  return counts.length > 1 || count === undefined ? [] : [shown(count)];
};

const BUY =
  /\b(?:add to (?:cart|bag|basket|trolley)|buy now|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|acheter|anadir (?:al carrito|a la cesta)|agregar al carrito|comprar|aggiungi al carrello|acquista|adicionar ao carrinho|in winkel(?:wagen|mand)|toevoegen aan winkel|dodaj do koszyka|do koszyka|kup teraz)\b/;

/** A link that is a button is labelled as one, with nothing else. */
const BUY_ALONE = new RegExp(`^(?:${BUY.source.slice(2, -2)})$`);

/** True for a page with a buy button, or that states availability beside its heading. */
export const isBuyPage = (scope: Scope): boolean =>
  /Product/.test(scope.type) ||
  scope.dom.buttons.some(({ text }) => text.length < 60 && BUY.test(foldAccents(text))) ||
  scope.dom.links.some(({ text }) => text.length < 30 && BUY_ALONE.test(foldAccents(text))) ||
  ownPart(scope, scope.dom.stocks).length > 0;

/** The part between the main heading and the next important one. */
const ownPart = <T extends { readonly order: number }>({ dom }: Scope, found: readonly T[]): T[] => {
  const h1 = dom.headings.find(({ level }) => level === 1);
  if (!h1) return [];
  const next = dom.headings.find(({ order, level }) => order > h1.order && level <= 2)?.order ?? Infinity;
  return found.filter(({ order }) => order > h1.order && order < next);
};

/** A section with the field's name as its heading. */
const sectionText = ({ keys }: Concept, { dom }: Scope): Candidate[] => {
  for (const key of keys) {
    const section = dom.sections.get(key);
    const lines = section && (section.texts.length > 0 ? section.texts : section.items);
    if (lines && lines.length > 0) return [shown(lines.join('\n'))];
  }
  return [];
};
const SECTIONED = new Set(
  'description requirements responsibilities benefits features shipping warranty instructions ingredients openingHours skills license'.split(
    ' ',
  ),
);

/** The first price after the main heading of a page that sells one thing. */
export const shownPrice =
  (isStruck: boolean): Reader =>
  (scope) => {
    const { dom, isPage } = scope;
    if (!isPage) {
      const first = dom.money.find((money) => money.isStruck === isStruck);
      return first ? [shown(first.text, first.element)] : [];
    }
    if (!isBuyPage(scope) && scope.type !== 'House') return [];
    const near = ownPart(scope, dom.money).filter((money) => money.isStruck === isStruck);
    const values = distinct(near.map(({ text }) => text));
    return values.length === 1 ? [shown(values[0] ?? '')] : [];
  };

/** The sign of the page's prices, where its own price is among them and all have the same. */
const oneCurrency: Reader = ({ dom, isPage, type }) => {
  if (isPage && !/Product|Offer|Event|Book|Course|Residence|Listing|House|Apartment|Vehicle|Accommodation/.test(type))
    return [];
  const signs = distinct(
    dom.money.flatMap(({ text }) => moneyIn(text).map((sum) => sum.currency ?? sum.text.replace(/[\d.,\s'’]/g, ''))),
  );
  return signs.length === 1 ? dom.money.slice(0, 1).map(({ text }) => shown(text)) : [];
};

/** Availability as a sentence of a text. Where nothing is sold, `unavailable` may be said of anything. */
const saidStock = (scope: Scope): readonly Shown[] => {
  const { dom, isPage } = scope;
  const said = isPage ? ownPart(scope, dom.stockSentences) : dom.stockSentences;
  const isSold = isBuyPage(scope) || ownPart(scope, dom.money).length > 0 || dom.pairs.has('price');
  return isSold ? said : said.filter(({ text }) => saysOnlyInStock(text));
};

/** Availability stated beside the page's own heading, or in a part of a list. */
const shownStock: Reader = (scope) => {
  const { dom, isPage } = scope;
  const marked = [...(dom.hints.get('availability') ?? []), ...(dom.hints.get('stock') ?? [])].filter(
    ({ text }) => stockIn(text) !== undefined,
  );
  const near = isPage ? (isBuyPage(scope) ? ownPart(scope, dom.stocks) : []) : dom.stocks;
  const found = marked.length > 0 ? marked : [...near, ...saidStock(scope)];
  const states = new Set(found.map(({ text }) => stockIn(text)));
  const [first] = found;
  return first && states.size === 1 ? [shown(first.text)] : [];
};

const MAX_STEPS = 40;

/** True within an `article` with the page's main heading. */
const standsInArticle = ({ element }: Shown): boolean => {
  let holder = element.parent;
  for (let steps = 0; holder && steps < MAX_STEPS; steps += 1) {
    if (isElement(holder) && holder.name === 'article') break;
    holder = holder.parent;
  }
  let isHeaded = false;
  if (!isElement(holder) || holder.name !== 'article') return false;
  walk(holder, {
    enter: ({ name }) => {
      isHeaded ||= name === 'h1';
      return !isHeaded;
    },
  });
  return isHeaded;
};

const times: Reader = (scope) => {
  const { dom, isPage, type } = scope;
  const isOfArticle =
    /Article|Posting|Report/.test(type) || (type === '' && dom.times.length === 1 && dom.times.every(standsInArticle));
  if (isPage && !isOfArticle) return [];
  const values = distinct(dom.times.map(({ element, text }) => element.attribs['datetime']?.trim() || text));
  return values.length === 1 || (!isPage && values.length > 0) ? [stated(values[0])] : [];
};

/** Links that the page marks as its tags. */
const tagLinks: Reader = ({ dom }) => {
  const marked = dom.links.filter(({ element }) =>
    /(?:^|\s)(?:tag|category tag)(?:\s|$)/.test(element.attribs['rel'] ?? ''),
  );
  if (marked.length > 0) return marked.map(({ text }) => shown(text.replace(/^#/, '')));
  const named = (dom.hints.get('tag') ?? []).filter(({ element, text }) => element.name === 'a' && text.length < 60);
  return named.map(({ text }) => shown(text.replace(/^#/, '')));
};

const headings: Reader = ({ dom }) => dom.headings.filter(({ level }) => level > 1).map(({ text }) => shown(text));
const links: Reader = ({ dom }) => dom.links.map((link) => stated(hrefOf(link)));

/** `In stock (22 available)`. */
const shownStockCount: Reader = (scope) => {
  const found = scope.isPage ? (isBuyPage(scope) ? ownPart(scope, scope.dom.stocks) : []) : scope.dom.stocks;
  const counts = distinct(
    found.map(({ text }) => writtenNumbers(text, 2)).flatMap((numbers) => (numbers.length === 1 ? numbers : [])),
  );
  return counts.length === 1 ? [shown(counts[0] ?? '')] : [];
};

const PAY_PERIOD =
  /\b(?:hour|hr|year|yr|month|week|day|annum|hora|ano|mes|semana|stunde|jahr|monat|heure|an|mois|ora|anno|mese|uur|jaar|maand|godz|rok|miesiac|pa)\b/;

/** Pay is an amount per period. */
const shownPay: Reader = ({ dom, isPage, type }) => {
  if (isPage && !/JobPosting/.test(type)) return [];
  const texts = distinct(dom.money.filter(({ text }) => PAY_PERIOD.test(foldAccents(text))).map(({ text }) => text));
  return texts.length === 1 ? [shown(texts[0] ?? '')] : [];
};

const questions: Reader = ({ statements }) =>
  statements.entities
    .filter((entity) => /FAQPage/.test(typeOf(entity)))
    .flatMap((page) => valuesAt(page, 'mainEntity.name', statements))
    .map(stated);

/** `12 Elm Street, Dover, DE 19901` */
const ADDRESS = /^\d{1,6}[a-z]?\s\p{L}[^,]{2,60},\s.{2,80}$/iu;

/** Pages of homes have the address as their heading. */
const headedAddress: Reader = ({ dom, isPage, type }) =>
  isPage && type === 'House'
    ? dom.headings.filter(({ level, text }) => level === 1 && ADDRESS.test(text)).map(({ text }) => shown(text))
    : [];

const SPECIAL: Readonly<Record<string, Reader>> = {
  name: headingName,
  url: ownUrl,
  image: partImages,
  images: partImages,
  language: ({ head }) => (head?.language === undefined ? [] : [stated(head.language)]),
  phone: (scope) => only(linked(scope, /^tel:/i)),
  phones: (scope) => linked(scope, /^tel:/i).map(stated),
  email: (scope) => only(linked(scope, /^mailto:/i)),
  emails: (scope) => linked(scope, /^mailto:/i).map(stated),
  breadcrumbs,
  tags: tagLinks,
  rating: ratings,
  reviewCount: ratedCounts,
  ratingCount: ratedCounts,
  category: (scope) => lastCrumb(scope),
  address: headedAddress,
  price: shownPrice(false),
  listPrice: shownPrice(true),
  currency: (scope) => [...shownPrice(false)(scope), ...oneCurrency(scope)],
  stock: shownStock,
  salary: shownPay,
  stockCount: shownStockCount,
  jobTitle: (scope) => (scope.isPage ? [] : partName(scope)),
  questions,
  published: times,
  headings,
  links,
};
/** Values of a field by the page's structure, where neither data nor a label states it. */
export const specialCandidates = (concept: Concept, scope: Scope): Candidate[] => [
  ...(SPECIAL[concept.id]?.(scope) ?? []),
  ...(SECTIONED.has(concept.id) ? sectionText(concept, scope) : []),
];
