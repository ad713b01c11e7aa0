export type { MarkdownChunk } from './chunks/chunk-markdown.js';
export type { CountTokens } from './chunks/cut-block.js';
export { openTokenizer } from './chunks/open-tokenizer.js';
export { DEFAULT_CONVERSION_LIMITS } from './source/conversion-limits.js';
export { conversionRequestOf } from './convert/conversion-request.js';
export { convertBinary, isReadableBinary, type FetchedBinary } from './convert/convert-binary.js';
export { convertPage } from './convert/convert-page.js';
export { statedEmail } from './emails/email-address.js';
export { collectEmails } from './emails/emails.js';
export type {
  ConversionRequest,
  DiscoveredPage,
  FetchedText,
  MicrodataItem,
  PageContent,
  PageData,
  PageFormat,
  PageTable,
} from './source/page-content.js';
export { MAIN_CONTENT_NOT_FOUND } from './source/page-content.js';
export { pageSource } from './source/page-source.js';
export { convertPdf, type FetchedPdf, type PdfData } from './pdf/convert-pdf.js';
export { readDocument, type DocumentConversion, type DocumentReading } from './read-document.js';
export { checkAnswer, type CheckedAnswer } from './rules/model/check-answer.js';
export { groundAnswer, type GroundedAnswer } from './rules/model/ground-answer.js';
export { modelPage, type ModelPage } from './rules/model/model-page.js';
export { correctionPrompt, isAskable, modelPrompt, type ModelMessage } from './rules/model/model-prompt.js';
export { modelSchema, type JsonSchema } from './rules/model/model-schema.js';
export { parseAnswer } from './rules/model/parse-answer.js';
export { canonicalAddress } from './addresses/canonical-address.js';
export { createCrawlScope } from './addresses/crawl-scope.js';
export type { AddressesKind, FoundAddress } from './addresses/found-addresses.js';
export { readAddresses } from './addresses/read-addresses.js';
export { sitemapsOfRobots } from './addresses/robots-sitemaps.js';
export { scoreAddress, searchWords } from './addresses/search-addresses.js';
export { createSiteScope, type SiteScope } from './addresses/site-scope.js';
