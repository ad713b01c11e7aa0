import type { MicrodataItem, PageKind, PageKindGuess } from '../source/page-content.js';
import type { HeadData } from '../data/head-data.js';
import type { PageSource } from '../source/page-source.js';
import { mainThing, readStatements, typeOf } from '../rules/facts/entities.js';
import { addressEvidence } from './address-evidence.js';
import { PAGE_KINDS, type Scores } from './scores.js';
import { readShape } from './page-shape.js';
import { shapeEvidence } from './shape-evidence.js';
import { typeEvidence } from './type-evidence.js';

export interface KindFacts {
  readonly head: HeadData;
  readonly microdata: readonly MicrodataItem[];
  /** Texts of the page's main headings. */
  readonly titles: readonly string[];
}

/** Weight of "none of these kinds": evidence of less than about 3 is no guess. */
const NO_KIND = 2;
/** Less sure guesses are left out. */
const MIN_CONFIDENCE = 0.5;

const newScores = (): Scores => Object.fromEntries(PAGE_KINDS.map((kind) => [kind, 0])) as Scores;

/** The kind with most evidence and its share against all others and none; undefined where that is less than one half. */
const decide = (scores: Scores): PageKindGuess | undefined => {
  let best: PageKind = PAGE_KINDS[0];
  let sum = Math.exp(NO_KIND);
  for (const kind of PAGE_KINDS) {
    sum += Math.exp(scores[kind]);
    if (scores[kind] > scores[best]) best = kind;
  }
  const confidence = Math.exp(scores[best]) / sum;
  return confidence < MIN_CONFIDENCE ? undefined : { kind: best, confidence: Math.round(confidence * 100) / 100 };
};

/**
 * What kind of page this is, from what it states of itself, its address and its shape; undefined where these say too
 * little or contradict each other. One walk over the page.
 */
export const guessPageKind = (
  source: PageSource,
  { head, microdata, titles }: KindFacts,
): PageKindGuess | undefined => {
  const scores = newScores();
  const statements = readStatements(head.jsonLd, microdata);
  const known = [...titles, head.meta.get('og:title'), head.title].filter((title) => title !== undefined);
  const types = new Set(statements.entities.flatMap((entity) => typeOf(entity).split(' ')));
  typeEvidence({ main: mainThing(statements, known).type, types, meta: head.meta }, scores);
  addressEvidence(head.canonical ?? source.url, scores);
  shapeEvidence(readShape(source), scores);
  return decide(scores);
};
