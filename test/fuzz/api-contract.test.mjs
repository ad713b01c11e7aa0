import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, proofSize, recordProof, startFleet, startTargetSite } from '@quarry/testkit';
import { sum, summaryOf } from './run-summary.mjs';
import { NO_HARM, watchFleet } from './fleet-watch.js';
import { findSchemathesis, runSchemathesis } from './schemathesis.mjs';

/** Longest run of the tool; its counts so far are still reported. */
const TOOL_MS = proofSize(420_000, 1_500_000);
const START_MS = 120_000;
/** Chains of calls take ids from responses, so they differ from run to run: they are the proof's. */
const PHASES = { short: 'examples,coverage,fuzzing', long: 'examples,coverage,fuzzing,stateful' };
const SIZES = {
  short: {
    maxExamples: 1,
    maxExamplesWeb: 20,
    coverageStride: 4,
    replayStride: 1,
    isCovered: false,
    phases: PHASES.short,
  },
  long: {
    maxExamples: 40,
    maxExamplesWeb: 400,
    coverageStride: 1,
    replayStride: 3,
    isCovered: true,
    phases: PHASES.long,
  },
};
const LEAST_CASES = proofSize(150, 5_000);
/** Most responses that do not test the contract; with more, the run proves little. */
const TURNED_AWAY = ['401', '402', '429', '503'];
const MOST_TURNED_AWAY = 0.05;
const LEAST_OK_PAGES = 0.3;

const { python, missing } = await findSchemathesis(process.env);
const suite = python ? describe : describe.skip;
const title = python ? 'every described operation under Schemathesis' : `Schemathesis is missing (${missing})`;

// Without the tool there is no proof, and a table without it would look like one.
if (missing !== undefined && proofSize(0, 1) === 1) {
  it('has Schemathesis', () => {
    recordProof({ name: 'API contract under Schemathesis', cases: 0, failures: 1, seconds: 0, note: missing });
    throw new Error(missing);
  });
}

suite(title, () => {
  let site;
  let fleet;
  let run;
  let watch;
  let seconds = 0;

  beforeAll(async () => {
    site = await startTargetSite();
    fleet = await startFleet({ env: { EGRESS_ALLOW: site.host } });
    const stored = await new ApiClient(fleet).scrape({ url: `${site.url}/page/stored`, jsRendering: false });
    watch = watchFleet(fleet);
    const startedAt = performance.now();
    run = await runSchemathesis({
      python,
      env: process.env,
      ...fleet,
      siteUrl: site.url,
      filePath: stored.body.requestMetadata.json.slice(fleet.filesUrl.length + 1),
      size: proofSize(SIZES.short, SIZES.long),
      seed: process.env.FUZZ_SEED,
      timeoutMs: TOOL_MS,
    });
    seconds = Math.round((performance.now() - startedAt) / 1_000);
  }, TOOL_MS + START_MS);

  afterAll(async () => {
    recordProof({ name: 'API contract under Schemathesis', seconds, ...summaryOf(run) });
    await fleet?.stop();
    await site?.close();
  }, 60_000);

  it('answers as the document says, whatever is sent', () => {
    if (run.failures.length > 0 || run.code > 1) process.stderr.write(run.output.slice(-20_000));
    expect(run.failures).toEqual([]);
    expect(run.errors).toEqual([]);
    // 124: it took too long.
    expect([run.complete, run.code]).toEqual([true, 0]);
  });

  it('never answers 5xx where the contract does not name it for that very case, and cuts nobody off', () => {
    expect(run.counts.unexpected).toEqual([]);
    expect(run.counts.networkErrors).toEqual([]);
    for (const status of ['500', '503']) expect(Object.keys(run.counts.statuses)).not.toContain(status);
  });

  it('was asked enough, in good and in bad ways, and seldom turned the caller away at the door', () => {
    const { statuses, modes, operations, pages } = run.counts;
    expect(sum(statuses)).toBeGreaterThanOrEqual(LEAST_CASES);
    expect(modes.positive).toBeGreaterThan(LEAST_CASES / 5);
    expect(modes.negative).toBeGreaterThan(LEAST_CASES / 5);
    expect(Object.keys(operations).length).toBeGreaterThanOrEqual(29);
    const turnedAway = TURNED_AWAY.reduce((total, status) => total + (statuses[status] ?? 0), 0);
    expect(turnedAway / sum(statuses)).toBeLessThan(MOST_TURNED_AWAY);
    expect(pages[200] / sum(pages)).toBeGreaterThan(LEAST_OK_PAGES);
  });

  it('met the same answer again under a key, and a refusal of another body and of odd keys', () => {
    const { replayed = 0, 'refused another body': refused, 'refused an odd key': odd } = run.counts.sentAgain;
    expect(replayed).toBeGreaterThanOrEqual(proofSize(2, 100));
    expect([refused, odd]).toEqual([replayed, replayed]);
  });

  it('leaves every process running and no error in the logs', () => {
    if (JSON.stringify(watch.harm()) !== JSON.stringify(NO_HARM)) process.stderr.write(fleet.output().slice(-4_000));
    expect(watch.harm()).toEqual(NO_HARM);
  });
});
