import { documentKind } from '@quarry/html';
import { BLOCK_RULES } from './rules/block-rules.js';
import type { Evidence, Judgement } from './evidence.js';
import { judgeData, judgeHeaders, refusalSystem } from './rules/header-rules.js';
import { loginWall } from './rules/login-wall.js';
import { type PageShape, readPageShape } from './page-shape.js';
import { isScriptDemand } from './scripts/script-demand.js';
import { scriptNeed } from './scripts/script-need.js';

/** Statuses that refuse the client rather than speak of the page. */
const REFUSALS: ReadonlySet<number> = new Set([403, 407, 429, 451]);
const GONE: ReadonlySet<number> = new Set([404, 410]);

const judgeStatus = (evidence: Evidence): Judgement => {
  const { statusCode, purpose } = evidence;
  if (statusCode >= 500) return { verdict: 'target_5xx', reason: `status_${statusCode}` };
  if (statusCode < 400) return { verdict: 'ok' };
  const reason = `status_${statusCode}`;
  if (purpose === 'record') {
    if (REFUSALS.has(statusCode)) return { verdict: 'blocked', reason };
    if (GONE.has(statusCode)) return { verdict: 'not_found', reason };
    if (statusCode === 401) return { verdict: 'login_wall', reason };
  }
  return { verdict: 'target_4xx', reason };
};

const judgeShape = (shape: PageShape, evidence: Evidence): Judgement | undefined => {
  const rule = BLOCK_RULES.find(({ test }) => test(shape, evidence));
  if (rule) return { verdict: rule.verdict, reason: rule.reason };
  if (evidence.statusCode >= 400) return undefined;
  const login = loginWall(shape, evidence);
  if (login) return { verdict: 'login_wall', reason: login };
  if (evidence.tier === 'http') {
    const need = scriptNeed(shape);
    return need && { verdict: 'script_wall', reason: need };
  }
  // Scripts ran and the page still says nothing but that they must: it is meant for robots.
  return isScriptDemand(shape) ? { verdict: 'soft_block', reason: 'says_enable_javascript' } : undefined;
};

/** Reads the shape of a web page; the default parses it for that alone. */
export type ReadShape = (text: string, mediaType: string) => PageShape;

/**
 * The one verdict on what a fetch brought back: from status, headers, final URL, title, structure and the amount of visible
 * text. Decides nothing about retries or charges; the verdict table does.
 */
export const judge = (evidence: Evidence, readShape: ReadShape = readPageShape): Judgement => {
  const certain = judgeHeaders(evidence);
  if (certain) return certain;
  const { text } = evidence;
  if (text !== undefined && text !== '') {
    const kind = documentKind(evidence.mediaType);
    const byText = kind === 'html' ? judgeShape(readShape(text, evidence.mediaType), evidence) : judgeData(text);
    if (byText) return byText;
  }
  const system = refusalSystem(evidence);
  return system ? { verdict: 'blocked', reason: `${system}_refusal` } : judgeStatus(evidence);
};
