export { decodeBody, type DecodedBody } from './document/decode-body.js';
export {
  readDocument,
  REDIRECT_WITHOUT_LOCATION,
  type DocumentConversion,
  type DocumentReading,
  type FetchedDocument,
} from './document/read-document.js';
export { documentKind, sniffMediaType } from './document/media-type.js';
export { toldMediaType } from './document/told-media-type.js';
export { conversionRequestOf } from './page/conversion-request.js';
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
export { unknownSelectorIn } from './page/select/unknown-selector.js';
export { checkAnswer, type CheckedAnswer } from './rules/model/check-answer.js';
export { groundAnswer, type GroundedAnswer } from './rules/model/ground-answer.js';
export { modelPage, type ModelPage } from './rules/model/model-page.js';
export { correctionPrompt, isAskable, modelPrompt, type ModelMessage } from './rules/model/model-prompt.js';
export { modelSchema, type JsonSchema } from './rules/model/model-schema.js';
export { parseAnswer } from './rules/model/parse-answer.js';
export { convertPdf, type FetchedPdf, type PdfData } from './pdf/convert-pdf.js';
export type { Evidence, Judgement } from './verdict/evidence.js';
export { judge } from './verdict/judge.js';
export { isReadableAsServed } from './verdict/script-need.js';
