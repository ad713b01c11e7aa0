import type { PagePart } from './page-parts.js';
import { squash } from './squash.js';

/** Letters of the pieces by which texts are compared. */
const PIECE = 20;
/** One piece is looked up per this many letters of a part's text. */
const STEP = 10;
const MIN_BODY_CHARS = 300;
const MAX_BODY_CHARS = 200_000;

/**
 * Records for each part how much of its own running text is in the article of the page's structured data.
 * Returns whether that article is on the page at all: it is evidence only then.
 */
export const coverByBody = (parts: readonly PagePart[], body: string | undefined): boolean => {
  const text = squash((body ?? '').slice(0, MAX_BODY_CHARS));
  if (text.length < MIN_BODY_CHARS) return false;
  const pieces = new Set<string>();
  for (let index = 0; index + PIECE <= text.length; index += 1) pieces.add(text.slice(index, index + PIECE));
  let covered = 0;
  for (const part of parts) {
    if (part.own.mass === 0) continue;
    const own = squash(part.texts.join(''));
    let tried = 0;
    let hits = 0;
    for (let index = 0; index + PIECE <= own.length; index += STEP) {
      tried += 1;
      if (pieces.has(own.slice(index, index + PIECE))) hits += 1;
    }
    const share = tried === 0 ? 0 : hits / tried;
    part.own.covered = part.own.mass * share;
    covered += own.length * share;
  }
  return covered >= text.length / 2;
};
