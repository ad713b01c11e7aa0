import { z } from 'zod';
import { groupDigits, OPERATIONS, WEBHOOK_DELIVERIES_PATH } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { absent, failed, passed, warned, type CheckResult } from '../doctor/check.js';
import { fetchData } from '../fleet/ask-fleet.js';
import type { FoundFleet } from '../fleet/find-fleet.js';
import { parseJson } from '../fleet/fleet-error.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { callFleet, type FleetAnswer } from '../fleet/http-client.js';
import { formatCredits } from '../output/table.js';
import { looseModeOf, profilePath } from '../profiles/profile-file.js';
import { USAGE_PATH, usageSchema } from '../usage/account-usage.js';

const TIMEOUT_MS = 15_000;
const MAX_DOCUMENT_BYTES = 16 * 1_048_576;
/** Receivers refuse webhooks that are five minutes off. */
export const MAX_CLOCK_SKEW_MS = 60_000;

type Answered = Extract<FleetAnswer, { outcome: 'answered' }>;

const documentSchema = z.object({ info: z.object({ version: z.string() }), paths: z.record(z.string(), z.unknown()) });
const deliveriesSchema = z.object({ deliveries: z.array(z.unknown()) });

const ask = ({ baseUrl }: Fleet, path: string): Promise<FleetAnswer> =>
  callFleet({
    url: `${baseUrl}${path}`,
    method: 'GET',
    headers: {},
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_DOCUMENT_BYTES,
  });

const isLoopback = (baseUrl: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);

const checkUrl = async (fleet: Fleet, source: string): Promise<readonly [CheckResult, Answered | undefined]> => {
  const name = 'Base URL';
  const startedAtMs = performance.now();
  const answer = await ask(fleet, '/healthz');
  const { baseUrl } = fleet;
  if (answer.outcome === 'unreachable') {
    const todo = `check the URL (from ${source}), the network and the deployment`;
    return [failed(name, `${baseUrl} does not respond (${answer.reason})`, todo), undefined];
  }
  if (answer.status !== 200) {
    const finding = `${baseUrl} responds to /healthz with ${answer.status}`;
    return [failed(name, finding, `check the URL (from ${source})`), answer];
  }
  const finding = `${baseUrl} (from ${source}) responds in ${Math.round(performance.now() - startedAtMs)} ms`;
  if (baseUrl.startsWith('http:') && !isLoopback(baseUrl)) {
    return [warned(name, finding, 'use https; the key is sent unencrypted'), answer];
  }
  return [passed(name, finding), answer];
};

const checkReady = async (fleet: Fleet): Promise<CheckResult> => {
  const answer = await ask(fleet, '/readyz');
  if (answer.outcome === 'answered' && answer.status === 200) return passed('Service', 'ready for requests');
  const why = answer.outcome === 'answered' ? `status ${answer.status}` : answer.reason;
  return warned('Service', `not ready (${why})`, 'wait, or ask the operator');
};

/** The time of the response against that of this machine; the header has whole seconds. */
const checkClock = ({ headers }: Answered, nowMs: number): CheckResult => {
  const skewMs = nowMs - Date.parse(headers['date'] ?? '');
  if (Number.isNaN(skewMs)) return absent('Clock', 'the deployment does not report its time');
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) return passed('Clock', `agrees to within ${seconds + 1} s`);
  const finding = `this machine is ${groupDigits(seconds)} s ${skewMs > 0 ? 'ahead' : 'behind'}`;
  return warned('Clock', finding, 'set the clock; the age of webhooks is judged by it');
};

const checkVersion = async (fleet: Fleet, version: string): Promise<CheckResult> => {
  const name = 'Version';
  const answer = await ask(fleet, '/openapi.json');
  const document = answer.outcome === 'answered' ? documentSchema.safeParse(parseJson(answer.body)).data : undefined;
  if (!document) return warned(name, 'the deployment does not describe itself at /openapi.json', 'check the base URL');
  const finding = `deployment ${document.info.version}, command line ${version}`;
  const missing = OPERATIONS.filter(({ path }) => !Object.hasOwn(document.paths, path)).map(({ id }) => id);
  if (missing.length === 0) return passed(name, `${finding}; it has all ${OPERATIONS.length} operations`);
  return warned(name, `${finding}; it does not have ${missing.join(', ')}`, 'use the command line of its version');
};

const checkKey = async (fleet: Fleet, source: string): Promise<CheckResult> => {
  const usage = await fetchData(fleet, { method: 'GET', path: USAGE_PATH, schema: usageSchema, timeoutMs: TIMEOUT_MS });
  if (!usage.ok) {
    return failed('API key', usage.failure.err.replace(/^quarry: /, '').trimEnd(), `it is from ${source}`);
  }
  const { availableCredits, heldCredits = 0 } = usage.data;
  const finding = `accepted (from ${source}); ${formatCredits(availableCredits)} left, ${groupDigits(heldCredits)} held`;
  return availableCredits > 0 ? passed('API key', finding) : warned('API key', finding, 'ask the operator for credits');
};

const checkWebhooks = async (fleet: Fleet): Promise<CheckResult> => {
  const read = (query: string) =>
    fetchData(fleet, {
      ...({ method: 'GET', schema: deliveriesSchema, timeoutMs: TIMEOUT_MS } as const),
      path: `${WEBHOOK_DELIVERIES_PATH}?limit=1${query}`,
    });
  const [any, dead] = await Promise.all([read(''), read('&state=dead')]);
  if (!any.ok || !dead.ok) return absent('Webhooks', 'deliveries cannot be read with this key');
  if (any.data.deliveries.length === 0) return absent('Webhooks', 'none were sent yet');
  return dead.data.deliveries.length === 0
    ? passed('Webhooks', 'no delivery was given up')
    : warned('Webhooks', 'some deliveries were given up', 'list them with webhook list --state dead');
};

const checkProfileFile = async ({ env }: CommandHost): Promise<readonly CheckResult[]> => {
  const path = profilePath(env);
  const mode = path === undefined ? undefined : await looseModeOf(path);
  if (path === undefined || mode === undefined) return [];
  return [failed('Profiles', `other users of this machine can read ${path} (${mode})`, `run chmod 600 ${path}`)];
};

/** Checks what a call of a deployment needs, from this machine to the key. */
export const checkConnection = async (
  host: CommandHost,
  found: FoundFleet,
  nowMs: () => number,
): Promise<readonly CheckResult[]> => {
  const own = [passed('Node', `v${host.nodeVersion}`), ...(await checkProfileFile(host))];
  if (!found.ok) return [...own, failed('Settings', found.message.replace(/\.$/, ''), 'see docs/command-line.md')];
  const { fleet, urlSource, keySource } = found;
  const [url, health] = await checkUrl(fleet, urlSource);
  if (health?.status !== 200) return [...own, url];
  const clock = checkClock(health, nowMs());
  const rest = await Promise.all([
    checkReady(fleet),
    checkVersion(fleet, host.version),
    checkKey(fleet, keySource),
    checkWebhooks(fleet),
  ]);
  return [...own, url, clock, ...rest];
};
