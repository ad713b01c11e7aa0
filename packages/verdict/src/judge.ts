import { documentKind } from '@quarry/html';
import type { Verdict } from '@quarry/contracts';
import { BLOCK_RULES } from './rules/block-rules.js';
import type { Evidence, Judgement } from './evidence/evidence.js';
import { judgeData, judgeHeaders, refusalSystem } from './rules/header-rules.js';
import { readRetryAfter } from './rules/retry-after.js';
import { loginWall } from './rules/login-wall.js';
import { type PageShape, readPageShape } from './evidence/page-shape.js';
import { isScriptDemand } from './scripts/script-demand.js';
import { scriptNeed } from './scripts/script-need.js';

/** Statuses that refuse the client rather than describe the page. */
const REFUSALS: ReadonlySet<number> = new Set([403, 407]);
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** A 429 always limits the rate; a 503 does if it says when to come back, otherwise the server is in trouble. */
const isRateLimited = ({ statusCode, headers }: Evidence): boolean =>
  statusCode === 429 || (statusCode === 503 && readRetryAfter(headers['retry-after'], 0) !== undefined);

/** An engine or site was asked a question of ours: whatever 4xx it has for it, the client is refused, unless the record is gone. */
const judgeRecordStatus = (statusCode: number): Verdict => (GONE.has(statusCode) ? 'not_found' : 'blocked');

const judgeStatus = (evidence: Evidence): Judgement => {
  const { statusCode, purpose, bodyBytes } = evidence;
  const reason = `http_${statusCode}`;
  if (purpose === 'record' && statusCode >= 400 && statusCode < 500) {
    return { verdict: judgeRecordStatus(statusCode), reason };
  }
  if (isRateLimited(evidence)) return { verdict: 'rate_limited', reason };
  if (statusCode >= 500) return { verdict: 'target_5xx', reason };
  if (statusCode >= 400) return { verdict: REFUSALS.has(statusCode) ? 'blocked' : 'target_4xx', reason };
  return { verdict: purpose === 'page' && bodyBytes === 0 ? 'empty' : 'ok' };
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
  // Scripts ran, and the page still only demands scripts: it is meant for bots.
  return isScriptDemand(shape) ? { verdict: 'soft_block', reason: 'says_enable_javascript' } : undefined;
};

/** Reads the shape of a web page; the default parses it for that alone. */
export type ReadShape = (text: string, mediaType: string) => PageShape;

/**
 * The one verdict on the result of a fetch: from status, headers, final URL, title, structure and the amount of visible
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
