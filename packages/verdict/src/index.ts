export type { Evidence, Judgement } from './evidence/evidence.js';
export {
  EMPTY_DOCUMENT,
  REDIRECT_WITHOUT_LOCATION,
  judgeDocument,
  type FetchedDocument,
  type JudgedDocument,
} from './judge-document.js';
export { judge, type ReadShape } from './judge.js';
export { SHAPE_LIMITS, readShapeOf } from './evidence/page-shape.js';
export { readRetryAfter } from './rules/retry-after.js';
export { isReadableAsServed } from './scripts/script-need.js';
