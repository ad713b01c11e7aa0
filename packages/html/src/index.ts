export { CHARSET_MISMATCH, declaredCharset, decodeBody, type DecodedBody } from './document/decode-body.js';
export { isMisread } from './document/is-misread.js';
export { documentKind, isXhtml, sniffMediaType, type DocumentKind } from './document/media-type.js';
export { toldMediaType } from './document/told-media-type.js';
export { appendChild } from './dom/append-child.js';
export { isBlock } from './dom/blocks.js';
export { allBelow, ancestors, firstBelow, hasClass } from './dom/find-elements.js';
export { parseDocument, startParse, type DocumentParse } from './dom/parse-document.js';
export { DEFAULT_PARSE_LIMITS, type ParseLimits } from './dom/parse-limits.js';
export { scanXml, type XmlVisitor } from './dom/scan-xml.js';
export { VOID_TAGS } from './dom/tag-rules.js';
export { isHidden, isNeverShown, isShadowRoot } from './dom/visibility.js';
export { visibleText } from './dom/visible-text.js';
export { isElement, isText, rawText, walk, walkWhole, type Visitor } from './dom/walk.js';
export { MAX_FIELD_CHARS, breaksLine, foldAccents, normalizeText, readLines, readText } from './text/reader-text.js';
export { dayIn, durationMinutes, isDateText } from './values/dates.js';
export { defined, definedOrNone, filled } from './values/fields.js';
export { isDeeperThan, isObject, parseJson, type JsonObject } from './values/json.js';
export { parseJsonLd } from './values/json-ld.js';
export { isDateIn, monthNames } from './values/localized-dates.js';
export { dollarOf, goesOnAsRange, isMoneyAlone, isRangeSign, moneyIn, statedCurrency } from './values/money.js';
export {
  countNumber,
  decimalNumber,
  firstWholeNumber,
  numbersIn,
  onlyNumber,
  readWrittenNumber,
  statedNumber,
  toAsciiDigits,
  wholeNumber,
  writesDecimalComma,
  writtenNumbers,
} from './values/numbers.js';
export { amountIn, onlyAmount, readPrices, readWholePrice, type Price } from './values/prices.js';
