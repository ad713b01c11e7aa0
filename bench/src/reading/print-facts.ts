import type { FactCase } from './facts.js';
import { byFold, FOLD_NAMES, foldOf } from './folds.js';
import { type Fact, FACTS, isRightFact, plain } from './judge-facts.js';
import { type LabelFault, labelFault } from './label-faults.js';
import { printTable, three } from './print-table.js';
import type { PagesRead } from './read-pages.js';

interface Labelled {
  readonly one: FactCase;
  readonly label: string;
  readonly fault: LabelFault | undefined;
}

const labelledWith = (fact: Fact, cases: readonly FactCase[], htmlOf: (file: string) => string): Labelled[] =>
  cases.flatMap((one) => {
    const label = one.expected[fact];
    return label === undefined ? [] : [{ one, label, fault: labelFault(fact, label, htmlOf(one.file)) }];
  });

const shareOf = (some: readonly Labelled[], isRight: (each: Labelled) => boolean): number =>
  some.length === 0 ? Number.NaN : some.filter(isRight).length / some.length;

const printFact = (fact: Fact, labelled: readonly Labelled[], reads: readonly PagesRead[]): void => {
  const sound = labelled.filter(({ fault }) => fault === undefined);
  const rows = reads.flatMap(({ name, facts }) => {
    if (!facts) return [];
    const isRight = ({ one, label }: Labelled): boolean => isRightFact(fact, facts.get(one.file)?.[fact], label);
    const { all, folds } = byFold(
      sound,
      ({ one }) => foldOf(one.name, one.url),
      (part) => shareOf(part, isRight),
    );
    return [[name, three(shareOf(labelled, isRight)), three(all), ...folds.map(three)]];
  });
  printTable([[fact, `all n=${labelled.length}`, `sound n=${sound.length}`, ...FOLD_NAMES], ...rows]);
  const faults = Map.groupBy(labelled, ({ fault }) => fault ?? 'sound');
  faults.delete('sound');
  for (const [fault, some] of faults) process.stdout.write(`  ${some.length} labels: ${fault}\n`);
  process.stdout.write('\n');
};

/** What we have otherwise than labelled, page by page, with what is wrong with the label by the page itself. */
export const printMisses = (
  cases: readonly FactCase[],
  ours: PagesRead['facts'],
  htmlOf: (file: string) => string,
): void => {
  for (const fact of FACTS) {
    const missed = labelledWith(fact, cases, htmlOf).filter(
      ({ one, label }) => !isRightFact(fact, ours?.get(one.file)?.[fact], label),
    );
    printTable([
      [`${fact}: ${missed.length} misses`, 'label', 'quarry', 'fault of the label'],
      ...missed.map(({ one, label, fault }) => [
        one.name,
        plain(label).slice(0, MAX_SHOWN_CHARS),
        plain(ours?.get(one.file)?.[fact]).slice(0, MAX_SHOWN_CHARS) || 'none',
        fault ?? 'sound',
      ]),
    ]);
  }
};

const MAX_SHOWN_CHARS = 60;

/** The share of facts that each reader has as labelled: of all labels, and fold by fold of those that can be right by the page itself. */
export const printFacts = (
  cases: readonly FactCase[],
  reads: readonly PagesRead[],
  htmlOf: (file: string) => string,
): void => {
  for (const fact of FACTS) printFact(fact, labelledWith(fact, cases, htmlOf), reads);
};
