import type { Element } from 'domhandler';
import { ElementType } from 'htmlparser2';
import { normalizeText, readPrices, readText, readWholePrice } from '@quarry/html';
import { readTileLines, type Line } from './tile-lines.js';

export const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

/** The name of a picture; the engine ends it like a sentence. */
const pictureName = (elements: readonly Element[]): string => {
  const picture = elements.find(
    ({ name, attribs }) => /^(?:g-)?img$/.test(name) && (attribs['title'] ?? attribs['alt'] ?? '').trim().length > 3,
  );
  return normalizeText(picture?.attribs['title'] ?? picture?.attribs['alt'] ?? '').replace(/\s?\.$/, '');
};

const isTitleHeading = ({ name, attribs }: Element): boolean => attribs['role'] === 'heading' || /^h[2-5]$/.test(name);

/** The end of a truncated text. */
export const CUT = /\s?(?:\.\.\.|…)$/;
/** Equal first characters that identify two spellings of one name. */
const SAME_CHARS = 6;

/** A heading may contain one name several times, truncated for narrow and wide pages. */
const readHeading = (heading: Element): string => {
  const pieces = readTileLines(heading).flatMap((line) => line.pieces.map(({ text }) => text));
  const [first = ''] = pieces;
  const isRepeated = pieces.length > 1 && pieces.every((text) => text.startsWith(first.slice(0, SAME_CHARS)));
  const longest = pieces.reduce((best, text) => (text.length > best.length ? text : best), first);
  return isRepeated ? (pieces.find((text) => !CUT.test(text)) ?? longest) : pieces.join(' ');
};

/** A truncated name (`LaBoutiqueOffi...`) in full, where the tile has it elsewhere. */
export const uncut = (text: string, elements: readonly Element[]): string => {
  const stem = text.replace(CUT, '');
  if (stem === text || stem.length < SAME_CHARS) return text;
  const whole = elements.find(({ attribs, children }) => {
    const named = normalizeText(attribs['alt'] ?? '');
    const own = children.length === 1 && children[0]?.type === ElementType.Text ? normalizeText(children[0].data) : '';
    return [named, own].some((other) => other.includes(stem) && !CUT.test(other));
  });
  if (!whole) return text;
  const named = normalizeText(whole.attribs['alt'] ?? '') || readText(whole, { readsHidden: true });
  return named.slice(named.indexOf(stem)).replace(/\s?\.$/, '');
};

/** The name of the product. `priced`: the line of its price. */
export const readTitle = (elements: readonly Element[], lines: readonly Line[], priced: number): string | undefined => {
  const heading = elements.find((element, at) => at > 0 && isTitleHeading(element));
  const written = heading ? readHeading(heading) : '';
  if (hasLetters(written) && !readWholePrice(written)) return uncut(written, elements);
  const named = pictureName(elements);
  const isName = (text: string): boolean => text.length > 2 && hasLetters(text) && readPrices(text)[0]?.start !== 0;
  const texts = (some: readonly Line[]): string[] => some.map(({ text }) => text).filter(isName);
  const before = texts(lines.slice(0, priced));
  const same = texts(lines).find((text) => text === named || (named.length > 8 && text.startsWith(named)));
  // Badges over the picture are shorter than a name.
  const longest = before.reduce((best, text) => (text.length > best.length ? text : best), '');
  return same ?? (longest === '' ? texts(lines.slice(priced + 1))[0] : longest);
};
