import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../infra/local/host/environment.mjs';
import { runCommand } from '../../infra/local/host/run-command.mjs';
import { pythonTools } from '../../infra/test-servers/python-tools.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VERSION = '4.32.5';
/** Packages that decide the generated cases are pinned, so that a seed keeps its meaning. */
const PACKAGES = [`schemathesis==${VERSION}`, 'hypothesis==6.170.15', 'jsonschema_rs==0.60.3'];

/** The Python that has Schemathesis, or why there is none: `{ python }` or `{ missing }`. */
export const findSchemathesis = async (env) => {
  try {
    return { python: await pythonTools({ root: ROOT, env, name: `schemathesis-${VERSION}`, packages: PACKAGES }) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Timeout of a response, which is then a network error. It is also the longest allowed response: the tool's own default of 10 s
 * measures the machine, since a refused search starts a browser and tries its dead host three times.
 */
const REQUEST_TIMEOUT_S = 60;

/** A run that was cut off leaves an empty report. */
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** Left out of the coverage phase of the short form: making their cases takes most of a minute. The proof has them. */
const UNCOVERED = '^/(scrape/|files/sign|schedules|crawl|batch|v1/|v2/)';

const configOf = ({ maxExamples, maxExamplesWeb, isCovered }) =>
  [
    '[generation]',
    `max-examples = ${maxExamples}`,
    '[[operations]]',
    'include-path = "/scrape/web"',
    `generation.max-examples = ${maxExamplesWeb}`,
    '[checks.positive_data_acceptance]',
    'expected-statuses = ["2xx", "304"]',
    '[checks.negative_data_rejection]',
    'expected-statuses = [400, 401, 404, 405, 413, 415, 422]',
    ...(isCovered ? [] : ['[[operations]]', `include-path-regex = "${UNCOVERED}"`, 'phases.coverage.enabled = false']),
    '',
  ].join('\n');

/**
 * Runs Schemathesis over `<baseUrl>/openapi.json`. Returns its counts (see fuzz_hooks.py), the failures and errors of the run by
 * their titles, and its output; `complete` is false when the run did not reach its end, with the counts so far. Without a `seed`
 * every run is the same.
 */
export const runSchemathesis = async ({ python, env, baseUrl, apiKey, siteUrl, filePath, size, seed, timeoutMs }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quarry-fuzz-'));
  const file = (name) => path.join(folder, name);
  try {
    await writeFile(file('schemathesis.toml'), configOf(size));
    const args = [
      ...['-m', 'schemathesis.cli', '--config-file', file('schemathesis.toml'), 'run', `${baseUrl}/openapi.json`],
      ...['-H', `x-api-key: ${apiKey}`],
      // With several workers the order of cases would be random.
      ...['--workers', '1', '--phases', size.phases, '--checks', 'all'],
      ...(seed ? ['--seed', seed, '--generation-database', 'none'] : ['--generation-deterministic']),
      ...['--continue-on-failure', '--no-shrink', '--no-color', '--warnings', 'off'],
      ...['--request-timeout', String(REQUEST_TIMEOUT_S), '--max-response-time', String(REQUEST_TIMEOUT_S)],
      ...['--report', 'json', '--report-json-path', file('report.json')],
    ];
    const { code, output } = await runCommand(python, args, {
      cwd: folder,
      timeoutMs,
      env: {
        ...cleanEnvironment(env),
        SCHEMATHESIS_HOOKS: 'fuzz_hooks',
        PYTHONPATH: HERE,
        PYTHONDONTWRITEBYTECODE: '1',
        FUZZ_SITE: siteUrl,
        FUZZ_FILE: filePath,
        FUZZ_REPORT: file('counts.json'),
        FUZZ_COVERAGE_STRIDE: String(size.coverageStride),
        FUZZ_REPLAY_STRIDE: String(size.replayStride),
      },
    });
    const readJson = async (name) => parsed(await readFile(file(name), 'utf8').catch(() => ''));
    const { failures = [], errors = [], complete = false } = await readJson('report.json');
    return { code, output, failures, errors, complete, counts: await readJson('counts.json') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
