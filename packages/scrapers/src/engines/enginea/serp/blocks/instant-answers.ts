import type { Element } from 'domhandler';
import {
  ancestors,
  filled,
  firstBelow,
  isHidden,
  type JsonObject,
  normalizeText,
  rawText,
  readText,
  walk,
} from '@quarry/html';
import { queryOf } from '../../query-of.js';
import { regionOf } from '../regions.js';
import type { ResultsPage } from '../results-page.js';

/** The engine's own answer, without a page. */
export interface InstantAnswer {
  readonly type: 'calculator' | 'weather' | 'currency' | 'units' | 'dictionary' | 'translation' | 'time' | 'fact';
  readonly answer?: string;
  readonly title?: string;
  readonly [field: string]: unknown;
}

const MAX_SENSES = 12;

const textOf = ({ byId }: ResultsPage, id: string): string => {
  const element = byId.get(id);
  return element ? readText(element, { readsHidden: true }) : '';
};

const isField = ({ name }: Element): boolean => name === 'input' || name === 'textarea';

const valueOf = ({ byId }: ResultsPage, id: string): string => {
  const holder = byId.get(id);
  const field = holder && (isField(holder) ? holder : firstBelow(holder, isField));
  return normalizeText(field ? (field.attribs['value'] ?? rawText(field)) : '');
};

const readCalculator = (page: ResultsPage): InstantAnswer | undefined => {
  const answer = textOf(page, 'cwos');
  if (!/\d|∞|[Ee]rror/.test(answer)) return undefined;
  const result = page.byId.get('cwos');
  // The calculation precedes its result and ends with an equals sign.
  const above = result && ancestors(result).slice(1, 7);
  const sum = above?.map((box) => firstBelow(box, (element) => /=$/.test(readOwn(element)))).find(Boolean);
  return {
    type: 'calculator',
    answer,
    ...filled<JsonObject>({ title: sum && readText(sum, { readsHidden: true }).replace(/\s*=$/, '') }),
  };
};

const readOwn = (element: Element): string => {
  const text = element.name === 'span' || element.name === 'div' ? readText(element, { readsHidden: true }) : '';
  return text.length <= 200 && /[\d)]\s*=$/.test(text) ? text : '';
};

const readWeather = (page: ResultsPage): InstantAnswer | undefined => {
  const temperature = textOf(page, 'wob_tm');
  if (temperature === '') return undefined;
  const field = (id: string): string | undefined => textOf(page, id) || undefined;
  return {
    type: 'weather',
    answer: temperature,
    ...filled<JsonObject>({
      title: field('wob_loc'),
      snippet: field('wob_dc'),
      date: field('wob_dts'),
      precipitation: field('wob_pp'),
      humidity: field('wob_hm'),
      wind: field('wob_ws'),
    }),
  };
};

const readTranslation = (page: ResultsPage): InstantAnswer | undefined => {
  const target = page.byId.get('tw-target-text');
  const answer = target ? readText(target, { readsHidden: true }) : '';
  if (answer === '') return undefined;
  const source = textOf(page, 'tw-source-text') || valueOf(page, 'tw-source-text-ta');
  return { type: 'translation', answer, ...filled<JsonObject>({ title: source }) };
};

const CURRENCY = 'knowledge-currency__updatable-data-column';

const readCurrency = (page: ResultsPage): InstantAnswer | undefined => {
  const column = page.byId.get(CURRENCY);
  if (!column) return undefined;
  const amount = firstBelow(column, ({ attribs }) => attribs['data-value'] !== undefined);
  const line = amount?.parent ? readText(amount.parent) : '';
  const rated = firstBelow(column, ({ attribs }) => attribs['data-exchange-rate'] !== undefined) ?? column;
  if (line === '') return undefined;
  return {
    type: 'currency',
    answer: line,
    ...filled<JsonObject>({ rate: rated.attribs['data-exchange-rate'], value: amount?.attribs['data-value'] }),
  };
};

