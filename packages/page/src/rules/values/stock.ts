import { foldAccents } from '@quarry/html';
import { bare } from '../concepts/words.js';

export type Stock = 'InStock' | 'OutOfStock' | 'PreOrder' | 'BackOrder' | 'LimitedAvailability' | 'Discontinued';

const TERMS: ReadonlyMap<string, Stock> = new Map<string, Stock>(
  Object.entries({
    instock: 'InStock',
    available: 'InStock',
    instoreonly: 'InStock',
    onlineonly: 'InStock',
    instoreandonline: 'InStock',
    outofstock: 'OutOfStock',
    soldout: 'OutOfStock',
    oos: 'OutOfStock',
    unavailable: 'OutOfStock',
    notavailable: 'OutOfStock',
    preorder: 'PreOrder',
    presale: 'PreOrder',
    backorder: 'BackOrder',
    limitedavailability: 'LimitedAvailability',
    discontinued: 'Discontinued',
  }),
);
const OUT =
  /\b(?:out of stock|sold out|currently unavailable|not available|no longer available|unavailable|ausverkauft|nicht (?:auf lager|verfugbar|lieferbar)|vergriffen|rupture(?: de stock)?|epuise|indisponible|agotado|sin existencias|no disponible|esaurito|non disponibile|esgotado|indisponivel|uitverkocht|niet (?:op voorraad|leverbaar)|wyprzedany|niedostepny|brak w magazynie)\b/;
const PRE = /\b(?:pre-?order|vorbestell|precommande|preventa|prevendita|pre-?venda)/;
const IN =
  /\b(?:in stock|available now|auf lager|sofort lieferbar|lieferbar|vorratig|verfugbar|en stock|disponible|disponibile|disponivel|em estoque|en existencia|op voorraad|w magazynie|dostepny|na sklade|ready to ship)\b/;

/** A term of schema.org or of a shop's data. */
export const statedStock = (value: unknown): Stock | undefined => {
  if (value === true || value === 1) return 'InStock';
  if (value === false || value === 0) return 'OutOfStock';
  return typeof value === 'string' ? TERMS.get(bare(value.replace(/^.*[/#]/, ''))) : undefined;
};

/** What a short text says of availability. */
export const stockIn = (text: string): Stock | undefined => {
  if (text.length > 80) return undefined;
  const folded = foldAccents(text);
  if (OUT.test(folded)) return 'OutOfStock';
  if (PRE.test(folded)) return 'PreOrder';
  return IN.test(folded) ? 'InStock' : undefined;
};

/** Longest sentence that states availability and nothing else. */
export const STOCK_MAX_CHARS = 40;
const SENTENCE_END = /(?<=[.!?])\s+|\s*[;\n]\s*/;
/** `Auf Lager, in 2 bis 3 Werktagen bei Ihnen`: what follows is about the delivery. */
const CLAUSE_END = /,\s/;
const ONLY_STOCK = /^(?:(?:currently|now|(?:this )?item is|it is) )?in stock[.!]?$/;

/** The sentences of a text that state availability, without the stop at their end. */
export const stockSentences = (text: string): string[] =>
  text
    .split(SENTENCE_END)
    .map((sentence) => (sentence.length > STOCK_MAX_CHARS ? (sentence.split(CLAUSE_END, 1)[0] ?? '') : sentence))
    .filter((sentence) => sentence.length <= STOCK_MAX_CHARS && stockIn(sentence) !== undefined)
    .map((sentence) => sentence.replace(/[.!\s]+$/, ''));

/** True for a sentence that says nothing but that the thing can be bought, wherever it stands. */
export const saysOnlyInStock = (sentence: string): boolean => ONLY_STOCK.test(foldAccents(sentence).toLowerCase());

/** Words that a list of allowed values may use for the state. */
export const stockNames = (stock: Stock): readonly string[] =>
  [...TERMS].filter(([, state]) => state === stock).map(([name]) => name);
