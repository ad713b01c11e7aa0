import type { Element } from 'domhandler';
import {
  isXhtml,
  type DocumentParse,
  startParse,
  type ParseLimits,
  isHidden,
  visibleText,
  isText,
  rawText,
  walk,
} from '@quarry/html';
import { type ContentShape, readContentShape } from './content-shape.js';
import { type VisibleSentence, visibleSentences } from './visible-sentences.js';

/** What the verdict rules read, taken from one walk over a page. */
export interface PageShape {
  /** False: only the beginning of the page was read, because it is larger than any block page. */
  readonly isWhole: boolean;
  readonly title: string;
  /** First headings of the page, as one line. */
  readonly heading: string;
  /** Visible words, cut at `VISIBLE_TEXT_CHARS`. */
  readonly text: string;
  /** The same by sentence; empty for a page with `ENOUGH_TEXT_CHARS` and more. */
  readonly sentences: readonly VisibleSentence[];
  readonly ids: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  /** Names by which a site's own tests find elements: they outlast classes. */
  readonly testIds: ReadonlySet<string>;
  /** Names and ids of form fields. */
  readonly fields: ReadonlySet<string>;
  /** Addresses of scripts that run. */
  readonly scriptUrls: readonly string[];
  readonly frameUrls: readonly string[];
  readonly formActions: readonly string[];
  /** Inline scripts that run (no data blocks), the body's `onload` among them, cut per script and in all. */
  readonly inlineScript: string;
  readonly noscript: string;
  /** Target of a `<meta http-equiv=refresh>`, in or outside of noscript, with its delay. */
  readonly refresh: { readonly url: string; readonly delaySeconds: number; readonly isInNoscript: boolean } | undefined;
  readonly canonical: string;
  readonly hasPassword: boolean;
  /** Pictures, media, frames and tables: content that is no text. */
  readonly mediaCount: number;
  readonly linkCount: number;
  /** Where links lead, those in noscript included; the first `LIST_CAP` of them. */
  readonly linkUrls: readonly string[];
  /** The content between menu, header and footer; read on access. */
  readonly readContent: () => ContentShape;
  /** The page has an element for scripts to fill, and it contains no text. */
  readonly hasEmptyMount: boolean;
}

/** With more visible text a page is complete, whatever its scripts would add. */
export const ENOUGH_TEXT_CHARS = 600;
export const VISIBLE_TEXT_CHARS = 12_000;
const SCRIPT_CHARS = 4_000;
const ALL_SCRIPT_CHARS = 120_000;
const LIST_CAP = 400;

/**
 * How much of a page a verdict reads: a few milliseconds' worth. Refusals, consents, login pages and empty shells are
 * small: of those seen the largest (a search page without results, with its scripts inline) has 650,000 units and the one
 * with most elements 1,800. What goes beyond is a page, whatever it says.
 */
export const SHAPE_LIMITS = {
  maxChars: 768 * 1024,
  maxNodes: 6_000,
} as const satisfies Partial<ParseLimits>;

const MOUNT_IDS: ReadonlySet<string> = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'app-root',
  'app-container',
  'main-app',
  'react-root',
  'reactroot',
  'react-app',
  'react-mount',
  'q-app',
  'svelte',
  'mount',
  'ember-app',
  'spa',
  'application',
  'vue-app',
  'app-mount',
  'appmount',
  'single-spa-application',
]);

const MOUNT_TAGS = /^(?:app-root|app|my-app|[a-z]+-app|app-[a-z]+|ng-app)$/;

interface Collected {
  title?: string;
  readonly headings: string[];
  readonly ids: Set<string>;
  readonly classes: Set<string>;
  readonly testIds: Set<string>;
  readonly fields: Set<string>;
  readonly scriptUrls: string[];
  readonly frameUrls: string[];
  readonly formActions: string[];
  readonly inline: string[];
  inlineChars: number;
  readonly noscript: string[];
  refresh: PageShape['refresh'];
  canonical: string;
  hasPassword: boolean;
  mediaCount: number;
  linkCount: number;
  readonly linkUrls: string[];
  readonly mounts: Element[];
}

const push = (list: string[], value: string | undefined): void => {
  if (value && list.length < LIST_CAP) list.push(value);
};

const readCode = (code: string, found: Collected): void => {
  if (code.trim() === '' || found.inlineChars > ALL_SCRIPT_CHARS) return;
  const cut = code.length > SCRIPT_CHARS ? code.slice(0, SCRIPT_CHARS) : code;
  found.inline.push(cut);
  found.inlineChars += cut.length;
};

const readScript = (element: Element, found: Collected): void => {
  const type = element.attribs['type']?.toLowerCase() ?? '';
  if (type !== '' && !/javascript|module|ecmascript/.test(type)) return;
  push(found.scriptUrls, element.attribs['src']);
  const child = element.children[0];
  if (isText(child)) readCode(child.data, found);
};

