import type { Element } from 'domhandler';
import { walk } from '@quarry/html';
import { type Cleaning, isKept, type Zones } from './cleaning.js';
import { isContentsList } from './contents-list.js';
import { isFacts } from './drop-beside.js';
import { isLineClutter } from './line-clutter.js';
import { isHeading, linkShare, type PagePart } from './page-parts.js';
import { lineOf, MAX_LINE_PARTS } from './part-line.js';

/** A part with this share of the main content's running text is content, whatever it looks like. */
const MAX_CLUTTER_SHARE = 0.3;
/** Longest byline or credit. */
const MAX_BYLINE_CHARS = 250;
/** Longest box that asks for an address or a vote. */
const MAX_FORM_CHARS = 500;
/** A picture with no more text than this is a picture with its caption. */
const MAX_CAPTION_CHARS = 160;

const GROUPS: ReadonlySet<string> = new Set('ul ol dl div section table tbody tr td p li header footer'.split(' '));
const CAPTIONED: ReadonlySet<string> = new Set(['caption', 'table', 'figure']);

/** Whether a part of the main content does not belong to it, by its names, its pictures, its links or its one line. */
export const isClutter = (part: PagePart, zones: Zones | undefined, cleaning: Cleaning): boolean => {
  const { all } = part;
  if (part.isTeaser) return true;
  if (all.mass > cleaning.root.all.mass * MAX_CLUTTER_SHARE) return false;
  if (
    isNamedClutter(part, zones, cleaning) ||
    isProfile(part, cleaning) ||
    (!cleaning.isDocument && (isCaption(part) || isCaptionedPicture(part)))
  )
    return true;
  return (
    zones !== undefined &&
    !hasTitle(part, cleaning) &&
    ((cleaning.isDocument && isContentsList(part)) ||
      (!isKept(part, cleaning.tables) && isLinkClutter(part, part.index < zones.first)) ||
      isLineClutter(part, cleaning, zones))
  );
};

/** What contains the title is judged part by part. */
const hasTitle = ({ index, end }: PagePart, { title, isDocument }: Cleaning): boolean =>
  isDocument && title !== undefined && index < title.index && title.index < end;

/** A short part that is named as that of an author or a day. */
export const isByline = ({ all, kinds, element }: PagePart): boolean =>
  (kinds.has('byline') || /(?:^|\s)author(?:\s|$)/.test(element.attribs['rel'] ?? '')) && all.chars < MAX_BYLINE_CHARS;

const isNamedClutter = (part: PagePart, zones: Zones | undefined, cleaning: Cleaning): boolean => {
  const { all, kinds } = part;
  const { isSigned = false, isDocument } = cleaning;
  if (kinds.has('ad') && all.mass < 40) return !hasTitle(part, cleaning) && !(isDocument && isFacts(part));
  // A table or list of facts says who did what.
  const isFact = zones === undefined && isDocument;
  return (!isSigned && !isFact && isByline(part)) || (kinds.has('credit') && all.chars < MAX_BYLINE_CHARS);
};

/** What a forum says of a member beside each post: two such labels or more. */
const PROFILE_LABEL =
  /(?:^|[\s|•·])(?:posts|messages|beiträge|mensajes|mensagens|messaggi|berichten|postów|posty|сообщени[яй]|joined|join date|member since|registered|registriert(?: seit)?|dabei seit|mitglied seit|anmeldungsdatum|inscription|inscrit le|registrado|iscritto(?: il)?|rejestracja|dołączył|зарегистрирован|регистрация|location|wohnort|reputation|karma|likes|gender|geschlecht)\s?:/giu;
const MIN_PROFILE_LABELS = 2;

/** Most parts of it; also keeps the reading of nested parts linear. */
const MAX_PROFILE_PARTS = 40;

/** Lines of such labels directly in a part look like running text. */
const MAX_PROFILE_MASS = 120;

/** Such labels in lists of terms, where no colon follows. */
const hasProfileTerms = ({ index, end }: PagePart, parts: readonly PagePart[]): boolean => {
  if (end - index > MAX_PROFILE_PARTS) return false;
  let terms = 0;
  for (let at = index; at < end; at += 1) {
    const part = parts[at];
    if (part?.element.name === 'dt' && `${part.texts.join('').trim()}:`.search(PROFILE_LABEL) === 0) terms += 1;
  }
  return terms >= MIN_PROFILE_LABELS;
};

/** No name is before the terms. */
const beginsWithTerm = (part: PagePart): boolean => {
  for (let first: PagePart | undefined = part; first; first = first.children[0]) {
    if (first.own.chars > 0 || first.own.images > 0) return first.element.name === 'dt';
  }
  return false;
};

const isProfile = (part: PagePart, { isDocument, isSigned = false, parts }: Cleaning): boolean => {
  const { all, own, index } = part;
  if (
    all.mass > Math.min(own.mass, MAX_PROFILE_MASS) ||
    all.chars === 0 ||
    all.chars > MAX_BYLINE_CHARS ||
    !GROUPS.has(part.element.name)
  )
    return false;
  if (hasProfileTerms(part, parts) && (!isDocument || isSigned || beginsWithTerm(part))) return true;
  const line = part.element.name === 'dl' || part.end - index <= MAX_LINE_PARTS ? lineOf(part, index) : undefined;
  if (line === undefined || (line.match(PROFILE_LABEL)?.length ?? 0) < MIN_PROFILE_LABELS) return false;
  // The name of the member is before these labels: where no by-line says it, it is the only one.
  return !isDocument || isSigned || line.trimStart().search(PROFILE_LABEL) === 0;
};

const isCaption = ({ element, kinds, all }: PagePart): boolean =>
  element.name === 'figcaption' || (kinds.has('caption') && all.paragraphs < 3 && !CAPTIONED.has(element.name));

const BOXES: ReadonlySet<string> = new Set(['div', 'span', 'section', 'center', 'aside']);

const isCaptionedPicture = ({ all, element, children, index, end }: PagePart): boolean =>
  BOXES.has(element.name) &&
  end - index <= MAX_LINE_PARTS &&
  all.images > 0 &&
  all.chars > 0 &&
  all.chars < MAX_CAPTION_CHARS &&
  all.paragraphs < 2 &&
  !children.some((child) => isHeading(child.element.name)) &&
  beginsWithPicture(element);

/** Whether a picture is the first visible content of an element. */
const beginsWithPicture = (element: Element): boolean => {
  let first: 'picture' | 'text' | undefined;
  walk(element, {
    enter: ({ name }) => {
      if (name === 'img') first ??= 'picture';
      return first === undefined && name !== 'script' && name !== 'style' && name !== 'noscript';
    },
    text: ({ data }) => {
      if (data.trim() !== '') first ??= 'text';
    },
  });
  return first === 'picture';
};

const isLinkClutter = (part: PagePart, isBefore: boolean): boolean => {
  const { all, element, parent } = part;
  if (all.shareLinks > 0 && all.shareLinks >= all.links / 2 && all.mass < 100) return true;
  if (all.inputs > 0 && all.chars < MAX_FORM_CHARS && all.inputs >= all.paragraphs && GROUPS.has(element.name))
    return true;
  // An entry left out of a numbered list would change the numbers of those after it.
  if (!GROUPS.has(element.name) || parent?.element.name === 'ol') return false;
  return (
    linkShare(all) > 0.5 && (isBefore || all.siteLinks > all.links / 2) && all.links > 1 && all.mass < all.chars / 2
  );
};
