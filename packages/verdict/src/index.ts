export type { Evidence, Judgement } from './evidence.js';
export {
  REDIRECT_WITHOUT_LOCATION,
  judgeDocument,
  type FetchedDocument,
  type JudgedDocument,
} from './judge-document.js';
export { judge, type ReadShape } from './judge.js';
export { SHAPE_LIMITS, readShapeOf } from './page-shape.js';
export { isReadableAsServed } from './scripts/script-need.js';