const readMeta = (element: Element, found: Collected, isInNoscript: boolean): void => {
  if (element.attribs['http-equiv']?.toLowerCase() !== 'refresh' || found.refresh) return;
  const match = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?['"]?([^'"]*)/i.exec(element.attribs['content'] ?? '');
  if (match?.[2]) found.refresh = { url: match[2].trim(), delaySeconds: Number(match[1]), isInNoscript };
};

const readField = (element: Element, found: Collected): void => {
  const { type, name, id } = element.attribs;
  if (type?.toLowerCase() === 'password' && !isHidden(element)) found.hasPassword = true;
  if (name && found.fields.size < LIST_CAP) found.fields.add(name);
  if (id && found.fields.size < LIST_CAP) found.fields.add(id);
};

const READERS: Readonly<Record<string, (element: Element, found: Collected, isInNoscript: boolean) => void>> = {
  script: readScript,
  body: (element, found) => {
    readCode(element.attribs['onload'] ?? '', found);
  },
  meta: readMeta,
  input: readField,
  textarea: readField,
  iframe: (element, found) => {
    push(found.frameUrls, element.attribs['src']);
    found.mediaCount += 1;
  },
  form: (element, found) => {
    push(found.formActions, element.attribs['action']);
  },
  link: (element, found) => {
    if (element.attribs['rel']?.toLowerCase() === 'canonical') found.canonical = element.attribs['href'] ?? '';
  },
  title: (element, found) => {
    found.title ??= rawText(element).replace(/\s+/g, ' ').trim();
  },
  h1: (element, found) => {
    if (found.headings.length < 3) found.headings.push(visibleText(element, 200));
  },
  h2: (element, found) => {
    if (found.headings.length < 3) found.headings.push(visibleText(element, 200));
  },
  a: (element, found) => {
    found.linkCount += 1;
    push(found.linkUrls, element.attribs['href']);
  },
};

const MEDIA_TAGS: ReadonlySet<string> = new Set([
  'img',
  'video',
  'audio',
  'object',
  'embed',
  'frame',
  'canvas',
  'picture',
]);

const readElement = (element: Element, found: Collected, isInNoscript: boolean): void => {
  const { id, class: className, 'data-testid': testId } = element.attribs;
  if (testId && found.testIds.size < LIST_CAP) found.testIds.add(testId);
  if (id) {
    found.ids.add(id);
    if (MOUNT_IDS.has(id.toLowerCase())) found.mounts.push(element);
  }
  if (className) for (const name of className.split(/\s+/, 16)) found.classes.add(name);
  if (MEDIA_TAGS.has(element.name)) found.mediaCount += 1;
  if (element.name.includes('-') && MOUNT_TAGS.test(element.name)) found.mounts.push(element);
  READERS[element.name]?.(element, found, isInNoscript);
};

const collect = (root: Parameters<typeof walk>[0]): Collected => {
  const found: Collected = {
    headings: [],
    ids: new Set(),
    classes: new Set(),
    testIds: new Set(),
    fields: new Set(),
    scriptUrls: [],
    frameUrls: [],
    formActions: [],
    inline: [],
    inlineChars: 0,
    noscript: [],
    refresh: undefined,
    canonical: '',
    hasPassword: false,
    mediaCount: 0,
    linkCount: 0,
    linkUrls: [],
    mounts: [],
  };
  let noscriptDepth = 0;
  walk(root, {
    enter: (element) => {
      // A noscript's marks never count as the page's own; only its text and its links do.
      if (element.name === 'noscript') noscriptDepth += 1;
      else if (noscriptDepth === 0) readElement(element, found, false);
      else if (element.name === 'meta') readMeta(element, found, true);
      else if (element.name === 'title') READERS['title']?.(element, found, true);
      else if (element.name === 'a') push(found.linkUrls, element.attribs['href']);
      else if (element.name === 'iframe') push(found.noscript, ` ${element.attribs['src'] ?? ''} `);
      if (element.name === 'template') return false;
      return true;
    },
    leave: (element) => {
      if (element.name === 'noscript') noscriptDepth -= 1;
    },
    text: (node) => {
      if (noscriptDepth > 0) push(found.noscript, node.data.slice(0, 500));
    },
  });
  return found;
};

/** Reads the shape of a page whose parse has just begun; bounded by `SHAPE_LIMITS` for every page. */
export const readShapeOf = (parse: DocumentParse): PageShape => {
  const isWhole = parse.readStart(SHAPE_LIMITS);
  const { root } = parse;
  const found = collect(root);
  const visible = visibleText(root, VISIBLE_TEXT_CHARS);
  return {
    isWhole,
    title: found.title ?? '',
    heading: found.headings.join(' '),
    text: visible,
    sentences: visible.length < ENOUGH_TEXT_CHARS ? visibleSentences(root) : [],
    ids: found.ids,
    classes: found.classes,
    testIds: found.testIds,
    fields: found.fields,
    scriptUrls: found.scriptUrls,
    frameUrls: found.frameUrls,
    formActions: found.formActions,
    inlineScript: found.inline.join('\n'),
    noscript: found.noscript.join(' ').replace(/\s+/g, ' ').trim(),
    refresh: found.refresh,
    canonical: found.canonical,
    hasPassword: found.hasPassword,
    mediaCount: found.mediaCount,
    linkCount: found.linkCount,
    linkUrls: found.linkUrls,
    readContent: () => readContentShape(root),
    hasEmptyMount: found.mounts.some((element) => visibleText(element, 80).length < 40),
  };
};

/** Reads a page's shape, and no more of the page. */
export const readPageShape = (text: string, mediaType = 'text/html'): PageShape =>
  readShapeOf(startParse(text, { isXhtml: isXhtml(mediaType) }));
