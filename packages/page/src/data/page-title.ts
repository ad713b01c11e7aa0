/** The names that a page states for itself and for its site. */
export interface TitleStatements {
  /** The `title` element, which names the site as well on most pages. */
  readonly document: string | undefined;
  /** Titles made for sharing, the most common first. */
  readonly shared: readonly (string | undefined)[];
  /** Headline of the structured data. */
  readonly headline: string | undefined;
  readonly heading: string | undefined;
  readonly siteNames: readonly (string | undefined)[];
  readonly url: string;
}

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

const namesOfSite = ({ siteNames, url }: TitleStatements): ReadonlySet<string> => {
  const names = siteNames.filter((name) => name !== undefined).flatMap((name) => [name, ...name.split(SEPARATOR)]);
  return new Set([...names, ...hostNames(url)].map(normal).filter((name) => name !== ''));
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

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

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

/** The title of the page itself, without the name of its site where that is separate. */
export const pageTitle = (statements: TitleStatements): string | undefined => {
  const names = namesOfSite(statements);
  const own = [...statements.shared, statements.headline].filter(
    (title) => title !== undefined && title.length <= MAX_TITLE_CHARS,
  ) as string[];
  const { document, heading } = statements;
  // Titles made for sharing are accepted where the page shows something similar.
  const seen = [document, heading].filter((title) => title !== undefined);
  const named = own
    .map((title) => withoutSite(title, names))
    .find((title) => !names.has(normal(title)) && (seen.length === 0 || seen.some((other) => isAlike(title, other))));
  if (named !== undefined) return named;
  if (document === undefined) return own[0] ?? heading;
  if (document.length > MAX_TITLE_CHARS) return document;
  return shownPiece(document, heading) ?? withoutSite(document, names);
};
