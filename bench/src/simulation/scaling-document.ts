import type { CapacityFigures } from '../scaling-model/figures.js';
import {
  caption,
  ceilingTable,
  cpuTable,
  idleText,
  partsTable,
  replicaTable,
} from '../scaling-model/measured-tables.js';
import { assumptionTable, costTable, planTable, trafficTable } from '../scaling-model/plan-tables.js';
import type { Check, Outcomes } from './check-arithmetic.js';
import type { Scenarios } from './scenarios.js';
import { checkTable, outcomeTable } from './simulation-tables.js';

/** What stands between two marks of the document, by the name in the first. */
export type Blocks = Readonly<Record<string, string>>;

const MARKED = /(<!-- figures: ([a-z-]+) -->\n)[\s\S]*?(<!-- end of figures -->)/g;

/** All that follows from the measured figures alone. */
export const figureBlocks = (figures: CapacityFigures): Blocks => {
  const parts = figures.parts.production ?? figures.parts.embedded;
  return {
    caption: caption(figures),
    cpu: cpuTable(figures.parts),
    parts: partsTable(figures.parts),
    replica: replicaTable(parts),
    idle: idleText(parts),
    ceilings: ceilingTable(figures),
    traffic: trafficTable(figures),
    assumptions: assumptionTable(),
    plan: planTable(figures),
    costs: costTable(figures),
  };
};

export interface Played {
  readonly scenarios: Scenarios;
  readonly outcomes: Outcomes;
  readonly checks: readonly Check[];
}

export const simulationBlocks = ({ scenarios, outcomes, checks }: Played): Blocks => ({
  outcomes: outcomeTable(scenarios, outcomes),
  checks: checkTable(checks),
});

/** The document with its blocks put in anew; others stay. Throws where a block has no place in it. */
export const rewriteDocument = (text: string, blocks: Blocks): string => {
  const placed = new Set<string>();
  const rewritten = text.replace(MARKED, (whole, start: string, name: string, end: string) => {
    const block = blocks[name];
    if (block === undefined) return whole;
    placed.add(name);
    return `${start}${block}\n${end}`;
  });
  const missing = Object.keys(blocks).filter((name) => !placed.has(name));
  if (missing.length > 0) throw new Error(`the document has no place for ${missing.join(', ')}`);
  return rewritten;
};
