import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audit, judgeAudit, MAX_ALLOWED_DAYS, readAdvisories } from './audit.mjs';

const NOW = Date.parse('2030-01-10T12:00:00Z');
const DAY_MS = 86_400_000;
const dayAfter = (days) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

const advisory = (id, severity) => ({
  id: 1,
  github_advisory_id: id,
  severity,
  module_name: 'left-pad',
  title: 'Pads too much',
  patched_versions: '>=2.0.0',
});
const HIGH = advisory('GHSA-aaaa-bbbb-cccc', 'high');
const judge = (advisories, allowed = []) => judgeAudit(advisories, { allowed, nowMs: NOW }).problems;
const allow = (until, reason = 'only padding') => [{ id: HIGH.github_advisory_id, until, reason }];

describe('judgeAudit', () => {
  it.each(['high', 'critical'])('fails on %s', (severity) => {
    expect(judge([advisory('GHSA-aaaa-bbbb-cccc', severity)])).toEqual([
      `${severity} GHSA-aaaa-bbbb-cccc in left-pad: Pads too much; fixed in >=2.0.0`,
    ]);
  });

  it.each(['info', 'low', 'moderate'])('lets %s pass', (severity) => {
    expect(judge([advisory('GHSA-aaaa-bbbb-cccc', severity)])).toEqual([]);
  });

  it('takes the id from the address where there is no other', () => {
    const { github_advisory_id: id, ...rest } = HIGH;
    const [problem] = judge([{ ...rest, url: `https://github.com/advisories/${id}` }]);
    expect(problem).toContain(id);
  });

  it('lets an allowed one pass through its last day', () => {
    expect(judge([HIGH], allow(dayAfter(0)))).toEqual([]);
    expect(judge([HIGH], allow(dayAfter(MAX_ALLOWED_DAYS - 1)))).toEqual([]);
  });

  it.each([
    ['that has ended', allow(dayAfter(-1)), 'ended'],
    ['for too long', allow(dayAfter(MAX_ALLOWED_DAYS + 1)), 'at most'],
    ['without a reason', allow(dayAfter(5), ''), 'needs a reason'],
    ['without a date', allow('soon'), 'needs a reason and a date'],
  ])('counts no allowance %s', (_name, allowed, word) => {
    const problems = judge([HIGH], allowed);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(word);
  });
});

describe('readAdvisories', () => {
  it.each([
    ['{"advisories":{}}', []],
    ['{"advisories":{"7":{"id":7}}}', [{ id: 7 }]],
    ['{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}', undefined],
    ['not found', undefined],
    ['', undefined],
  ])('reads %s', (stdout, expected) => {
    expect(readAdvisories(stdout)).toEqual(expected);
  });
});

describe('audit', () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'quarry-audit-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const auditWith = (script, options = {}) => {
    const file = path.join(folder, 'pnpm.mjs');
    writeFileSync(file, script);
    return audit({
      pnpm: [process.execPath, file],
      cwd: folder,
      env: process.env,
      allowed: [],
      nowMs: NOW,
      ...options,
    });
  };

  it('fails with what it found, whatever the exit code of pnpm', async () => {
    const report = JSON.stringify({ advisories: { 1: HIGH } });
    const { isOk, lines } = await auditWith(`console.log(${JSON.stringify(report)}); process.exitCode = 1;`);
    expect(isOk).toBe(false);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('dependency audit: 1 advisories, 0 allowed, 1 to act on');
  });

  it('passes where nothing is known', async () => {
    const { isOk, lines } = await auditWith(`console.log('{"advisories":{}}')`);
    expect([isOk, lines]).toEqual([true, ['dependency audit: 0 advisories, 0 allowed, 0 to act on']]);
  });

  it('reports a missing response and does not fail', async () => {
    const { isOk, lines } = await auditWith(`console.error('405'); process.exitCode = 1;`);
    expect([isOk, lines]).toEqual([
      true,
      ['! dependency audit: nothing was checked, the registry has no advisories to give'],
    ]);
  });

  it('refuses a response that is too long to be read', async () => {
    const { isOk } = await auditWith(
      `console.log(JSON.stringify({ advisories: { 1: { title: 'x'.repeat(300_000) } } }))`,
    );
    expect(isOk).toBe(false);
  });

  it('waits no longer than its timeout', async () => {
    const { isOk, lines } = await auditWith('setInterval(() => {}, 1_000)', { timeoutMs: 500 });
    expect([isOk, lines]).toEqual([true, ['! dependency audit: nothing was checked, no answer within 0.5 s']]);
  });

  it('checks only dependencies of the product', async () => {
    const script = `console.log(JSON.stringify({ advisories: { 1: { severity: 'high', module_name: process.argv.slice(2).join(' ') } } }))`;
    const { lines } = await auditWith(script);
    expect(lines[0]).toContain('audit --prod --json');
  });
});