const readUnits = (page: ResultsPage): InstantAnswer | undefined => {
  const [given, answer] = [valueOf(page, 'HG5Seb'), valueOf(page, 'NotFQb')];
  return given === '' || answer === '' ? undefined : { type: 'units', title: given, answer };
};

const readDictionary = (page: ResultsPage): InstantAnswer | undefined => {
  const marks = page.marked.get('data-dobid') ?? [];
  const of = (name: string): Element[] =>
    marks.filter(
      (element) =>
        element.attribs['data-dobid'] === name && !ancestors(element).some((above) => regionOf(above) === 'question'),
    );
  const [word] = of('hdw');
  const list = of('dfn')
    .map((sense) => readText(sense, { readsHidden: true }))
    .filter((sense) => sense !== '');
  const title = word ? readText(word, { readsHidden: true }) : '';
  const [snippet] = list;
  if (title === '' || snippet === undefined) return undefined;
  return {
    type: 'dictionary',
    title: title.replace(/·/g, ''),
    snippet,
    ...(list.length > 1 ? { list: [...new Set(list)].slice(0, MAX_SENSES) } : {}),
  };
};

const CLOCK = /^\d{1,2}[:.]\d{2}(?:\s?(?:[ap]\.?\s?m\.?|Uhr))?$/i;
const OUTSIDE = new Set(['question', 'entity', 'overview', 'ad', 'menu', 'carousel', 'section']);
const isOutside = (element: Element): boolean =>
  ancestors(element).some((above) => {
    const region = regionOf(above);
    return isHidden(above) || (region !== undefined && OUTSIDE.has(region));
  });

/** A heading with a time of day alone, and the day below it. */
const readTime = (page: ResultsPage): InstantAnswer | undefined => {
  const clock = page.headings.find((heading) => CLOCK.test(readText(heading)) && !isOutside(heading));
  if (!clock?.parent) return undefined;
  const answer = readText(clock);
  const rest = readText(clock.parent, { isLeftOut: (element) => element === clock });
  return { type: 'time', answer, ...filled<JsonObject>({ snippet: rest.length <= 200 ? rest : undefined }) };
};

const FACT = /^kc:\/(?!local:)/;
const MAX_FACT_CHARS = 300;

/** A fact of the engine, shown large among the results. */
const readFact = (page: ResultsPage): InstantAnswer | undefined => {
  const fact = (page.marked.get('data-attrid') ?? []).find(
    (element) =>
      FACT.test(element.attribs['data-attrid'] ?? '') &&
      !isOutside(element) &&
      ancestors(element).some((above) => regionOf(above) === 'answer'),
  );
  if (!fact) return undefined;
  const shown = firstBelow(fact, ({ attribs }) => attribs['role'] === 'heading' && attribs['aria-level'] === '3');
  const answer = shown ? readText(shown) : '';
  const isList =
    firstBelow(fact, ({ name, attribs }) => name.startsWith('g-') || attribs['role'] === 'list') !== undefined;
  return isList || answer === '' || answer.length > MAX_FACT_CHARS
    ? undefined
    : { type: 'fact', answer, ...filled<JsonObject>({ title: queryOf(page) }) };
};

const READERS = [
  readCalculator,
  readWeather,
  readTranslation,
  readCurrency,
  readUnits,
  readDictionary,
  readTime,
  readFact,
] as const;

/** The engine's own answers: calculations, weather, currencies, words, the time. */
export const readInstantAnswer = (page: ResultsPage): InstantAnswer | undefined => {
  for (const read of READERS) {
    const answer = read(page);
    if (answer) return answer;
  }
  return undefined;
};

/** Where `root` holds a table, its rows. */
export const tableRows = (root: Element): string[][] => {
  const rows: string[][] = [];
  walk(root, {
    enter: (element) => {
      if (element.name !== 'tr') return true;
      const cells = element.children
        .filter((child): child is Element => 'name' in child && (child.name === 'td' || child.name === 'th'))
        .map((cell) => readText(cell));
      if (cells.some((cell) => cell !== '') && rows.length < 60) rows.push(cells);
      return false;
    },
  });
  return rows;
};
