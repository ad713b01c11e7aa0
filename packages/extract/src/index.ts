export { decodeBody, type DecodedBody } from './document/decode-body.js';
export { documentKind, sniffMediaType } from './document/media-type.js';
export { convertPage } from './page/convert-page.js';
export type {
  ConversionRequest,
  FetchedText,
  MicrodataItem,
  PageContent,
  PageData,
  PageFormat,
  PageTable,
} from './page/page-content.js';
export type { Evidence, Judgement } from './verdict/evidence.js';
export { judge } from './verdict/judge.js';
export { isReadableAsServed } from './verdict/script-need.js';
