import type { Verdict } from '@quarry/contracts';
import type { Evidence } from '../evidence/evidence.js';
import type { PageShape } from '../evidence/page-shape.js';

/**
 * One way in which a system refuses a page. Marks are structure (ids, script URLs, forms, inline variables), because
 * an article about such a system contains its words and an ordinary page its sensors, but neither contains its challenge.
 */
export interface BlockRule {
  readonly reason: string;
  readonly verdict: Extract<Verdict, 'blocked' | 'soft_block' | 'consent' | 'script_wall'>;
  readonly test: (shape: PageShape, evidence: Evidence) => boolean;
}

/** Challenges show next to no text; a page with more visible text is a real page, with or without sensors. */
export const CHALLENGE_CHARS = 1_500;
export const NOTICE_CHARS = 4_000;

export const some = (values: readonly string[], pattern: RegExp): boolean =>
  values.some((value) => pattern.test(value));
export const isShort = (shape: PageShape, chars = CHALLENGE_CHARS): boolean =>
  shape.isWhole && shape.text.length <= chars;
export const classStarts = (shape: PageShape, prefix: string): boolean =>
  [...shape.classes].some((name) => name.startsWith(prefix));
export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';
export const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';

const ruleOf =
  (verdict: BlockRule['verdict']) =>
  (reason: string, test: BlockRule['test']): BlockRule => ({ reason, verdict, test });

export const blocked = ruleOf('blocked');
export const softBlock = ruleOf('soft_block');
export const consent = ruleOf('consent');
export const scriptWall = ruleOf('script_wall');
