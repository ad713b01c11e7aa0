import { FLEET } from './replicas.mjs';

const DEFAULT_PORT = 3_000;
/** Where the console listens when nothing else is said and the port is free. */
export const CONSOLE_PORT = 3_001;
const MAX_PORT = 65_535;
const MILLISECONDS = ['RESTART_DELAY_MAX_MS', 'HEALTH_CHECK_MS'];

/** What is wrong with the first of some consecutive ports; `what` are the processes that listen on them. */
const portProblems = ({ name, given, fallback, count, what }) => {
  const first = given ? Number(given) : fallback;
  if (!Number.isInteger(first) || first < 0 || first > MAX_PORT) {
    return [`${name} is "${given}"; write a number from 0 (any free port) to ${MAX_PORT}`];
  }
  const last = first + count - 1;
  return last > MAX_PORT
    ? [`${name} is ${first} and ${count} ${what} need ports up to ${last}; choose a lower one`]
    : [];
};

/**
 * What is wrong with the settings that only the runner reads, one line each. `gateways` and `consoles`: how many ports from
 * `PORT` and `CONSOLE_PORT` on.
 */
export const runnerProblems = (env, gateways = 1, consoles = 1) => {
  const problems = [
    ...portProblems({ name: 'PORT', given: env.PORT, fallback: DEFAULT_PORT, count: gateways, what: 'gateways' }),
    ...portProblems({
      ...{ name: 'CONSOLE_PORT', given: env.CONSOLE_PORT, fallback: CONSOLE_PORT, count: consoles, what: 'consoles' },
    }),
  ];
  for (const name of MILLISECONDS) {
    if (env[name] && !/^\d{1,6}$/.test(env[name])) problems.push(`${name} is "${env[name]}"; write milliseconds`);
  }
  return problems;
};

/** So many ports from the first one on; undefined for 0, which means any free ports. */
export const portsFrom = (first, count) =>
  first === 0 ? undefined : Array.from({ length: count }, (_, index) => first + index);

/** The ports that are asked for, consecutive; undefined when any free port will do. Only for settings without problems. */
export const wantedPorts = (env, gateways) => portsFrom(env.PORT ? Number(env.PORT) : DEFAULT_PORT, gateways);

/** Highest port there is. */
export const LAST_PORT = MAX_PORT;

const countOf =
  (service) =>
  (replicas = {}, services = FLEET) =>
    services.includes(service) ? Math.max(1, replicas[service] ?? 1) : 1;

/** Gateways that the replicas ask for; a fleet without one still names a port. */
export const gatewaysOf = countOf('gateway');
/** The same of consoles. */
export const consolesOf = countOf('console');
