import type { Element } from 'domhandler';
import { ancestors, defined, firstBelow, hasClass, isElement, readLines, readText } from '@quarry/html';
import type { ResultsPage } from '../results-page.js';

/** The name and facts of an entity on pages without marks. */
export interface PlainEntity {
  readonly title: string;
  readonly type?: string;
  readonly description?: string;
  /** By their labels. */
  readonly facts: readonly (readonly [string, string])[];
}

/** Class names of an entity's name until 2021. */
const NAME: ReadonlySet<string> = new Set(['kno-ecr-pt']);
const MAX_TYPE_CHARS = 80;
const MIN_ABOUT_CHARS = 60;
const MIN_FACTS = 2;
/** The entity comes first: the boxes of later headings are not read. */
const MAX_HEADINGS = 40;
const LEVELS_UP = 3;
const FACT = /^([^:：.]{2,40})[:：]\s+(.{1,300})$/;

/** The column beside the results, of old pages. */
const readColumn = (page: ResultsPage): PlainEntity | undefined => {
  const column = page.byId.get('rhs_block') ?? page.byId.get('rhs');
  const name = column && firstBelow(column, (element) => hasClass(element, NAME) && readText(element) !== '');
  if (!name) return undefined;
  let next = name.next;
  while (next && !isElement(next)) next = next.next;
  const type = next && isElement(next) ? readText(next) : '';
  return {
    title: readText(name),
    ...(type === '' || type.length > MAX_TYPE_CHARS ? {} : { type }),
    facts: [],
  };
};

const factsIn = (lines: readonly string[]): (readonly [string, string])[] =>
  lines.flatMap((line) => {
    const [, label, value] = FACT.exec(line) ?? [];
    return label !== undefined && value !== undefined ? [[label, value] as const] : [];
  });

const isInLink = (element: Element): boolean => ancestors(element).some(({ name }) => name === 'a');

/** The first box of a page without scripts: a name without a link, then facts, each after its label. */
const readBox = (page: ResultsPage): PlainEntity | undefined => {
  if (page.byId.has('rso')) return undefined;
  for (const heading of page.headings.slice(0, MAX_HEADINGS)) {
    if (heading.name !== 'h3' || isInLink(heading) || firstBelow(heading, ({ name }) => name === 'a')) continue;
    const title = readText(heading);
    const box = ancestors(heading)[LEVELS_UP];
    const lines = box ? readLines(box).filter((line) => line !== title) : [];
    const facts = factsIn(lines);
    if (title === '' || facts.length < MIN_FACTS) continue;
    const [type = ''] = lines;
    const description = lines.find((line) => line.length >= MIN_ABOUT_CHARS && !FACT.test(line));
    const isType = type.length > 0 && type.length <= MAX_TYPE_CHARS && !FACT.test(type);
    return defined({ title, type: isType ? type : undefined, description, facts });
  }
  return undefined;
};

/** An entity of a page without marks. */
export const readPlainEntity = (page: ResultsPage): PlainEntity | undefined => readColumn(page) ?? readBox(page);
