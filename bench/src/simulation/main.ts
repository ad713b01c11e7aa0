/**
 * Plays days and peaks of a fleet with the measured figures and holds the arithmetic of docs/scaling.md against what comes
 * out; exits with 1 when one is outside of its tolerance. `--write` puts all tables into the document anew, `--check` fails
 * when they are not what the figures say, `--figures <file>` takes other figures than `bench/figures/capacity.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CapacityFigures } from '../scaling-model/figures.js';
import { playAll } from './play-all.js';
import { figureBlocks, rewriteDocument, simulationBlocks } from './scaling-document.js';

const DOCUMENT = 'docs/scaling.md';
const FIGURES = 'bench/figures/capacity.json';

const main = (): void => {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      figures: { type: 'string', default: FIGURES },
    },
  });
  // safe because bench:capacity writes exactly this
  const figures = JSON.parse(readFileSync(values.figures, 'utf8')) as CapacityFigures;
  const startedAt = performance.now();
  const played = playAll(figures);
  const blocks = simulationBlocks(played);
  console.log(`${blocks['outcomes']}\n\n${blocks['checks']}\n`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const failed = played.checks.filter(({ isMet }) => !isMet);
  console.log(`${played.checks.length - failed.length} of ${played.checks.length} within tolerance, ${seconds} s`);
  process.exitCode = failed.length > 0 ? 1 : 0;
  if (!values.write && !values.check) return;
  const text = readFileSync(DOCUMENT, 'utf8');
  const rewritten = rewriteDocument(text, { ...figureBlocks(figures), ...blocks });
  if (values.write) {
    writeFileSync(DOCUMENT, rewritten);
    console.log(`${DOCUMENT} written`);
  } else if (rewritten !== text) {
    console.log(`${DOCUMENT} does not say what the figures say: npm run bench:simulate -- --write`);
    process.exitCode = 1;
  }
};

main();
