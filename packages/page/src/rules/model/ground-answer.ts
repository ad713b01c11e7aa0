import type { AiRule, AiRules } from '@quarry/contracts';
import { foldText, holdsWords } from './fold-text.js';
import { statedDates, type StatedDates } from './stated-dates.js';
import { statedNumbers } from './stated-numbers.js';

export interface GroundedAnswer {
  readonly value: Record<string, unknown>;
  /** Values that the page does not state: they became null or were removed from their list. */
  readonly droppedCount: number;
}

/**
 * Descriptions that ask for the model's own words, where a text cannot be looked up in the page: a summary, a translation, a
 * classification. By word stems of the languages that rules are written in.
 */
const OWN_WORDS =
  /summar|paraphras|rephras|rewrit|in your own words|translat|classif|categori[sz]|sentiment|zusammenfass|[üu]bersetz|einordn|résum|resumen|resumo|tradu[cizs]|clasific|classific|riassu|samenvat|vertaal|streszcz|przet[łl]umacz|обобщ|резюм|перев[её]|классифиц|[öo]zetle|要約|翻訳|分類|摘要|总结|總結|概括|翻译|翻譯|分类|분류|요약|번역/i;
/** Descriptions that request a number which the page does not contain. */
const OWN_NUMBER = /(?:^|[.;:]\s*)(?:count|calculate|compute|convert|add up|sum up)\b/i;

/** The currency that each sign most often stands for. */
const CURRENCY_SIGNS: Readonly<Record<string, readonly string[]>> = {
  USD: ['$'],
  EUR: ['€'],
  GBP: ['£'],
  JPY: ['¥', '￥', '円'],
  CNY: ['¥', '￥', '元'],
  INR: ['₹'],
  RUB: ['₽', 'руб'],
  KRW: ['₩', '원'],
  PLN: ['zł'],
  TRY: ['₺'],
  UAH: ['₴', 'грн'],
  VND: ['₫'],
  THB: ['฿'],
  ILS: ['₪'],
  CZK: ['Kč'],
  BRL: ['R$'],
  CHF: ['Fr.'],
};

const IMAGE = /!\[([^\][]{0,500})\]\([^)]{0,500}\)/g;
const LINK_TARGET = /\]\((?:[^()\\]|\\.)*\)/g;
const MARKUP = /<\/?(?:br|sub|sup|u|kbd)>/g;
const ENTITY = /&(lt|gt|amp|quot|nbsp|#\d{1,7});/g;

/** The text without markdown between the words of a sentence. */
const readingText = (text: string, image: string): string =>
  text.replace(IMAGE, image).replace(LINK_TARGET, ']').replace(MARKUP, ' ').replace(ENTITY, ' ');

const splitCamelCase = (text: string): string => text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** The text that was shown to the model, in the forms in which values are looked up; each is made when first needed. */
class StatedText {
  private readonly forms: string[] = [];
  private readonly makers: (() => string)[];
  private numberSet: ReturnType<typeof statedNumbers> | undefined;
  private dateSet: StatedDates | undefined;

  constructor(private readonly text: string) {
    this.makers = [
      () => foldText(readingText(text, '')),
      () => foldText(text),
      () => foldText(readingText(text, '$1')),
      () => foldText(splitCamelCase(text)),
    ];
  }

  hasNumber(value: number): boolean {
    this.numberSet ??= statedNumbers(this.text);
    return this.numberSet.has(value);
  }

  hasText(value: string): boolean {
    const trimmed = value.trim();
    const words = foldText(trimmed);
    if (words === '') return trimmed !== '' && this.text.includes(trimmed);
    if (this.makers.some((_make, index) => holdsWords(this.form(index), words))) return true;
    if (PLAIN_NUMBER.test(trimmed) && this.hasNumber(Number(trimmed))) return true;
    if (CURRENCY_SIGNS[trimmed.toUpperCase()]?.some((sign) => this.text.includes(sign))) return true;
    this.dateSet ??= statedDates(this.form(1));
    return this.dateSet.has(trimmed);
  }

  private form(index: number): string {
    return (this.forms[index] ??= this.makers[index]?.() ?? '');
  }
}

interface Grounding {
  readonly stated: StatedText;
  droppedCount: number;
}

const drop = (grounding: Grounding): null => {
  grounding.droppedCount += 1;
  return null;
};

/** `asked` is what the rule's description and those around it ask for. */
const groundScalar = (value: unknown, rule: AiRule, asked: string, grounding: Grounding): unknown => {
  if (typeof value === 'number') {
    return OWN_NUMBER.test(rule.description ?? '') || grounding.stated.hasNumber(value) ? value : drop(grounding);
  }
  if (typeof value !== 'string' || rule.enum || OWN_WORDS.test(asked)) return value;
  if (value.trim() === '') return null;
  return grounding.stated.hasText(value) ? value : drop(grounding);
};

/** What the page states of a list or an item; null for nothing. */
const groundRule = (value: unknown, rule: AiRule, around: string, grounding: Grounding): unknown => {
  const asked = `${around}\n${rule.description ?? ''}`;
  const { output } = rule;
  if (Array.isArray(value)) {
    const element: AiRule = typeof output === 'object' ? { type: 'item', output } : { type: output ?? 'string' };
    const kept = value.map((entry: unknown) => groundRule(entry, element, asked, grounding));
    const stated = kept.filter((entry) => entry !== null);
    return stated.length > 0 ? stated : null;
  }
  if (typeof value !== 'object' || value === null) return groundScalar(value, rule, asked, grounding);
  // safe because a checked answer has objects only where the rule has fields
  const fields = groundFields(value as Record<string, unknown>, output as AiRules, asked, grounding);
  return Object.values(fields).some((entry) => entry !== null) ? fields : null;
};

const groundFields = (
  value: Record<string, unknown>,
  rules: AiRules,
  around: string,
  grounding: Grounding,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, groundRule(value[name], rule, around, grounding)]),
  );

/**
 * Removes from a checked answer what the page does not state, by the text that the model was shown:
 *
 * - a text must be in it as whole words, whatever its case, accents and punctuation. A plain ISO date may be written in
 *   another way, a currency code as its sign;
 * - a number must be in it, with any separators;
 * - enums and booleans are judgements and stay, and so do texts whose description asks for a summary, a translation or a
 *   classification, and numbers whose description begins with a word such as `count` or `convert`;
 * - lists and items of which nothing is left are null.
 */
export const groundAnswer = (value: Record<string, unknown>, rules: AiRules, pageText: string): GroundedAnswer => {
  const grounding: Grounding = { stated: new StatedText(pageText), droppedCount: 0 };
  return { value: groundFields(value, rules, '', grounding), droppedCount: grounding.droppedCount };
};
