import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import {
  allBelow,
  ancestors,
  firstBelow,
  hasClass,
  isBlock,
  normalizeText,
  rawText,
  readText,
  walk,
} from '@quarry/html';
import { readTarget } from '../../link-target.js';
import { isNotShown } from '../read-passage.js';
import type { ResultsPage } from '../results-page.js';

export type AiAnswer = Required<NonNullable<OperationBody<'engineb/serp'>['aiAnswer']>>;
/** `type` is `paragraph`, `heading`, `list` or `code`. */
export type AnswerBlock = NonNullable<AiAnswer['textBlocks']>[number];
/** `index` is as the page numbers its sources, from 1. */
export type AnswerReference = NonNullable<AiAnswer['references']>[number];

const MAX_BLOCKS = 200;
const MAX_REFERENCES = 60;
const MAX_CODE_CHARS = 20_000;

/** Texts of the engine's model: whole answers above the results, and cards of a summary. */
const CONTENT_CLASSES: readonly ReadonlySet<string>[] = [
  new Set(['b_cnt_resp']),
  new Set(['gs_temp_content', 'gs_readMoreFullBody', 'gs_text']),
  new Set(['devmag_card_content', 'rd_gencon_cont']),
];
const ANSWER_ID = 'copans_container';
const CITATION = /citation|(?:^|\s)gs_cit/i;
const HEADER = /code_header|code_title/;
const HEADING_CLASSES: ReadonlySet<string> = new Set(['rd_sub_sub_header', 'gs_h2', 'gs_h3']);
/** `title - address`, the accessible name of a source's badge. */
const LABELLED_SOURCE = /^(\S.*\S)\s+-\s+(https?:\/\/\S+)$/;
/** `1-site`, as the foot of an answer lists its sources. */
const NUMBERED_SOURCE = /^(\d{1,3})\s*[-–.]\s*(\S.*)$/;

const isCitation = (element: Element): boolean =>
  element.name === 'sup' || CITATION.test(element.attribs['class'] ?? '') || isSourceLink(element);

const isSourceLink = (element: Element): boolean =>
  element.name === 'a' && NUMBERED_SOURCE.test(readText(element)) && readText(element).length <= 80;

const isAside = (element: Element): boolean =>
  isNotShown(element) ||
  ['button', 'textarea', 'select', 'fieldset', 'svg', 'script', 'style', 'img'].includes(element.name) ||
  ['button', 'tooltip', 'menu', 'status', 'listbox'].includes(element.attribs['role'] ?? '') ||
  HEADER.test(element.attribs['class'] ?? '') ||
  isCitation(element);

const READ = { isLeftOut: isAside } as const;

/** Punctuation at a sentence's end belongs to its last word, even after a source between them. */
const tidy = (text: string): string => normalizeText(text).replace(/ ([.,:;!?])(?=\s|$)/g, '$1');

const isHeading = (element: Element): boolean => /^h[1-6]$/.test(element.name) || hasClass(element, HEADING_CLASSES);

const listBlock = (list: Element): AnswerBlock | undefined => {
  const items = allBelow(list, ({ name }) => name === 'li', isAside)
    .map((item) => ({ snippet: tidy(readText(item, READ)) }))
    .filter(({ snippet }) => snippet !== '');
  return items.length > 0 ? { type: 'list', list: items } : undefined;
};

const wholeBlock = (element: Element): AnswerBlock | undefined | 'none' => {
  if (element.name === 'ul' || element.name === 'ol') return listBlock(element);
  if (element.name === 'pre') {
    const code = firstBelow(element, ({ name }) => name === 'code') ?? element;
    const snippet = rawText(code).slice(0, MAX_CODE_CHARS).trim();
    return snippet === '' ? undefined : { type: 'code', snippet };
  }
  if (!isHeading(element)) return 'none';
  const snippet = tidy(readText(element, READ));
  return snippet === '' ? undefined : { type: 'heading', snippet };
};

