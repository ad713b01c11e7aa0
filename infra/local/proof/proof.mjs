import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure, runMain } from '../host/progress.mjs';
import { proofTable, replaceRows, resultMarkdown, resultTable, rewritePage } from './proof-table.mjs';
import { PROOFS, WHOLE_RUN } from './proofs.mjs';
import { Failure } from '../host/run-command.mjs';
import { broken, runProof } from './run-proof.mjs';
import { runProofs } from './run-proofs.mjs';
import { ROOT } from '../setup/setup.mjs';

const OWN = fileURLToPath(import.meta.url);
const PAGE = 'docs/reliability.md';
const WRITE = '--write-docs';

const totals = (results, seconds) => {
  const count = (isSo) => results.filter(isSo).length;
  const [failed, left] = [count(({ failures }) => failures > 0), count(({ isLeftOut }) => isLeftOut)];
  return `${results.length - failed - left} proofs held, ${failed} broken${left > 0 ? `, ${left} left out` : ''}, ${seconds.toFixed(0)} s`;
};

const writePage = (results, seconds, isWhole) => {
  const page = path.join(ROOT, PAGE);
  const text = readFileSync(page, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const ran = `on ${availableParallelism()} cores, ${day}: ${totals(results, seconds)}.`;
  const names = results.map(({ name }) => name).join(' ');
  writeFileSync(
    page,
    isWhole
      ? rewritePage(text, `\`npm run proof\` ${ran}\n\n${resultMarkdown(results)}`)
      : replaceRows(text, results, `Run again since, with \`npm run proof -- ${names}\` ${ran}`),
  );
  console.log(`${PAGE} has the table`);
};

/** Runs several proofs at their full sizes, and prints one table. */
const proveAll = async (names, isWritten) => {
  const proofs = Object.fromEntries(names.map((name) => [name, PROOFS[name]]));
  const startedAt = performance.now();
  const results = await runProofs({ proofs, command: [OWN], say: console.log });
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`\n${resultTable(results)}\n`);
  for (const { name, problems } of results) for (const problem of problems) console.log(`✗ ${name}: ${problem}`);
  console.log(totals(results, seconds));
  if (isWritten) writePage(results, seconds, names.length === WHOLE_RUN.length);
  return results.some(({ failures }) => failures > 0) ? 1 : 0;
};

/** Runs one proof at its full size and prints its table; `npm run proof` reads its result from a file. */
const proveOne = async (name, args) => {
  const file = process.env.PROOF_RESULT;
  const result = await runProof(name, { proof: PROOFS[name], args }).catch((error) => {
    console.error(describeFailure(error));
    return broken(name, error.message.split('\n', 1)[0]);
  });
  if (file) writeFileSync(file, JSON.stringify(result));
  if (result.lines.length > 0) console.log(`\n${proofTable(result.lines)}\n`);
  for (const problem of result.problems) console.log(`✗ ${problem}`);
  const { cases, failures, seconds, isLeftOut, note } = result;
  const ended = isLeftOut
    ? `left out, ${note}`
    : `${cases} ${result.what}, ${failures} failures, ${seconds.toFixed(0)} s`;
  console.log(`proof:${name}: ${ended}`);
  return failures > 0 || (isLeftOut && !file) ? 1 : 0;
};

/** `npm run proof` runs all, `npm run proof -- money ssrf` some, `npm run proof:money` one; words after `--` choose among its suites. */
const main = async () => {
  const words = process.argv.slice(2);
  const others = words.findIndex((word) => !Object.hasOwn(PROOFS, word));
  const names = others < 0 ? words : words.slice(0, others);
  const rest = others < 0 ? [] : words.slice(others);
  const isWritten = rest.includes(WRITE);
  if (names.length === 1 && !isWritten) return proveOne(names[0], rest);
  if (rest.some((word) => word !== WRITE)) {
    throw new Failure(
      `Say which proofs: ${Object.keys(PROOFS).join(', ')}; or none for all, and ${WRITE} to write their table to ${PAGE}`,
    );
  }
  return proveAll(names.length > 0 ? names : WHOLE_RUN, isWritten);
};

await runMain(main);
