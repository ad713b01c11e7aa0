export interface ShownHeading {
  readonly level: number;
  readonly text: string;
}

/** The names that a page states for itself and for its site. */
export interface TitleStatements {
  /** The `title` element, which names the site as well on most pages. */
  readonly document: string | undefined;
  /** Titles made for sharing, the most common first. */
  readonly shared: readonly (string | undefined)[];
  /** Headline of the structured data. */
  readonly headline: string | undefined;
  /** Headings that the page shows, in order. */
  readonly headings: readonly ShownHeading[];
  readonly siteNames: readonly (string | undefined)[];
  readonly url: string;
}

/** More headings are not compared. */
const MAX_HEADINGS = 100;
const SEPARATOR = /\s+[|\-–—·•»«:/\\]{1,2}\s+/;
const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The usual name of a host: `example` of `www.example.co.uk`. */
const hostNames = (url: string): string[] => {
  const labels =
    URL.parse(url)
      ?.hostname.replace(/^www\./, '')
      .split('.') ?? [];
  return [labels.join(''), ...labels.slice(0, -1)];
};

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a site's name and section. */
const MAX_SECTION_WORDS = 6;
/** Words of a site's name, and of a title before it. */
const MAX_SITE_WORDS = 3;
const MIN_TITLE_WORDS = 4;

/** A shorter label of a host is in other words by chance. */
const MIN_HOST_CHARS = 6;

const containsHost = (text: string, hosts: readonly string[]): boolean =>
  hosts.map(normal).some((host) => host.length >= MIN_HOST_CHARS && normal(text).endsWith(host));

const namesOfSite = ({ siteNames, url, document = '', headings }: TitleStatements): ReadonlySet<string> => {
  const names = siteNames.filter((name) => name !== undefined).flatMap((name) => [name, ...name.split(SEPARATOR)]);
  // A heading of several pieces that ends the title is the site with its section.
  const sections = headings
    .slice(0, MAX_HEADINGS)
    .filter(
      ({ level, text }) =>
        level <= 2 && text.length < document.length && document.endsWith(text) && SEPARATOR.test(text),
    )
    .filter(({ text }) => wordsOf(text).length <= MAX_SECTION_WORDS)
    .flatMap(({ text }) => text.split(SEPARATOR));
  const hosts = hostNames(url);
  const last = document.split(SEPARATOR).at(-1) ?? '';
  const isSite = last !== document && wordsOf(last).length <= MAX_SECTION_WORDS && containsHost(last, hosts);
  return new Set([...names, ...sections, ...hosts, isSite ? last : ''].map(normal).filter((name) => name !== ''));
};

interface Parts {
  readonly pieces: readonly string[];
  /** Pieces and the separators between them. */
  readonly whole: readonly string[];
}

const split = (title: string): Parts => {
  const whole = title.split(new RegExp(`(${SEPARATOR.source})`));
  return { pieces: whole.filter((_piece, index) => index % 2 === 0), whole };
};

/** The title without the names of the site before and after it. */
const withoutSite = (title: string, names: ReadonlySet<string>): string => {
  const { pieces, whole } = split(title);
  let first = 0;
  let last = pieces.length - 1;
  while (last > first && names.has(normal(pieces[last] ?? ''))) last -= 1;
  while (first < last && names.has(normal(pieces[first] ?? ''))) first += 1;
  // After the name of the site stands what the site says of itself.
  const site = pieces.findIndex((piece, index) => index > first && index < last && names.has(normal(piece)));
  if (site > 0 && wordsOf(pieces.slice(site + 1, last + 1).join(' ')).length <= MAX_SITE_WORDS) last = site - 1;
  return whole.slice(first * 2, last * 2 + 1).join('');
};

/** The piece of the title that the page shows as its heading: the text around it is the site's. */
const shownPiece = (title: string, heading: string | undefined): string | undefined => {
  if (heading === undefined) return undefined;
  const wanted = normal(heading);
  const { pieces, whole } = split(title);
  for (let last = pieces.length - 2; last >= 0; last -= 1) {
    const start = whole.slice(0, last * 2 + 1).join('');
    if (normal(start) === wanted) return start;
  }
  return undefined;
};

