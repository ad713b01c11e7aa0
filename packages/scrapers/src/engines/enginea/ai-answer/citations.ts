import { defined, parseJson } from '@quarry/html';

/** What a page's data says about one source. */
export interface SourceData {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
  readonly source?: string;
}

/** Which sources each mark in an answer stands for, as the page's own data says. */
export interface Citations {
  /** Ids of sources by the id of a mark, in the order given. */
  readonly sourceIds: ReadonlyMap<string, readonly string[]>;
  readonly sources: ReadonlyMap<string, SourceData>;
}

/** Bounds on what is taken from a page's data. */
export const MAX_CITATIONS = 1_000;
/** Part of an entry that is read: its first fields are needed. */
const MAX_ENTRY_CHARS = 8_000;
const SOURCE_FIELDS = 9;
const MAX_SOURCE_ID_CHARS = 40;
const MAX_NUMBERS_CHARS = 600;

/** `["<id of a mark>",`: with plain quotes, or as the markup or a script writes them. */
const ENTRY = /\[(&quot;|"|\\x22)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\1,/g;
/** The order of all sources of one answer: `[[<number>,...],[]]`. */
const ORDER = /\[\[(\d{3,20}(?:,\d{3,20}){0,60})\],\[\]\]/g;

const NO_CITATIONS: Citations = { sourceIds: new Map(), sources: new Map() };

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'", apos: "'" };

const decode = (text: string): string =>
  text.replace(/&(quot|amp|lt|gt|#39|apos);/g, (all, name: string) => ENTITIES[name] ?? all);

/** The first fields of the array that begins with `json`; the rest may be cut off. */
const headOf = (json: string, fields: number): unknown => {
  let depth = 0;
  let count = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (isString) {
      if (char === '\\') at += 1;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    else if (char === ',' && depth === 1) count += 1;
    if (depth === 0) return parseJson(json.slice(0, at + 1));
    if (count === fields) return parseJson(`${json.slice(0, at)}]`);
  }
  return undefined;
};

/** The data of a source as the markup writes them; in a script's text their own escapes are escaped again. */
const readFields = (text: string, start: number): unknown => {
  const json = decode(text.slice(start, start + MAX_ENTRY_CHARS));
  const plain = /\\\\(?:u[\da-f]{4}|["/])/.test(json) ? json.replaceAll('\\\\', '\\').replaceAll("\\'", "'") : json;
  return headOf(plain, SOURCE_FIELDS);
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Fields of an entry of data: title, passage, names of the source, address and id. */
const readSource = (data: unknown): readonly [string, SourceData] | undefined => {
  if (!Array.isArray(data)) return undefined;
  const [title, snippet, , , names, link, , , id] = data as unknown[];
  if (!isText(title) || !isText(link) || !/^https?:/i.test(link)) return undefined;
  const source = Array.isArray(names) ? names.filter(isText).join(' · ') : '';
  return [
    isText(id) ? id : link,
    defined<SourceData>({ title, link, snippet: isText(snippet) ? snippet : undefined, source: source || undefined }),
  ];
};

class Reader {
  readonly sourceIds = new Map<string, string[]>();
  readonly sources = new Map<string, SourceData>();
  private readonly numbers = new Map<string, string[]>();

  constructor(private readonly text: string) {}

  read(): Citations {
    let count = 0;
    for (const match of this.text.matchAll(ENTRY)) {
      count += 1;
      if (count > MAX_CITATIONS) break;
      this.readMark(match[2] ?? '', match[1] ?? '"', match.index + match[0].length);
    }
    this.placeNumbers();
    return this;
  }

  private readMark(mark: string, quote: string, at: number): void {
    if (this.text.startsWith(quote, at)) {
      const end = this.text.indexOf(quote, at + quote.length);
      const id = this.text.slice(at + quote.length, end);
      if (end > 0 && id !== '' && id.length <= MAX_SOURCE_ID_CHARS) this.add(mark, id);
    } else if (/^\[\d/.test(this.text.slice(at, at + 2))) {
      const [, list = ''] = /^\[([\d,]+)\]/.exec(this.text.slice(at, at + MAX_NUMBERS_CHARS)) ?? [];
      if (!this.numbers.has(mark)) this.numbers.set(mark, list.split(',').filter(Boolean));
    } else if (this.text.startsWith(`[${quote}`, at)) {
      const found = readSource(readFields(this.text, at));
      if (!found) return;
      const [id, source] = found;
      if (!this.sources.has(id)) this.sources.set(id, source);
      this.add(mark, id);
    }
  }

  private add(mark: string, id: string): void {
    const ids = this.sourceIds.get(mark);
    if (!ids) this.sourceIds.set(mark, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }

  /** The older form names sources by numbers, whose order is that of the cards. */
  private placeNumbers(): void {
    if (this.numbers.size === 0) return;
    const orders = [...this.text.matchAll(ORDER)].slice(0, 40).map(([, list = '']) => list.split(','));
    for (const [mark, numbers] of this.numbers) {
      const order = orders.find((one) => numbers.every((number) => one.includes(number)));
      for (const number of order ? numbers : []) this.add(mark, placeId(order?.indexOf(number) ?? 0));
    }
  }
}

/** Id of a source that is known by its place among the cards. */
export const placeId = (place: number): string => `#${place}`;

/** Reads which sources the marks of a page's answers stand for. Linear in the page, bounded. */
export const readCitations = (text: string): Citations =>
  text.includes('data-icl-uuid') || text.includes('data-uuids') ? new Reader(text).read() : NO_CITATIONS;
