export { decodeBody, type DecodedBody } from './document/decode-body.js';
export { documentKind, sniffMediaType } from './document/media-type.js';
export { parseSerp, SERP_BLOCKS, type ParsedSerp, type SerpDocument } from './engines/enginea/serp/parse.js';
export { serpUrl, type SerpParams } from './engines/enginea/serp/request.js';
export {
  ENGINEB_SERP_BLOCKS,
  parseEnginebSerp,
  type EnginebDoubt,
  type EnginebSerpDocument,
  type ParsedEnginebSerp,
} from './engines/engineb/serp/parse.js';
export { enginebSerpRequest, type EnginebSerpParams, type EnginebSerpRequest } from './engines/engineb/serp/request.js';
export type { EnginecNextPage } from './engines/enginec/serp/next-page.js';
export {
  ENGINEC_SERP_BLOCKS,
  parseEnginecSerp,
  type EnginecSerpDocument,
  type ParsedEnginecSerp,
} from './engines/enginec/serp/parse.js';
export {
  enginecNextRequest,
  enginecSerpRequest,
  type EnginecSerpParams,
  type EnginecSerpRequest,
} from './engines/enginec/serp/request.js';
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