/** Most words of the shorter one are in the other. */
const isAlike = (left: string, right: string): boolean => {
  const [long, short] = [normal(left), normal(right)].sort((one, other) => other.length - one.length);
  if (short === '' || long?.includes(short ?? '')) return true;
  const [some, few] = [wordsOf(left), wordsOf(right)].sort((one, other) => other.length - one.length);
  const known = new Set(some);
  return (few ?? []).filter((word) => known.has(word)).length * 2 > (few ?? []).length;
};

/** A longer title is not split. */
const MAX_TITLE_CHARS = 1_000;

/** A heading of the first level is the title if it is so much of what is stated; one of the second needs more. */
const MIN_SHARES: readonly [level: number, share: number][] = [
  [1, 0.4],
  [2, 0.6],
];
/** Whether signs, not words, stand around a heading in a title: what it shares with a longer phrase is not its own. */
const isApart = (title: string, heading: string): boolean => {
  const [whole, part] = [title, heading].map((text) =>
    text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  const at = whole?.indexOf(part ?? '') ?? -1;
  if (whole === undefined || part === undefined || at === -1) return true;
  return (
    !/[\p{L}\p{N}]\s*$/u.test(whole.slice(0, at)) &&
    (/[^\p{L}\p{N}]$/u.test(part) || !/^\s*[\p{L}\p{N}]/u.test(whole.slice(at + part.length)))
  );
};

/** A heading that is so much of a title may be part of its phrase. */
const MOST_SHARE = 0.75;

/** The heading that is part of a stated title: the longest of its level. */
const headingIn = (
  headings: readonly ShownHeading[],
  stated: readonly string[],
  names: ReadonlySet<string>,
): string | undefined => {
  const titles = stated.map((text) => ({
    text,
    whole: normal(text),
    own: normal(withoutSite(text, names)),
    first: normal(split(text).pieces[0] ?? ''),
  }));
  for (const [wanted, share] of MIN_SHARES) {
    let best: string | undefined;
    let bestRank = 0;
    for (const { level, text } of headings) {
      const key = normal(text);
      if (level !== wanted || key === '') continue;
      const among = titles.filter(({ whole }) => whole.includes(key));
      if (!among.some(({ own, first }) => first === key || key.length >= own.length * share)) continue;
      if (!among.every((title) => key.length >= title.own.length * MOST_SHARE || isApart(title.text, text))) continue;
      const isFirst = among.some(({ whole }) => whole.startsWith(key));
      // The name of a site stands at the end more often than before its titles.
      const rank = key.length + (isFirst ? MAX_TITLE_CHARS : 0);
      if (rank > bestRank) [best, bestRank] = [text, rank];
    }
    if (best !== undefined) return best;
  }
  return undefined;
};

/** The title as the page shows it over its text, where that is what is stated in more, fewer or other words. */
const shownTitle = (
  { headings }: TitleStatements,
  stated: readonly string[],
  title: string,
  names: ReadonlySet<string>,
): string => {
  const own = headings
    .slice(0, MAX_HEADINGS)
    .map(({ level, text }) => ({ level, text: text.length <= MAX_TITLE_CHARS ? withoutSite(text, names) : text }))
    .filter(({ text }) => text.length <= MAX_TITLE_CHARS && !names.has(normal(text)));
  const part = headingIn(own, stated, names);
  const key = normal(title);
  if (part !== undefined) return normal(part) === key ? title : part;
  for (const { level, text } of own) {
    if (level !== 1) continue;
    const shown = normal(text);
    // A part of the title was judged above.
    if (shown !== key && key.includes(shown)) continue;
    // What stands before the title in its heading, or apart after it, is the name of a section or the site.
    if (shown === key) return title;
    if (shown.includes(key)) return shown.startsWith(key) && normal(split(text).pieces[0] ?? '') !== key ? text : title;
    if (isAlike(text, title)) return text;
  }
  return title;
};

/** Signs that stand before the name of a site and hardly ever within a title. */
const SITE_SIGN = /\s+[|–—·•»]\s+(?=[^|–—·•»]+$)/;

/** A title without the few words after its last sign, of a page that has no heading to compare it with. */
const withoutEnd = (title: string): string => {
  const [start = '', end] = title.split(SITE_SIGN);
  const isSite = end !== undefined && wordsOf(end).length <= MAX_SITE_WORDS && wordsOf(start).length >= MIN_TITLE_WORDS;
  return isSite ? start : title;
};

/** What the head of the page states as title, without the name of its site where that is separate. */
const statedTitle = (
  { document }: TitleStatements,
  own: readonly string[],
  heading: string | undefined,
  names: ReadonlySet<string>,
): string | undefined => {
  // Titles made for sharing are accepted where the page shows something similar.
  const seen = [document, heading].filter((title) => title !== undefined);
  const named = own
    .map((title) => withoutSite(title, names))
    .find((title) => !names.has(normal(title)) && (seen.length === 0 || seen.some((other) => isAlike(title, other))));
  if (named !== undefined) return named;
  if (document === undefined) return own[0] ?? heading;
  if (document.length > MAX_TITLE_CHARS) return document;
  const title = shownPiece(document, heading) ?? withoutSite(document, names);
  return title === document && heading === undefined ? withoutEnd(document) : title;
};

/** A shorter end of a title stands before itself by chance. */
const MIN_REPEATED_CHARS = 12;

/** A title without the name of the site that some systems append twice, once without a sign between. */
const withoutRepeated = (title: string): string => {
  if (title.length > MAX_TITLE_CHARS) return title;
  const last = split(title).pieces.at(-1) ?? '';
  const start = title.slice(0, title.length - last.length).replace(/[^\p{L}\p{N}]+$/u, '');
  return last.length >= MIN_REPEATED_CHARS && start.length > last.length && start.endsWith(last)
    ? start.slice(0, -last.length).trim()
    : title;
};

/** Pieces of a title that are a list of words for search engines. */
const MIN_KEYWORD_PIECES = 3;

const isKeywordList = (title: string): boolean => {
  const { pieces } = split(title);
  return pieces.length >= MIN_KEYWORD_PIECES && pieces.every((piece) => wordsOf(piece).length <= MAX_SITE_WORDS);
};

const onlyOne = <T>(some: readonly T[]): T | undefined => (some.length === 1 ? some[0] : undefined);

/** The one heading of its level of a page that states no title of its own: the name of its site, or words for search engines. */
const onlyHeading = ({ headings }: TitleStatements, title: string, names: ReadonlySet<string>): string | undefined => {
  const own = headings.slice(0, MAX_HEADINGS).filter(({ text }) => !names.has(normal(text)));
  const level = Math.min(...own.map((heading) => heading.level));
  const text = onlyOne(own.filter((heading) => heading.level === level))?.text;
  if (text === undefined || wordsOf(text).length < MIN_TITLE_WORDS) return undefined;
  return names.has(normal(title)) || (level === 1 && isKeywordList(title)) ? text : undefined;
};

/** The day and a sign before the title, as lists of news have it. */
const DAY_BEFORE = /^\d{1,2}[./]\d{1,2}[./]\d{4}\s+[|–—:-]\s+/;

/** A title without what stands before it: the day, or a section that its headline does not have. */
const withoutSection = (title: string, headline: string | undefined): string => {
  const rest = title.replace(DAY_BEFORE, '');
  if (headline === undefined || wordsOf(headline).length < MIN_TITLE_WORDS) return rest;
  return split(rest).pieces.some(
    (_piece, index, all) => index > 0 && normal(all.slice(index).join('')) === normal(headline),
  )
    ? headline
    : rest;
};

/** The title of the page itself: what it states, in the words of the heading that shows it. */
export const pageTitle = ({ document: tab, shared: sharing, ...others }: TitleStatements): string | undefined => {
  const statements: TitleStatements = {
    ...others,
    document: tab === undefined ? undefined : withoutRepeated(tab),
    shared: sharing.map((title) => (title === undefined ? undefined : withoutRepeated(title))),
  };
  const names = namesOfSite(statements);
  const { document, shared, headline, headings } = statements;
  const own = [...shared, headline].filter(
    (title) => title !== undefined && title.length <= MAX_TITLE_CHARS,
  ) as string[];
  const heading = headings.find(({ level }) => level === 1)?.text;
  const title = statedTitle(statements, own, heading, names);
  if (title === undefined || title.length > MAX_TITLE_CHARS) return title;
  const stated = document === undefined || document.length > MAX_TITLE_CHARS ? own : [document, ...own];
  const shown = shownTitle(statements, stated, title, names);
  return (own.length === 0 ? onlyHeading(statements, shown, names) : undefined) ?? withoutSection(shown, headline);
};
