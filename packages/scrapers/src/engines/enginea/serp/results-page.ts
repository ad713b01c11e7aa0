import type { ChildNode, Document, Element } from 'domhandler';
import { isHidden, parseDocument, walk } from '@quarry/html';
import { readTarget, type LinkTarget } from '../link-target.js';
import { regionOf, type Region } from './regions.js';
import { readScriptContent, unescapeLiteral, type ScriptContent } from './script-content.js';

/** A link that contains a heading or is in one: the title of something. */
export interface Title {
  readonly link: Element;
  readonly heading: Element;
  readonly target: LinkTarget;
  /** `inner`: a > h3. `outer`: h3 > a. `role`: a > [role=heading]. `framed`: [role=heading] > a. */
  readonly kind: 'inner' | 'outer' | 'role' | 'framed';
  /** Its innermost region; none for the results themselves. */
  readonly region: Region | undefined;
  readonly isHidden: boolean;
}

export interface ResultsPage {
  readonly root: Document;
  readonly text: string;
  readonly url: string;
  /** As the page names its own; empty where it does not. */
  readonly language: string;
  readonly titles: readonly Title[];
  readonly byId: ReadonlyMap<string, Element>;
  /** Headings in page order. */
  readonly headings: readonly Element[];
  /** Links in page order. */
  readonly links: readonly Element[];
  /** Where each region begins, in page order; nested ones of one kind are part of the outer one. */
  readonly regions: ReadonlyMap<Region, readonly Element[]>;
  /** Elements by the name of an identifying attribute, in page order. */
  readonly marked: ReadonlyMap<string, readonly Element[]>;
  readonly scripts: ScriptContent;
}

/** Attributes that say what a part of the page is. */
const MARKS: ReadonlySet<string> = new Set([
  'data-attrid',
  'data-cid',
  'data-rc_ludocids',
  'data-pvt',
  'data-dobid',
  'data-iu',
  'data-url',
]);

/** Most headings that blocks look at. */
export const MAX_HEADINGS = 500;
/** Most characters of HTML taken from scripts. */
const MAX_FILL_CHARS = 4 * 1024 * 1024;

const adopt = (element: Element, children: readonly ChildNode[]): void => {
  let previous: ChildNode | null = null;
  element.children = [...children];
  for (const child of element.children) {
    child.parent = element;
    child.prev = previous;
    if (previous) previous.next = child;
    previous = child;
  }
  if (previous) previous.next = null;
};

/** Uses each fill once; repeated or excessive fills are ignored. */
class Fills {
  private chars = 0;
  private readonly taken = new Set<string>();

  constructor(private readonly fills: ReadonlyMap<string, string>) {}

  /** Inserts what scripts would show on scrolling. */
  into(element: Element, id: string): void {
    const literal = this.fills.get(id);
    if (literal === undefined || this.taken.has(id)) return;
    this.taken.add(id);
    this.chars += literal.length;
    if (this.chars <= MAX_FILL_CHARS) adopt(element, parseDocument(unescapeLiteral(literal)).root.children);
  }
}

const isHeading = ({ name, attribs }: Element): boolean => name === 'h3' || attribs['role'] === 'heading';

const push = <K>(lists: Map<K, Element[]>, key: K, element: Element): void => {
  const list = lists.get(key);
  if (list) list.push(element);
  else lists.set(key, [element]);
};

interface Place {
  readonly element: Element;
  readonly region: Region;
}

/** What one walk over the page collects. */
class Collector {
  readonly titles: Title[] = [];
  readonly links: Element[] = [];
  readonly headings: Element[] = [];
  readonly regions = new Map<Region, Element[]>();
  readonly marked = new Map<string, Element[]>();
  readonly byId = new Map<string, Element>();
  language = '';
  private readonly places: Place[] = [];
  private readonly hidden: Element[] = [];
  private readonly seen = new Set<Element>();
  private link: Element | undefined;
  private heading: Element | undefined;
  private cells = 0;

  constructor(
    private readonly url: string,
    private readonly fills: Fills,
  ) {}

  enter(element: Element): void {
    this.readAttributes(element);
    if (element.name === 'html') this.language ||= element.attribs['lang'] ?? '';
    const region = regionOf(element);
    if (region) {
      if (!this.places.some((place) => place.region === region)) push(this.regions, region, element);
      this.places.push({ element, region });
    }
    if (element.name === 'td') this.cells += 1;
    if (isHidden(element)) this.hidden.push(element);
    if (element.name === 'a' && element.attribs['href'] !== undefined) this.enterLink(element);
    else if (isHeading(element)) this.enterHeading(element);
  }

  leave(element: Element): void {
    if (this.places.at(-1)?.element === element) this.places.pop();
    if (this.hidden.at(-1) === element) this.hidden.pop();
    if (element.name === 'td') this.cells -= 1;
    if (this.link === element) this.link = undefined;
    if (this.heading === element) this.heading = undefined;
  }

  private readAttributes(element: Element): void {
    const { attribs } = element;
    for (const name in attribs) {
      if (name === 'id') this.readId(element, attribs[name] ?? '');
      else if (MARKS.has(name)) push(this.marked, name, element);
    }
  }

  private readId(element: Element, id: string): void {
    if (id === '' || this.byId.has(id)) return;
    this.byId.set(id, element);
    this.fills.into(element, id);
  }

  private enterLink(link: Element): void {
    this.links.push(link);
    this.link = link;
    // A heading in the cell of a table is one of the links below a result.
    if (link.attribs['role'] === 'heading') this.add(link, link, 'framed');
    if (this.cells > 0 || !this.heading) return;
    if (this.heading.name === 'h3') this.add(link, this.heading, 'outer');
    else this.add(link, link, 'framed');
  }

  private enterHeading(heading: Element): void {
    if (this.headings.length < MAX_HEADINGS) this.headings.push(heading);
    if (this.link) this.add(this.link, heading, heading.name === 'h3' ? 'inner' : 'role');
    else this.heading ??= heading;
  }

  private add(link: Element, heading: Element, kind: Title['kind']): void {
    if (this.seen.has(link)) {
      const at = this.titles.findIndex((title) => title.link === link);
      if (kind !== 'inner' || this.titles[at]?.kind === 'inner') return;
      this.titles.splice(at, 1);
    }
    const target = readTarget(link.attribs['href'], this.url);
    if (!target) return;
    this.seen.add(link);
    const region = this.places.at(-1)?.region;
    this.titles.push({ link, heading, target, kind, region, isHidden: this.hidden.length > 0 });
  }
}

/** Reads a results page once: its tree with what its scripts hold, its titles, links and regions. */
export const readResultsPage = (text: string, url: string): ResultsPage => {
  const { root } = parseDocument(text);
  const scripts = readScriptContent(text);
  const fills = new Fills(scripts.fills);
  const found = new Collector(url, fills);
  walk(root, {
    enter: (element) => {
      if (element.name === 'script' || element.name === 'style' || element.name === 'noscript') return false;
      found.enter(element);
      return true;
    },
    leave: (element) => {
      found.leave(element);
    },
  });
  const { titles, links, headings, regions, marked, byId, language } = found;
  return { root, text, url, language, titles, byId, links, headings, regions, marked, scripts };
};