const readBlocks = (content: Element): AnswerBlock[] => {
  const blocks: AnswerBlock[] = [];
  let text: string[] = [];
  const push = (block: AnswerBlock | undefined): void => {
    if (block && blocks.length < MAX_BLOCKS) blocks.push(block);
  };
  const flush = (): void => {
    const snippet = tidy(text.join(''));
    text = [];
    if (/[\p{L}\p{N}]{2}/u.test(snippet)) push({ type: 'paragraph', snippet });
  };
  walk(content, {
    enter: (element) => {
      if (isAside(element)) return false;
      const whole = wholeBlock(element);
      if (whole !== 'none') {
        flush();
        push(whole);
        return false;
      }
      if (element.name === 'br') text.push(' ');
      else if (isBlock(element.name)) flush();
      return true;
    },
    leave: (element) => {
      if (isBlock(element.name)) flush();
    },
    text: ({ data }) => {
      text.push(data);
    },
  });
  flush();
  return blocks;
};

type Source = Omit<AnswerReference, 'index'>;

const titleIn = (link: Element): string => {
  const heading = firstBelow(link, ({ name }) => /^h[1-6]$/.test(name));
  return heading ? readText(heading) : '';
};

/** What one element states about a source, with its number where there is one. */
const sourceIn = (element: Element, pageUrl: string): (Source & { number?: number }) | undefined => {
  const label = LABELLED_SOURCE.exec(normalizeText(element.attribs['aria-label'] ?? ''));
  if (label?.[1] !== undefined && label[2] !== undefined) {
    const number = Number(readText(element));
    return { title: label[1], link: label[2], ...(number > 0 ? { number } : {}) };
  }
  const target = element.name === 'a' ? readTarget(element.attribs['href'], pageUrl) : undefined;
  if (target?.kind !== 'site') return undefined;
  const numbered = NUMBERED_SOURCE.exec(readText(element, { readsHidden: true }));
  if (numbered) return { link: target.url, source: numbered[2] ?? '', number: Number(numbered[1]) };
  const title = titleIn(element);
  return title === '' ? undefined : { title, link: target.url };
};

/** Sources by number, merged from several places. */
const readReferences = (root: Element, pageUrl: string): AnswerReference[] => {
  const found = new Map<number, Source>();
  const unnumbered: Source[] = [];
  const elements = allBelow(root, (element) => sourceIn(element, pageUrl) !== undefined);
  for (const element of elements) {
    const { number, ...source } = sourceIn(element, pageUrl) ?? { link: '' };
    if (number === undefined) unnumbered.push(source);
    else found.set(number, { ...found.get(number), ...source });
  }
  const sources = [...found].sort(([one], [other]) => one - other);
  // Titles of sources that are numbered elsewhere have the same order.
  const rows = sources.length > 0 ? sources : unnumbered.map((source, at): [number, Source] => [at + 1, source]);
  return rows.slice(0, MAX_REFERENCES).map(([index, source], at) => {
    const title = source.title ?? (unnumbered[at]?.link === source.link ? unnumbered[at]?.title : undefined);
    return { index, ...(title === undefined ? {} : { title }), ...source };
  });
};

const contentsIn = ({ root }: ResultsPage): Element[] => {
  for (const classes of CONTENT_CLASSES) {
    const contents = allBelow(root, (element) => hasClass(element, classes), isNotShown);
    if (contents.length > 0) return contents;
  }
  const box = firstBelow(root, ({ attribs }) => attribs['id'] === ANSWER_ID);
  return box ? [box] : [];
};

/** The part of a column with the answer. */
const rootOf = (content: Element): Element => ancestors(content).find(({ name }) => name === 'li') ?? content;

/** The answer of the engine's model to the search, with its sources. */
export const readAiAnswer = (page: ResultsPage): AiAnswer | undefined => {
  for (const content of contentsIn(page)) {
    const textBlocks = readBlocks(content);
    if (textBlocks.some(({ type }) => type !== 'heading'))
      return { textBlocks, references: readReferences(rootOf(content), page.url) };
  }
  return undefined;
};
