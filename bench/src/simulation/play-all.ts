import type { CapacityFigures } from '../scaling-model/figures.js';
import { checkArithmetic, checkCosts, type Outcomes } from './check-arithmetic.js';
import { makeScenarios, scenarioEntries } from './scenarios.js';
import type { Played } from './scaling-document.js';
import { simulate } from './simulate.js';

/** Plays every scenario and holds the arithmetic against what came out. */
export const playAll = (figures: CapacityFigures): Played => {
  const scenarios = makeScenarios(figures);
  const outcomes = Object.fromEntries(
    scenarioEntries(scenarios).map(([name, scenario]) => [name, simulate(scenario)]),
    // safe because each scenario gives the outcome of its name
  ) as unknown as Outcomes;
  return { scenarios, outcomes, checks: [...checkArithmetic(scenarios, outcomes), ...checkCosts(scenarios, outcomes)] };
};
