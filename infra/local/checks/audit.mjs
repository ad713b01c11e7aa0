import { pathToFileURL } from 'node:url';
import { AUDIT_ALLOWED } from './audit-allowed.mjs';
import { cleanEnvironment } from '../host/environment.mjs';
import { createProgress, runMain } from '../host/progress.mjs';
import { MAX_OUTPUT_CHARS, runCommand } from '../host/run-command.mjs';
import { ROOT } from '../setup/setup.mjs';
import { ensurePnpm } from '../setup/toolchain.mjs';

/** Longest wait for the advisories. */
export const AUDIT_TIMEOUT_MS = 20_000;
const FAILING = new Set(['high', 'critical']);
/** Longest time that an advisory may be allowed. */
export const MAX_ALLOWED_DAYS = 90;
const DAY_MS = 86_400_000;

/** The advisories in what `pnpm audit --json` printed; undefined where the endpoint gave none. */
export const readAdvisories = (stdout) => {
  try {
    const { advisories } = JSON.parse(stdout);
    return typeof advisories === 'object' && advisories !== null ? Object.values(advisories) : undefined;
  } catch {
    return undefined;
  }
};

const idOf = ({ github_advisory_id: githubId, url = '', id }) =>
  githubId ?? /GHSA(?:-[0-9a-z]{4}){3}/.exec(url)?.[0] ?? String(id);

/** Lines about high and critical advisories that are not allowed today, and about invalid allowances. */
export const judgeAudit = (advisories, { allowed = AUDIT_ALLOWED, nowMs = Date.now() } = {}) => {
  const problems = [];
  const valid = new Set();
  for (const { id, until, reason } of allowed) {
    const endsAtMs = Date.parse(`${until}T23:59:59Z`);
    if (!reason || Number.isNaN(endsAtMs)) problems.push(`${id}: an allowance needs a reason and a date`);
    else if (endsAtMs < nowMs) problems.push(`${id}: its allowance ended on ${until}`);
    else if (endsAtMs > nowMs + MAX_ALLOWED_DAYS * DAY_MS)
      problems.push(`${id}: an allowance may last ${MAX_ALLOWED_DAYS} days at most, not until ${until}`);
    else valid.add(id);
  }
  const found = advisories.filter(({ severity }) => FAILING.has(severity)).map((one) => ({ ...one, id: idOf(one) }));
  for (const { id, severity, module_name: name, title, patched_versions: patched } of found) {
    if (valid.has(id)) continue;
    problems.push(`${severity} ${id} in ${name}: ${title}${patched ? `; fixed in ${patched}` : ''}`);
  }
  return { problems, foundCount: advisories.length, allowedCount: found.filter(({ id }) => valid.has(id)).length };
};

/** Reads the advisories of the product's dependencies: `{ lines, isOk }`. No response is reported and is not a failure. */
export const audit = async ({ pnpm, cwd, env, timeoutMs = AUDIT_TIMEOUT_MS, ...rules }) => {
  const args = [...pnpm.slice(1), 'audit', '--prod', '--json'];
  const { code, stdout } = await runCommand(pnpm[0], args, { cwd, env: cleanEnvironment(env), timeoutMs });
  const advisories = readAdvisories(stdout);
  if (advisories === undefined && stdout.length >= MAX_OUTPUT_CHARS) {
    return { isOk: false, lines: ['✗ dependency audit: more advisories than can be read; run pnpm audit --prod'] };
  }
  if (advisories === undefined) {
    const why = code === 124 ? `no answer within ${timeoutMs / 1_000} s` : 'the registry has no advisories to give';
    return { isOk: true, lines: [`! dependency audit: nothing was checked, ${why}`] };
  }
  const { problems, foundCount, allowedCount } = judgeAudit(advisories, rules);
  const summary = `dependency audit: ${foundCount} advisories, ${allowedCount} allowed, ${problems.length} to act on`;
  return { isOk: problems.length === 0, lines: [...problems.map((line) => `✗ ${line}`), summary] };
};

const main = async () => {
  const { env } = process;
  const progress = createProgress(process.stdout);
  const pnpm = await ensurePnpm({ root: ROOT, env, node: process.execPath, progress });
  const { isOk, lines } = await audit({ pnpm, cwd: ROOT, env });
  for (const line of lines) console.log(line);
  return isOk ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main);
