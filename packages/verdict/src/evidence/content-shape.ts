import type { ChildNode, Element } from 'domhandler';
import { isBlock, isHidden, walk } from '@quarry/html';

/** Characters read between menu, header and footer. */
export const CONTENT_TEXT_CHARS = 400;

/** What a page contains besides the parts that all pages of a site share. */
export interface ContentShape {
  /** Visible words there, cut at `CONTENT_TEXT_CHARS`. */
  readonly text: string;
  /** Pictures, media, frames, tables and fields there. */
  readonly mediaCount: number;
  /** The page has a `main` with next to no content. */
  readonly hasEmptyMain: boolean;
}

/** A `main` with less text than this and no pictures is empty; a loading note is shorter. */
const EMPTY_MAIN_CHARS = 40;

const FRAME_TAGS: ReadonlySet<string> = new Set(['header', 'footer', 'nav', 'aside']);
const FRAME_ROLES: ReadonlySet<string> = new Set([
  'banner',
  'navigation',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
]);
/** Names sites without such elements give these parts; as a whole class or id only. */
const FRAME_NAMES =
  /^(?:(?:site|page|main|global|top)?[-_]?(?:header|footer|nav|navbar|navigation|menu|topbar)|sidebar|masthead|breadcrumbs?|cookie[-_]?(?:banner|bar|consent|note|notice|popup))$/i;
/** A dialog may be all there is to a page, but for one of these. */
const DIALOG = /^(?:alert)?dialog$/i;
const NOTICE_NAMES = /cookie|consent|gdpr|privacy/i;
/** Parts that are content even where they contain a header or footer. */
const CONTENT_TAGS: ReadonlySet<string> = new Set(['main', 'article']);
const MEDIA_TAGS: ReadonlySet<string> = new Set(
  'img picture video audio object embed canvas iframe frame table input select textarea'.split(' '),
);

const isMain = ({ name, attribs }: Element): boolean => name === 'main' || attribs['role']?.toLowerCase() === 'main';

const isFramePart = ({ name, attribs }: Element): boolean => {
  const role = attribs['role']?.toLowerCase() ?? '';
  if (FRAME_TAGS.has(name) || FRAME_ROLES.has(role)) return true;
  if (name === 'body' || name === 'html' || CONTENT_TAGS.has(name)) return false;
  const names = `${attribs['id'] ?? ''} ${attribs['class'] ?? ''}`.trim();
  if (DIALOG.test(role) && NOTICE_NAMES.test(names)) return true;
  return names !== '' && names.split(/\s+/, 16).some((one) => FRAME_NAMES.test(one));
};

class Reader {
  readonly parts: string[] = [];
  chars = 0;
  mediaCount = 0;
  hasEmptyMain = false;
  private contentDepth = 0;
  private readonly mains: { readonly charsBefore: number; readonly mediaBefore: number }[] = [];

  enter(element: Element): boolean {
    if (isHidden(element)) return false;
    if (this.contentDepth === 0 && isFramePart(element)) return false;
    if (CONTENT_TAGS.has(element.name)) this.contentDepth += 1;
    if (MEDIA_TAGS.has(element.name)) this.mediaCount += 1;
    if (isMain(element)) this.mains.push({ charsBefore: this.chars, mediaBefore: this.mediaCount });
    if (element.name === 'br' || isBlock(element.name)) this.parts.push(' ');
    return true;
  }

  leave(element: Element): void {
    if (CONTENT_TAGS.has(element.name)) this.contentDepth -= 1;
    if (isBlock(element.name)) this.parts.push(' ');
    const main = isMain(element) ? this.mains.pop() : undefined;
    if (!main) return;
    if (this.chars - main.charsBefore < EMPTY_MAIN_CHARS && this.mediaCount === main.mediaBefore) {
      this.hasEmptyMain = true;
    }
  }

  text(data: string): void {
    const words = data.trim();
    this.chars += words.length;
    if (this.chars - words.length <= CONTENT_TEXT_CHARS) this.parts.push(data.slice(0, 2 * CONTENT_TEXT_CHARS));
  }
}

/** Reads in one walk the content of a page between menu, header and footer. */
export const readContentShape = (root: { readonly children: readonly ChildNode[] }): ContentShape => {
  const reader = new Reader();
  walk(root, {
    enter: (element) => reader.enter(element),
    leave: (element) => reader.leave(element),
    text: ({ data }) => reader.text(data),
  });
  const text = reader.parts.join('').replace(/\s+/g, ' ').trim().slice(0, CONTENT_TEXT_CHARS);
  return { text, mediaCount: reader.mediaCount, hasEmptyMain: reader.hasEmptyMain };
};
